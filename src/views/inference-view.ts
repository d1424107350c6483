import type { GatedInference } from '../gate/gated.ts'

/**
 * An inference as it is returned: its stored fields, and `derived` (contract §5, §9). A reader by grant sees the ids of
 * those inputs alone that it may read; how many others there are stands in `redacted`.
 */
export function inferenceJson({ inference, own, derived, mayRead }: GatedInference): string {
  const { inputs } = inference.body
  const shown = own ? inputs : inputs.filter(mayRead)
  const hidden = inputs.length - shown.length
  const stored = hidden === 0 ? inference.json : JSON.stringify({ ...inference.body, inputs: shown })
  const view = hidden === 0 ? derived : { ...derived, redacted: [{ member: 'inputs', count: hidden }] }
  return `${stored.slice(0, -1)},"derived":${JSON.stringify(view)}}`
}
