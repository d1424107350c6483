import { Problem } from '../base/problem.ts'
import { given } from '../base/typed.ts'
import type { Config } from '../config/config.ts'
import type { Verified } from '../domain/credential.ts'
import { DAY_MS } from '../domain/time.ts'
import type { Doer } from '../store/acts/doer.ts'
import type { Jobs } from '../store/jobs/jobs.ts'
import { WindowCounter } from './limits.ts'

/**
 * A party's limits for one second and for one day. All its credentials share them, because it may have 100
 * devices. The counts are in memory, and start again with the process.
 */

const SECOND_MS = 1_000

/**
 * Bytes counted for an audit entry with its index, and for each record that it names. They are the same for
 * all entries, so that the quota does not reveal what was refused or how much others wrote.
 */
export const AUDIT_BYTES = { entry: 192, record: 24 } as const

export interface QuotaPorts extends Jobs {
  /** The clock; while it is in doubt, the last trusted time plus the time since. */
  readonly clock: () => number
  /** Bytes that each party's reads add to the audit log today. */
  readonly readBytes: WindowCounter
  readonly config: Config
}

export class Quotas {
  protected readonly ports: QuotaPorts
  readonly #reads: WindowCounter
  readonly #records: WindowCounter
  readonly #bytes: WindowCounter
  readonly #uploadBytes: WindowCounter
  readonly #refused: WindowCounter
  /**
   * Bytes of batches that contained nothing new, by credential: a device that sends the same batch for days
   * must not use up the quota of its party's other devices.
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

  /**
   * Counts a party's writes today.
   * @throws {Problem} quota_exceeded, if they would exceed it; they are not counted
   */
  countWriting({ party }: Verified, records: number, bytes: number): void {
    const { recordsPerDay, bytesPerDay } = this.ports.config
    const isManyRecords = this.#records.add(party, records) > recordsPerDay
    const isManyBytes = this.#bytes.add(party, bytes) > bytesPerDay
    if (!isManyRecords && !isManyBytes) return
    this.#records.subtract(party, records)
    this.#bytes.subtract(party, bytes)
    throw exceeded(this.#records)
  }

  /**
   * Counts the rows of a record in addition to the bytes sent. May exceed the quota, so that the next write
   * is refused.
   */
  countRows({ party }: Verified, bytes: number): void {
    this.#bytes.add(party, bytes)
  }

  /** Returns the doer of acts that are never refused for quota, such as revoking consent. */
  doerOf(caller: Verified): Verified & Doer {
    return { ...caller, isQuiet: this.#records.count(caller.party) >= this.ports.config.recordsPerDay }
  }

  /** Checks that an upload of this length may start today. @throws {Problem} quota_exceeded */
  checkUpload(caller: Verified, bytes: number): void {
    if (this.#uploadBytes.count(caller.party) + bytes > this.ports.config.uploadBytesPerDay)
      throw exceeded(this.#uploadBytes)
    this.countWriting(caller, 1, 0)
    this.#records.subtract(caller.party, 1)
  }

  /**
   * Counts an upload that starts, by its declared length.
   * @throws {Problem} quota_exceeded; it is then not counted
   */
  countUpload(caller: Verified, bytes: number): void {
    this.checkUpload(caller, bytes)
    this.countWriting(caller, 1, 0)
    this.#uploadBytes.add(caller.party, bytes)
  }

  /** Counts a batch before it is read. @throws {Problem} quota_exceeded; it is then not counted */
  beginBatch(caller: Verified, bytes: number): void {
    if (this.#fruitless.count(caller.credential) + bytes > this.ports.config.bytesPerDay)
      throw exceeded(this.#fruitless)
    this.countWriting(caller, 0, bytes)
  }

  /**
   * Subtracts what was counted in advance for a batch but not written.
   * @param counted the number of records counted in advance
   * @param written the number of these that were written
   * @param share the share of written records among all that were sent
   */
  endBatch(caller: Verified, bytes: number, counted: number, written: number, share: number): void {
    this.#records.subtract(caller.party, counted - written)
    const fruitless = Math.floor(bytes * (1 - share))
    this.#bytes.subtract(caller.party, fruitless)
    this.#fruitless.add(caller.credential, fruitless)
  }

  /**
   * Counts a refusal. The reasons of refusals can help a caller guess ids or what others hold, so a party
   * gets only a limited number each day. Valid requests are not affected.
   * @returns the refusal for the caller: quota_exceeded if the limit is exceeded
   */
  countRefusal({ party }: Pick<Verified, 'party'>, refusal: Problem): Problem {
    if (refusal.status >= 500 || refusal.status === 429) return refusal
    if (this.#refused.add(party) <= this.ports.config.refusedPerDay) return refusal
    return exceeded(this.#refused, TOO_MANY_REFUSED)
  }

  /**
   * Returns the doer of a registration. When its party exceeds the limit of refusals, requests with a code
   * are not audited: nothing else limits their number.
   */
  enrollingOf<By extends Pick<Verified, 'party'>>(by: By): By & Pick<Doer, 'isQuiet'> {
    return { ...by, isQuiet: this.#refused.count(by.party) >= this.ports.config.refusedPerDay }
  }

  /** Performs an act. Audits and counts a refusal. */
  perform = async <T>(caller: Verified & Doer, action: string, detail: object, work: () => T): Promise<T> => {
    try {
      return await this.ports.perform(caller, action, detail, work)
    } catch (error) {
      throw error instanceof Problem ? this.countRefusal(caller, error) : error
    }
  }

  /**
   * Counts the audit entry of a read, whether the read shows something or is refused.
   * @throws {Problem} rate_limited; quota_exceeded
   */
  countAudited(caller: Verified): void {
    const { readBytes, config } = this.ports
    if (readBytes.add(caller.party, AUDIT_BYTES.entry) <= config.readBytesPerDay) return
    readBytes.subtract(caller.party, AUDIT_BYTES.entry)
    throw exceeded(readBytes)
  }

  /**
   * Returns the doer of lookups that are never refused for quota, such as those of the caller's own uploads.
   */
  lookerOf(caller: Verified): Verified & Doer {
    return {
      ...caller,
      isQuiet: this.ports.readBytes.count(caller.party) >= this.ports.config.readBytesPerDay,
    }
  }

  /** Counts a refused lookup. */
  countLook({ party }: Verified): void {
    this.ports.readBytes.add(party, AUDIT_BYTES.entry)
  }

  /** @throws {Problem} rate_limited */
  protected checkRate({ party }: Verified): void {
    const refusal = this.#reads.refusal(party, this.ports.config.readsPerSecond)
    if (refusal) throw refusal
  }
}

const TOO_MANY_REFUSED =
  'The request was refused. This party has had too many refusals today, so the reason is not shown until tomorrow.'

const exceeded = ({ secondsLeft }: WindowCounter, detail?: string): Problem =>
  new Problem('quota_exceeded', {
    retryAfterSeconds: secondsLeft,
    ...given({ detail }),
  })
