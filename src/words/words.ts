import { minorDigits } from '../text/currencies.ts'
import { asShown, type Code, type CodeIn, codeOf, type Shown, type Text } from '../text/kinds.ts'
import { together } from '../text/wrap.ts'
import { Calendar, MACHINE_TIME, type Time } from './calendar.ts'
import { figure, grouped, type Signs } from './figure.ts'
import { unmistakable } from './figure-typed.ts'
import { type ArgumentsOf, ENGLISH, type Key, type Language } from './language.ts'
import type { Message, Value } from './message.ts'
import { REVIEWED, type Reviewed } from './reviewed.ts'
import { SHOWN_DECIMALS, shownKg } from './rounding.ts'
import { spanOf } from './span.ts'
import type { Money, Quantity } from './values.ts'
import type { Way } from './ways.ts'

/** Units better known by their symbol than by their name. */
const SYMBOLS: ReadonlySet<string> = new Set(['kg', 'g', 't', 'lb'])
export const isSymbol = (unit: string): boolean => SYMBOLS.has(unit)

/** Returns a unit as it is written after a figure. */
export const unitWords = (unit: string, name: string = unit): string => (isSymbol(unit) ? unit : name)

/** What the catalogue has a noun for: the types of records that can be opened to readers. */
export type Noun = Key extends infer K ? (K extends `noun.${infer Type}` ? Type : never) : never

/** Clients may send any text as a registry code. */
const LIKE_A_CODE = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/

/** Returns a registry code as words, such as `coffee fresh cherry` for a crop; other text as it is. */
export function spelled<C extends string>(code: CodeIn<C>): Shown {
  return asShown(LIKE_A_CODE.test(code) ? code.replaceAll(/[_.]/g, ' ') : code)
}

/** Returns a name or sentence for use within a sentence; an abbreviation keeps its capitals. */
export const uncapitalised = (text: string): string =>
  text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())

/** A row of the registry, as far as people read it. */
export interface NamedRow {
  readonly id: string
  readonly name: string
}

interface ExplainedRow {
  readonly id: string
  readonly meaning: string
}

/** Groups of the catalogue that have a word for a code, in this order. */
const WORDS_OF_CODES = ['word', 'flag', 'noun'] as const

/**
 * Turns values into text for one reader; nothing else does. Made for each reader and passed on to everything that
 * shows them something. Its functions may be taken from it one by one.
 */
export class Words {
  readonly language: Language
  readonly calendar: Calendar

  constructor(language: Language, timeZone: string, time: Time = MACHINE_TIME) {
    this.language = language
    this.calendar = new Calendar(timeZone, language, time)
  }

  /** Returns a text of the catalogue. Values may be text from other people: they are made safe. */
  readonly say = <K extends Key>(key: K, ...[args]: ArgumentsOf<K>): Shown => this.language.say(key, args)

  /** Returns a text whose key follows from a code and that needs no arguments; null if the catalogue lacks it. */
  readonly sayIfKnown = (key: string): Shown | null =>
    this.language.has(key) ? this.language.say(key) : null

  /** Returns what to say of a translation that no speaker of the language has reviewed; null if one has. */
  readonly reviewNote = (texts: Reviewed): Shown | null =>
    this.language.isReviewed(REVIEWED[texts]) ? null : this.say('paper.unreviewed')

  /** Returns a message as text. */
  readonly tell = (told: Message | string): Shown => {
    if (typeof told === 'string') return asShown(told)
    const args = Object.entries(told.args ?? {}).map(([name, value]) => [name, this.#value(value)])
    return this.language.say(told.key, Object.fromEntries(args))
  }

  /** Returns a value of a message as text. */
  readonly told = (value: Value): string => String(this.#value(value))

  #value(value: Value): Text | number {
    if (typeof value !== 'object') return value
    if ('key' in value) return this.tell(value)
    if ('kg' in value) return this.kg(value.kg)
    if ('amount' in value) return this.amount(value.amount)
    if ('typed' in value) return this.typed(value.typed)
    if ('count' in value) return this.count(value.count)
    if ('share' in value) return this.percent(value.share)
    if ('money' in value) return this.money(value.money)
    if ('quantity' in value) return this.quantity(value.quantity)
    if ('day' in value) return this.calendar.day(value.day)
    if ('longDay' in value) return this.calendar.longDay(value.longDay)
    if ('date' in value) return this.calendar.date(value.date)
    if ('stamp' in value) return this.calendar.stamp(value.stamp)
    if ('span' in value) return this.timeApart(value.span)
    if ('basis' in value) return this.basis(value.basis)
    if ('purpose' in value) return this.purposeNoun(value.purpose)
    if ('country' in value) return this.country(value.country)
    if ('code' in value) return this.worded(codeOf(value.code))
    if ('clauses' in value) return this.clauses(value.clauses.map((one) => String(this.#value(one))))
    if ('either' in value) return this.either(value.either.map((one) => String(this.#value(one))))
    if ('examples' in value) return value.examples.map((one) => String(this.#value(one))).join(', ')
    return this.listed(value.list.map((one) => String(this.#value(one))))
  }

  /** Returns kilograms as people read them, with two decimals (`rounding.ts`); `amount` returns all digits. */
  readonly kg = (value: number): Shown => asShown(figure(shownKg(value), this.language.signs, SHOWN_DECIMALS))

  /** Returns kilograms rounded in the same way, with no decimals that are nothing: for pages and sentences. */
  readonly mass = (value: number): Shown => this.amount(shownKg(value))

  /** Returns a figure with exactly the digits that were sent. */
  readonly amount = (value: number): Shown => asShown(figure(value, this.language.signs))

  /** Returns a figure as people type it: `1250.5`, `1250,5`. */
  readonly typed = (value: number): Shown =>
    asShown(figure(value, { group: '', decimal: this.language.signs.decimal }))

  readonly count = (value: number): Shown => asShown(figure(Math.round(value), this.language.signs))

  readonly percent = (share: number): Shown =>
    this.say('value.percent', { figure: this.amount(Number((share * 100).toPrecision(3))) })

  /** Returns a quantity in the unit observed, with its local word: `3 debe (debe ndogo)`. */
  readonly quantity = ({ value, unit, label }: Quantity, unitName = this.unitNamed(unit, value)): Shown => {
    const quantity = `${this.amount(value)} ${unitWords(unit, unitName)}`
    return label === undefined ? asShown(quantity) : asShown(`${quantity} (${label})`)
  }

  /** Returns an amount of money with all digits: `UGX 1,500,000`, `KES 1,250.50`. */
  readonly money = ({ amount_minor, currency }: Money): Shown => {
    const parts = mainAndMinor(amount_minor, currency)
    if (parts === null) return this.say('value.minorUnits', { figure: this.count(amount_minor), currency })
    const { signs } = this.language
    const [main, rest] = parts
    const digits = `${grouped(main, signs)}${rest === '' ? '' : `${signs.decimal}${rest}`}`
    return asShown(together(this.say('value.money', { currency, figure: digits })))
  }

  /** Returns the time between two instants, rounded to minutes, hours or days. */
  readonly timeApart = (ms: number): Shown => {
    const { unit, count } = spanOf(ms)
    return this.say(`span.${unit}`, { count })
  }

  /** Returns a code of the service's own lists as words, from the catalogue if it has any, else spelled out. */
  readonly worded = <C extends string>(code: CodeIn<C>): Shown => {
    for (const group of WORDS_OF_CODES) {
      const words = this.sayIfKnown(`${group}.${code}`)
      if (words !== null) return words
    }
    const purpose = this.sayIfKnown(`purpose.${code}`)
    if (purpose !== null) return asShown(uncapitalised(purpose))
    return spelled<Code>(code as string as Code)
  }

  /** Returns the name of a crop; the cooperative's own name for a row that does not ship. */
  readonly crop = ({ id, name }: NamedRow): Shown => this.#ofRow(`crop.${id}`, name)

  readonly unit = ({ id, name }: NamedRow): Shown => this.#ofRow(`unit.${id}`, name)

  /** Returns the name of a unit for the place after a figure; the cooperative's own name has no plural. */
  readonly units = (row: NamedRow, figure: number): Shown => {
    const name = this.unit(row)
    return name === row.name ? name : (this.#severalOf(row.id, figure) ?? name)
  }

  /** Returns a unit for the place after a figure: in English its code, which people type; else its name. */
  readonly unitNamed = (unit: string, figure = 1): string =>
    isSymbol(unit) || this.language === ENGLISH
      ? unit
      : (this.#severalOf(unit, figure) ?? this.sayIfKnown(`unit.${unit}`) ?? unit)

  #severalOf(unit: string, figure: number): Shown | null {
    return this.language.isOne(figure) ? null : this.sayIfKnown(`units.${unit}`)
  }

  /** Returns the name of a country with its code: `Kenya (KE)`. */
  readonly country = (code: string): string => {
    const name = /^[A-Z]{2}$/.test(code) ? this.language.country(code) : code
    return name === code ? code : this.say('value.country', { name, code })
  }

  readonly purpose = ({ id, name }: NamedRow): Shown => this.#ofRow(`purpose.${id}`, name)

  /** Returns the name of a purpose, for a sentence. */
  readonly purposeNoun = (row: NamedRow): Shown => asShown(uncapitalised(this.purpose(row)))

  readonly purposeMeaning = ({ id, meaning }: ExplainedRow): Shown =>
    this.#ofRow(`purpose.${id}.meaning`, meaning)

  /** Returns the name of a lawful basis. */
  readonly basis = ({ id, name }: NamedRow): Shown => this.#ofRow(`basis.${id}`, name)

  /** Returns the name of a record type, for a title; `worded` returns it for a sentence. */
  readonly recordType = ({ id, name }: NamedRow): Shown => this.#ofRow(`type.${id}`, name)

  /** Returns the name of a flag. */
  readonly flag = ({ id, name }: NamedRow): Shown => this.#ofRow(`flag.${id}`, name)

  /** Returns what a flag means, as a sentence. */
  readonly flagMeaning = ({ id, meaning }: ExplainedRow): Shown => this.#ofRow(`flag.${id}.meaning`, meaning)

  /** Rows that ship have the text of the English catalogue; any other text is the cooperative's own. */
  #ofRow(key: string, own: string): Shown {
    const { language } = this
    const isOwn = language === ENGLISH || !language.has(key) || ENGLISH.say(key) !== own
    return isOwn ? asShown(own) : language.say(key)
  }

  /** Returns how a record's kilograms were found. */
  readonly way = (way: Way): Shown => this.say(`way.${way}`)

  /** Returns a count with its noun: `3 deliveries`. */
  readonly counted = (type: Noun, count: number): string =>
    this.say('value.counted', {
      count: this.count(count),
      noun: count === 1 ? this.singular(type) : this.plural(type),
    })

  readonly singular = (type: Noun): string => this.say(`noun.${type}`)

  readonly plural = (type: Noun): string => this.say(`nouns.${type}`)

  /** Joins alternatives: `a, b or c`. */
  readonly either = (parts: readonly string[]): string => this.language.list(parts, 'disjunction')

  /** Joins clauses: `a; b`. */
  readonly clauses = (parts: readonly string[]): string =>
    parts.reduceRight((rest, first) => (rest === '' ? first : this.say('value.clauses', { first, rest })), '')

  /** Joins a list: `a, b and c`. */
  readonly listed = (parts: readonly string[]): string => this.language.list(parts)

  /** Joins parts that may contain commas: `a, b; c`. Empty without any. */
  readonly series = (parts: readonly string[]): string =>
    parts.reduce((before, next) => (before === '' ? next : this.say('value.series', { before, next })), '')
}

/** Returns an amount of money as people type it, so that it is read as the same: `1250.50 KES`. */
export function typedMoney(
  { amount_minor, currency }: Money,
  signs: Pick<Signs, 'decimal'> = { decimal: '.' },
): string {
  const [main, rest] = mainAndMinor(amount_minor, currency) ?? [String(amount_minor), '']
  return `${rest === '' ? main : unmistakable(main, rest, signs)} ${currency}`
}

function mainAndMinor(amountMinor: number, currency: string): readonly [string, string] | null {
  const exponent = minorDigits(currency)
  if (exponent === null) return null
  const sign = amountMinor < 0 ? '-' : ''
  const units = String(Math.abs(amountMinor)).padStart(exponent + 1, '0')
  const main = exponent === 0 ? units : units.slice(0, -exponent)
  return [`${sign}${main}`, exponent === 0 ? '' : units.slice(-exponent)]
}

/** Words already made, so that all readers of a language share one calendar. */
const made = new WeakMap<Time, Map<string, Words>>()

/**
 * @param timeZone such as Africa/Kampala; empty for the machine's
 * @param time of the service, for readers of its pages and commands
 */
export function wordsIn(language: Language, timeZone: string, time = MACHINE_TIME): Words {
  const key = `${language.code} ${timeZone}`
  const known = made.get(time) ?? new Map<string, Words>()
  made.set(time, known)
  const words = known.get(key) ?? new Words(language, timeZone, time)
  known.set(key, words)
  return words
}

/** Returns the words of a paper for someone who reads another language. */
export const wordsToo = (language: Language, { calendar }: Words): Words =>
  wordsIn(language, calendar.timeZone, calendar.time)

/** For rooms that have no reader's words yet. */
/** Returns words that speak to the reader of a page: of a text with a form that says "you", that form. */
export function addressing(own: Words): Words {
  const known = speaking.get(own)
  if (known !== undefined) return known
  const { language, calendar } = own
  const words = new Words(language, calendar.timeZone, calendar.time)
  const say = (key: Key, ...[args]: ArgumentsOf<Key>) => {
    const you = `${key}.you`
    return language.say(language.has(you) ? (you as Key) : key, args)
  }
  speaking.set(own, Object.assign(words, { say }))
  return words
}

const speaking = new WeakMap<Words, Words>()

export const englishWords = (timeZone = ''): Words => wordsIn(ENGLISH, timeZone)
