import { must } from '../../base/typed.ts'
import { note } from '../../cli/print.ts'
import {
  CONFIRMATION_OF,
  type ConfirmationType,
  descriptors,
  isConfirmableType,
  type RecordType,
} from '../../domain/types/index.ts'
import { codeOf } from '../../text/kinds.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { type CounterRecord, itselfFault } from '../record-tasks.ts'
import { changedOnly, corrected, leftAsItWas } from './correction.ts'
import { FIELDS, type Field, SIGNED_BY, signatureFields } from './fields.ts'
import { flagList } from './flags.ts'
import { isItself } from './party-called.ts'
import { describe, usualDay } from './read.ts'
import { type EntrySession, gather, write } from './session.ts'
import { signerOf } from './signer.ts'

/** What a clerk does with records: add, correct, retract, confirm. */

export async function addRecord(session: EntrySession, type: RecordType): Promise<void> {
  const { say, worded } = session.office.words
  const { members, shown } = await gather(session, { fields: FIELDS[type], usual: session.usual })
  const heading = say('counter.willWrite', { type: worded(codeOf(type)) })
  await write(session, heading, shown, { type, ...members })
}

export async function correctRecord(session: EntrySession, id: string): Promise<void> {
  const { words } = session.office
  const old = await session.run('record.get', { id })
  const fields = FIELDS[old.type]
  if (!fields) throw new OperatorFault(...withRemedy('counter.uncorrectable', { type: { code: old.type } }))
  // The new version copies no other member that can be hidden.
  if (old.derived.redacted?.some(({ member }) => member === 'inputs'))
    throw new OperatorFault(...withRemedy('counter.partly'))
  await mustBeCurrent(session, old)
  const gathered = await gather(session, { fields, usual: {}, old })
  if (!hasChanges(session.given, fields))
    throw new OperatorFault(...withRemedy('counter.noCorrection', null, { flags: flagList(fields) }), 2)
  if (gathered.shown.length === 0) {
    note(words.say('counter.unchanged'))
    return
  }
  const draft = corrected(old, gathered)
  const heading = words.say('counter.replaces', { id: old.id })
  const stays = leftAsItWas(old, draft).map(words.tell)
  await write(session, heading, gathered.shown, draft, changedOnly(draft, gathered), stays)
}

const hasChanges = (given: EntrySession['given'], fields: readonly Field[]): boolean =>
  given.conversion !== undefined || fields.some(({ flag }) => given[flag] !== undefined)

/**
 * Throws unless the record is current: correcting an old version by mistake would make a fork, and then
 * neither version counts.
 */
async function mustBeCurrent(session: EntrySession, old: CounterRecord): Promise<void> {
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
async function newestOf(session: EntrySession, old: CounterRecord): Promise<CounterRecord> {
  let newest = old
  for (let next = onlyOne(newest); next !== null; next = onlyOne(newest))
    newest = await session.run('record.get', { id: next })
  return newest
}

const onlyOne = ({ derived }: CounterRecord): string | null =>
  derived.superseded_by.length === 1 ? must(derived.superseded_by[0]) : null

/** What a record about another does. */
export type Act = 'retraction' | 'confirmation'

export async function actOn(session: EntrySession, act: Act, id: string): Promise<void> {
  const { words } = session.office
  const target = await session.run('record.get', { id })
  await mustBeOpenTo(session, act, target)
  const type = act === 'retraction' ? act : confirming(target)
  const isSigned = session.given['signed-by'] !== undefined
  const found: { signer: Awaited<ReturnType<typeof signerOf>> | null } = { signer: null }
  const { members, shown } = await gather(
    session,
    {
      fields: fieldsOf(type, isSigned),
      usual: { date: usualDay(words), ...(isSigned && { channel: SIGNED_BY[0] }) },
    },
    {
      flag: 'signed-by',
      check: async ({ signed_by }) => {
        if (signed_by !== undefined) found.signer = await signerOf(session, target, String(signed_by))
      },
    },
  )
  const { signer } = found
  if (signer?.hasSigned) throw new OperatorFault(...withRemedy('signature.already', { name: signer.name }))
  const what = await describe(session.office, target)
  const heading =
    signer === null
      ? words.say('counter.about', { what, type: words.worded(codeOf(type)) })
      : words.say('counter.signed', { what, name: signer.name })
  await write(session, heading, shown, {
    ...{ type, [must(descriptors[type].actsOn)]: target.id, ...members },
    ...(signer !== null && { signed_by: signer.party }),
  })
}

function fieldsOf(type: 'retraction' | ConfirmationType, isSigned: boolean): readonly Field[] {
  if (type === 'retraction') return FIELDS[type]
  // An empty flag names nobody who signed. Without a signature there is no picture of one.
  if (isSigned)
    return signatureFields(type).map((field) =>
      field.member === 'signed_by' ? { ...field, optional: false } : field,
    )
  return FIELDS[type].filter(({ member }) => member !== 'evidence')
}

/** Throws before any flag is read if the service is certain to refuse the act. */
async function mustBeOpenTo(session: EntrySession, act: Act, target: CounterRecord): Promise<void> {
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
