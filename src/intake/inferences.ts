import { canonicalJson } from '../domain/canonical.ts'
import { possibleSubjects, subjectsOf } from '../domain/derived/subjects.ts'
import {
  depthOver,
  type InferenceBody,
  type InferenceDraft,
  isSameInference,
  MAX_SOURCES,
  MAX_UNCERTAIN_SOURCES,
  normalizeInference,
  type ResolvedInput,
  SUBJECTS_FOLLOWED_DEEP,
  sourcesOf,
} from '../domain/inference.ts'
import { formatInstant, parseInstant } from '../domain/time.ts'
import type { RecordType } from '../domain/types/index.ts'
import type { FoundInput } from '../gate/inputs.ts'
import { Problem, violation } from '../problem.ts'
import type { InferenceAbout, StoredInference } from '../store/inferences.ts'
import { sha256 } from '../store/log.ts'
import type { Neighbourhood } from '../store/neighbourhood.ts'
import type { Store } from '../store/store.ts'
import type { Author } from './intake.ts'

/** Finds an input by its id, where the author may read it; the gate decides. */
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
}

/** Whom these are about may come to be known after they were received. */
const UNCERTAIN: ReadonlySet<RecordType> = new Set(['loss', 'retraction'])

/** The one way in for inferences. `append` runs inside a job of the writer. */
export class InferenceIntake {
  readonly #store: Store
  readonly #inputsFor: (author: Author, world: Neighbourhood) => InputFinder
  readonly #settings: InferenceSettings

  constructor(
    store: Store,
    inputsFor: (author: Author, world: Neighbourhood) => InputFinder,
    settings: InferenceSettings,
  ) {
    this.#store = store
    this.#inputsFor = inputsFor
    this.#settings = settings
  }

  /**
   * Appends one inference, its shape already checked. Which inputs resolve, and so its depth, is settled now for good.
   * @throws {Problem} with nothing written
   */
  append(author: Author, draft: InferenceDraft): AppendedInference {
    const normalized = normalizeInference(draft)
    this.#checkShape(normalized)
    const existing = this.#store.inferences.byId(normalized.id)
    if (existing) {
      if (!isSameInference(existing.body, normalized, author.partyId)) throw new Problem('id_conflict')
      return { status: 'replayed', inference: existing }
    }
    if (this.#store.acts.isTaken(normalized.id)) throw new Problem('id_conflict')
    checkCrossFields(author, normalized)
    const world = this.#store.neighbourhood()
    const finder = this.#inputsFor(author, world)
    const ids = [...new Set(normalized.inputs)]
    const found = ids.map((id) => finder.find(id)).filter((input) => input !== null)
    return { status: 'accepted', inference: this.#write(author, normalized, world, found, ids.length) }
  }

  #checkShape({ inputs }: InferenceDraft): void {
    const { maxInputs } = this.#settings
    if (inputs.length > maxInputs)
      throw violation('schema_violation', '/inputs', `must NOT have more than ${maxInputs} items`)
  }

  #write(
    author: Author,
    draft: InferenceDraft,
    world: Neighbourhood,
    found: readonly FoundInput[],
    named: number,
  ): StoredInference {
    const inputs = found.map(asInput)
    const sources = sourcesOf(inputs)
    if (sources > MAX_SOURCES) throw tooWide(`${MAX_SOURCES} observations`)
    const store = this.#store
    const receivedAtMs = store.writer.nowMs
    const body: InferenceBody = {
      ...draft,
      record_class: 'inference',
      asserted_by: author.partyId,
      received_at: formatInstant(receivedAtMs),
    }
    const json = canonicalJson(body)
    if (Buffer.byteLength(json) > this.#settings.maxRecordBytes) throw new Problem('body_too_large')
    const depth = depthOver(inputs)
    const { about, isResolved } = this.#aboutOf(world, found)
    if (about.uncertainSources.length > MAX_UNCERTAIN_SOURCES)
      throw tooWide(`${MAX_UNCERTAIN_SOURCES} losses and retractions`)
    const inference: StoredInference = {
      seq: store.log.next(),
      id: draft.id,
      assertedBy: author.party,
      depth,
      sources,
      subjectsResolved: isResolved && found.length === named && depth <= SUBJECTS_FOLLOWED_DEEP,
      occurredAtMs: parseInstant(draft.occurred_at) as number,
      receivedAtMs,
      json,
      body,
    }
    store.inferences.append({ inference, salt: store.log.salt(), digest: sha256(json), inputs, about })
    this.#audit(author, inference.seq)
    return inference
  }

  /** Whom it is about: everybody that its inputs are about. */
  #aboutOf(world: Neighbourhood, found: readonly FoundInput[]) {
    const certain = new Set<number>()
    const candidates = new Set<number>()
    const uncertainSources = new Set<number>()
    let isResolved = true
    for (const { observation, inference } of found) {
      if (observation !== undefined && UNCERTAIN.has(observation.type)) {
        uncertainSources.add(observation.seq)
        for (const id of possibleSubjects(world, observation)) candidates.add(this.#store.parties.intern(id))
      } else if (observation !== undefined) {
        const { parties, resolved } = subjectsOf(world, observation)
        isResolved &&= resolved
        for (const id of parties) certain.add(this.#store.parties.intern(id))
      } else {
        const below = this.#store.inferences.aboutOf(inference.seq)
        isResolved &&= inference.subjectsResolved
        for (const party of below.certain) certain.add(party)
        for (const party of below.candidates) candidates.add(party)
        for (const source of below.uncertainSources) uncertainSources.add(source)
      }
    }
    const about: InferenceAbout = {
      certain: [...certain],
      candidates: [...candidates].filter((party) => !certain.has(party)),
      uncertainSources: [...uncertainSources],
    }
    return { about, isResolved }
  }

  #audit(author: Author, seq: number): void {
    this.#store.audit.append(this.#store.writer.nowMs, {
      credential: author.credential,
      action: 'append_inference',
      outcome: 'done',
      records: [seq],
    })
  }
}

const tooWide = (what: string) =>
  violation('inference_too_wide', '/inputs', `rest on more than ${what} in all`)

function checkCrossFields(author: Author, { id, inputs, asserted_by }: InferenceDraft): void {
  if (asserted_by !== undefined && asserted_by !== author.partyId)
    throw violation('schema_violation', '/asserted_by', "must be the credential's own party, or be left out")
  const itself = inputs.indexOf(id)
  if (itself >= 0)
    throw violation('schema_violation', `/inputs/${itself}`, 'must not name the inference itself')
}

function asInput({ observation, inference }: FoundInput): ResolvedInput {
  if (observation !== undefined) return { seq: observation.seq, depth: 0, sources: 1 }
  return { seq: inference.seq, depth: inference.depth, sources: inference.sources }
}
