import { custodyTransfer } from './custody-transfer.ts'
import { delivery } from './delivery.ts'
import { deliveryConfirmation } from './delivery-confirmation.ts'
import type { RecordTypeDescriptor } from './descriptor.ts'
import { harvest } from './harvest.ts'
import { loss } from './loss.ts'
import { lot } from './lot.ts'
import { obligation } from './obligation.ts'
import { party } from './party.ts'
import { retraction } from './retraction.ts'

export type { RecordBody, RecordTypeDescriptor, Subjects } from './descriptor.ts'

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
] as const
export type RecordType = (typeof RECORD_TYPES)[number]

export const descriptors: Readonly<Record<RecordType, RecordTypeDescriptor>> = {
  party,
  harvest,
  lot,
  delivery,
  delivery_confirmation: deliveryConfirmation,
  custody_transfer: custodyTransfer,
  loss,
  obligation,
  retraction,
}

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
const INFERENCE_CODE = 10

export const grantableCode = (type: GrantableType): number =>
  type === 'inference' ? INFERENCE_CODE : typeCode(type)

/** A set of types as one integer, bit n standing for the type with number n. */
export const typeMask = (types: readonly GrantableType[]): number =>
  types.reduce((mask, type) => mask | (1 << grantableCode(type)), 0)

export const maskCovers = (mask: number, code: number): boolean => (mask & (1 << code)) !== 0
