import { OptionalKind, type Static, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'
import { entriesOf, filled, given, keysOf, ofEach } from '../../base/typed.ts'
import { custodyTransfer } from './custody-transfer.ts'
import { delivery } from './delivery.ts'
import { deliveryConfirmation } from './delivery-confirmation.ts'
import type { RecordTypeDescriptor } from './descriptor.ts'
import { dueDiligence } from './due-diligence.ts'
import { type Envelope, told } from './envelope.ts'
import { type FieldFacts, factsOf, type NamedBy } from './fields.ts'
import { harvest } from './harvest.ts'
import { loss } from './loss.ts'
import { lot } from './lot.ts'
import { obligation } from './obligation.ts'
import { obligationConfirmation } from './obligation-confirmation.ts'
import { party } from './party.ts'
import { payment } from './payment.ts'
import { paymentConfirmation } from './payment-confirmation.ts'
import { plot } from './plot.ts'
import { retraction } from './retraction.ts'

export type { Subjects } from './descriptor.ts'

const described = {
  party,
  harvest,
  lot,
  delivery,
  delivery_confirmation: deliveryConfirmation,
  custody_transfer: custodyTransfer,
  loss,
  obligation,
  retraction,
  plot,
  due_diligence: dueDiligence,
  payment,
  payment_confirmation: paymentConfirmation,
  obligation_confirmation: obligationConfirmation,
}

export type RecordType = keyof typeof described
export const RECORD_TYPES = filled(keysOf(described))

/** Makes a table with a value for each type. */
export function ofEachType<T>(make: (type: RecordType) => T): Readonly<Record<RecordType, T>> {
  return ofEach(RECORD_TYPES, make)
}

type FieldsOf = { readonly [T in RecordType]: Readonly<Static<TObject<(typeof described)[T]['fields']>>> }
type MemberName = { [T in RecordType]: keyof FieldsOf[T] }[RecordType]
type Says = {
  readonly [T in RecordType]: { readonly type: T } & FieldsOf[T] & {
      readonly [Absent in Exclude<MemberName, keyof FieldsOf[T]>]?: never
    }
}

/** A record's members outside the envelope, by its type. A field that the type lacks reads as undefined. */
export type OwnFields = Says[RecordType]
/** The same of one type. */
export type FieldsSaid<T extends RecordType> = Says[T]
/** The body of a stored observation of this type. */
export type BodyOf<T extends RecordType> = Envelope & FieldsSaid<T>
export type RecordBody = { [T in RecordType]: BodyOf<T> }[RecordType]

// The compiler cannot see that a body is passed to the descriptor of its own type.
const ofOwn: { readonly [T in RecordType]: RecordTypeDescriptor<Says[T]> } = described
export const descriptors: Readonly<Record<RecordType, RecordTypeDescriptor<OwnFields>>> = ofOwn

/** A member that is shown to people. */
export type RecordMember = MemberName | keyof typeof told

export type FieldOf = FieldFacts & {
  readonly member: RecordMember
  readonly isOptional: boolean
  /** Most characters of a text. */
  readonly most?: number
}

const fieldLists = ofEachType((type): readonly FieldOf[] => listed(descriptors[type].fields))

function listed(fields: TProperties): FieldOf[] {
  return entriesOf<RecordMember, TSchema>(fields).map(([member, schema]) => ({
    member,
    isOptional: OptionalKind in schema,
    ...given({ most: schema.maxLength as number | undefined }),
    ...factsOf(schema),
  }))
}

/** Members of every record that are shown to people. */
export const ENVELOPE_FIELDS: readonly FieldOf[] = listed(told)
/** Every member of any type; those with the same name and kind in several types appear once. */
export const EVERY_FIELD: readonly FieldOf[] = [
  ...new Map(
    [...ENVELOPE_FIELDS, ...Object.values(fieldLists).flat()].map((field) => [
      `${field.member} ${field.kind}`,
      field,
    ]),
  ).values(),
]

export type Naming = FieldOf & { readonly relation: NamedBy }
const isNaming = (field: FieldOf): field is Naming => field.relation !== undefined
/** The members by which a record of each type names others; `inputs` and `settles` name several. */
export const NAMING = ofEachType((type) => [...ENVELOPE_FIELDS, ...fieldLists[type]].filter(isNaming))

/** Returns a type's members outside the envelope, in the order of the paper form. */
export const fieldsOf = (type: RecordType): readonly FieldOf[] => fieldLists[type]

/** Types that take their subjects from a lot or a retracted record, so that these may become known later. */
export const SUBJECTS_COME_LATER = filled(
  RECORD_TYPES.filter((type) => descriptors[type].subjectsMayComeLater),
)
export const isInNoFigure = (type: RecordType | undefined): boolean =>
  type !== undefined && descriptors[type].isInNoFigure === true
export const maySubjectsComeLater = (type: RecordType): boolean =>
  descriptors[type].subjectsMayComeLater === true

/** Types of records that name their subjects themselves, so that who stated them is found without opening them. */
export const STATEMENTS: ReadonlySet<RecordType> = new Set(
  RECORD_TYPES.filter((type) => descriptors[type].actsOn === undefined && !maySubjectsComeLater(type)),
)

/** The type of record that a record of this type confirms; undefined if it confirms none. */
export const confirmedType = (type: RecordType) => descriptors[type].confirms
/** Types that a counterparty may confirm, with the type of the confirmation and its member that names the record. */
export const CONFIRMATION_OF = {
  delivery: { type: 'delivery_confirmation', member: 'delivery_id' },
  payment: { type: 'payment_confirmation', member: 'payment_id' },
  obligation: { type: 'obligation_confirmation', member: 'obligation_id' },
} as const
export type ConfirmableType = keyof typeof CONFIRMATION_OF
export type ConfirmationType = (typeof CONFIRMATION_OF)[ConfirmableType]['type']
export const isConfirmableType = (type: string): type is ConfirmableType =>
  Object.hasOwn(CONFIRMATION_OF, type)

const byCode = new Map(RECORD_TYPES.map((type) => [descriptors[type].code, type]))

export const typeCode = (type: RecordType): number => descriptors[type].code

export function typeOfCode(code: number): RecordType {
  const type = byCode.get(code)
  if (type === undefined) throw new RangeError(`no record type has the number ${code}`)
  return type
}

/** Types that a grant, delegation or objection may name: the record types and `inference` (contract §9). */
export const GRANTABLE_TYPES = [...RECORD_TYPES, 'inference'] as const
export type GrantableType = (typeof GRANTABLE_TYPES)[number]
/** No record type may have the same code. */
const INFERENCE_CODE = 10

export const grantableCode = (type: GrantableType): number =>
  type === 'inference' ? INFERENCE_CODE : typeCode(type)

/** Returns a set of types as one integer, in which bit n is the type with code n. */
export const typeMask = (types: readonly GrantableType[]): number =>
  types.reduce((mask, type) => mask | (1 << grantableCode(type)), 0)

export const maskCovers = (mask: number, code: number): boolean => (mask & (1 << code)) !== 0
