import { INFERENCE_KIND } from '../entry-kinds.ts'
import type { Db } from '../open.ts'

/** Small look-ups that several checks share. */
export class References {
  readonly #cooperative
  readonly #inputs
  readonly #idOf
  readonly #credential
  readonly #judged
  readonly #strayJudged

  constructor(db: Db) {
    this.#cooperative = db
      .prepare<[], number>('SELECT cooperative FROM appliance ORDER BY seq DESC LIMIT 1')
      .pluck()
    this.#inputs = db
      .prepare<[number], number>('SELECT input FROM inference_input WHERE inference = ?')
      .pluck()
    this.#idOf = db
      .prepare<[number], string>(
        `SELECT lower(hex(id)) FROM entry WHERE seq = ? AND kind <= ${INFERENCE_KIND}`,
      )
      .pluck()
    this.#judged = db
      .prepare<[number], [depth: number, subjectsResolved: number]>(
        'SELECT depth, subjects_resolved FROM inference WHERE seq = ?',
      )
      .raw()
    this.#strayJudged = db
      .prepare<[number], number>(
        `SELECT i.seq FROM inference i WHERE i.seq <= ? AND NOT EXISTS (
           SELECT 1 FROM entry e WHERE e.seq = i.seq AND e.kind = ${INFERENCE_KIND}) LIMIT 100`,
      )
      .pluck()
    this.#credential = db.prepare<[number], number>('SELECT 1 FROM credential WHERE seq = ?').pluck()
  }

  /** The cooperative's party number; undefined in a folder that is not set up. */
  get cooperative(): number | undefined {
    return this.#cooperative.get()
  }

  /** Seqs of an inference's stored inputs. */
  inputsOf(inference: number): number[] {
    return this.#inputs.all(inference)
  }

  /** The stored findings on an inference at receipt. */
  judgedOf(inference: number): readonly [depth: number, subjectsResolved: number] | undefined {
    return this.#judged.get(inference)
  }

  /** Stored findings without an inference. */
  strayJudgements(throughSeq: number): number[] {
    return this.#strayJudged.all(throughSeq)
  }

  /** Id of an observation or inference, in lower-case hexadecimal digits. */
  idOf(seq: number): string | undefined {
    return this.#idOf.get(seq)
  }

  isCredential(seq: number): boolean {
    return this.#credential.get(seq) !== undefined
  }
}
