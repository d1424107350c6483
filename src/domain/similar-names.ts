import { inOrder, must } from '../base/typed.ts'
import { wordsOf } from './folding.ts'

/**
 * Compares names that clerks may have written differently. Similarity is only a reason to ask, never proof.
 */

/** Words of at least this length may differ by one missing, extra or wrong letter. */
const LONG_WORD = 4

/**
 * Returns the word, and the word without each of its letters except the first: words that differ by one
 * letter share one of these. The first letter must match, because Akello and Okello may be sisters.
 */
export function formsOf(word: string): string[] {
  if (word.length < LONG_WORD) return [word]
  return [word, ...Array.from(word.slice(1), (_, i) => word.slice(0, i + 1) + word.slice(i + 2))]
}

function isSameWord(a: string, b: string): boolean {
  if (a === b || isInitialOf(a, b) || isInitialOf(b, a)) return true
  const forms = new Set(formsOf(a))
  return formsOf(b).some((form) => forms.has(form))
}

const isInitialOf = (a: string, b: string) => a.length === 1 && b.startsWith(a)

/**
 * Returns whether every word of the shorter name is in the longer one, in any order: Nakato Grace, Grace
 * Nakatto and G. Nakato are similar. A single word is similar only to a single word: half a village may be
 * called Grace.
 */
export function isSimilarName(one: string, other: string): boolean {
  const [shorter, longer] = inOrder(wordsOf(one), wordsOf(other), (a, b) => a.length - b.length)
  if (shorter.length === 0 || (shorter.length === 1 && longer.length > 1)) return false
  const left = [...longer]
  // Longest first, so that an initial does not take the place of a full word.
  for (const word of shorter.toSorted((a, b) => b.length - a.length)) {
    const exact = left.indexOf(word)
    const at = exact !== -1 ? exact : left.findIndex((candidate) => isSameWord(word, candidate))
    if (at === -1) return false
    left.splice(at, 1)
  }
  return true
}

/**
 * Returns a faster test of many names against one. It first rejects most of them by the initials in their
 * folded search text: similar words begin with the same letter.
 * @returns a test of another name, whose `text` contains that name, folded, and may contain more
 */
export function similarTo(name: string): (other: string, text: string) => boolean {
  const words = wordsOf(name)
  const begins = words.map(
    (word) => new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${String.fromCodePoint(must(word.codePointAt(0)))}`, 'u'),
  )
  const fewest = Math.min(2, words.length)
  return (other, text) => {
    let found = 0
    for (const begin of begins) if (begin.test(text)) found++
    return fewest > 0 && found >= fewest && isSimilarName(name, other)
  }
}

/** Returns whether the names share a word, as two names of one person nearly always do. */
export function sharesAWord(one: string, other: string): boolean {
  const words = wordsOf(other)
  return wordsOf(one).some((word) => words.some((candidate) => isSameWord(word, candidate)))
}
