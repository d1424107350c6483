import { given, ifGiven, must, nonEmpty, ofEach } from '../../../base/typed.ts'
import { NO_NAMES } from '../../../domain/nobody.ts'
import { type FieldOf, fieldsOf } from '../../../domain/types/index.ts'
import { normalized } from '../../sheets/meaning.ts'
import type { Records } from '../forms.ts'
import { type ImportMap, PARTICULARS, type Particular, type PriceSpec } from '../map.ts'
import { type GuessedColumn, type Meaning, STATES } from './meanings.ts'
import { CENTURY } from './styles.ts'

/** Makes the parts of a map from the meanings of the columns and the answers. */

/** Records of produce that a farmer brings; a sheet of people makes only parties. */
export const MAKES = ['delivery', 'harvest', 'people'] as const
export type Makes = (typeof MAKES)[number]

/** Returns the member of such a record that columns of this meaning state; undefined if it has none. */
export const memberFor = (makes: Makes, meaning: Meaning): FieldOf | undefined =>
  makes === 'people' ? undefined : fieldsOf(makes).find(({ member }) => member === STATES[meaning])

/** Values that are the same in every row and in no column. */
export interface Constants {
  readonly day?: string
  readonly farmer?: string
  readonly place?: string
}

/** A guessed sheet. */
export class GuessedColumns {
  readonly all: readonly GuessedColumn[]

  constructor(all: readonly GuessedColumn[]) {
    this.all = all
  }

  /** Returns the column with the first of these meanings that a column has. */
  of(...meanings: readonly Meaning[]): GuessedColumn | undefined {
    return meanings.map((meaning) => this.all.find((one) => one.meaning === meaning)).find((one) => one)
  }

  has(...meanings: readonly Meaning[]): boolean {
    return this.of(...meanings) !== undefined
  }

  named(...meanings: readonly Meaning[]): string | undefined {
    return this.of(...meanings)?.name
  }

  get quantity(): GuessedColumn | undefined {
    return this.of('weight', 'gross')
  }

  /** Whether the cells of the quantity contain the unit, as in `60 kg`. */
  get isUnitInCells(): boolean {
    const cells = this.quantity?.cells ?? []
    return cells.length > 0 && cells.filter((cell) => /\d\s*\p{L}/u.test(cell)).length > cells.length / 2
  }
}

const EMPTY = ['-', '--', 'n/a', 'na', 'nil', 'none', 'null', '?']

/** Returns the usual words for an empty cell that the sheet has. */
export function emptyWords({ all }: GuessedColumns): string[] {
  const used = all.filter(({ meaning }) => meaning !== 'nothing')
  const cells = new Set(used.flatMap((column) => column.cells.map(normalized)))
  const dashes = [...cells].filter((cell) => /^[-\u2013\u2014_]{1,20}$/.test(cell) && !EMPTY.includes(cell))
  return [...EMPTY.filter((word) => cells.has(word)), ...dashes.slice(0, MOST_DASHES)]
}

const MOST_DASHES = 20

const isMeaning = (member: string): member is Meaning & Particular => Object.hasOwn(STATES, member)

/** Most parts of a name after the first one, as in a map. */
const MOST_PARTS = 4

export function farmerOf(columns: GuessedColumns, constant = ''): Pick<ImportMap, 'parties' | 'members'> {
  const [name, number] = [columns.named('name'), columns.named('member_no')]
  // A ledger that has only member numbers is about known members.
  if (name === undefined && number !== undefined)
    return { members: { farmer: { member_no: { column: number } } } }
  const surnames = columns.all.filter(({ meaning }) => meaning === 'surname').map((column) => column.name)
  const more = name === undefined ? undefined : nonEmpty(surnames.slice(0, MOST_PARTS))
  const farmer = {
    name: name === undefined ? { constant } : { column: name, ...given({ followed_by: more }) },
    kind: 'person' as const,
    ...given({
      nobody: name === undefined ? undefined : Object.values(NO_NAMES).flat(),
      keyed_by: number === undefined ? more && [must(name), ...more] : [number],
      ...ofEach(PARTICULARS.filter(isMeaning), (member) =>
        ifGiven(columns.named(member), (column) => ({ column })),
      ),
    }),
  }
  return { parties: { farmer } }
}

export function quantityOf(columns: GuessedColumns, units: NonNullable<ImportMap['units']>) {
  const [count, tare] = [columns.named('count'), columns.has('weight') ? undefined : columns.named('tare')]
  const unitColumn = columns.named('unit')
  const isOneUnit = unitColumn === undefined && !columns.isUnitInCells
  return {
    column: columns.quantity?.name ?? '',
    ...given({
      unit_column: unitColumn,
      unit: isOneUnit ? Object.keys(units)[0] : undefined,
      ...(count === undefined ? { less: tare } : { count, container: 'bags' }),
    }),
  }
}

/** @param isOfDays whether its times are only days that a program wrote as times */
export const dayOf = (column: string, formats: readonly string[], isOfDays = false) => ({
  column,
  formats: [...formats],
  ...given({ precision: isOfDays ? ('day' as const) : undefined }),
  ...given({ century: formats.some((one) => /(^|[^Y])YY([^Y]|$)/.test(one)) ? CENTURY : undefined }),
})

/** What the parties of a produce record are, in their order: the farmer, then the cooperative. */
const ROLES = [['farmer'], ['cooperative']] as const

/** Returns the record that each row makes. What the type has no member for is in its note. */
export function recordOf(
  type: Exclude<Makes, 'people'>,
  columns: GuessedColumns,
  constants: Constants,
  price: PriceSpec | null,
): Records {
  const parties = fieldsOf(type).filter(({ kind, isOptional }) => kind === 'party' && !isOptional)
  const money = price && memberFor(type, 'price')
  const location = memberFor(type, 'place')?.member
  const place = columns.named('place')
  const notes = columns.all
    .filter(({ meaning }) => meaning === 'note' || (meaning === 'place' && location === undefined))
    .map(({ name }) => ({ label: name, column: name }))
  return {
    [type]: {
      ...Object.fromEntries(parties.map(({ member }, i) => [member, ROLES[i]])),
      occurred_at: 'day',
      quantity: 'quantity',
      ...given({
        note: nonEmpty(notes.slice(0, 40)),
        ...(location && {
          [location]:
            place === undefined ? ifGiven(constants.place, (constant) => ({ constant })) : { column: place },
        }),
      }),
      ...(money ? { lawful_basis: 'special_data_consent' as const, [money.member]: price } : {}),
    },
  }
}
