import { several } from '../../../words/english.ts'
import { normalized } from '../identity.ts'
import { splitUnit } from '../weights.ts'

/** What somebody should know of a sheet's cells before they say what its columns are. */
export function remarksOn(names: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [
    ...doubled(names),
    ...names.flatMap((name, i) =>
      ofColumn(
        name,
        rows.map((cells) => cells[i]?.trim() ?? ''),
      ),
    ),
  ]
}

function doubled(names: readonly string[]): string[] {
  const keys = names.map(normalized)
  const twice = new Set(names.filter((name, i) => name !== '' && keys.indexOf(normalized(name)) !== i))
  return [...twice].map(
    (name) => `The heading "${name}" is there more than once. Only the first of these columns is read.`,
  )
}

function ofColumn(name: string, cells: readonly string[]): string[] {
  const filled = cells.filter((cell) => cell !== '')
  const percents = filled.filter((cell) => /^\d[\d.,]*\s*%$/.test(cell))
  const withWord = filled.filter((cell) => {
    const { number, unit } = splitUnit(cell)
    return number !== '' && /^\p{L}{1,12}\.?$/u.test(unit) && !/^(st|nd|rd|th)$/i.test(unit)
  })
  const plain = filled.filter((cell) => /^\d[\d.,\s]*$/.test(cell))
  const told: string[] = []
  if (percents.length > 0)
    told.push(
      `"${name}" has percentages, such as ${percents[0]}. They are no quantities; as a remark they are kept as they are.`,
    )
  if (withWord.length > 0 && plain.length > withWord.length)
    told.push(
      `"${name}" has ${several(withWord.length, 'cell', 'cells')} with a unit of their own, such as ${withWord[0]}, among plain numbers.`,
    )
  return told
}
