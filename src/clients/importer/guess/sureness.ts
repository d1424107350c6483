import { type Message, message } from '../../../words/message.ts'
import { type GuessedColumn, type Meaning, short } from './columns.ts'
import { FIGURES, isNumber, type Read } from './headings.ts'
import { noPlaces } from './places.ts'

/** How sure the meaning of a column is, and why. */

export function whyPlot(column: Read, meaning: 'latitude' | 'longitude' | 'position'): Message {
  const unread = noPlaces(column, meaning)
  return unread[0] === undefined ? message('import.why.ofPlot') : someUnread(unread, unread[0])
}

const someUnread = (unread: readonly string[], example: string): Message =>
  message('import.why.someUnread', { count: unread.length, example: short(example) })

/** How sure a meaning is, by whether its cells can be read so. @param isByCells whether only the cells show it */
export function surenessOf(
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
  if (example !== undefined) return { sureness: 'look', why: someUnread(unread, example) }
  if (isByCells) return { sureness: 'look', why: message('import.why.byCells') }
  return { sureness: 'sure', why: message(meaning === 'receipt' ? 'import.why.unique' : 'import.why.sure') }
}
