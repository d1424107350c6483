import { Problem } from '../base/problem.ts'
import type { Config } from '../config/config.ts'
import { DAY_MS } from '../domain/time.ts'
import type { Verified } from '../identity/credentials.ts'
import type { Doer } from '../store/doer.ts'
import type { Jobs } from './jobs.ts'
import { WindowCounter } from './limits.ts'

/**
 * How much one party may do in a second and in a day, all its credentials together: a party can have a hundred devices.
 * Counted in memory, per process.
 */

const SECOND_MS = 1_000

/**
 * Bytes that an audit entry, with its place in the index, is counted as, and each record that it names. The same for every
 * entry, so that the quota reveals nothing about what was refused or how much others have written.
 */
export const AUDIT_BYTES = { entry: 192, record: 24 } as const

export interface QuotaPorts extends Pick<Jobs, 'perform'> {
  /** What the clock shows or, while that is in doubt, the time that was trusted last and what has passed since. */
  readonly clock: () => number
  /** By how many bytes the reads of each party make the audit log grow today. */
  readonly readBytes: WindowCounter
  readonly config: Pick<
    Config,
    | 'recordsPerDay'
    | 'bytesPerDay'
    | 'uploadBytesPerDay'
    | 'refusedPerDay'
    | 'readBytesPerDay'
    | 'readsPerSecond'
  >
}

export class Quotas {
  protected readonly ports: QuotaPorts
  readonly #reads: WindowCounter
  readonly #records: WindowCounter
  readonly #bytes: WindowCounter
  readonly #uploadBytes: WindowCounter
  readonly #refused: WindowCounter
  /**
   * Bytes of batches that brought nothing. Of each credential by itself: a device that sends the same batch for days must
   * not use up what the other devices of its party need.
   */
  readonly #fruitless: WindowCounter

  constructor(ports: QuotaPorts) {
    const { clock } = ports
    this.ports = ports
    this.#reads = new WindowCounter(SECOND_MS, clock)
    this.#records = new WindowCounter(DAY_MS, clock)
    this.#bytes = new WindowCounter(DAY_MS, clock)
    this.#uploadBytes = new WindowCounter(DAY_MS, clock)
    this.#refused = new WindowCounter(DAY_MS, clock)
    this.#fruitless = new WindowCounter(DAY_MS, clock)
  }

  /** Counts what a party has written today. @throws {Problem} quota_exceeded before it is over */
  countWriting(caller: Verified, records: number, bytes: number): void {
    this.#checkWriting(caller, records, bytes)
    this.#records.add(caller.party, records)
    this.#bytes.add(caller.party, bytes)
  }

  /** Counts what a record took beside what was sent; whatever comes next may be over because of it. */
  countRows({ party }: Verified, bytes: number): void {
    this.#bytes.add(party, bytes)
  }

  /** For acts that no quota refuses, such as revoking consent. */
  doerOf(caller: Verified): Verified & Doer {
    return { ...caller, isQuiet: this.#records.count(caller.party) >= this.ports.config.recordsPerDay }
  }

  /** Whether an upload of this length may begin today. @throws {Problem} quota_exceeded */
  checkUpload(caller: Verified, bytes: number): void {
    if (this.#uploadBytes.count(caller.party) + bytes > this.ports.config.uploadBytesPerDay)
      throw exceeded(this.#uploadBytes)
    this.#checkWriting(caller, 1, 0)
  }

  /** Counts an upload that has begun, by the length it is to have. @throws {Problem} quota_exceeded before it is over */
  countUpload(caller: Verified, bytes: number): void {
    this.checkUpload(caller, bytes)
    this.countWriting(caller, 1, 0)
    this.#uploadBytes.add(caller.party, bytes)
  }

  /** Counts a batch before it is read. @throws {Problem} quota_exceeded */
  beginBatch(caller: Verified, bytes: number): void {
    if (this.#fruitless.count(caller.credential) + bytes > this.ports.config.bytesPerDay)
      throw exceeded(this.#fruitless)
    this.countWriting(caller, 0, bytes)
  }

  /**
   * Gives back what was counted ahead for a batch and was not written.
   * @param counted records counted ahead
   * @param written of them, and the share of all that were sent
   */
  endBatch(caller: Verified, bytes: number, counted: number, written: number, share: number): void {
    this.#records.takeBack(caller.party, counted - written)
    const fruitless = Math.floor(bytes * (1 - share))
    this.#bytes.takeBack(caller.party, fruitless)
    this.#fruitless.add(caller.credential, fruitless)
  }

  /**
   * Counts a refusal. Reasons can help a caller guess ids or what others hold, so the number given in a day is limited.
   * Valid requests are not affected.
   * @returns what to tell the caller: the refusal itself or, over the day's number, quota_exceeded
   */
  countRefusal({ party }: Pick<Verified, 'party'>, refusal: Problem): Problem {
    if (refusal.status >= 500 || refusal.status === 429) return refusal
    if (this.#refused.add(party) <= this.ports.config.refusedPerDay) return refusal
    return exceeded(this.#refused, TOO_MANY_REFUSED)
  }

  /** Over the day's refusals, what an enrolment code asks for leaves no entry: nothing else limits how often it asks. */
  enrollingOf<By extends Pick<Verified, 'party'>>(by: By): By & Pick<Doer, 'isQuiet'> {
    return { ...by, isQuiet: this.#refused.count(by.party) >= this.ports.config.refusedPerDay }
  }

  /** Does what a caller asks for; a refusal is audited and counted. */
  perform = async <T>(caller: Verified & Doer, action: string, detail: object, work: () => T): Promise<T> => {
    try {
      return await this.ports.perform(caller, action, detail, work)
    } catch (error) {
      throw error instanceof Problem ? this.countRefusal(caller, error) : error
    }
  }

  /**
   * Counts a read that is audited, by what its entry takes whether it is shown something or refused.
   * @throws {Problem} rate_limited; quota_exceeded
   */
  countAudited(caller: Verified): void {
    const { readBytes, config } = this.ports
    if (readBytes.count(caller.party) + AUDIT_BYTES.entry > config.readBytesPerDay) throw exceeded(readBytes)
    readBytes.add(caller.party, AUDIT_BYTES.entry)
  }

  /** For lookups that no quota refuses, such as those of one's own uploads. */
  lookerOf(caller: Verified): Verified & Doer {
    return {
      ...caller,
      isQuiet: this.ports.readBytes.count(caller.party) >= this.ports.config.readBytesPerDay,
    }
  }

  /** Counts such a look that was refused. */
  countLook({ party }: Verified): void {
    this.ports.readBytes.add(party, AUDIT_BYTES.entry)
  }

  /** @throws {Problem} rate_limited */
  protected checkRate({ party }: Verified): void {
    if (this.#reads.add(party) > this.ports.config.readsPerSecond)
      throw new Problem('rate_limited', { retryAfterSeconds: 1 })
  }

  #checkWriting({ party }: Verified, records: number, bytes: number): void {
    const { recordsPerDay, bytesPerDay } = this.ports.config
    if (
      this.#records.count(party) + records > recordsPerDay ||
      this.#bytes.count(party) + bytes > bytesPerDay
    )
      throw exceeded(this.#records)
  }
}

const TOO_MANY_REFUSED =
  'Refused. This party has had too many refusals today; the reason is told again tomorrow.'

const exceeded = ({ secondsLeft }: WindowCounter, detail?: string): Problem =>
  new Problem('quota_exceeded', {
    retryAfterSeconds: secondsLeft,
    ...(detail === undefined ? {} : { detail }),
  })
