import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  depthOver,
  INFERENCE_FLAGS,
  type InferenceBody,
  inferenceFlags,
  isSameInference,
  normalizeInference,
} from '../../../src/domain/inference.ts'

const ID = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const ME = ID(1)
const body = (more: object = {}): InferenceBody => ({
  id: ID(2),
  record_class: 'inference',
  model_id: 'm',
  model_version: '1',
  inputs: [ID(3)],
  output: { name: 'x', value: 1 },
  occurred_at: '2026-06-28T07:15:00.000Z',
  lawful_basis: 'consent',
  asserted_by: ME,
  received_at: '2026-06-28T07:15:01.000Z',
  ...more,
})

describe('depth', () => {
  test('over a tree of inferences is what a walk to its leaves finds', () => {
    type Tree = readonly Tree[]
    const tree = fc.memo(
      (levels): fc.Arbitrary<Tree> => (levels <= 1 ? fc.constant([]) : fc.array(tree(), { maxLength: 4 })),
    )
    const walked = (t: Tree): number => (t.length === 0 ? 0 : 1 + Math.max(...t.map(walked)))
    const known = (t: Tree): number => (t.length === 0 ? 0 : depthOver(t.map(known)))
    fc.assert(
      fc.property(tree(5), (t) => {
        expect(known(t)).toBe(walked(t))
      }),
    )
  })
  test('over nothing that resolved is one', () => expect(depthOver([])).toBe(1))
})

describe('flags', () => {
  test.each([
    ['none', {}, 1, 1, []],
    ['deep', {}, 2, 1, ['inference_depth_exceeded']],
    ['stated rightly', { inference_depth: 1 }, 1, 1, []],
    ['stated wrongly', { inference_depth: 0 }, 1, 1, ['inference_depth_misstated']],
    ['something unresolved', { inputs: [ID(3), ID(4)] }, 1, 1, ['inference_input_unresolved']],
    ['one named twice counts once', { inputs: [ID(3), ID(3)] }, 1, 1, []],
    ['everything', { inference_depth: 9 }, 2, 0, [...INFERENCE_FLAGS]],
  ])('%s', (_, more, depth, resolved, flags) => {
    expect(inferenceFlags(body(more), depth, resolved)).toEqual(flags)
  })
  test('stand sorted', () => expect([...INFERENCE_FLAGS].sort()).toEqual(INFERENCE_FLAGS))
})

describe('the same again', () => {
  const draft = () => {
    const { record_class: _, asserted_by: __, received_at: ___, ...sent } = body()
    return sent
  }
  test('whatever the service sets, and whatever the offset', () => {
    const again = [
      draft(),
      { ...draft(), record_class: 'inference' as const, asserted_by: ME },
      { ...draft(), received_at: 'whenever', derived: { stale: true } },
      { ...draft(), occurred_at: '2026-06-28T10:15:00.0000+03:00' },
    ]
    for (const one of again) expect(isSameInference(body(), normalizeInference(one), ME)).toBe(true)
  })
  test('not by somebody else, nor with anything else in it', () => {
    expect(isSameInference(body(), normalizeInference(draft()), ID(9))).toBe(false)
    const others = [
      { asserted_by: ID(9) },
      { confidence: 1 },
      { inputs: [ID(3), ID(3)] },
      { output: { name: 'x', value: '1' } },
      { occurred_at: '2026-06-28T07:15:00.001Z' },
      { inference_depth: 1 },
    ]
    for (const more of others)
      expect(isSameInference(body(), normalizeInference({ ...draft(), ...more }), ME)).toBe(false)
  })
})
