import { given, ifGiven, isOneOf, must, nonEmpty, ofEach } from '../../../base/typed.ts'
import { NO_NAMES } from '../../../domain/nobody.ts'
import type { LawfulBasis } from '../../../domain/shapes.ts'
import { type FieldOf, fieldsOf } from '../../../domain/types/index.ts'
import { normalized } from '../../sheets/meaning.ts'
import type { RecordSpec, Records } from '../forms.ts'
import { type ImportMap, type NoteSpec, PARTICULARS, type Particular, type PriceSpec } from '../map.ts'
import { type GuessedColumn, kindOf, MEANINGS, type Meaning, STATES } from './columns.ts'
import { CENTURY } from './styles.ts'

/** Makes the parts of a map from the meanings of the columns and what was decided. */

/** What stands in a map for what nobody decided yet. */
export interface StandIns {
  readonly basis: string
  readonly crop: string
  readonly unit: string
  readonly day: string
  readonly farmer: string
  /** Null leaves a price, or a telephone number, out. */
  readonly currency: string | null
  readonly country: string | null
  /** Null puts all rows on `day`. */
  readonly formats: readonly string[] | null
  /** Undefined takes the sign for one between thousands. */
  readonly thousands: string | undefined
}

/** Marks that no import accepts: for a map that a person looks over. */
export const OPEN: StandIns = {
  ...{ basis: '?', crop: '?', unit: '?', day: '?', farmer: '?' },
  ...{ currency: '?', country: '?', formats: ['?'], thousands: '?' },
}

/** Records of produce that a farmer brings, or plots; a sheet of people makes only parties. */
export const MAKES = ['delivery', 'harvest', 'people', 'plot'] as const
/** A feature is a plot in a file of the map. */
export type Makes = (typeof MAKES)[number] | 'feature'

/** Returns the member of such a record that columns of this meaning state; undefined if it has none. */
export const memberFor = (makes: Makes, meaning: Meaning): FieldOf | undefined =>
  makes === 'people' || makes === 'feature'
    ? undefined
    : fieldsOf(makes).find(({ member }) => member === STATES[meaning])

const OF_PARTY = ['name', 'surname', 'member_no', 'phone'] as const
const OF_PLACE = ['latitude', 'longitude', 'position'] as const
const ONLY_PLOT = ['plot', 'plot_name'] as const

/** What a column can be in a sheet of such rows. */
export function meaningsFor(makes: Makes): readonly Meaning[] {
  if (makes === 'feature') return ['member_no', ...ONLY_PLOT, 'nothing']
  if (makes === 'people') return [...OF_PARTY, 'nothing']
  if (makes === 'plot') return [...OF_PARTY, ...OF_PLACE, ...ONLY_PLOT, 'note', 'nothing']
  return MEANINGS.filter(
    (meaning) =>
      !isOneOf<Meaning>(ONLY_PLOT, meaning) &&
      (kindOf(meaning) !== 'price' || memberFor(makes, meaning) !== undefined),
  )
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

  /** Quantities of further deliveries in the same row. */
  get others(): readonly GuessedColumn[] {
    return this.all.filter(({ meaning }) => meaning === 'another')
  }

  /** Whether the columns say where a plot is. */
  get hasPlace(): boolean {
    return this.has('position') || (this.has('latitude') && this.has('longitude'))
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

/** Returns the quantity of a row, and those of further deliveries in it. */
export function quantitiesOf(
  columns: GuessedColumns,
  units: NonNullable<ImportMap['units']>,
  otherUnits: ReadonlyMap<string, string>,
): NonNullable<ImportMap['quantities']> {
  // Where the net weight shows that it is one, a tare is a remark; a tare that somebody chose is subtracted.
  const [count, tare] = [columns.named('count'), columns.named('tare')]
  const unitColumn = columns.named('unit')
  const isOneUnit = unitColumn === undefined && !columns.isUnitInCells
  const unit = given({ unit_column: unitColumn, unit: isOneUnit ? Object.keys(units)[0] : undefined })
  const quantity = {
    column: columns.quantity?.name ?? '',
    ...unit,
    ...given(count === undefined ? { less: tare } : { count, container: 'bags' }),
  }
  const others = othersCalled(columns).map(
    ([called, column]) =>
      [called, { column, ...unit, ...given({ unit: otherUnits.get(column) ?? unit.unit }) }] as const,
  )
  return { quantity, ...Object.fromEntries(others) }
}

/** Further deliveries of a row, each by a name such as `more_evening_kg`, on which its ids depend, and its column. */
function othersCalled({ others }: GuessedColumns): readonly (readonly [called: string, column: string])[] {
  const names = others.map(({ name }) => anotherCalled(name))
  return others.map(({ name }, i) => {
    const called = must(names[i])
    const isAlone = called !== 'more_' && names.indexOf(called) === i
    return [isAlone ? called : `${called.slice(0, 36)}_${i + 2}`, name]
  })
}

const anotherCalled = (heading: string): string =>
  `more_${heading
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')}`.slice(0, 40)

/** @param isOfDays whether its times are only days that a program wrote as times */
export const dayOf = (column: string, formats: readonly string[], isOfDays = false) => ({
  column,
  formats: [...formats],
  ...given({ precision: isOfDays ? ('day' as const) : undefined }),
  ...given({ century: formats.some((one) => /(^|[^Y])YY([^Y]|$)/.test(one)) ? CENTURY : undefined }),
})

/** What the parties of a produce record are, in their order: the farmer, then the cooperative. */
const ROLES = [['farmer'], ['cooperative']] as const

/**
 * Returns the records that each row makes. What the type has no member for is in the note.
 * @param place the same in every row, if no column has it
 * @param basis of a record with a price
 * @param plot of the farmer, if the sheet says where it is
 */
export function recordsOf(
  type: 'delivery' | 'harvest',
  columns: GuessedColumns,
  place: string | null,
  price: PriceSpec | null,
  basis: LawfulBasis,
  plot: RecordSpec | undefined,
): Pick<ImportMap, 'records' | 'also'> {
  const records = { ...recordOf(type, columns, place, price, basis), ...given({ plot }) }
  const also = othersCalled(columns).map(([called, name]) => {
    const { [type]: record } = recordOf(type, columns, place, null, basis)
    const another = { ...record, quantity: called, only_if: [name] }
    return { name: called, records: { [type]: another } as Records }
  })
  return { records, ...given({ also: nonEmpty(also) }) }
}

function recordOf(
  type: 'delivery' | 'harvest',
  columns: GuessedColumns,
  place: string | null,
  price: PriceSpec | null,
  basis: LawfulBasis,
): Records {
  const parties = fieldsOf(type).filter(({ kind, isOptional }) => kind === 'party' && !isOptional)
  const money = price && memberFor(type, 'price')
  const location = memberFor(type, 'place')?.member
  const placeColumn = columns.named('place')
  const notes = notesOf(columns, location === undefined ? ['note', 'buyer', 'place'] : ['note', 'buyer'])
  return {
    [type]: {
      ...Object.fromEntries(parties.map(({ member }, i) => [member, ROLES[i]])),
      occurred_at: 'day',
      quantity: 'quantity',
      ...given({
        note: notes,
        ...(location && {
          [location]:
            placeColumn === undefined
              ? ifGiven(place, (constant) => ({ constant }))
              : { column: placeColumn },
        }),
      }),
      ...(money ? { lawful_basis: basis, [money.member]: price } : {}),
    },
  }
}

/** Most parts of a note in a map. */
const MOST_NOTES = 40

export const notesOf = ({ all }: GuessedColumns, meanings: readonly Meaning[]): NoteSpec | undefined =>
  nonEmpty(
    all
      .filter(({ meaning }) => meaning !== null && meanings.includes(meaning))
      .slice(0, MOST_NOTES)
      .map(({ name }) => ({ label: name, column: name })),
  )
