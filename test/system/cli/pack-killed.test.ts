import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { type Document, founded, json, program, served, temporaryFolder } from '../../support/command.ts'

/** `granary lot pack`, killed while it writes. */

const INPUTS = 250

test('no half pack has the name of the folder, and the same command makes a whole one', async () => {
  const coop = await founded()
  const at = new Date().toISOString()
  const kg = (value: number) => ({ crop: 'coffee_arabica_parchment', quantity: { value, unit: 'kg' } })
  const record = (type: string, fields: object) => ({
    id: uuidv7(),
    type,
    occurred_at: at,
    lawful_basis: 'contract_performance',
    ...fields,
  })
  const deliveries = Array.from({ length: INPUTS }, () =>
    record('delivery', { from_party: uuidv7(), to_party: coop.cooperative, ...kg(5) }),
  )
  const inputs = deliveries.map(({ id }) => ({ record_id: id, kg: 5 }))
  const lot = record('lot', { holder: coop.cooperative, ...kg(5 * INPUTS), inputs })
  const service = await served(coop.data)
  const answer = await fetch(`${service.url}/v1/sync/outbox`, {
    method: 'POST',
    headers: { authorization: `Bearer ${coop.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ records: [...deliveries, lot] }),
  })
  expect(answer.status).toBe(200)
  await service.stop()

  const order = (out: string) => ['lot', 'pack', lot.id, '--out', out, '--data', coop.data]
  const { parent, out } = await killedWhileItWrites(order)
  const said: Document = await json(...order(out))
  expect([said.code, said.kg]).toEqual([3, 5 * INPUTS])
  expect(readdirSync(parent)).toEqual(['pack'])
  expect(readFileSync(join(out, 'proofs-1.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(INPUTS + 1)
  expect(JSON.parse(readFileSync(join(out, 'pack.json'), 'utf8')).proofs.given).toBe(INPUTS + 1)
})

async function killedWhileItWrites(
  order: (out: string) => string[],
): Promise<{ parent: string; out: string }> {
  for (;;) {
    const parent = temporaryFolder()
    const out = join(parent, 'pack')
    const packing = program(order(out))
    const begun = () => readdirSync(parent).find((name) => name.startsWith('.pack.')) ?? ''
    const isWriting = () => existsSync(join(parent, begun(), 'proofs-1.jsonl'))
    await packing.soon(() => expect(isWriting() || existsSync(out)).toBe(true), 1)
    packing.child.kill('SIGKILL')
    const how = await packing.ended
    if (existsSync(out)) continue // This program was kept waiting until the pack was whole.
    expect(how).toBe('SIGKILL')
    return { parent, out }
  }
}
