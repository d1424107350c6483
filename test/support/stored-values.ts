import type { Random } from './records/gate/random.ts'

/** How each kind of value reads, told apart from the program's own formatters. */

export const ZONE = 'Africa/Kampala'

export const figure = (value: number, least = 0): string =>
  new Intl.NumberFormat('en-GB', { minimumFractionDigits: least, maximumFractionDigits: 20 }).format(value)

const DECIMALS: Readonly<Record<string, number>> = { UGX: 0, KES: 2, KWD: 3 }

export interface Price {
  readonly amount_minor: number
  readonly currency: string
}

export function price({ amount_minor, currency }: Price): string {
  const decimals = DECIMALS[currency]
  if (decimals === undefined)
    return `${amount_minor.toLocaleString('en-GB')} minor units of the unknown currency ${currency}`
  const whole = BigInt(amount_minor) / 10n ** BigInt(decimals)
  const rest = BigInt(amount_minor) % 10n ** BigInt(decimals)
  return `${currency} ${whole.toLocaleString('en-GB')}${decimals === 0 ? '' : `.${String(rest).padStart(decimals, '0')}`}`
}

export const seen = (q: { value: number; unit: string; label?: string }): string =>
  `${figure(q.value)} ${q.unit}${q.label === undefined ? '' : ` (${written(q.label)})`}`

const parts = (options: Intl.DateTimeFormatOptions, at: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, ...options }).format(at).replace('Sept', 'Sep')

export const day = (at: string | number): string =>
  parts({ day: 'numeric', month: 'short', year: 'numeric' }, new Date(at).getTime())

const DAY_MS = 86_400_000

/** A time no more exact than its record states. */
export function happened({ occurred_at, occurred_at_precision }: Stated): string {
  const at = Date.parse(occurred_at)
  const month = parts({ month: 'short', year: 'numeric' }, at)
  if (occurred_at_precision === 'month') return month
  if (occurred_at_precision === 'season') return `season of ${month}`
  if (occurred_at_precision !== 'week') return day(at)
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  return `week of ${day(at - names.indexOf(parts({ weekday: 'short' }, at)) * DAY_MS)}`
}

export interface Stated {
  readonly occurred_at: string
  readonly occurred_at_precision?: string
}

/** A code in words: what is not made like one is shown as it is. */
export const code = (text: string): string =>
  /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/.test(text) ? text.replaceAll(/[_.]/g, ' ') : text

/** What somebody wrote: what could deceive is a mark, and spaces are one. */
export const written = (text: string): string =>
  text.replaceAll('\u202e', '[U+202E]').replaceAll(/\s+/g, ' ').trim()

const TEXTS = [
  ...['Mt. Elgon', '3.9', 'No. 1_b', 'Ñandú Öko', 'Kâmala O’Brien', '<b>bold</b> & "q"', 'grade.a_b', '=1+1'],
  ...['12.5.2026', 'كمالا', '\u202edlrow', 'a  b', '004.50', '1,5'],
]
const VALUES = [
  ...[85.5, 87.043, 3.9, 40.05, 1000, 123456.789, 1e12, 999999999999.5, 0.0000001, 1e-9, 0.1234567890123456],
  ...[7, 12345678.25],
]
export const PRECISIONS = [undefined, 'instant', 'day', 'week', 'month', 'season']

/** Values of each kind, the extreme ones too; each text is told apart by a number. */
export function valuesFrom(random: Random) {
  let n = 0
  const text = () => `${random.pick(TEXTS)} ${++n}`
  return {
    text,
    value: () => random.pick(VALUES),
    quantity: () => ({
      value: random.pick(VALUES),
      unit: random.pick(['kg', 'debe', 'bag_60', 'Mt. unit 3.9']),
      ...(random.chance(0.7) ? { label: text() } : {}),
    }),
    price: () => ({
      amount_minor: random.pick([0, 7, 150050, 250000000, Number.MAX_SAFE_INTEGER]),
      currency: random.pick(['UGX', 'KES', 'KWD', 'ZZZ']),
    }),
    time: (precision = random.pick(PRECISIONS)) => ({
      occurred_at: new Date(
        Date.UTC(2025, 0, 1) + random.below(500) * DAY_MS + random.below(DAY_MS),
      ).toISOString(),
      ...(precision === undefined ? {} : { occurred_at_precision: precision }),
    }),
  }
}

/** The text of a piece of HTML, on one line. */
export const textIn = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()

/** The cells of each row of a page's tables, and each fact with its name. */
export const rowsIn = (html: string): { readonly html: string; readonly cells: readonly string[] }[] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>|<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(
    ([all, row, name = '', value = '']) => ({
      html: all,
      cells:
        row === undefined
          ? [textIn(name), textIn(value)]
          : [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => textIn(cell)),
    }),
  )
