import { errorMessage } from '../../base/error-kinds.ts'
import { type Asker, type Fallback, NOTHING } from '../../cli/ask.ts'
import { card, note } from '../../cli/print.ts'
import { codeOf } from '../../text/kinds.ts'
import { AnswerFault, OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import type { CounterRecord, Members } from '../record-tasks.ts'
import { type Field, labelOf } from './fields.ts'
import { addMass } from './mass.ts'
import { type FrontOffice, type Reading, readField, usualDay, withLabel } from './read.ts'

/** Collects a record's members from flags, from questions on a terminal, or both. */

export type Given = Readonly<Record<string, string | undefined>>

export interface Entry {
  readonly fields: readonly Field[]
  /** Values of flags, by flag name. */
  readonly given: Given
  /** Null without a terminal: then flags must give everything required. */
  readonly asker: Asker | null
  /** By member: the value of an empty answer. */
  readonly fallbacks?: Readonly<Record<string, Fallback>>
  /** Members to ask about; the others take their fallbacks. Left out, all are asked about. */
  readonly only?: ReadonlySet<string>
  /** The record being corrected: members not mentioned stay as they are. */
  readonly old?: CounterRecord & { readonly fallbacks: Readonly<Record<string, Fallback>> }
}

export interface Gathered {
  readonly members: Members
  /** Members of the old record to remove. */
  readonly cleared: readonly string[]
  /** Labels and values to show the clerk. */
  readonly shown: readonly (readonly [string, string])[]
  /** Answers as typed, by member, for the next round of questions. */
  readonly answers: Readonly<Record<string, Fallback>>
}

export async function gather(office: FrontOffice, entry: Entry): Promise<Gathered> {
  const { fields, given, asker, old } = entry
  const { words } = office
  if (!asker) requireAll(entry)
  const members: Members = {}
  const cleared: string[] = []
  const shown: [string, string][] = []
  const answers: Record<string, Fallback> = {}
  const showLine = (label: string, value: string) => {
    shown.push([label, value])
  }
  for (const field of fields) {
    const { member } = field
    const present = old?.fallbacks[member]
    const answer = await answerTo(office, entry, field, members)
    if (answer) answers[member] = answer.typed
    const reading = answer?.reading ? withLabel(answer.reading, old) : null
    if (reading) {
      Object.assign(members, reading.members)
      showLine(labelOf(words, field), reading.shown)
    } else if (answer?.typed.text === '' && present !== undefined) {
      cleared.push(...(MEMBERS_WITH[member] ?? [member]))
      showLine(labelOf(words, field), words.say('counter.leftOut'))
    }
    if (field.kind === 'quantity') {
      const mass = await addMass(
        office,
        members,
        given.conversion,
        isAsked(entry, 'quantity') || isAsked(entry, 'crop') ? asker : null,
        old,
        entry.fallbacks?.conversion_id,
      )
      if (!mass) continue
      showLine(words.say('counter.kilograms'), mass.shown)
      if (mass.id === null) cleared.push('normalized_kg', 'conversion_id')
      else answers.conversion_id = { text: mass.id }
    }
  }
  return { members, cleared, shown, answers }
}

/** Members that are cleared together with another. */
const MEMBERS_WITH: Readonly<Record<string, readonly string[]>> = {
  quantity: ['quantity', 'normalized_kg', 'conversion_id'],
}

/** The usual day as a fallback; none if the clerk must state it. */
export function today(words: Words): Readonly<Record<string, Fallback>> {
  const text = usualDay(words)
  return text === '' ? {} : { occurred_at: { text } }
}

function requireAll({ fields, given, old, fallbacks }: Entry): void {
  if (old) return
  const missing = fields.filter(
    ({ optional, assumed, flag, member }) =>
      !optional && !assumed && given[flag] === undefined && fallbacks?.[member] === undefined,
  )
  if (missing.length > 0)
    throw new OperatorFault(
      ...withRemedy('counter.missing', { flags: missing.map((field) => `--${field.flag}`).join(', ') }),
      2,
    )
}

interface FieldAnswer {
  /** Null if nothing was given, or nothing changes. */
  readonly reading: Reading | null
  readonly typed: Fallback
}

/** Returns the answer for a field, from its flag or a question; null if there was neither. */
async function answerTo(
  office: FrontOffice,
  entry: Entry,
  field: Field,
  members: Readonly<Record<string, unknown>>,
): Promise<FieldAnswer | null> {
  const { given, asker, fallbacks, old } = entry
  const flag = given[field.flag]
  if (flag !== undefined) {
    const text = field.optional && flag === NOTHING ? '' : flag
    return { reading: await fromFlag(office, field, text, { ...old, ...members }), typed: { text } }
  }
  const present = old?.fallbacks[field.member]
  const fallback =
    financialBasis(office, entry, field, members) ??
    fallbacks?.[field.member] ??
    present ??
    (field.assumed && !old ? basis(office.words, 'contract_performance') : undefined)
  if (!asker) return old === undefined && fallback !== undefined ? taken(office, field, fallback) : null
  if (!isAsked(entry, field.member)) {
    const isKept = fallback === undefined || (present !== undefined && fallback.text === present.text)
    return isKept ? null : taken(office, field, fallback)
  }
  let typed: Fallback = { text: '' }
  const read = async (text: string): Promise<Reading | null> => {
    if (fallback && text === fallback.text) typed = fallback
    else typed = { text: field.optional && text === NOTHING ? '' : text }
    if (present !== undefined && typed.text === present.text) return null
    return readField(office, field, typed.text, { ...old, ...members })
  }
  const reading = await ask(office.words, asker, field, read, fallback)
  return { reading, typed }
}

const isAsked = ({ only }: Entry, member: string): boolean => only?.has(member) ?? true

/** Reads a fallback without a question. */
const taken = async (office: FrontOffice, field: Field, typed: Fallback): Promise<FieldAnswer> => ({
  reading: await readField(office, field, typed.text),
  typed,
})

/** Reads a flag's value. @throws {OperatorFault} if it is empty or not valid */
export async function readGiven(office: FrontOffice, field: Field, text: string): Promise<Reading> {
  const reading = await fromFlag(office, field, text)
  if (reading === null) throw new OperatorFault(...withRemedy('counter.emptyFlag', { flag: field.flag }), 2)
  return reading
}

async function fromFlag(
  office: FrontOffice,
  field: Field,
  text: string,
  record?: { readonly amount?: unknown },
): Promise<Reading | null> {
  try {
    return await readField(office, field, text, record)
  } catch (error) {
    if (error instanceof OperatorFault && !(error instanceof AnswerFault)) throw error
    const why = error instanceof AnswerFault ? error.reason : errorMessage(error)
    throw new OperatorFault(message('counter.wrongFlag', { flag: field.flag, text }), why, 2)
  }
}

async function ask(
  words: Words,
  asker: Asker,
  field: Field,
  read: (text: string) => Promise<Reading | null>,
  fallback: Fallback | undefined,
): Promise<Reading | null> {
  const { say, worded } = words
  const none = fallback !== undefined && fallback.text !== '' ? 'dash' : 'empty'
  const question = say(field.question)
  if (field.kind !== 'word')
    return asker.value(field.optional ? say(`counter.or.${none}`, { question }) : question, read, fallback)
  const choices = (field.words ?? []).map((word) => ({ word, shown: worded(codeOf(word)) }))
  return read(
    await asker.choice(question, choices, fallback, field.optional ? say(`counter.${none}`) : undefined),
  )
}

/**
 * A lawful basis that needs no answer. The usual one is the contract: a cooperative keeps its members' records
 * to fulfil its contract with them.
 */
const basis = ({ worded }: Words, text: 'contract_performance' | 'special_data_consent'): Fallback => ({
  text,
  shown: worded(text),
})

/**
 * Returns the one lawful basis of a financial record, so that a clerk learns of it at once and not at the
 * end. Undefined for other fields and records.
 */
function financialBasis(
  { words }: FrontOffice,
  { fields, asker }: Entry,
  field: Field,
  members: Readonly<Record<string, unknown>>,
): Fallback | undefined {
  const isFinancial = 'agreed_price' in members || fields.some(({ member }) => member === 'amount')
  if (field.member !== 'lawful_basis' || !isFinancial) return undefined
  if (asker) note(words.say('counter.moneyBasis'))
  return basis(words, 'special_data_consent')
}

export const readBack = (heading: string, shown: readonly (readonly [string, string])[]): string =>
  `\n${heading}\n\n${card(shown).replace(/^/gm, '  ')}\n`
