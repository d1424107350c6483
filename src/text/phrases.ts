import { minorDigits } from '../domain/money.ts'
import { apart, together } from './wrap.ts'

/** Figures and dates for readers. */

/** Made on first use: a format takes milliseconds, which would delay the start. */
function format(options: Intl.NumberFormatOptions): () => Intl.NumberFormat {
  let made: Intl.NumberFormat | undefined
  return () => {
    made ??= new Intl.NumberFormat('en-GB', options)
    return made
  }
}
const twoDecimals = format({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = format({ maximumFractionDigits: 0 })
const asWritten = format({ maximumSignificantDigits: 15 })

/** Beyond these limits a figure is hard to read digit by digit, and would not fit its column. */
const LARGE = 1e9
const SMALL = 0.005

/** Kilograms with two decimals; a small value is never rounded to 0.00. */
export function kg(value: number): string {
  const size = Math.abs(value)
  if (size === 0) return '0.00'
  return size < SMALL || size >= LARGE ? String(Number(value.toPrecision(6))) : twoDecimals().format(value)
}

/** A quantity in its observed unit, with the digits that were sent. */
export function amount(value: number): string {
  return value < 1e-6 || value >= 1e12 ? String(value) : asWritten().format(value)
}

export function count(value: number): string {
  return whole().format(value)
}

export function several(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

export function percent(share: number): string {
  return `${asWritten().format(Number((share * 100).toPrecision(3)))} %`
}

/** `UGX 1,500,000`, `KES 1,250.50`; all digits. */
export function money({
  amount_minor,
  currency,
}: {
  readonly amount_minor: number
  readonly currency: string
}): string {
  const exponent = minorDigits(currency)
  if (exponent === null) return `${count(amount_minor)} minor units of the unknown currency ${currency}`
  const units = String(amount_minor).padStart(exponent + 1, '0')
  const main = BigInt(units.slice(0, units.length - exponent))
  const rest = exponent === 0 ? '' : `.${units.slice(-exponent)}`
  return together(`${currency} ${new Intl.NumberFormat('en-GB').format(main)}${rest}`)
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

/** If TZ names no zone, Intl reports none or Etc/Unknown. */
function machineZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === undefined || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone
}

/** Dates in the appliance's time zone. */
export class Calendar {
  #timeZone: string
  #made: Intl.DateTimeFormat | undefined
  /** By day since 1970; null for a day with a clock change. */
  readonly #offsets = new Map<number, number | null>()

  /** @param timeZone such as Africa/Kampala; empty for the machine's */
  constructor(timeZone: string) {
    this.#timeZone = timeZone
  }

  get timeZone(): string {
    this.#timeZone ||= machineZone()
    return this.#timeZone
  }

  /** Made for the first date: it takes 8 ms, which the start need not spend. */
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
  day(at: string | number): string {
    const { year, month, day } = this.#local(at)
    return dayText(year, month, day)
  }

  /** `2026-06-28` */
  isoDay(at: string | number): string {
    const { year, month, day } = this.#local(at)
    return `${year}-${twoDigits(month)}-${twoDigits(day)}`
  }

  /** `28 June 2026`, to be read out */
  longDay(at: string | number): string {
    const { year, month, day } = this.#local(at)
    return `${day} ${LONG_MONTHS[month - 1]} ${year}`
  }

  /** `28 Jun 2026, 10:15` */
  moment(at: string | number): string {
    return `${this.day(at)}, ${this.#local(at).clock}`
  }

  /** `28 Jun 2026, 10:15 +03:00`, for a page that does not name the time zone. */
  stamp(at: string | number): string {
    return apart(`${this.moment(at)} ${this.offset(at)}`)
  }

  /** From UTC at that instant, as in `+03:00`. */
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
  date(at: string | number): string {
    return apart(this.day(at))
  }

  /** No more exact than the record states. */
  asRecorded({
    occurred_at,
    occurred_at_precision,
  }: {
    occurred_at: string
    occurred_at_precision?: string
  }): string {
    const { year, month, day } = this.#local(occurred_at)
    switch (occurred_at_precision) {
      case 'week':
        return `week of ${mondayOf(year, month, day)}`
      case 'month':
        return `${MONTHS[month - 1]} ${year}`
      case 'season':
        return `season of ${MONTHS[month - 1]} ${year}`
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
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) as number
    const local = new Date(0)
    local.setUTCFullYear(part('year'), part('month') - 1, part('day'))
    local.setUTCHours(part('hour'), part('minute'))
    return local.getTime() - Math.floor(ms / MINUTE_MS) * MINUTE_MS
  }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

const dayText = (year: number, month: number, day: number) => together(`${day} ${MONTHS[month - 1]} ${year}`)

/** ISO 8601 weeks begin on Monday. */
function mondayOf(year: number, month: number, day: number): string {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  const monday = new Date(date.getTime() - sinceMonday * DAY_MS)
  return dayText(monday.getUTCFullYear(), monday.getUTCMonth() + 1, monday.getUTCDate())
}

/** Quoted for a shell, since a path may contain spaces. */
export const typed = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
