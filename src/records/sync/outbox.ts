import { Problem, type ProblemCode } from '../../base/problem.ts'
import { membersOf } from '../../base/typed.ts'
import type { Verified } from '../../domain/credential.ts'
import { type Prepared, prepare } from '../../domain/draft-shape.ts'
import { mostPartsIn, readIJson, tooManyParts } from '../../domain/i-json.ts'
import type { Store } from '../../store/store.ts'
import type { DeviceReport, DeviceVisit } from '../../store/tables/visits.ts'
import { Share } from '../gate/share.ts'
import type { Appended } from '../intake/author.ts'
import { Batch } from '../intake/batch.ts'
import type { Intake } from '../intake/intake.ts'
import { mayGoOn } from './batch-pace.ts'
import { recordTexts } from './batch-text.ts'
import { readReport } from './device-report.ts'

/** Batches from devices: one result for each record, and all on the disk before the reply (contract §10). */

export interface OutboxResult {
  /** The id as it was sent; null if the record is unreadable. */
  readonly id: string | null
  readonly outcome: Appended['status'] | Problem
}

export interface OutboxSettings {
  readonly maxRecordBytes: number
  readonly maxBatchRecords: number
  readonly maxBatchBytes: number
  readonly maxJsonDepth: number
}

/** Parsing pauses after this time to let others run. */
const SLICE_MS = 4
const TOO_SLOW = { detail: 'This machine is too slow for the whole batch; send this record again.' }
/** Depth of the envelope: an object with a list. */
const ENVELOPE_DEPTH = 2

/** The parts of the store that the outbox needs. Records go in only through the intake. */
export interface OutboxStore {
  readonly jobs: Pick<Store['jobs'], 'line' | 'slices'>
  readonly visits: Pick<Store['visits'], 'add'>
  readonly acts: Pick<Store['acts'], 'bySeq'>
  readonly writer: Pick<Store['writer'], 'nowMs'>
}

export class Outbox {
  readonly #store: OutboxStore
  readonly #intake: Intake
  readonly #settings: OutboxSettings
  /** Most parts of a record, and of all records of a batch together. */
  readonly #mostParts: number
  readonly #mostInAll: number
  readonly #now: () => number
  /** Takes one batch at a time: a parsed batch needs ten times the memory of its bytes. */
  readonly #line

  /** @param now a monotonic clock, in milliseconds */
  constructor(
    store: OutboxStore,
    intake: Intake,
    settings: OutboxSettings,
    now: () => number = () => performance.now(),
  ) {
    this.#now = now
    this.#store = store
    this.#line = store.jobs.line()
    this.#intake = intake
    this.#settings = settings
    this.#mostParts = mostPartsIn(settings.maxRecordBytes)
    this.#mostInAll = mostPartsIn(settings.maxBatchBytes)
  }

  /**
   * Appends a batch in slices with a commit each, so that others run in between. When it resolves, all
   * accepted records are on the disk. If it ends earlier, as in a power cut, the first records may be there
   * without a reply: the device sends the batch again, and those are found to be duplicates.
   * @param text the body, well-formed UTF-8
   * @param admit receives the number of records before any is appended; it may throw to refuse the batch
   * @param noteWritten receives, repeatedly, how many of its records are on the disk
   * @throws {Problem} if the whole batch is refused and none of it stored; no_verified_subject if the
   * credential ends midway
   */
  take(
    caller: Verified,
    text: string,
    admit: (records: number) => void,
    noteWritten: (records: number) => void = () => {},
  ): Promise<OutboxResult[]> {
    return this.#line.inTurn(caller, () => this.#take(caller, text, admit, noteWritten))
  }

  async #take(
    caller: Verified,
    text: string,
    admit: (records: number) => void,
    noteWritten: (records: number) => void,
  ): Promise<OutboxResult[]> {
    const { ids, drafts, report } = await this.#read(text)
    admit(drafts.length)
    const batch = new Batch(drafts)
    const newestMs = newestRecordedAt(drafts)
    const share = new Share({}, this.#now)
    for (let workedMs = 0; ; ) {
      const results = await this.#store.jobs.slices(caller, () => {
        share.renew()
        const begun = this.#now()
        if (mayGoOn(batch.taken, workedMs)) this.#intake.appendSome(caller, batch, share)
        else this.#intake.appendSome(caller, batch, null, new Problem('overloaded', TOO_SLOW))
        workedMs += this.#now() - begun
        this.#count(caller, batch.newlyDone(), newestMs, report)
        return batch.isWhole ? resultsOf(ids, batch) : null
      })
      noteWritten(batch.written)
      if (results !== null) return results
    }
  }

  /** Counts the records of one slice, so that those on the disk are counted even if a kill ends the batch. */
  #count(
    { device }: Pick<Verified, 'device'>,
    done: readonly (Appended | Problem)[],
    newestMs: number | null,
    report: DeviceReport | null,
  ): void {
    if (device === undefined) return
    const { acts, visits, writer } = this.#store
    const { nowMs } = writer
    const enrolledMs = acts.bySeq(device)?.receivedAtMs ?? 0
    const aheadMs = newestMs === null ? {} : { clockAheadMs: clockAheadMs(newestMs, enrolledMs, nowMs) }
    visits.add(device, nowMs, { ...countsOf(done), ...aheadMs, ...(report && { report }) })
  }

  /** Returns each record's id as it was sent, null if the record is unreadable, and what it holds. */
  async #read(text: string) {
    const ids: (string | null)[] = []
    const drafts: Prepared[] = []
    const texts = recordTexts(text, this.#settings.maxBatchRecords)
    let inAll = 0
    let begun = performance.now()
    for (let next = texts.next(); ; next = texts.next()) {
      if (next.done) return { ids, drafts, report: next.value === null ? null : readReport(next.value) }
      const { id, draft, parts } = readRecord(next.value, this.#settings, this.#mostParts)
      inAll += parts
      if (inAll > this.#mostInAll) throw tooManyParts(this.#mostInAll)
      ids.push(id)
      drafts.push(draft)
      if (performance.now() - begun < SLICE_MS) continue
      await new Promise((resolve) => setImmediate(resolve))
      begun = performance.now()
    }
  }
}

function resultsOf(ids: readonly (string | null)[], batch: Batch): OutboxResult[] {
  return batch.results.map((result, i) => ({
    id: ids[i] ?? null,
    outcome: result instanceof Problem ? result : result.status,
  }))
}

function countsOf(done: readonly (Appended | Problem)[]): DeviceVisit {
  const codes: Partial<Record<ProblemCode, number>> = {}
  let [accepted, replayed] = [0, 0]
  for (const result of done) {
    if (result instanceof Problem) codes[result.code] = (codes[result.code] ?? 0) + 1
    else if (result.status === 'accepted') accepted++
    else replayed++
  }
  return { accepted, replayed, codes }
}

interface ReadRecord {
  readonly id: string | null
  readonly draft: Prepared
  /** Parts that were made, at most. */
  readonly parts: number
}

function readRecord(text: string, settings: OutboxSettings, mostParts: number): ReadRecord {
  const { maxRecordBytes, maxJsonDepth } = settings
  if (Buffer.byteLength(text) > maxRecordBytes)
    return { id: null, draft: new Problem('body_too_large'), parts: 0 }
  let read: ReturnType<typeof readIJson>
  try {
    read = readIJson(text, maxJsonDepth - ENVELOPE_DEPTH, mostParts)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code !== 'malformed_json') return { id: null, draft: error, parts: 0 }
    // Its parts were made before it was found out, or are now; none takes less than three bytes.
    return { id: null, draft: asOneRecords(error, text), parts: Math.floor(text.length / 3) }
  }
  const { value, parts } = read
  const { id } = membersOf(value)
  return { id: typeof id === 'string' ? id.slice(0, 64) : null, draft: prepare(value), parts }
}

/**
 * Returns the problem if the text is JSON that breaks a rule of I-JSON, which refuses one record. Throws it
 * if the text is not JSON, which refuses the whole batch.
 */
function asOneRecords(problem: Problem, text: string): Problem {
  try {
    JSON.parse(text)
    return problem
  } catch {
    throw problem
  }
}

/**
 * Returns how far ahead a device's clock is, as far as a recording time shows. If the record was written
 * before the device was enrolled, the clock is behind by at least the negative result. Otherwise a clock that
 * is behind cannot be told from a device that was offline.
 */
const clockAheadMs = (recordedMs: number, enrolledMs: number, nowMs: number): number =>
  recordedMs < enrolledMs ? recordedMs - enrolledMs : Math.max(0, recordedMs - nowMs)

/** Returns the latest recording time, by the device's clock. */
function newestRecordedAt(drafts: readonly Prepared[]): number | null {
  let newest: number | null = null
  for (const draft of drafts) {
    if (draft instanceof Problem || draft.recorded_at === undefined) continue
    const at = Date.parse(draft.recorded_at)
    if (newest === null || at > newest) newest = at
  }
  return newest
}
