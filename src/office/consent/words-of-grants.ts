import type { GrantableType } from '../../domain/types/index.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import { codeOf } from '../../text/kinds.ts'
import type { NamedRow, Words } from '../../words/words.ts'
import type { StaffVisit } from '../frame/visit.ts'

/** Purposes and types of records as people call them, on pages and on paper. */

/** Returns the name of a purpose, also of one that the cooperative added itself; of no purpose, an empty text. */
export type PurposeCalled = (code: string | null) => string

export const purposesCalled = async ({ run, words }: StaffVisit): Promise<PurposeCalled> =>
  purposeCalled(words, await rowsOf(run, 'purposes'))

/** @param rows of the registry */
export function purposeCalled(words: Words, rows: readonly NamedRow[]): PurposeCalled {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (code) => {
    if (code === null) return ''
    const name = names.get(code)
    return name === undefined ? words.worded(codeOf(code)) : words.purposeNoun({ id: code, name })
  }
}

export const typesCalled = ({ listed, plural }: Words, types: readonly GrantableType[]): string =>
  listed(types.map(plural))
