import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '../../../../src/domain/sha256.ts'
import { PackFolder } from '../../../../src/records/pack/folder.ts'
import { type Coop, cli, type Document, founded, json, temporaryFolder } from '../../../support/command.ts'
import { filesBelow } from '../../../support/files-below.ts'

/** `granary lot pack`: what is in the folder afterwards, whatever happens. */

let coop: Coop
let lot: string
let delivery: string
const run = (...args: string[]): Promise<Document> => json(...args, '--data', coop.data)
const filesIn = (folder: string): string[] => filesBelow(folder).map((file) => file.slice(folder.length + 1))

beforeAll(async () => {
  coop = await founded()
  await run('party', 'add', '--kind', 'person', '--name', 'Grace Nakato', '--member-no', '71')
  const crop = [
    '--crop',
    'coffee_arabica_parchment',
    '--date',
    '2026-03-05',
    '--basis',
    'contract_performance',
  ]
  const add = async (...args: string[]): Promise<string> => (await run('record', 'add', ...args, ...crop)).id
  delivery = await add('delivery', '--from', '71', '--to', 'cooperative', '--quantity', '120 kg')
  lot = await add('lot', '--holder', 'cooperative', '--quantity', '100 kg', '--input', `${delivery}:100`)
})

describe('a pack in a folder', () => {
  test('has the files that pack.json lists, for nobody else to read, and tells the faults by its exit code', async () => {
    const out = join(temporaryFolder(), 'new', 'pack')
    const said = await run('lot', 'pack', lot, '--out', out)
    expect(said).toMatchObject({ code: 3, err: '', out, lot, complete: false, kg: 100 })
    expect(said.faults).toEqual([{ code: 'plot_missing', count: 1, record_ids: [delivery] }])
    expect(filesIn(out)).toEqual(['pack.json', 'plots.csv', 'proofs-1.jsonl', 'summary.html', 'summary.txt'])
    const { code: _c, err: _e, out: _o, ...told } = said
    expect(JSON.parse(readFileSync(join(out, 'pack.json'), 'utf8'))).toEqual(told)
    for (const { name, bytes, sha256: digest } of said.files) {
      const content = readFileSync(join(out, name))
      expect([content.length, sha256(content).toString('hex')]).toEqual([bytes, digest])
    }
    for (const name of filesIn(out)) expect(statSync(join(out, name)).mode & 0o777).toBe(0o600)
    expect(statSync(out).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(out, '..'))).toEqual(['pack'])
  })

  test('prints the summary, and its proofs hold', async () => {
    const out = join(temporaryFolder(), 'pack')
    const said = await cli('lot', 'pack', lot, '--out', out, '--data', coop.data)
    expect([said.code, said.err]).toEqual([3, ''])
    expect(said.out).toContain(readFileSync(join(out, 'summary.txt'), 'utf8').trimEnd())
    expect(said.out).toContain('To do: Import the member’s plots')
    const { vkey } = await run('anchor', 'status')
    const file = join(out, 'proofs-1.jsonl')
    expect(await json('verify-proof', file, '--key', vkey)).toMatchObject({
      code: 0,
      proved: true,
      proofs: 2,
    })
    writeFileSync(file, readFileSync(file, 'utf8').replace('"value":120', '"value":121'))
    const forged = await cli('verify-proof', file, '--key', vkey)
    expect(forged.code).toBe(1)
    expect(forged.out).toMatch(/^1 of 2 records are proved\.\n {2}line 2, digest: /)
  })

  test('is never written over something, and a refusal leaves nothing', async () => {
    const parent = temporaryFolder()
    const full = join(parent, 'full')
    mkdirSync(full)
    writeFileSync(join(full, 'mine.txt'), 'mine')
    const said = await cli('lot', 'pack', lot, '--out', full, '--data', coop.data)
    expect([said.code, said.err]).toEqual([1, expect.stringContaining('There is something in')])
    expect(filesIn(full)).toEqual(['mine.txt'])
    const nothing = await cli('lot', 'pack', delivery, '--out', join(parent, 'none'), '--data', coop.data)
    expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining('has no lot')])
    expect(readdirSync(parent)).toEqual(['full'])
  })

  test('an empty folder is used', async () => {
    const out = temporaryFolder()
    expect((await run('lot', 'pack', lot, '--out', out)).code).toBe(3)
    expect(existsSync(join(out, 'pack.json'))).toBe(true)
  })
})

describe('until it is complete', () => {
  test('nothing has the name of the folder, and what a dead program left goes with the next pack', () => {
    const parent = temporaryFolder()
    const out = join(parent, 'pack')
    const dead = join(parent, `.pack.unfinished-${2 ** 22 + 1}`)
    mkdirSync(dead)
    writeFileSync(join(dead, 'plots.csv'), 'half')
    const folder = new PackFolder(out)
    expect(existsSync(dead)).toBe(false)
    folder.add({ file: 'plots.csv', text: 'whole' })
    expect(existsSync(out)).toBe(false)
    folder.complete()
    expect(readdirSync(parent)).toEqual(['pack'])
    expect(readFileSync(join(out, 'plots.csv'), 'utf8')).toBe('whole')
  })
})
