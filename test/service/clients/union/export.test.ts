import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { takeIn } from '../../../../src/clients/union/apply.ts'
import type { Engine } from '../../../../src/clients/union/engine.ts'
import { parseCheckpoint } from '../../../../src/domain/checkpoint.ts'
import { isConsistent } from '../../../../src/domain/merkle-proof.ts'
import { openNote, parseVkey, signedBy } from '../../../../src/domain/note.ts'
import { Log, leaves } from '../../../support/clients/union-log.ts'
import { idOf as id, pageOf } from '../../../support/clients/union-pages.ts'
import { added, STORES } from '../../../support/clients/union-stores.ts'
import { testsOnNew } from '../../../support/clients/union-tests.ts'
import { json, temporaryFolder } from '../../../support/command.ts'
import { ask, filesIn } from '../../../support/records/export/duck.ts'

/** What a union's export holds: read by DuckDB, and by an auditor who has only its files. */

const NOW = Date.now()
const delivery = (n: number, occurred_at: string, more: object = {}, derived: object = {}) => ({
  ...{ id: id(n), type: 'delivery', occurred_at, received_at: occurred_at },
  ...{ asserted_by: id(901), from_party: id(902), to_party: id(901), crop: 'maize' },
  quantity: { value: n, unit: 'kg' },
  ...more,
  derived: { standing: 'tip', kg: n, flags: [], confirmation: null, ...derived },
})

describe.for(STORES)('%s', (kind) => {
  let store: string
  let out: string
  let engine: Engine
  let since: Map<string, string>
  let cursors = 0

  const on = testsOnNew(kind, async (made) => {
    ;({ store, engine } = made)
    out = join(temporaryFolder(), 'out')
    since = new Map()
    for (const source of ['kahawa', 'majani']) await added(engine, source)
  })

  const page = async (source: string, more: object = {}): Promise<string> => {
    const cursor = `c${++cursors}`
    const before = since.get(source) ?? null
    const { is } = await takeIn(engine, source, pageOf(cursor, more), before, { nowMs: NOW + cursors })
    since.set(source, cursor)
    return is
  }
  const exported = () => json('union', 'export', '--store', store, '--out', out)

  on('has a file for each type and year, of all sources, with current records alone', async () => {
    const changes = [
      delivery(1, '2025-12-31T23:59:59.999Z'),
      delivery(2, '2026-01-01T00:00:00.000Z'),
      delivery(3, '2026-05-01T00:00:00.000Z'),
    ]
    await page('kahawa', { changes })
    await page('majani', { changes: [delivery(4, '2026-02-01T00:00:00.000Z')] })
    const said = await exported()
    expect(said).toMatchObject({
      code: 0,
      files: [
        { name: 'delivery-2025.parquet', type: 'delivery', year: '2025', rows: 1 },
        { name: 'delivery-2026.parquet', type: 'delivery', year: '2026', rows: 3 },
      ],
    })
    expect(filesIn(out)).toEqual(['delivery-2025.parquet', 'delivery-2026.parquet'])
    expect(
      await ask(`SELECT source, id, derived_kg AS kg FROM '${out}/delivery-*.parquet' ORDER BY kg`),
    ).toEqual([
      { source: 'kahawa', id: id(1), kg: 1 },
      { source: 'kahawa', id: id(2), kg: 2 },
      { source: 'kahawa', id: id(3), kg: 3 },
      { source: 'majani', id: id(4), kg: 4 },
    ])
    expect(statSync(join(out, 'delivery-2026.parquet')).mode & 0o777).toBe(0o600)

    await page('kahawa', { closed: [id(1), id(2)] })
    await exported()
    expect(filesIn(out)).toEqual(['delivery-2026.parquet'])
    expect(await ask(`SELECT id FROM '${out}/delivery-*.parquet' ORDER BY id`)).toEqual([
      { id: id(3) },
      { id: id(4) },
    ])
    expect(readFileSync(join(out, 'delivery-2026.parquet')).includes(id(2))).toBe(false)
  })

  on('takes more records than one query returns', async () => {
    const changes = Array.from({ length: 2_001 }, (_, i) => delivery(i + 1, '2026-01-01T00:00:00.000Z'))
    await page('kahawa', { changes })
    await exported()
    expect(
      await ask(`SELECT count(DISTINCT id) AS n, count(*) AS rows FROM '${out}/delivery-2026.parquet'`),
    ).toEqual([{ n: 2_001, rows: 2_001 }])
  })

  on('a value that no appliance sends is null in its file', async () => {
    const strange = {
      quantity: 'much',
      from_party: 7,
      plot_ids: 'x',
      evidence: [{ sha256: 1 }],
      note: { a: 1 },
    }
    await page('kahawa', {
      changes: [delivery(1, '2026-01-01T00:00:00.000Z', strange, { kg: '5', flags: 3 })],
    })
    await page('majani', { changes: [delivery(2, '2026-01-01T00:00:00.000Z')] })
    await page('kahawa', {
      changes: [-5, 1e300].map((kg, n) => delivery(3 + n, '2025-01-01T00:00:00.000Z', {}, { kg })),
    })
    expect((await exported()).code).toBe(0)
    expect(await ask(`SELECT DISTINCT derived_kg AS kg FROM '${out}/delivery-2025.parquet'`)).toEqual([
      { kg: null },
    ])
    expect(
      await ask(
        `SELECT source, from_party, derived_kg AS kg, derived_flags AS flags, crop FROM '${out}/delivery-2026.parquet'`,
      ),
    ).toEqual([
      { source: 'kahawa', from_party: null, kg: null, flags: null, crop: 'maize' },
      { source: 'majani', from_party: id(902), kg: 2, flags: [], crop: 'maize' },
    ])
  })

  on('a whole number that no file can hold is null, in a list too', async () => {
    const payment = (n: number, amount_minor: number, settled: number) => ({
      ...delivery(n, '2026-01-01T00:00:00.000Z', { type: 'payment', payer: id(901), payee: id(902) }),
      ...{ method: 'cash', purpose: 'produce', amount: { amount_minor, currency: 'UGX' } },
      settles: [{ record_id: id(9), amount_minor: settled }],
    })
    const changes = [payment(1, 1e19, 7), payment(2, 2 ** 53, 7), payment(3, 1.5, 7), payment(4, 7, 1e19)]
    await page('kahawa', { changes })
    await page('majani', { changes: [payment(5, 2 ** 53 - 1, -7)] })
    expect((await exported()).code).toBe(0)
    const amounts = await ask(
      `SELECT amount_amount_minor AS amount, len(settles) AS parts FROM '${out}/payment-2026.parquet' ORDER BY id`,
    )
    expect(
      amounts.map(({ amount, parts }) => [amount === null ? null : Number(amount), parts === null]),
    ).toEqual([
      [null, false],
      [null, false],
      [null, false],
      [7, true],
      [2 ** 53 - 1, false],
    ])
  })

  on('a folder that holds something else is left alone', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'mine.txt'), 'mine')
    for (const manifest of [null, 'null', '{"files":7}']) {
      if (manifest !== null) writeFileSync(join(folder, 'manifest.json'), manifest)
      const { code, error } = await json('union', 'export', '--store', store, '--out', folder)
      expect([code, error.message]).toEqual([1, expect.stringContaining('holds no export')])
    }
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine')
  })

  on('an auditor checks all logs from the file of checkpoints alone', async () => {
    const [one, two] = [new Log(leaves(40)), new Log(leaves(40, 'other'))]
    const forged = new Log(leaves(40, 'forged'), one.key)
    for (const [size, from] of [
      [3, 0],
      [7, 3],
      [40, 7],
    ] as const)
      expect(await page('kahawa', { source: one.states(size, from) })).toBe('taken')
    expect(await page('majani', { source: two.states(20, 0) })).toBe('taken')
    expect(await page('majani', { source: two.states(21, 20) })).toBe('taken')
    const again = new Log(leaves(5, 'again'), one.key, 2)
    expect(await page('kahawa', { source: again.states(5, 0), restored_from_backup: true })).toBe('taken')
    await exported()
    const text = readFileSync(join(out, 'checkpoints.jsonl'), 'utf8')
    expect(audited(text)).toEqual(['kahawa 3', 'kahawa 7', 'kahawa 40', 'kahawa 5', 'majani 20', 'majani 21'])

    expect(() =>
      audited(
        text.replace(
          one.states(7, 3).checkpoint.split('\n')[2] as string,
          forged.states(7, 3).checkpoint.split('\n')[2] as string,
        ),
      ),
    ).toThrow()
    const proof = JSON.stringify(one.states(40, 7).consistency)
    expect(text).toContain(proof)
    expect(() => audited(text.replace(proof, '[]'))).toThrow('not consistent')
    const lines = text.split('\n')
    expect(() => audited([lines[0], ...lines.slice(2)].join('\n'))).toThrow('not continued')
  })
})

/** Reads the file as an auditor does who has nothing else. @returns the source and size of each line */
function audited(text: string): string[] {
  const kept = new Map<string, { size: number; root: Buffer }>()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { source, vkey, log, size, note, continues, consistency, follows } = JSON.parse(line)
      // Of one key: the log of a restored appliance has another name.
      const key = parseVkey(vkey)
      const opened = openNote(note)
      const checkpoint = parseCheckpoint(opened.text)
      const signed = opened.signatures.some(({ name, keyId }) => signedBy(opened, { ...key, name, keyId }))
      if (!signed || checkpoint.origin !== log || checkpoint.size !== size || !follows)
        throw new Error('not signed')
      const before = continues === null ? null : kept.get(continues)
      if (before === undefined) throw new Error('not continued')
      const path = consistency.map((hash: string) => Buffer.from(hash, 'base64'))
      if (before && !isConsistent(before.size, size, before.root, checkpoint.root, path))
        throw new Error('not consistent')
      kept.set(createHash('sha256').update(opened.text).digest('hex'), checkpoint)
      return `${source} ${size}`
    })
}
