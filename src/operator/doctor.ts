import { statSync } from 'node:fs'
import type { Kernel } from '../assemble.ts'
import { dataFiles } from '../config.ts'
import { formatInstant } from '../domain/time.ts'
import { objectStoreCaution } from '../objects/open.ts'
import { type ObjectStore, ObjectStoreUnavailable } from '../objects/store.ts'
import { isLoopback, listenAddress } from '../places.ts'
import { Problem } from '../problem.ts'
import { backupStanding } from './backup-standing.ts'

/** One numbered check. A finding ends with its remedy. */
export interface Check {
  readonly number: number
  readonly name: string
  readonly finding: string | null
  readonly remedy: string | null
}

type Look = (kernel: Kernel) => Finding | Promise<Finding>
type Finding = { readonly finding: string; readonly remedy: string } | null

const MIB = 1024 * 1024

/** In their order; a number stays with its check for good, so that it can be named on the telephone. */
const CHECKS: readonly (readonly [name: string, look: Look])[] = [
  ['the data folder is open to its owner alone', modes],
  ['the database answers, and the last commit succeeded', database],
  ['the disk has room', room],
  ['the object store answers and can be written to', storeAnswers],
  ['the object store refuses strangers', strangers],
  ['whoever is on the network cannot read along', listening],
  ['the clock goes with the log', clockGoesOn],
  ['backups, once they are set up, outlive the disk and keep coming', backups],
]

export const doctorTasks = {
  /** Long: an object store may be far away. */
  doctor: async (kernel: Kernel, _operator: string, _args: Record<string, never>) => {
    const checks: Check[] = []
    for (const [i, [name, look]] of CHECKS.entries()) {
      const found = await lookWhateverHappens(look, kernel)
      checks.push({ number: i + 1, name, finding: found?.finding ?? null, remedy: found?.remedy ?? null })
    }
    return { checks, healthy: checks.every(({ finding }) => finding === null) }
  },
} as const

/** A check that fails in a way nobody foresaw has found something too; the others go on. */
async function lookWhateverHappens(look: Look, kernel: Kernel): Promise<Finding> {
  try {
    return await look(kernel)
  } catch (error) {
    return {
      finding: `That could not be looked at: ${(error as Error).message}`,
      remedy: 'See to what the message names, and run the doctor again.',
    }
  }
}

function modes({ config }: Kernel): Finding {
  const { root, database } = dataFiles(config.data)
  const open = [root, database].filter((path) => (statSync(path).mode & 0o077) !== 0)
  if (open.length === 0) return null
  return {
    finding: `Other users of this machine may open ${open.join(' and ')}.`,
    remedy: `Close it: chmod go= ${open.join(' ')}`,
  }
}

function database({ store }: Kernel): Finding {
  const remedy =
    'Look into the log for the reason. Where the disk is at fault, restore the last backup on another.'
  try {
    store.ping()
  } catch {
    return { finding: 'The database does not answer.', remedy }
  }
  return store.writer.lastError === null ? null : { finding: 'The last commit failed.', remedy }
}

function room({ handles, config }: Kernel): Finding {
  const free = handles.freeBytes()
  if (free >= config.minFreeBytes) return null
  return {
    finding: `${Math.floor(free / MIB)} MiB are free; writing is stopped below ${Math.ceil(config.minFreeBytes / MIB)} MiB.`,
    remedy: 'Free some space on the disk that holds the data folder; writing goes on by itself.',
  }
}

async function storeAnswers({ objects }: Kernel): Promise<Finding> {
  try {
    await objects.check()
    return null
  } catch (error) {
    if (isFull(error)) return noRoomIn(objects)
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return {
      finding: `${error.reason}.`,
      remedy: `Records are taken meanwhile, pictures are not. See that ${objects.words} can be reached and written to, and that GRANARY_OBJECT_STORE and GRANARY_S3_* name it rightly.`,
    }
  }
}

async function strangers({ objects, config }: Kernel): Promise<Finding> {
  try {
    const open = await objects.anonymousAccess()
    if (open !== null) return { finding: `${open.finding}.`, remedy: open.remedy }
  } catch (error) {
    if (isFull(error)) return noRoomIn(objects)
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return { finding: 'That could not be asked.', remedy: 'See to check 4 first.' }
  }
  const caution = objectStoreCaution(config)
  return caution === null ? null : { finding: caution, remedy: 'Give GRANARY_S3_ENDPOINT an https address.' }
}

const isFull = (error: unknown): boolean => error instanceof Problem && error.code === 'storage_full'

const noRoomIn = ({ words }: ObjectStore): Finding => ({
  finding: `No room is left in ${words}.`,
  remedy: `Records are taken meanwhile, pictures are not. Free space in ${words}, or raise its quota; pictures are taken again by themselves.`,
})

/** A clock that is set right by a little shows it once and not again. */
const CLOCK_MS = 60_000

function clockGoesOn({ store, handles }: Kernel): Finding {
  const [newestMs, clockMs] = [store.writer.newestMs, handles.clock()]
  if (newestMs - clockMs <= CLOCK_MS) return null
  return {
    finding: `The newest entry is of ${formatInstant(newestMs)}, and the clock shows ${formatInstant(clockMs)}. Until it catches up, time stands still for the service.`,
    remedy:
      'Set the clock, if it is wrong. If it was wrong when that entry was written: grants, mandates and credentials that were to end before that entry are over, and new ones must end after it; or restore a backup from before.',
  }
}

/** That there is no place or no key yet is said by status: a folder without backups is not one that has gone wrong. */
function backups(kernel: Kernel): Finding {
  const { caution, late, newest_age_hours, every } = backupStanding(kernel)
  const age =
    newest_age_hours === null ? 'There is none yet.' : `The newest is ${newest_age_hours} hours old.`
  if (caution !== null)
    return {
      finding: `Backups: ${caution} ${age}`,
      remedy: 'Mount another disk, and name a folder on it in GRANARY_BACKUP_STORE; or name a bucket.',
    }
  if (!late) return null
  return {
    finding: `${age} One is due every ${every}.`,
    remedy: 'granary status says why the last one failed. See to that, or make one: granary backup create',
  }
}

function listening({ config }: Kernel): Finding {
  const { host } = listenAddress(config.listen)
  if (isLoopback(host) || config.tlsCert !== '') return null
  return {
    finding: `The service answers at ${config.listen} without TLS.`,
    remedy: 'Give --tls-cert and --tls-key, or listen on 127.0.0.1 alone.',
  }
}
