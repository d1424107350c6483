import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Command } from 'commander'
import { beforeAll, describe, expect, test } from 'vitest'
import { settingsTable } from '../../../src/config/config.ts'
import { makeProgram } from '../../../src/program.ts'
import { cli, temporaryFolder } from '../../support/command.ts'

/** What shells complete and the manual says follows from the command itself. */

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const hasBash = has('bash', '-c', '((BASH_VERSINFO[0] >= 4))')

describe.skipIf(!hasBash)('bash (where there is one of version 4 or later)', () => {
  let script: string
  beforeAll(async () => {
    script = join(temporaryFolder(), 'granary.bash')
    writeFileSync(script, (await cli('completion', 'bash')).out)
  })

  /** What is offered for the last of these words, of each line, as the shell itself asks for it. */
  function offeredEach(lines: readonly (readonly string[])[]): string[][] {
    const ask = `source "$0"; while IFS='|' read -ra words; do COMP_WORDS=(granary "\${words[@]}"); COMP_CWORD=\${#words[@]}; _granary; echo "\${COMPREPLY[*]}"; done`
    // A line that ends in nothing has an empty last word.
    const input = lines.map((words) => `${words.join('|')}${words.at(-1) === '' ? '|' : ''}\n`).join('')
    const asked = spawnSync('bash', ['--norc', '-c', ask, script], { encoding: 'utf8', input })
    expect(asked.stderr).toBe('')
    return asked.stdout.split('\n').map((line) => line.split(' ').filter(Boolean))
  }
  const offered = (...words: string[]): string[] => offeredEach([words])[0] as string[]

  test('it is sourced without a word', () => {
    const sourced = spawnSync('bash', ['--norc', '-c', 'source "$0"; complete -p granary', script], {
      encoding: 'utf8',
    })
    expect([sourced.stdout, sourced.stderr]).toEqual(['complete -F _granary granary\n', ''])
  })
  test('commands, and the one that was begun', () => {
    const shown = makeProgram()
      .createHelp()
      .visibleCommands(makeProgram())
      .map((command) => command.name())
      .filter((name) => name !== 'help')
    expect(offered('').sort()).toEqual(shown.sort())
    expect(offered('')).not.toContain('man')
    expect(offered('doc')).toEqual(['doctor'])
    expect(offered('nothing-begins-so')).toEqual([])
  })
  test('subcommands, also behind flags and their values', () => {
    expect(offered('backup', 'v')).toEqual(['verify'])
    expect(offered('--data', 'serve', 'backup', 'cre')).toEqual(['create'])
    expect(offered('backup', '--json', 'cre')).toEqual(['create'])
  })
  test('every flag of every command', () => {
    const asked: { path: string[]; flags: string[] }[] = []
    const visit = (command: Command, path: string[]) => {
      const flags = command
        .createHelp()
        .visibleOptions(command)
        .flatMap(({ long }) => long ?? [])
      asked.push({ path, flags: [...new Set(flags)].sort() })
      for (const child of command.createHelp().visibleCommands(command))
        if (child.name() !== 'help') visit(child, [...path, child.name()])
    }
    visit(makeProgram(), [])
    const found = offeredEach(asked.map(({ path }) => [...path, '--']))
    for (const [i, { path, flags }] of asked.entries())
      expect([...new Set(found[i])].sort(), path.join(' ')).toEqual(flags)
  })
  test('words that an operand or a flag may be, and files where it may be anything', () => {
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(offered('serve', '--tls-cert', 'package.j')).toEqual(['package.json'])
    expect(offered('--data', 'packag').sort()).toEqual(['package-lock.json', 'package.json', 'packaging'])
  })
})

test.each(['zsh', 'fish'])(
  '%s knows every command, and the shell takes it where there is one',
  async (shell) => {
    const { code, out, err } = await cli('completion', shell)
    expect([code, err]).toEqual([0, ''])
    const program = makeProgram()
    for (const command of program.createHelp().visibleCommands(program))
      if (command.name() !== 'help') expect(out).toContain(command.name())
    if (!has(shell, '-c', 'true')) return
    const file = join(temporaryFolder(), `granary.${shell}`)
    writeFileSync(file, out)
    expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  },
)

test.skipIf(!hasBash)(
  'bash: whatever separates words for whoever types, and odd words, run nothing',
  async () => {
    const folder = temporaryFolder()
    const script = join(folder, 'granary.bash')
    writeFileSync(script, (await cli('completion', 'bash')).out)
    const ask = `source "$0"; IFS=:; set -u; COMP_WORDS=(granary '$(touch ran)' '*' backup cre); COMP_CWORD=4; _granary; printf '%s\n' "\${COMPREPLY[@]}" "$IFS"; ls`
    const asked = spawnSync('bash', ['--norc', '-c', ask, script], { encoding: 'utf8', cwd: folder })
    expect([asked.stdout, asked.stderr]).toEqual(['create\n:\ngranary.bash\n', ''])
  },
)

test.skipIf(!has('fish', '-c', 'true'))('fish offers what stands next (where there is a fish)', async () => {
  const file = join(temporaryFolder(), 'granary.fish')
  writeFileSync(file, (await cli('completion', 'fish')).out)
  const offered = (line: string) => {
    const asked = spawnSync(
      'fish',
      ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', file, line],
      {
        encoding: 'utf8',
      },
    )
    expect(asked.stderr).toBe('')
    return asked.stdout.split('\n').flatMap((said) => said.split('\t')[0] || [])
  }
  expect(offered('granary doc')).toEqual(['doctor'])
  expect(offered('granary --data serve backup cre')).toEqual(['create'])
  expect(offered('granary completion ')).toEqual(['bash', 'fish', 'zsh'])
  expect(offered('granary doctor ')).toEqual([])
  expect(offered('granary backup verify --id')).toEqual(['--identity'])
})

/** A terminal of its own, which zsh needs to complete in. */
const ON_TERMINAL = `zmodload zsh/zpty; zpty z zsh -f -i; zpty -w z "PS1=; autoload -Uz compinit; compinit -u -D; source $1; bindkey '^I' complete-word"
zpty -w -n z $'\x15'"$2"$'\t'; sleep $3; zpty -w -n z $'\x15exit\n'; sleep $3; while zpty -r -t z line; do print -r -- "$line"; done`

test.skipIf(!has('zsh', '-c', 'zmodload zsh/zpty'))(
  'zsh offers what stands next (where there is a zsh)',
  async () => {
    const file = join(temporaryFolder(), 'granary.zsh')
    writeFileSync(file, (await cli('completion', 'zsh')).out)
    const offered = (line: string, waitS: number) => {
      const args = ['-f', '-c', ON_TERMINAL, 'zsh', file, line, String(waitS)]
      return stripVTControlCharacters(
        spawnSync('zsh', args, { encoding: 'utf8', cwd: temporaryFolder() }).stdout,
      )
    }
    /** What stands on the terminal in the end; zsh does not say when it has completed, so a slow machine gets longer. */
    const completed = (line: string, wanted: string) => {
      let shown = ''
      for (const waitS of [0.5, 5, 60]) if (!shown.includes(wanted)) shown = offered(line, waitS)
      return shown
    }
    expect(completed('granary doc', 'doctor ')).toContain('granary doctor ')
    expect(completed('granary --data serve backup cre', 'create ')).toContain('backup create ')
  },
)

test('another shell is refused with those that there are', async () => {
  const said = await cli('completion', 'csh')
  expect(said.code).toBe(2)
  expect(said.err).toMatch(/bash, zsh, fish/)
})

describe('the manual page', () => {
  test('tells every command, flag and setting', async () => {
    const { code, out } = await cli('man')
    expect(code).toBe(0)
    const plain = out.replaceAll('\\-', '-')
    const visit = (command: Command) => {
      for (const child of command.createHelp().visibleCommands(command)) {
        if (child.name() === 'help') continue
        expect(plain).toContain(child.name())
        for (const { long } of child.createHelp().visibleOptions(child)) expect(plain).toContain(long ?? '')
        visit(child)
      }
    }
    visit(makeProgram())
    for (const { variable } of settingsTable) expect(plain).toContain(variable)
  })

  const linter = has('mandoc', '-V')
    ? 'mandoc'
    : has('man', '--version') && has('groff', '--version')
      ? 'man'
      : null
  test.skipIf(linter === null)(
    'has no fault in its roff (where there is mandoc, or man with groff)',
    async () => {
      const file = join(temporaryFolder(), 'granary.1')
      writeFileSync(file, (await cli('man')).out)
      const args =
        linter === 'mandoc'
          ? ['-T', 'lint', '-W', 'warning', file]
          : ['--warnings', '-E', 'UTF-8', '-l', '-Tutf8', '-Z', file]
      const looked = spawnSync(linter as string, args, {
        encoding: 'utf8',
        env: { ...process.env, MANROFFSEQ: '' },
      })
      expect(looked.stderr).toBe('')
      expect(looked.status).toBe(0)
    },
  )

  test('every line of it is roff: no control line but ours, and no letter beyond ASCII', async () => {
    const { out } = await cli('man')
    expect([...out].filter((letter) => letter > '~')).toEqual([])
    for (const line of out.split('\n'))
      if (/^[.']/.test(line)) expect(line).toMatch(/^\.(TH|SH|SS|TP|B|I|RI|RS|RE)\b/)
  })
})

test('the manual tells no default that is only that of the machine it was made on', async () => {
  const { out } = await cli('man')
  const [, below] = out.split('.B GRANARY_TIME_ZONE\n') as [string, string]
  expect(below.split('\n')[0]).toMatch(/\(default: the machine's\)\.$/)
})
