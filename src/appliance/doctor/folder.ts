import { lstat, opendir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { dataFiles } from '../../config/config.ts'
import { typed } from '../../text/phrases.ts'
import { bad, type CheckResult, caution, good } from './check.ts'

/** The files of the data folder. */

export interface Folder {
  readonly files: ReturnType<typeof dataFiles>
}

/** Most entries checked. */
const MOST_ENTRIES = 20_000
const SHOWN = 3

interface Entry {
  readonly path: string
  readonly mode: number
  readonly owner: number
}

/** The folder and its contents; links themselves, not their targets. */
async function* entriesOf(root: string, uid: number): AsyncGenerator<Entry> {
  let left = MOST_ENTRIES
  const folders = [root]
  const others = new Set<string>()
  const entryOf = async (path: string): Promise<Entry | null> => {
    const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
      // A temporary file that was deleted meanwhile.
      if (error.code !== 'ENOENT') throw error
      return null
    })
    if (found === null || found.isSymbolicLink()) return null
    if (found.isDirectory() && path !== root) folders.push(path)
    if (found.uid !== uid) others.add(path)
    return { path, mode: found.mode & 0o777, owner: found.uid }
  }
  const top = await entryOf(root)
  if (top !== null) yield top
  for (let folder = folders.shift(); folder !== undefined && left > 0; folder = folders.shift()) {
    const listed = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
      // A folder of another user is already reported by its own entry.
      if (error.code !== 'ENOENT' && !(error.code === 'EACCES' && others.has(folder))) throw error
      return null
    })
    for await (const { name } of listed ?? []) {
      if (left-- <= 0) break
      const entry = await entryOf(join(folder, name))
      if (entry !== null) yield entry
    }
  }
}

export async function modes({ files: { root, tlsAuthority } }: Folder): Promise<CheckResult> {
  const { uid } = await stat(root)
  const open: string[] = []
  const strange: string[] = []
  let looked = 0
  for await (const { path, mode, owner } of entriesOf(root, uid)) {
    looked++
    // A certificate is public, and is copied to phones.
    if ((mode & 0o077) !== 0 && path !== tlsAuthority) open.push(path)
    if (owner !== uid) strange.push(path)
  }
  const facts = { looked, open_to_others: open.length, of_other_owners: strange.length }
  if (open.length > 0)
    return bad(
      `Other users of this machine may open ${shown(open, root)}.`,
      `Close it: chmod go= ${open.length <= SHOWN ? open.map(typed).join(' ') : `-R ${typed(root)}`}`,
      facts,
    )
  if (strange.length > 0)
    return bad(
      `${shown(strange, root)} belongs to another user than the folder, so the service may be unable to write there. This happens when another user, such as root, runs a command.`,
      `Restore the owner: chown -R --reference=${typed(root)} ${typed(root)}`,
      facts,
    )
  const whole = looked > MOST_ENTRIES ? `the first ${looked} things in it` : 'everything in it'
  return good(`The folder and ${whole} are open to their owner alone.`, facts)
}

function shown(paths: readonly string[], root: string): string {
  const some = paths.slice(0, SHOWN).map((path) => (path === root ? root : relative(root, path)))
  const more = paths.length - some.length
  return more > 0 ? `${some.join(', ')} and ${more} more` : some.join(' and ')
}

/** The service keeps it below this, unless a reader never finishes (`src/store/wal.ts`). */
const LONG_WAL_BYTES = 512 * 1024 * 1024
const MIB = 1024 * 1024

export async function journal({ files: { database } }: Folder): Promise<CheckResult> {
  const bytes = await stat(`${database}-wal`).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0
      throw error
    },
  )
  const said = `The write-ahead log is ${Math.ceil(bytes / MIB)} MiB long.`
  if (bytes <= LONG_WAL_BYTES) return good(said, { wal_bytes: bytes })
  return caution(
    said,
    'Another program keeps reading the database, so the log cannot be truncated. Stop that program, or restart the service.',
    { wal_bytes: bytes },
  )
}
