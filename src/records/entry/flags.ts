import { NOTHING } from '../../cli/ask.ts'
import { AnswerFault, OperatorFault, SeveralFaults, type Told, withRemedy } from '../../words/fault.ts'
import type { PlainKey } from '../../words/language.ts'
import { type Message, message } from '../../words/message.ts'
import type { CounterRecord, Members } from '../record-tasks.ts'
import { ENTRY_FLAGS, type Field, labelOf, rightValue } from './fields.ts'
import { addMass } from './mass.ts'
import { type FrontOffice, readField, withLabel } from './read.ts'

/** Reads the members of a record from flags. All that is missing or wrong is reported at once. */

/** Values of flags, by flag. */
export type GivenFlags = Readonly<Record<string, string | undefined>>

export interface FlagsEntry {
  readonly fields: readonly Field[]
  readonly given: GivenFlags
  /** What is read where a flag was left out; null if that is unknown, so that no flag counts as missing. */
  readonly usual: GivenFlags | null
  /** The record being corrected: members not mentioned stay as they are. */
  readonly old?: CounterRecord
}

export interface Gathered {
  readonly members: Members
  /** Members of the old record to remove. */
  readonly cleared: readonly string[]
  /** Labels and values to show the clerk. */
  readonly shown: readonly (readonly [string, string])[]
  /** What is missing or wrong: then nothing may be written. */
  readonly faults: readonly Message[]
}

export async function readFlags(office: FrontOffice, entry: FlagsEntry): Promise<Gathered> {
  const reader = new FlagReader(office, entry)
  for (const field of entry.fields) {
    await reader.read(field)
    if (field.kind === 'quantity') await reader.weigh()
  }
  const { members, cleared, shown, refused } = reader
  return { members, cleared, shown, faults: flagFaults(entry, refused) }
}

class FlagReader {
  readonly members: Members = {}
  readonly cleared: string[] = []
  readonly shown: [string, string][] = []
  /** By flag: why its value cannot be used. */
  readonly refused = new Map<string, Told>()
  readonly #office: FrontOffice
  readonly #entry: FlagsEntry

  constructor(office: FrontOffice, entry: FlagsEntry) {
    this.#office = office
    this.#entry = entry
  }

  async read(field: Field): Promise<void> {
    const { old } = this.#entry
    const text = textOf(this.#entry, field, 'agreed_price' in this.members)
    if (text === undefined || isMissing(this.#entry, field)) return
    // The amounts of parts are in the currency of the whole.
    if (field.kind === 'parts' && this.#lacks('amount')) return
    const reading = await this.#unlessRefused(field.flag, () =>
      readField(this.#office, field, text, { ...old, ...this.members }),
    )
    if (reading) {
      const { members, shown } = withLabel(reading, old)
      Object.assign(this.members, members)
      this.#show(field, shown)
    } else if (reading === null && old?.[field.member] !== undefined) {
      this.cleared.push(...(MEMBERS_WITH[field.member] ?? [field.member]))
      this.#show(field, this.#office.words.say('counter.leftOut'))
    }
  }

  /** Adds the kilograms of a quantity, once crop and quantity are known. */
  async weigh(): Promise<void> {
    if (this.#lacks('quantity') || this.#lacks('crop')) return
    const { given, old } = this.#entry
    const mass = await this.#unlessRefused('conversion', () =>
      addMass(this.#office, this.members, given.conversion, old),
    )
    if (!mass) return
    this.shown.push([this.#office.words.say('counter.kilograms'), mass.shown])
    if (mass.id === null) this.cleared.push('normalized_kg', 'conversion_id')
  }

  #show(field: Field, value: string): void {
    this.shown.push([labelOf(this.#office.words, field), value])
  }

  /** Returns what was read; undefined if the value of the flag cannot be used. */
  async #unlessRefused<T>(flag: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read()
    } catch (error) {
      this.refused.set(flag, whyRefused(error))
      return undefined
    }
  }

  #lacks(member: string): boolean {
    const field = this.#entry.fields.find((one) => one.member === member)
    return field !== undefined && (this.refused.has(field.flag) || isMissing(this.#entry, field))
  }
}

/** Members that are cleared together with another. */
const MEMBERS_WITH: Readonly<Record<string, readonly string[]>> = {
  quantity: ['quantity', 'normalized_kg', 'conversion_id'],
}

/**
 * Returns the text to read for a field; undefined if there is none.
 * @param hasPrice whether the record shows money because of its price: then it has but one lawful basis. The
 *   usual one is the contract: a cooperative keeps its members' records to fulfil its contract with them.
 */
function textOf(
  { fields, given, usual, old }: FlagsEntry,
  field: Field,
  hasPrice: boolean,
): string | undefined {
  const { flag, optional, assumed } = field
  const typed = given[flag]
  if (typed !== undefined) return optional && typed === NOTHING ? '' : typed
  if (old !== undefined) return undefined
  if (!assumed) return usual?.[flag]
  const isFinancial = hasPrice || fields.some(({ member }) => member === 'amount')
  return isFinancial ? 'special_data_consent' : (usual?.[flag] ?? 'contract_performance')
}

function isMissing({ given, usual, old }: FlagsEntry, { flag, optional, assumed }: Field): boolean {
  if (optional || assumed) return false
  const text = given[flag] ?? usual?.[flag]
  return text === undefined ? old === undefined && usual !== null : text.trim() === ''
}

/**
 * Returns what is wrong with the flags of an entry, each with what would be right: first what is missing, then
 * what cannot be used, then what belongs to other records.
 * @param refused by flag: why its value cannot be used
 */
export function flagFaults(entry: FlagsEntry, refused: ReadonlyMap<string, Told>): Message[] {
  const { fields, given, usual } = entry
  const flags = fields.map(({ flag }) => flag)
  const strange = Object.keys(given).filter(
    (flag) => given[flag] !== undefined && ENTRY_FLAGS.has(flag) && !flags.includes(flag),
  )
  return [
    ...fields
      .filter((field) => isMissing(entry, field))
      .map((field) => message('counter.flagMissing', { flag: field.flag, right: rightValue(field) })),
    ...[...refused].map(([flag, why]) => wrongFlag(flag, given[flag] ?? usual?.[flag] ?? '', why)),
    ...(given.conversion !== undefined && fields.every(({ kind }) => kind !== 'quantity')
      ? [message('counter.noConversion')]
      : []),
    ...strange.map((flag) =>
      // Only a signature has a picture of its paper.
      flag === 'evidence' && flags.includes('signed-by')
        ? message('counter.evidenceAlone')
        : message('counter.flagElsewhere', { flag, flags: flagList(fields) }),
    ),
  ]
}

export const wrongFlag = (flag: string, text: string, why: Told): Message =>
  message('counter.flagWrong', { flag, text, why })

export const flagList = (fields: readonly Field[]): string => fields.map(({ flag }) => `--${flag}`).join(', ')

/** Faults of a service that was asked about a value. */
const OF_THE_SERVICE: readonly PlainKey[] = ['command.stopped', 'command.failed']

const isOfTheService = ({ what }: OperatorFault): boolean =>
  typeof what !== 'string' && OF_THE_SERVICE.some((key) => key === what.key)

/** Returns why a value cannot be used. @throws anything that is no fault of the value */
export function whyRefused(error: unknown): Told {
  if (error instanceof AnswerFault) return error.reason
  if (error instanceof OperatorFault && !isOfTheService(error))
    return message('fault.whole', { what: error.what, cure: error.cure })
  throw error
}

/** @throws {SeveralFaults} if there is any */
export function mustHaveNone(faults: readonly Message[]): void {
  if (faults.length > 0)
    throw new SeveralFaults(...withRemedy('counter.faults', { count: faults.length }), faults)
}
