/** Names of people as two clerks may write them. Never proof that two are one person: a reason to ask. */

/** Words of a name, without accents and punctuation. */
export function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** From this length on, a word with one letter too few, too many or exchanged is taken for the word. */
const LONG_WORD = 4

/**
 * The word, and the word less each of its letters but the first: two words that differ by one slip have one of these in common.
 * The first letter counts: Akello is a sister of Okello.
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
 * Every word of the shorter name stands in the longer one, in any order: Nakato Grace, Grace Nakatto and G. Nakato are
 * similar. A single word is similar to a single word only: half of a village is called Grace.
 */
export function isSimilarName(one: string, other: string): boolean {
  const [shorter, longer] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ]
  if (shorter.length === 0 || (shorter.length === 1 && longer.length > 1)) return false
  const left = [...longer]
  // Whole words first, so that an initial never takes the place of the word that stands there in full.
  for (const word of shorter.toSorted((a, b) => b.length - a.length)) {
    const exact = left.indexOf(word)
    const at = exact !== -1 ? exact : left.findIndex((candidate) => isSameWord(word, candidate))
    if (at === -1) return false
    left.splice(at, 1)
  }
  return true
}

/** Have the names a word in common? Two names of one person nearly always do. */
export function sharesAWord(one: string, other: string): boolean {
  const words = wordsOf(other)
  return wordsOf(one).some((word) => words.some((candidate) => isSameWord(word, candidate)))
}
