import { existsSync, readdirSync } from 'node:fs'
import type { Kernel } from '../../assemble.ts'
import { type Config, dataFiles, variableNames } from '../../config.ts'
import { VERSION } from '../../version.ts'
import type { TaskRunner } from '../tasks.ts'
import { type Check, make, makeAll, type Planned, unknown } from './check.ts'
import { FILE_CHECKS, HOLDER_CHECKS } from './checks.ts'
import { diskAnswers } from './disk-answers.ts'
import { holderOf, openHolder } from './holder.ts'
import { askedInTime } from './patience.ts'

/** The doctor's visit: every check, by whoever can make it. */

export interface Visit {
  /** Whether a service runs on the folder, and answered. */
  readonly service: { readonly version: string } | null
  /** How to ask the running one more; null where none runs. */
  readonly runner: TaskRunner | null
  /** False where the disk of the data folder hangs: whoever touches it may not come back. */
  readonly isDiskAwake: boolean
  readonly checks: readonly Check[]
}

export const doctorTasks = {
  /** Long: an object store may be far away. The checks that only the holder of the settings can make. */
  doctor: async (kernel: Kernel, _operator: string, _args: Record<string, never>) => ({
    version: VERSION,
    checks: await makeAll(HOLDER_CHECKS, holderOf(kernel)),
  }),
} as const

/** How long is waited, in milliseconds. */
export interface VisitPatience {
  /** A service that has not answered by then is one that hangs: every one of its checks has a shorter patience. */
  readonly serviceMs: number
  readonly diskMs: number
}

const PATIENCE: VisitPatience = { serviceMs: 60_000, diskMs: 5_000 }

/** How the data folder lies there: `late` is a disk that hangs, `closed` a folder that this user may not look into. */
type Lying = 'open' | 'closed' | 'absent' | 'late'

/**
 * @param reach finds the running service, null where none runs. Called when the folder is known to be open: on a disk that
 *   hangs even looking for a socket does not come back
 */
export async function consult(
  config: Config,
  reach: () => Promise<TaskRunner | null>,
  operator: string,
  { serviceMs, diskMs }: VisitPatience = PATIENCE,
): Promise<Visit> {
  const files = dataFiles(config.data)
  const lying = (await diskAnswers(files.database, diskMs)) ? lyingOf(files.root) : 'late'
  const runner = lying === 'open' ? await reach() : null
  const asked = runner === null ? null : await ask(runner, operator, serviceMs)
  const beside = { files, serviceVersion: asked?.version ?? null }
  const fromFiles: Check[] = []
  // One after the other: most of them keep this thread busy, and none may spend the patience of the next.
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

/** Of a disk that answers. */
function lyingOf(root: string): Lying {
  if (!existsSync(root)) return 'absent'
  try {
    readdirSync(root)
    return 'open'
  } catch (error) {
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '') ? 'closed' : 'open'
  }
}

/** Null also where it is so old that it answers otherwise. */
async function ask(service: TaskRunner, operator: string, patienceMs: number) {
  const told = await askedInTime(service, 'doctor', operator, patienceMs)
  return typeof told?.version === 'string' && Array.isArray(told.checks) ? told : null
}

/** @param isSilent a service runs and does not answer: its settings are not known here, so nothing is made in its name */
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

/** Checks of the settings alone, which need no folder. */
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
    variables: variableNames(),
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
        'Give the command as the user of the service, or as an administrator: sudo',
      )
    : notMade(
        planned,
        'there is no data folder',
        'Name the right folder with --data, or make a new one with: granary init --name "Your cooperative"',
      )
}

const notMade = (
  { number, name }: Pick<Planned<never>, 'number' | 'name'>,
  why: string,
  remedy = 'See to that, and run the doctor again. A service that hangs is started anew: systemctl restart granary',
): Check => ({
  number,
  name,
  ...unknown(`That could not be looked at: ${why}.`, remedy, { timed_out: why === HANGS || why === SILENT }),
})
