// Keeps the catalogues of src/words: `npm run words` writes the types of the English texts' arguments and lists what other
// languages lack; `npm run words -- accept sw` notes that each Swahili text translates its English text as it is now
// (`accept sw KEY…` these alone).
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { languagesIn } from '../src/words/catalogues.ts'
import { REVIEWED } from '../src/words/reviewed.ts'

/** Whether a speaker of the language must have reviewed the text. */
const isToReview = (key) =>
  Object.values(REVIEWED).some((beginnings) => beginnings.some((beginning) => key.startsWith(beginning)))

const FOLDER = join(fileURLToPath(import.meta.url), '../../src/words')

export const digestOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12)

export const keysOf = (file) => Object.keys(file).filter((key) => !key.startsWith('@'))

/**
 * Arguments of a message, by name: `number` for one that decides a plural or is a number, the cases for one that selects,
 * `text` for any other.
 */
export function argumentsOf(message, { ignoreTag = true } = {}) {
  const found = new Map()
  const walk = (elements) => {
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
  walk(parse(message, { ignoreTag }))
  return found
}

/** Cases that only some languages have: those of the plural. */
const comparable = (kind) => (kind.startsWith('number') ? kind.split(' ')[0] : kind)
const casesOf = (kind) => kind.split(' ').slice(1)

function argumentFaults(english, translated) {
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

/** Everything that keeps a catalogue from being complete, a line each. */
export function faultsOf(english, translated) {
  const faults = ['@@locale', '@@x-name'].flatMap((key) => (translated[key] ? [] : [`${key}: missing`]))
  for (const key of keysOf(english)) {
    const text = translated[key]
    if (text === undefined) {
      faults.push(`${key}: missing`)
      continue
    }
    try {
      faults.push(...argumentFaults(english[key], text).map((fault) => `${key}: ${fault}`))
    } catch (error) {
      faults.push(`${key}: ${error.message}`)
    }
    if (text.includes("'")) faults.push(`${key}: a straight apostrophe quotes in ICU messages; write ’`)
    if (translated[`@${key}`]?.['x-english'] !== digestOf(english[key]))
      faults.push(`${key}: stale; the English text is now: ${english[key]}`)
    if (isToReview(key) && typeof translated[`@${key}`]?.['x-reviewed'] !== 'boolean')
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
export function accepted(english, translated, keys) {
  const result = Object.fromEntries(Object.entries(translated).filter(([key]) => key.startsWith('@@')))
  for (const key of keysOf(english)) {
    if (translated[key] === undefined) continue
    const beside = { ...translated[`@${key}`] }
    if (keys.length === 0 || keys.includes(key)) {
      const digest = digestOf(english[key])
      if (isToReview(key) && beside['x-english'] !== digest) beside['x-reviewed'] = false
      beside['x-english'] = digest
    }
    result[key] = translated[key]
    if (Object.keys(beside).length > 0) result[`@${key}`] = beside
  }
  return result
}

const TYPES = { text: 'Text | number', number: 'number', select: 'string' }

/** The types of all messages' arguments, as a module. */
export function argumentTypes(english) {
  const lines = keysOf(english).map((key) => {
    const each = [...argumentsOf(english[key])].map(
      ([name, kind]) => `readonly ${name}: ${TYPES[kind.split(' ')[0]]}`,
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

const fileOf = (code) => join(FOLDER, `${code}.json`)
export const readLanguage = (code) => JSON.parse(readFileSync(fileOf(code), 'utf8'))

function main([task, code, ...keys]) {
  const english = readLanguage('en')
  if (task === 'accept') {
    const text = JSON.stringify(accepted(english, readLanguage(code), keys), null, 2)
    writeFileSync(fileOf(code), `${text}\n`)
  }
  writeFileSync(join(FOLDER, 'arguments.ts'), argumentTypes(english))
  let count = 0
  for (const each of languagesIn(FOLDER).slice(1)) {
    const faults = faultsOf(english, readLanguage(each))
    count += faults.length
    for (const fault of faults) console.log(`${each}.json: ${fault}`)
  }
  console.log(count === 0 ? 'Every catalogue is complete.' : `${count} faults.`)
  process.exitCode = count === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
