import { isExecutable } from '../base/own-program.ts'
import { VERSION } from '../base/version.ts'
import { engineVersion } from '../store/file/open.ts'
import { SCHEMA_VERSION } from '../store/file/upgrades.ts'
import type { Words } from '../words/words.ts'
import { card } from './print.ts'

/**
 * The version of the program and its parts, which support asks for first. Loads the database engine to get its
 * version.
 * @throws {OperatorFault} when the engine cannot be loaded
 */
export const programVersion = () => ({
  version: VERSION,
  node: process.versions.node,
  sqlite: engineVersion(),
  /** The one that this program writes. */
  schema: SCHEMA_VERSION,
  platform: `${process.platform} ${process.arch}`,
  one_executable: isExecutable,
})

export const versionText = ({ say }: Words, v: ReturnType<typeof programVersion>): string =>
  card([
    ['Granary', v.version],
    ['Node.js', `${v.node}, ${v.platform}`],
    ['SQLite', v.sqlite],
    [say('version.schema'), v.schema],
    [say('version.form'), say(v.one_executable ? 'version.executable' : 'version.node')],
  ])
