import type { Static, TObject } from '@sinclair/typebox'
import { custodyTransfer } from './custody-transfer.ts'
import { delivery } from './delivery.ts'
import { deliveryConfirmation } from './delivery-confirmation.ts'
import type { Envelope, RecordTypeDescriptor } from './descriptor.ts'
import { dueDiligence } from './due-diligence.ts'
import { harvest } from './harvest.ts'
import { loss } from './loss.ts'
import { lot } from './lot.ts'
import { obligation } from './obligation.ts'
import { party } from './party.ts'
import { plot } from './plot.ts'
import { retraction } from './retraction.ts'

export type { Subjects } from './descriptor.ts'

export const RECORD_TYPES = [
  'party',
  'harvest',
  'lot',
  'delivery',
  'delivery_confirmation',
  'custody_transfer',
  'loss',
  'obligation',
  'retraction',
  'plot',
  'due_diligence',
] as const
export type RecordType = (typeof RECORD_TYPES)[number]

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
}

type FieldsOf = { readonly [T in RecordType]: Readonly<Static<TObject<(typeof described)[T]['fields']>>> }
type Field = { [T in RecordType]: keyof FieldsOf[T] }[RecordType]
type Says = {
  readonly [T in RecordType]: { readonly type: T } & FieldsOf[T] & {
      readonly [Absent in Exclude<Field, keyof FieldsOf[T]>]?: never
    }
}

/** The members of a record besides its envelope, by its type. A field that its type does not have reads as undefined. */
export type OwnFields = Says[RecordType]
/** The body of a stored observation of this type. */
export type BodyOf<T extends RecordType> = Envelope & Says[T]
export type RecordBody = { [T in RecordType]: BodyOf<T> }[RecordType]

// The compiler cannot see that a body is passed to the descriptor of its own type.
const ofEach: { readonly [T in RecordType]: RecordTypeDescriptor<Says[T]> } = described
export const descriptors: Readonly<Record<RecordType, RecordTypeDescriptor<OwnFields>>> = ofEach

const byCode = new Map(RECORD_TYPES.map((type) => [descriptors[type].code, type]))

export const typeCode = (type: RecordType): number => descriptors[type].code

export function typeOfCode(code: number): RecordType {
  const type = byCode.get(code)
  if (type === undefined) throw new RangeError(`no record type has the number ${code}`)
  return type
}

/** Types a grant, delegation or objection may name: the records', and predictions about them (contract §9). */
export const GRANTABLE_TYPES = [...RECORD_TYPES, 'inference'] as const
export type GrantableType = (typeof GRANTABLE_TYPES)[number]
/** Beside the codes of the record types, none of which may be the same. */
const INFERENCE_CODE = 10

export const grantableCode = (type: GrantableType): number =>
  type === 'inference' ? INFERENCE_CODE : typeCode(type)

/** A set of types as one integer, bit n standing for the type with number n. */
export const typeMask = (types: readonly GrantableType[]): number =>
  types.reduce((mask, type) => mask | (1 << grantableCode(type)), 0)

export const maskCovers = (mask: number, code: number): boolean => (mask & (1 << code)) !== 0
