import { CHANNELS, LAWFUL_BASES, MEASUREMENT_METHODS } from '../../domain/shapes.ts'
import type { RecordType } from '../../domain/types/index.ts'
import { LOSS_CAUSES } from '../../domain/types/loss.ts'
import { OBLIGATION_KINDS } from '../../domain/types/obligation.ts'
import { RETRACTION_REASONS } from '../../domain/types/retraction.ts'

/** What a clerk is asked for, by record type, in the order of the paper form. */

export type FieldKind =
  | 'party'
  | 'crop'
  | 'quantity'
  | 'money'
  | 'date'
  | 'word'
  | 'text'
  | 'phone'
  | 'record'
  | 'inputs'
  | 'country'
  | 'hectares'
  | 'crops'

export interface Field {
  /** Member of the record; `quantity` also gives normalized_kg and conversion_id. */
  readonly member: string
  /** Flag without its dashes. */
  readonly flag: string
  readonly question: string
  readonly kind: FieldKind
  readonly optional?: boolean
  /** Without a flag it has a usual value. */
  readonly assumed?: true
  readonly words?: readonly string[]
}

/** A field's name in lists. */
export const labelOf = ({ member }: Field): string =>
  member === 'occurred_at' ? 'date' : member.replaceAll('_', ' ')

const party = (member: string, question: string): Field => ({
  member,
  flag: member.replaceAll('_', '-').replace('-party', ''),
  question: `${question} (number or name)`,
  kind: 'party',
})
const text = (member: string, question: string): Field => ({
  member,
  flag: member.replaceAll('_', '-'),
  question,
  kind: 'text',
  optional: true,
})
const record = (member: string, question: string, optional = false): Field => ({
  member,
  flag: member.replaceAll('_id', ''),
  question: `${question} (id)`,
  kind: 'record',
  optional,
})
const word = (member: string, question: string, words: readonly string[], optional = false): Field => ({
  member,
  flag: member.replaceAll('_', '-'),
  question,
  kind: 'word',
  words,
  optional,
})

const date: Field = {
  member: 'occurred_at',
  flag: 'date',
  question: 'When did it happen (today, yesterday, a day such as 28/6/2026, or a timestamp)',
  kind: 'date',
}
const quantity: Field = {
  member: 'quantity',
  flag: 'quantity',
  question: 'How much, as observed (such as 120 kg, or 3 debe)',
  kind: 'quantity',
}
const crop: Field = { member: 'crop', flag: 'crop', question: 'Which crop and form', kind: 'crop' }
const method = word('measurement_method', 'How was it measured', MEASUREMENT_METHODS, true)
/** Left out, it follows from what the record shows. */
const basis: Field = {
  ...word('lawful_basis', 'Lawful basis for holding it', LAWFUL_BASES),
  flag: 'basis',
  assumed: true,
}
const note = text('note', 'Note')

/** Types that a clerk enters in the front office; parties have a command of their own. */
export const COUNTER_TYPES = [
  'harvest',
  'lot',
  'delivery',
  'custody_transfer',
  'loss',
  'obligation',
  'due_diligence',
] as const satisfies readonly RecordType[]
export type CounterType = (typeof COUNTER_TYPES)[number]

export const FIELDS: Readonly<Record<CounterType | 'party' | 'plot', readonly Field[]>> = {
  party: [
    { ...text('display_name', 'Name'), flag: 'name', optional: false },
    word('kind', 'Kind', ['person', 'cooperative', 'business', 'institution', 'agency', 'unknown']),
    { ...text('phone', 'Phone'), kind: 'phone' },
    text('region', 'Region code, such as UG-102'),
    text('member_no', 'Member number'),
    basis,
  ],
  /** Its outline comes from the map; here is what is written beside it. */
  plot: [
    date,
    party('holder', 'Who holds it'),
    { ...text('name', 'Name of the plot'), flag: 'plot-name' },
    { member: 'country', flag: 'country', question: 'Country, such as UG', kind: 'country' },
    { member: 'area_ha', flag: 'area-ha', question: 'Hectares, as stated', kind: 'hectares', optional: true },
    {
      member: 'crops',
      flag: 'crops',
      question: 'What grows there (separated by semicolons)',
      kind: 'crops',
      optional: true,
    },
    basis,
  ],
  harvest: [
    date,
    party('producer', 'Who grew it'),
    crop,
    quantity,
    method,
    text('season', 'Season'),
    text('grade', 'Grade'),
    basis,
    note,
  ],
  lot: [
    date,
    party('holder', 'Who holds it'),
    crop,
    quantity,
    method,
    {
      member: 'inputs',
      flag: 'input',
      question: 'Drawn from (RECORD_ID:KG, separated by commas)',
      kind: 'inputs',
      optional: true,
    },
    text('grade', 'Grade'),
    text('location', 'Where it is stored'),
    basis,
    note,
  ],
  delivery: [
    date,
    party('from_party', 'From whom'),
    party('to_party', 'To whom'),
    crop,
    quantity,
    method,
    record('lot_id', 'From which lot', true),
    record('obligation_id', 'For which obligation', true),
    {
      member: 'agreed_price',
      flag: 'price',
      question: 'Agreed total price (such as 250000 UGX)',
      kind: 'money',
      optional: true,
    },
    text('grade', 'Grade'),
    text('location', 'Where'),
    basis,
    note,
  ],
  custody_transfer: [
    date,
    record('lot_id', 'Which lot, of which all is handed over; for a part add a delivery'),
    party('from_party', 'From whom'),
    party('to_party', 'To whom'),
    { ...quantity, optional: true, question: 'Re-weighed at (such as 990 kg)' },
    method,
    text('location', 'Where'),
    basis,
    note,
  ],
  loss: [
    date,
    record('lot_id', 'Which lot'),
    quantity,
    word('cause', 'Why', LOSS_CAUSES),
    method,
    basis,
    note,
  ],
  obligation: [
    date,
    word('kind', 'What is owed', OBLIGATION_KINDS),
    party('obligor', 'Who owes it'),
    party('obligee', 'To whom'),
    { ...crop, optional: true },
    { ...quantity, optional: true },
    {
      member: 'amount',
      flag: 'amount',
      question: 'Amount (such as 250000 UGX)',
      kind: 'money',
      optional: true,
    },
    { ...date, member: 'due_at', flag: 'due', question: 'When is it due (2026-12-31)', optional: true },
    basis,
    note,
  ],
  due_diligence: [
    date,
    record('lot_id', 'Which lot'),
    { ...text('reference_number', 'Reference number from the EU information system'), optional: false },
    text('verification_number', 'Verification number that belongs to it'),
    party('filed_by', 'Who filed it'),
    { ...date, member: 'filed_at', flag: 'filed', question: 'When was it filed (2026-12-31)' },
    basis,
    note,
  ],
}

export const RETRACTION_FIELDS: readonly Field[] = [word('reason', 'Why', RETRACTION_REASONS), date, note]
export const CONFIRMATION_FIELDS: readonly Field[] = [
  word('channel', 'How did they confirm', CHANNELS),
  date,
  note,
]
