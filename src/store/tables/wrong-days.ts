import { instantOf } from '../../domain/time.ts'
import type { RecordBody } from '../../domain/types/index.ts'
import { isDayItself, newestAfter, type WrongDay, wrongDayOf } from '../../domain/wrong-day.ts'
import type { Devices } from '../acts/devices.ts'

/** The most records that are remembered; the oldest give way. */
const MOST = 10_000

/** A record whose day should be checked. */
export interface WrongDayRow {
  readonly seq: number
  readonly why: WrongDay
}

interface FoundDay {
  readonly why: WrongDay
  /** The day, if only another one repairs the record; null if any correction of the office does. */
  readonly wrongMs: number | null
}

/** Facts of an entry of the log. */
interface Received {
  readonly seq: number
  /** Of the chain that it changes. */
  readonly root: number
  readonly assertedBy: number
  readonly receivedAtMs: number
}

/**
 * The cooperative's records from devices whose day cannot be right. Counted while the log is read for the
 * metrics, so that no request reads all records for them. In memory.
 */
export class WrongDays {
  readonly #devices: Pick<Devices, 'enrolledAtMs'>
  /** Of each device, by its id: when it was enrolled, and the latest recording time so far. */
  readonly #seen = new Map<string, { readonly enrolledAtMs: number; readonly newestMs: number }>()
  /** Every version that was found, by its number in the log. */
  readonly #found = new Map<number, FoundDay>()
  /** Of each chain, by its root: the version that counts now, if it was found. */
  readonly #listed = new Map<number, number>()

  constructor(devices: Pick<Devices, 'enrolledAtMs'>) {
    this.#devices = devices
  }

  /** Judges a version of a record. Call in the order of the log, and `counts` after it. */
  judge(body: RecordBody, received: Received): void {
    const { seq, root, assertedBy, receivedAtMs } = received
    const { device_id: id } = body
    if (id === undefined) {
      const before = this.#found.get(this.#listed.get(root) ?? 0)
      if (before?.wrongMs === instantOf(body.occurred_at)) this.#note(seq, before)
      return
    }
    const seen = this.#seen.get(id)
    const enrolledAtMs = seen?.enrolledAtMs ?? this.#devices.enrolledAtMs(id, assertedBy)
    // A record that names a device which its party enrolled later did not come from it.
    if (enrolledAtMs === null || enrolledAtMs > receivedAtMs) return
    const facts = {
      occurredAtMs: instantOf(body.occurred_at),
      recordedAtMs: body.recorded_at === undefined ? receivedAtMs : instantOf(body.recorded_at),
      ...{ receivedAtMs, enrolledAtMs, newestMs: seen?.newestMs ?? null },
    }
    const why = wrongDayOf(facts)
    this.#seen.set(id, { enrolledAtMs, newestMs: newestAfter(facts) })
    if (why !== null) this.#note(seq, { why, wrongMs: isDayItself(facts) ? facts.occurredAtMs : null })
  }

  #note(seq: number, found: FoundDay): void {
    this.#found.set(seq, found)
    for (const [oldest] of this.#found) {
      if (this.#found.size <= MOST) break
      this.#found.delete(oldest)
    }
  }

  /** A chain has this version that counts now; null for none. */
  counts(root: number, tip: number | null): void {
    if (tip !== null && this.#found.has(tip)) this.#listed.set(root, tip)
    else this.#listed.delete(root)
  }

  /** The records to check, the newest first. */
  rows(): WrongDayRow[] {
    return [...this.#listed.values()]
      .sort((a, b) => b - a)
      .flatMap((seq) => {
        const found = this.#found.get(seq)
        return found === undefined ? [] : [{ seq, why: found.why }]
      })
  }
}
