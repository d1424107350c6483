import { type Message, message } from '../../../words/message.ts'
import { normalized } from '../../sheets/meaning.ts'
import { splitUnit } from '../../sheets/weights.ts'

/** Returns what a person should know about a sheet's cells before they choose what each column is. */
export function remarksOn(names: readonly string[], rows: readonly (readonly string[])[]): Message[] {
  return [
    ...repeatedHeadings(names),
    ...names.flatMap((name, i) =>
      remarksOnColumn(
        name,
        rows.map((cells) => cells[i]?.trim() ?? ''),
      ),
    ),
  ]
}

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
  if (percent !== undefined) remarks.push(message('import.remark.percents', { name, example: percent }))
  const [example] = withWord
  if (example !== undefined && plain.length > withWord.length)
    remarks.push(message('import.remark.ownUnits', { name, count: withWord.length, example }))
  return remarks
}
