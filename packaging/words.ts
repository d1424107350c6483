// Keeps the catalogues of src/words: `npm run words` writes the types of the English texts' arguments and lists what other
// languages lack; `npm run words -- accept sw` notes that each Swahili text translates its English text as it is now
// (`accept sw KEY…` these alone).
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { errorMessage } from '../src/base/error-kinds.ts'
import { languagesIn } from '../src/words/catalogues.ts'
import { REVIEWED } from '../src/words/reviewed.ts'

/** Texts by key, and what stands beside each by `@` and its key. */
type Catalogue = Readonly<Record<string, unknown>>
interface Beside {
  'x-english'?: string
  'x-reviewed'?: boolean
}

const textIn = (file: Catalogue, key: string) => String(file[key] ?? '')
const besideOf = (file: Catalogue, key: string): Beside => file[`@${key}`] ?? {}

/** Whether a speaker of the language must have reviewed the text. */
const isToReview = (key: string): boolean =>
  Object.values(REVIEWED).some((beginnings) => beginnings.some((beginning) => key.startsWith(beginning)))

const FOLDER = join(fileURLToPath(import.meta.url), '../../src/words')

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

export const keysOf = (file: Catalogue): string[] => Object.keys(file).filter((key) => !key.startsWith('@'))

/**
 * Arguments of a message, by name: `number` for one that decides a plural or is a number, the cases for one that selects,
 * `text` for any other.
 */
export function argumentsOf(message: string): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type === TYPE.argument) found.set(element.value, found.get(element.value) ?? 'text')
      else if (element.type === TYPE.number) found.set(element.value, 'number')
      else if (element.type === TYPE.plural || element.type === TYPE.select) {
        const cases = Object.keys(element.options)
        const kind = element.type === TYPE.plural ? 'number' : 'select'
        found.set(element.value, `${kind} ${cases.sort().join(' ')}`)
        for (const option of Object.values(element.options)) walk(option.value)
      } else if (element.type !== TYPE.literal && element.type !== TYPE.pound)
        throw new Error(`this kind of argument is not in use: ${message}`)
    }
  }
  walk(parse(message, { ignoreTag: true }))
  return found
}

/** Cases that only some languages have: those of the plural. */
const comparable = (kind: string) => (kind.startsWith('number') ? kind.split(' ')[0] : kind)
const casesOf = (kind: string) => kind.split(' ').slice(1)

function argumentFaults(english: string, translated: string): string[] {
  const [wanted, found] = [argumentsOf(english), argumentsOf(translated)]
  const names = new Set([...wanted.keys(), ...found.keys()])
  return [...names].flatMap((name) => {
    const [one, other] = [wanted.get(name), found.get(name)]
    if (one === undefined) return [`{${name}} is not in the English text`]
    if (other === undefined) return [`{${name}} is missing`]
    if (comparable(one) !== comparable(other)) return [`{${name}} is ${other}, in the English text ${one}`]
    const missing = casesOf(one).filter((each) => !casesOf(other).includes(each))
    return missing.length === 0 ? [] : [`{${name}} lacks the forms ${missing.join(', ')}`]
  })
}

/** The texts that a language lacks. The English ones stand in their place, until a build that ships refuses that. */
export const missingIn = (english: Catalogue, translated: Catalogue): string[] =>
  keysOf(english).filter((key) => translated[key] === undefined)

/** Everything that is wrong with the texts that a catalogue has, a line each. */
export function faultsOf(english: Catalogue, translated: Catalogue): string[] {
  const faults = ['@@locale', '@@x-name'].flatMap((key) => (translated[key] ? [] : [`${key}: missing`]))
  for (const key of keysOf(english).filter((one) => translated[one] !== undefined)) {
    const [original, text] = [textIn(english, key), textIn(translated, key)]
    try {
      faults.push(...argumentFaults(original, text).map((fault) => `${key}: ${fault}`))
    } catch (error) {
      faults.push(`${key}: ${errorMessage(error)}`)
    }
    if (text.includes("'")) faults.push(`${key}: a straight apostrophe quotes in ICU messages; write ’`)
    if (besideOf(translated, key)['x-english'] !== digestOf(original))
      faults.push(`${key}: stale; the English text is now: ${original}`)
    if (isToReview(key) && typeof besideOf(translated, key)['x-reviewed'] !== 'boolean')
      faults.push(
        `${key}: write "x-reviewed" beside it: true if a speaker of the language has reviewed it, else false`,
      )
  }
  for (const key of keysOf(translated))
    if (english[key] === undefined) faults.push(`${key}: the English catalogue has no such text`)
  return faults
}

/**
 * The same catalogue, in the order of the English one, with the digests of these keys renewed. A text whose English
 * changed must be reviewed again.
 */
export function accepted(english: Catalogue, translated: Catalogue, keys: readonly string[]): Catalogue {
  const result: Record<string, unknown> = Object.fromEntries(
    Object.entries(translated).filter(([key]) => key.startsWith('@@')),
  )
  for (const key of keysOf(english)) {
    if (translated[key] === undefined) continue
    const beside = { ...besideOf(translated, key) }
    if (keys.length === 0 || keys.includes(key)) {
      const digest = digestOf(textIn(english, key))
      if (isToReview(key) && beside['x-english'] !== digest) beside['x-reviewed'] = false
      beside['x-english'] = digest
    }
    result[key] = translated[key]
    if (Object.keys(beside).length > 0) result[`@${key}`] = beside
  }
  return result
}

const TYPES: Readonly<Record<string, string>> = { text: 'Text | number', number: 'number', select: 'string' }

/** The types of all messages' arguments, as a module. */
export function argumentTypes(english: Catalogue): string {
  const lines = keysOf(english).map((key) => {
    const each = [...argumentsOf(textIn(english, key))].map(
      ([name, kind]) => `readonly ${name}: ${TYPES[kind.split(' ')[0] ?? '']}`,
    )
    return `  '${key}': ${each.length === 0 ? 'None' : `{ ${each.join('; ')} }`}`
  })
  return `// Written by \`npm run words\` from en.json.
import type { Text } from '../text/kinds.ts'

export type None = Readonly<Record<never, never>>

/** The arguments of every message. */
export interface Arguments {
${lines.join('\n')}
}
`
}

const fileOf = (code: string) => join(FOLDER, `${code}.json`)
export const readLanguage = (code: string): Catalogue => JSON.parse(readFileSync(fileOf(code), 'utf8'))

function main([task, code = '', ...keys]: readonly string[]): void {
  const english = readLanguage('en')
  if (task === 'accept') {
    const text = JSON.stringify(accepted(english, readLanguage(code), keys), null, 2)
    writeFileSync(fileOf(code), `${text}\n`)
  }
  writeFileSync(join(FOLDER, 'arguments.ts'), argumentTypes(english))
  let count = 0
  for (const each of otherLanguages()) {
    const faults = faultsOf(english, readLanguage(each))
    count += faults.length
    for (const fault of faults) console.log(`${each}.json: ${fault}`)
  }
  const unfinished = unfinishedLanguages()
  for (const line of unfinished) console.log(line)
  if (count > 0) console.log(`${count} faults.`)
  else if (unfinished.length === 0) console.log('Every catalogue is complete.')
  process.exitCode = count === 0 ? 0 : 1
}

const otherLanguages = () => languagesIn(FOLDER).slice(1)

/** Returns a line for each language that lacks texts, with the first of them. */
export function unfinishedLanguages(): string[] {
  const english = readLanguage('en')
  return otherLanguages().flatMap((code) => {
    const missing = missingIn(english, readLanguage(code))
    const first = `${missing.slice(0, 20).join(', ')}${missing.length > 20 ? ', …' : ''}`
    return missing.length === 0 ? [] : [`${code}.json: ${missing.length} texts are missing: ${first}`]
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
