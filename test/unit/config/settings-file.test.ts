import { describe, expect, test } from 'vitest'
import { settingsFile } from '../../../packaging/deb/settings.mjs'
import { readConfig, settingsTable } from '../../../src/config/config.ts'
import { readSettingsFile } from '../../../src/config/settings-file.ts'

describe('a settings file is read as systemd reads it', () => {
  test.each([
    ['plain', 'A=one', { A: 'one' }],
    ['white space around', '  A = one two \t\n', { A: 'one two' }],
    ['nothing', 'A=\nB=2', { A: '', B: '2' }],
    ['comments', '# A=1\n; B=2\n  # C=3\nD=4', { D: '4' }],
    ['a comment is no part of a value that holds its sign', 'A=b#c # d', { A: 'b#c # d' }],
    ['double quotes', 'A=" one \\" \\x "', { A: ' one " \\x ' }],
    ['single quotes', "A=' one \\' \nB=2", { A: ' one \\', B: '2' }],
    ['quotes within', 'A=one"two"', { A: 'one"two"' }],
    ['a line that goes on', 'A=one\\\ntwo\nB=3', { A: 'onetwo', B: '3' }],
    ['the last one counts', 'A=1\nA=2', { A: '2' }],
    ['what is no assignment', 'export\n1A=2\nA B=3\nC=4', { C: '4' }],
    ['lines of another system', 'A=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['an equals sign in the value', 'A=b=c', { A: 'b=c' }],
    ['no end of the quotes', 'A="one', { A: 'one' }],
  ])('%s', (_, text, variables) => {
    expect(readSettingsFile(text)).toEqual(variables)
  })
})

describe('the settings file of the package', () => {
  const text = settingsFile()

  test('sets nothing', () => {
    expect(readSettingsFile(text)).toEqual({})
  })
  test('names every setting once but the folder, which the unit names', () => {
    const named = [...text.matchAll(/^#(GRANARY_[A-Z0-9_]+)=/gm)].map(([, name]) => name)
    const settings = settingsTable.map(({ variable }) => variable)
    expect(named.sort()).toEqual(settings.filter((name) => name !== 'GRANARY_DATA').sort())
  })
  test('is usable with every sign of a comment taken away', () => {
    const variables = readSettingsFile(text.replace(/^#(?=GRANARY_)/gm, ''))
    expect(Object.keys(variables).length).toBe(settingsTable.length - 1)
    expect(readConfig({}, variables)).toMatchObject({ listen: '127.0.0.1:7373', backupEvery: '26h' })
  })
  test('says nothing of the machine that made it', () => {
    expect(text).not.toContain(process.cwd())
    expect(text).toContain('#GRANARY_TIME_ZONE=\n')
  })
})
