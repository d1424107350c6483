import { settingsTable } from '../../config.ts'

/** Variables of the environment that look like settings of Granary and are none: a slip of the pen goes unnoticed else. */

export interface OddSetting {
  readonly variable: string
  /** The setting that was meant, most likely; null where none is near. */
  readonly meant: string | null
}

const BEGINNING = 'GRANARY_'
/** Letters that may differ between what was written and what was meant. */
const NEAR = 3
/** Read elsewhere: the reader's own token (src/cli/lender-view.ts). */
const ELSEWHERE: readonly string[] = ['GRANARY_TOKEN']
/** What begins so tells the tests of Granary what there is to test with, and is nothing to the program. */
const FOR_TESTS = 'GRANARY_TEST_'

/** @param variables names alone: their values are nobody's business here */
export function oddSettings(variables: readonly string[]): OddSetting[] {
  const known: readonly string[] = [...settingsTable.map(({ variable }) => variable), ...ELSEWHERE]
  return variables
    .filter((name) => name.toUpperCase().startsWith(BEGINNING) && !known.includes(name))
    .filter((name) => !name.startsWith(FOR_TESTS))
    .sort()
    .map((variable) => ({ variable, meant: nearest(variable.toUpperCase(), known) }))
}

function nearest(name: string, known: readonly string[]): string | null {
  const [first] = known
    .map((setting) => ({ setting, far: lettersBetween(name, setting) }))
    .sort((a, b) => a.far - b.far)
  return first !== undefined && first.far <= NEAR ? first.setting : null
}

/** Letters to add, leave out or change on the way from one word to the other (Levenshtein). */
function lettersBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] as number) + Number(a[i - 1] !== b[j - 1])
      next.push(Math.min(changed, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}

/** A name may be anything that stands in an environment: what is shown of it is letters of a setting. */
export const wordsOfOdd = ({ variable, meant }: OddSetting): string =>
  `${variable.replace(/[^A-Za-z0-9_]/g, '?').slice(0, 60)} is no setting${meant === null ? '' : `; ${meant} may be meant`}`
