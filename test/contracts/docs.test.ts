import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { makeProgram } from '../../src/cli/program.ts'
import { settingsTable } from '../../src/config.ts'

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
