import { must } from '../../base/typed.ts'
import type { Run } from '../../cli/context.ts'
import { calendarDay, dayAhead, dayOf, looksLikeDay, noonOfDay } from '../../cli/day.ts'
import { factorsAmong } from '../../domain/factors.ts'
import { isId } from '../../domain/id.ts'
import { ofEachMeasure } from '../../domain/measures.ts'
import { meantAmong, NOTHING_TICKED, ownFirst, type Ticked } from '../../domain/ticked.ts'
import { formatInstant, parseInstant } from '../../domain/time.ts'
import { TYPED, type TypedFault, type TypedValue } from '../../domain/typed.ts'
import type { AskedKind } from '../../domain/types/kinds.ts'
import { MAX_INPUTS } from '../../domain/types/lot.ts'
import { MAX_PARTS } from '../../domain/types/payment.ts'
import { idsText, idsTyped } from '../../identity/other-ids.ts'
import { languageCalled, languageTyped } from '../../identity/paper-language.ts'
import { distinctName } from '../../identity/party-search.ts'
import { byName, likeText } from '../../registry/called.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import { minorDigits } from '../../text/currencies.ts'
import { codeOf } from '../../text/kinds.ts'
import { apart } from '../../text/wrap.ts'
import { type Advice, AnswerFault, type Choice, OperatorFault } from '../../words/fault.ts'
import type { PlainKey } from '../../words/language.ts'
import { type Message, message } from '../../words/message.ts'
import { typedWord } from '../../words/typed.ts'
import type { Money } from '../../words/values.ts'
import type { NamedRow, Words } from '../../words/words.ts'
import { cropNames } from '../crop-names.ts'
import type { CounterRecord, Members } from '../record-tasks.ts'
import type { Field } from './fields.ts'
import { partyCalled } from './party-called.ts'
import { picturesTyped } from './pictures-typed.ts'
import { severalAsText, severalIn } from './several.ts'
import { shortList } from './short-list.ts'

/** Turns a clerk's words into members of a record. Every error states what would be right. */

export interface FieldRead {
  /** Members to set. */
  readonly members: Members
  /** Text to show the clerk. */
  readonly shown: string
}

export interface FrontOffice {
  readonly run: Run
  /** In the language of the clerk, which also decides how they write figures. */
  readonly words: Words
  /** Read again for every record: a session may last beyond midnight. */
  readonly now: () => number
  /** Unit of a quantity given as a bare number; null for none. */
  readonly unit: string | null
  /**
   * Called with a unit that the registry does not have, which is then written as it is and flagged. Left out,
   * such a unit is refused.
   */
  readonly takeUnknownUnit?: (unit: string) => void
  /** The code of the unit that a person chose where the word in a quantity fits several. */
  readonly chosenUnit?: string
  /** What the cooperative ticked as its own: a word means that first. Left out, nothing is ticked. */
  readonly ticked?: Ticked
}

/** A unit; without a name if the registry does not have it. */
type FoundUnit = NamedRow | { readonly id: string; readonly name?: undefined }

/** The rest of the record so far: amounts of parts are in the currency of the whole. */
type RecordSoFar = { readonly amount?: unknown }

export async function readField(
  office: FrontOffice,
  field: Field,
  typed: string,
  record: RecordSoFar = {},
): Promise<FieldRead | null> {
  const text = typed.trim()
  if (text !== '') return READ[field.kind](office, field, text, record)
  if (field.optional) return null
  const isDay = field.kind === 'happened' && office.words.calendar.time.isBehind
  throw new AnswerFault(message(isDay ? 'reading.clockBehind' : 'reading.required'))
}

/** Reads a text that is not blank. @throws {AnswerFault} */
type Read = (
  office: FrontOffice,
  field: Field,
  text: string,
  record: RecordSoFar,
) => FieldRead | Promise<FieldRead>

const plain = ({ member }: Field, value: unknown, shown: string): FieldRead => ({
  members: { [member]: value },
  shown,
})

/** How each kind is read: those that need no register by the reader that sheets and phones have too. */
const READ: Readonly<Record<AskedKind, Read>> = {
  ...ofEachMeasure(
    (measure, { right }): Read =>
      ({ words }, field, text) => {
        const value = accepted(TYPED[measure](text, words.language.signs), right)
        return plain(field, value, words.amount(value))
      },
  ),
  party: async (office, field, text) => {
    const called = await partyCalled(office, text)
    return plain(field, called.party, distinctName(called))
  },
  crop: async (office, field, text) => {
    const code = await cropCode(office, text)
    return plain(field, code, (await cropNames(office.words, office.run))(code))
  },
  crops: async (office, field, text) => {
    const crops = await rowsOf(office.run, 'crops')
    const codes: string[] = []
    const known = new Set([...crops.map(({ id }) => id), ...byName('crop', crops).keys()])
    for (const part of severalIn(text, (one) => known.has(one.toLowerCase())).slice(0, MOST_CROPS))
      codes.push(await cropCode(office, part))
    return plain(field, [...new Set(codes)], severalAsText(codes))
  },
  country: (_, field, text) => {
    const code = accepted(TYPED.country(text), 'reading.country')
    return plain(field, code, code)
  },
  quantity: (office, _, text) => readQuantity(office, text),
  money: async (office, field, text) => {
    const price = await moneyTyped(office, text)
    return plain(field, price, office.words.money(price))
  },
  happened: (office, field, text) => readDate(office, field.member, text),
  day: (office, field, text) => readDate(office, field.member, text),
  word: ({ words }, field, text) => {
    const right = message('reading.word', { words: (field.words ?? []).join(', ') })
    const word = accepted(TYPED.word(text, field.words ?? []), right)
    return plain(field, word, words.worded(codeOf(word)))
  },
  inputs: ({ words }, field, text) => plain(field, inputs(words, text), text),
  parts: ({ words }, field, text, { amount }) =>
    plain(field, parts(words, text, amount as Money | undefined), text),
  reference: readReference,
  text: (_, field, text) =>
    plain(field, accepted(TYPED.text(text, field.most ?? Number.POSITIVE_INFINITY)), text),
  region: (_, field, text) => plain(field, text, text),
  language: (_, field, text) => {
    const tag = languageTyped(text)
    if (tag === null) throw new AnswerFault(message('reading.language'))
    return plain(field, tag, languageCalled(tag))
  },
  yes: ({ words: { say } }, field, text) =>
    plain(field, accepted(TYPED.yes(text, ['yes', say('entry.yes')]), 'reading.yes'), say('entry.yes')),
  answer: ({ words: { say } }, field, text) => {
    const [yes, no] = [say('entry.yes'), say('entry.no')]
    const said = accepted(TYPED.answer(text, ['yes', yes], ['no', no]), 'reading.answer')
    return plain(field, said, said ? yes : no)
  },
  ids: (_, field, text) => {
    const ids = idsTyped(text)
    return plain(field, ids, idsText(ids))
  },
  pictures: async (office, field, text) => plain(field, ...(await picturesTyped(office, text))),
  phone: async ({ run }, field, text) => plain(field, (await run('party.phone', { text })).phone, text),
}

const MOST_CROPS = 64

/** Reads an amount with its currency, or a figure alone in that of the country. @throws {AnswerFault} */
export async function moneyTyped(
  { run, words }: Pick<FrontOffice, 'run' | 'words'>,
  text: string,
): Promise<Money> {
  const { currency } = /\p{L}/u.test(text) ? { currency: null } : await run('entry.currency', {})
  const decimals = currency === null ? null : minorDigits(currency)
  const beside = currency === null || decimals === null ? null : { currency, decimals }
  // Zero is a price, and says that nothing is paid of a debt.
  return accepted(TYPED.money(text, words.language.signs, beside, true), 'reading.money')
}

/**
 * Returns what was typed.
 * @param right what would be right where the text is no such value
 * @throws {AnswerFault} if it cannot be used
 */
function accepted<T>(read: TypedValue<T>, right: PlainKey | Message = 'reading.required'): T {
  if ('value' in read) return read.value
  throw new AnswerFault(whyNot(read.fault, typeof right === 'string' ? message(right) : right))
}

function whyNot(fault: TypedFault, right: Message): Message {
  switch (fault.is) {
    case 'none':
    case 'tooLarge':
      return right
    case 'zero':
      return message('reading.aboveZero')
    case 'tooLong':
      return message('reading.tooLong', { most: fault.most })
    case 'twoWays': {
      const [one, other] = fault.ways
      return message('reading.twoWays', { text: fault.text, one, other })
    }
    case 'noCurrency':
      return message('reading.currency', { currency: fault.currency })
    case 'decimals':
      return message('reading.decimals', { currency: fault.currency, decimals: fault.decimals })
  }
}

type Reading = Pick<FrontOffice, 'run' | 'words' | 'ticked'>

/** Finds a crop by its code or its name. @throws {AnswerFault} if none fits, or several do */
export async function cropCode(office: Reading, text: string): Promise<string> {
  const { words } = office
  const ticked = (office.ticked ?? NOTHING_TICKED).crops
  const crops = await rowsOf(office.run, 'crops')
  if (crops.some((crop) => crop.id === text)) return text
  const asked = text.toLowerCase()
  const named = byName('crop', crops).get(asked) ?? []
  if (named.length === 1) return must(named[0]).id
  const isOthers = typedWord(words, text) === 'others'
  const close = isOthers
    ? ownFirst(crops, ticked).others
    : meantAmong(likeText('crop', crops, words, asked), ticked)
  if (close.length === 1) return must(close[0]).id
  if (close.length === 0)
    throw new AnswerFault(message('reading.noCrop', { text }), {
      onTerminal: message('reading.listCrops'),
      onPage: message('fault.findCrop'),
    })
  const found = shortList(close.map((row) => `"${words.crop(row)}"`))
  throw new AnswerFault(
    message('reading.whichCrop', { crops: found }),
    '',
    byNameOf(words, close, words.crop),
  )
}

const byNameOf = (
  { language }: Words,
  rows: readonly NamedRow[],
  nameOf: (row: NamedRow) => string,
): readonly Choice[] =>
  rows
    .map((row) => ({ id: row.id, name: nameOf(row) }))
    .sort((a, b) => a.name.localeCompare(b.name, language.locale))

/** A figure and the word behind it, which may begin with a figure too. */
const FIGURE = /^(\d(?:[\d.,]*\d)?)(.*)$/s
/** The same where spaces separate thousands. */
const SPACED_FIGURE = /^(\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}(?!\d))+(?:[.,]\d+)?)(.*)$/s

async function readQuantity(office: FrontOffice, text: string): Promise<FieldRead> {
  const { signs } = office.words.language
  // Where the unit has a field of its own, all of it is the figure, as on a phone.
  const ofField = office.unit ?? ''
  if (ofField !== '') {
    const alone = TYPED.quantity(text, signs)
    if ('value' in alone) return quantityOf(office, alone.value, ofField)
  }
  const isSpaced = signs.group.trim() === ''
  const [, figure = '', behind = ''] = (isSpaced ? SPACED_FIGURE.exec(text) : null) ?? FIGURE.exec(text) ?? []
  const value = accepted(TYPED.quantity(figure, signs), 'reading.quantity')
  const word = behind.trim() || ofField
  if (!/\p{L}/u.test(word)) throw new AnswerFault(message('reading.quantity'))
  return quantityOf(office, value, word)
}

async function quantityOf(office: FrontOffice, value: number, word: string): Promise<FieldRead> {
  const units = await rowsOf(office.run, 'units')
  const said = office.chosenUnit ?? word
  const unit = units.find(({ id }) => id === said) ?? unitCalled(office, units, said.toLowerCase())
  return {
    members: { quantity: { value, unit: unit.id } },
    shown: office.words.quantity(
      { value, unit: unit.id },
      unit.name === undefined ? unit.id : office.words.units(unit, value),
    ),
  }
}

/**
 * Adds the local word of the unit, which a correction keeps if its unit is the same.
 * @param old the record that is corrected
 */
export function withLabel(reading: FieldRead, old: Pick<CounterRecord, 'quantity'> | undefined): FieldRead {
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
  { words, takeUnknownUnit: takeUnknown, ticked = NOTHING_TICKED }: FrontOffice,
  units: readonly NamedRow[],
  word: string,
): FoundUnit {
  const named = byName('unit', units)
  const called = (name: string) => units.find(({ id }) => id === name) ?? named.get(name)?.[0]
  const unit = called(word) ?? called(word.replace(/s$/, ''))
  if (unit) return unit
  const stem = word.replace(/s$/, '')
  const close =
    typedWord(words, word) === 'others'
      ? ownFirst(units, ticked.units).others
      : meantAmong(likeText('unit', units, words, stem), ticked.units)
  const [only, another] = close
  // Of all units a part of a name may mean another than the person thinks; of the few that are ticked it does not.
  if (only !== undefined && another === undefined && ticked.units.includes(only.id)) return only
  if (close.length === 0 && takeUnknown !== undefined && word.length <= LONGEST_CODE) {
    takeUnknown(word)
    return { id: word }
  }
  if (close.length === 0)
    throw new AnswerFault(message('reading.noUnit', { text: word }), {
      onTerminal: message('reading.listUnits'),
      onPage: message('reading.someUnits'),
    })
  const found = shortList(close.map(({ id }) => words.unitNamed(id)))
  throw new AnswerFault(
    message('reading.whichUnit', { units: found }),
    '',
    byNameOf(words, close, words.unit),
  )
}

/** Returns the factors that convert this unit of this crop to kilograms, strongest first. */
export const factorsFor = async (office: FrontOffice, unit: string, crop: string | undefined) =>
  factorsAmong(await rowsOf(office.run, 'conversions'), unit, crop)

export { factorsAmong }

/** Returns the usual day of a record as a clerk types it; empty if the clock cannot tell what day it is. */
export const usualDay = ({ calendar, say }: Words): string =>
  calendar.time.isBehind ? '' : say('typed.today')

/** Reads a date. Today becomes the current time, another day its noon; both with the precision of a day. */
function readDate(office: FrontOffice, member: string, text: string): FieldRead {
  const nowMs = office.now()
  const { calendar, say } = office.words
  if (calendar.time.isBehind && typedWord(office.words, text) !== null)
    throw new AnswerFault(message('reading.clockBehind'))
  const { timeZone } = calendar
  const today = dayOf(timeZone, nowMs)
  const written = calendarDay(office.words, text, nowMs)
  const atMs = written === today ? nowMs : noonOfDay(timeZone, written)
  if (atMs === null && looksLikeDay(written)) throw new AnswerFault(message('reading.notADay', { text }))
  const exactMs = atMs ?? parseInstant(text)
  if (exactMs === null) throw new AnswerFault(noDay(office.words, member))
  const shown = atMs === null ? calendar.stamp(exactMs) : calendar.day(exactMs)
  if (member !== 'occurred_at') return { members: { [member]: formatInstant(exactMs) }, shown }
  const remark = calendar.time.isBehind
    ? null
    : dayOf(timeZone, exactMs) === today
      ? 'isToday'
      : exactMs > nowMs
        ? 'isFuture'
        : null
  return {
    members: {
      occurred_at: formatInstant(exactMs),
      ...(atMs === null ? {} : { occurred_at_precision: 'day' }),
    },
    shown: remark === null ? shown : say(`reading.${remark}`, { day: shown }),
  }
}

const noDay = (words: Words, member: string): Message =>
  words.calendar.time.isBehind
    ? message('reading.clockBehind')
    : member === 'due_at'
      ? message('records.noDayAhead', { day: dayAhead(words) })
      : message('reading.date')

/** Reads a reference. The record may arrive later; an existing one must have the right type. */
async function readReference(office: FrontOffice, field: Field, text: string): Promise<FieldRead> {
  const wanted = field.member.replace(/_id$/, '')
  const found = await office.run('record.get', { id: text }).catch((error: unknown) => {
    if (error instanceof OperatorFault) return null
    throw error
  })
  const id = isId(text) ? text : found?.id
  if (id === undefined) throw new AnswerFault(REFERENCE)
  const { say } = office.words
  const members = { [field.member]: id }
  if (!found) return { members, shown: say('reading.unknownRecord', { text }) }
  if (found.type !== wanted)
    throw new AnswerFault(
      message('reading.otherRecord', { type: { code: found.type }, wanted: { code: wanted } }),
    )
  return { members, shown: `${text} (${await describe(office, found)})` }
}

const REFERENCE: Advice = {
  onTerminal: message('reading.reference'),
  onPage: message('reading.referenceOnPage'),
}

/** Describes a record in a few words: `lot of 28 Jun 2026, Coffee, green bean, 60 kg`. */
export async function describe(
  { run, words }: Pick<FrontOffice, 'run' | 'words'>,
  record: CounterRecord,
): Promise<string> {
  const { calendar, money, quantity, say, worded } = words
  const day = apart(calendar.asRecorded(record))
  return [
    say('reading.recordOf', { type: worded(codeOf(record.type)), day }),
    ...(record.crop === undefined ? [] : [(await cropNames(words, run))(record.crop)]),
    ...(record.quantity === undefined ? [] : [quantity(record.quantity)]),
    ...(record.amount === undefined ? [] : [apart(money(record.amount))]),
    ...(record.agreed_price === undefined
      ? []
      : [apart(say('reading.price', { price: money(record.agreed_price) }))]),
  ].join(', ')
}

function parts(words: Words, text: string, whole: Money | undefined) {
  const found = text.split(BETWEEN_RECORDS)
  if (found.length > MAX_PARTS)
    throw new AnswerFault(message('reading.tooManyParts', { most: MAX_PARTS, count: found.length }))
  return found.map((one) => {
    const [id, amount] = one.trim().split(':')
    if (whole === undefined || id === undefined || !isId(id) || amount === undefined)
      throw new AnswerFault(message('reading.settles'))
    const { amount_minor } = accepted(
      TYPED.money(`${amount} ${whole.currency}`, words.language.signs),
      'reading.settles',
    )
    return { record_id: id, amount_minor }
  })
}

/** A comma or semicolon before the next record; a comma before digits alone is that of decimals. */
const BETWEEN_RECORDS = /[,;](?=[^,;:]*:)/

function inputs(words: Words, text: string) {
  const found = text.split(BETWEEN_RECORDS)
  if (found.length > MAX_INPUTS)
    throw new AnswerFault(message('reading.tooManyInputs', { most: MAX_INPUTS, count: found.length }))
  return found.map((one) => input(words, one))
}

function input({ language }: Words, text: string): { record_id: string; kg: number } {
  const [id, kg] = text.trim().split(':')
  if (id === undefined || !isId(id)) throw new AnswerFault(message('reading.inputs'))
  const read = TYPED.quantity(kg ?? '', language.signs)
  // A lot may name a record of which it took nothing.
  const isNothing = 'fault' in read && read.fault.is === 'zero'
  return { record_id: id, kg: isNothing ? 0 : accepted(read, 'reading.inputs') }
}
