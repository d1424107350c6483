import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { sha256Of } from '../../../src/records/export/parquet-file.ts'
import { founded, isBuilt, type Program, program, serving, temporaryFolder } from '../../support/command.ts'
import { comparable, recordsIn } from '../../support/records/export/duck.ts'

/** An export that is killed again and again, beside a service: the last run completes what the others began. */

const MONTHS = 24
const EACH_MONTH = 250
const KILLS = 12

test.skipIf(!isBuilt)('an export that is killed at any moment is completed by the next run', async () => {
  const { data, cooperative, token } = await founded()
  const service = await serving(data)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (let month = 0; month < MONTHS; month++) {
    const records = Array.from({ length: EACH_MONTH }, (_, i) => ({
      id: uuidv7(),
      type: i % 3 === 0 ? 'harvest' : 'delivery',
      occurred_at: new Date(Date.UTC(2024, month, 1 + (i % 28), 8, i % 60)).toISOString(),
      lawful_basis: 'contract_performance',
      crop: 'coffee_fresh_cherry',
      quantity: { value: 1 + i / 8, unit: 'kg' },
      ...(i % 3 === 0 ? { producer: uuidv7() } : { from_party: uuidv7(), to_party: cooperative }),
    }))
    const body = JSON.stringify({ records })
    const answer = await fetch(`${service.url}/v1/sync/outbox`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
  }

  const out = join(temporaryFolder(), 'out')
  const run = (): Program => program(['export', '--data', data, '--out', out])
  const whole = run()
  const began = performance.now()
  expect(await whole.ended, whole.stderr()).toBe(0)
  const lasts = performance.now() - began
  let killed = 0
  let leftFiles = 0
  for (let i = 0; i < KILLS; i++) {
    const one = run()
    const timer = setTimeout(() => one.child.kill('SIGKILL'), Math.random() * lasts)
    if ((await one.ended) === 'SIGKILL') killed++
    clearTimeout(timer)
    if (existsSync(join(out, '.unfinished', 'files.jsonl'))) leftFiles++
    if (!existsSync(join(out, '.unfinished', 'manifest.json'))) expectWhole(out)
  }
  const last = run()
  expect(await last.ended, last.stderr()).toBe(0)
  expectWhole(out)
  expect(existsSync(join(out, '.unfinished'))).toBe(false)
  expect(killed).toBeGreaterThan(KILLS / 4)
  expect(leftFiles).toBeGreaterThan(0)

  const held = await recordsIn(out)
  expect(held.size).toBe(MONTHS * EACH_MONTH + 1)
  let compared = 0
  for (let next: string | null = ''; next !== null; ) {
    const url = `${service.url}/v1/records?purpose=research&standing=any&limit=500${next}`
    const page = (await (await fetch(url, { headers })).json()) as {
      records: { id: string }[]
      next: string | null
    }
    for (const record of page.records) expect(held.get(record.id)).toEqual(comparable(record))
    compared += page.records.length
    next = page.next === null ? null : `&cursor=${page.next}`
  }
  expect(compared).toBeGreaterThanOrEqual(MONTHS * EACH_MONTH)
})

/** What the manifest says is what is there. */
function expectWhole(out: string): void {
  const { files, closed } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as {
    files: { name: string; sha256: string }[]
    closed: { name: string; sha256: string } | null
  }
  for (const { name, sha256 } of [...files, ...(closed === null ? [] : [closed])])
    expect(sha256Of(join(out, name)), name).toBe(sha256)
}
