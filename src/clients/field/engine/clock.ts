import {
  afterReply,
  afterStated,
  type ClockMemory,
  happening,
  isInDoubt,
  reliedOn,
  timeNow,
} from '../rules/clock.ts'
import type { Write } from './database.ts'
import type { Records } from './records.ts'
import type { Telling } from './telling.ts'
import type { Vault } from './vault.ts'

/** Between two notes of the same clock on the disk: each is a write, and the page asks the service every minute. */
const NOTE_MS = 10 * 60_000

/** The parts of the open phone that its clock needs. */
interface ClockParts {
  readonly records: Pick<Records, 'all'>
  readonly vault: Vault
  readonly telling: Telling
  readonly kept: <T>(name: 'clock') => Promise<T | null>
  readonly keep: (name: 'clock', value: unknown) => Promise<void>
}

/** The phone's clock while the phone is open, and what is remembered of it. */
export class PhoneClock {
  readonly #phone: ClockParts
  /** Changed here alone, and on the disk by the same steps. */
  #memory: ClockMemory = { seenMs: 0, statedDays: 0 }
  #noted = this.#memory
  /** How often it was changed here. */
  #changes = 0

  constructor(phone: ClockParts) {
    this.#phone = phone
  }

  /**
   * Reads what is remembered; on a phone that remembers nothing yet, its newest record. What was changed here while the disk was
   * read stays: it is newer, and on its way to the disk.
   */
  async load(): Promise<void> {
    const { records } = this.#phone
    const before = this.#changes
    const kept = await this.#phone.kept<ClockMemory>('clock')
    if (this.#changes !== before) return
    const newest = () => records.all.reduce((latest, { madeAt }) => Math.max(latest, madeAt), 0)
    this.#memory = kept ?? { seenMs: newest(), statedDays: 0 }
    this.#noted = this.#memory
  }

  get isInDoubt(): boolean {
    return isInDoubt(this.#memory, Date.now())
  }

  /** When the clock was last relied on, by the clock. */
  get seenMs(): number {
    return this.#memory.seenMs
  }

  /** Whether a person stated the day, because the clock does not show it. */
  get isStated(): boolean {
    return this.#memory.statedDays !== 0
  }

  /** The time by which days are filled in. */
  get nowMs(): number {
    return timeNow(this.#memory, Date.now())
  }

  get happening() {
    return happening(this.#memory, Date.now())
  }

  /** A person states which day it is. */
  state(day: string): Promise<void> {
    return this.#note(afterStated(Date.now(), day))
  }

  /** A reply of the service showed by how much the clock is ahead. */
  async answered(aheadMs: number): Promise<void> {
    const nowMs = Date.now()
    const next = afterReply(this.#memory, nowMs, aheadMs)
    const { seenMs, statedDays } = this.#noted
    this.#change(next)
    if (statedDays !== next.statedDays || Math.abs(next.seenMs - seenMs) > NOTE_MS) await this.#note(next)
  }

  /** The clock is relied on: for the transaction of a record. */
  async relied(): Promise<Write> {
    this.#change(reliedOn(this.#memory, Date.now()))
    this.#noted = this.#memory
    return this.#phone.vault.write('facts', 'clock', this.#memory)
  }

  #change(next: ClockMemory): void {
    this.#memory = next
    this.#changes++
  }

  async #note(next: ClockMemory): Promise<void> {
    this.#change(next)
    this.#noted = next
    this.#phone.telling.changed()
    await this.#phone.keep('clock', next)
  }
}
