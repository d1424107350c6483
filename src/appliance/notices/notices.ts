import { kindWords } from '../../base/error-kinds.ts'
import { commandWords } from '../../cli/language.ts'
import { noticeTarget } from '../../config/addresses.ts'
import { dataFiles } from '../../config/config.ts'
import { englishWords } from '../../words/words.ts'
import type { Check } from '../doctor/check.ts'
import { CHECKS, makeAll } from '../doctor/checks.ts'
import { patientOf } from '../doctor/patient.ts'
import type { MachineKernel } from '../kernel.ts'
import { afterCall, type Due, decide } from './due.ts'
import { type NoticeState, readNotices, writeNotices } from './memory.ts'
import { CHECK_OF, foundIn, hostOf, noticeOf } from './message.ts'
import { type Calling, send } from './send.ts'

/**
 * Interval between checks. The first comes this long after a start: by then the clock is set from the network, and
 * a backup that was due while the machine was off has been made.
 */
const CHECK_EVERY_MS = 15 * 60_000

const NUMBERS = Object.values(CHECK_OF)
const LOOKED_AT = CHECKS.filter(({ number }) => NUMBERS.includes(number))

interface Log {
  readonly info: (text: string) => void
  readonly error: (text: string) => void
}

/** Tells the operator's program or address of faults while the service runs. Never two rounds at once. */
export class Notices {
  readonly #kernel: MachineKernel
  /** Its lines are in English, and name no address. */
  readonly #log: Log
  readonly #limitMs: number | undefined
  readonly #stopped = new AbortController()
  #timer: NodeJS.Timeout | null = null
  #round: Promise<void> | null = null
  /** What the file lacks, because it could not be written; null while the file is right. */
  #unwritten: NoticeState | null = null

  /** @param limitMs time limit of a call, unless the usual one */
  constructor(kernel: MachineKernel, log: Log, limitMs?: number) {
    this.#kernel = kernel
    this.#log = log
    this.#limitMs = limitMs
  }

  start(): void {
    this.#timer = setInterval(() => void this.check(), CHECK_EVERY_MS).unref()
  }

  /** Ends a call that is under way, which then counts as not made. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#stopped.abort()
    await this.#round
  }

  /** Sends what is due. Never rejects: the next check tries again. */
  check(): Promise<void> {
    if (this.#kernel.config.notice === '' || this.#stopped.signal.aborted) return Promise.resolve()
    this.#round ??= this.#sendDue()
      .catch((error) => this.#log.error(`notices could not be checked: ${kindWords(error)}`))
      .finally(() => {
        this.#round = null
      })
    return this.#round
  }

  async #sendDue(): Promise<void> {
    const checks = await makeAll(LOOKED_AT, patientOf(this.#kernel))
    const state = this.#state
    const { memory, due } = decide(foundIn(checks), state.told, this.#nowMs)
    this.#keep({ ...state, told: memory })
    for (const one of due) await this.#tell(one, checks)
  }

  async #tell(due: Due, checks: readonly Check[]): Promise<void> {
    const { config } = this.#kernel
    const target = noticeTarget(config.notice)
    if (target === null || this.#stopped.signal.aborted) return
    const notice = noticeOf(due, checks, hostOf(config), commandWords(config, config.timeZone))
    const calling: Calling = { stopped: this.#stopped.signal }
    const failure = await send(
      target,
      notice,
      this.#limitMs === undefined ? calling : { ...calling, limitMs: this.#limitMs },
    )
    if (this.#stopped.signal.aborted) return
    const nowMs = this.#nowMs
    const told = afterCall(this.#state.told, due, nowMs, failure === null)
    const what = `${due.condition}, ${due.state}`
    if (failure === null) this.#log.info(`a notice was sent (${what})`)
    else this.#log.error(`a notice was not sent (${what}): ${englishWords().tell(failure.reason)}`)
    this.#keep({ told, failed: failure === null ? null : { atMs: nowMs, reason: failure.reason } })
  }

  /** The time of the store, which does not go back behind its newest entry. */
  get #nowMs(): number {
    return this.#kernel.store.time.nowMs
  }

  get #file(): string {
    return dataFiles(this.#kernel.config.data).notices
  }

  get #state(): NoticeState {
    return this.#unwritten ?? readNotices(this.#file)
  }

  /** On a full disk the notices go on; a restart would repeat them. */
  #keep(state: NoticeState): void {
    if (this.#unwritten === null && JSON.stringify(state) === JSON.stringify(this.#state)) return
    try {
      writeNotices(this.#file, state)
      this.#unwritten = null
    } catch (error) {
      if (this.#unwritten === null)
        this.#log.error(`which notices were sent could not be written: ${kindWords(error)}`)
      this.#unwritten = state
    }
  }
}
