import { isExecutable } from '../own-program.ts'
import { engineVersion } from '../store/open.ts'
import { SCHEMA_VERSION } from '../store/upgrades.ts'
import { VERSION } from '../version.ts'
import { card } from './print.ts'

/** What whoever helps an operator asks first: which program this is, and what it is made of. */
export interface ProgramVersion {
  readonly version: string
  /** The runtime, such as 24.21.0. */
  readonly node: string
  /** The library that is linked in, such as 3.54.1. */
  readonly sqlite: string
  /** Which form of the database this program writes. */
  readonly schema: number
  /** Such as "linux x64". */
  readonly platform: string
  readonly one_executable: boolean
}

/**
 * Loads the database engine to ask it: only for whoever wants to know.
 * @throws {OperatorFault} where the engine cannot be loaded
 */
export const programVersion = (): ProgramVersion => ({
  version: VERSION,
  node: process.versions.node,
  sqlite: engineVersion(),
  schema: SCHEMA_VERSION,
  platform: `${process.platform} ${process.arch}`,
  one_executable: isExecutable,
})

export const versionText = (v: ProgramVersion): string =>
  card([
    ['Granary', v.version],
    ['Node.js', `${v.node}, ${v.platform}`],
    ['SQLite', v.sqlite],
    ['Schema', v.schema],
    ['Form', v.one_executable ? 'one executable' : 'a program that Node.js runs'],
  ])
