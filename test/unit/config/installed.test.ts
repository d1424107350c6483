import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { namesFile } from '../../../src/cli/enter.ts'
import { whoActs } from '../../../src/cli/operator-name.ts'
import {
  actingAs,
  isInstalled,
  isServiceFolder,
  noFolderRemedy,
  refuseStranger,
  settingsFileOf,
  startWords,
  withFolderSettings,
  withInstalledSettings,
} from '../../../src/config/installed.ts'
import { makeProgram } from '../../../src/program.ts'
import { OperatorFault } from '../../../src/words/fault.ts'
import { englishWords } from '../../../src/words/words.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'installed-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('who acts on an installed Granary', () => {
  test('only the program of the package is an installed one', () => {
    expect(isInstalled('/usr/bin/granary')).toBe(true)
    expect(isInstalled('/home/granary/granary')).toBe(false)
    expect(isInstalled()).toBe(false)
  })
  test('root acts, the service acts, and nobody else', () => {
    expect(actingAs(0, 'root')).toBe('root')
    expect(actingAs(997, 'granary')).toBe('service')
    expect(actingAs(1000, 'maria')).toBe('stranger')
  })
  test('whoever else is told how it is done', () => {
    const refused = () => refuseStranger('backup create')
    expect(refused).toThrow(OperatorFault)
    try {
      refused()
    } catch (error) {
      expect((error as OperatorFault).remedy).toContain('sudo granary backup create')
    }
  })
  test('the audit log names whoever typed sudo, on root’s word alone', () => {
    expect(whoActs(0, 'root', { SUDO_USER: 'maria' })).toBe('maria')
    expect(whoActs(0, 'root', {})).toBe('root')
    expect(whoActs(0, 'root', { SUDO_USER: 'a\nb' })).toBe('root')
    expect(whoActs(997, 'granary', { SUDO_USER: 'maria' })).toBe('granary')
  })
})

describe('the settings of the service', () => {
  test('hold for the command, and what is given for this one command wins', () => {
    const file = join(folder, 'granary.env')
    writeFileSync(file, 'GRANARY_LISTEN=0.0.0.0:7373\nGRANARY_LOG_LEVEL=warn\n')
    expect(withInstalledSettings({ GRANARY_LOG_LEVEL: 'debug', HOME: '/root' }, file)).toEqual({
      GRANARY_DATA: '/var/lib/granary',
      GRANARY_LISTEN: '0.0.0.0:7373',
      GRANARY_LOG_LEVEL: 'debug',
      HOME: '/root',
    })
  })
  test('may be absent, but not unreadable', () => {
    expect(withInstalledSettings({}, join(folder, 'none'))).toEqual({ GRANARY_DATA: '/var/lib/granary' })
    mkdirSync(join(folder, 'a-folder'))
    expect(() => withInstalledSettings({}, join(folder, 'a-folder'))).toThrow(OperatorFault)
  })
})

describe('a file of the operator’s is known by how it is called', () => {
  /** The command that these words call, without running it. */
  function called(...words: string[]) {
    const program = makeProgram()
    let command = program
    let rest = words
    for (let found = true; found; ) {
      const next = command.commands.find((child) => child.name() === rest[0])
      found = next !== undefined
      if (next !== undefined) [command, rest] = [next, rest.slice(1)]
    }
    const { operands, unknown } = command.parseOptions(rest)
    expect(unknown).toEqual([])
    command.args = operands
    return command
  }

  test.each([
    [['import', 'scale.csv', '--map', 'map.json'], true],
    [['backup', 'restore', '--identity', 'key.txt'], true],
    [['backup', 'restore', '--identity', '-'], false],
    [['backup', 'create'], false],
    [['verify', '--checkpoint', 'theirs.txt'], true],
    [['verify'], false],
    [['lot', 'pack', 'L', '--out', 'for-hamburg'], true],
    [['export', '--out', 'elgon'], true],
    [['serve'], false],
    [['status'], false],
  ])('%j: %s', (words, isNamed) => {
    expect(namesFile(called(...words))).toBe(isNamed)
  })
})

describe('the folder of the service', () => {
  test('is its own under any name that leads there', () => {
    expect(isServiceFolder('/var/lib/granary')).toBe(true)
    expect(isServiceFolder('/var/lib/../lib/granary/')).toBe(true)
    const [data, link] = [join(folder, 'data'), join(folder, 'link')]
    mkdirSync(data)
    symlinkSync(data, link)
    expect([isServiceFolder(link, data), isServiceFolder(folder, data)]).toEqual([true, false])
  })
  test('is served by the unit, and another by whoever types it', () => {
    expect(startWords(undefined, '', true)).toBe('sudo systemctl restart granary')
    expect(startWords('/var/lib/granary', ' --listen 0.0.0.0:7373', true)).not.toContain('--listen')
    expect(startWords('mine', ' --listen 0.0.0.0:7373', true)).toBe(
      'granary serve --listen 0.0.0.0:7373 --data mine',
    )
    expect(startWords(undefined, '', false)).toBe('granary serve')
  })
})

test('where a service is installed, nobody is told to make a folder beside it', () => {
  const remedy = (folder: string | undefined, installed: boolean) =>
    englishWords().tell(noFolderRemedy(folder, installed))
  expect(remedy('/var/lib/granary', true)).not.toContain('init')
  expect(remedy(undefined, true)).toContain('sudo granary backup restore')
  expect(remedy('mine', true)).toContain('granary init')
  expect(remedy(undefined, false)).toContain('granary init')
})

describe('the settings file of a folder', () => {
  test('is in it; of the service’s folder it is that of the package', () => {
    expect(settingsFileOf(folder)).toBe(join(folder, 'granary.env'))
    expect(settingsFileOf('/var/lib/granary', true)).toBe('/etc/granary/granary.env')
    expect(settingsFileOf(folder, true)).toBe(join(folder, 'granary.env'))
  })
  test('gives what the environment does not, and cannot name another folder', () => {
    const own = join(folder, 'own')
    mkdirSync(own)
    writeFileSync(
      join(own, 'granary.env'),
      'GRANARY_LISTEN=0.0.0.0:1\nGRANARY_TLS=off\nGRANARY_DATA=/elsewhere\n',
    )
    expect(withFolderSettings({ GRANARY_LISTEN: '127.0.0.1:2', HOME: '/root' }, own, [])).toEqual({
      GRANARY_LISTEN: '127.0.0.1:2',
      GRANARY_TLS: 'off',
      HOME: '/root',
    })
  })
  test('in the folder of the service it sets what is chosen at the office page alone', () => {
    const data = join(folder, 'of-the-service')
    mkdirSync(data)
    writeFileSync(
      join(data, 'granary.env'),
      'GRANARY_COUNTRY=UG\nGRANARY_TIME_ZONE=Africa/Kampala\nGRANARY_LISTEN=0.0.0.0:1\nNODE_OPTIONS=--inspect\n',
    )
    const chosen = ['GRANARY_COUNTRY', 'GRANARY_TIME_ZONE']
    expect(withFolderSettings({ GRANARY_TIME_ZONE: 'Africa/Nairobi' }, data, chosen, true)).toEqual({
      GRANARY_COUNTRY: 'UG',
      GRANARY_TIME_ZONE: 'Africa/Nairobi',
    })
  })
  test('need not be there; one that cannot be read is named', () => {
    expect(withFolderSettings({ A: '1' }, join(folder, 'missing'), [])).toEqual({ A: '1' })
    const odd = join(folder, 'odd')
    mkdirSync(join(odd, 'granary.env'), { recursive: true })
    expect(() => withFolderSettings({}, odd, [])).toThrow('granary.env cannot be read (EISDIR)')
  })
})
