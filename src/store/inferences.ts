import { RELATIONS } from '../domain/derived/world.ts'
import { idBytes, idOfHex } from '../domain/id.ts'
import type { InferenceBody } from '../domain/inference.ts'
import type { Db } from './open.ts'

type Row = [
  seq: number,
  id: string,
  assertedBy: number,
  depth: number,
  sources: number,
  subjectsResolved: number,
  occurredAt: number,
  receivedAt: number,
  body: string,
]
const COLUMNS =
  'i.seq, hex(i.id), i.asserted_by, i.depth, i.sources, i.subjects_resolved, i.occurred_at, i.received_at, i.body'

/** One stored inference. */
export interface StoredInference {
  readonly seq: number
  readonly id: string
  readonly assertedBy: number
  readonly depth: number
  readonly sources: number
  /** False when somebody it is about cannot be told: nobody's grant opens it then. */
  readonly subjectsResolved: boolean
  readonly occurredAtMs: number
  readonly receivedAtMs: number
  /** The canonical JSON that was hashed. */
  readonly json: string
  readonly body: InferenceBody
}

/** Whom an inference is about, as far as that was settled when it was received. */
export interface InferenceAbout {
  /** Parties, by number. */
  readonly certain: readonly number[]
  /** Those it would be about if the writers of the uncertain sources had to do with the lots these name. */
  readonly candidates: readonly number[]
  /** Observations, by seq, of which it may come to be known later whom they are about. */
  readonly uncertainSources: readonly number[]
}

export interface NewInference {
  readonly inference: StoredInference
  readonly salt: Buffer
  readonly digest: Buffer
  readonly inputs: readonly { readonly seq: number; readonly depth: number }[]
  readonly about: InferenceAbout
}

/** Inferences, what they rest on and whom they are about. All SQL on them is here. */
export class Inferences {
  readonly #noteAppend: () => void
  readonly #insert
  readonly #insertInput
  readonly #insertSubject
  readonly #insertUncertain
  readonly #has
  readonly #byId
  readonly #atOrAfter
  readonly #last
  readonly #bySeq
  readonly #ids
  readonly #inputs
  readonly #subjects
  readonly #uncertain
  readonly #over
  readonly #hasSubject
  readonly #about
  readonly #corrected
  readonly #retracted

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare(
      `INSERT INTO inference (seq, id, asserted_by, depth, sources, subjects_resolved, occurred_at, received_at,
         body, salt, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#insertInput = db.prepare('INSERT INTO inference_input (inference, input, depth) VALUES (?, ?, ?)')
    this.#insertSubject = db.prepare(
      'INSERT INTO inference_subject (inference, party, is_certain) VALUES (?, ?, ?)',
    )
    this.#insertUncertain = db.prepare(
      'INSERT INTO inference_uncertain_source (inference, observation) VALUES (?, ?)',
    )
    this.#has = db.prepare<[Buffer], number>('SELECT 1 FROM inference WHERE id = ?').pluck()
    this.#byId = db.prepare<[Buffer], Row>(`SELECT ${COLUMNS} FROM inference i WHERE i.id = ?`).raw()
    this.#atOrAfter = db
      .prepare<[Buffer], Row>(`SELECT ${COLUMNS} FROM inference i WHERE i.id >= ? ORDER BY i.id LIMIT 1`)
      .raw()
    this.#last = db.prepare<[], Row>(`SELECT ${COLUMNS} FROM inference i ORDER BY i.id DESC LIMIT 1`).raw()
    this.#bySeq = db.prepare<[number], Row>(`SELECT ${COLUMNS} FROM inference i WHERE i.seq = ?`).raw()
    this.#ids = db
      .prepare<[string], [number, string]>(
        'SELECT i.seq, hex(i.id) FROM json_each(?) j CROSS JOIN inference i ON i.seq = j.value',
      )
      .raw()
    this.#inputs = db
      .prepare<[string], [number, number]>(
        `SELECT DISTINCT n.input, n.depth FROM json_each(?) j
         CROSS JOIN inference_input n ON n.inference = j.value`,
      )
      .raw()
    this.#subjects = db
      .prepare<[number], [number, number]>(
        'SELECT party, is_certain FROM inference_subject WHERE inference = ?',
      )
      .raw()
    this.#uncertain = db
      .prepare<[number], number>('SELECT observation FROM inference_uncertain_source WHERE inference = ?')
      .pluck()
    this.#over = db
      .prepare<[number], number>('SELECT inference FROM inference_uncertain_source WHERE observation = ?')
      .pluck()
    this.#hasSubject = db
      .prepare<[number, number], number>('SELECT 1 FROM inference_subject WHERE inference = ? AND party = ?')
      .pluck()
    this.#about = db
      .prepare<[number, number, number], number>(
        'SELECT inference FROM inference_subject WHERE party = ? AND inference > ? ORDER BY inference LIMIT ?',
      )
      .pluck()
    this.#corrected = db
      .prepare<[string], number>(
        `SELECT o.seq FROM json_each(?) j CROSS JOIN observation o ON o.seq = j.value
         WHERE o.root <> o.seq
           OR EXISTS (SELECT 1 FROM link l WHERE l.target = o.id AND l.relation = ${RELATIONS.supersedes})`,
      )
      .pluck()
    this.#retracted = db
      .prepare<[string], number>(
        `SELECT 1 FROM json_each(?) j CROSS JOIN observation o ON o.seq = j.value
         WHERE EXISTS (SELECT 1 FROM link l WHERE l.target = o.id AND l.relation = ${RELATIONS.retracts}) LIMIT 1`,
      )
      .pluck()
  }

  /** Appends one with what it rests on and whom it is about. Only inside a job of the writer. */
  append({ inference, salt, digest, inputs, about }: NewInference): void {
    this.#noteAppend()
    const { seq } = inference
    this.#insert.run(
      seq,
      idBytes(inference.id),
      inference.assertedBy,
      inference.depth,
      inference.sources,
      inference.subjectsResolved ? 1 : 0,
      inference.occurredAtMs,
      inference.receivedAtMs,
      inference.json,
      salt,
      digest,
    )
    for (const input of inputs) this.#insertInput.run(seq, input.seq, input.depth)
    for (const party of about.certain) this.#insertSubject.run(seq, party, 1)
    for (const party of about.candidates) this.#insertSubject.run(seq, party, 0)
    for (const observation of about.uncertainSources) this.#insertUncertain.run(seq, observation)
  }

  /** Adds that the inferences over an observation may be about somebody, which came to be known later. */
  alsoAbout(observation: number, party: number): void {
    for (const inference of this.#over.all(observation)) {
      if (this.#hasSubject.get(inference, party) !== undefined) continue
      this.#noteAppend()
      this.#insertSubject.run(inference, party, 0)
    }
  }

  has(id: string): boolean {
    return this.#has.get(idBytes(id)) !== undefined
  }

  byId(id: string): StoredInference | undefined {
    return asInference(this.#byId.get(idBytes(id)))
  }

  /** The inference of this id or its neighbour, found by the same work; undefined where there is none at all. */
  near(id: string): StoredInference | undefined {
    return asInference(this.#atOrAfter.get(idBytes(id)) ?? this.#last.get())
  }

  bySeq(seq: number): StoredInference | undefined {
    return asInference(this.#bySeq.get(seq))
  }

  /** Ids by seq, of those that are inferences. */
  idsOf(seqs: readonly number[]): Map<number, string> {
    const rows = this.#ids.all(JSON.stringify(seqs))
    return new Map(rows.map(([seq, hex]) => [seq, idOfHex(hex)]))
  }

  /** The inputs that resolved, of all these inferences, each once; depth 0 is an observation. */
  inputsOf(seqs: readonly number[]): { readonly seq: number; readonly depth: number }[] {
    return this.#inputs.all(JSON.stringify(seqs)).map(([seq, depth]) => ({ seq, depth }))
  }

  /** As it is settled now; whether the candidates are subjects is asked of the uncertain sources. */
  aboutOf(seq: number): InferenceAbout {
    const subjects = this.#subjects.all(seq)
    const parties = (isCertain: number) =>
      subjects.filter(([, certain]) => certain === isCertain).map(([party]) => party)
    return { certain: parties(1), candidates: parties(0), uncertainSources: this.#uncertain.all(seq) }
  }

  /** Of these observations those that are not alone in their chain. */
  perhapsCorrected(observations: readonly number[]): number[] {
    return this.#corrected.all(JSON.stringify(observations))
  }

  isAnyRetracted(observations: readonly number[]): boolean {
    return this.#retracted.get(JSON.stringify(observations)) !== undefined
  }

  /** Seqs of the next inferences that are, or may be, about a party; in the order of the log. */
  maybeAbout(party: number, afterSeq: number, count: number): number[] {
    return this.#about.all(party, afterSeq, count)
  }
}

function asInference(row: Row | undefined): StoredInference | undefined {
  if (row === undefined) return undefined
  const [seq, hex, assertedBy, depth, sources, subjectsResolved, occurredAtMs, receivedAtMs, json] = row
  return {
    seq,
    id: idOfHex(hex),
    assertedBy,
    depth,
    sources,
    subjectsResolved: subjectsResolved === 1,
    occurredAtMs,
    receivedAtMs,
    json,
    body: parsed(seq, json),
  }
}

/** The engine would quote what it could not read, and that may be a name. */
function parsed(seq: number, json: string): InferenceBody {
  try {
    return JSON.parse(json) as InferenceBody
  } catch {
    throw new Error(`The inference at ${seq} of the log is damaged.`)
  }
}
