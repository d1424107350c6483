import { type Static, Type } from '@sinclair/typebox'
import { canonicalJson } from './canonical.ts'
import { closed, Id, Ignored, Instant, LAWFUL_BASES, Text, Word } from './shapes.ts'
import { formatInstant, instantOf } from './time.ts'
import { MAX_INPUTS } from './types/lot.ts'

/**
 * Predictions of models (contract §9): kept apart from observations. The service runs no model; it
 * stores what a model predicted, and from which inputs.
 */

const Output = closed(
  {
    name: Text(200, 'What was predicted, such as expected_harvest.'),
    value: Type.Union([
      Type.Number(),
      Type.String({ maxLength: 2_000, description: 'A word or a text.' }),
      Type.Boolean(),
    ]),
    unit: Type.Optional(Text(80, 'The unit of the value, where it has one.')),
  },
  { description: "What the model said; kept as the model's claim." },
)

/** An inference as sent. */
export const InferenceDraft = closed(
  {
    id: Id('UUID version 7 made by the client.'),
    record_class: Type.Optional(Word(['inference'], 'Fixed; may be left out.')),
    model_id: Text(200, 'The model.'),
    model_version: Text(200, 'Its version.'),
    inputs: Type.Array(Id('An observation or an inference.'), {
      minItems: 1,
      maxItems: MAX_INPUTS,
      description: 'Everything it was computed from. One named twice counts once.',
    }),
    confidence: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: "The model's own figure, kept as its claim." }),
    ),
    output: Output,
    occurred_at: Instant('When it was computed.'),
    lawful_basis: Word(LAWFUL_BASES, 'The ground it is held on; see the registry, lawful-bases.'),
    inference_depth: Type.Optional(
      Type.Integer({
        minimum: -Number.MAX_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'How many inferences deep the client takes it to be. Never trusted: the depth is derived, and a difference flagged.',
      }),
    ),
    asserted_by: Type.Optional(Id("Set by the service to the credential's party; if sent it must equal it.")),
    received_at: Type.Optional(Ignored('When this service received it.')),
    derived: Type.Optional(Ignored('What follows from all records.')),
  },
  { $id: 'InferenceDraft', description: 'A prediction as sent.' },
)
export type InferenceDraft = Static<typeof InferenceDraft>

/** An inference as it is kept, hashed and returned. */
export type InferenceBody = Omit<InferenceDraft, 'received_at' | 'derived'> & {
  readonly record_class: 'inference'
  readonly asserted_by: string
  readonly received_at: string
}

/** Returns a draft with its instant in UTC milliseconds and without the members that the service sets. */
export function normalizeInference(draft: InferenceDraft): InferenceDraft {
  const { received_at: _, derived: __, ...kept } = draft
  return { ...kept, occurred_at: formatInstant(instantOf(draft.occurred_at)) }
}

/** Returns whether the same party sent the same inference again (contract §4). @param again normalised */
export function isSameInference(stored: InferenceBody, again: InferenceDraft, partyId: string): boolean {
  if (stored.asserted_by !== partyId) return false
  if (again.asserted_by !== undefined && again.asserted_by !== partyId) return false
  return canonicalJson(sent(stored)) === canonicalJson(sent(again))
}

function sent(inference: InferenceBody | InferenceDraft): object {
  const { record_class: _, asserted_by: __, received_at: ___, ...rest } = { received_at: '', ...inference }
  return rest
}

/** Subjects are followed through this many inferences (contract §9). No grant opens a deeper one. */
export const SUBJECTS_FOLLOWED_DEEP = 16
/** A greater depth is flagged (specification, "Limits"). */
const DEPTH_FLAGGED_ABOVE = 1

/**
 * Limits on what one inference may rest on, directly or through others: each read looks at all of it, which
 * must take only milliseconds.
 */
export const INFERENCE_LIMITS = {
  /** Different observations and inferences under it. */
  under: 4_096,
  /** Parties it is about. */
  subjects: 512,
  /** Losses and retractions of losses, whose subjects may become known later. */
  losses: 64,
} as const

/** Returns one more than the greatest depth of the inputs; an observation has depth 0. */
export const depthOver = (depths: readonly number[]): number => 1 + Math.max(0, ...depths)

/**
 * Why an inference is stale: something it rests on, directly or through other inferences, no longer counts.
 * `input_not_readable` means that staleness is unknown, because the reader may not read all that it rests on.
 */
export const STALE_REASONS = [
  'input_retracted',
  'input_forked',
  'input_superseded',
  'input_not_readable',
] as const
export type StaleReason = (typeof STALE_REASONS)[number]

export const INFERENCE_FLAGS = [
  'inference_depth_exceeded',
  'inference_depth_misstated',
  'inference_input_unresolved',
] as const
export type InferenceFlag = (typeof INFERENCE_FLAGS)[number]

/** Returns the flags that apply, sorted (contract §8). @param resolved how many of its inputs resolved */
export function inferenceFlags(body: InferenceBody, depth: number, resolved: number): InferenceFlag[] {
  const applies: Readonly<Record<InferenceFlag, boolean>> = {
    inference_depth_exceeded: depth > DEPTH_FLAGGED_ABOVE,
    inference_depth_misstated: body.inference_depth !== undefined && body.inference_depth !== depth,
    inference_input_unresolved: new Set(body.inputs).size > resolved,
  }
  return INFERENCE_FLAGS.filter((flag) => applies[flag])
}

/** Derived values of an inference, computed on every read (contract §5). */
export interface DerivedInference {
  readonly inference_depth: number
  /** Null if unknown; the reason is then `input_not_readable`. */
  readonly stale: boolean | null
  readonly stale_reason: StaleReason | null
  readonly flags: readonly InferenceFlag[]
}
