import { given } from '../../../base/typed.ts'
import type { LawfulBasis } from '../../../domain/shapes.ts'
import { message } from '../../../words/message.ts'
import type { ImportMap } from '../map.ts'
import { mayBe } from './chosen-columns.ts'
import type { Content, Parts } from './facts.ts'
import {
  dayOf,
  farmerOf,
  GuessedColumns,
  memberFor,
  notesOf,
  quantitiesOf,
  recordsOf,
  type StandIns,
} from './guessed-map.ts'
import { farmersPlot } from './plots.ts'
import type { Points } from './points.ts'
import { cropOf, otherUnitsOf, priceOf, unitsOf, withFactors } from './quantity-points.ts'
import { formatsOf, numbersIn } from './reading-points.ts'
import { countryIn, dayIn, priceBasis } from './sheet-points.ts'

/** What a row makes, with what a person decides for it: people and their plots, a delivery or a harvest. */

export function people({ points, columns, facts, standIn }: Parts): Content {
  const country = countryOf(points, columns, facts.country, standIn)
  return () => given({ country, ...farmerOf(without(columns, country, standIn)) })
}

/** Farmers and where their plots are; one whose row says no place is a farmer still. */
export function plots(parts: Parts): Content {
  const { columns, standIn } = parts
  const country = countriesOf(parts)
  const plotOf = farmersPlot(parts, country.plots)
  return () => {
    const farmer = farmerOf(without(columns, country.phones, standIn))
    const plot = plotOf?.(farmer)
    if (plot === undefined) return given({ country: country.phones, ...farmer })
    const note = notesOf(columns, ['note'])
    const key = columns.has('plot') ? plot.keyed_by : undefined
    return given({ key, country: country.phones, ...farmer, records: { plot: given({ ...plot, note }) } })
  }
}

export function produce(parts: Parts, makes: 'delivery' | 'harvest'): Content {
  const { points, columns, facts, standIn, hasTitle } = parts
  const day = dayOfRows(parts)
  const farmer =
    columns.has('name', 'member_no') || mayBe(columns, 'person')
      ? null
      : points.text('farmer', message('import.guess.farmer'), (text) => text.slice(0, 200))
  const { isOpen: isSignOpen, ...numbers } = numbersIn(points, columns)
  const words = unitsOf(points, columns, facts.units, standIn)
  const crop = cropOf(points, columns, facts.crops, standIn)
  const others = otherUnitsOf(points, columns, facts.units, standIn)
  const all = { ...words, ...Object.fromEntries([...others.values()].map((unit) => [unit, { unit }])) }
  const units = withFactors(points, all, crop, facts.conversions)
  // The book of a single buying centre names it above the rows.
  const place =
    hasTitle && memberFor(makes, 'place') !== undefined && !columns.has('place')
      ? points.text(
          'place',
          message('import.guess.place'),
          (text) => (text === '-' ? null : text.slice(0, 200)),
          '-',
        )
      : null
  const price = memberFor(makes, 'price') === undefined ? null : priceOf(points, columns, standIn)
  const country = countriesOf(parts)
  const plotOf = farmersPlot(parts, country.plots)
  const receipt = columns.named('receipt')
  return (basis) => {
    const its = farmerOf(without(columns, country.phones, standIn), farmer ?? standIn.farmer)
    const of = price === null ? null : priceBasis(points, basis)
    const { decimal } = numbers
    return given({
      key: receipt === undefined ? undefined : [receipt],
      country: country.phones,
      decimal: decimal === '.' ? undefined : decimal,
      thousands: (isSignOpen
        ? (standIn.thousands ?? numbers.thousands)
        : numbers.thousands) as ImportMap['thousands'],
      crop,
      units,
      quantities: quantitiesOf(columns, units, others),
      dates: { day },
      ...its,
      ...recordsOf(
        makes,
        columns,
        place,
        of === 'without' ? null : price,
        (of ?? standIn.basis) as LawfulBasis,
        plotOf?.(its),
      ),
    })
  }
}

/** One day for every row is asked for only if no column looks like days. */
function dayOfRows({ points, columns, facts, standIn }: Parts) {
  const column = columns.of('date')
  if (column === undefined) {
    const constant = mayBe(columns, 'day')
      ? null
      : points.text('day', message('import.guess.day'), (text) => dayIn(text, facts))
    return { constant: constant ?? standIn.day }
  }
  const formats = formatsOf(points, column, facts) ?? standIn.formats
  return formats === null ? { constant: standIn.day } : dayOf(column.name, formats, column.dates?.isOfDays)
}

/** Leaves telephone numbers out that cannot be read without their country. */
const without = (
  columns: GuessedColumns,
  country: string | undefined,
  { country: mark }: StandIns,
): GuessedColumns =>
  country === undefined && mark === null && !isInternational(columns)
    ? new GuessedColumns(columns.all.filter(({ meaning }) => meaning !== 'phone'))
    : columns

const isInternational = (columns: GuessedColumns): boolean =>
  (columns.of('phone')?.cells ?? []).every((cell) => cell.startsWith('+'))

/** The countries of telephone numbers and of plots. Where there are plots, one is asked for both. */
function countriesOf({ points, columns, facts, standIn }: Parts): {
  readonly phones: string | undefined
  readonly plots: string | undefined
} {
  if (!columns.hasPlace)
    return { phones: countryOf(points, columns, facts.country, standIn), plots: undefined }
  const stated = points.text('country', message('import.guess.plotCountry'), countryIn, facts.country || null)
  const country = stated ?? standIn.country ?? undefined
  const isOfPhones = columns.has('phone') && !(facts.country === '' && isInternational(columns))
  return { phones: isOfPhones ? country : undefined, plots: country }
}

function countryOf(
  points: Points,
  columns: GuessedColumns,
  country: string,
  standIn: StandIns,
): string | undefined {
  if (!columns.has('phone')) return undefined
  if (country !== '' || isInternational(columns)) return country || undefined
  return (
    points.text('country', message('import.guess.phoneCountry'), countryIn) ?? standIn.country ?? undefined
  )
}
