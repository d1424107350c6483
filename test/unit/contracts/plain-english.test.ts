import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Words of the list in CONTRIBUTING.md that are found again nowhere: not in comments, texts or names. */

const PRIVATE =
  /\b(whoever|whomever|nobody of|so many|uttere?[ds]?|he who|anew|shut out|told of|is owed to|be it|were it)\b/i

const sources = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))

test('no private word of the house is in the source, the catalogue or the docs', () => {
  const files = [...sources('src', /\.(tsx?|json)$/), ...sources('docs', /\.md$/), 'README.md']
  const english = files.filter((file) => !/registry\/rows|words\/(?!en)\w+\.json$/.test(file))
  const found = english.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (PRIVATE.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(english.length).toBeGreaterThan(700)
  expect(found).toEqual([])
})
