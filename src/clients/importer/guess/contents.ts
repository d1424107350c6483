import { given } from '../../../base/typed.ts'
import type { LawfulBasis } from '../../../domain/shapes.ts'
import { message } from '../../../words/message.ts'
import { GEOMETRY_COLUMN } from '../../outlines/features.ts'
import type { ImportMap } from '../map.ts'
import { mayBe } from './chosen-columns.ts'
import type { ProposalFacts } from './facts.ts'
import {
  dayOf,
  farmerOf,
  GuessedColumns,
  memberFor,
  quantitiesOf,
  recordsOf,
  type StandIns,
} from './guessed-map.ts'
import type { Points } from './points.ts'
import { cropOf, otherUnitsOf, priceOf, unitsOf, withFactors } from './quantity-points.ts'
import { formatsOf, numbersIn } from './reading-points.ts'
import { countryIn, dayIn, priceBasis } from './sheet-points.ts'

/** What a row of each kind makes: people, a delivery or a harvest, or a plot; with what a person decides for it. */

export interface Parts {
  readonly points: Points
  readonly columns: GuessedColumns
  readonly facts: ProposalFacts
  readonly standIn: StandIns
  /** Whether lines stand above the header. */
  readonly hasTitle: boolean
}

/** What a row makes, once the lawful basis is known. */
export type Content = (basis: LawfulBasis | null) => Partial<ImportMap>

export function people({ points, columns, facts, standIn }: Parts): Content {
  const country = countryOf(points, columns, facts.country, standIn)
  return () => given({ country, ...farmerOf(without(columns, country, standIn)) })
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
  const country = countryOf(points, columns, facts.country, standIn)
  const receipt = columns.named('receipt')
  return (basis) => {
    const of = price === null ? null : priceBasis(points, basis)
    const { decimal } = numbers
    return given({
      key: receipt === undefined ? undefined : [receipt],
      country,
      decimal: decimal === '.' ? undefined : decimal,
      thousands: (isSignOpen
        ? (standIn.thousands ?? numbers.thousands)
        : numbers.thousands) as ImportMap['thousands'],
      crop,
      units,
      quantities: quantitiesOf(columns, units, others),
      dates: { day },
      ...farmerOf(without(columns, country, standIn), farmer ?? standIn.farmer),
      ...recordsOf(
        makes,
        columns,
        place,
        of === 'without' ? null : price,
        (of ?? standIn.basis) as LawfulBasis,
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
  const formats = formatsOf(points, column, facts.timeZone) ?? standIn.formats
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

export function plots({ points, columns, facts, standIn }: Parts): Content {
  const country = points.text(
    'country',
    message('import.guess.plotCountry'),
    countryIn,
    facts.country || null,
  )
  const crops = [
    { word: '-', shown: message('import.guess.noCropOfAll') },
    ...facts.crops.map(({ id, name, shown }) => ({ word: id, shown: shown ?? name })),
  ]
  const crop = points.choice('crop', message('import.guess.plotCrop'), crops, '-')
  const key = columns.named('plot') ?? ''
  return () => ({
    key: [key],
    members: { member: { member_no: { column: columns.named('member_no') ?? '' } } },
    records: {
      plot: {
        holder: ['member'],
        plot_name: { column: columns.named('plot_name') ?? key },
        country: { constant: country ?? standIn.country ?? '' },
        ...(crop === null || crop === '-' ? {} : { crop: { constant: crop } }),
        geometry: { column: GEOMETRY_COLUMN },
      },
    },
  })
}
