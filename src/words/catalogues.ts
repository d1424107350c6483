import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
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

type File = Readonly<Record<string, string & { readonly 'x-reviewed'?: boolean }>>
const fileIn = (path: string): File => JSON.parse(readFileSync(path, 'utf8'))
const keysOf = (file: File): string[] => Object.keys(file).filter((key) => !key.startsWith('@'))

/**
 * Returns what the program needs of a file; the digests of the English texts serve only the check. Where a text is missing,
 * the English one stands, which nobody has reviewed.
 */
export function readCatalogue(path: string): Catalogue {
  const [file, english] = [fileIn(path), fileIn(join(dirname(path), 'en.json'))]
  const keys = [...new Set([...keysOf(english), ...keysOf(file)])]
  const code = basename(path, '.json')
  return {
    locale: String(file['@@locale'] ?? code),
    name: String(file['@@x-name'] ?? code),
    messages: Object.fromEntries(keys.map((key) => [key, String(file[key] ?? english[key])])),
    unreviewed: keys.filter((key) => file[key] === undefined || file[`@${key}`]?.['x-reviewed'] === false),
  }
}

/** Each parses its catalogue. */
export const catalogues: Readonly<Record<string, () => Catalogue>> = Object.fromEntries(
  languagesIn(import.meta.dirname).map((code) => [
    code,
    () => readCatalogue(join(import.meta.dirname, `${code}.json`)),
  ]),
)
