import type { InferenceDraft } from '../../../../src/domain/inference.ts'
import { find } from '../../../support/records/gate/oracle.ts'
import { BASES } from './drafts.ts'
import { readableNow } from './oracle-inferences.ts'
import { DAY, READERS, RECORD_TYPES, type World } from './world.ts'

/** Predictions as models would send them: mostly from what their party may read, often from something else besides. */

export interface InferenceAttempt {
  readonly asserter: string
  readonly draft: InferenceDraft
}

/** Stands in every prediction and in nothing else. */
export const MODEL = 'oracle-of-the-worlds'

export function anInference(w: World): InferenceAttempt {
  const { random } = w
  const asserter = random.pick(random.chance(0.7) ? w.parties.slice(0, READERS) : w.parties)
  return { asserter, draft: draftOver(w, inputsFor(w, asserter)) }
}

/** A prediction from these, in all else as it happens to be. */
export function draftOver(
  w: World,
  inputs: readonly string[],
  more: Partial<InferenceDraft> = {},
): InferenceDraft {
  const { random } = w
  const id = idFor(w)
  return {
    id,
    ...(random.chance(0.3) ? { record_class: 'inference' as const } : {}),
    model_id: MODEL,
    model_version: '1',
    inputs: inputs.map((input) => (input === id ? w.id() : input)),
    ...(random.chance(0.5) ? { confidence: random.below(11) / 10 } : {}),
    output: random.pick([
      { name: 'yield', value: 410, unit: 'kg' },
      { name: 'will_repay', value: true },
      { name: 'risk', value: 'low' },
    ]),
    occurred_at: new Date(w.nowMs - random.below(4) * DAY).toISOString(),
    lawful_basis: random.pick(BASES),
    ...(random.chance(0.4) ? { inference_depth: random.below(4) } : {}),
    ...more,
  }
}

/** Mostly new; sometimes one that somebody has named before, as a prediction's or as a lot's. */
function idFor(w: World): string {
  const { random } = w
  for (const promised of [w.promisedInferences, w.promised])
    if (promised.length > 0 && random.chance(0.15))
      return promised.splice(random.below(promised.length), 1)[0] as string
  return w.id()
}

function inputsFor(w: World, asserter: string): string[] {
  const { random } = w
  const everything = [...w.records.map(({ id }) => id), ...w.inferences.map(({ body }) => body.id)]
  const readable = readableNow(w, asserter, everything)
  const isWhole = random.chance(0.65)
  const inputs = Array.from({ length: 1 + random.below(4) }, () =>
    readable.length > 0 && (isWhole || random.chance(0.7)) ? oneOf(w, readable) : oneNotTheirs(w, everything),
  )
  return random.chance(0.1) ? [...inputs, inputs[0] as string] : inputs
}

/** Of any type alike, and of what was predicted oftener. */
function oneOf(w: World, ids: readonly string[]): string {
  const { random } = w
  const wanted = random.pick([...RECORD_TYPES, 'inference', 'inference', 'inference'])
  const fitting = ids.filter((id) => (find(w, id)?.type ?? 'inference') === wanted)
  return random.pick(fitting.length > 0 ? fitting : ids)
}

/** Somebody's, nobody's, or something that is yet to come. */
function oneNotTheirs(w: World, everything: readonly string[]): string {
  const { random } = w
  const roll = random.below(10)
  if (roll < 5) return random.pick(everything)
  if (roll < 7 && w.promised.length > 0) return random.pick(w.promised)
  const id = w.id()
  if (roll < 9) w.promisedInferences.push(id)
  return id
}
