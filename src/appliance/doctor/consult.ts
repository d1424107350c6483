import { existsSync, readdirSync } from 'node:fs'
import { errorCode } from '../../base/error-kinds.ts'
import { VERSION } from '../../base/version.ts'
import { type Config, dataFiles, variableNames } from '../../config/config.ts'
import { noFolderRemedy } from '../../config/installed.ts'
import type { TaskRunner } from '../../tasks.ts'
import { type Check, make, makeAll, type Planned, unknown } from './check.ts'
import { FILE_CHECKS, HOLDER_CHECKS } from './checks.ts'
import { diskAnswers } from './disk-answers.ts'
import type { HolderPorts } from './holder.ts'
import { holderOf, openHolder } from './holder.ts'
import { askWithTimeout } from './timeout.ts'

/** All checks, each made by the program that can make it. */

export interface Visit {
  /** Whether a service runs on the folder, and answered. */
  readonly service: { readonly version: string } | null
  /** Runs more tasks in the running service; null when none runs. */
  readonly runner: TaskRunner | null
  /** False when the disk of the data folder hangs: whoever touches it may hang too. */
  readonly isDiskAwake: boolean
  readonly checks: readonly Check[]
}

export const doctorTasks = {
  /** Long, since an object store may be far away. The checks that need the settings. */
  doctor: async (kernel: HolderPorts, _operator: string, _args: Record<string, never>) => ({
    version: VERSION,
    checks: await makeAll(HOLDER_CHECKS, holderOf(kernel)),
  }),
} as const

/** Timeouts in milliseconds. */
export interface VisitTimeouts {
  /** After this a service counts as hung: each of its checks has a shorter timeout. */
  readonly serviceMs: number
  readonly diskMs: number
}

const TIMEOUTS: VisitTimeouts = { serviceMs: 60_000, diskMs: 5_000 }

/** State of the data folder. `late`: its disk hangs; `closed`: this user may not read it. */
type Lying = 'open' | 'closed' | 'absent' | 'late'

/**
 * @param reach finds the running service; null when none runs. Called only once the folder is known to answer: on a hanging
 *   disk even looking for a socket blocks
 */
export async function consult(
  config: Config,
  reach: () => Promise<TaskRunner | null>,
  operator: string,
  { serviceMs, diskMs }: VisitTimeouts = TIMEOUTS,
): Promise<Visit> {
  const files = dataFiles(config.data)
  const lying = (await diskAnswers(files.database, diskMs)) ? lyingOf(files.root) : 'late'
  const runner = lying === 'open' ? await reach() : null
  const asked = runner === null ? null : await ask(runner, operator, serviceMs)
  const beside = { files, serviceVersion: asked?.version ?? null }
  const fromFiles: Check[] = []
  // In turn: most of them block this thread, and must not use up each other's timeout.
  for (const planned of FILE_CHECKS)
    fromFiles.push(lying === 'open' ? await make(planned, beside) : unmade(planned, lying))
  const fromHolder = asked?.checks ?? (await withoutService(config, lying, runner !== null))
  const checks = [...fromFiles, ...fromHolder].sort((a, b) => a.number - b.number)
  return {
    service: asked === null ? null : { version: asked.version },
    runner,
    isDiskAwake: lying !== 'late',
    checks,
  }
}

/** For a disk that answers. */
function lyingOf(root: string): Lying {
  if (!existsSync(root)) return 'absent'
  try {
    readdirSync(root)
    return 'open'
  } catch (error) {
    return ['EACCES', 'EPERM'].includes(errorCode(error) ?? '') ? 'closed' : 'open'
  }
}

/** Null also when the service is too old to answer properly. */
async function ask(service: TaskRunner, operator: string, patienceMs: number) {
  const told = await askWithTimeout(service, 'doctor', operator, patienceMs)
  return typeof told?.version === 'string' && Array.isArray(told.checks) ? told : null
}

/** @param isSilent a service runs but does not answer, so its settings are unknown and nothing is done in its name */
async function withoutService(config: Config, lying: Lying, isSilent: boolean): Promise<readonly Check[]> {
  if (isSilent) return HOLDER_CHECKS.map((planned) => notMade(planned, SILENT))
  if (lying === 'absent') return withoutFolder(config)
  if (lying !== 'open') return HOLDER_CHECKS.map((planned) => unmade(planned, lying))
  const holder = await openHolder(config)
  try {
    return await makeAll(HOLDER_CHECKS, holder)
  } finally {
    holder.close()
  }
}

/** Checks of the settings only, which need no folder. */
const OF_SETTINGS: ReadonlySet<number> = new Set([6, 14, 16])

async function withoutFolder(config: Config): Promise<Check[]> {
  const holder = {
    config,
    store: null,
    fault: null,
    objects: null,
    clock: Date.now,
    tls: null,
    connections: null,
    variables: variableNames(config.data),
  }
  return Promise.all(
    HOLDER_CHECKS.map((planned) =>
      OF_SETTINGS.has(planned.number) ? make(planned, holder) : unmade(planned, 'absent'),
    ),
  )
}

const HANGS = 'its disk does not answer'
const SILENT = 'the service that runs does not answer it'

const unmade = (planned: Pick<Planned<never>, 'number' | 'name'>, why: Exclude<Lying, 'open'>): Check => {
  if (why === 'late') return notMade(planned, HANGS)
  return why === 'closed'
    ? notMade(
        planned,
        'this user may not look into the data folder',
        'Run the command as the user of the service, or as an administrator: sudo',
      )
    : notMade(planned, 'there is no data folder', noFolderRemedy(undefined))
}

const notMade = (
  { number, name }: Pick<Planned<never>, 'number' | 'name'>,
  why: string,
  remedy = 'Correct that, then run the doctor again. To restart a hanging service: systemctl restart granary',
): Check => ({
  number,
  name,
  ...unknown(`This could not be checked: ${why}.`, remedy, { timed_out: why === HANGS || why === SILENT }),
})
