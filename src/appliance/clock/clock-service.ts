import { uuidv7 } from 'uuidv7'
import { isOfDay, isSignDue } from '../../domain/clock.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Store } from '../../store/store.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'

/** Interval between checks of the clock, even when no request asks for the time. */
const CHECK_EVERY_MS = 60_000

export const notInDoubt = () => new OperatorFault(...withRemedy('clock.notInDoubt'))

interface Log {
  readonly info: (text: string) => void
  readonly error: (text: string) => void
}

/** Checks the machine's clock in a running service, and accepts the operator's confirmation. */
export class ClockService {
  readonly #store: Store
  /** Its lines are in UTC. */
  readonly #log: Log
  #timer: NodeJS.Timeout | null = null
  #reported = 'right'

  constructor(store: Store, log: Log) {
    this.#store = store
    this.#log = log
  }

  start(): void {
    this.#timer = setInterval(() => void this.check(), CHECK_EVERY_MS).unref()
    void this.check()
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  /** Logs changes of the clock's state, and records a sign of life when one is due. Never rejects. */
  async check(): Promise<void> {
    this.#report(this.status)
    // If this write fails, the next check tries again, and readiness reports the disk.
    await this.#store.writer.submit(() => this.#signIfDue()).catch(() => {})
  }

  /** `trusted` is the time that the service uses, unless the clock is only a little behind. */
  get status() {
    const { clock, time } = this.#store
    const { isDoubted, shownMs, trustedMs } = clock.standing
    const { isBehind } = time
    const usedMs = isBehind ? time.nowMs : trustedMs
    return {
      in_doubt: isDoubted,
      behind: isBehind,
      shows: formatInstant(shownMs),
      trusted: formatInstant(usedMs),
      ahead_seconds: Math.round((shownMs - usedMs) / 1_000),
    }
  }

  /**
   * Records that an operator confirms the clock. The act has the time that was trusted until then. A sign of
   * life with the clock's time follows, and the next start relies on it.
   * @param dayBeginsMs start of today, by another clock
   * @throws {OperatorFault} when the clock is not in doubt, or shows another day
   */
  async confirm(operator: string, dayBeginsMs: number): Promise<{ readonly confirmed: string }> {
    const { acts, audit, clock, writer } = this.#store
    await writer.submit(() => {
      const { isDoubted, shownMs } = clock.standing
      if (!isDoubted) throw notInDoubt()
      if (!isOfDay(shownMs, dayBeginsMs))
        throw new OperatorFault(...withRemedy('clock.otherDay', { shown: { stamp: shownMs } }))
      const { nowMs } = writer
      const id = uuidv7()
      const detail = { clock: formatInstant(shownMs), trusted: formatInstant(nowMs), operator }
      clock.exempt(() =>
        acts.append('clock_confirmation', id, nowMs, { id, ...detail, received_at: formatInstant(nowMs) }),
      )
      audit.append(nowMs, { credential: null, action: 'clock_confirmed', outcome: 'done', detail })
    })
    clock.trust()
    await writer.submit(() => this.#sign())
    await this.check()
    return { confirmed: formatInstant(writer.nowMs) }
  }

  /** Call inside a job. */
  #signIfDue(): void {
    if (isSignDue(this.#store.newestOnDiskMs, this.#store.writer.nowMs)) this.#sign()
  }

  #sign(): void {
    const { audit, writer } = this.#store
    audit.append(writer.nowMs, { credential: null, action: 'sign_of_life', outcome: 'done' })
  }

  #report({ in_doubt, behind, shows, trusted }: ClockService['status']): void {
    const found = in_doubt ? 'doubted' : behind ? 'behind' : 'right'
    if (found === this.#reported) return
    this.#reported = found
    if (behind)
      this.#log.error(
        `the clock of this machine shows ${shows}, but the newest entry is of ${trusted}. The service uses the time of that entry until you set the clock`,
      )
    else if (in_doubt)
      this.#log.error(
        `the clock of this machine shows ${shows}, but by the last sign of life it is about ${trusted}. Writes are refused until you set the clock or, if it is right, run "granary clock confirm"`,
      )
    else this.#log.info(`the clock of this machine is trusted again and shows ${shows}: writes are accepted`)
  }
}
