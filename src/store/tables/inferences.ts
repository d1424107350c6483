import { fromJson, must } from '../../base/typed.ts'
import { type Happened, TIMELESS_TYPES } from '../../domain/consent.ts'
import { idBytes, idOfHex } from '../../domain/id.ts'
import type { InferenceBody } from '../../domain/inference.ts'
import { typeCode } from '../../domain/types/index.ts'
import { RELATIONS } from '../../domain/types/relations.ts'
import type { Db } from '../file/open.ts'
import { INFERENCE_KIND, IS_RECORD } from '../log/entry-kinds.ts'

type InferenceRow = [
  seq: number,
  id: string,
  assertedBy: number,
  depth: number,
  subjectsResolved: number,
  occurredAt: number,
  receivedAt: number,
  body: string,
]
const INFERENCE = `SELECT e.seq, hex(e.id), e.asserted_by, i.depth, i.subjects_resolved, e.occurred_at, e.received_at, e.body
  FROM entry e CROSS JOIN inference i ON i.seq = e.seq`

const TIMELESS_CODES = TIMELESS_TYPES.map(typeCode).join(', ')

/** SQL: all entries under an inference: its inputs, their inputs and so on, each once. */
const UNDER = `WITH RECURSIVE under (seq) AS (
  SELECT input FROM inference_input WHERE inference = ?
  UNION SELECT n.input FROM under u JOIN inference_input n ON n.inference = u.seq)`

export interface StoredInference {
  readonly seq: number
  readonly id: string
  readonly assertedBy: number
  readonly depth: number
  /** False if some subjects could not be determined on receipt. No grant then opens the inference. */
  readonly subjectsResolved: boolean
  readonly occurredAtMs: number
  readonly receivedAtMs: number
  /** The canonical JSON that was hashed. */
  readonly json: string
  readonly body: InferenceBody
}

/** The facts about an inference that are determined at receipt. */
export interface Judgement {
  readonly depth: number
  readonly subjectsResolved: boolean
  /** Seqs of the inputs that resolved. */
  readonly inputs: readonly number[]
  /** Numbers of the parties that the inference is about. */
  readonly subjects: Iterable<number>
  /** Seqs of the losses and retractions under the inference. */
  readonly uncertainSources: Iterable<number>
}

export interface NewInference {
  readonly inference: Omit<StoredInference, 'depth' | 'subjectsResolved'>
  readonly salt: Buffer
  readonly digest: Buffer
  readonly judgement: Judgement
}

/** All SQL of inferences, their inputs and their subjects. */
export class Inferences {
  readonly #noteAppend: () => void
  readonly #insert
  readonly #insertJudged
  readonly #insertInput
  readonly #insertSubject
  readonly #insertUncertain
  readonly #alsoAbout
  readonly #byId
  readonly #atOrAfter
  readonly #last
  readonly #bySeq
  readonly #ids
  readonly #countInputs
  readonly #inputs
  readonly #subjects
  readonly #uncertain
  readonly #about
  readonly #newestAbout
  readonly #countUnder
  readonly #isAnyRetracted
  readonly #isAnySuperseded
  readonly #contested
  readonly #happened

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare(
      `INSERT INTO entry (seq, id, kind, asserted_by, occurred_at, received_at, salt, digest, body)
       VALUES (?, ?, ${INFERENCE_KIND}, ?, ?, ?, ?, ?, ?)`,
    )
    this.#insertJudged = db.prepare('INSERT INTO inference (seq, depth, subjects_resolved) VALUES (?, ?, ?)')
    this.#insertInput = db.prepare('INSERT INTO inference_input (inference, input) VALUES (?, ?)')
    this.#insertSubject = db.prepare('INSERT INTO inference_subject (inference, party) VALUES (?, ?)')
    this.#insertUncertain = db.prepare(
      'INSERT INTO inference_uncertain_source (inference, observation) VALUES (?, ?)',
    )
    this.#alsoAbout = db.prepare<{ observation: number; party: number }>(
      `INSERT INTO inference_subject (inference, party)
       SELECT u.inference, :party FROM inference_uncertain_source u WHERE u.observation = :observation
         AND NOT EXISTS (SELECT 1 FROM inference_subject s WHERE s.inference = u.inference AND s.party = :party)`,
    )
    const ofKind = `WHERE e.kind = ${INFERENCE_KIND}`
    this.#byId = db.prepare<[Buffer], InferenceRow>(`${INFERENCE} ${ofKind} AND e.id = ?`).raw()
    this.#atOrAfter = db
      .prepare<[Buffer], InferenceRow>(`${INFERENCE} ${ofKind} AND e.id >= ? ORDER BY e.id LIMIT 1`)
      .raw()
    this.#last = db.prepare<[], InferenceRow>(`${INFERENCE} ${ofKind} ORDER BY e.id DESC LIMIT 1`).raw()
    this.#bySeq = db.prepare<[number], InferenceRow>(`${INFERENCE} ${ofKind} AND e.seq = ?`).raw()
    this.#ids = db
      .prepare<[string], [number, string]>(
        `SELECT e.seq, hex(e.id) FROM json_each(?) j
         CROSS JOIN entry e ON e.seq = j.value AND e.kind = ${INFERENCE_KIND}`,
      )
      .raw()
    this.#countInputs = db
      .prepare<[number], number>('SELECT count(*) FROM inference_input WHERE inference = ?')
      .pluck()
    this.#inputs = db
      .prepare<[string], number>(
        `SELECT DISTINCT n.input FROM json_each(?) j CROSS JOIN inference_input n ON n.inference = j.value
         ORDER BY n.input`,
      )
      .pluck()
    this.#subjects = db
      .prepare<[number], number>('SELECT party FROM inference_subject WHERE inference = ?')
      .pluck()
    this.#uncertain = db
      .prepare<[number], number>('SELECT observation FROM inference_uncertain_source WHERE inference = ?')
      .pluck()
    this.#about = db
      .prepare<[number, number, number], number>(
        'SELECT inference FROM inference_subject WHERE party = ? AND inference > ? ORDER BY inference LIMIT ?',
      )
      .pluck()
    this.#newestAbout = db
      .prepare<[number, number], number>(
        'SELECT inference FROM inference_subject WHERE party = ? ORDER BY inference DESC LIMIT ?',
      )
      .pluck()
    this.#countUnder = db
      .prepare<[string, number], number>(
        `WITH RECURSIVE under (seq) AS (
           SELECT value FROM json_each(?)
           UNION SELECT n.input FROM under u JOIN inference_input n ON n.inference = u.seq LIMIT ?)
         SELECT count(*) FROM under`,
      )
      .pluck()
    this.#happened = this.#happenedUnder(db)
    this.#isAnyRetracted = this.#anyNamed(db, RELATIONS.retracts)
    this.#isAnySuperseded = this.#anyNamed(db, RELATIONS.supersedes)
    this.#contested = db
      .prepare<[string, number], number>(
        `SELECT o.seq FROM json_each(?) j CROSS JOIN entry o ON o.seq = j.value
         WHERE EXISTS (
           SELECT 1 FROM entry v JOIN link l ON l.target = v.id AND l.relation = ${RELATIONS.supersedes}
           WHERE v.seq = o.root OR (v.root = o.root AND v.root <> v.seq)
           GROUP BY v.seq HAVING count(*) > 1) LIMIT ?`,
      )
      .pluck()
  }

  #happenedUnder(db: Db) {
    return db
      .prepare<[number], [number | null, number | null]>(
        `${UNDER} SELECT min(o.occurred_at), max(o.occurred_at)
         FROM under u JOIN entry o ON o.seq = u.seq AND o.kind ${IS_RECORD} AND o.kind NOT IN (${TIMELESS_CODES})`,
      )
      .raw()
  }

  #anyNamed(db: Db, relation: number) {
    return db
      .prepare<[string], number>(
        `SELECT 1 FROM json_each(?) j CROSS JOIN entry o ON o.seq = j.value
         WHERE EXISTS (SELECT 1 FROM link l WHERE l.target = o.id AND l.relation = ${relation}) LIMIT 1`,
      )
      .pluck()
  }

  /** Appends an inference with its inputs and subjects. Call inside a job of the writer. */
  append({ inference, salt, digest, judgement }: NewInference): void {
    this.#noteAppend()
    const { seq } = inference
    this.#insert.run(
      seq,
      idBytes(inference.id),
      inference.assertedBy,
      inference.occurredAtMs,
      inference.receivedAtMs,
      salt,
      digest,
      inference.json,
    )
    this.judge(seq, judgement)
  }

  /** Writes the rows that state the judgement of an inference in the log. */
  judge(seq: number, { depth, subjectsResolved, inputs, subjects, uncertainSources }: Judgement): void {
    this.#insertJudged.run(seq, depth, subjectsResolved ? 1 : 0)
    for (const input of inputs) this.#insertInput.run(seq, input)
    for (const party of subjects) this.#insertSubject.run(seq, party)
    for (const observation of uncertainSources) this.#insertUncertain.run(seq, observation)
  }

  /** Adds a subject that became known later to all inferences over a loss or retraction. */
  alsoAbout(observation: number, party: number): void {
    const { changes } = this.#alsoAbout.run({ observation, party })
    if (changes > 0) this.#noteAppend()
  }

  byId(id: string): StoredInference | undefined {
    return asInference(this.#byId.get(idBytes(id)))
  }

  /** The inference with this id, or another one found in the same time; undefined if there is none at all. */
  near(id: string): StoredInference | undefined {
    return asInference(this.#atOrAfter.get(idBytes(id)) ?? this.#last.get())
  }

  bySeq(seq: number): StoredInference | undefined {
    return asInference(this.#bySeq.get(seq))
  }

  /** Ids by seq, without seqs that are not inferences. */
  idsOf(seqs: readonly number[]): Map<number, string> {
    const rows = this.#ids.all(JSON.stringify(seqs))
    return new Map(rows.map(([seq, hex]) => [seq, idOfHex(hex)]))
  }

  /** The number of different inputs that resolved. */
  countInputs(seq: number): number {
    return must(this.#countInputs.get(seq))
  }

  /** Seqs of the inputs of these inferences that resolved, each once. */
  inputsOf(inferences: readonly number[]): number[] {
    return this.#inputs.all(JSON.stringify(inferences))
  }

  /** Numbers of the parties that an inference is about. */
  subjectsOf(seq: number): readonly number[] {
    return this.#subjects.all(seq)
  }

  /** Seqs of the losses and retractions under an inference. */
  uncertainSourcesOf(seq: number): readonly number[] {
    return this.#uncertain.all(seq)
  }

  /** Seqs of inferences about a party after an entry, in the order of the log. */
  about(party: number, afterSeq: number, count: number): number[] {
    return this.#about.all(party, afterSeq, count)
  }

  /** Seqs of the newest inferences about a party, newest first. */
  newestAbout(party: number, count: number): number[] {
    return this.#newestAbout.all(party, count)
  }

  /** The number of different observations and inferences in and under these inputs, counted up to a limit. */
  countUnder(inputs: readonly number[], limit: number): number {
    return must(this.#countUnder.get(JSON.stringify(inputs), limit))
  }

  /** The times of the first and the last observation under an inference; null if all of them are timeless. */
  happened(seq: number): Happened {
    const [fromMs, toMs] = this.#happened.get(seq) ?? [null, null]
    return fromMs === null || toMs === null ? null : { fromMs, toMs }
  }

  /** Whether any of these observations was retracted. */
  isAnyRetracted(records: readonly number[]): boolean {
    return this.#isAnyRetracted.get(JSON.stringify(records)) !== undefined
  }

  /** Whether any of these observations was corrected. */
  isAnySuperseded(records: readonly number[]): boolean {
    return this.#isAnySuperseded.get(JSON.stringify(records)) !== undefined
  }

  /** Those of the observations whose chain may be forked: some version was corrected more than once. */
  contestedAmong(records: readonly number[], limit: number): number[] {
    return this.#contested.all(JSON.stringify(records), limit)
  }
}

function asInference(row: InferenceRow | undefined): StoredInference | undefined {
  if (row === undefined) return undefined
  const [seq, hex, assertedBy, depth, subjectsResolved, occurredAtMs, receivedAtMs, json] = row
  return {
    seq,
    id: idOfHex(hex),
    assertedBy,
    depth,
    subjectsResolved: subjectsResolved === 1,
    occurredAtMs,
    receivedAtMs,
    json,
    body: parsed(seq, json),
  }
}

/** Parses a body. The engine's own error would quote the text, which may contain a name. */
function parsed(seq: number, json: string): InferenceBody {
  try {
    return fromJson<InferenceBody>(json)
  } catch {
    throw new Error(`The inference at ${seq} of the log is damaged.`)
  }
}
