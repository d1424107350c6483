import { Problem, type ProblemCode } from '../../base/problem.ts'
import { type Prepared, prepare } from '../../domain/draft-shape.ts'
import { parseIJson } from '../../domain/i-json.ts'
import type { Verified } from '../../identity/credentials.ts'
import type { Store } from '../../store/store.ts'
import type { Visit } from '../../store/visits.ts'
import { Share } from '../gate/share.ts'
import { Batch } from '../intake/batch.ts'
import type { Appended, Intake } from '../intake/intake.ts'
import { mayGoOn } from './batch-pace.ts'
import { recordTexts } from './batch-text.ts'

/** Batches that a device brings back: one result for each record, all durable before any is told (contract §10). */

export interface OutboxResult {
  /** As it was sent; null where none could be read. */
  readonly id: string | null
  readonly outcome: Appended['status'] | Problem
}

export interface OutboxSettings {
  readonly maxRecordBytes: number
  readonly maxBatchRecords: number
  readonly maxJsonDepth: number
}

/** A batch is read for so long before others have their turn. */
const SLICE_MS = 4
const TOO_SLOW = { detail: 'This machine is too slow for the whole batch; send this record again.' }
/** The envelope is an object with a list in it. */
const ENVELOPE_DEPTH = 2

/** What the store is asked for here. Records go in only by the intake. */
export interface OutboxStore {
  readonly jobs: Pick<Store['jobs'], 'line' | 'slices'>
  readonly visits: Pick<Store['visits'], 'add'>
  readonly writer: Pick<Store['writer'], 'nowMs'>
}

export class Outbox {
  readonly #store: OutboxStore
  readonly #intake: Intake
  readonly #settings: OutboxSettings
  readonly #now: () => number
  /** One batch is worked at at a time: parsed it takes ten times the memory that its bytes take. */
  readonly #line

  /** @param now a clock that only goes forward, in milliseconds */
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
  }

  /**
   * Takes a batch, in slices with a commit each, so that others have their turns in between. When it resolves all that was
   * accepted is on the disk. Where it ends before that, as by a power cut, a beginning of it may be there, and nothing was
   * told: it is sent again, and what is there is found to be.
   * @param text the body, well-formed UTF-8
   * @param admit told how many records there are before any is taken; what it throws refuses the batch
   * @param noteWritten told again and again how many of its records are on the disk by now
   * @throws {Problem} when the batch as a whole cannot be taken, and nothing of it was; no_verified_subject where the
   * credential ends in its middle
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
    const read = await this.#read(text)
    admit(read.length)
    const batch = new Batch(read.map(({ draft }) => draft))
    const share = new Share({}, this.#now)
    for (let workedMs = 0; ; ) {
      const results = await this.#store.jobs.slices(caller, () => {
        share.renew()
        const begun = this.#now()
        if (mayGoOn(batch.taken, workedMs)) this.#intake.appendSome(caller, batch, () => share.isSpent)
        else this.#intake.refuseRest(caller, batch, new Problem('overloaded', TOO_SLOW))
        workedMs += this.#now() - begun
        return batch.isWhole ? this.#finish(caller, read, batch) : null
      })
      noteWritten(batch.written)
      if (results !== null) return results
    }
  }

  /** In the job that takes the last record. */
  #finish(caller: Verified, read: readonly ReadRecord[], batch: Batch): OutboxResult[] {
    const results = batch.results.map((done, i) => ({
      id: (read[i] as ReadRecord).id,
      outcome: done instanceof Problem ? done : done.status,
    }))
    const drafts = read.map(({ draft }) => draft)
    if (caller.device !== undefined)
      this.#store.visits.add(caller.device, this.#store.writer.nowMs, this.#visit(results, drafts))
    return results
  }

  async #read(text: string): Promise<ReadRecord[]> {
    const read: ReadRecord[] = []
    let begun = performance.now()
    for (const recordText of recordTexts(text, this.#settings.maxBatchRecords)) {
      read.push(readRecord(recordText, this.#settings))
      if (performance.now() - begun < SLICE_MS) continue
      await new Promise((resolve) => setImmediate(resolve))
      begun = performance.now()
    }
    return read
  }

  #visit(results: readonly OutboxResult[], drafts: readonly Prepared[]): Visit {
    const codes: Partial<Record<ProblemCode, number>> = {}
    let [accepted, replayed] = [0, 0]
    for (const { outcome } of results) {
      if (outcome === 'accepted') accepted++
      else if (outcome === 'replayed') replayed++
      else codes[outcome.code] = (codes[outcome.code] ?? 0) + 1
    }
    const { nowMs } = this.#store.writer
    const newest = newestRecordedAt(drafts)
    return {
      accepted,
      replayed,
      codes,
      ...(newest === null ? {} : { clockAheadMs: Math.max(0, newest - nowMs) }),
    }
  }
}

interface ReadRecord {
  readonly id: string | null
  readonly draft: Prepared
}

function readRecord(text: string, settings: OutboxSettings): ReadRecord {
  if (Buffer.byteLength(text) > settings.maxRecordBytes)
    return { id: null, draft: new Problem('body_too_large') }
  let value: unknown
  try {
    value = parseIJson(text, settings.maxJsonDepth - ENVELOPE_DEPTH)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { id: null, draft: asOneRecords(error, text) }
  }
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : undefined
  return { id: typeof id === 'string' ? id.slice(0, 64) : null, draft: prepare(value) }
}

/** What is JSON but not well enough formed is one record's fault; what is no JSON makes the batch none. */
function asOneRecords(problem: Problem, text: string): Problem {
  try {
    JSON.parse(text)
    return problem
  } catch {
    throw problem
  }
}

/** By the device's clock, as the latest of its records has it. */
function newestRecordedAt(drafts: readonly Prepared[]): number | null {
  let newest: number | null = null
  for (const draft of drafts) {
    if (draft instanceof Problem || draft.recorded_at === undefined) continue
    const at = Date.parse(draft.recorded_at)
    if (newest === null || at > newest) newest = at
  }
  return newest
}
