import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { replaceOperatorFile } from '../../../src/cli/operator-files.ts'
import { readConfig } from '../../../src/config/config.ts'
import { findOutside } from '../../../src/proofs/verify/outside.ts'
import { started } from '../../support/child-programs.ts'
import { cli, founded, temporaryFolder } from '../../support/command.ts'

/** Paths that an operator names, and that are not what the command expects: pipes, folders, links. */

const coop = await founded()
const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const EXAMPLES = join(import.meta.dirname, '../../../packaging/examples')
const ID = '019f0000-0000-7000-8000-000000000001'

const pipe = at('pipe')
execFileSync('mkfifo', [pipe])
/** A command that waits for the writer of the pipe would wait for ever: it gets one after a while, and fails the test. */
const writers = Array.from({ length: 20 }, () =>
  started(spawn('sh', ['-c', 'sleep 20; : > "$0"', pipe], { stdio: 'ignore' })),
)
afterAll(() => {
  for (const writer of writers) writer.kill('SIGKILL')
})
symlinkSync('loop', at('loop'))
writeFileSync(at('empty.json'), '{}')
writeFileSync(at('list.json'), JSON.stringify({ payment_list: 1, payer: ID, lines: [] }))
writeFileSync(at('rows.csv'), 'a,b\n1,2\n')
writeFileSync(at('key'), (await coop.did('anchor status')).vkey)

const READERS: readonly (readonly [command: string, ...words: string[]])[] = [
  ['device take-in', '{}'],
  ['import', '{}', '--map', join(EXAMPLES, 'delivery-ledger.map.json')],
  ['import', at('rows.csv'), '--map', '{}'],
  [
    'payment read',
    '{}',
    '--map',
    join(EXAMPLES, 'mobile-money-statement.map.json'),
    '--list',
    at('list.json'),
  ],
  ['payment read', at('rows.csv'), '--map', '{}', '--list', at('empty.json')],
  ['registry add units', '{}'],
  ['registry weighings', '{}', '--unit bag --crop coffee_fresh_cherry --source x'],
  ['plot screening', '{}', '--basis contract_performance'],
  ['verify --checkpoint', '{}'],
  ['verify-proof', at('empty.json'), '--key', '{}'],
  ['verify-proof', '{}', '--key', at('key')],
  ['appearance --mark', '{}'],
  ['backup restore --from', `file:${folder}`, '--identity', '{}'],
]

test.each(READERS.map((words) => [words.join(' ').replaceAll(folder, '.'), words] as const))(
  'a pipe instead of a file is named by granary %s, with the remedy',
  async (_command, words) => {
    const { code, err } = await coop.said(...words.map((word) => (word === '{}' ? pipe : word)))
    expect(code).toBeGreaterThan(0)
    expect(err).toContain(`${pipe} is a pipe, not a file.`)
    expect(err).toContain('Name a file.')
  },
)

test.each(READERS.map((words) => [words.join(' ').replaceAll(folder, '.'), words] as const))(
  'a link that leads to itself is told by granary %s, and is no error of the program',
  async (_command, words) => {
    const { code, err } = await coop.said(...words.map((word) => (word === '{}' ? at('loop') : word)))
    expect([code > 0, err.includes('unexpected error')]).toEqual([true, false])
  },
)

test.each([
  ['device', '/dev/zero'],
  ['folder', folder],
])('a %s is none either', async (kind, path) => {
  expect((await coop.said('registry add units', path)).err).toContain(`${path} is a ${kind}, not a file.`)
})

test('a checkpoint is read from a file, under a link too', () => {
  const config = readConfig({ data: coop.data }, {})
  symlinkSync(at('empty.json'), at('link'))
  expect(() => findOutside(config, at('link'))).toThrow(/checkpoint/)
})

describe('a folder for output that is a link', () => {
  const elsewhere = at('elsewhere')
  mkdirSync(elsewhere)
  symlinkSync(elsewhere, at('linked'))
  symlinkSync(at('nowhere'), at('dangling'))
  const refusedFor = (name: string, to: string) => ({
    code: 1,
    out: '',
    err: expect.stringMatching(
      new RegExp(`${at(name)} is a link to ${to}\\..*someone else may have made`, 's'),
    ),
  })
  test.each([
    ['linked', elsewhere],
    ['dangling', at('nowhere')],
  ])('is refused, and nothing is written behind it: %s', async (name, to) => {
    expect(await coop.said('export --out', at(name))).toMatchObject(refusedFor(name, to))
    expect(await coop.said('export --out', `${at(name)}/`)).toMatchObject(refusedFor(name, to))
    expect(await coop.said('lot pack', ID, '--out', at(name))).toMatchObject(refusedFor(name, to))
    expect([readdirSync(elsewhere), existsSync(at('nowhere'))]).toEqual([[], false])
  })
  test('nor is a link used that was placed within the folder', async () => {
    const out = at('out')
    mkdirSync(out)
    symlinkSync(elsewhere, join(out, '.unfinished'))
    expect((await coop.said('export --out', out)).err).toContain('is a link to')
    expect(readdirSync(elsewhere)).toEqual([])
  })
  test('a link in the path above is the choice of the operator', async () => {
    expect((await coop.said('export --out', join(at('linked'), 'inner'))).code).toBe(0)
    expect(readdirSync(join(elsewhere, 'inner'))).toContain('manifest.json')
  })
})

test('a file for output is never written through a link', async () => {
  const target = at('target')
  for (const [name, to] of [
    ['full', at('rows.csv')],
    ['none', target],
  ] as const) {
    symlinkSync(to, at(`${name}.out`))
    const { code, err } = await cli('support-bundle --out', at(`${name}.out`), '--data', coop.data)
    expect([code, err]).toEqual([1, expect.stringContaining('already exists')])
  }
  expect([existsSync(target), readFileSync(at('rows.csv'), 'utf8')]).toEqual([false, 'a,b\n1,2\n'])
})

test('nor are refused rows', () => {
  const target = at('overwritten')
  writeFileSync(target, 'kept')
  symlinkSync(target, at('rejects.csv'))
  expect(() => replaceOperatorFile(at('rejects.csv'), 'x')).toThrow('ELOOP')
  expect(() => replaceOperatorFile(pipe, 'x')).toThrow('ENXIO')
  expect(readFileSync(target, 'utf8')).toBe('kept')
  replaceOperatorFile(target, 'x')
  expect(readFileSync(target, 'utf8')).toBe('x')
})
