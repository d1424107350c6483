import { minorDigits } from '../domain/money.ts'
import { together } from './wrap.ts'

/** Figures and dates as people write them. */

const grouped = (minimum: number, maximum: number) =>
  new Intl.NumberFormat('en-GB', { minimumFractionDigits: minimum, maximumFractionDigits: maximum })
const twoDecimals = grouped(2, 2)
const whole = grouped(0, 0)
const asWritten = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 15 })

/** Beyond these a figure is no longer read digit by digit, and would not fit its column. */
const LARGE = 1e9
const SMALL = 0.005

/** Kilograms with two decimals; never rounded to a nought that is none. */
export function kg(value: number): string {
  const size = Math.abs(value)
  if (size === 0) return '0.00'
  return size < SMALL || size >= LARGE ? String(Number(value.toPrecision(6))) : twoDecimals.format(value)
}

/** A quantity in the unit observed, with the digits it was sent with. */
export function amount(value: number): string {
  return value < 1e-6 || value >= 1e12 ? String(value) : asWritten.format(value)
}

export function count(value: number): string {
  return whole.format(value)
}

export function several(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

export function percent(share: number): string {
  return `${asWritten.format(Number((share * 100).toPrecision(3)))} %`
}

/** `UGX 1,500,000`, `KES 1,250.50`; the exact digits, however many. */
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
const DAY_MS = 86_400_000

const REMEMBERED = 1_000

interface LocalTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly clock: string
}

/** Dates as the clocks at the appliance show them. */
export class Calendar {
  readonly timeZone: string
  readonly #format: Intl.DateTimeFormat
  /** Records of one page often share a day, and telling the local time is what a page spends most on. */
  readonly #known = new Map<string | number, LocalTime>()

  constructor(timeZone: string) {
    this.timeZone = timeZone
    this.#format = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  }

  /** `28 Jun 2026` */
  day(at: string | number): string {
    const { year, month, day } = this.#local(at)
    return dayText(year, month, day)
  }

  /** `28 Jun 2026, 10:15` */
  moment(at: string | number): string {
    return `${this.day(at)}, ${this.#local(at).clock}`
  }

  /** No more exact than the record itself claims to be. */
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
    const known = this.#known.get(at)
    if (known !== undefined) return known
    const parts = new Map(this.#format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]))
    const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name))
    const local = {
      year: part('year'),
      month: part('month'),
      day: part('day'),
      clock: `${parts.get('hour')}:${parts.get('minute')}`,
    }
    if (this.#known.size >= REMEMBERED) this.#known.clear()
    this.#known.set(at, local)
    return local
  }
}

const dayText = (year: number, month: number, day: number) => together(`${day} ${MONTHS[month - 1]} ${year}`)

/** ISO 8601 weeks begin on Monday. */
function mondayOf(year: number, month: number, day: number): string {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  const monday = new Date(date.getTime() - sinceMonday * DAY_MS)
  return dayText(monday.getUTCFullYear(), monday.getUTCMonth() + 1, monday.getUTCDate())
}
