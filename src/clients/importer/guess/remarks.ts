import { several } from '../../../words/english.ts'
import { normalized } from '../identity.ts'
import { splitUnit } from '../weights.ts'

/** Returns what a person should know about a sheet's cells before they choose what each column is. */
export function remarksOn(names: readonly string[], rows: readonly (readonly string[])[]): string[] {
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

function repeatedHeadings(names: readonly string[]): string[] {
  const keys = names.map(normalized)
  const twice = new Set(names.filter((name, i) => name !== '' && keys.indexOf(normalized(name)) !== i))
  return [...twice].map(
    (name) => `The heading "${name}" occurs more than once. Only the first of these columns is read.`,
  )
}

function remarksOnColumn(name: string, cells: readonly string[]): string[] {
  const filled = cells.filter((cell) => cell !== '')
  const percents = filled.filter((cell) => /^\d[\d.,]*\s*%$/.test(cell))
  const withWord = filled.filter((cell) => {
    const { number, unit } = splitUnit(cell)
    return number !== '' && /^\p{L}{1,12}\.?$/u.test(unit) && !/^(st|nd|rd|th)$/i.test(unit)
  })
  const plain = filled.filter((cell) => /^\d[\d.,\s]*$/.test(cell))
  const remarks: string[] = []
  if (percents.length > 0)
    remarks.push(
      `"${name}" has percentages, such as ${percents[0]}. They are not quantities. As a remark they are stored unchanged.`,
    )
  if (withWord.length > 0 && plain.length > withWord.length)
    remarks.push(
      `"${name}" has ${several(withWord.length, 'cell', 'cells')} with their own unit, such as ${withWord[0]}, among plain numbers.`,
    )
  return remarks
}
