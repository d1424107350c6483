import { given } from '../../../base/typed.ts'
import { PAYMENT_METHODS, PAYMENT_PURPOSES } from '../../../domain/payment-words.ts'
import type { Precision } from '../../../domain/shapes.ts'
import { TYPED, type TypedValue, typedPhone } from '../../../domain/typed.ts'
import type { Signs } from '../../../words/figure.ts'
import type { Says } from './entry.ts'
import { digitsOf, typedAmount } from './money.ts'
import { DECIMALS, type Outline } from './outline.ts'
import { type Factor, factorFor, massOf } from './quantities.ts'

/**
 * What a person types on the phone, and the record that it makes.
 * - State: none. A draft is texts by field (`TypedDraft`), an outline beside them; the steps of a form are in `STEPS`.
 * - Holds: a record is made only of a draft without faults; a correction changes the members in `REPLACED` and keeps all others;
 *   figures, masses and money are read by the rules that the service has.
 */

export const KINDS = ['delivery', 'harvest', 'custody_transfer', 'payment', 'plot', 'party'] as const
export type DraftKind = (typeof KINDS)[number]
export const isKind = (type: string): type is DraftKind => (KINDS as readonly string[]).includes(type)

export const FIELDS = [
  'member', 'lot', 'weight', 'unit', 'crop', 'amount', 'currency', 'direction', 'method', 'purpose', 'consent',
  'reference', 'outline', 'name', 'number', 'phone', 'region', 'country', 'place', 'grade', 'season', 'day', 'note',
] as const // biome-ignore format: one list
export type DraftField = (typeof FIELDS)[number]

export { typedPhone }

/** Texts as typed, by field; a missing one is empty. */
export type Typed = Partial<Record<Exclude<DraftField, 'outline'>, string>>

export interface TypedDraft {
  readonly typed: Typed
  readonly outline?: Outline
}

export interface FormStep {
  readonly fields: readonly DraftField[]
  /** Fields of the same screen that are folded below the others. */
  readonly folded?: readonly DraftField[]
  /** Whether people may pass it by. */
  readonly isOptional?: boolean
}

const MEMBER: FormStep = { fields: ['member'] }
const WEIGHT: FormStep = { fields: ['weight', 'unit', 'crop'] }

/** The screens of a form, one after the other. */
export const STEPS: Readonly<Record<DraftKind, readonly FormStep[]>> = {
  delivery: [MEMBER, WEIGHT, { isOptional: true, fields: ['place', 'grade', 'day', 'note'] }],
  harvest: [MEMBER, WEIGHT, { isOptional: true, fields: ['season', 'grade', 'day', 'note'] }],
  custody_transfer: [
    { fields: ['lot'] },
    MEMBER,
    { fields: ['weight', 'unit'] },
    { isOptional: true, fields: ['place', 'day', 'note'] },
  ],
  payment: [
    MEMBER,
    { fields: ['amount', 'currency', 'direction', 'purpose', 'method', 'consent'] },
    { fields: ['reference', 'day', 'note'] },
  ],
  plot: [MEMBER, { fields: ['outline'] }, { fields: ['name', 'country', 'crop', 'note'] }],
  party: [{ fields: ['name', 'number'] }, { fields: ['phone', 'region', 'note'] }],
}

/** A person at a phone hands money over: two debts are offset in the office. */
export const METHODS = PAYMENT_METHODS.filter((method) => method !== 'offset')

export interface FormFacts {
  readonly nowMs: number
  /** The day of `nowMs` is one that a person stated: nobody knows the hour. */
  readonly isDayStated?: boolean
  /** The phone's own party. */
  readonly own: string
  readonly conversions: readonly Factor[]
  readonly units: readonly { readonly id: string; readonly dimension: string }[]
  readonly newId: () => string
  /** How the reader's language writes figures. */
  readonly signs: Signs
}

/** Members that a form sets; all others stay when it corrects a record. */
const REPLACED: Readonly<Record<DraftKind, readonly string[]>> = {
  delivery: ['quantity', 'normalized_kg', 'conversion_id', 'crop', 'location', 'grade', 'note'],
  harvest: ['quantity', 'normalized_kg', 'conversion_id', 'crop', 'season', 'grade', 'note'],
  custody_transfer: ['quantity', 'normalized_kg', 'conversion_id', 'location', 'note'],
  payment: ['amount', 'method', 'purpose', 'reference', 'note'],
  plot: ['name', 'country', 'crops', 'geometry', 'note'],
  party: ['display_name', 'member_no', 'phone', 'region', 'note'],
}
/** What the service sets, or the phone sets again. */
const SET = [
  'derived',
  'received_at',
  'record_class',
  'asserted_by',
  'device_id',
  'id',
  'supersedes',
  'recorded_at',
]

const without = (record: Says, members: readonly string[]): Partial<Says> =>
  Object.fromEntries(Object.entries(record).filter(([member]) => !members.includes(member)))

/** Returns what a record of the feed says of itself. */
export const ownWords = (record: Says): Partial<Says> => without(record, SET)

const textOf = (typed: string | undefined): string => typed?.trim() ?? ''

/** Most characters of the fields for texts. */
export const LONGEST = {
  place: 200,
  grade: 200,
  season: 200,
  name: 200,
  number: 40,
  reference: 64,
  note: 2000,
} as const satisfies Partial<Record<DraftField, number>>

interface Judged {
  readonly kind: DraftKind
  readonly typed: Typed
  readonly outline: Outline | undefined
  readonly facts: FormFacts
  readonly before: Says | undefined
}

const isRight = (read: TypedValue<unknown>): boolean => 'value' in read
const isMissing = (text: string): boolean => text === ''
const isTooLong =
  (field: keyof typeof LONGEST) =>
  (text: string): boolean =>
    !isRight(TYPED.text(text, LONGEST[field]))

/** Whether a field must be mended before the record can be saved, by what was typed. */
const IS_FAULTY: Readonly<Record<DraftField, (text: string, judged: Judged) => boolean>> = {
  member: (text, { kind, facts }) => isMissing(text) || (text === facts.own && kind !== 'plot'),
  lot: isMissing,
  // Who hands a lot over need not weigh it.
  weight: (text, { kind, facts }) =>
    !(kind === 'custody_transfer' && text === '') && !isRight(TYPED.quantity(text, facts.signs)),
  unit: (text, { kind, typed }) =>
    isMissing(text) && (kind !== 'custody_transfer' || textOf(typed.weight) !== ''),
  crop: (text, { kind }) => kind !== 'plot' && isMissing(text),
  amount: (text, { typed, facts }) => !isRight(typedAmount(text, textOf(typed.currency), facts.signs)),
  currency: (text) => !/^[A-Z]{3}$/.test(text),
  direction: isMissing,
  method: (text) => !isRight(TYPED.word(text, PAYMENT_METHODS)),
  purpose: (text) => !isRight(TYPED.word(text, PAYMENT_PURPOSES)),
  consent: isMissing,
  reference: isTooLong('reference'),
  outline: (_, { outline }) => outline === undefined,
  name: (text, { kind }) => isTooLong('name')(text) || (kind === 'party' && isMissing(text)),
  number: isTooLong('number'),
  phone: (text) => text !== '' && typedPhone(text) === null,
  region: () => false,
  country: (text) => !isRight(TYPED.country(text)),
  place: isTooLong('place'),
  grade: isTooLong('grade'),
  season: isTooLong('season'),
  // The day that a record has already is right, even for a phone whose clock fell back before it.
  day: (text, { facts, before }) => text !== '' && text !== dayIn(before) && occurred(text, facts) === null,
  note: isTooLong('note'),
}

/** Returns the fields of a kind that must be mended before the record can be saved. */
export function faultsOf(
  kind: DraftKind,
  { typed, outline }: TypedDraft,
  facts: FormFacts,
  before?: Says,
): DraftField[] {
  const judged = { kind, typed, outline, facts, before }
  const textIn = (field: DraftField) => (field === 'outline' ? '' : textOf(typed[field]))
  return STEPS[kind].flatMap(({ fields }) =>
    fields.filter((field) => IS_FAULTY[field](textIn(field), judged)),
  )
}

const valueIn = <T>(read: TypedValue<T>): T | null => ('value' in read ? read.value : null)

/** Returns both readings of a figure that has two; null for any other. */
export function waysOf(field: DraftField, typed: Typed, signs: Signs): readonly [string, string] | null {
  if (field !== 'weight' && field !== 'amount') return null
  const read =
    field === 'weight'
      ? TYPED.quantity(textOf(typed.weight), signs)
      : typedAmount(textOf(typed.amount), textOf(typed.currency), signs)
  return 'fault' in read && read.fault.is === 'twoWays' ? read.fault.ways : null
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** Returns the phone's day of an instant, as a field for days takes it. */
export function dayOf(ms: number): string {
  const at = new Date(ms)
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}

/** Noon of a day that is not today: the hour was not noted. Null for a day to come, or none. */
const dayIn = (record: Says | undefined): string | undefined =>
  record && dayOf(Date.parse(record.occurred_at))

function occurred(text: string, { nowMs, isDayStated = false }: FormFacts) {
  const day = valueIn(TYPED.happened(text === '' ? dayOf(nowMs) : text))
  if (day === null) return null
  if (day === dayOf(nowMs) && !isDayStated) return { occurred_at: new Date(nowMs).toISOString() }
  if (day > dayOf(nowMs)) return null
  const noon = new Date(`${day}T12:00:00`).getTime()
  return { occurred_at: new Date(noon).toISOString(), occurred_at_precision: 'day' as const }
}

/**
 * Returns the record that a draft without faults makes.
 * @param before the record that it corrects, whose other members stay
 */
export function saysOf(
  kind: DraftKind,
  { typed, outline }: TypedDraft,
  facts: FormFacts,
  before?: Says,
): Says {
  const some = (member: string, text: string | undefined) =>
    textOf(text) === '' ? {} : { [member]: textOf(text) }
  const isSameDay = before !== undefined && (textOf(typed.day) === '' || typed.day === dayIn(before))
  const kept: { occurred_at_precision?: Precision } =
    before === undefined ? {} : without(before, [...SET, ...REPLACED[kind]])
  const happened = isSameDay ? null : occurred(textOf(typed.day), facts)
  if (!isSameDay) delete kept.occurred_at_precision
  const occurred_at = happened?.occurred_at ?? before?.occurred_at ?? ''
  const said = {
    lawful_basis: kind === 'payment' ? 'special_data_consent' : 'contract_performance',
    ...kept,
    ...happened,
    occurred_at,
    ...some('note', typed.note),
  } as const
  const quantity = (method?: Says['measurement_method']) =>
    quantityOf(typed, facts, { before, isSameDay, occurredAt: occurred_at, method })
  const member = textOf(typed.member)
  const currency = textOf(typed.currency)
  const amount = () =>
    valueIn(typedAmount(textOf(typed.amount), currency, facts.signs)) ?? { amount_minor: 0, currency }
  switch (kind) {
    case 'delivery':
      return {
        ...said, type: kind, from_party: member, to_party: before?.to_party ?? facts.own, ...quantity(),
        crop: textOf(typed.crop), ...some('location', typed.place), ...some('grade', typed.grade),
      } // biome-ignore format: one record
    case 'harvest':
      return {
        ...said, type: kind, producer: member, ...quantity('self_reported'),
        crop: textOf(typed.crop), ...some('season', typed.season), ...some('grade', typed.grade),
      } // biome-ignore format: one record
    case 'custody_transfer':
      return {
        ...said, type: kind, lot_id: textOf(typed.lot), from_party: before?.from_party ?? facts.own, to_party: member,
        ...(textOf(typed.weight) === '' ? {} : quantity()), ...some('location', typed.place),
      } // biome-ignore format: one record
    case 'payment': {
      const [payer, payee] = typed.direction === 'in' ? [member, facts.own] : [facts.own, member]
      return {
        ...said, type: kind, payer, payee, amount: amount(),
        method: valueIn(TYPED.word(textOf(typed.method), PAYMENT_METHODS)) ?? 'cash',
        purpose: valueIn(TYPED.word(textOf(typed.purpose), PAYMENT_PURPOSES)) ?? 'other', ...some('reference', typed.reference),
      } // biome-ignore format: one record
    }
    case 'plot':
      return {
        ...said, type: kind, plot: before?.type === kind ? before.plot : facts.newId(), holder: member,
        // An outline that was not drawn again is as it was.
        ...given({ geometry: outline, decimals: outline === before?.geometry ? before?.decimals : DECIMALS }),
        ...some('name', typed.name), country: valueIn(TYPED.country(textOf(typed.country))) ?? '',
        ...(textOf(typed.crop) === '' ? {} : { crops: cropsWith(textOf(typed.crop), before?.crops) }),
      } // biome-ignore format: one record
    case 'party':
      return {
        kind: 'person', ...said, type: kind, party: before?.party ?? facts.newId(), display_name: textOf(typed.name),
        ...some('member_no', typed.number), ...some('phone', typedPhone(textOf(typed.phone)) ?? ''),
        ...some('region', typed.region),
      } // biome-ignore format: one record
  }
}

/** The form has one crop; a plot may have more, which stay. */
const cropsWith = (crop: string, before: readonly string[] = []): string[] => [
  crop,
  ...before.slice(1).filter((one) => one !== crop),
]

interface Weighed {
  readonly before: Says | undefined
  readonly isSameDay: boolean
  readonly occurredAt: string
  readonly method: Says['measurement_method']
}

const MASS = ['normalized_kg', 'conversion_id'] as const

/** Returns a record whose kilograms are found again: those that it states were refused. */
export const withoutMass = ({ normalized_kg: _, conversion_id: __, ...record }: Says): Says => record

/** The kilograms are those of the factor that was valid when it happened; a correction of something else keeps them. */
function quantityOf(
  typed: Typed,
  { conversions, units, signs }: FormFacts,
  { before, isSameDay, occurredAt, method }: Weighed,
) {
  const [unit, crop] = [textOf(typed.unit), textOf(typed.crop)]
  const value = valueIn(TYPED.quantity(textOf(typed.weight), signs)) ?? 0
  const was = before?.quantity
  const isSame = isSameDay && was?.value === value && was.unit === unit && crop === (before?.crop ?? '')
  const stated = isSame
    ? MASS.flatMap((member) => (before?.[member] === undefined ? [] : [[member, before[member]] as const]))
    : []
  const found = () => massOf(value, unit, factorFor(conversions, unit, crop, Date.parse(occurredAt)))?.members
  const isWeighed = units.find(({ id }) => id === unit)?.dimension === 'mass'
  const label = was?.unit === unit && was.label !== undefined ? { label: was.label } : {}
  return {
    quantity: { value, unit, ...label },
    ...(stated.length > 0 ? Object.fromEntries(stated) : found()),
    measurement_method: before?.measurement_method ?? method ?? (isWeighed ? 'coop_weighed' : 'coop_counted'),
  }
}

/** Returns a record as the form shows it. @param own the phone's party @param figure writes a number as people type it */
export function draftOf(
  kind: DraftKind,
  record: Says,
  own: string,
  figure: (value: number) => string,
): TypedDraft {
  const { quantity, amount, payee, occurred_at } = record
  const isIn = payee === own
  const member = {
    delivery: record.from_party,
    harvest: record.producer,
    custody_transfer: record.to_party,
    payment: isIn ? record.payer : payee,
    plot: record.holder,
    party: '',
  }[kind]
  const typed: Typed = {
    member: member ?? '',
    lot: record.lot_id ?? '',
    weight: quantity === undefined ? '' : figure(quantity.value),
    unit: quantity?.unit ?? '',
    crop: record.crops?.[0] ?? record.crop ?? '',
    amount: amount === undefined ? '' : typedOf(amount.amount_minor, amount.currency, figure),
    currency: amount?.currency ?? '',
    direction: isIn ? 'in' : 'out',
    method: record.method ?? '',
    purpose: record.purpose ?? '',
    consent: kind === 'payment' ? 'yes' : '',
    reference: record.reference ?? '',
    name: record.display_name ?? record.name ?? '',
    number: record.member_no ?? '',
    phone: record.phone ?? '',
    region: record.region ?? '',
    country: record.country ?? '',
    place: record.location ?? '',
    grade: record.grade ?? '',
    season: record.season ?? '',
    note: record.note ?? '',
    day: dayOf(Date.parse(occurred_at)),
  }
  return { typed, ...given({ outline: record.geometry }) }
}

const typedOf = (minor: number, currency: string, figure: (value: number) => string): string =>
  figure(minor / 10 ** digitsOf(currency))

const BY_MEMBER: Readonly<Record<string, DraftField>> = {
  from_party: 'member', to_party: 'member', producer: 'member', holder: 'member', payer: 'member', payee: 'member',
  lot_id: 'lot', crop: 'crop', crops: 'crop', amount: 'amount', method: 'method', purpose: 'purpose',
  lawful_basis: 'consent', reference: 'reference', geometry: 'outline', display_name: 'name', name: 'name',
  member_no: 'number', phone: 'phone', region: 'region', country: 'country', location: 'place', grade: 'grade',
  season: 'season', occurred_at: 'day', occurred_at_precision: 'day', note: 'note', normalized_kg: 'weight',
  conversion_id: 'unit',
} // biome-ignore format: one list

/** Returns the field that a pointer of a problem names (RFC 6901); null for a member that no field sets. */
export function fieldAt(kind: DraftKind, pointer: string): DraftField | null {
  const [, member = '', part] = pointer.split('/')
  const field = member === 'quantity' ? (part === 'unit' ? 'unit' : 'weight') : BY_MEMBER[member]
  if (member === 'amount' && part === 'currency') return 'currency'
  const isThere = STEPS[kind].some(({ fields }) => field !== undefined && fields.includes(field))
  return isThere ? (field ?? null) : null
}
