import { fromJson } from '../../base/typed.ts'
import type { Derived } from '../../domain/derived/derive.ts'
import type { SubjectParties, VersionOf } from '../../domain/derived/world.ts'
import { idOfHex } from '../../domain/id.ts'
import { type BodyOf, type RecordBody, type RecordType, typeOfCode } from '../../domain/types/index.ts'

/** Derived values of one record, valid for one epoch of the store. */
export interface Remembered {
  readonly epoch: number
  readonly derived: Derived
  /** Whether it was known that the record corrects nothing, and that nothing names it. */
  readonly isAlone: boolean
  /** The text of a reply after the stored members, if it is the same for every reader. */
  behind: string | null
}

/** The columns of one observation, in the order of `COLUMNS` in `records.ts`. */
export type RecordRow = [
  seq: number,
  /** Hexadecimal digits, with or without hyphens. */
  id: string,
  type: number,
  assertedBy: number,
  onBehalfOf: number | null,
  root: number,
  depth: number,
  saidRecordedAt: number,
  occurredAt: number,
  receivedAt: number,
  body: string,
]

/** One stored record. Its type determines its body, which is parsed on first use. */
export type StoredRecord = { [T in RecordType]: StoredRecordOf<T> }[RecordType]
export type StoredTransfer = StoredRecordOf<'custody_transfer'>

/** @param body the parsed body, if the caller has it */
export const storedRecord = (row: RecordRow, body?: RecordBody): StoredRecord =>
  new StoredRecordOf(row, body) as StoredRecord

export class StoredRecordOf<T extends RecordType> implements VersionOf<T> {
  readonly seq: number
  readonly type: T
  readonly root: number
  readonly depth: number
  readonly occurredAtMs: number
  readonly receivedAtMs: number
  readonly assertedBy: number
  readonly onBehalfOf: number | null
  readonly saidRecordedAt: boolean
  /** The canonical JSON that was hashed. */
  readonly json: string
  readonly id: string
  /** The record's keys in the audit log's index, cached and owned by the index. */
  aboutKeys: readonly number[] | undefined
  bodySubjects: SubjectParties | undefined
  /** The last derived values, owned by the gate and dropped with the record; a long record has none. */
  remembered: Remembered | undefined
  #body: BodyOf<T> | undefined
  #recordedAtMs: number | undefined
  #basis: RecordBody['lawful_basis'] | undefined

  constructor(row: RecordRow, body?: BodyOf<T>) {
    this.seq = row[0]
    this.type = body?.type ?? (typeOfCode(row[2]) as T)
    this.assertedBy = row[3]
    this.onBehalfOf = row[4]
    this.root = row[5]
    this.depth = row[6]
    this.saidRecordedAt = row[7] === 1
    this.occurredAtMs = row[8]
    this.receivedAtMs = row[9]
    this.json = row[10]
    this.id = body?.id ?? idOfHex(row[1])
    this.#body = body
  }

  get body(): BodyOf<T> {
    this.#body ??= this.#parsed()
    return this.#body
  }

  /** Drops the parsed body, because the text takes a third of the memory. */
  forgetBody(): void {
    this.#body = undefined
  }

  /** Parses the body. The engine's own error would quote the text, which may contain a name. */
  #parsed(): BodyOf<T> {
    try {
      return fromJson<BodyOf<T>>(this.json)
    } catch {
      throw new Error(`The record at ${this.seq} of the log is damaged.`)
    }
  }

  /** Cached apart from the body, because each decision about a grant needs it. */
  get basis(): RecordBody['lawful_basis'] {
    this.#basis ??= this.body.lawful_basis
    return this.#basis
  }

  get recordedAtMs(): number {
    // Stored as UTC with milliseconds, which the engine parses correctly and ten times as fast as other
    // forms.
    this.#recordedAtMs ??= Date.parse(this.body.recorded_at)
    return this.#recordedAtMs
  }
}

/** The main facts about a record, without its body. */
export type RecordOutline = Pick<
  StoredRecord,
  'seq' | 'id' | 'type' | 'occurredAtMs' | 'assertedBy' | 'onBehalfOf'
>
