import { purposeNoun } from '../../consent/consent-words.ts'
import type { GrantableType } from '../../domain/types/index.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import { codeOf } from '../../text/kinds.ts'
import type { Words } from '../../words/words.ts'
import type { StaffVisit } from '../frame/visit.ts'

/** Purposes and types of records as people call them, on pages and on paper. */

/** Returns the name of a purpose, also of one that the cooperative added itself. */
export async function purposesCalled({ run, words }: StaffVisit): Promise<(code: string) => string> {
  const names = new Map((await rowsOf(run, 'purposes')).map(({ id, name }) => [id, name]))
  return (code) => {
    const name = names.get(code)
    return name === undefined ? words.worded(codeOf(code)) : purposeNoun(words, code, name)
  }
}

export const typesCalled = ({ listed, plural }: Words, types: readonly GrantableType[]): string =>
  listed(types.map(plural))
