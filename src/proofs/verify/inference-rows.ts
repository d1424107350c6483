import { possibleSubjects, subjectsOf } from '../../domain/derived/subjects.ts'
import { depthOver, type InferenceBody, SUBJECTS_FOLLOWED_DEEP } from '../../domain/inference.ts'
import { type About, aboutOf, type Under } from '../../records/intake/about.ts'
import type { StoredInference } from '../../store/inferences.ts'
import type { EntryRow } from '../../store/inspect/log-rows.ts'
import type { StoredRecord } from '../../store/records.ts'
import type { Inspection } from './inspection.ts'

type Tell = (column: string, should: string) => void

/**
 * What the columns, inputs and subjects of a prediction must be. Which of its inputs were open to its party was decided on
 * receipt and is not checked. In one transaction, since subjects may be added meanwhile.
 */
export function checkInference(inspection: Inspection, row: EntryRow, body: InferenceBody, tell: Tell): void {
  const [seq, , , assertedBy, , , , , occurredAt] = row
  const [depth, subjectsResolved] = inspection.references.judgedOf(seq) ?? []
  if (assertedBy !== inspection.party(body.asserted_by)) tell('asserted_by', `party ${body.asserted_by}`)
  if (occurredAt !== Date.parse(body.occurred_at)) tell('occurred_at', body.occurred_at)
  const under = inputsOf(inspection, seq, body, tell)
  const rightDepth = depthOver([
    ...under.observations.map(() => 0),
    ...under.inferences.map((input) => input.depth),
  ])
  if (depth !== rightDepth) tell('depth', String(rightDepth))
  const about = aboutOf(inspection.world(seq), under, inspection.inferences, (id) => inspection.party(id))
  checkSources(inspection, seq, about, tell)
  checkSubjects(inspection, seq, about, tell)
  const named = new Set(body.inputs).size
  const found = under.observations.length + under.inferences.length
  const should = Number(about.isResolved && found === named && rightDepth <= SUBJECTS_FOLLOWED_DEEP)
  if (subjectsResolved !== should) tell('subjects_resolved', String(should))
}

function inputsOf(inspection: Inspection, seq: number, body: InferenceBody, tell: Tell): Under {
  const names = new Set(body.inputs.map((id) => id.replaceAll('-', '')))
  const observations: StoredRecord[] = []
  const inferences: StoredInference[] = []
  for (const input of inspection.references.inputsOf(seq)) {
    const id = input < seq ? inspection.references.idOf(input) : undefined
    if (id === undefined || !names.has(id))
      tell('inference_input', `no row of entry ${input}, which it does not name`)
    else {
      const observation = inspection.records.bySeq(input)
      if (observation !== undefined) observations.push(observation)
      else inferences.push(inspection.inferences.bySeq(input) as StoredInference)
    }
  }
  return { observations, inferences }
}

/** Losses and retractions under it, through all its inputs. */
function checkSources(inspection: Inspection, seq: number, { uncertainSources }: About, tell: Tell): void {
  const found = new Set(inspection.inferences.uncertainSourcesOf(seq))
  for (const source of uncertainSources)
    if (!found.has(source)) tell('inference_uncertain_source', `with a row of entry ${source}`)
  for (const source of found)
    if (!uncertainSources.has(source))
      tell('inference_uncertain_source', `without the row of entry ${source}`)
}

/** At least the subjects of its inputs then and now; at most also those that may become subjects. */
function checkSubjects(inspection: Inspection, seq: number, { subjects: then }: About, tell: Tell): void {
  const certain = new Set(then)
  const possible = new Set<number>()
  for (const source of inspection.inferences.uncertainSourcesOf(seq)) {
    const record = inspection.records.bySeq(source)
    if (record === undefined) continue
    const now = inspection.world(NOW)
    for (const id of subjectsOf(now, record).parties) certain.add(inspection.party(id))
    for (const id of possibleSubjects(now, record)) possible.add(inspection.party(id))
  }
  const found = new Set(inspection.inferences.subjectsOf(seq))
  for (const party of certain)
    if (!found.has(party)) tell('inference_subject', `with a row of ${inspection.partyWords(party)}`)
  for (const party of found)
    if (!certain.has(party) && !possible.has(party))
      tell('inference_subject', `without the row of ${inspection.partyWords(party)}`)
}

/** The present log. */
const NOW = Number.MAX_SAFE_INTEGER
