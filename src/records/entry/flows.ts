import { must } from '../../base/typed.ts'
import type { Fallback } from '../../cli/ask.ts'
import { note } from '../../cli/print.ts'
import type { RecordType } from '../../domain/types/index.ts'
import { OperatorFault } from '../../words/fault.ts'
import { type CounterRecord, itselfFault } from '../record-tasks.ts'
import { changedOnly, corrected, presentValues } from './correction.ts'
import { FIELDS, type Field } from './fields.ts'
import { gather } from './gather.ts'
import { isItself } from './party-called.ts'
import { askedAtPoint, savedAnswers } from './point.ts'
import { describe } from './read.ts'
import { actingFlags, type Session, write } from './session.ts'
import { whichToChange } from './which.ts'

/** What a clerk does with records: add, correct, retract, confirm. */

/** Members whose answers the next record probably shares. */
const REPEATED = [
  'occurred_at',
  'to_party',
  'crop',
  'measurement_method',
  'lawful_basis',
  'location',
  'season',
  'conversion_id',
]

/** Writes one record after another; the last answers become defaults. */
export async function addRecords(session: Session, type: RecordType): Promise<void> {
  const { asker } = session
  let { given } = session
  const fields = FIELDS[type]
  const { point } = session
  const saved = point === null ? {} : savedAnswers(fields, point)
  // Without a terminal the day must be given, unless a buying point was named.
  const today = asker || point ? { occurred_at: { text: 'today' } } : {}
  const first: Readonly<Record<string, Fallback>> = { ...today, ...saved }
  const usual = point === null ? undefined : askedAtPoint(fields, point)
  let fallbacks = first
  let only = usual
  for (;;) {
    const entry = { fields, given, asker, fallbacks, ...(only && { only }) }
    const { members, shown, answers } = await gather(session.office, entry)
    const ending = await write(session, `This ${words(type)} will be written:`, shown, { type, ...members })
    if (ending === 'again') {
      fallbacks = answers
      given = actingFlags(given)
      only = asker ? await whichToChange(asker, fields, answers) : undefined
      continue
    }
    if (!asker || session.json || (await asker.letter('Another one? (y: yes, n: no)', 'yn')) === 'n') return
    const repeated = Object.entries(answers).filter(([member]) => REPEATED.includes(member))
    fallbacks = { ...Object.fromEntries(repeated), ...saved }
    only = usual
  }
}

export async function correctRecord(session: Session, id: string): Promise<void> {
  const { run, asker, office } = session
  let { given } = session
  const old = await run('record.get', { id })
  const fields = FIELDS[old.type]
  if (!fields)
    throw new OperatorFault(
      `A ${words(old.type)} cannot be corrected.`,
      'Retract it with "granary record retract", and write a new one.',
    )
  // The new version copies no other member that can be hidden.
  if (old.derived.redacted?.some(({ member }) => member === 'inputs'))
    throw new OperatorFault(
      'The cooperative may not read all of this record, so it cannot correct it.',
      'Ask the party who recorded it to correct it.',
    )
  await mustBeCurrent(session, old)
  if (!asker && !hasChanges(given, fields))
    throw new OperatorFault(
      'No correction was given.',
      `Give the right value, such as --${fields[0]?.flag}.`,
      2,
    )
  const present = await presentValues(office, old, fields)
  if (asker) note(`The ${await describe(office, old)}. `)
  let fallbacks: Readonly<Record<string, Fallback>> = present
  let only = asker ? await whichToChange(asker, fields, present) : undefined
  for (;;) {
    const gathered = await gather(office, {
      fields,
      given,
      asker,
      fallbacks,
      ...(only && { only }),
      old: { ...old, fallbacks: present },
    })
    if (gathered.shown.length === 0) {
      note('Nothing was changed, so nothing is written.')
      return
    }
    const draft = corrected(old, gathered)
    const ending = await write(
      session,
      `This replaces record ${old.id}; the old one stays readable:`,
      gathered.shown,
      draft,
      changedOnly(draft, gathered),
    )
    if (ending !== 'again') return
    fallbacks = { ...present, ...gathered.answers }
    given = actingFlags(given)
    only = asker ? await whichToChange(asker, fields, fallbacks) : undefined
  }
}

export const hasChanges = (given: Session['given'], fields: readonly Field[]): boolean =>
  given.conversion !== undefined || fields.some(({ flag }) => given[flag] !== undefined)

/**
 * Throws unless the record is current: correcting an old version by mistake would make a fork, and then
 * neither version counts.
 */
async function mustBeCurrent(session: Session, old: CounterRecord): Promise<void> {
  const { standing } = old.derived
  if (standing === 'retracted')
    throw new OperatorFault('This record has been retracted.', 'Write a new one with "granary record add".')
  if (standing === 'forked')
    throw new OperatorFault(
      'Two corrections of this record contradict each other.',
      'Retract the wrong one first: granary record retract ID',
    )
  if (standing !== 'superseded') return
  const newest = await newestOf(session, old)
  throw new OperatorFault(
    'This record has been corrected already.',
    newest.derived.standing === 'tip'
      ? `Correct its newest version: granary record correct ${newest.id}`
      : 'Its correction was retracted; write a new record with "granary record add".',
  )
}

/** Returns the newest version of a record: follows its corrections until the end or a fork. */
async function newestOf(session: Session, old: CounterRecord): Promise<CounterRecord> {
  let newest = old
  for (let next = onlyOne(newest); next !== null; next = onlyOne(newest))
    newest = await session.run('record.get', { id: next })
  return newest
}

const onlyOne = ({ derived }: CounterRecord): string | null =>
  derived.superseded_by.length === 1 ? must(derived.superseded_by[0]) : null

/** A record about another: a retraction, a confirmation. */
export interface Act {
  readonly type: 'retraction' | 'delivery_confirmation'
  readonly member: string
  readonly fields: readonly Field[]
}

export async function actOn(session: Session, { type, member, fields }: Act, id: string): Promise<void> {
  const { asker } = session
  const target = await session.run('record.get', { id })
  await mustBeOpenTo(session, type, target)
  const today: Fallback = { text: 'today' }
  let fallbacks: Readonly<Record<string, Fallback>> = { occurred_at: today }
  let given = asker ? session.given : { date: today.text, ...session.given }
  let only: ReadonlySet<string> | undefined
  for (;;) {
    const entry = { fields, given, asker, fallbacks, ...(only && { only }) }
    const { members, shown, answers } = await gather(session.office, entry)
    const heading = `About the ${await describe(session.office, target)}, this ${words(type)} will be written:`
    const ending = await write(session, heading, shown, { type, [member]: target.id, ...members })
    if (ending !== 'again') return
    fallbacks = answers
    given = actingFlags(given)
    only = asker ? await whichToChange(asker, fields, answers) : undefined
  }
}

/** Throws before anything is asked if the service is certain to refuse the act. */
async function mustBeOpenTo(session: Session, type: Act['type'], target: CounterRecord): Promise<void> {
  if (target.derived.standing === 'retracted')
    throw new OperatorFault(
      'This record is already retracted.',
      `Nothing need be done; "granary record list ${target.type}" shows the current records.`,
    )
  if (type === 'retraction' && target.derived.standing === 'superseded') {
    const newest = await newestOf(session, target)
    if (newest.derived.standing === 'tip')
      throw new OperatorFault(
        'This record has been corrected, and its newest version would still count.',
        `Retract that one: granary record retract ${newest.id}`,
      )
  }
  if (type === 'retraction' && (await isItself(session.run, target))) throw itselfFault()
  if (type !== 'delivery_confirmation') return
  if (target.type !== 'delivery')
    throw new OperatorFault(
      `That is a ${words(target.type)}; only a delivery can be confirmed.`,
      'Find the delivery with: granary record list delivery',
    )
  const { party } = await session.run('party.resolve', { text: 'cooperative' })
  if (target.asserted_by === party)
    throw new OperatorFault(
      'The cooperative recorded this delivery itself, so it may not confirm it.',
      'The other party must confirm it with its own credential.',
    )
}

const words = (type: string): string => type.replaceAll('_', ' ')
