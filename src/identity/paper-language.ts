import { optional } from '../cli/asked.ts'
import type { Run } from '../cli/context.ts'
import { LanguageTag } from '../domain/shapes.ts'
import { languageOf, languages } from '../words/language.ts'
import { type Words, wordsToo } from '../words/words.ts'

/** The language in which papers are printed for a party. */

/** Returns the tag of a language that was typed as its tag or as its name; null for any other text. */
export function languageTyped(text: string): string | null {
  const typed = text.toLowerCase()
  const named = languages().find(({ name }) => name.toLowerCase() === typed)
  if (named !== undefined) return named.code
  const { pattern = '', maxLength = 0 } = LanguageTag
  return text.length <= maxLength && new RegExp(pattern).test(text) ? text : null
}

/** Returns a language's name for itself; the tag of one that does not ship. */
export const languageCalled = (tag: string): string => languageOf(tag)?.name ?? tag

/** The flag that chooses the language of one print. */
export const paperLanguage = () => ({
  ...optional('--language <code>', 'help.paperLanguage'),
  choices: languages().map(({ code }) => code),
})

/**
 * Returns the words of a paper for a party: in the language that was chosen for this print, else in the party's
 * own, else in the reader's. A language that does not ship counts as none.
 */
export async function paperWords(run: Run, words: Words, party: string, chosen = ''): Promise<Words> {
  const language =
    languageOf(chosen) ?? languageOf((await run('party.resolve', { text: party })).language ?? '')
  return language === undefined ? words : wordsToo(language, words)
}
