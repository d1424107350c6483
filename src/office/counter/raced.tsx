import type { Fallback } from '../../cli/ask.ts'
import { distinctNames } from '../../identity/party-names.ts'
import { cropNames } from '../../records/crop-names.ts'
import { presentValues } from '../../records/entry/correction.ts'
import type { Field } from '../../records/entry/fields.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'

import { labelled, officeOf } from '../frame/entry-form.tsx'
import type { Filled } from '../frame/form.tsx'
import { Box } from '../frame/parts.tsx'
import { pickedIn, withPicks } from '../frame/picks.tsx'
import { partiesIn, valueShown } from '../frame/record-values.ts'
import { Table } from '../frame/tables.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { recordIn } from './record.tsx'
import { writersOf } from './writers.ts'

/** Two people corrected one version. The second sees the first correction, and keeps what they typed. */

/** More versions than are written while a form is open. */
const MOST_STEPS = 64

/** Returns the version that counts now; null if there is none, or several. */
export async function newestOf(visit: StaffVisit, record: CounterRecord): Promise<CounterRecord | null> {
  let newest: CounterRecord | null = record
  for (let i = 0; i < MOST_STEPS && newest?.derived.standing === 'superseded'; i++)
    newest = await recordIn(visit, newest.derived.superseded_by[0])
  return newest?.derived.standing === 'tip' ? newest : null
}

export type Present = Readonly<Record<string, Fallback>>

/** Returns the values of a record as its form shows them. */
export function typedOf(fields: readonly Field[], present: Present): Filled['values'] {
  const typed = Object.fromEntries(
    Object.entries(present).map(([member, { text, shown = text }]) => [member, shown]),
  )
  const parties = fields.filter(({ member, kind }) => kind === 'party' && present[member] !== undefined)
  return withPicks(
    typed,
    Object.fromEntries(parties.map(({ member }) => [member, present[member]?.text ?? ''])),
  )
}

/**
 * Returns the form of the newest version with the person's changes to the old one; all other fields are the
 * newest version's.
 */
export async function besideNewest(
  visit: StaffVisit,
  {
    old,
    newest,
    fields,
  }: { readonly old: CounterRecord; readonly newest: CounterRecord; readonly fields: readonly Field[] },
) {
  const { say } = visit.words
  const { form } = visit
  const office = officeOf(visit, newest.id, null)
  const [before, now] = await Promise.all([old, newest].map((one) => presentValues(office, one, fields)))
  const was = (member: string) => before?.[member]
  const shownIn = (present: Present | undefined, member: string) =>
    present?.[member]?.shown ?? present?.[member]?.text ?? ''
  const isChanged = ({ member, kind }: Field) => {
    const said = kind === 'party' ? pickedIn(form, member) : (form[member] ?? '').trim()
    return said !== (was(member)?.text ?? '') && said !== was(member)?.shown
  }
  const mine = fields.filter(isChanged)
  const values = {
    ...typedOf(fields, now ?? {}),
    ...Object.fromEntries(
      mine.flatMap(({ member }) => [
        [member, form[member]],
        [`${member}_is`, form[`${member}_is`]],
      ]),
    ),
  }
  const differing = fields.filter(
    (field) => mine.includes(field) || shownIn(before, field.member) !== shownIn(now, field.member),
  )
  const writer = (await writersOf(visit, [newest.id])).get(newest.id) ?? ''
  const context = {
    words: visit.words,
    nameOf: await distinctNames(visit, [...partiesIn(old), ...partiesIn(newest)]),
    cropOf: await cropNames(visit.words, visit.run),
  }
  const beside = (
    <>
      <Box kind="warn">{say('change.raced', { writer })}</Box>
      <Table
        columns={['record.member', 'change.before', 'change.won', 'change.typed']}
        rows={differing.map((field) => [
          labelled(visit.words, field.member, field.type),
          valueShown(old, field.member, context),
          valueShown(newest, field.member, context),
          mine.includes(field) ? (form[field.member] ?? '') : '',
        ])}
      />
    </>
  )
  return { values, beside }
}
