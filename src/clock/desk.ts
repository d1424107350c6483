import { uuidv7 } from 'uuidv7'
import { isOfDay, isSignDue } from '../domain/clock.ts'
import { formatInstant } from '../domain/time.ts'
import { OperatorFault } from '../problem.ts'
import type { Store } from '../store/store.ts'
import type { Calendar } from '../text/phrases.ts'

/** How often the clock is looked at, whether or not anything asks for the time. */
const LOOK_MS = 60_000

export interface ClockTold {
  readonly in_doubt: boolean
  readonly shows: string
  /** What the service takes the time to be. */
  readonly trusted: string
  readonly ahead_seconds: number
}

export const notInDoubt = () =>
  new OperatorFault('The clock is not in doubt.', 'There is nothing to confirm: writes are taken.')

interface Log {
  readonly info: (text: string) => void
  readonly error: (text: string) => void
}

/** What a running service does about the clock of the machine, and what the operator says of it. */
export class ClockDesk {
  readonly #store: Store
  /** In which an operator reads times; the log is in UTC. */
  readonly #calendar: Calendar
  readonly #log: Log
  #timer: NodeJS.Timeout | null = null
  #saidDoubt = false

  constructor(store: Store, calendar: Calendar, log: Log) {
    this.#store = store
    this.#calendar = calendar
    this.#log = log
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref()
    void this.look()
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  /** Tells the log what has become of the clock, and records a sign of life where one is due. Never rejects. */
  async look(): Promise<void> {
    const told = this.told
    if (told.in_doubt !== this.#saidDoubt) this.#say(told)
    // What cannot be written now is due at the next look too, and readiness tells of the disk.
    await this.#store.writer.submit(() => this.#signIfDue()).catch(() => {})
  }

  get told(): ClockTold {
    const { isDoubted, shownMs, trustedMs } = this.#store.clock.standing
    return {
      in_doubt: isDoubted,
      shows: formatInstant(shownMs),
      trusted: formatInstant(trustedMs),
      ahead_seconds: Math.round((shownMs - trustedMs) / 1_000),
    }
  }

  /**
   * An operator says that the clock is right. The act is of the time that was trusted until then; a sign of life with the
   * time of the clock follows it, by which the next start judges.
   * @param dayBeginsMs of the day that it is, by another clock than this
   * @throws {OperatorFault} when the clock is not in doubt, or shows another day
   */
  async confirm(operator: string, dayBeginsMs: number): Promise<{ readonly confirmed: string }> {
    const { acts, audit, clock, writer } = this.#store
    await writer.submit(() => {
      const { isDoubted, shownMs } = clock.standing
      if (!isDoubted) throw notInDoubt()
      if (!isOfDay(shownMs, dayBeginsMs))
        throw new OperatorFault(
          `The clock shows ${this.#calendar.stamp(shownMs)}, which is not the day you say.`,
          'If the clock is wrong, set it: sudo timedatectl set-ntp true, or sudo timedatectl set-time "YYYY-MM-DD HH:MM:SS". The service notices by itself. If you wrote another day than you meant, give the command again.',
        )
      const { nowMs } = writer
      const id = uuidv7()
      const said = { clock: formatInstant(shownMs), trusted: formatInstant(nowMs), operator }
      clock.exempt(() =>
        acts.append('clock_confirmation', id, nowMs, { id, ...said, received_at: formatInstant(nowMs) }),
      )
      audit.append(nowMs, { credential: null, action: 'clock_confirmed', outcome: 'done', detail: said })
    })
    clock.trust()
    await writer.submit(() => this.#sign())
    await this.look()
    return { confirmed: formatInstant(writer.nowMs) }
  }

  /** Inside a job. */
  #signIfDue(): void {
    if (isSignDue(this.#store.newestOnDiskMs, this.#store.writer.nowMs)) this.#sign()
  }

  #sign(): void {
    const { audit, writer } = this.#store
    audit.append(writer.nowMs, { credential: null, action: 'sign_of_life', outcome: 'done' })
  }

  #say({ in_doubt, shows, trusted }: ClockTold): void {
    this.#saidDoubt = in_doubt
    if (in_doubt)
      this.#log.error(
        `the clock of this machine shows ${shows}, and by the last sign of life it is about ${trusted}: nothing is written until the clock is set right or, if it is right, confirmed with "granary clock confirm"`,
      )
    else this.#log.info(`the clock of this machine is trusted again and shows ${shows}: writes are taken`)
  }
}
