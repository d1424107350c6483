import { errorMessage } from '../../base/error-kinds.ts'
import { type Asker, type Fallback, NOTHING } from '../../cli/ask.ts'
import { card, note } from '../../cli/print.ts'
import { OperatorFault } from '../../words/fault.ts'
import type { CounterRecord, Members } from '../record-tasks.ts'
import { type Field, labelOf } from './fields.ts'
import { addMass } from './mass.ts'
import { type FrontOffice, type Reading, readField, withLabel } from './read.ts'

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
      showLine(labelOf(field), reading.shown)
    } else if (answer?.typed.text === '' && present !== undefined) {
      cleared.push(...(MEMBERS_WITH[member] ?? [member]))
      showLine(labelOf(field), 'left out')
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
      showLine('kilograms', mass.shown)
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

function requireAll({ fields, given, old, fallbacks }: Entry): void {
  if (old) return
  const missing = fields.filter(
    ({ optional, assumed, flag, member }) =>
      !optional && !assumed && given[flag] === undefined && fallbacks?.[member] === undefined,
  )
  if (missing.length > 0)
    throw new OperatorFault(
      `Missing: ${missing.map((field) => `--${field.flag}`).join(', ')}.`,
      'Give these flags, or run the command on a terminal to be asked.',
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
  const { given, asker, fallbacks, old, fields } = entry
  const flag = given[field.flag]
  if (flag !== undefined) {
    const text = field.optional && flag === NOTHING ? '' : flag
    return { reading: await fromFlag(office, field, text), typed: { text } }
  }
  const present = old?.fallbacks[field.member]
  const fallback =
    financialBasis(fields, field, members, asker) ??
    fallbacks?.[field.member] ??
    present ??
    (field.assumed && !old ? USUAL_BASIS : undefined)
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
    return readField(office, field, typed.text)
  }
  const reading = await ask(asker, field, read, fallback)
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
  if (reading === null) throw new OperatorFault(`--${field.flag} is empty.`, 'Leave the flag out.', 2)
  return reading
}

async function fromFlag(office: FrontOffice, field: Field, text: string): Promise<Reading | null> {
  try {
    return await readField(office, field, text)
  } catch (error) {
    if (error instanceof OperatorFault) throw error
    throw new OperatorFault(`--${field.flag} "${text}" is not valid.`, errorMessage(error), 2)
  }
}

async function ask(
  asker: Asker,
  field: Field,
  read: (text: string) => Promise<Reading | null>,
  fallback: Fallback | undefined,
): Promise<Reading | null> {
  const hasFallback = fallback !== undefined && fallback.text !== ''
  const none = hasFallback ? `${NOTHING} for nothing` : 'empty for nothing'
  if (field.kind !== 'word')
    return asker.value(field.optional ? `${field.question}, or ${none}` : field.question, read, fallback)
  const choices = (field.words ?? []).map((word) => ({ word, shown: word.replaceAll('_', ' ') }))
  return read(await asker.choice(field.question, choices, fallback, field.optional ? none : undefined))
}

/** The usual lawful basis: a cooperative keeps its members' records to fulfil its contract with them. */
const USUAL_BASIS: Fallback = { text: 'contract_performance', shown: 'contract performance' }

/**
 * Returns the one lawful basis of a financial record, so that a clerk learns of it at once and not at the
 * end. Undefined for other fields and records.
 */
function financialBasis(
  fields: readonly Field[],
  field: Field,
  members: Readonly<Record<string, unknown>>,
  asker: Asker | null,
): Fallback | undefined {
  const isFinancial = 'agreed_price' in members || fields.some(({ member }) => member === 'obligor')
  if (field.member !== 'lawful_basis' || !isFinancial) return undefined
  if (asker) note('This record shows money or debt, so its lawful basis must be special data consent.')
  return { text: 'special_data_consent', shown: 'special data consent' }
}

export const readBack = (heading: string, shown: readonly (readonly [string, string])[]): string =>
  `\n${heading}\n\n${card(shown).replace(/^/gm, '  ')}\n`
