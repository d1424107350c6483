import { must } from '../base/typed.ts'
import { minorDigits } from '../domain/money.ts'
import { asShown, type Happened, type Raw, type Shown } from './kinds.ts'
import { apart, together } from './wrap.ts'

/** Formats figures and dates for people. */

const LARGEST_IN_THOUSANDS = 3

/** Returns all digits of a number, without an exponent, with separated thousands. */
function figure(value: number, decimals = 0): string {
  const [digits = '', power = '0'] = String(Math.abs(value)).split('e')
  const [whole = '', behind = ''] = digits.split('.')
  const point = whole.length + Number(power)
  const all = whole + behind
  const before = point > 0 ? all.slice(0, point).padEnd(point, '0') : '0'
  const after = (point > 0 ? all.slice(point) : `${'0'.repeat(-point)}${all}`).padEnd(decimals, '0')
  const sign = value < 0 ? '-' : ''
  return `${sign}${grouped(before)}${/^0*$/.test(after) && decimals === 0 ? '' : `.${after}`}`
}

function grouped(digits: string): string {
  const first = digits.length % LARGEST_IN_THOUSANDS
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].filter(Boolean).join(',')
}

/** Returns kilograms with at least two decimals and all their digits. */
export const kg = (value: number): Shown => asShown(figure(value, 2))

/** Returns a figure with exactly the digits that were sent. */
export const amount = (value: number): Shown => asShown(figure(value))

/** Returns a figure as people type it and spreadsheets read it, such as `0.0000001`. */
export const plainFigure = (value: number): string => figure(value).replaceAll(',', '')

/** Units better known by their symbol than by their name. */
const SIGNS: ReadonlySet<string> = new Set(['kg', 'g', 't', 'lb'])
export const isSign = (unit: string): boolean => SIGNS.has(unit)

/** Returns a unit as it is written after a figure. */
export const unitWords = (unit: string, name: string = unit): string => (isSign(unit) ? unit : name)

/** Returns a quantity in the unit observed, with its local word: `3 debe (debe ndogo)`. */
export const quantity = ({ value, unit, label }: Quantity, unitName: string = unit): Shown =>
  asShown(`${figure(value)} ${unitWords(unit, unitName)}${label === undefined ? '' : ` (${label})`}`)

export interface Quantity {
  readonly value: number
  readonly unit: string
  readonly label?: string
}

export const count = (value: number): Shown => asShown(figure(Math.round(value)))

export const several = (value: number, one: string, many: string): Shown =>
  asShown(`${count(value)} ${value === 1 ? one : many}`)

/** Returns the time between two instants in words, rounded to minutes, hours or days. */
export function timeApart(ms: number): Shown {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return several(minutes, 'minute', 'minutes')
  const hours = Math.round(minutes / 60)
  return hours < 72 ? several(hours, 'hour', 'hours') : several(Math.round(hours / 24), 'day', 'days')
}

export const percent = (share: number): Shown => asShown(`${figure(Number((share * 100).toPrecision(3)))} %`)

/** Returns an amount of money with all digits: `UGX 1,500,000`, `KES 1,250.50`. */
export function money({ amount_minor, currency }: Money): Shown {
  const parts = mainAndMinor(amount_minor, currency)
  if (parts === null) return asShown(`${count(amount_minor)} minor units of the unknown currency ${currency}`)
  const [main, rest] = parts
  return asShown(together(`${currency} ${grouped(main)}${rest === '' ? '' : `.${rest}`}`))
}

/** Returns an amount of money as people type it: `1250.50 KES`. */
export function typedMoney({ amount_minor, currency }: Money): string {
  const [main, rest] = mainAndMinor(amount_minor, currency) ?? [String(amount_minor), '']
  return `${main}${rest === '' ? '' : `.${rest}`} ${currency}`
}

export interface Money {
  readonly amount_minor: number
  readonly currency: string
}

function mainAndMinor(amountMinor: number, currency: string): readonly [string, string] | null {
  const exponent = minorDigits(currency)
  if (exponent === null) return null
  const units = String(amountMinor).padStart(exponent + 1, '0')
  return exponent === 0 ? [units, ''] : [units.slice(0, -exponent), units.slice(-exponent)]
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const LONG_MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const REMEMBERED = 5_000

interface LocalTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly clock: string
}

/** Returns the machine's time zone, or UTC: if TZ names no zone, Intl reports none or Etc/Unknown. */
function machineZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === undefined || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone
}

/** An instant known exactly; never a record's `occurred_at`, of which perhaps only the month is known. */
export type Instant = Raw | number

/** A record's time, with its precision. */
export interface Dated {
  readonly occurred_at: Happened | Raw
  readonly occurred_at_precision?: string | undefined
}

/** Formats dates in the appliance's time zone. */
export class Calendar {
  #timeZone: string
  #made: Intl.DateTimeFormat | undefined
  /** Offsets by day since 1970; null for a day on which the clocks change. */
  readonly #offsets = new Map<number, number | null>()

  /** @param timeZone such as Africa/Kampala; empty for the machine's */
  constructor(timeZone: string) {
    this.#timeZone = timeZone
  }

  get timeZone(): string {
    this.#timeZone ||= machineZone()
    return this.#timeZone
  }

  /** Made for the first date, because making it takes 8 ms, which would delay every start. */
  get #format(): Intl.DateTimeFormat {
    this.#made ??= new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', {
      timeZone: this.timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    return this.#made
  }

  /** `28 Jun 2026` */
  day(at: Instant): Shown {
    const { year, month, day } = this.#local(at)
    return dayText(year, month, day)
  }

  /** `2026-06-28` */
  isoDay(at: Instant): string {
    const { year, month, day } = this.#local(at)
    return `${year}-${twoDigits(month)}-${twoDigits(day)}`
  }

  /** `28 June 2026`, for text that is read aloud. */
  longDay(at: Instant): Shown {
    const { year, month, day } = this.#local(at)
    return asShown(`${day} ${LONG_MONTHS[month - 1]} ${year}`)
  }

  /** `28 Jun 2026, 10:15` */
  moment(at: Instant): Shown {
    return asShown(`${this.day(at)}, ${this.#local(at).clock}`)
  }

  /** `28 Jun 2026, 10:15 +03:00`, for a page that does not name the time zone. */
  stamp(at: Instant): Shown {
    return asShown(apart(`${this.moment(at)} ${this.offset(at)}`))
  }

  /** The offset from UTC at that instant, as in `+03:00`. */
  offset(at: string | number): string {
    const minutes = this.#offsetMs(typeof at === 'number' ? at : Date.parse(at)) / MINUTE_MS
    const ahead = Math.abs(minutes)
    return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`
  }

  /** The instant with that offset, as in `2026-06-28T10:15:00.000+03:00` (RFC 3339). */
  withOffset(at: string): string {
    const ms = Date.parse(at)
    return new Date(ms + this.#offsetMs(ms)).toISOString().replace('Z', this.offset(ms))
  }

  /** `28 Jun 2026`, with ordinary spaces. */
  date(at: Instant): Shown {
    return asShown(apart(this.day(at)))
  }

  /** The date of a record, no more exact than the record states. */
  asRecorded({ occurred_at, occurred_at_precision }: Dated): Shown {
    const { year, month, day } = this.#local(occurred_at)
    switch (occurred_at_precision) {
      case 'week':
        return asShown(`week of ${mondayOf(year, month, day)}`)
      case 'month':
        return asShown(`${MONTHS[month - 1]} ${year}`)
      case 'season':
        return asShown(`season of ${MONTHS[month - 1]} ${year}`)
      default:
        return dayText(year, month, day)
    }
  }

  #local(at: string | number): LocalTime {
    const ms = typeof at === 'number' ? at : Date.parse(at)
    const local = new Date(ms + this.#offsetMs(ms))
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      clock: `${twoDigits(local.getUTCHours())}:${twoDigits(local.getUTCMinutes())}`,
    }
  }

  /** Offset from UTC, cached by day unless the clocks change on that day. */
  #offsetMs(ms: number): number {
    const day = Math.floor(ms / DAY_MS)
    let known = this.#offsets.get(day)
    if (known === undefined) {
      const [first, last] = [this.#offsetAt(day * DAY_MS), this.#offsetAt((day + 1) * DAY_MS - 1)]
      known = first === last ? first : null
      if (this.#offsets.size >= REMEMBERED) this.#offsets.clear()
      this.#offsets.set(day, known)
    }
    return known ?? this.#offsetAt(ms)
  }

  #offsetAt(ms: number): number {
    const parts = new Map(this.#format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
    const part = (name: Intl.DateTimeFormatPartTypes) => must(parts.get(name))
    const local = new Date(0)
    local.setUTCFullYear(part('year'), part('month') - 1, part('day'))
    local.setUTCHours(part('hour'), part('minute'))
    return local.getTime() - Math.floor(ms / MINUTE_MS) * MINUTE_MS
  }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

const dayText = (year: number, month: number, day: number): Shown =>
  asShown(together(`${day} ${MONTHS[month - 1]} ${year}`))

/** Returns the Monday on or before a day: ISO 8601 weeks begin on Monday. */
function mondayOf(year: number, month: number, day: number): string {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  const monday = new Date(date.getTime() - sinceMonday * DAY_MS)
  return dayText(monday.getUTCFullYear(), monday.getUTCMonth() + 1, monday.getUTCDate())
}

/** Returns a calendar that follows the time zone setting, which may change while the service runs. */
export function calendarOf(config: { readonly timeZone: string }): () => Calendar {
  let made: { readonly of: string; readonly calendar: Calendar } | null = null
  return () => {
    const { timeZone } = config
    if (made?.of !== timeZone) made = { of: timeZone, calendar: new Calendar(timeZone) }
    return made.calendar
  }
}

/** Returns a path quoted for a shell if needed: it may contain spaces. */
export const typed = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
