import { type Message, message } from '../../../words/message.ts'
import { normalized } from '../../sheets/meaning.ts'
import { splitUnit } from '../../sheets/weights.ts'
import type { Footer } from './footers.ts'

/** Returns what a person should know about a sheet's cells before they choose what each column is. */
export function remarksOn(names: readonly string[], rows: readonly (readonly string[])[]): Message[] {
  return [
    ...repeatedHeadings(names),
    ...withoutHeading(names, rows),
    ...names.flatMap((name, i) =>
      remarksOnColumn(
        name,
        rows.map((cells) => cells[i]?.trim() ?? ''),
      ),
    ),
  ]
}

/** Lines such as `Prepared by: the secretary`, of which a person must see that they are no rows. */
export function linesBelow(footers: readonly Footer[]): Message[] {
  if (footers.length === 0) return []
  const cells = { examples: footers.slice(0, 3).map(({ cell }) => cell.slice(0, LONGEST_EXAMPLE)) }
  return [message('import.remark.linesBelow', { count: footers.length, cells })]
}

/** A column without a heading cannot be read, so a person must see that it has something. */
function withoutHeading(names: readonly string[], rows: readonly (readonly string[])[]): Message[] {
  const cells = names.flatMap((name, i) => {
    if (name !== '') return []
    const first = rows.map((row) => row[i]?.trim() ?? '').find((cell) => cell !== '')
    return first === undefined ? [] : [first.slice(0, LONGEST_EXAMPLE)]
  })
  return cells.length === 0
    ? []
    : [message('import.remark.noHeading', { count: cells.length, cells: { examples: cells.slice(0, 3) } })]
}

const LONGEST_EXAMPLE = 40

function repeatedHeadings(names: readonly string[]): Message[] {
  const keys = names.map(normalized)
  const twice = new Set(names.filter((name, i) => name !== '' && keys.indexOf(normalized(name)) !== i))
  return [...twice].map((name) => message('import.remark.headingTwice', { name }))
}

function remarksOnColumn(name: string, cells: readonly string[]): Message[] {
  const filled = cells.filter((cell) => cell !== '')
  const percents = filled.filter((cell) => /^\d[\d.,]*\s*%$/.test(cell))
  const withWord = filled.filter((cell) => {
    const { number, unit } = splitUnit(cell)
    return number !== '' && /^\p{L}{1,12}\.?$/u.test(unit) && !/^(st|nd|rd|th)$/i.test(unit)
  })
  const plain = filled.filter((cell) => /^\d[\d.,\s]*$/.test(cell))
  const remarks: Message[] = []
  const [percent] = percents
  if (percent !== undefined)
    remarks.push(message('import.remark.percents', { name, example: percent.slice(0, LONGEST_EXAMPLE) }))
  const [example] = withWord
  if (example !== undefined && plain.length > withWord.length)
    remarks.push(
      message('import.remark.ownUnits', {
        name,
        count: withWord.length,
        example: example.slice(0, LONGEST_EXAMPLE),
      }),
    )
  return remarks
}
