import { must } from '../../base/typed.ts'
import type { Fallback } from '../../cli/ask.ts'
import { note } from '../../cli/print.ts'
import { CONFIRMATION_OF, descriptors, isConfirmableType, type RecordType } from '../../domain/types/index.ts'
import { codeOf } from '../../text/kinds.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { type CounterRecord, itselfFault } from '../record-tasks.ts'
import { changedOnly, corrected, presentValues } from './correction.ts'
import { confirmingFields, FIELDS, type Field, SIGNED_BY, signatureFields } from './fields.ts'
import { gather, today } from './gather.ts'
import { isItself } from './party-called.ts'
import { askedAtPoint, savedAnswers } from './point.ts'
import { describe, usualDay } from './read.ts'
import { actingFlags, type Session, write } from './session.ts'
import { signerCalled } from './signer.ts'
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
  const { words } = session.office
  let { given } = session
  const fields = FIELDS[type]
  const { point } = session
  const saved = point === null ? {} : savedAnswers(fields, point)
  // Without a terminal the day must be given, unless a buying point was named.
  const firstDay = asker || point ? today(words) : {}
  const first: Readonly<Record<string, Fallback>> = { ...firstDay, ...saved }
  const usual = point === null ? undefined : askedAtPoint(fields, point, usualDay(words) === '')
  let fallbacks = first
  let only = usual
  for (;;) {
    const entry = { fields, given, asker, fallbacks, ...(only && { only }) }
    const { members, shown, answers } = await gather(session.office, entry)
    const ending = await write(session, willWrite(words, type), shown, { type, ...members })
    if (ending === 'again') {
      fallbacks = answers
      given = actingFlags(given)
      only = asker ? await whichToChange(words, asker, fields, answers) : undefined
      continue
    }
    if (!asker || session.json || (await asker.letter(words.say('counter.another'), 'yn')) === 'n') return
    const repeated = Object.entries(answers).filter(([member]) => REPEATED.includes(member))
    fallbacks = { ...Object.fromEntries(repeated), ...saved }
    only = usual
  }
}

export async function correctRecord(session: Session, id: string): Promise<void> {
  const { run, asker, office } = session
  const { words } = office
  let { given } = session
  const old = await run('record.get', { id })
  const fields = FIELDS[old.type]
  if (!fields) throw new OperatorFault(...withRemedy('counter.uncorrectable', { type: { code: old.type } }))
  // The new version copies no other member that can be hidden.
  if (old.derived.redacted?.some(({ member }) => member === 'inputs'))
    throw new OperatorFault(...withRemedy('counter.partly'))
  await mustBeCurrent(session, old)
  if (!asker && !hasChanges(given, fields))
    throw new OperatorFault(...withRemedy('counter.noCorrection', null, { flag: must(fields[0]).flag }), 2)
  const present = await presentValues(office, old, fields)
  if (asker) note(words.say('counter.the', { what: await describe(office, old) }))
  let fallbacks: Readonly<Record<string, Fallback>> = present
  let only = asker ? await whichToChange(words, asker, fields, present) : undefined
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
      note(words.say('counter.unchanged'))
      return
    }
    const draft = corrected(old, gathered)
    const ending = await write(
      session,
      words.say('counter.replaces', { id: old.id }),
      gathered.shown,
      draft,
      changedOnly(draft, gathered),
    )
    if (ending !== 'again') return
    fallbacks = { ...present, ...gathered.answers }
    given = actingFlags(given)
    only = asker ? await whichToChange(words, asker, fields, fallbacks) : undefined
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
  if (standing === 'retracted') throw new OperatorFault(...withRemedy('counter.retracted'))
  if (standing === 'forked') throw new OperatorFault(...withRemedy('counter.forked'))
  if (standing !== 'superseded') return
  const newest = await newestOf(session, old)
  throw new OperatorFault(
    message('counter.corrected'),
    newest.derived.standing === 'tip'
      ? message('counter.correctNewest', { id: newest.id })
      : message('counter.correctionRetracted'),
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

/** What a record about another does. */
export type Act = 'retraction' | 'confirmation'

export async function actOn(session: Session, act: Act, id: string): Promise<void> {
  const target = await session.run('record.get', { id })
  await mustBeOpenTo(session, act, target)
  if (act === 'retraction') return actOnce(session, target, act, FIELDS[act])
  const type = confirming(target)
  const signer = session.given['signed-by']
  if (signer === undefined) return actOnce(session, target, type, confirmingFields(type))
  const { party, name } = await signerCalled(session, target, signer)
  const given = { channel: SIGNED_BY[0], ...session.given, 'signed-by': party }
  return actOnce({ ...session, given }, target, type, signatureFields(type), name)
}

/** @param signer the name of the person who signed on paper */
async function actOnce(
  session: Session,
  target: CounterRecord,
  type: RecordType,
  fields: readonly Field[],
  signer?: string,
): Promise<void> {
  const { asker, office } = session
  const { words } = office
  const member = must(descriptors[type].actsOn)
  let fallbacks = today(words)
  let given = asker ? session.given : { ...dateOf(usualDay(words)), ...session.given }
  let only: ReadonlySet<string> | undefined
  for (;;) {
    const entry = { fields, given, asker, fallbacks, ...(only && { only }) }
    const { members, shown, answers } = await gather(session.office, entry)
    const what = await describe(office, target)
    const heading =
      signer === undefined
        ? words.say('counter.about', { what, type: words.worded(codeOf(type)) })
        : words.say('counter.signed', { what, name: signer })
    const ending = await write(session, heading, shown, { type, [member]: target.id, ...members })
    if (ending !== 'again') return
    fallbacks = answers
    given = actingFlags(given)
    only = asker ? await whichToChange(words, asker, fields, answers) : undefined
  }
}

/** Throws before anything is asked if the service is certain to refuse the act. */
async function mustBeOpenTo(session: Session, act: Act, target: CounterRecord): Promise<void> {
  if (target.derived.standing === 'retracted')
    throw new OperatorFault(...withRemedy('counter.already', null, { type: target.type }))
  if (act === 'retraction' && target.derived.standing === 'superseded') {
    const newest = await newestOf(session, target)
    if (newest.derived.standing === 'tip')
      throw new OperatorFault(...withRemedy('counter.newestCounts', null, { id: newest.id }))
  }
  if (act === 'retraction' && (await isItself(session.run, target))) throw itselfFault()
  if (act === 'retraction') return
  confirming(target)
  if (session.given['signed-by'] !== undefined) return
  const { party } = await session.run('party.resolve', { text: 'cooperative' })
  if (target.asserted_by === party) throw new OperatorFault(...withRemedy('counter.ownRecord'))
}

/** Returns the type of record that confirms this one. */
function confirming({ type }: CounterRecord) {
  if (isConfirmableType(type)) return CONFIRMATION_OF[type].type
  throw new OperatorFault(...withRemedy('counter.onlyConfirmable', { type: { code: type } }))
}

const dateOf = (date: string) => (date === '' ? {} : { date })

const willWrite = ({ say, worded }: Words, type: RecordType): string =>
  say('counter.willWrite', { type: worded(codeOf(type)) })
