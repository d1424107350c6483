import { addTo } from '../base/groups.ts'
import { languages } from '../words/language.ts'
import type { NamedRow, Words } from '../words/words.ts'

/** By which names people call a crop or a unit when they type it. */

export type CalledKind = 'crop' | 'unit'

/**
 * Returns the rows by each of their names in lower case: their own, and those in every language, because answers
 * that were kept may be in another one than the reader's.
 */
export function byName<Row extends NamedRow>(
  kind: CalledKind,
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const called = new Map<string, Row[]>()
  for (const row of rows) {
    const keys = [`${kind}.${row.id}`, `${kind}s.${row.id}`]
    const told = languages().flatMap((language) =>
      keys.flatMap((key) => (language.has(key) ? [language.say(key)] : [])),
    )
    for (const name of new Set([row.name, ...told].map((one) => one.toLowerCase()))) {
      addTo(called, name, row)
    }
  }
  return called
}

/** Returns the rows whose code or name, as the reader sees it, contains the text. @param text in lower case */
export const likeText = <Row extends NamedRow>(
  kind: CalledKind,
  rows: readonly Row[],
  words: Words,
  text: string,
): Row[] => rows.filter((row) => `${row.id} ${row.name} ${words[kind](row)}`.toLowerCase().includes(text))
