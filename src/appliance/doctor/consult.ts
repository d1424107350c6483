import { existsSync, readdirSync } from 'node:fs'
import { errorCode } from '../../base/error-kinds.ts'
import { VERSION } from '../../base/version.ts'
import { within } from '../../base/within.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { noFolderRemedy } from '../../config/installed.ts'
import type { TaskRunner } from '../../tasks.ts'
import { OperatorFault } from '../../words/fault.ts'
import { englishWords } from '../../words/words.ts'
import { type HolderReport, type ReportPorts, reportOf } from '../support/holder-report.ts'
import { type Check, make, type Planned, unknown } from './check.ts'
import { CHECKS, HOLDER_CHECKS, makeAll } from './checks.ts'
import { diskAnswers } from './disk-answers.ts'
import { openPatient, type PatientPorts, patient, patientOf } from './patient.ts'

/** All checks, each made by the program that can make it. */

export interface Visit {
  /** Whether a service runs on the folder, and answered. */
  readonly service: { readonly version: string } | null
  /** False when the disk of the data folder hangs: whoever touches it may hang too. */
  readonly isDiskAwake: boolean
  readonly checks: readonly Check[]
  /** What a support bundle tells of the program that holds the database; null when that does not answer. */
  readonly report: HolderReport | null
}

export const doctorTasks = {
  /** Long, since an object store may be far away. The checks that need the settings. */
  doctor: async (kernel: PatientPorts & ReportPorts, _operator: string, _args: Record<string, never>) => {
    const here = patientOf(kernel)
    return { version: VERSION, checks: await makeAll(HOLDER_CHECKS, here), report: reportOf(here, kernel) }
  },
} as const

/** Timeouts in milliseconds. */
export interface VisitTimeouts {
  /** After this a service counts as hung: each of its checks has a shorter timeout. */
  readonly serviceMs: number
  readonly diskMs: number
}

const TIMEOUTS: VisitTimeouts = { serviceMs: 60_000, diskMs: 5_000 }

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
  const bar = await barOf(config, diskMs)
  const runner = bar === null ? await reach() : null
  const asked = runner === null ? null : await ask(runner, operator, serviceMs)
  // The settings of a service that does not answer are unknown, and nothing is done in its name.
  const holderBar = runner !== null && asked === null ? SILENT : bar
  const here =
    bar === null && runner === null
      ? await openPatient(config)
      : patient(config, { serviceVersion: asked?.version ?? null })
  const makeUnless = (planned: Planned, why: Bar | null) =>
    why === null || (why === ABSENT && planned.needs === 'settings')
      ? make(planned, here)
      : notMade(planned, why)
  try {
    const fromFiles: Check[] = []
    // In turn: most of them block this thread, and must not use up each other's timeout.
    for (const planned of CHECKS)
      if (planned.needs === 'files') fromFiles.push(await makeUnless(planned, bar))
    const fromHolder =
      asked?.checks ?? (await Promise.all(HOLDER_CHECKS.map((one) => makeUnless(one, holderBar))))
    return {
      service: asked === null ? null : { version: asked.version },
      isDiskAwake: bar !== LATE,
      checks: [...fromFiles, ...fromHolder].sort((a, b) => a.number - b.number),
      report: asked !== null ? asked.report : holderBar?.hangs === true ? null : reportOf(here),
    }
  } finally {
    here.objects?.close()
    here.store?.close()
  }
}

/** Null also when the service is too old to answer properly. */
async function ask(service: TaskRunner, operator: string, patienceMs: number) {
  const told = await within(patienceMs, service.run('doctor', operator, {}), null).catch((error) => {
    if (error instanceof OperatorFault) return null
    throw error
  })
  if (typeof told?.version !== 'string' || !Array.isArray(told.checks)) return null
  return { ...told, report: told.report ?? null }
}

/** Why checks cannot be made. */
interface Bar {
  readonly why: string
  readonly remedy: () => string
  readonly hangs: boolean
}

const restart = () =>
  'Correct that, then run the doctor again. To restart a hanging service: systemctl restart granary'
const LATE: Bar = { why: 'its disk does not answer', remedy: restart, hangs: true }
const SILENT: Bar = { why: 'the service that runs does not answer it', remedy: restart, hangs: true }
const ABSENT: Bar = {
  why: 'there is no data folder',
  remedy: () => englishWords().tell(noFolderRemedy(undefined)),
  hangs: false,
}
const CLOSED: Bar = {
  why: 'this user may not look into the data folder',
  remedy: () => 'Run the command as the user of the service, or as an administrator: sudo',
  hangs: false,
}

/** Why the data folder cannot be looked into; null when it can. */
async function barOf(config: Config, diskMs: number): Promise<Bar | null> {
  const { root, database } = dataFiles(config.data)
  if (!(await diskAnswers(database, diskMs))) return LATE
  if (!existsSync(root)) return ABSENT
  try {
    readdirSync(root)
    return null
  } catch (error) {
    return ['EACCES', 'EPERM'].includes(errorCode(error) ?? '') ? CLOSED : null
  }
}

const notMade = ({ number, name }: Planned, { why, remedy, hangs }: Bar): Check => ({
  number,
  name,
  ...unknown(`This could not be checked: ${why}.`, remedy(), { timed_out: hangs }),
})

/** Time allowed for the last output to be written. */
const LAST_WORDS_MS = 500

/** Ends the program although a call to a hanging disk or service is still open. If none is, it ends by itself. */
export function leaveWhatHangs(checks: readonly Pick<Check, 'facts'>[]): void {
  if (checks.some(({ facts }) => facts.timed_out === true))
    setTimeout(() => process.exit(), LAST_WORDS_MS).unref()
}
