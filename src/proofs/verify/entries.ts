import { hash } from 'node:crypto'
import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import { fromJson } from '../../base/typed.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { idOfHex } from '../../domain/id.ts'
import type { InferenceBody } from '../../domain/inference.ts'
import { HASH_BYTES, leafHash } from '../../domain/merkle.ts'
import { descriptors, type RecordBody } from '../../domain/types/index.ts'
import { classOf, type EntryRow, entryAt, type Inspection } from '../../store/inspect/inspection.ts'
import { actOfCode } from '../../store/log/entry-kinds.ts'
import type { RecordRow } from '../../store/log/stored-record.ts'
import { type Told, ToldError } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { type Faults, instantIn, type Tell } from './faults.ts'
import { TreeWalk } from './tree.ts'

const HASH_DIGITS = 2 * HASH_BYTES
/** Entries in memory at once; one has at most about 64 kB. */
const ENTRIES_AT_ONCE = 256

/** Index in a row of the first of the columns that not every kind uses. */
const FIRST_OF_SOME = 3
const SOME = ['asserted_by', 'on_behalf_of', 'root', 'depth', 'said_recorded_at', 'occurred_at']
const OF_INFERENCES = ['asserted_by', 'occurred_at']

/** Checks the log: every entry, its columns, and the tree over all entries. */
export class LogWalk {
  readonly counts = { records: 0, inferences: 0, acts: 0 }
  readonly #inspection: Inspection
  readonly #faults: Faults
  readonly #tree: TreeWalk
  #receivedAtMs = 0

  constructor(inspection: Inspection, faults: Faults) {
    this.#inspection = inspection
    this.#faults = faults
    this.#tree = new TreeWalk(inspection.subtree, faults)
  }

  /** Checks a range of entries, which starts after the ranges checked before. */
  examine(from: number, through: number): void {
    // A range before may not have been read to its end: its other entries are unknown.
    while (this.#tree.size < from - 1) this.#tree.add(null)
    for (let first = from; first <= through; first += ENTRIES_AT_ONCE)
      this.#slice(first, Math.min(through, first + ENTRIES_AT_ONCE - 1))
  }

  #slice(from: number, through: number): void {
    let seq = from
    for (const row of this.#inspection.entries(from, through)) {
      for (; seq < row[0]; seq++) this.#missing(seq)
      seq = row[0] + 1
      try {
        this.#entry(row)
      } catch (error) {
        // For example, a text that is nested too deeply to be processed.
        this.#faults.add('entry_unreadable', whereOf(row), notInterpreted(error))
      }
    }
    for (; seq <= through; seq++) this.#missing(seq)
  }

  #missing(seq: number): void {
    this.#faults.add('entry_missing', message('verify.at.entry', { seq }), message('verify.found.noEntry'))
    this.#tree.add(null)
  }

  #entry(row: EntryRow): void {
    const [seq, , kind] = row
    const [receivedAtMs, text, seal] = row.slice(9) as [number, string, string]
    const tell: Tell = (kind, finding) => this.#faults.add(kind, whereOf(row), finding)
    this.counts[classOf(kind)]++
    const isWhole = seal.length === 2 * HASH_DIGITS
    if (!isWhole) tell('entry_unreadable', message('verify.found.seal'))
    this.#tree.add(isWhole ? leafHash(Buffer.from(seal, 'hex')) : null)
    // Invalid UTF-8 is read as this character; the bytes themselves are hashed then.
    const said = text.includes('\ufffd') ? (this.#inspection.bodyBytes(seq) ?? text) : text
    if (hash('sha256', said) !== seal.slice(HASH_DIGITS))
      tell('entry_differs', message('verify.found.digest'))
    if (receivedAtMs < this.#receivedAtMs)
      tell('entry_out_of_time', message('verify.found.receivedBefore', { at: instantIn(receivedAtMs) }))
    this.#receivedAtMs = receivedAtMs
    const body = parsedBody(text)
    if (body === null) tell('entry_unreadable', message('verify.found.notJson'))
    else {
      if (canonicalJson(body) !== text) tell('entry_not_canonical', message('verify.found.notCanonical'))
      this.#columns(row, body, tell)
    }
  }

  #columns(row: EntryRow, body: Readonly<Record<string, unknown>>, tell: Tell): void {
    const [, id, kind, assertedBy] = row
    const differs: Differs = (column, should) =>
      tell('column_differs', message('verify.found.column', { column, should }))
    if (idOfHex(id) !== body.id) differs('id', String(body.id))
    if (row[9] !== Date.parse(body.received_at as string)) differs('received_at', String(body.received_at))
    try {
      const of = classOf(kind)
      if (of === 'records') {
        checkRecord(row as unknown as RecordRow, body as unknown as RecordBody, this.#inspection, differs)
        return
      }
      for (const [i, column] of SOME.entries())
        if (row[FIRST_OF_SOME + i] !== null && !(of === 'inferences' && OF_INFERENCES.includes(column)))
          differs(column, message('verify.should.empty'))
      if (of === 'inferences') {
        const { asserted_by, occurred_at } = body as unknown as InferenceBody
        if (assertedBy !== this.#inspection.parties.intern(asserted_by))
          differs('asserted_by', message('verify.at.party', { id: String(asserted_by) }))
        if (row[8] !== Date.parse(occurred_at)) differs('occurred_at', String(occurred_at))
      } else if (actOfCode(kind) === undefined || body.act !== actOfCode(kind))
        tell('act_kind_differs', message('verify.found.actKind', { kind: String(JSON.stringify(body.act)) }))
    } catch (error) {
      tell('row_unfollowable', notInterpreted(error))
    }
  }
}

/** Reports a column that differs, with the value that it should have. A value of the text may be anything, until `String`. */
type Differs = (column: string, should: Told) => void

/**
 * Compares a record's columns with its text and the record it corrects.
 * @throws {Error} when a party has no number
 */
function checkRecord(
  row: RecordRow,
  body: RecordBody,
  { parties, records }: Pick<Inspection, 'parties' | 'records'>,
  differs: Differs,
): void {
  const [seq, , type, assertedBy, onBehalfOf, root, depth, saidRecordedAt, occurredAt] = row
  const descriptor = descriptors[body.type]
  if (descriptor?.code !== type)
    differs('type', message('verify.should.typeNumber', { type: String(body.type) }))
  if (assertedBy !== parties.intern(body.asserted_by))
    differs('asserted_by', message('verify.at.party', { id: String(body.asserted_by) }))
  const principal = body.on_behalf_of === undefined ? null : parties.intern(body.on_behalf_of)
  if (onBehalfOf !== principal)
    differs(
      'on_behalf_of',
      body.on_behalf_of === undefined
        ? message('verify.should.noParty')
        : message('verify.at.party', { id: String(body.on_behalf_of) }),
    )
  if (occurredAt !== Date.parse(body.occurred_at)) differs('occurred_at', String(body.occurred_at))
  if (saidRecordedAt === 0 && body.recorded_at !== body.received_at)
    differs('said_recorded_at', message('verify.should.ownTime'))
  if (saidRecordedAt !== 0 && saidRecordedAt !== 1)
    differs('said_recorded_at', message('verify.should.zeroOrOne'))
  if (body.supersedes === undefined) {
    if (root !== seq) differs('root', message('verify.should.ownRoot', { seq }))
    if (depth !== 1) differs('depth', message('verify.should.depthOne'))
    return
  }
  const corrected = records.byId(body.supersedes)
  if (corrected === undefined || corrected.seq >= seq || corrected.type !== body.type) {
    differs('root', message('verify.should.noSuchRecord', { id: String(body.supersedes) }))
    return
  }
  if (root !== corrected.root) differs('root', message('verify.should.root', { root: corrected.root }))
  if (depth !== corrected.depth + 1)
    differs('depth', message('verify.should.depth', { depth: corrected.depth + 1 }))
}

const whereOf = ([seq, id, kind]: EntryRow): Message => entryAt(seq, kind, id)

/** Parses a text; null unless it is a JSON object. */
function parsedBody(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = fromJson<Record<string, unknown> | null>(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Returns the reason of an error, for the operator. Rules describe impossible states in their own words. */
function reasonOf(error: unknown): Told {
  if (error instanceof ToldError) return error.what
  if (errorCode(error)?.startsWith('SQLITE_CONSTRAINT'))
    return message('unfollowable.conflicts', { error: errorMessage(error) })
  if (error instanceof TypeError) return message('unfollowable.shape')
  return errorMessage(error).replace(/\.$/, '')
}

export const notInterpreted = (error: unknown): Message =>
  message('verify.found.notInterpreted', { reason: reasonOf(error) })
