import { InferenceDraft } from '../../domain/inference.ts'
import { closed, Id, Instant, type View, Word } from '../../domain/shapes.ts'
import type { GatedInference } from '../gate/gated.ts'
import { derivedInferenceSchema } from './derived-schema.ts'
import { withKeepUntil } from './record-view.ts'

/** An inference as returned. */
export const InferenceView = closed(
  {
    ...InferenceDraft.properties,
    record_class: Word(['inference'], 'Separate from observations.'),
    asserted_by: Id('The party whose model it is: the party of the credential.'),
    received_at: Instant('When this service received it.'),
    derived: derivedInferenceSchema,
  },
  { $id: 'Inference' },
)
export type InferenceView = View<typeof InferenceView>

/**
 * Returns an inference as JSON: its stored fields, and `derived` (contract §5, §9). Only the asserter sees
 * the ids of all inputs. Others, including its subjects, see the ids that they may read, and `redacted` has
 * the number of the rest.
 */
export const inferenceJson = (gated: GatedInference): string => withKeepUntil(textOf(gated), gated.keepUntil)

function textOf({ inference, isItsAsserter, derived, mayRead }: GatedInference): string {
  const { inputs } = inference.body
  const hidden = new Set(isItsAsserter ? [] : inputs.filter((input) => !mayRead(input)))
  if (hidden.size === 0) return `${inference.json.slice(0, -1)},"derived":${JSON.stringify(derived)}}`
  const shown = inputs.filter((input) => !hidden.has(input))
  const redacted = [{ member: 'inputs', count: hidden.size }]
  const view: InferenceView = { ...inference.body, inputs: shown, derived: { ...derived, redacted } }
  return JSON.stringify(view)
}
