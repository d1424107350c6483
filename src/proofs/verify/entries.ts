import { hash } from 'node:crypto'
import { idOfHex } from '../../domain/id.ts'
import type { InferenceBody } from '../../domain/inference.ts'
import { countAct, countRecord } from '../../domain/tally/count.ts'
import { Sums, type SumsJson } from '../../domain/tally/sums.ts'
import type { RecordBody, RecordType } from '../../domain/types/index.ts'
import { type ActEntry, Unfollowable } from '../../store/act-rows.ts'
import { isWrittenBehind } from '../../store/behind.ts'
import { actOfCode } from '../../store/entry-kinds.ts'
import { classOf, type EntryRow, idleColumns, nounOf, SEAL_BYTES } from '../../store/inspect/log-rows.ts'
import { timesThere } from '../../store/inspect/record-rows.ts'
import type { Tell } from '../../store/record-rows.ts'
import { type RecordRow, type StoredRecord, storedRecord } from '../../store/stored-record.ts'
import { checkRowsOfAct } from './act-rows.ts'
import { Balance, bucketOf, type Secret } from './balance.ts'
import { isCanonicalText } from './canonical-text.ts'
import { demand } from './demand.ts'
import { Faults, type Findings } from './faults.ts'
import { checkInference } from './inference-rows.ts'
import type { Inspection } from './inspection.ts'
import { instantWords } from './instant-words.ts'
import { eachRole } from './ledger.ts'
import { checkRecordColumns } from './record-columns.ts'
import { type Entry, isSameId, parsedBody, readSlice } from './slice.ts'
import { LEAST_STORED_LEVEL, leafAt, TreeRange } from './tree-range.ts'

/** A range is a complete subtree of the tree: some tenths of a second of work. */
export const RANGE_LEVEL = 14
export const RANGE_ENTRIES = 2 ** RANGE_LEVEL
/** Entries in memory at once; one has at most some 64 kB. */
const ENTRIES_AT_ONCE = 256

export interface EntriesOrder {
  /** First entry; one more than a multiple of RANGE_ENTRIES. */
  readonly from: number
  readonly through: number
  /** The log's newest entry that counts. */
  readonly newest: number
  /** The rows of entries up to this one should be in the file; those of later ones may be in the service's memory. */
  readonly written: number
  /** The newest sums of the metrics go up to this entry; counts are remade up to it. */
  readonly sumsThrough: number
  readonly secret: Secret
}

export interface EntriesOutcome {
  readonly findings: Findings
  /** Sums of the rows that the records require. */
  readonly sums: Int32Array
  readonly firstBucket: number
  readonly namedParties: Uint8Array
  /** Counts of the entries covered by the newest sums of the metrics. */
  readonly recount: SumsJson
  readonly records: number
  readonly inferences: number
  readonly acts: number
}

/** Checks a range of the log: every entry, the tree over them, their columns, and the rows that they require. */
export function examineEntries(inspection: Inspection, order: EntriesOrder): EntriesOutcome {
  const firstBucket = bucketOf(order.from)
  const buckets = bucketOf(order.through) - firstBucket + 1
  const balance = new Balance(order.secret, 1, firstBucket, buckets)
  const range = new EntryRange(inspection, order, balance.tell)
  for (let from = order.from; from <= order.through; from += ENTRIES_AT_ONCE) {
    range.examine(from, Math.min(order.through, from + ENTRIES_AT_ONCE - 1))
    inspection.forget()
  }
  const { faults, counts } = range
  return {
    findings: { listed: faults.listed, counts: faults.counts },
    sums: balance.sums,
    firstBucket,
    namedParties: inspection.namedParties.bits,
    recount: range.recount.toJSON(),
    ...counts,
  }
}

class EntryRange {
  readonly faults = new Faults()
  readonly counts = { records: 0, inferences: 0, acts: 0 }
  readonly recount = new Sums()
  readonly #inspection: Inspection
  readonly #newest: number
  readonly #written: number
  readonly #sumsThrough: number
  readonly #tell: Tell
  readonly #tellOfNewest: Tell
  readonly #tree: TreeRange
  readonly #records: { readonly record: StoredRecord; readonly where: () => string }[] = []
  #receivedAtMs: number

  constructor(inspection: Inspection, order: EntriesOrder, tell: Tell) {
    const { from, through, newest, written, sumsThrough } = order
    this.#inspection = inspection
    this.#newest = newest
    this.#written = written
    this.#tell = eachRole(tell)
    // For the newest entries, only rows that are there: others may still be in the service's memory.
    this.#tellOfNewest = eachRole((table, cells) => {
      if (!isWrittenBehind(table) || timesThere(inspection.db, table, cells) > 0) tell(table, cells)
    })
    this.#tree = new TreeRange(0, from - 1, storedIn(inspection, from, through), (level, n, stored) => {
      const [first, last] = [n * 2 ** level + 1, (n + 1) * 2 ** level]
      if (stored === undefined)
        this.faults.add('subtree_missing', `entries ${first} to ${last}`, 'Their stored hash is not there.')
      else
        this.faults.add(
          'subtree_differs',
          `entries ${first} to ${last}`,
          'Their hash is not the one that was stored when the last of them was taken in.',
        )
    })
    this.#sumsThrough = sumsThrough
    this.#receivedAtMs = inspection.rows.receivedAtMs(from - 1) ?? 0
  }

  examine(from: number, through: number): void {
    const found = readSlice(this.#inspection.rows, from, through)
    for (let seq = from; seq <= through; seq++) {
      const entry = found[seq - from]
      if (entry === undefined) {
        this.faults.add('entry_missing', `entry ${seq}`, 'There is none of this number.')
        this.#tree.add(null)
      } else
        try {
          this.#entry(seq, entry)
        } catch (error) {
          // Such as a text that is nested too deeply to be walked.
          this.faults.add(
            'entry_unreadable',
            whereOf(entry.row),
            `It cannot be followed: ${reasonOf(error)}.`,
          )
        }
    }
    this.#demandAll()
  }

  #entry(seq: number, entry: Entry): void {
    const { row, seals, at } = entry
    this.counts[classOf(row[2])]++
    const [text, receivedAtMs] = [row[10], row[9]]
    const where = () => whereOf(row)
    if (seals.length >= at + SEAL_BYTES) this.#tree.add(leafAt(seals, at))
    else {
      this.faults.add('entry_unreadable', where(), 'Its salt or digest has not 32 bytes.')
      this.#tree.add(null)
    }
    if (!this.#hasDigest(seq, text, entry))
      this.faults.add('entry_differs', where(), 'Its digest is not that of its text.')
    if (receivedAtMs < this.#receivedAtMs)
      this.faults.add(
        'entry_out_of_time',
        where(),
        `It was received at ${instantWords(receivedAtMs)}, before the entry before it.`,
      )
    this.#receivedAtMs = receivedAtMs
    const body = parsedBody(text)
    if (body === null) this.faults.add('entry_unreadable', where(), 'Its text is no JSON.')
    else this.#said(row, body, where)
  }

  #said(row: EntryRow, body: Record<string, unknown>, where: () => string): void {
    const [receivedAtMs, text] = [row[9], row[10]]
    if (!isCanonicalText(text, body))
      this.faults.add('entry_not_canonical', where(), 'Its text is not canonical JSON.')
    const tell = (column: string, should: string) =>
      this.faults.add('column_differs', where(), `"${column}" differs from its text; it should be ${should}.`)
    if (!isSameId(row[1], body.id)) tell('id', String(body.id))
    if (receivedAtMs !== Date.parse(body.received_at as string)) tell('received_at', String(body.received_at))
    try {
      const of = classOf(row[2])
      if (of === 'records') this.#record(row as RecordRow, body as unknown as RecordBody, tell, where)
      else {
        for (const column of idleColumns(row)) tell(column, 'empty')
        if (of === 'inferences') this.#inference(row, body as unknown as InferenceBody, tell)
        else this.#act(row, body, where())
      }
    } catch (error) {
      this.#cannotFollow(where, error)
    }
  }

  #record(
    row: RecordRow,
    body: RecordBody,
    tell: (column: string, should: string) => void,
    where: () => string,
  ): void {
    this.#records.push({ record: storedRecord(row, body), where })
    checkRecordColumns(row, body, this.#inspection, tell)
    if (row[0] <= this.#sumsThrough)
      countRecord(this.recount, body, (id) => this.#inspection.record(id)?.body)
  }

  /** Rows that the records of a slice require; the records around them are loaded together. */
  #demandAll(): void {
    const records = this.#records.splice(0)
    const asking = records.map(({ record }) => record).filter(({ type }) => ASKS_OTHERS.has(type))
    try {
      if (asking.length > 0) this.#inspection.world(this.#newest).prefetch(asking)
    } catch {
      // Something in the slice cannot be read; the records are checked one by one to find it.
      this.#inspection.forget()
    }
    for (const { record, where } of records)
      try {
        demand(
          this.#inspection,
          record,
          this.#newest,
          record.seq <= this.#written ? this.#tell : this.#tellOfNewest,
        )
      } catch (error) {
        this.#cannotFollow(where, error)
      }
  }

  #cannotFollow(where: () => string, error: unknown): void {
    this.faults.add('row_unfollowable', where(), `It cannot be followed: ${reasonOf(error)}.`)
  }

  #inference(row: EntryRow, body: InferenceBody, tell: (column: string, should: string) => void): void {
    this.#inspection.atOnce(() => checkInference(this.#inspection, row, body, tell))
  }

  #act(row: EntryRow, body: Record<string, unknown>, where: string): void {
    const kind = actOfCode(row[2])
    if (kind === undefined || body.act !== kind)
      this.faults.add('act_kind_differs', where, `By its text it is of the kind ${JSON.stringify(body.act)}.`)
    if (kind === undefined) return
    const act = { seq: row[0], kind, receivedAtMs: row[9], body } as ActEntry
    if (act.seq <= this.#sumsThrough) countAct(this.recount, act, (id) => this.#inspection.receivedAtMs(id))
    checkRowsOfAct(act, where, this.#inspection, this.faults)
  }

  #hasDigest(seq: number, text: string, { seals, at }: Entry): boolean {
    // Invalid UTF-8 is read as this letter; then the bytes themselves are hashed.
    const said = text.includes('\ufffd') ? (this.#inspection.rows.bodyBytes(seq) ?? text) : text
    return hash('sha256', said, 'binary') === seals.toString('latin1', at + SEAL_BYTES / 2, at + SEAL_BYTES)
  }
}

const whereOf = ([seq, id, kind]: EntryRow): string => `${nounOf(kind)} ${idOfHex(id)} (entry ${seq})`

/** The rows required by these types depend on other records too. */
const ASKS_OTHERS: ReadonlySet<RecordType> = new Set([
  'lot',
  'custody_transfer',
  'loss',
  'due_diligence',
  'retraction',
  'delivery_confirmation',
])

/** Rules report impossible states in words of their own. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Unfollowable) return error.message
  if (error instanceof TypeError) return 'what it says is not of the shape of its type'
  return (error as Error).message.replace(/\.$/, '')
}

/** The stored hashes within a range, read a level at a time. */
function storedIn(inspection: Inspection, from: number, through: number) {
  const levels = new Map<number, Map<number, Buffer>>()
  for (let level = LEAST_STORED_LEVEL; level <= RANGE_LEVEL; level++)
    levels.set(
      level,
      inspection.rows.subtrees(
        level,
        Math.floor((from - 1) / 2 ** level),
        Math.floor((through - 1) / 2 ** level),
      ),
    )
  return (level: number, n: number) => levels.get(level)?.get(n)
}
