import { isExecutable } from '../base/own-program.ts'
import { VERSION } from '../base/version.ts'
import { engineVersion } from '../store/open.ts'
import { SCHEMA_VERSION } from '../store/upgrades.ts'
import type { Words } from '../words/words.ts'
import { card } from './print.ts'

/** The version of the program and its parts, which support asks for first. */
export interface ProgramVersion {
  readonly version: string
  /** Node version, such as 24.21.0. */
  readonly node: string
  /** SQLite version, such as 3.54.1. */
  readonly sqlite: string
  /** Schema version that this program writes. */
  readonly schema: number
  /** Such as "linux x64". */
  readonly platform: string
  readonly one_executable: boolean
}

/**
 * Returns the versions. Loads the database engine to get its version.
 * @throws {OperatorFault} when the engine cannot be loaded
 */
export const programVersion = (): ProgramVersion => ({
  version: VERSION,
  node: process.versions.node,
  sqlite: engineVersion(),
  schema: SCHEMA_VERSION,
  platform: `${process.platform} ${process.arch}`,
  one_executable: isExecutable,
})

export const versionText = ({ say }: Words, v: ProgramVersion): string =>
  card([
    ['Granary', v.version],
    ['Node.js', `${v.node}, ${v.platform}`],
    ['SQLite', v.sqlite],
    [say('version.schema'), v.schema],
    [say('version.form'), say(v.one_executable ? 'version.executable' : 'version.node')],
  ])
