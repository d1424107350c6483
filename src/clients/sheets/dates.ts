import { isDeepStrictEqual } from 'node:util'
import { mapped, must } from '../../base/typed.ts'
import type { Precision } from '../../domain/shapes.ts'
import { localInstant } from '../../text/time-zone.ts'
import { type Message, message } from '../../words/message.ts'
import { shown } from './fault.ts'
import { normalized } from './meaning.ts'

/** Reads dates by the patterns of a map. Never guesses, and adds no precision. */

export type { Precision }

/** From the finest to the coarsest. */
const PRECISIONS: readonly Precision[] = ['instant', 'day', 'week', 'month', 'season']

export interface ReadDate {
  /** The date as written, such as 2014-03-05, in no time zone; the first day of a month or season. */
  readonly day: string
  readonly precision: Precision
  /** The instant in the map's time zone, if a time of day is written and not ignored. */
  readonly ms?: number
}

/** What is wrong with a date, as something that its cell is or does. */
export interface DateFault {
  readonly fault: Message
}
export type DateReading = ReadDate | DateFault

interface DateParts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

export interface DateFormat {
  readonly pattern: string
  readonly precision: Precision
  /** @returns null if the text does not match; a fault if it matches but is not a date */
  read(text: string): DateParts | DateFault | null
}

export interface DateWords {
  /** Month names in lower case, with their numbers. */
  readonly months: ReadonlyMap<string, number>
  /** The century of two-digit years. */
  readonly century: number | undefined
}

const ENGLISH_MONTHS = 'january february march april may june july august september october november december'

/** Returns the English names, their usual abbreviations, and the names that the map adds. */
export function monthNames(added: Readonly<Record<string, number>> = {}): ReadonlyMap<string, number> {
  const names = new Map<string, number>([['sept', 9]])
  ENGLISH_MONTHS.split(' ').forEach((name, i) => {
    names.set(name, i + 1)
    names.set(name.slice(0, 3), i + 1)
  })
  for (const [name, month] of Object.entries(added)) names.set(normalized(name), month)
  return names
}

const TOKEN = /\[[^\]]*\]|YYYY|YY|MMMM|MM|M|Do|DD|D|Q|HH|mm|ss|\s+|./gu
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS = new Map(Object.entries({ one: 'st', two: 'nd', few: 'rd' }))
type DateField =
  | 'year'
  | 'endYear'
  | 'month'
  | 'monthName'
  | 'day'
  | 'ordinal'
  | 'quarter'
  | 'hour'
  | 'minute'
  | 'second'

const TOKENS: Readonly<Record<string, readonly [field: DateField, pattern: string]>> = {
  YYYY: ['year', '(\\d{4})'],
  YY: ['year', '(\\d{2})'],
  MMMM: ['monthName', '(\\p{L}+)\\.?'],
  MM: ['month', '(\\d{2})'],
  M: ['month', '(\\d{1,2})'],
  DD: ['day', '(\\d{2})'],
  D: ['day', '(\\d{1,2})'],
  Do: ['ordinal', '(\\d{1,2}(?:st|nd|rd|th))'],
  Q: ['quarter', '([1-4])'],
  HH: ['hour', '(\\d{1,2})'],
  mm: ['minute', '(\\d{2})'],
  ss: ['second', '(\\d{2})'],
}

/**
 * Compiles a pattern.
 * @returns what is wrong with a faulty pattern
 */
export function dateFormat(pattern: string, words: DateWords): DateFormat | Message {
  const fields: DateField[] = []
  let source = ''
  for (const [token] of pattern.matchAll(TOKEN)) {
    const known = TOKENS[token]
    if (known === undefined) {
      source += /^\s/.test(token) ? '\\s*' : escaped(token.startsWith('[') ? token.slice(1, -1) : token)
      continue
    }
    const field = known[0] === 'year' && fields.includes('year') ? 'endYear' : known[0]
    if (fields.includes(field)) return message('import.map.date.twice', { pattern, field })
    if (token === 'YY' && words.century === undefined) return message('import.map.date.century', { pattern })
    fields.push(field)
    source += known[1]
  }
  const precision = precisionOf(fields)
  if (precision === null) return message('import.map.date.incomplete', { pattern })
  const expression = new RegExp(`^${source}$`, 'iu')
  return {
    pattern,
    precision,
    read(text) {
      const match = expression.exec(text)
      if (match === null) return null
      return partsOf(new Map(fields.map((field, i) => [field, must(match[i + 1])])), words)
    },
  }
}

/** Compiles patterns, and leaves out faulty ones. */
export const dateFormats = (patterns: readonly string[], words: DateWords): DateFormat[] =>
  patterns.map((pattern) => dateFormat(pattern, words)).filter((made) => 'read' in made)

/** Returns the date that a text is in a format; null if it is none. */
export function dateBy(format: DateFormat, text: string): DateParts | null {
  const read = format.read(text)
  return read === null || 'fault' in read ? null : read
}

/** Returns a regular expression for exactly this text. */
export const escaped = (literal: string) => literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function precisionOf(fields: readonly DateField[]): Precision | null {
  const has = (...wanted: DateField[]) => wanted.some((field) => fields.includes(field))
  const named = (...wanted: DateField[]) => wanted.filter((field) => fields.includes(field)).length
  const month = named('month', 'monthName')
  const day = named('day', 'ordinal')
  if (!has('year') || month > 1 || day > 1) return null
  if ((day && !month) || (has('hour', 'minute', 'second') && !(day && has('hour') && has('minute'))))
    return null
  if (has('endYear', 'quarter')) return month || day || (has('endYear') && has('quarter')) ? null : 'season'
  return has('hour') ? 'instant' : day ? 'day' : month ? 'month' : 'season'
}

const wrong = (what: 'year' | 'years' | 'month' | 'notADay' | 'twoDates' | 'noFormat'): DateFault => ({
  fault: message(`import.fault.date.${what}`),
})

function partsOf(found: ReadonlyMap<DateField, string>, words: DateWords): DateParts | DateFault {
  const numberOf = (field: DateField) => Number(found.get(field))
  const yearOf = (text: string) => Number(text) + (text.length === 2 ? must(words.century) : 0)
  const year = yearOf(must(found.get('year')))
  if (year < 1900 || year > 2199) return wrong('year')
  const endYear = found.get('endYear')
  if (endYear !== undefined && yearOf(endYear) !== year + 1) return wrong('years')
  let month = 1
  const name = found.get('monthName')
  if (name !== undefined) {
    const known = words.months.get(normalized(name))
    if (known === undefined) return wrong('month')
    month = known
  } else if (found.has('month')) month = numberOf('month')
  else if (found.has('quarter')) month = numberOf('quarter') * 3 - 2
  const ordinal = found.get('ordinal')
  if (ordinal !== undefined && !isOrdinal(ordinal)) return wrong('notADay')
  const day = ordinal === undefined ? (found.has('day') ? numberOf('day') : 1) : Number.parseInt(ordinal, 10)
  const [hour, minute, second] = mapped(['hour', 'minute', 'second'], (field) =>
    found.has(field) ? numberOf(field) : 0,
  )
  const at = new Date(Date.UTC(year, month - 1, day))
  const exists = month >= 1 && month <= 12 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  if (!exists || hour > 23 || minute > 59 || second > 59) return wrong('notADay')
  return { year, month, day, hour, minute, second }
}

/**
 * Returns whether an ordinal such as 1st, 11th or 21st is correct. In one such as 22th, the number may also
 * be wrong.
 */
function isOrdinal(text: string): boolean {
  const ending = ENDINGS.get(ORDINALS.select(Number.parseInt(text, 10))) ?? 'th'
  return text.toLowerCase().endsWith(ending)
}

/** Reads a column's dates, with a cache. */
export class DateReader {
  readonly #formats: readonly DateFormat[]
  readonly #zone: string
  readonly #coarsen: Precision | undefined
  readonly #known = new Map<string, DateReading>()

  constructor(formats: readonly DateFormat[], zone: string, coarsen: Precision | undefined) {
    this.#formats = formats
    this.#zone = zone
    this.#coarsen = coarsen
  }

  read(text: string): DateReading {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const reading = this.#read(text)
    if (this.#known.size < MOST_REMEMBERED) this.#known.set(text, reading)
    return reading
  }

  /** An example of each format, for a remedy. */
  get examples(): readonly string[] {
    return this.#formats.map(({ pattern }) => `${exampleOf(pattern)} (${pattern})`)
  }

  #read(text: string): DateReading {
    let fault: DateFault | undefined
    let found: ReadDate | undefined
    for (const format of this.#formats) {
      const parts = format.read(text.normalize('NFC'))
      if (parts === null) continue
      if ('fault' in parts) {
        fault ??= parts
        continue
      }
      const read = this.#dateOf(parts, coarser(format.precision, this.#coarsen))
      if (found !== undefined && !isDeepStrictEqual(found, read)) return wrong('twoDates')
      found = read
    }
    return found ?? fault ?? wrong('noFormat')
  }

  #dateOf({ year, month, day, hour, minute, second }: DateParts, precision: Precision): ReadDate {
    const written = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
    if (precision !== 'instant') return { day: written, precision }
    return { day: written, precision, ms: localInstant(this.#zone, year, month, day, hour, minute, second) }
  }
}

const MOST_REMEMBERED = 20_000

function coarser(read: Precision, wanted: Precision | undefined): Precision {
  return wanted !== undefined && PRECISIONS.indexOf(wanted) > PRECISIONS.indexOf(read) ? wanted : read
}

const EXAMPLES: Readonly<Record<string, string>> = {
  YYYY: '2014',
  YY: '14',
  MMMM: 'March',
  MM: '03',
  M: '3',
  DD: '05',
  D: '5',
  Do: '5th',
  Q: '1',
  HH: '07',
  mm: '15',
  ss: '00',
}

/** Returns 5 March 2014 in this pattern. */
export function exampleOf(pattern: string): string {
  let years = 0
  const text = pattern.replace(TOKEN, (token) => {
    if (token.startsWith('[')) return token.slice(1, -1)
    if (token.startsWith('YY') && ++years === 2) return token === 'YY' ? '15' : '2015'
    return EXAMPLES[token] ?? token
  })
  return shown(text)
}
