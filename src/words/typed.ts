import type { Words } from './words.ts'

/** Words that people type, and that stand for values. */

/** Words that people type in place of a value; English is always understood. */
const TYPED = ['today', 'yesterday', 'cooperative', 'others'] as const
export type TypedWord = (typeof TYPED)[number]

/** Returns the word that a person typed in their language or in English; null for any other text. */
export function typedWord({ say }: Words, text: string): TypedWord | null {
  // Longer text is none of them, and comparing it would take time.
  if (text.length > LONGEST_WORD) return null
  const asked = plainly(text)
  return TYPED.find((word) => asked === word || asked === plainly(say(`typed.${word}`))) ?? null
}

/** Without capital letters, accents and apostrophes, of which keyboards have several. */
const plainly = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{Mark}'’`´]/gu, '')
    .trim()
    .toLowerCase()

const LONGEST_WORD = 40
