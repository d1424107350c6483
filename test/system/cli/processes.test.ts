import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { cli, founded, isBuilt, json, program, serving, temporaryFolder } from '../../support/command.ts'
import { soon } from '../../support/soon.ts'

/** Programs of their own, as in a cooperative's office: one that serves, and commands beside it. */

const harvest = (producer: string) => ({
  id: uuidv7(),
  type: 'harvest',
  occurred_at: new Date().toISOString(),
  lawful_basis: 'contract_performance',
  producer,
  crop: 'maize_grain',
  quantity: { value: 12, unit: 'kg' },
})

const post = (url: string, token: string, body: object) =>
  request(`${url}/v1/records`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const status = async (url: string, token: string) => {
  const answer = await request(`${url}/v1/grants?role=subject`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await answer.body.dump()
  return answer.statusCode
}

describe.skipIf(!isBuilt)('two programs on one folder (when dist is built)', () => {
  test('a first start makes the folder; the socket is for its owner alone; a signal that comes twice ends it in order', async () => {
    const data = join(temporaryFolder(), 'new')
    const service = await serving(data)
    const token = /Credential +(gry_\S+)/.exec(service.stderr())?.[1] ?? ''
    expect(await status(service.url, token)).toBe(200)
    expect(statSync(join(data, 'granary.sock')).mode & 0o777).toBe(0o600)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    // As from "npm start".
    service.child.kill('SIGINT')
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    for (const name of ['granary.sock', 'granary.db-wal']) expect(existsSync(join(data, name))).toBe(false)
  })

  test('there is one writer: a second service is turned away, commands go through the first', async () => {
    const { data, token } = await founded()
    const service = await serving(data)
    const second = program(['serve', '--data', data, '--listen', '127.0.0.1:0'])
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toContain('Another Granary is already using this data folder.')
    const other = program(['party', 'add', '--kind', 'person', '--name', 'Okello', '--data', data, '--json'])
    expect(await other.ended).toBe(0)
    const { party } = JSON.parse(other.stdout())
    expect((await json('party', 'list', '--data', data)).parties).toHaveLength(2)
    const reader = await json('credential', 'issue', '--party', party, '--data', data)
    expect(await status(service.url, reader.token)).toBe(200)
    expect((await cli('credential', 'revoke', reader.credential_id, '--data', data)).code).toBe(0)
    expect(await status(service.url, reader.token)).toBe(401)
    expect(await status(service.url, token)).toBe(200)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  test('an import that is killed in the middle is given again, and ends as if nothing had happened', async () => {
    const { data, token } = await founded()
    const service = await serving(data)
    const files = temporaryFolder()
    const examples = new URL('../../../packaging/examples/', import.meta.url).pathname
    const count = 1500
    const rows = Array.from(
      { length: count },
      (_, i) => `${i},03/03/2026,${i % 100},Member ${i % 100},Maize,${i + 1},kg,,Odongo`,
    )
    const header = 'Receipt,Date,Member No,Name,Produce,Quantity,Unit,Grade,Clerk'
    writeFileSync(join(files, 'long.csv'), [header, ...rows].join('\n'))
    const map = join(examples, 'delivery-ledger.map.json')
    const order = ['import', join(files, 'long.csv'), '--map', map, '--data', data]
    const killed = program(order)
    await soon(async () => {
      const answer = await request(
        `${service.url}/v1/records?purpose=cooperative_management&type=delivery&limit=1`,
        {
          headers: { authorization: `Bearer ${token}` },
        },
      )
      const { records } = (await answer.body.json()) as { records: object[] }
      expect(records).toHaveLength(1)
    })
    killed.child.kill('SIGKILL')
    expect(await killed.ended).toBe('SIGKILL')
    const dry = await json(...order, '--dry-run')
    expect(dry.rows).toMatchObject({ changed: 0, at_fault: 0 })
    expect(dry.rows.already_imported).toBeGreaterThan(0)
    const again = await json(...order)
    expect(again).toMatchObject({ code: 0, rows: dry.rows })
    expect(again.rows.new + again.rows.already_imported).toBe(count)
    expect((await json(...order)).rows).toMatchObject({ new: 0, already_imported: count })
    service.child.kill('SIGTERM')
    await service.ended
  })

  test.each([
    ['SIGTERM', 0],
    ['SIGKILL', 'SIGKILL'],
  ] as const)('%s while it writes loses nothing acknowledged, and it starts again', async (signal, how) => {
    const { data, token, cooperative } = await founded()
    const service = await serving(data)
    const acknowledged: string[] = []
    const client = async () => {
      for (;;) {
        const record = harvest(cooperative)
        const answer = await post(service.url, token, record).catch(() => null)
        const text = await answer?.body.text().catch(() => null)
        if (answer?.statusCode !== 201) return
        if (typeof text === 'string') acknowledged.push(record.id)
        if (acknowledged.length === 60) service.child.kill(signal)
      }
    }
    await Promise.all(Array.from({ length: 8 }, client))
    expect(await service.ended).toBe(how)
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)
    expect(existsSync(join(data, 'granary.sock'))).toBe(signal === 'SIGKILL')
    // A command works on the folder although the socket may still lie there.
    expect((await cli('status', '--data', data)).out).toContain('Kahawa Cooperative')
    const again = await serving(data)
    for (const id of acknowledged) {
      const answer = await request(`${again.url}/v1/records/${id}?purpose=cooperative_management`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await answer.body.dump()
      expect(answer.statusCode, id).toBe(200)
    }
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  })
})
