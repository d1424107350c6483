import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from '../../support/records/gate/random.ts'
import { ForgetfulDisk, readCall } from './forgetful-disk.ts'
import type { Place, Places } from './places.ts'
import { type Injection, Tracer } from './tracer.ts'

/** Everything that is done to the disks of the service. */

export interface Harm {
  readonly name: string
  /** The service cannot do its work meanwhile, and readiness has to say so. */
  readonly isFelt: boolean
  /** After its end it is believed in for so long: free space is asked for once a second. */
  readonly lingersMs: number
  /** @returns ends it, and tells what it saw */
  begin(harmed: Harmed): Promise<() => Promise<Seen>>
}

export interface Seen {
  /** What was relied on that a forgetful disk would not hold, in sentences. */
  readonly faults: readonly string[]
  /** How many calls failed; of a full disk it is not known. */
  readonly failed: number
}

export interface Harmed {
  readonly places: Places
  readonly pid: number
  /** A folder for logs. */
  readonly folder: string
  /** An upload that was begun and is gone on with. */
  readonly upload: string
  readonly random: Random
}

export const FREE_SPACE_MS = 1_100

const full = (place: Place): Harm => ({
  name: `the disk of ${place} is full`,
  isFelt: place === 'data',
  lingersMs: FREE_SPACE_MS,
  begin: async ({ places }) => {
    const makeRoom = places.fill(place)
    return async () => {
      makeRoom()
      return { faults: [], failed: 1 }
    }
  },
})

type Error = Injection['error']
type Aim = 'database' | 'log' | 'both' | 'uploads' | 'upload' | 'anywhere'

function pathsOf(aim: Aim, { places, upload }: Harmed): string[] {
  const data = places.folder('data')
  const files: Readonly<Record<Aim, string[]>> = {
    database: [join(data, 'granary.db')],
    log: [join(data, 'granary.db-wal')],
    both: [join(data, 'granary.db'), join(data, 'granary.db-wal')],
    uploads: [places.folder('uploads')],
    upload: [join(places.folder('uploads'), `${upload}.bytes`)],
    anywhere: [],
  }
  return files[aim]
}

/** @param calls system calls that fail, all with this error: one of the first few, or from there on */
const failing = (calls: readonly string[], aim: Aim, error: Error, isLasting: boolean): Harm => ({
  name: `${calls.join(', ')} of ${aim} ${isLasting ? 'fails' : 'fails once'} with ${error}`,
  lingersMs: 0,
  // Every commit writes to the log and syncs it.
  isFelt: isLasting && aim === 'log' && !calls.includes('pread64'),
  begin: async (harmed) => {
    // A checkpoint is many calls after many others: the few that matter are hit by chance.
    const first = aim === 'both' ? 1 + harmed.random.below(60) : 1
    const when = `${first}${isLasting ? '+' : ''}`
    const log = join(mkdtempSync(join(harmed.folder, 'calls-')), 'of')
    const tracer = await Tracer.attach(harmed.pid, log, { calls, error, when, paths: pathsOf(aim, harmed) })
    return async () => {
      await tracer.detach()
      return readLogs(dirname(log), `of.${harmed.pid}`)
    }
  },
})

/** @param main name of the log of the main thread: SQLite works on that alone */
function readLogs(folder: string, main: string): Seen {
  const disk = new ForgetfulDisk()
  let failed = 0
  for (const name of readdirSync(folder)) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n')
    failed += lines.filter((line) => line.endsWith('(INJECTED)')).length
    if (name === main) for (const call of lines.map(readCall)) if (call !== null) disk.take(call)
  }
  rmSync(folder, { recursive: true })
  return { faults: disk.faults, failed }
}

export const FILLED: readonly Harm[] = [full('data'), full('uploads'), full('objects')]

export const INJECTED: readonly Harm[] = [false, true].flatMap((isLasting) => [
  failing(['fsync', 'fdatasync'], 'log', 'EIO', isLasting),
  failing(['pwrite64', 'write'], 'log', 'EIO', isLasting),
  failing(['pwrite64', 'write'], 'log', 'ENOSPC', isLasting),
  failing(['fsync', 'fdatasync', 'pwrite64', 'ftruncate'], 'database', 'EIO', isLasting),
  failing(['pwrite64'], 'database', 'ENOSPC', isLasting),
  failing(['fsync', 'fdatasync'], 'both', 'EIO', isLasting),
  failing(['pwrite64', 'write', 'fsync'], 'both', 'EIO', isLasting),
  failing(['pread64'], 'log', 'EIO', isLasting),
  failing(['fsync', 'fdatasync'], 'anywhere', 'EIO', isLasting),
  failing(['rename', 'renameat2'], 'anywhere', 'EIO', isLasting),
  failing(['rename', 'mkdir'], 'anywhere', 'ENOSPC', isLasting),
  failing(['openat', 'fsync'], 'uploads', 'EIO', isLasting),
  failing(['writev', 'write', 'pwritev'], 'upload', 'EIO', isLasting),
  failing(['writev', 'write', 'pwritev'], 'upload', 'ENOSPC', isLasting),
  failing(['fdatasync'], 'upload', 'EIO', isLasting),
  failing(['ftruncate', 'writev'], 'upload', 'EIO', isLasting),
  failing(['openat', 'read', 'pread64'], 'upload', 'EIO', isLasting),
])
