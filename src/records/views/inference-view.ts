import type { GatedInference } from '../gate/gated.ts'
import type { DerivedInferenceView } from './derived-schema.ts'
import { withKeepUntil } from './record-view.ts'

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
  const view: DerivedInferenceView = {
    ...derived,
    flags: [...derived.flags],
    redacted: [{ member: 'inputs', count: hidden.size }],
  }
  return JSON.stringify({ ...inference.body, inputs: shown, derived: view })
}
