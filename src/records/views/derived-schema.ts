import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { isOneOf, keysOf } from '../../base/typed.ts'
import { UsedBy } from '../../domain/device-called.ts'
import { STALE_REASONS } from '../../domain/inference.ts'
import { Id, Instant, nullable, OCCURRED_AT_PRECISIONS, type View, Word } from '../../domain/shapes.ts'
import type { RecordType } from '../../domain/types/index.ts'

export const kg = (description: string) => Type.Number({ description })
export const count = (description: string) => Type.Integer({ minimum: 0, description })
const shape = <P extends TProperties>(properties: P, description: string) =>
  Type.Object(properties, { additionalProperties: false, description })

const precision = (description: string) => Type.Optional(Word(OCCURRED_AT_PRECISIONS, description))

const Confirmation = shape(
  {
    confirmed: Type.Boolean(),
    independent: Type.Boolean({ description: 'False when made under a delegation, or signed on paper.' }),
    on_paper: Type.Optional(
      Type.Literal(true, {
        description: 'Signed on paper: the cooperative alone vouches for the signature.',
      }),
    ),
    confirmed_at: nullable(
      Instant('When it was confirmed. Null if that lies outside what was opened to the reader.'),
    ),
    channel: nullable(Type.String({ description: 'How it was confirmed. Null if `confirmed_at` is null.' })),
  },
  'How the counterparty confirmed this very version.',
)

const Custody = shape(
  {
    custodian: nullable(Id('Who holds the lot; null if the reader may not know.')),
    as_of: nullable(
      Instant(
        'When the custodian received the lot; null if that lies outside what was opened to the reader. If no transfer counts: the earliest time stated by a version that the reader may read.',
      ),
    ),
    as_of_precision: precision(
      'How exactly `as_of` is known. Left out where it is null or its record does not say.',
    ),
    transfers: count('Transfers that count.'),
    broken: Type.Boolean({ description: 'A party handed over what it no longer held.' }),
  },
  'The chain of custody.',
)

const minor = (description: string) =>
  nullable(Type.Integer({ description: `${description} Null beyond 2^53 - 1.` }))

const Paid = shape(
  {
    currency: Type.String({ description: 'ISO 4217 code.' }),
    agreed: Type.Boolean({
      description: "The debtor's word stands behind the debt; otherwise it is the creditor's word alone.",
    }),
    owed_minor: Type.Integer({ description: 'What is stated as owed, in minor units.' }),
    acknowledged_minor: minor('Paid, as the creditor asserted or confirmed.'),
    on_paper_minor: minor('Paid, as the creditor signed on paper, which the cooperative alone vouches for.'),
    claimed_minor: minor('Paid, as only the debtor asserted.'),
    remaining_minor: minor('Owed minus acknowledged and signed; may be negative.'),
    payments: count('Payments that count, claimed ones too.'),
    last_paid_at: nullable(
      Instant('When the newest of them was made; null if there is none, or the reader may not know.'),
    ),
    last_paid_at_precision: precision(
      'How exactly `last_paid_at` is known. Left out where it is null or its record does not say.',
    ),
    forked: count('Payments left out because their corrections contradict each other.'),
    incomplete: Type.Boolean({ description: 'Something was left out.' }),
  },
  'What was paid, as recorded. Nothing here computes what is owed.',
)

const Fulfilment = shape(
  {
    committed_kg: nullable(kg('The mass committed.')),
    delivered_kg: kg('Delivered.'),
    confirmed_kg: kg('Delivered and confirmed by the counterparty.'),
    outstanding_kg: nullable(kg('Committed minus delivered; may be negative.')),
    deliveries: count('Deliveries that count.'),
    confirmed: count('Deliveries that count and are confirmed.'),
    forked: count('Deliveries left out because their corrections contradict each other.'),
    unconvertible: count('Deliveries that count but have no kilograms.'),
    not_counted: count('Deliveries between its two parties that name it but do not fulfil it.'),
    incomplete: Type.Boolean({ description: 'The sums leave something out.' }),
    money: Type.Optional(Paid),
  },
  'What was delivered against the obligation.',
)

const Leg = shape(
  {
    at: Instant('When it was weighed.'),
    at_precision: precision('How exactly `at` is known. Left out where the hand-over does not say.'),
    kg: kg('Weighed.'),
    expected_kg: nullable(kg('The last weighing minus what went out since.')),
    difference_kg: nullable(kg('Weighed minus expected.')),
    breached: Type.Boolean(),
  },
  'A re-weighing at a hand-over.',
)

const MassBalance = shape(
  {
    inputs_kg: nullable(kg('Used to form the lot.')),
    declared_kg: nullable(kg('The lot as declared.')),
    outputs_kg: kg('Delivered out in its crop and form, or used in other lots.'),
    losses_kg: kg('Declared lost.'),
    formation_difference_kg: nullable(kg('Inputs minus declared.')),
    remaining_kg: nullable(kg('What should still be there.')),
    legs: Type.Array(Leg),
    tolerance: Type.Number({ description: 'The tolerance, as a fraction of the declared mass.' }),
    breached: Type.Boolean(),
    not_counted: count('Records that name the lot, by parties that have held it, but do not count.'),
    incomplete: Type.Boolean({
      description:
        'A part has no kilograms, is forked, has no current version, or is of another crop or form.',
    }),
  },
  'What went in, went out and was lost.',
)

const Redaction = Type.Unsafe<{ member: string; count?: number; kg?: number; difference_kg?: number }>(
  Type.Object(
    { member: Type.String(), count: Type.Optional(count('The number of values left out.')) },
    {
      additionalProperties: true,
      description: 'A member that this reader may not see whole, with count and sum where there is one.',
    },
  ),
)

const KeepUntil = Type.Optional(
  Instant(
    'The time until which the reader may keep what grants opened. Left out if there is no limit, and for own records.',
  ),
)

export const derivedInferenceSchema = shape(
  {
    inference_depth: Type.Integer({
      minimum: 1,
      description: '1 if all inputs are observations, else one more than its deepest input.',
    }),
    stale: nullable(
      Type.Boolean({
        description:
          'Whether something that the inference depends on no longer holds. Null if the reader may not read everything that it depends on, and nothing readable has changed.',
      }),
    ),
    stale_reason: nullable(Word(STALE_REASONS, 'Why `stale` is true or null: the most serious reason.')),
    flags: Type.Array(Type.String({ description: 'A code of the registry, flags.' })),
    redacted: Type.Optional(Type.Array(Redaction)),
    keep_until: KeepUntil,
  },
  'Derived on every read from all records, never stored.',
)

const ofAll = {
  superseded_by: Type.Array(Id('A record that corrects this one.')),
  retracted: Type.Boolean(),
  standing: Word(['tip', 'superseded', 'forked', 'retracted'], 'Its standing in its chain.'),
  kg: nullable(kg('Mass in kilograms, as stated or exact by its unit.')),
  flags: Type.Array(Type.String({ description: 'A code of the registry, flags.' })),
}
const ofDeliveries = { confirmation: nullable(Confirmation), paid: Type.Optional(Paid) }
const ofPayments = {
  confirmation: nullable(Confirmation),
  unallocated_minor: minor(
    'The amount minus its parts; for an offset, minus the larger side. May be negative.',
  ),
}
const ofLots = { custody: Custody, mass_balance: MassBalance }
const ofObligations = { confirmation: nullable(Confirmation), fulfilment: Fulfilment }

const Device = shape(
  { name: Type.String(), used_by: Type.Optional(UsedBy) },
  'The device that it was written on, and who carried it when the record arrived. Only for those who read the record as their own.',
)
const toReaders = {
  redacted: Type.Optional(Type.Array(Redaction)),
  keep_until: KeepUntil,
  device: Type.Optional(Device),
}

const ofType = {
  delivery: ofDeliveries,
  payment: ofPayments,
  lot: ofLots,
  obligation: ofObligations,
}
type OfType = { readonly [T in keyof typeof ofType]: View<TObject<(typeof ofType)[T]>> }
type Own<T extends RecordType> = T extends keyof OfType ? OfType[T] : unknown
type OwnMember = { [T in keyof OfType]: keyof OfType[T] }[keyof OfType]

/** `derived` of an observation of this type. A member that the type lacks reads as undefined. */
export type DerivedOf<T extends RecordType> = View<TObject<typeof ofAll & typeof toReaders>> &
  Own<T> & { readonly [Absent in Exclude<OwnMember, keyof Own<T>>]?: never }

type OwnMembers = View<
  TObject<typeof ofDeliveries & typeof ofPayments & typeof ofLots & typeof ofObligations>
>
/** `derived` of any observation with each of its members, of which those of other types are undefined; without `toReaders`. */
export type DerivedView = View<TObject<typeof ofAll>> & {
  readonly [Member in OwnMember]-?: OwnMembers[Member] | undefined
}

export const derivedSchema = (type: RecordType): TSchema =>
  shape(
    { ...ofAll, ...(isOneOf(keysOf(ofType), type) ? ofType[type] : {}), ...toReaders },
    'Derived on every read from all records, never stored.',
  )
