/** Tells what a column is that is only headed as numbers: `No.`, `S/N`, `Na.`. */

/** Numbers of rows, or of members, or those of members that also count the rows. */
export type Numbering = 'rows' | 'members' | 'either'

/** Returns whether a member has this number. */
export type IsMember = (number: string) => boolean

const NUMBER_ALONE =
  /^(no|nos|nr|num|number|n[°º]|nº|na|nbr|namba|numero|numéro|#|s ?\/ ?n|sn|sl no|serial|ser no|row)\.?$/i

const SHARE = 0.8
/** With fewer rows, numbers that count may be anything. */
const FEWEST = 3

/** @returns null if the heading says more, or only a person can say it */
export function numberingOf(
  heading: string,
  cells: readonly string[],
  isMember: IsMember = () => false,
): Numbering | null {
  if (!NUMBER_ALONE.test(heading.trim()) || cells.length === 0) return null
  const areMembers = cells.filter((cell) => isMember(cell.trim())).length >= cells.length * SHARE
  // A cooperative whose numbers begin with 1 has such members, too.
  if (counts(cells)) return areMembers ? 'either' : 'rows'
  return areMembers ? 'members' : null
}

/** Whether the cells count 1, 2, 3, perhaps from 1 again. */
function counts(cells: readonly string[]): boolean {
  const numbers = cells.map((cell) => Number(/^\d{1,6}(?=\.?0*$)/.exec(cell.trim())?.[0] ?? Number.NaN))
  return (
    cells.length >= FEWEST &&
    numbers[0] === 1 &&
    numbers.every((number, i) => i === 0 || number === 1 || number === (numbers[i - 1] ?? 0) + 1) &&
    numbers.filter((number) => number === 1).length <= cells.length / 2
  )
}
