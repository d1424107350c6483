import { possibleSubjects, subjectsOf } from '../domain/derived/subjects.ts'
import { depthOver, type InferenceBody, SUBJECTS_FOLLOWED_DEEP } from '../domain/inference.ts'
import type { StoredInference } from '../store/inferences.ts'
import type { EntryRow } from '../store/inspect/log-rows.ts'
import type { StoredRecord } from '../store/records.ts'
import type { Inspection } from './inspection.ts'

type Tell = (column: string, should: string) => void

interface Under {
  readonly observations: readonly StoredRecord[]
  readonly inferences: readonly StoredInference[]
}

/**
 * What the columns of a prediction, its inputs and its subjects must be. Which of the inputs it names were open to its
 * party is settled at receipt and taken as it stands. In one transaction: subjects may be added meanwhile.
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
  checkSources(inspection, seq, under, tell)
  const isResolved = checkSubjects(inspection, seq, under, tell)
  const named = new Set(body.inputs).size
  const found = under.observations.length + under.inferences.length
  const should = Number(isResolved && found === named && rightDepth <= SUBJECTS_FOLLOWED_DEEP)
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
function checkSources(inspection: Inspection, seq: number, under: Under, tell: Tell): void {
  const called = new Set(under.observations.filter(({ type }) => isUncertain(type)).map((o) => o.seq))
  for (const input of under.inferences)
    for (const source of inspection.inferences.uncertainSourcesOf(input.seq)) called.add(source)
  const found = new Set(inspection.inferences.uncertainSourcesOf(seq))
  for (const source of called)
    if (!found.has(source)) tell('inference_uncertain_source', `with a row of entry ${source}`)
  for (const source of found)
    if (!called.has(source)) tell('inference_uncertain_source', `without the row of entry ${source}`)
}

/**
 * At least whoever its inputs were about when it came and are about now; at most whoever they could be about as well.
 * @returns whether everybody could be told when it came
 */
function checkSubjects(
  inspection: Inspection,
  seq: number,
  { observations, inferences }: Under,
  tell: Tell,
): boolean {
  const certain = new Set<number>()
  const possible = new Set<number>()
  const add = (to: Set<number>, parties: readonly string[]) => {
    for (const id of parties) to.add(inspection.party(id))
  }
  let isResolved = true
  for (const observation of observations) {
    const then = subjectsOf(inspection.world(seq), observation)
    isResolved &&= then.resolved
    add(certain, then.parties)
  }
  for (const { seq: input, subjectsResolved } of inferences) {
    isResolved &&= subjectsResolved
    for (const party of inspection.inferences.subjectsOf(input)) certain.add(party)
  }
  for (const source of inspection.inferences.uncertainSourcesOf(seq)) {
    const record = inspection.records.bySeq(source)
    if (record === undefined) continue
    add(certain, subjectsOf(inspection.world(NOW), record).parties)
    add(possible, possibleSubjects(inspection.world(NOW), record))
  }
  const found = new Set(inspection.inferences.subjectsOf(seq))
  for (const party of certain)
    if (!found.has(party)) tell('inference_subject', `with a row of ${inspection.partyWords(party)}`)
  for (const party of found)
    if (!certain.has(party) && !possible.has(party))
      tell('inference_subject', `without the row of ${inspection.partyWords(party)}`)
  return isResolved
}

/** Every entry that there is. */
const NOW = Number.MAX_SAFE_INTEGER

const isUncertain = (type: string): boolean => type === 'loss' || type === 'retraction'
