import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commandsPage } from '../../../packaging/docs/commands.ts'
import { settingsPage } from '../../../packaging/docs/settings.ts'
import { PROBLEMS } from '../../../src/base/problem.ts'
import { type Branch, branchOf, flattened } from '../../../src/cli/completion/tree.ts'
import { settingsTable } from '../../../src/config/config.ts'
import { makeProgram } from '../../../src/program.ts'
import { anchorsOf, codeOf, commandsIn, linksOf, slugOf } from './pages.ts'

/** What the pages say there is, there is. */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')
const filesBelow = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))

const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'src/README.md',
  'test/README.md',
  'packaging/examples/README.md',
  ...filesBelow('docs', /\.md$/),
]
const { scripts } = JSON.parse(textOf('package.json'))

test.each(pages)('%s leads to no page, section, file or script that is not there', (page) => {
  const text = textOf(page)
  for (const { path, anchor } of linksOf(text)) {
    const target = path === '' ? page : join(dirname(page), path)
    expect(existsSync(join(root, target)), target).toBe(true)
    if (anchor !== null) expect(anchorsOf(textOf(target)), target).toContain(anchor)
  }
  for (const [, script] of text.matchAll(/npm run (?:--silent )?([a-z:]+)/g))
    expect(scripts).toHaveProperty([script as string])
  for (const [, path] of text.matchAll(/`((?:src|test|packaging|docs)\/[\w/.-]+)`/g))
    expect(existsSync(join(root, path as string)), path).toBe(true)
})

test('every page can be reached from the README', () => {
  const reached = new Set<string>()
  const reach = (page: string): void => {
    if (reached.has(page)) return
    reached.add(page)
    for (const { path } of linksOf(textOf(page)))
      if (path.endsWith('.md')) reach(normalize(join(dirname(page), path)))
  }
  reach('README.md')
  expect(pages.filter((page) => !reached.has(page))).toEqual([])
})

test('the README stays short', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(150)
})

const REMEDY = 'run "npm run docs" and commit the file'

test('settings.md is what the program says, with every setting once', () => {
  const page = textOf('docs/settings.md')
  expect(page === settingsPage(), REMEDY).toBe(true)
  for (const { variable, fallback } of settingsTable) {
    const rows = page.split('\n').filter((line) => line.startsWith(`| \`${variable}\``))
    expect(rows, variable).toHaveLength(1)
    if (typeof fallback === 'number') expect(rows[0], variable).toContain(`\`${fallback}\``)
  }
})

const program = branchOf(makeProgram())

test('commands.md is what the program says, with every command once', () => {
  const page = textOf('docs/commands.md')
  expect(page === commandsPage(), REMEDY).toBe(true)
  for (const { path, children } of flattened(program))
    if (children.length === 0)
      expect(
        page
          .split('\n')
          .filter((line) => /^#+ /.test(line) && slugOf(line) === ['granary', ...path].join('-')),
      ).toHaveLength(1)
})

/** Variables that are no settings of the service: of the lender's command, of tests, of a package. */
const NO_SETTINGS = /^GRANARY_(TOKEN|TEST_\w+|REAL_DATA|PICTURES|GATE_\w+)$/

test.each(pages)('%s names no setting that is not there', (page) => {
  const known = new Set(settingsTable.map(({ variable }) => variable))
  for (const [name] of textOf(page).matchAll(/GRANARY_[A-Z0-9_]*[A-Z0-9]\b(?!\\?\*|_)/g))
    expect(
      known.has(name) || NO_SETTINGS.test(name) || [...known].some((one) => one.startsWith(`${name}_`)),
      name,
    ).toBe(true)
})

test.each(pages)('%s shows no command and no flag that is not there', (page) => {
  for (const words of commandsIn(codeOf(textOf(page)))) {
    let branch: Branch = program
    const rest = [...words]
    while (rest.length > 0) {
      const child = branch.children.find(({ path }) => path.at(-1) === rest[0])
      if (child === undefined) break
      branch = child
      rest.shift()
    }
    const shown = `granary ${words.join(' ')}`
    const [next] = rest
    // A group may be named alone; what stands behind it must be one of its commands.
    if (branch.children.length > 0 && next !== undefined)
      expect(next, shown).toMatch(/^(-|\.\.\.|…|[A-Z]|help$|man$)/)
    const flags = [...program.flags, ...branch.flags].flatMap(({ names }) => names)
    for (const word of rest)
      if (word.startsWith('--')) expect(flags, shown).toContain(word.replace(/=.*/, ''))
  }
})

test('api.md has every operation of the contract, and none besides', () => {
  const { paths } = JSON.parse(textOf('openapi.json')) as { paths: Record<string, object> }
  const there = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const page = textOf('docs/api.md')
  const told = [...page.matchAll(/`((?:GET|POST|HEAD|PATCH|DELETE|OPTIONS) \/v1\/[\w/{}.-]+)/g)].map(
    ([, one]) => one,
  )
  expect([...new Set(told)].sort()).toEqual(there.sort())
})

test('codes that integrators are told to look out for are in the catalogue', () => {
  const page = textOf('docs/api.md')
  const codes = [...page.matchAll(/\d{3} `([a-z_]+)`|`([a-z_]+)` is a fault|with the code `([a-z_]+)`/g)].map(
    (found) => found.slice(1).find((code) => code !== undefined) as string,
  )
  expect(codes.length).toBeGreaterThan(4)
  for (const code of codes) expect(PROBLEMS).toHaveProperty(code)
})

test('errors that troubleshooting.md quotes are said by the program or the package', () => {
  const said = [...filesBelow('src', /\.(ts|json)$/), ...filesBelow('packaging/debian', /inst$/)]
    .map(textOf)
    .join('\n')
  const quotes = textOf('docs/troubleshooting.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) =>
      [...(line.split(' | ')[0] as string).matchAll(/`([^`]+)`/g)].map(([, one]) => one as string),
    )
  expect(quotes.length).toBeGreaterThan(25)
  for (const quote of quotes)
    for (const piece of quote.split('…').map((one) => one.trim()))
      expect(said.includes(piece), `"${piece}" of "${quote}"`).toBe(true)
})
