import { must } from '../../base/typed.ts'
import { ethiopianDayMs } from '../../domain/ethiopian.ts'
import { languages } from '../../words/language.ts'
import { normalized } from './meaning.ts'

/** Names of months and of days of the week, as people write them. */

type NamedPart = 'month' | 'weekday' | 'ethiopianMonth'
const GREGORIAN = { calendar: 'gregory' }

/** Returns names and their usual abbreviations in the languages of the catalogue; none that means two things. */
function namesOf(
  named: NamedPart,
  dates: readonly number[],
  { calendar, more = [] }: { readonly calendar: string; readonly more?: readonly string[] } = GREGORIAN,
): ReadonlyMap<string, number> {
  const part = named === 'weekday' ? 'weekday' : 'month'
  const found = new Map<string, Set<number>>()
  const add = (name: string, n: number) => {
    const known = found.get(name) ?? new Set()
    found.set(name, known.add(n))
  }
  for (const code of [...languages().map((one) => one.code), ...more])
    for (const length of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(code, { [part]: length, timeZone: 'UTC', calendar })
      dates.forEach((ms, n) => {
        const name = normalized(format.format(ms)).replace(/\.$/, '')
        add(name, n)
        add(withoutAccents(name), n)
      })
    }
  for (const [name, n] of OTHER_NAMES[named]) add(name, n)
  return new Map([...found].flatMap(([name, [n = 0, ...others]]) => (others.length === 0 ? [[name, n]] : [])))
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Names that people write and programs do not. */
const OTHER_NAMES: Readonly<Record<NamedPart, readonly (readonly [string, number])[]>> = {
  month: [['sept', 8]],
  weekday: [
    ['tues', 2],
    ['wednes', 3],
    ['thur', 4],
    ['thurs', 4],
  ],
  ethiopianMonth: [
    ['mäskäräm', 0],
    ['tikimt', 1],
    ['tikemt', 1],
    ['tiqimt', 1],
    ['hidar', 2],
    ['tahisas', 3],
    ['tahesas', 3],
    ['tir', 4],
    ['miyazia', 7],
    ['miyaziya', 7],
    ['miazya', 7],
    ['ginbot', 8],
    ['nehase', 11],
    ['nehassie', 11],
    ['pagume', 12],
    ['pagumen', 12],
    ['pagumiene', 12],
    ['puagme', 12],
  ],
}

const MONTHS = namesOf(
  'month',
  Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15)),
)
/** The third of each month of the year 2016, which began on 12 September 2023. */
export const ETHIOPIAN_MONTHS = numbered(
  namesOf(
    'ethiopianMonth',
    Array.from({ length: 13 }, (_, month) => must(ethiopianDayMs(2016, month + 1, 3))),
    { calendar: 'ethiopic', more: ['am'] },
  ),
)
/** Sunday first. */
export const WEEKDAYS = namesOf(
  'weekday',
  Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 1, 1 + day)),
)

/** Returns whether a text begins with a day of the week. */
export function startsWithWeekday(text: string): boolean {
  const [, word] = /^(\p{L}{2,12})[.,]?\s/u.exec(text) ?? []
  return word !== undefined && WEEKDAYS.has(normalized(word))
}

/** Months count from 1 where people write them. */
function numbered(months: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...months].map(([name, month]) => [name, month + 1]))
}

/** Returns the names in the languages of the catalogue, their usual abbreviations, and the names that the map adds. */
export function monthNames(added: Readonly<Record<string, number>> = {}): ReadonlyMap<string, number> {
  const names = numbered(MONTHS)
  for (const [name, month] of Object.entries(added)) names.set(normalized(name), month)
  return names
}
