import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { makeProgram } from '../../src/cli/program.ts'
import { settingsTable } from '../../src/config.ts'
import { PROBLEMS } from '../../src/problem.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test('the README names every setting with its default', () => {
  for (const { variable, fallback } of settingsTable) {
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${variable}\``))
    expect(row, variable).toBeDefined()
    if (typeof fallback === 'number') expect(row, variable).toContain(`\`${fallback}\``)
  }
})

test('the README shows every command', () => {
  const names = (command: Command, before: string): string[] =>
    command.commands.flatMap((child) =>
      child.commands.length === 0 ? [`${before}${child.name()}`] : names(child, `${before}${child.name()} `),
    )
  for (const name of names(makeProgram(), '')) {
    if (name.startsWith('record add ')) expect(readme, name).toContain(`\`${name.slice(11)}\``)
    else expect(readme, name).toContain(name)
  }
})

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = ['README.md', 'src/README.md', 'packaging/examples/README.md']
for (const name of readdirSync(join(root, 'docs'))) pages.push(join('docs', name))
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')
const { scripts } = JSON.parse(textOf('package.json'))

test.each(pages)('%s names no page, file or script that is not there', (page) => {
  const text = textOf(page)
  for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
    expect(existsSync(join(root, dirname(page), target as string)), target).toBe(true)
  for (const [, script] of text.matchAll(/npm run ([a-z:]+)/g))
    expect(scripts).toHaveProperty([script as string])
  for (const [, path] of text.matchAll(/`((?:src|test|packaging)\/[\w/.-]+)`/g))
    expect(existsSync(join(root, path as string)), path).toBe(true)
})

test('what integrators are told to ask for and to look out for is in the contract', () => {
  const page = textOf('docs/integrators.md')
  const { paths } = JSON.parse(textOf('openapi.json'))
  for (const [, method, path] of page.matchAll(/`(GET|POST) (\/v1\/[\w/{}-]+)/g))
    expect(paths[path as string], path).toHaveProperty((method as string).toLowerCase())
  const codes = [...page.matchAll(/\d{3} `([a-z_]+)`|`([a-z_]+)` is a fault/g)].map(([, a, b]) => a ?? b)
  expect(codes.length).toBeGreaterThan(2)
  for (const code of codes) expect(PROBLEMS).toHaveProperty(code as string)
})
