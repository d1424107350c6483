import { given } from '../../base/typed.ts'
import { calendarDay, dayAhead, endOfDay, startOfDay } from '../../cli/day.ts'
import { seenOf } from '../../consent/consent-words.ts'
import type { TermsSaid } from '../../domain/access-request-shapes.ts'
import type { CHANNELS } from '../../domain/shapes.ts'
import { formatInstant, lastInstant } from '../../domain/time.ts'
import { GRANTABLE_TYPES } from '../../domain/types/index.ts'
import type { NamedRow, Words } from '../../words/words.ts'
import { Checkboxes, Field, type Filled, Select } from '../frame/form.tsx'
import { PictureField } from '../frame/picture-field.tsx'
import { useWords } from '../frame/reader.tsx'
import type { StaffVisit } from '../frame/visit.ts'

/** The terms of a grant other than its types and its end, as form fields. */

export const TERM_NAMES = ['happened_from', 'happened_to', 'keep_until'] as const

/** @param asker `lender` if the lender fills in the fields for its own request */
export const TermFields = ({ filled, asker }: { filled: Filled; asker?: 'lender' }) => {
  const { say } = useWords()
  return (
    <>
      <div class="fields">
        <Field
          name="happened_from"
          label={say('terms.from')}
          filled={filled}
          help={say('terms.fromHelp')}
          optional
        />
        <Field name="happened_to" label={say('terms.to')} filled={filled} optional />
      </div>
      <Field
        name="keep_until"
        label={say(asker ? 'ask.keep' : 'terms.keep')}
        filled={filled}
        help={say(asker ? 'ask.keepHelp' : 'terms.keepHelp')}
        optional
      />
    </>
  )
}

type FormOf = Pick<StaffVisit, 'timeZone'> & { readonly form: Filled['values'] }

/** Returns the terms that the fields state. */
export function termsOf(words: Words, visit: FormOf, faults: Record<string, string>) {
  const from = dayIn(words, visit, 'happened_from', faults, startOfDay)
  const to = dayIn(words, visit, 'happened_to', faults, beyondDay)
  const keep = dayIn(words, visit, 'keep_until', faults, endOfDay)
  return {
    ...given({ occurred_from: from, occurred_to: to, keep_until: keep }),
  }
}

/** The first second after the day: `endOfDay` returns its last second. */
const beyondDay = (timeZone: string, day: string): number | null => {
  const last = endOfDay(timeZone, day)
  return last === null ? null : last + 1_000
}

/** Reads a day from the form. @param at returns the instant of the day that is meant */
export function dayIn(
  words: Words,
  { form: values, timeZone }: FormOf,
  name: string,
  faults: Record<string, string>,
  at: (timeZone: string, day: string) => number | null,
): string | undefined {
  const { say } = words
  const text = (values[name] ?? '').trim()
  if (text === '') return undefined
  const ms = at(timeZone, calendarDay(words, text))
  if (ms !== null) return formatInstant(ms)
  faults[name] = at === endOfDay ? say('records.noDayAhead', { day: dayAhead(words) }) : say('records.noDay')
  return undefined
}

/** The terms in short, for a list. It shows the last day of a period, not the moment after it. */
export const termWords = (
  { say, calendar }: Words,
  { occurred_from, occurred_to, keep_until }: Omit<TermsSaid, 'record_types' | 'expires_at'>,
): string[] => {
  return [
    ...(occurred_from === undefined ? [] : [say('terms.fromDay', { day: calendar.day(occurred_from) })]),
    ...(occurred_to === undefined
      ? []
      : [say('terms.toDay', { day: calendar.day(lastInstant(occurred_to)) })]),
    ...(keep_until === undefined
      ? []
      : [say('terms.keepDay', { day: calendar.day(lastInstant(keep_until)) })]),
  ]
}

/** Channels by which consent can be given, the most common first. */
export const WRITTEN_BY = [
  'written',
  'in_person',
  'ussd_pin',
  'app',
] as const satisfies readonly (typeof CHANNELS)[number][]

/** A choice of purposes; none is preselected. */
export const PurposeSelect = ({ label, purposes, filled }: PurposesProps) => {
  const { purpose } = useWords()
  const names = new Map(purposes.map((row) => [row.id, purpose(row)]))
  return (
    <Select
      name="purpose"
      label={label}
      words={['', ...names.keys()]}
      chosen={filled.values.purpose ?? ''}
      called={(code) => names.get(code) ?? ''}
      fault={filled.faults.purpose}
    />
  )
}

interface PurposesProps {
  readonly label: string
  readonly purposes: readonly NamedRow[]
  readonly filled: Filled
}

/** Boxes for the types of records, labelled by what a reader will see. */
export const TypeBoxes = ({ legend, filled }: { legend: string; filled: Filled }) => {
  const words = useWords()
  return (
    <Checkboxes
      legend={legend}
      name="type"
      words={GRANTABLE_TYPES}
      called={(type) => seenOf(words, type)}
      filled={filled}
    />
  )
}

/** Fields for how the consent was given, and for its evidence. */
export const GivenBy = ({ filled }: { filled: Filled }) => {
  const { say } = useWords()
  return (
    <>
      <Select
        name="channel"
        label={say('grant.channel')}
        words={WRITTEN_BY}
        chosen={filled.values.channel ?? WRITTEN_BY[0]}
      />
      <PictureField into="evidence" />
      <details open={Boolean(filled.values.evidence)}>
        <summary>{say('grant.scan')}</summary>
        <Field
          name="evidence"
          label={say('grant.evidence')}
          filled={filled}
          help={say('grant.evidenceHelp')}
          optional
        />
      </details>
    </>
  )
}
