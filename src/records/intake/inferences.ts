import { Problem, violation } from '../../base/problem.ts'
import { must } from '../../base/typed.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { MemoizedGraph } from '../../domain/derived/memoized-graph.ts'
import {
  INFERENCE_LIMITS,
  type InferenceBody,
  type InferenceDraft,
  isSameInference,
  normalizeInference,
} from '../../domain/inference.ts'
import { formatInstant, instantOf } from '../../domain/time.ts'
import { actedBy } from '../../store/acts/doer.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import { useOf } from '../../store/log/id-owner.ts'
import type { Store } from '../../store/store.ts'
import type { StoredInference } from '../../store/tables/inferences.ts'
import type { FoundInput } from '../gate/inputs.ts'
import { type About, aboutOf, judgementOn, type Under } from './about.ts'
import type { Author } from './author.ts'

/** Finds an input by its id, if the author may read it; the gate decides. */
export interface InputFinder {
  find(id: string): FoundInput | null
}

export interface InferenceSettings {
  readonly maxRecordBytes: number
  readonly maxInputs: number
}

export interface AppendedInference {
  readonly status: 'accepted' | 'replayed'
  readonly inference: StoredInference
  /** Bytes on the disk besides the text: a small inference may be about hundreds of parties. */
  readonly rowBytes: number
}

interface StoredForm {
  readonly body: InferenceBody
  readonly json: string
  readonly receivedAtMs: number
}

/** Bytes of one row of two numbers, with its index entry. */
const BYTES_A_ROW = 32

/** The only way in for inferences. `append` runs inside a job of the writer. */
export class InferenceIntake {
  readonly #store: Store
  readonly #inputsFor: (author: Author, world: RecordGraph) => InputFinder
  readonly #settings: InferenceSettings

  constructor(
    store: Store,
    inputsFor: (author: Author, world: RecordGraph) => InputFinder,
    settings: InferenceSettings,
  ) {
    this.#store = store
    this.#inputsFor = inputsFor
    this.#settings = settings
  }

  /**
   * Appends one inference whose shape has been checked. Decides for good which inputs resolve, and so the
   * depth.
   * @throws {Problem} before anything is written
   */
  append(author: Author, draft: InferenceDraft): AppendedInference {
    const normalized = normalizeInference(draft)
    this.#checkShape(normalized)
    const existing = this.#store.inferences.byId(normalized.id)
    if (existing?.assertedBy === author.party) {
      if (!isSameInference(existing.body, normalized, author.partyId)) throw new Problem('id_conflict')
      return { status: 'replayed', inference: existing, rowBytes: 0 }
    }
    const use = existing ? 'other' : useOf(this.#store, normalized.id, author.partyId)
    if (use === 'own') throw new Problem('id_conflict')
    checkCrossFields(author, normalized)
    const stored = this.#storedForm(author, normalized)
    // Refused only here, as for records, so that each guess at an id costs a valid inference.
    if (use === 'other') throw new Problem('id_conflict')
    const world = this.#store.recordGraph()
    const finder = this.#inputsFor(author, world)
    const ids = [...new Set(normalized.inputs)]
    const found = ids.map((id) => finder.find(id)).filter((input) => input !== null)
    return this.#write(author, stored, world, found, ids.length)
  }

  #checkShape({ inputs }: InferenceDraft): void {
    const { maxInputs } = this.#settings
    if (inputs.length > maxInputs)
      throw violation('schema_violation', '/inputs', `must NOT have more than ${maxInputs} items`)
  }

  /** @throws {Problem} body_too_large, if the stored form is longer than the limit */
  #storedForm(author: Author, draft: InferenceDraft): StoredForm {
    const receivedAtMs = this.#store.writer.nowMs
    const body: InferenceBody = {
      ...draft,
      record_class: 'inference',
      asserted_by: author.partyId,
      received_at: formatInstant(receivedAtMs),
    }
    const json = canonicalJson(body)
    if (Buffer.byteLength(json) > this.#settings.maxRecordBytes) throw new Problem('body_too_large')
    return { body, json, receivedAtMs }
  }

  #write(
    author: Author,
    { body, json, receivedAtMs }: StoredForm,
    world: RecordGraph,
    found: readonly FoundInput[],
    named: number,
  ): AppendedInference {
    const store = this.#store
    const under: Under = {
      observations: found.flatMap(({ observation }) => observation ?? []),
      inferences: found.flatMap(({ inference }) => inference ?? []),
    }
    const about = this.#checkedWidth(world, under)
    const judgement = judgementOn(about, under, named)
    const { depth, subjectsResolved } = judgement
    const inference: StoredInference = {
      seq: store.log.next(),
      id: body.id,
      assertedBy: author.party,
      depth,
      subjectsResolved,
      occurredAtMs: instantOf(body.occurred_at),
      receivedAtMs,
      json,
      body,
    }
    store.inferences.append({ inference, ...store.log.seal(inference.seq, json), judgement })
    this.#audit(author, inference.seq)
    const count = found.length + about.subjects.size + about.uncertainSources.size
    return { status: 'accepted', inference, rowBytes: count * BYTES_A_ROW }
  }

  #checkedWidth(world: RecordGraph, under: Under): About {
    const { inferences, parties } = this.#store
    const about = aboutOf(new MemoizedGraph(world), under, inferences, (id) => must(parties.find(id)))
    const { under: most, subjects, losses } = INFERENCE_LIMITS
    if (about.subjects.size > subjects) throw tooWide('be about', subjects, 'parties')
    if (about.uncertainSources.size > losses) throw tooWide('rest on', losses, 'losses and retractions')
    const seqs = [...under.observations, ...under.inferences].map(({ seq }) => seq)
    if (inferences.countUnder(seqs, most + 1) > most)
      throw tooWide('rest on', most, 'observations and inferences')
    return about
  }

  #audit(author: Author, seq: number): void {
    const detail = actedBy(author.operator)
    this.#store.audit.append(this.#store.writer.nowMs, {
      credential: author.credential,
      action: 'append_inference',
      outcome: 'done',
      records: [seq],
      ...(Object.keys(detail).length === 0 ? {} : { detail }),
    })
  }
}

const tooWide = (verb: string, most: number, what: string) =>
  violation('inference_too_wide', '/inputs', `must not ${verb} more than ${most} ${what} in all`)

function checkCrossFields(author: Author, { id, inputs, asserted_by }: InferenceDraft): void {
  if (asserted_by !== undefined && asserted_by !== author.partyId)
    throw violation('schema_violation', '/asserted_by', "must be the credential's own party, or be left out")
  const itself = inputs.indexOf(id)
  if (itself >= 0)
    throw violation('schema_violation', `/inputs/${itself}`, 'must not name the inference itself')
}
