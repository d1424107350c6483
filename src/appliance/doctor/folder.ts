import type { Stats } from 'node:fs'
import { lstat, opendir, stat, statfs } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { dataFiles } from '../../config/config.ts'
import { typed } from '../../text/shell.ts'
import { withRemedy } from '../../words/fault.ts'
import { message, type Value } from '../../words/message.ts'
import { bad, type CheckResult, caution, good } from './check.ts'
import type { Patient } from './patient.ts'

/** Checks of the files in the data folder, and of its disk. */

export const MIB = 1024 * 1024

/** Limit for the number of files and folders checked. */
const MOST_ENTRIES = 20_000
const SHOWN = 3

/**
 * Yields a folder and the files and folders below it, up to a limit. Leaves out symbolic links and their
 * targets.
 * @throws {Error} for a folder that may not be opened, unless it has another owner than the top folder
 */
export async function* entriesOf(root: string, most: number): AsyncGenerator<FoundFile> {
  let left = most
  const top: FoundFile = { path: root, found: await stat(root) }
  const folders = [top]
  yield top
  for (let folder = folders.shift(); folder !== undefined && left > 0; folder = folders.shift()) {
    const isStrange = folder.found.uid !== top.found.uid
    const listed = await opendir(folder.path).catch(unless('ENOENT', ...(isStrange ? ['EACCES'] : [])))
    for await (const { name } of listed ?? []) {
      if (left-- <= 0) break
      const path = join(folder.path, name)
      // The service may have deleted a temporary file meanwhile.
      const found = await lstat(path).catch(unless('ENOENT'))
      if (found === null || found.isSymbolicLink()) continue
      if (found.isDirectory()) folders.push({ path, found })
      yield { path, found }
    }
  }
}

interface FoundFile {
  readonly path: string
  readonly found: Stats
}

const unless =
  (...codes: readonly string[]) =>
  (error: NodeJS.ErrnoException): null => {
    if (codes.includes(error.code ?? '')) return null
    throw error
  }

export async function modes({ config }: Patient): Promise<CheckResult> {
  const { root, tlsAuthority } = dataFiles(config.data)
  const { uid } = await stat(root)
  const open: string[] = []
  const strange: string[] = []
  let looked = 0
  for await (const { path, found } of entriesOf(root, MOST_ENTRIES)) {
    looked++
    // The authority's certificate is public, and is copied to phones.
    if ((found.mode & 0o077) !== 0 && path !== tlsAuthority) open.push(path)
    if (found.uid !== uid) strange.push(path)
  }
  const facts = { looked, open_to_others: open.length, of_other_owners: strange.length }
  if (open.length > 0)
    return bad(
      ...withRemedy(
        'check.modes.open',
        { paths: shown(open, root) },
        {
          command: `chmod go= ${open.length <= SHOWN ? open.map(typed).join(' ') : `-R ${typed(root)}`}`,
        },
      ),
      facts,
    )
  if (strange.length > 0)
    return bad(
      ...withRemedy(
        'check.modes.owner',
        { paths: shown(strange, root), count: strange.length },
        { command: `chown -R --reference=${typed(root)} ${typed(root)}` },
      ),
      facts,
    )
  return good(
    looked > MOST_ENTRIES ? message('check.modes.goodPart', { count: looked }) : message('check.modes.good'),
    facts,
  )
}

function shown(paths: readonly string[], root: string): Value {
  const some = paths.slice(0, SHOWN).map((path) => (path === root ? root : relative(root, path)))
  const more = paths.length - some.length
  return { list: more > 0 ? [...some, message('check.modes.more', { count: more })] : some }
}

/** The service keeps that log shorter than this, unless a reader never finishes (`src/store/file/wal.ts`). */
const LONG_WAL_BYTES = 512 * 1024 * 1024

export async function journal({ config }: Patient): Promise<CheckResult> {
  const found = await stat(`${dataFiles(config.data).database}-wal`).catch(unless('ENOENT'))
  const bytes = found?.size ?? 0
  const finding = message('check.journal', { size: { count: Math.ceil(bytes / MIB) } })
  if (bytes <= LONG_WAL_BYTES) return good(finding, { wal_bytes: bytes })
  return caution(finding, message('check.journal.remedy'), { wal_bytes: bytes })
}

/**
 * The check warns below this multiple of the reserve. Below the reserve itself, the service stops writing.
 */
const WARNING_FACTOR = 4
/** Enough files for the pictures and backups of one day. */
const FEW_FILES = 1_000
const WARNING_SHARE_OF_FILES = 0.05

export async function room({ config }: Patient): Promise<CheckResult> {
  const { bavail, bsize, ffree, files } = await statfs(dataFiles(config.data).root)
  const freeBytes = bavail * bsize
  // File systems without fixed inodes report none.
  const freeFiles = files === 0 ? null : ffree
  const facts = { free_bytes: freeBytes, reserve_bytes: config.minFreeBytes, free_files: freeFiles }
  const free = { count: Math.floor(freeBytes / MIB) }
  const reserve = { count: Math.ceil(config.minFreeBytes / MIB) }
  if (freeBytes < config.minFreeBytes)
    return bad(...withRemedy('check.room.stopped', { free, reserve }), facts)
  if (freeFiles !== null && freeFiles < FEW_FILES)
    return bad(...withRemedy('check.room.fewFiles', { count: freeFiles }), facts)
  if (freeBytes < WARNING_FACTOR * config.minFreeBytes)
    return caution(...withRemedy('check.room.soon', { free, reserve }), facts)
  if (freeFiles !== null && freeFiles < WARNING_SHARE_OF_FILES * files)
    return caution(...withRemedy('check.room.filesSoon', { count: freeFiles }), facts)
  return good(message('check.room.good', { free }), facts)
}
