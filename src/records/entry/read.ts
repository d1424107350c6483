import { must } from '../../base/typed.ts'
import type { Run } from '../../cli/context.ts'
import { calendarDay, dayOf, looksLikeDay, noonOfDay } from '../../cli/day.ts'
import { isId } from '../../domain/id.ts'
import { formatInstant, parseInstant } from '../../domain/time.ts'
import { MAX_INPUTS } from '../../domain/types/lot.ts'
import { distinctName } from '../../identity/party-search.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import { minorDigits } from '../../text/currencies.ts'
import { apart } from '../../text/wrap.ts'
import { amount, Calendar, money, quantity } from '../../words/english.ts'
import { OperatorFault } from '../../words/fault.ts'
import { cropNames } from '../crop-names.ts'
import type { CounterRecord, Members } from '../record-tasks.ts'
import type { Field } from './fields.ts'
import { partyCalled } from './party-called.ts'
import { severalAsText, severalIn } from './several.ts'
import { shortList } from './short-list.ts'

/** Turns a clerk's words into members of a record. Every error states what would be right. */

export interface Reading {
  /** Members to set. */
  readonly members: Members
  /** Text to show the clerk. */
  readonly shown: string
}

export interface FrontOffice {
  readonly run: Run
  readonly timeZone: string
  /** Read again for every record: a session may last beyond midnight. */
  readonly now: () => number
  /** Unit of a quantity given as a bare number; null for none. */
  readonly unit: string | null
  /**
   * Called with a unit that the registry does not have, which is then written as it is and flagged. Left out,
   * such a unit is refused.
   */
  readonly takeUnknownUnit?: (unit: string) => void
}

interface RegistryRow {
  readonly id: string
  readonly name?: string
  readonly [member: string]: unknown
}

const NUMBER = /^(\d+(?:[.,]\d+)?)(.*)$/s

export async function readField(office: FrontOffice, field: Field, typed: string): Promise<Reading | null> {
  const text = typed.trim()
  if (text === '') {
    if (field.optional) return null
    throw new Error('This is required.')
  }
  const plain = (value: unknown, shown = text): Reading => ({ members: { [field.member]: value }, shown })
  switch (field.kind) {
    case 'party': {
      const called = await partyCalled(office.run, text)
      return plain(called.party, distinctName(called))
    }
    case 'crop': {
      const code = await cropCode(office, text)
      return plain(code, (await cropNames(office.run))(code))
    }
    case 'crops': {
      const crops = await rowsOf(office.run, 'crops')
      const known = new Set(crops.flatMap(({ id, name }) => [id, name.toLowerCase()]))
      const codes: string[] = []
      for (const part of severalIn(text, (one) => known.has(one.toLowerCase())).slice(0, MOST_CROPS))
        codes.push(await cropCode(office, part))
      return plain([...new Set(codes)], severalAsText(codes))
    }
    case 'country':
      if (!/^[A-Za-z]{2}$/.test(text)) throw new Error('Write the two letters of the country, such as UG.')
      return plain(text.toUpperCase(), text.toUpperCase())
    case 'hectares': {
      const hectares = Number(text.replace(',', '.'))
      if (!/^\d{1,9}(?:[.,]\d{1,6})?$/.test(text) || hectares === 0)
        throw new Error(
          'Write the hectares as a number above zero, such as 1.2, or leave it empty if nobody knows.',
        )
      return plain(hectares, amount(hectares))
    }
    case 'quantity':
      return readQuantity(office, text)
    case 'money': {
      const price = moneyIn(text)
      return plain(price, money(price))
    }
    case 'happened':
    case 'day':
      return readDate(office, field.member, text)
    case 'word':
      if (!field.words?.includes(text)) throw new Error(`Please use one of: ${field.words?.join(', ')}.`)
      return plain(text, text.replaceAll('_', ' '))
    case 'inputs':
      return plain(inputs(text))
    case 'reference':
      return readReference(office, field, text)
    case 'text':
    case 'region':
      return plain(text)
    case 'phone':
      return plain((await office.run('party.phone', { text })).phone)
    default:
      throw new TypeError(`${field.member}: nobody can type a ${field.kind}`)
  }
}

const MOST_CROPS = 64

async function cropCode(office: FrontOffice, text: string): Promise<string> {
  const crops = await rowsOf(office.run, 'crops')
  if (crops.some((crop) => crop.id === text)) return text
  const asked = text.toLowerCase()
  const named = crops.filter(({ name }) => name?.toLowerCase() === asked)
  if (named.length === 1) return must(named[0]).id
  const close = crops.filter((crop) => `${crop.id} ${crop.name}`.toLowerCase().includes(asked))
  if (close.length === 1) return must(close[0]).id
  throw new Error(
    close.length === 0
      ? `There is no crop "${text}". "granary registry list crops" shows them all.`
      : `Which one: ${shortList(close.map(({ id, name }) => (name === undefined ? id : `"${name}"`)))}?`,
  )
}

async function readQuantity(office: FrontOffice, text: string): Promise<Reading> {
  const match = NUMBER.exec(text)
  const value = Number(match?.[1]?.replace(',', '.'))
  const word = match?.[2]?.trim() || (office.unit ?? '')
  if (match && /^\d{1,3},\d{3}$/.test(must(match[1])))
    throw new Error(
      `"${match[1]}" can be read in two ways: write ${match[1]?.replace(',', '')} or ${match[1]?.replace(',', '.')}.`,
    )
  if (!match || !(value > 0) || word === '') throw new Error('Write a number and its unit, such as 120 kg.')
  const units = await rowsOf(office.run, 'units')
  const unit = unitCalled(units, word.toLowerCase(), office.takeUnknownUnit)
  return {
    members: { quantity: { value, unit: unit.id } },
    shown: quantity({ value, unit: unit.id }, unit.name),
  }
}

/**
 * Adds the local word of the unit, which a correction keeps if its unit is the same.
 * @param old the record that is corrected
 */
export function withLabel(reading: Reading, old: Pick<CounterRecord, 'quantity'> | undefined): Reading {
  const now = reading.members.quantity
  const label = old?.quantity?.unit === now?.unit ? old?.quantity?.label : undefined
  if (now === undefined || label === undefined) return reading
  return {
    members: { ...reading.members, quantity: { ...now, label } },
    shown: `${reading.shown} (${label})`,
  }
}

/** Maximum length of a registry code. */
const LONGEST_CODE = 80

/** Finds a unit. Accepts `bags` for bag; the error for an unknown word lists the units that contain it. */
function unitCalled(
  units: readonly RegistryRow[],
  word: string,
  takeUnknown: FrontOffice['takeUnknownUnit'],
): RegistryRow {
  const called = (name: string) => units.find((unit) => unit.id === name || unit.name?.toLowerCase() === name)
  const unit = called(word) ?? called(word.replace(/s$/, ''))
  if (unit) return unit
  const stem = word.replace(/s$/, '')
  const close = units.filter((u) => `${u.id} ${u.name}`.toLowerCase().includes(stem))
  if (close.length === 0 && takeUnknown !== undefined && word.length <= LONGEST_CODE) {
    takeUnknown(word)
    return { id: word }
  }
  throw new Error(
    close.length === 0
      ? `There is no unit "${word}". "granary registry list units" shows them all, such as kg, g, t and lb.`
      : `Which unit: ${shortList(close.map((u) => u.id))}?`,
  )
}

/** Returns the factors that convert this unit of this crop to kilograms, strongest first. */
export async function factorsFor(
  office: FrontOffice,
  unit: string,
  crop: string | undefined,
): Promise<Factor[]> {
  return factorsAmong(await rowsOf(office.run, 'conversions'), unit, crop)
}

/** Returns the same from rows of the registry, without superseded ones. */
export function factorsAmong<T extends Factor>(
  rows: readonly T[],
  unit: string,
  crop: string | undefined,
): T[] {
  const superseded = new Set(rows.map((row) => row.supersedes).filter((id) => id !== undefined))
  return rows
    .filter(
      (row) =>
        row.unit === unit && row.to_crop === undefined && (row.crop === undefined || row.crop === crop),
    )
    .filter((row) => !superseded.has(row.id))
    .sort((a, b) => STRENGTH.indexOf(a.kind) - STRENGTH.indexOf(b.kind))
}

export interface Factor {
  readonly id: string
  readonly kind: string
  readonly unit: string
  readonly factor: number
  readonly crop?: string
  readonly to_crop?: string
  readonly supersedes?: string
  readonly weighings_count: number
}

const STRENGTH = ['definitional', 'measured', 'published_standard', 'assumed_default']

/** Reads a date. Today becomes the current time, another day its noon; both with the precision of a day. */
function readDate(office: FrontOffice, member: string, text: string): Reading {
  const nowMs = office.now()
  const today = dayOf(office.timeZone, nowMs)
  const written = calendarDay(office.timeZone, text, nowMs)
  const atMs = written === today ? nowMs : noonOfDay(office.timeZone, written)
  if (atMs === null && looksLikeDay(written)) throw new Error(`"${text}" is not a valid day.`)
  const exactMs = atMs ?? parseInstant(text)
  if (exactMs === null)
    throw new Error(
      'Write today, yesterday, a day such as 28/6/2026 or 2026-06-28, or a timestamp with its zone.',
    )
  const read = atMs === null ? new Calendar(office.timeZone).stamp(exactMs) : written
  if (member !== 'occurred_at') return { members: { [member]: formatInstant(exactMs) }, shown: read }
  const day = dayOf(office.timeZone, exactMs)
  const remark = day === today ? ' (today)' : exactMs > nowMs ? ' (in the future)' : ''
  return {
    members: {
      occurred_at: formatInstant(exactMs),
      ...(atMs === null ? {} : { occurred_at_precision: 'day' }),
    },
    shown: `${atMs === null ? read : day}${remark}`,
  }
}

/** Reads a reference. The record may arrive later; an existing one must have the right type. */
async function readReference(office: FrontOffice, field: Field, text: string): Promise<Reading> {
  const wanted = field.member.replace(/_id$/, '')
  const found = await office.run('record.get', { id: text }).catch((error: unknown) => {
    if (error instanceof OperatorFault) return null
    throw error
  })
  const id = isId(text) ? text : found?.id
  if (id === undefined)
    throw new Error(
      'Write the id of the record, which "granary record list TYPE" shows, or the number on its receipt.',
    )
  const members = { [field.member]: id }
  if (!found) return { members, shown: `${text} (not known here; the record will be flagged)` }
  if (found.type !== wanted)
    throw new Error(`That is a ${found.type.replaceAll('_', ' ')}; give the id of a ${wanted}.`)
  return { members, shown: `${text} (${await describe(office, found)})` }
}

/** Describes a record in a few words: `lot of 28 Jun 2026, Coffee, green bean, 60 kg`. */
export async function describe(
  { run, timeZone }: Pick<FrontOffice, 'run' | 'timeZone'>,
  record: CounterRecord,
): Promise<string> {
  const day = apart(new Calendar(timeZone).asRecorded(record))
  const crop = record.crop === undefined ? '' : `, ${(await cropNames(run))(record.crop)}`
  const much = record.quantity === undefined ? '' : `, ${quantity(record.quantity)}`
  return `${record.type.replaceAll('_', ' ')} of ${day}${crop}${much}`
}

/** Reads `250000 UGX` into minor units, by the number of decimals of the currency (ISO 4217). */
function moneyIn(text: string): { amount_minor: number; currency: string } {
  const match = /^([\d,]+(?:\.\d+)?)\s*([A-Za-z]{3})$/.exec(text)
  if (!match) throw new Error('Write an amount and its currency, such as 250000 UGX.')
  const currency = must(match[2]).toUpperCase()
  const decimals = minorDigits(currency)
  if (decimals === null)
    throw new Error(`"${currency}" is not a currency code; write one such as UGX, KES, TZS, RWF or ETB.`)
  const minor = Number(must(match[1]).replaceAll(',', '')) * 10 ** decimals
  if (Math.abs(minor - Math.round(minor)) > 1e-6)
    throw new Error(`${currency} has ${decimals} decimals; write no more than that.`)
  return { amount_minor: Math.round(minor), currency }
}

function inputs(text: string) {
  const found = text.split(',')
  if (found.length > MAX_INPUTS)
    throw new Error(
      `A lot draws on at most ${MAX_INPUTS} records, and these are ${found.length}. Form several lots of them, and then one lot that draws on those lots.`,
    )
  return found.map(input)
}

function input(text: string): { record_id: string; kg: number } {
  const [id, kg] = text.trim().split(':')
  const mass = Number(kg)
  if (id === undefined || !isId(id) || kg === undefined || kg.trim() === '' || !(mass >= 0))
    throw new Error('Write each as RECORD_ID:KG, separated by commas.')
  return { record_id: id, kg: mass }
}
