import { existsSync, readdirSync } from 'node:fs'
import { errorCode } from '../../base/error-kinds.ts'
import { must } from '../../base/typed.ts'
import { VERSION } from '../../base/version.ts'
import { within } from '../../base/within.ts'
import type { TaskRunner } from '../../cli/tasks.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { noFolderRemedy } from '../../config/installed.ts'
import { OperatorFault, type Told } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { englishWords } from '../../words/words.ts'
import type { MachineKernel } from '../kernel.ts'
import { reportOf } from '../support/holder-report.ts'
import { type Check, make, type Planned, toldCheck, unknown } from './check.ts'
import { CHECKS, HOLDER_CHECKS, makeAll } from './checks.ts'
import { diskAnswers } from './disk-answers.ts'
import { openPatient, patient, patientOf } from './patient.ts'

/** Makes all checks, each in the program that can make it. */

export type DoctorVisit = Awaited<ReturnType<typeof consult>>

export const doctorTasks = {
  /** Makes the checks that need the settings. A long task, because an object store may be far away. */
  doctor: async (kernel: MachineKernel, _operator: string, _args: Record<string, never>) => {
    const here = patientOf(kernel)
    const time_zone = kernel.config.timeZone
    return {
      version: VERSION,
      time_zone,
      checks: await makeAll(HOLDER_CHECKS, here),
      report: reportOf(here, kernel),
    }
  },
} as const

/** Timeouts in milliseconds. */
export interface VisitTimeouts {
  /** After this time a service counts as hung, because each of its checks has a shorter timeout. */
  readonly serviceMs: number
  readonly diskMs: number
}

const TIMEOUTS: VisitTimeouts = { serviceMs: 60_000, diskMs: 5_000 }

/**
 * @param reach finds the running service; resolves to null when none runs. It is called only after the disk
 *   has answered, because on a hanging disk even the search for a socket blocks
 */
export async function consult(
  config: Config,
  reach: () => Promise<TaskRunner | null>,
  operator: string,
  { serviceMs, diskMs }: VisitTimeouts = TIMEOUTS,
) {
  const bar = await barOf(config, diskMs)
  const runner = bar === null ? await reach() : null
  const asked = runner === null ? null : await ask(runner, operator, serviceMs)
  // If the service does not answer, its settings are unknown, so this program does not make its checks.
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
    // One after the other: most of them block this thread, and must not use up each other's timeout.
    for (const planned of CHECKS)
      if (planned.needs === 'files') fromFiles.push(await makeUnless(planned, bar))
    const fromHolder =
      asked?.checks ?? (await Promise.all(HOLDER_CHECKS.map((one) => makeUnless(one, holderBar))))
    return {
      /** The running service; null when none answered. */
      service: asked === null ? null : { version: asked.version },
      /** False when the disk of the data folder hangs. A program that reads from such a disk may hang too. */
      isDiskAwake: bar !== LATE,
      /** In which the checks' times are shown: that of the program that has the settings. */
      timeZone: asked?.time_zone ?? config.timeZone,
      checks: [...fromFiles, ...fromHolder].sort((a, b) => a.number - b.number),
      /** For a support bundle: the program that holds the database; null when that program does not answer. */
      report: asked !== null ? asked.report : holderBar?.hangs === true ? null : reportOf(here),
    }
  } finally {
    here.objects?.close()
    here.store?.close()
  }
}

/** @returns null when the service does not answer in time, or is too old for this question */
async function ask(service: TaskRunner, operator: string, timeoutMs: number) {
  const answer = await within(timeoutMs, service.run('doctor', operator, {}), null).catch((error) => {
    if (error instanceof OperatorFault) return null
    throw error
  })
  if (typeof answer?.version !== 'string' || !Array.isArray(answer.checks)) return null
  const checks = answer.checks.map((check) => (isTellable(check) ? check : notMade(check, OTHER_VERSION)))
  return { ...answer, checks, report: answer.report ?? null }
}

/** The catalogue of a service of another version may have texts that this one lacks, or with other values. */
function isTellable(check: Check): boolean {
  try {
    toldCheck(englishWords(), check)
    return true
  } catch {
    return false
  }
}

/** The reason why checks cannot be made. */
interface Bar {
  readonly why: Message
  readonly remedy: () => Told
  readonly hangs: boolean
}

const restart = () => message('check.bar.restart')
const LATE: Bar = { why: message('check.bar.disk'), remedy: restart, hangs: true }
const SILENT: Bar = { why: message('check.bar.service'), remedy: restart, hangs: true }
const ABSENT: Bar = {
  why: message('check.bar.noFolder'),
  remedy: () => noFolderRemedy(undefined),
  hangs: false,
}
const CLOSED: Bar = {
  why: message('check.bar.rights'),
  remedy: () => message('check.bar.rights.remedy'),
  hangs: false,
}
const OTHER_VERSION: Bar = {
  why: message('check.bar.version'),
  remedy: () => message('check.versions.service.remedy'),
  hangs: false,
}

/** The reason why the data folder cannot be read; null when it can. */
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

const notMade = ({ number }: Pick<Check, 'number'>, { why, remedy, hangs }: Bar): Check => ({
  number,
  name: message(must(CHECKS.find((one) => one.number === number)).name),
  ...unknown(why, remedy(), { timed_out: hangs }),
})

/** Enough to write the last output. */
const LAST_OUTPUT_MS = 500

/** Ends the program even if a call to a hanging disk or service is open; otherwise it ends by itself. */
export function leaveWhatHangs(checks: readonly Pick<Check, 'facts'>[]): void {
  if (checks.some(({ facts }) => facts.timed_out === true))
    setTimeout(() => process.exit(), LAST_OUTPUT_MS).unref()
}
