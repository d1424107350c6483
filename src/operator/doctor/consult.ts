import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Kernel } from '../../assemble.ts'
import { type Config, dataFiles, variableNames } from '../../config.ts'
import { VERSION } from '../../version.ts'
import type { TaskRunner } from '../tasks.ts'
import { type Check, make, makeAll, type Planned, unknown } from './check.ts'
import { FILE_CHECKS, HOLDER_CHECKS } from './checks.ts'
import { holderOf, openHolder } from './holder.ts'
import { askedInTime, inTime } from './patience.ts'

/** The doctor's visit: every check, by whoever can make it. */

export interface Visit {
  /** Whether a service runs on the folder, and answered. */
  readonly service: { readonly version: string } | null
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

/**
 * @param service the running one; null where none runs. It is asked first, since it may hang without the disk being at fault
 */
export async function consult(
  config: Config,
  service: TaskRunner | null,
  operator: string,
  { serviceMs, diskMs }: VisitPatience = PATIENCE,
): Promise<Visit> {
  const asked = service === null ? null : await ask(service, operator, serviceMs)
  const beside = { files: dataFiles(config.data), serviceVersion: asked?.version ?? null }
  const isThere = await diskAnswers(beside.files.root, beside.files.database, diskMs)
  const fromFiles: Check[] = []
  // One after the other: most of them keep this thread busy, and none may spend the patience of the next.
  for (const planned of FILE_CHECKS)
    fromFiles.push(isThere === 'there' ? await make(planned, beside) : unmade(planned, isThere))
  const fromHolder = asked?.checks ?? (await withoutService(config, isThere, service !== null))
  const checks = [...fromFiles, ...fromHolder].sort((a, b) => a.number - b.number)
  return {
    service: asked === null ? null : { version: asked.version },
    isDiskAwake: isThere !== 'late',
    checks,
  }
}

/** Null also where it is so old that it answers otherwise. */
async function ask(service: TaskRunner, operator: string, patienceMs: number) {
  const told = await askedInTime(service, 'doctor', operator, patienceMs)
  return typeof told?.version === 'string' && Array.isArray(told.checks) ? told : null
}

/** @param isSilent a service runs and does not answer: its settings are not known here, so nothing is made in its name */
async function withoutService(
  config: Config,
  isThere: 'there' | 'absent' | 'late',
  isSilent: boolean,
): Promise<readonly Check[]> {
  if (isSilent) return HOLDER_CHECKS.map((planned) => notMade(planned, SILENT))
  if (isThere === 'late') return HOLDER_CHECKS.map((planned) => unmade(planned, isThere))
  if (isThere === 'absent') return withoutFolder(config)
  const holder = openHolder(config)
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
    variables: variableNames(),
  }
  return Promise.all(
    HOLDER_CHECKS.map((planned) =>
      OF_SETTINGS.has(planned.number) ? make(planned, holder) : unmade(planned, 'absent'),
    ),
  )
}

/**
 * A program of its own reads a byte: on a disk that hangs it waits and not this one, which could not even end any more while
 * one of its threads does. What is wrong otherwise, the checks themselves will meet.
 */
async function diskAnswers(
  root: string,
  database: string,
  patienceMs: number,
): Promise<'there' | 'absent' | 'late'> {
  const reader = spawn('head', ['-c', '1', database], { stdio: 'ignore' })
  reader.unref()
  const ended = new Promise<'ended'>((resolve) => {
    for (const how of ['error', 'exit']) reader.once(how, () => resolve('ended'))
  })
  if ((await inTime(ended, patienceMs, 'late')) === 'late') {
    reader.kill('SIGKILL')
    return 'late'
  }
  return existsSync(root) ? 'there' : 'absent'
}

const HANGS = 'its disk does not answer'
const SILENT = 'the service that runs does not answer it'

const unmade = (planned: Pick<Planned<never>, 'number' | 'name'>, why: 'absent' | 'late'): Check =>
  why === 'late'
    ? notMade(planned, HANGS)
    : notMade(
        planned,
        'there is no data folder',
        'Name the right folder with --data, or make a new one with: granary init --name "Your cooperative"',
      )

const notMade = (
  { number, name }: Pick<Planned<never>, 'number' | 'name'>,
  why: string,
  remedy = 'See to that, and run the doctor again. A service that hangs is started anew: systemctl restart granary',
): Check => ({
  number,
  name,
  ...unknown(`That could not be looked at: ${why}.`, remedy, { timed_out: why === HANGS || why === SILENT }),
})
