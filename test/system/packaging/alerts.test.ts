import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { makeProgram } from '../../../src/program.ts'
import { alerts, has, pathOf, promtool, textOf } from './files.ts'

/** The alert rules, and what is tested of them. */

const RULES = pathOf('prometheus/granary.rules.yml')
const tested = textOf('prometheus/granary.rules.test.yml')
const all = alerts()

describe.skipIf(!has('promtool'))('promtool (where Debian’s prometheus is installed)', () => {
  test('finds the rules well formed, each of them', () => {
    const { status, said } = promtool(['check', 'rules', RULES])
    expect([status, said]).toEqual([0, expect.stringContaining(`SUCCESS: ${all.length} rules found`)])
  })
  test('finds that each fires when it should, and else does not', () => {
    const { status, said } = promtool(['test', 'rules', pathOf('prometheus/granary.rules.test.yml')])
    expect([status, said]).toEqual([0, expect.stringContaining('SUCCESS')])
  })
  test('finds the example of a scrape well formed', () => {
    const example = pathOf('prometheus/prometheus.yml')
    const { status, said } = promtool(['check', 'config', '--syntax-only', example])
    expect([status, said]).toEqual([0, expect.stringContaining('SUCCESS')])
  })
})

describe.each(all)('$name', ({ name, expr, severity, summary, remedy }) => {
  test('is tested where it fires and where it does not', () => {
    expect(tested).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`))
    expect(tested).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts: \\[\\]\\n`))
  })
  test('says in sentences what is wrong and what to do', () => {
    expect(name).toMatch(/^Granary[A-Z]\w+$/)
    expect(expr).not.toBe('')
    expect(['critical', 'warning']).toContain(severity)
    expect(summary).toMatch(/^(\{\{|[A-Z]).+\.$/)
    expect(remedy).toMatch(/^[A-Z].+\.$/)
  })
  test('names only commands that there are', () => {
    const commands = [...remedy.matchAll(/"granary ([^"]+)"/g)].map((match) => match[1] as string)
    expect(commands.length, remedy).toBeGreaterThan(0)
    for (const command of commands) expect([command, faultOf(command)]).toEqual([command, null])
  })
})

test('the example says how its token is made, by a command that there is', () => {
  const command = /granary (credential issue .*)$/m.exec(textOf('prometheus/prometheus.yml'))?.[1] ?? ''
  expect([command, faultOf(command)]).toEqual(['credential issue --party cooperative --kind metrics', null])
})

test('what finds commands that are not there finds them', () => {
  expect(faultOf('melt list')).toBe('there is no melt')
  expect(faultOf('doctor --hard')).toBe('there is no --hard')
  expect(faultOf('status NOW')).toBe('NOW is too much')
})

/** Why the program would not take this command, or null. */
function faultOf(line: string): string | null {
  let command: Command = makeProgram()
  const words = line.split(' ')
  let positional = 0
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const child = command.commands.find((one) => one.name() === word)
    const option = command.options.find((one) => one.long === word)
    if (child) command = child
    else if (option?.required) words.shift()
    else if (word.startsWith('--') && !option) return `there is no ${word}`
    else if (!option && command.commands.length > 0) return `there is no ${word}`
    else if (!option && ++positional > command.registeredArguments.length) return `${word} is too much`
  }
  return command.commands.length > 0 ? `${line} is no whole command` : null
}
