import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AuditEntry, packEntry, unpackEntries } from '../../../src/store/audit/audit-row.ts'
import { actor } from '../../support/appliance.ts'
import { type Audited, audited } from '../../support/audited.ts'
import { rfc8785 } from '../../support/domain/rfc8785.ts'
import { appended, harvestOf, PURPOSE } from '../../support/flows/help.ts'
import { auditFaults } from '../../support/store/audit-faults.ts'
import { fullHouse } from '../../support/store/full-house.ts'
import { leafFaults } from '../../support/store/leaf-faults.ts'

const a = await fullHouse()

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
  const newest = () => audited(a.kernel.store.db).at(-1) as Audited

  test('is a chain from its first row on', () => {
    expect(auditFaults(a.kernel.store.db)).toEqual([])
  })
  test('says who wrote what', async () => {
    const { id } = await appended(a.cooperative, 'harvest', harvestOf(a.cooperative))
    const records = [a.kernel.store.records.byId(id)?.seq]
    expect(newest()).toMatchObject({ action: 'append', outcome: 'done', purpose: null, records })
  })
  test('tells one credential of a party from another', async () => {
    const reader = actor(a.app, a.clock, a.cooperative.id, await a.credential(a.cooperative.id, 'reader'))
    await a.cooperative.get(`/v1/records?purpose=${PURPOSE}`)
    const first = newest().credential
    await reader.get(`/v1/records?purpose=${PURPOSE}`)
    expect(newest().credential).not.toBe(first)
  })
})

describe('the entries of a commit', () => {
  const text = fc.string({ unit: 'binary' })
  const entry = fc.record(
    {
      credential: fc.option(fc.nat()),
      action: text,
      purpose: text,
      outcome: text,
      detail: fc.dictionary(
        text.filter((name) => name !== '__proto__'),
        fc.jsonValue(),
      ),
      records: fc.array(fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 2 ** 45 }))),
    },
    { requiredKeys: ['credential', 'action', 'outcome'] },
  )
  const packed = (entries: readonly AuditEntry[]) => ({
    firstN: 8,
    lastN: 7 + entries.length,
    at: 5,
    entries: `[${entries.map(packEntry).join(',')}]`,
  })
  test('are packed and unpacked unchanged, whatever they tell', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const unpacked = unpackEntries(packed(entries))
        const told = entries.map((one, i) => ({ records: [], ...one, n: 8 + i, at: 5 }))
        expect(JSON.stringify(unpacked.map(sorted))).toBe(JSON.stringify(told.map(sorted)))
      }),
    )
  })
  test('take a few bytes for each record of a page', () => {
    const records = Array.from({ length: 100 }, (_, i) => 1_000_000 + 2 * i)
    const page = { credential: 1, action: 'list', outcome: 'disclosed', records }
    expect(packed([page]).entries.length).toBeLessThan(260)
  })
  test.each([
    ['no JSON', '[['],
    ['one too many', '[[1,"a",null,"b",null,[]],[1,"a",null,"b",null,[]]]'],
    ['no list', '{"length":1}'],
    ['a member too few', '[[1,"a",null,"b",null]]'],
    ['a credential that is no number', '[["1","a",null,"b",null,[]]]'],
    ['no action', '[[1,null,null,"b",null,[]]]'],
    ['a purpose that is no text', '[[1,"a",7,"b",null,[]]]'],
    ['no outcome', '[[1,"a",null,null,null,[]]]'],
    ['a detail that is text', '[[1,"a",null,"b","c",[]]]'],
    ['a record that is no number', '[[1,"a",null,"b",null,[0.5]]]'],
  ])('cannot be read where they are %s', (_name, entries) => {
    expect(() => unpackEntries({ firstN: 3, lastN: 3, at: 0, entries })).toThrow('Entries 3 to 3')
  })
})

/** With its members in one order. */
const sorted = (one: object) => Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))
