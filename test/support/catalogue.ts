import catalogue from '../../src/words/en.json' with { type: 'json' }
import type { Key } from '../../src/words/language.ts'

/** The English texts by their keys. */
export const EN = Object.fromEntries(
  Object.entries(catalogue).filter(([key]) => !key.startsWith('@')),
) as Readonly<Record<Key, string>>
