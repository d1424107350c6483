import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue } from './catalogue.ts'

/**
 * The catalogues of all languages: each is a file of this folder, so adding one touches no code. In the program, this
 * module is replaced by one that has the texts (packaging/catalogues.ts); tests and scripts read the files.
 */

/** Returns the codes of the languages in a folder, English first. */
export const languagesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^[a-z]{2,3}(-[A-Za-z]+)*\.json$/.test(name))
    .map((name) => name.slice(0, -'.json'.length))
    .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b))

/** Returns what the program needs of a file; the digests of the English texts serve only the check. */
export function readCatalogue(path: string): Catalogue {
  const file = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string & { 'x-reviewed'?: boolean }>
  const keys = Object.keys(file).filter((key) => !key.startsWith('@'))
  return {
    locale: String(file['@@locale']),
    name: String(file['@@x-name']),
    messages: Object.fromEntries(keys.map((key) => [key, String(file[key])])),
    unreviewed: keys.filter((key) => file[`@${key}`]?.['x-reviewed'] === false),
  }
}

/** Each parses its catalogue. */
export const catalogues: Readonly<Record<string, () => Catalogue>> = Object.fromEntries(
  languagesIn(import.meta.dirname).map((code) => [
    code,
    () => readCatalogue(join(import.meta.dirname, `${code}.json`)),
  ]),
)
