import { given, ifGiven, nonEmpty } from '../../../base/typed.ts'
import { normalized } from '../../sheets/meaning.ts'
import type { NumberStyle } from '../../sheets/weights.ts'
import type { Records } from '../forms.ts'
import type { ImportMap, PRICED_PER, Value } from '../map.ts'
import type { Layout } from './layout.ts'
import type { GuessedColumn, Meaning } from './meanings.ts'
import { CENTURY } from './styles.ts'

/** Makes the map from the guesses and the answers. */

export const MAKES = ['delivery', 'harvest', 'people'] as const
export type Makes = (typeof MAKES)[number]

export interface Answers {
  readonly name: string
  readonly makes: Makes
  readonly lawfulBasis: ImportMap['lawful_basis']
  readonly asOf: string
  readonly timeZone: string
  /** ISO 3166-1; empty if unknown. */
  readonly country: string
  readonly numbers: NumberStyle
  readonly dateFormats: readonly string[]
  /** Values that are the same in every row and in no column. */
  readonly constants: { readonly day?: string; readonly farmer?: string; readonly place?: string }
  /** The crop code of each word of the column, or one code for the whole sheet. */
  readonly crops: Readonly<Record<string, string>> | string | null
  /** The unit of each word of the sheet. One word without a unit column is the unit of every row. */
  readonly units: NonNullable<ImportMap['units']>
  readonly price: PriceAnswer | null
}

export interface PriceAnswer {
  readonly currency: string
  readonly decimals: number
  /** What a `unit_price` is for. */
  readonly per: (typeof PRICED_PER)[number]
}

const EMPTY = ['-', '--', 'n/a', 'na', 'nil', 'none', 'null', '?']

export function guessedMap(layout: Layout, columns: readonly GuessedColumn[], answers: Answers): ImportMap {
  const named = (meaning: Meaning) => columns.find((column) => column.meaning === meaning)?.name
  const used = columns.filter(({ meaning }) => meaning !== 'nothing')
  const cells = new Set(used.flatMap((column) => column.cells.map(normalized)))
  const empty = EMPTY.filter((word) => cells.has(word))
  const receipt = named('receipt')
  const isOnlyPeople = answers.makes === 'people'
  const { decimal, thousands } = answers.numbers
  return given({
    name: answers.name,
    key: receipt === undefined || isOnlyPeople ? undefined : [receipt],
    csv: Object.keys(layout.csv).length === 0 ? undefined : layout.csv,
    lawful_basis: answers.lawfulBasis,
    as_of: answers.asOf,
    time_zone: answers.timeZone,
    country: answers.country || undefined,
    empty: nonEmpty(empty),
    skip: nonEmpty(layout.skip),
    decimal: decimal === '.' ? undefined : decimal,
    thousands,
    ...(isOnlyPeople ? {} : produceOf(columns, named, answers)),
    ...farmerOf(columns, named, answers),
    records: isOnlyPeople ? undefined : recordsOf(columns, named, answers),
  }) as ImportMap
}

type Named = (meaning: Meaning) => string | undefined

function farmerOf(
  columns: readonly GuessedColumn[],
  named: Named,
  { constants }: Answers,
): Pick<ImportMap, 'parties' | 'members'> {
  const [name, number, phone] = (['name', 'member_no', 'phone'] as const).map(named)
  // A ledger that has only member numbers is about known members.
  if (name === undefined && number !== undefined)
    return { members: { farmer: { member_no: { column: number } } } }
  const more = columns.filter(({ meaning }) => meaning === 'surname').map((column) => column.name)
  const followedBy = name === undefined ? [] : more.slice(0, MOST_PARTS)
  const farmer = {
    name:
      name === undefined
        ? { constant: constants.farmer ?? '' }
        : { column: name, ...given({ followed_by: nonEmpty(followedBy) }) },
    kind: 'person' as const,
    ...(number === undefined
      ? name === undefined || followedBy.length === 0
        ? {}
        : { keyed_by: [name, ...followedBy] }
      : { keyed_by: [number], member_no: { column: number } }),
    ...given({ phone: ifGiven(phone, (column) => ({ column })) }),
  }
  return { parties: { farmer } }
}

/** Most parts of a name after the first one, as in a map. */
const MOST_PARTS = 4

function produceOf(columns: readonly GuessedColumn[], named: Named, answers: Answers): Partial<ImportMap> {
  const date = columns.find(({ meaning }) => meaning === 'date')
  const [weight, gross, tare, count, unitColumn] = (
    ['weight', 'gross', 'tare', 'count', 'unit'] as const
  ).map(named)
  const words = Object.keys(answers.units)
  const isOneUnit = unitColumn === undefined && !isUnitInCells(columns)
  const crop: Value | null =
    typeof answers.crops === 'string'
      ? { constant: answers.crops }
      : answers.crops === null
        ? null
        : { column: named('crop') ?? '', lookup: { ...answers.crops } }
  return {
    ...given({ crop: crop ?? undefined }),
    units: answers.units,
    quantities: {
      quantity: {
        column: weight ?? gross ?? '',
        ...given({ unit_column: unitColumn, unit: isOneUnit ? words[0] : undefined }),
        ...(count !== undefined
          ? { count, container: 'bags' }
          : weight === undefined && tare !== undefined
            ? { less: tare }
            : {}),
      },
    },
    dates: {
      day:
        date === undefined
          ? { constant: answers.constants.day ?? '' }
          : {
              column: date.name,
              formats: [...answers.dateFormats],
              ...(answers.dateFormats.some((one) => /(^|[^Y])YY([^Y]|$)/.test(one))
                ? { century: CENTURY }
                : {}),
            },
    },
  }
}

/** Returns whether the cells of the quantity contain the unit, as in `60 kg`. */
export function isUnitInCells(columns: readonly GuessedColumn[]): boolean {
  const cells = quantityCells(columns)
  return cells.length > 0 && cells.filter((cell) => /\d\s*\p{L}/u.test(cell)).length > cells.length / 2
}

export const quantityCells = (columns: readonly GuessedColumn[]): readonly string[] =>
  (columns.find(({ meaning }) => meaning === 'weight') ?? columns.find(({ meaning }) => meaning === 'gross'))
    ?.cells ?? []

function recordsOf(columns: readonly GuessedColumn[], named: Named, answers: Answers): Records {
  const notes = columns
    .filter(({ meaning }) => meaning === 'note' || (meaning === 'place' && answers.makes === 'harvest'))
    .map(({ name }) => ({ label: name, column: name }))
  const common = {
    occurred_at: 'day',
    quantity: 'quantity',
    ...given({ note: nonEmpty(notes.slice(0, 40)) }),
  }
  if (answers.makes === 'harvest') return { harvest: { producer: ['farmer'], ...common } }
  const [unitPrice, price] = (['unit_price', 'price'] as const).map(named)
  const column = price ?? unitPrice
  const agreed =
    answers.price === null || column === undefined
      ? {}
      : {
          lawful_basis: 'special_data_consent' as const,
          agreed_price: {
            column,
            currency: { constant: answers.price.currency },
            decimals: answers.price.decimals,
            ...given({ per: price === undefined ? answers.price.per : undefined }),
          },
        }
  const place = named('place')
  const { place: constant } = answers.constants
  const location =
    place !== undefined
      ? { location: { column: place } }
      : constant === undefined
        ? {}
        : { location: { constant } }
  return {
    delivery: { from_party: ['farmer'], to_party: ['cooperative'], ...common, ...location, ...agreed },
  }
}
