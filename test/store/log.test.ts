import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packSeqs, unpackSeqs } from '../../src/store/varints.ts'
import { rfc8785 } from '../domain/rfc8785.ts'
import { appended, harvestOf, PURPOSE } from '../flows/help.ts'
import { type Appliance, actor } from '../support/appliance.ts'
import { auditFaults } from './audit-faults.ts'
import { fullHouse } from './full-house.ts'
import { leafFaults } from './leaf-faults.ts'

let a: Appliance
beforeAll(async () => {
  a = await fullHouse()
})
afterAll(() => a.close())

describe('the log', () => {
  test('is one sequence without gaps, each salt its own, each digest that of the stored body', () => {
    expect(leafFaults(a.kernel.store.db)).toEqual([])
  })
  test('keeps bodies in canonical form', () => {
    const bodies = a.kernel.store.db.prepare<[], string>('SELECT body FROM entry').pluck().all()
    expect(bodies.length).toBeGreaterThan(15)
    for (const body of bodies) expect(rfc8785(JSON.parse(body))).toBe(body)
  })
  test('keeps a record as it is returned, without derived', async () => {
    const stored = await appended(a.cooperative, 'harvest', {
      ...harvestOf(a.cooperative, { note: 'é 😀 \u0001 "quoted" \\ /' }),
    })
    const { derived: _, ...said } = stored
    const body = a.kernel.store.db
      .prepare('SELECT body FROM entry WHERE id = ?')
      .pluck()
      .get(Buffer.from(stored.id.replaceAll('-', ''), 'hex'))
    expect(body).toBe(rfc8785(said))
  })
  test('holds no token, only hashes', async () => {
    const token = await a.credential(a.cooperative.id, 'party')
    const { db } = a.kernel.store
    for (const table of ['entry', 'credential', 'audit'])
      for (const row of db.prepare(`SELECT * FROM ${table}`).raw().iterate() as Iterable<unknown[]>)
        expect(
          row.map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)).join(),
        ).not.toContain(token.slice(4))
  })
})

describe('the audit log', () => {
  const newest = () =>
    a.kernel.store.db
      .prepare('SELECT credential, action, purpose, outcome, records FROM audit ORDER BY n DESC LIMIT 1')
      .get() as {
      credential: number
      action: string
      purpose: string
      outcome: string
      records: Buffer | null
    }

  test('is a chain from its first row on', () => {
    expect(auditFaults(a.kernel.store.db)).toEqual([])
  })
  test('says who wrote what', async () => {
    const { id } = await appended(a.cooperative, 'harvest', harvestOf(a.cooperative))
    const row = newest()
    expect(row).toMatchObject({ action: 'append', outcome: 'done', purpose: null })
    expect(unpackSeqs(row.records as Buffer)).toEqual([a.kernel.store.records.byId(id)?.seq])
  })
  test('says who read what and why, and the true reason of a refusal', async () => {
    const { id } = await appended(a.cooperative, 'harvest', harvestOf(a.cooperative))
    const seq = a.kernel.store.records.byId(id)?.seq
    const other = await a.party('person', 'Other')
    const read = async (who: typeof other, what: string) => {
      await who.get(`/v1/records/${what}?purpose=${PURPOSE}`)
      const { records, ...row } = newest()
      return {
        ...row,
        credential: typeof row.credential,
        records: records === null ? [] : unpackSeqs(records),
      }
    }
    const common = { action: 'read', purpose: PURPOSE, credential: 'number' }
    expect(await read(a.cooperative, id)).toEqual({ ...common, outcome: 'disclosed', records: [seq] })
    expect(await read(other, id)).toEqual({ ...common, outcome: 'no_grant', records: [seq] })
    const absent = '01900000-0000-7000-8000-000000000000'
    expect(await read(other, absent)).toEqual({ ...common, outcome: 'no_such_record', records: [] })
  })
  test('tells one credential of a party from another', async () => {
    const reader = actor(a.app, a.clock, a.cooperative.id, await a.credential(a.cooperative.id, 'reader'))
    await a.cooperative.get(`/v1/records?purpose=${PURPOSE}`)
    const first = newest().credential
    await reader.get(`/v1/records?purpose=${PURPOSE}`)
    expect(newest().credential).not.toBe(first)
  })
})

test('any list of seqs is packed and unpacked unchanged', () => {
  const seqs = fc.array(fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 2 ** 45 })))
  fc.assert(
    fc.property(seqs, (list) => {
      expect(unpackSeqs(packSeqs(list))).toEqual(list)
    }),
  )
  const page = Array.from({ length: 100 }, (_, i) => 1_000_000 + i)
  expect(packSeqs(page).length).toBeLessThan(110)
})
