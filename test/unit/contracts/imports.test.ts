import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { floorOf, importsIn, inCircles, isUpward, partOf, wordsOf } from './house.ts'

/** The house: imports point one way, those of types too, and nothing imports in a circle. */

/** At the top of `src`, so that a newcomer sees the whole house at once. */
const MOST_ENTRIES = 24

const imports = importsIn('src')

describe('imports point one way', () => {
  test('every part of the source has its place in the house, and they are few', () => {
    const parts = readdirSync('src')
    expect(parts.length).toBeLessThanOrEqual(MOST_ENTRIES)
    expect(parts.filter((name) => name !== 'README.md' && floorOf(name) < 0)).toEqual([])
    expect(imports.length).toBeGreaterThan(1_000)
    expect(imports.filter(({ to }) => !to.startsWith('..') && !existsSync(join('src', to)))).toEqual([])
  })
  test('from the upper floors down, never up', () => {
    expect(imports.filter(isUpward).map(wordsOf)).toEqual([])
  })
  test('never in a circle', () => {
    expect(inCircles(imports).map(wordsOf)).toEqual([])
  })
  test('routes, the boundary, the lender view and clients never import values of the store', () => {
    const isClosed = (file: string) =>
      ['http', 'lender', 'clients'].includes(partOf(file)) || /^records\/sync\/|-routes\.ts$/.test(file)
    const found = imports.filter(
      ({ from, to, isType }) => !isType && isClosed(from) && partOf(to) === 'store',
    )
    expect(found.map(wordsOf)).toEqual([])
  })
  test('the page for phones takes schemas as types alone: what is in its bundle makes none', () => {
    const isOfBrowser = (file: string) => /^clients\/field\/(engine|page|rules|worker)/.test(file)
    const bundled = new Set(imports.map(({ from }) => from).filter(isOfBrowser))
    // A set that grows is read to its end.
    for (const file of bundled)
      for (const { from, to, isType } of imports) if (from === file && !isType) bundled.add(to)
    expect(bundled.size).toBeGreaterThan(60)
    const makesSchemas = (file: string) =>
      /^import (?!type).*'(@sinclair\/typebox|ajv.*|node:.*)'/m.test(readFileSync(join('src', file), 'utf8'))
    expect([...bundled].filter(makesSchemas)).toEqual([])
  })
  test('rules are pure: the domain imports neither clock, files nor network', () => {
    const impure =
      /from 'node:(?!crypto|assert)|\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)|performance\.now/
    const domain = readdirSync('src/domain', { recursive: true, encoding: 'utf8' })
    const files = domain.map((file) => join('src/domain', file)).filter((file) => statSync(file).isFile())
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => impure.test(readFileSync(file, 'utf8')))).toEqual([])
  })
  test('outside src only schema.sql, package.json, the contract and the borders of countries are taken in', () => {
    const outside = imports.filter(({ to }) => to.startsWith('..')).map(({ to }) => to)
    expect([...new Set(outside)].sort()).toEqual([
      '../node_modules/@rapideditor/country-coder/src/data/borders.json',
      ...['../openapi.json', '../package.json', '../schema.sql'],
    ])
  })
})

/**
 * Beside the settings: the reader's own token, which must not stand on a command line; who typed "sudo"; and what the
 * system's service manager says.
 */
const READERS = [
  'config/config.ts',
  'lender/lender-view-command.ts',
  'cli/enter.ts',
  'appliance/system-service.ts',
]

test('the environment is read in one place', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  const readers = files.filter((file) => /process\.env/.test(readFileSync(join('src', file), 'utf8')))
  expect(readers.sort()).toEqual(READERS.toSorted())
})
