import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The house: imports point one way, and rooms never import each other. Read from the import lines. */

/** Layers from the ground up. A file may import from layers below its own, and from its own folder. */
const LAYERS: readonly (readonly string[])[] = [
  [
    'error-kinds.ts',
    'open-files.ts',
    'own-program.ts',
    'places.ts',
    'problem.ts',
    'setting-kinds.ts',
    'settings-file.ts',
    'system-service.ts',
    'version.ts',
    'sql.d.ts',
    'sync-folder.ts',
  ],
  ['domain', 'config.ts', 'installed.ts', 'executable'],
  ['store', 'objects', 'machine-clock.ts'],
  ['intake', 'gate'],
  ['views', 'text'],
  [
    'access',
    'anchor',
    'backup',
    'clock',
    'consent',
    'evidence',
    'importer',
    'inference',
    'metrics',
    'registry',
    'sync',
    'tls',
    'verify',
  ],
  ['http'],
  ['docs', 'lender', 'subject-access'],
  ['app.ts', 'operator', 'demo'],
  ['assemble.ts'],
  ['cli', 'contract.ts'],
  ['main.ts'],
]
const layerOf = (part: string): number => LAYERS.findIndex((layer) => layer.includes(part))

interface Import {
  readonly from: string
  readonly to: string
}

/** Imports of values between files of src; what is imported as a type alone does not exist at run time. */
function valueImports(): Import[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  return files.flatMap((from) => {
    const text = readFileSync(join('src', from), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    const statements = [
      ...text.matchAll(/^(?:import|export)\s+(?!type\b)([^'"]*?\bfrom\s+)?['"](\.[^'"]+)['"]/gm),
      ...text.matchAll(/()\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g),
    ]
    return statements
      .filter(([, names]) => !onlyTypes(names ?? ''))
      .map(([, , path]) => ({
        from,
        to: relative('src', join('src', dirname(from), fileOf(path as string))),
      }))
  })
}

/** What the program carries along is named with a mark behind it. */
const fileOf = (path: string): string => path.replace(/\?packed$/, '')

function onlyTypes(clause: string): boolean {
  const names = /^\{([\s\S]*)\}\s*from\s*$/.exec(clause.trim() === '' ? '' : `${clause.trim()} `)?.[1]
  if (names === undefined) return false
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .every((name) => name.startsWith('type '))
}

const part = (path: string): string => path.split('/')[0] as string
const imports = valueImports()
const said = (found: readonly Import[]) => found.map(({ from, to }) => `${from} imports ${to}`)

describe('imports point one way', () => {
  test('every part of the source has its place in the house', () => {
    const parts = readdirSync('src').filter((name) => name !== 'README.md')
    expect(parts.filter((name) => layerOf(name) < 0)).toEqual([])
    expect(imports.length).toBeGreaterThan(200)
    expect(imports.filter(({ to }) => !to.startsWith('..') && !existsSync(join('src', to)))).toEqual([])
  })
  test('from the upper floors down, never up, and never between rooms of one floor', () => {
    const inside = imports.filter(({ from, to }) => !to.startsWith('..') && part(from) !== part(to))
    expect(said(inside.filter(({ from, to }) => layerOf(part(from)) <= layerOf(part(to))))).toEqual([])
  })
  test('the door and the lender view never import the store', () => {
    const closed = ['http', 'sync', 'lender']
    expect(
      said(imports.filter(({ from, to }) => closed.includes(part(from)) && part(to) === 'store')),
    ).toEqual([])
  })
  test('rules are pure: the domain imports neither clock, files nor network', () => {
    const impure =
      /from 'node:(?!crypto|assert)|\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)|performance\.now/
    const domain = readdirSync('src/domain', { recursive: true, encoding: 'utf8' })
    const files = domain.map((file) => join('src/domain', file)).filter((file) => statSync(file).isFile())
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => impure.test(readFileSync(file, 'utf8')))).toEqual([])
  })
  test('outside src only schema.sql, package.json and the contract are taken in', () => {
    const outside = imports.filter(({ to }) => to.startsWith('..')).map(({ to }) => to)
    expect([...new Set(outside)].sort()).toEqual(['../openapi.json', '../package.json', '../schema.sql'])
  })
})

/**
 * Beside the settings: the reader's own token, which must not stand on a command line; who typed "sudo"; and what the
 * system's service manager says.
 */
const READERS = ['config.ts', 'cli/lender-view.ts', 'cli/enter.ts', 'system-service.ts']

test('the environment is read in one place', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const readers = files.filter((file) => /process\.env/.test(readFileSync(join('src', file), 'utf8')))
  expect(readers.filter((file) => !READERS.includes(file))).toEqual([])
})
