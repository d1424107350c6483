import { must } from '../../../base/typed.ts'
import { type Message, message } from '../../../words/message.ts'
import { normalized } from '../../sheets/meaning.ts'
import { numberingOf } from '../../sheets/numbering.ts'
import { OWN_COLUMNS } from '../../sheets/own-columns.ts'
import { isOfTheForm, submissionKey } from '../../sheets/submissions.ts'
import { type GuessedColumn, type Kind, kindOf, MANY, type Meaning, short } from './columns.ts'
import { explanationOf } from './compared.ts'
import { furtherQuantities } from './further-quantities.ts'
import {
  CELLS,
  CONTAINER,
  FIGURES,
  GIVEN_NAME,
  HEADINGS,
  hasUnit,
  heading,
  isDates,
  isNumber,
  isWords,
  OF_DAYS,
  PLAIN_NAME,
  type Read,
  saidBy,
  share,
  shownBy,
  WEIGHING,
} from './headings.ts'
import { type Layout, TOTALS } from './layout.ts'
import { datesOf } from './styles.ts'
import { isOnlyUnit } from './words.ts'

/**
 * Says what each column is, by its heading and its cells, and how sure that is. A column that looks like days, weights,
 * prices or people is never left out and never taken for something else: where it cannot be read, a person decides.
 */

export function meaningsOf({ columns, rowCount }: Pick<Layout, 'columns' | 'rowCount'>): GuessedColumn[] {
  const read = columns.map((column) => ({
    ...column,
    dates: datesOf(column.cells, OF_DAYS.test(heading(normalized(column.name)))),
  }))
  const names = columns.map(({ name }) => normalized(name))
  const said = read.map((column, i) => saidBy(must(names[i]), column))
  const hasOtherDays = read.some((column, i) => isDates(column) && !isOfTheForm(must(names[i])))
  const kinds = read.map((column, i) => {
    const { isSaid, kind } = must(said[i])
    const name = must(names[i])
    if (column.cells.length === 0 || TOTALS.includes(name) || OWN_COLUMNS.includes(name)) return null
    if (numberingOf(column.name, column.cells) === 'rows') return null
    // What a program noted about the form itself is the day only where nothing else is.
    if (isOfTheForm(name) && hasOtherDays) return null
    return (isSaid && kind !== undefined ? kind : shownBy(column, must(names[i]))) ?? null
  })
  const meanings = new Map<number, Meaning>()
  const byCells = new Set<number>()
  const isFree = (meaning: Meaning) => ![...meanings.values()].includes(meaning)
  const assign = (i: number, meaning: Meaning) => {
    if (MANY.has(meaning) || isFree(meaning)) meanings.set(i, meaning)
  }
  // A map names columns by their headings: a second one with the same heading cannot be read.
  const isUnread = (i: number) => names[i] === '' || names.indexOf(must(names[i])) !== i
  names.forEach((name, i) => {
    if (isUnread(i) || TOTALS.includes(name) || OWN_COLUMNS.includes(name)) meanings.set(i, 'nothing')
  })
  columns.forEach(({ name, cells }, i) => {
    if (numberingOf(name, cells) === 'rows' && !meanings.has(i)) meanings.set(i, 'nothing')
  })
  const key = submissionKey(columns, rowCount)
  if (key !== null) assign(names.indexOf(normalized(key)), 'receipt')
  const places = read.flatMap((column, i) => {
    const isSum = TOTALS.includes(must(names[i])) && CELLS.figures(column)
    const isQuantity =
      kinds[i] === 'weight' && CELLS.figures(column) && !WEIGHING.test(heading(must(names[i])))
    return !isUnread(i) && (isSum || isQuantity) ? [i] : []
  })
  const { total, kept } = furtherQuantities(read, places)
  for (const i of kept.keys()) meanings.set(i, 'note')
  if (total !== null) meanings.set(total, 'weight')
  const hasPrices = kinds.includes('price')
  const isSeveral = places.filter((i) => kinds[i] === 'weight').length > 1
  for (const i of places) {
    if (kinds[i] !== null || i === total || kept.has(i)) continue
    // A total that is no sum of quantities is money where the sheet has prices, and is left to a person among quantities.
    if (hasPrices) assign(i, 'price')
    else if (!isSeveral) continue
    kinds[i] = hasPrices ? 'price' : 'weight'
  }
  const hasGivenName = names.some((name) => GIVEN_NAME.test(heading(name)))
  for (const [meaning, cells, pattern] of HEADINGS)
    read.forEach((column, i) => {
      if (meanings.has(i) || !pattern.test(heading(must(names[i])))) return
      if (hasGivenName && meaning === 'name' && PLAIN_NAME.test(heading(must(names[i])))) assign(i, 'surname')
      else if (CELLS[cells](column) && (meaning !== 'receipt' || column.cells.length === rowCount))
        assign(i, meaning)
    })
  const first = (meaning: Meaning, is: (column: Read, i: number) => boolean) => {
    const kind = kindOf(meaning)
    const mayBe = (at: number) =>
      !meanings.has(at) && (kinds[at] === null ? !said[at]?.isSaid : kinds[at] === kind)
    const i = read.findIndex(
      (column, at) => (mayBe(at) || (meaning === 'count' && !meanings.has(at))) && is(column, at),
    )
    if (i === -1 || !isFree(meaning)) return
    assign(i, meaning)
    byCells.add(i)
  }
  // A number of bags is a count only next to the weight of one bag.
  if (names.some((name, i) => meanings.get(i) === 'weight' && CONTAINER.test(heading(name))))
    first('count', (column, i) => CONTAINER.test(heading(must(names[i]))) && share(column, isNumber) > 0.5)
  first('date', (column, i) => isDates(column) && !isOfTheForm(must(names[i])))
  first('date', isDates)
  // A column of days that cannot be read is asked about, and is never taken for something else.
  first('date', ({ cells }, i) => cells.length > 0 && OF_DAYS.test(heading(must(names[i]))))
  first('phone', (_, i) => kinds[i] === 'person' && !said[i]?.isSaid)
  if (isFree('weight') && isFree('gross')) {
    first('weight', (column, i) => isOnlyUnit(must(names[i])) && CELLS.figures(column))
    first('weight', (column) => share(column, hasUnit) > 0.8)
  }
  // A ledger of member numbers is about known members: its words may be villages or remarks.
  if (isFree('name') && isFree('member_no'))
    first(
      'name',
      (column) => share(column, isWords) > 0.8 && new Set(column.cells).size > column.cells.length / 4,
    )
  const of = (meaning: Meaning) => read.find((_, i) => meanings.get(i) === meaning)
  const judged = (i: number): Pick<GuessedColumn, 'meaning' | 'sureness' | 'why'> => {
    const column = must(read[i])
    const kind = kinds[i] ?? null
    const meaning = meanings.get(i)
    const keptAs = kept.get(i)
    if (keptAs !== undefined)
      return {
        meaning: 'note',
        sureness: keptAs === 'order' ? 'look' : 'sure',
        why: message(`import.why.${keptAs}`),
      }
    const explained = meaning === undefined ? null : explanationOf(meaning, column, of)
    if (explained !== null) return explained
    if (kind !== null && (meaning === undefined || meaning === 'nothing'))
      return {
        meaning: null,
        sureness: 'decide',
        why: undecided(column, kind, isUnread(i), [...meanings.values()]),
      }
    if (meaning === undefined || meaning === 'nothing' || meaning === 'note') {
      const plain = meaning ?? (column.cells.length === 0 ? 'nothing' : 'note')
      return { meaning: plain, sureness: 'none', why: message(`import.why.${plain}`) }
    }
    return { meaning, ...surenessOf(meaning, column, byCells.has(i)) }
  }
  return read.map((column, i) => ({ ...column, kind: kinds[i] ?? null, ...judged(i) }))
}

function undecided(column: Read, kind: Kind, isUnread: boolean, taken: readonly Meaning[]): Message {
  if (isUnread) return message(column.name === '' ? 'import.why.noHeading' : 'import.why.headingTwice')
  const isTaken = taken.some((meaning) => kindOf(meaning) === kind)
  if (isTaken) return message('import.why.another', { kind: message(`import.kind.${kind}`) })
  const examples = [...new Set(column.cells)].slice(0, 2).map(short)
  return message('import.why.unread', { kind: message(`import.kind.${kind}`), cells: { examples } })
}

function surenessOf(
  meaning: Meaning,
  column: Read,
  isByCells: boolean,
): Pick<GuessedColumn, 'sureness' | 'why'> {
  const isRead =
    meaning === 'date'
      ? (cell: string) => column.dates?.isRead(cell) ?? false
      : FIGURES.has(meaning)
        ? isNumber
        : () => true
  const unread = column.cells.filter((cell) => !isRead(cell))
  const [example] = unread
  if (example !== undefined)
    return {
      sureness: 'look',
      why: message('import.why.someUnread', { count: unread.length, example: short(example) }),
    }
  if (isByCells) return { sureness: 'look', why: message('import.why.byCells') }
  return { sureness: 'sure', why: message(meaning === 'receipt' ? 'import.why.unique' : 'import.why.sure') }
}
