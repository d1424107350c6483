import { isDeepStrictEqual } from 'node:util'
import { mapped, must } from '../../base/typed.ts'
import { ethiopianDayMs } from '../../domain/ethiopian.ts'
import type { Precision } from '../../domain/shapes.ts'
import { dayIn, localInstant } from '../../text/time-zone.ts'
import { type Message, message } from '../../words/message.ts'
import { ETHIOPIAN_MONTHS, WEEKDAYS } from './date-names.ts'
import { shown } from './fault.ts'
import { normalized } from './meaning.ts'

/** Reads dates by the patterns of a map. Never guesses, and adds no precision. */

export { monthNames, startsWithWeekday } from './date-names.ts'
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

export interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly ms: number
  /** How far the written time is ahead of UTC, in minutes; undefined if it names no zone. */
  readonly offset?: number
}

/** Returns the instant of a written time, which is that of the zone unless it names another. */
export function instantOf(zone: string, parts: DateParts): number {
  const { year, month, day, hour, minute, second, ms, offset } = parts
  if (offset === undefined) return localInstant(zone, year, month, day, hour, minute, second) + ms
  return Date.UTC(year, month - 1, day, hour, minute, second, ms) - offset * 60_000
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

const TOKEN =
  /\[[^\]]*\]|YYYY|YY|BBBB|EEEE|MMMM|MM|M|Do|DD|dddd|D|Q|HH|mm|SSS|ss|Z(?!\p{L})|A(?!\p{L})|\s+|./gu
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
  | 'fraction'
  | 'half'
  | 'zone'
  | 'weekday'
  | 'buddhistYear'
  | 'ethiopianYear'

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
  SSS: ['fraction', '(\\d{1,9})'],
  A: ['half', '([ap]\\.?m\\.?)'],
  Z: ['zone', '(Z|UTC|GMT|EAT|CAT|WAT|[+-]\\d{2}(?::?\\d{2})?)'],
  dddd: ['weekday', '(\\p{L}+)\\.?'],
  BBBB: ['buddhistYear', '(\\d{4})'],
  EEEE: ['ethiopianYear', '(\\d{4})'],
}

/** Longer than any day with its weekday, month, time and zone in words. */
const LONGEST_DATE = 80

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
      if (text.length > LONGEST_DATE) return null
      const match = expression.exec(text.normalize('NFC'))
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
  if (named('year', 'buddhistYear', 'ethiopianYear') !== 1 || month > 1 || day > 1) return null
  // A month or year of theirs is in two of ours.
  if (has('ethiopianYear') && !day) return null
  const isOfTime = has('hour', 'minute', 'second', 'fraction', 'half', 'zone')
  if ((day && !month) || (isOfTime && !(day && has('hour') && has('minute')))) return null
  if ((has('fraction') && !has('second')) || (has('weekday') && !day)) return null
  if (has('endYear', 'quarter')) return month || day || (has('endYear') && has('quarter')) ? null : 'season'
  return has('hour') ? 'instant' : day ? 'day' : month ? 'month' : 'season'
}

const wrong = (
  what: 'year' | 'years' | 'month' | 'notADay' | 'weekday' | 'twoDates' | 'noFormat',
): DateFault => ({
  fault: message(`import.fault.date.${what}`),
})

function partsOf(found: ReadonlyMap<DateField, string>, words: DateWords): DateParts | DateFault {
  const numberOf = (field: DateField) => Number(found.get(field))
  const yearOf = (text: string) => Number(text) + (text.length === 2 ? must(words.century) : 0)
  const field = YEARS.find((one) => found.has(one)) ?? 'year'
  const year = yearOf(must(found.get(field)))
  const { ahead, months, dayMs } = CALENDARS[field]
  if (year - ahead < 1900 || year - ahead > 2199) return wrong('year')
  const endYear = found.get('endYear')
  if (endYear !== undefined && yearOf(endYear) !== year + 1) return wrong('years')
  let month = 1
  const name = found.get('monthName')
  if (name !== undefined) {
    const known = (months ?? words.months).get(normalized(name))
    if (known === undefined) return wrong('month')
    month = known
  } else if (found.has('month')) month = numberOf('month')
  else if (found.has('quarter')) month = numberOf('quarter') * 3 - 2
  const ordinal = found.get('ordinal')
  if (ordinal !== undefined && !isOrdinal(ordinal)) return wrong('notADay')
  const day = ordinal === undefined ? (found.has('day') ? numberOf('day') : 1) : Number.parseInt(ordinal, 10)
  const [written, minute, second] = mapped(['hour', 'minute', 'second'], (field) =>
    found.has(field) ? numberOf(field) : 0,
  )
  const atMs = dayMs(year, month, day)
  const hour = hourOf(written, found.get('half'))
  if (atMs === null || hour === null || hour > 23 || minute > 59 || second > 59) return wrong('notADay')
  const at = new Date(atMs)
  const weekday = found.get('weekday')
  if (weekday !== undefined && WEEKDAYS.get(normalized(weekday)) !== at.getUTCDay()) return wrong('weekday')
  const ms = Math.floor(Number(`0.${found.get('fraction') ?? 0}`) * 1_000)
  const zone = found.get('zone')
  return {
    ...{ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
    ...{ hour, minute, second, ms },
    ...(zone && { offset: offsetOf(zone) }),
  }
}

const YEARS = ['year', 'buddhistYear', 'ethiopianYear'] as const

interface WrittenCalendar {
  /** How many years it counts more, at least. */
  readonly ahead: number
  /** Its months by name, where they are not ours. */
  readonly months?: ReadonlyMap<string, number>
  /** Returns the beginning of a day in UTC; null if there is no such day. */
  readonly dayMs: (year: number, month: number, day: number) => number | null
}

function gregorianDayMs(year: number, month: number, day: number): number | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  const exists = month >= 1 && month <= 12 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return exists ? at.getTime() : null
}

/** The years that the Buddhist era is ahead, as in Thailand. */
const BUDDHIST_YEARS = 543

const CALENDARS: Readonly<Record<(typeof YEARS)[number], WrittenCalendar>> = {
  year: { ahead: 0, dayMs: gregorianDayMs },
  buddhistYear: {
    ahead: BUDDHIST_YEARS,
    dayMs: (year, month, day) => gregorianDayMs(year - BUDDHIST_YEARS, month, day),
  },
  ethiopianYear: { ahead: -8, months: ETHIOPIAN_MONTHS, dayMs: ethiopianDayMs },
}

/** Returns the hour of the day; null if the hour and AM or PM contradict each other. */
function hourOf(written: number, half: string | undefined): number | null {
  if (half === undefined) return written
  const isAfternoon = /^p/i.test(half)
  if (written === 0 || written > 12) return written > 12 === isAfternoon ? written : null
  return (written % 12) + (isAfternoon ? 12 : 0)
}

/** Zones of Africa that have no summer time. */
const HOURS_OF_ZONES: Readonly<Record<string, number>> = { EAT: 3, CAT: 2, WAT: 1 }

/** Returns the minutes that a zone such as Z, +03:00 or EAT is ahead of UTC. */
function offsetOf(zone: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  if (hours === undefined) return (HOURS_OF_ZONES[zone.toUpperCase()] ?? 0) * 60
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
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
      const parts = format.read(text)
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

  #dateOf(parts: DateParts, precision: Precision): ReadDate {
    const ms = instantOf(this.#zone, parts)
    // The day of a time that names a zone is that in the zone of the map.
    const day =
      parts.offset === undefined
        ? new Date(Date.UTC(parts.year, parts.month - 1, parts.day)).toISOString().slice(0, 10)
        : dayIn(this.#zone, ms)
    return precision === 'instant' ? { day, precision, ms } : { day, precision }
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
  SSS: '000',
  A: 'AM',
  Z: '+03:00',
  dddd: 'Wednesday',
  BBBB: '2557',
  EEEE: '2006',
}

/** The same day in the Ethiopian calendar, where it is not written alike. */
const ETHIOPIAN_EXAMPLES: Readonly<Record<string, string>> = {
  ...{ MMMM: 'Yekatit', MM: '06', M: '6', DD: '26', D: '26', Do: '26th' },
}

/** Returns 5 March 2014 in this pattern. */
export function exampleOf(pattern: string): string {
  let years = 0
  const examples = pattern.includes('EEEE') ? { ...EXAMPLES, ...ETHIOPIAN_EXAMPLES } : EXAMPLES
  const text = pattern.replace(TOKEN, (token) => {
    if (token.startsWith('[')) return token.slice(1, -1)
    if (token.startsWith('YY') && ++years === 2) return token === 'YY' ? '15' : '2015'
    return examples[token] ?? token
  })
  return shown(text)
}
