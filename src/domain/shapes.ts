import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { must } from '../base/typed.ts'
import { MAX_QUANTITY } from './measures.ts'

/**
 * The small schemas that make up records, acts and replies: one source for types, validation and contract.
 */

/** An id is a UUID version 7 (RFC 9562 §5.7) in lower case, made by the client that makes the record. */
export const UUID_V7_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
export const Id = (description: string) => Type.String({ pattern: UUID_V7_PATTERN, description })
export const Instant = (description: string) => Type.String({ format: 'date-time', description })
export const Text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description })
/** A registry code. An unknown one is stored and flagged, so any short text is accepted (contract §3). */
export const Code = (description: string) => Type.String({ minLength: 1, maxLength: 80, description })

/** The tag of a language. Any is accepted: a language is added to the catalogue without a new schema. */
export const LanguageTag = Type.String({
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$',
  maxLength: 35,
  description: 'In which papers are printed for the party (BCP 47), such as sw.',
})

/** The outline of a plot. It is stored unchanged; a faulty one is flagged. */
export const Outline = Type.Unsafe<{ type?: unknown; coordinates?: unknown }>({
  type: 'object',
  description:
    'GeoJSON Point, Polygon or MultiPolygon (RFC 7946). A faulty one is kept and flagged. At most 10,000 positions, unless the operator says otherwise.',
})
/** Most plots that one record may name (contract §22). */
const MAX_PLOTS = 64
export const PlotIds = Type.Array(Id('The stable id of a plot.'), {
  maxItems: MAX_PLOTS,
  description: 'The plots it grew on.',
})

/** One of a closed list of words, as an `enum`: a shorter contract and clearer errors than with a union. */
export function Word<const W extends readonly string[]>(words: W, description: string) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: [...words], description })
}

/**
 * A member the service sets. Accepted and ignored, so that a pulled record can be sent back (contract §2).
 */
export const Ignored = (description: string) =>
  Type.Unsafe<unknown>({ description: `${description} Set by the service; ignored when sent.` })

export const closed = <P extends Record<string, TSchema>>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

type Frozen<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer One)[]
    ? readonly Frozen<One>[]
    : T extends object
      ? { readonly [Member in keyof T]: Frozen<T[Member]> }
      : T

/** The type that a schema describes, with all its members read-only. */
export type View<S extends TSchema> = Frozen<Static<S>>

/** Refers to a schema in the contract by the name in its `$id`. */
export const ref = <S extends TSchema>(schema: S) => Type.Unsafe<Static<S>>({ $ref: `${must(schema.$id)}#` })

export const Next = Type.Union([Type.String(), Type.Null()], {
  description: 'Cursor of the next page, or null. See also the Link header.',
})

/** An ISO 4217 code with integer minor units (contract, introduction). */
export const Money = closed(
  {
    amount_minor: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Minor units.' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' }),
  },
  { description: 'An amount of money in integer minor units.' },
)

export const Quantity = closed(
  {
    value: Type.Number({ exclusiveMinimum: 0, maximum: MAX_QUANTITY }),
    unit: Code('Registry code of the unit observed.'),
    label: Type.Optional(Text(200, 'The local word for the unit, as spoken.')),
  },
  { description: 'As observed, in the unit observed.' },
)

export const MEASUREMENT_METHODS = [
  'self_reported',
  'field_estimated',
  'coop_counted',
  'coop_weighed',
  'calibrated_weighed',
  'third_party_verified',
] as const

export const LAWFUL_BASES = [
  'consent',
  'special_data_consent',
  'contract_performance',
  'legal_obligation',
  'legal_authorisation',
  'public_duty',
  'law_enforcement',
  'national_security',
  'medical',
] as const
export type LawfulBasis = (typeof LAWFUL_BASES)[number]

/** Grounds a standing objection does not reach (contract §7). */
export const EXEMPT_FROM_OBJECTION: ReadonlySet<LawfulBasis> = new Set([
  'contract_performance',
  'legal_obligation',
  'law_enforcement',
  'national_security',
  'medical',
])

export const OCCURRED_AT_PRECISIONS = ['instant', 'day', 'week', 'month', 'season'] as const
export type Precision = (typeof OCCURRED_AT_PRECISIONS)[number]
export const CHANNELS = ['app', 'ussd_pin', 'in_person', 'written'] as const
export const PARTY_KINDS = ['person', 'cooperative', 'business', 'institution', 'agency', 'unknown'] as const
export type PartyKind = (typeof PARTY_KINDS)[number]
/** Kinds that are organisations; everything else is protected as a natural person (contract §1). */
export const ORGANISATION_KINDS: ReadonlySet<PartyKind> = new Set([
  'cooperative',
  'business',
  'institution',
  'agency',
])

export const PURPOSE_PATTERN = '^[a-z][a-z0-9_]{1,63}$'
