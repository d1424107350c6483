import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImportIds } from '../../src/importer/identity.ts'
import { type ImportOptions, runImport } from '../../src/importer/run.ts'
import { importTasks } from '../../src/operator/imports.ts'
import { localTasks } from '../../src/operator/tasks.ts'
import { type Actor, type Appliance, makeAppliance } from '../support/appliance.ts'
import { allRecords, counterSink, registry, rowsOf, small } from './support.ts'

/** Ids made by an import tell nobody what they are made of, and nobody can claim them first. */

let a: Appliance
let eve: Actor
beforeAll(async () => {
  a = await makeAppliance()
  eve = await a.party('person', 'Eve')
})
afterAll(() => a.close())

const sheet = (...rows: readonly string[]) => ['Farm,Day,Weight', ...rows, ''].join('\n')
/** As the command asks for it. */
async function secretOf(b: Appliance): Promise<Pick<ImportOptions, 'secret' | 'findOld'>> {
  const tasks = localTasks(b.kernel)
  const { secret, may_have_old } = await tasks.run('import.secret', 'test', {})
  const findOld = async (ids: readonly string[]) => (await tasks.run('import.known', 'test', { ids })).ids
  return { secret: Buffer.from(secret, 'hex'), ...(may_have_old ? { findOld } : {}) }
}
const imported = async (text: string, name: string, more: Partial<ImportOptions> = {}, b = a) =>
  runImport({
    text,
    map: small({ name }),
    registry,
    cooperative: b.cooperative.id,
    sink: counterSink(b),
    nowMs: b.clock.nowMs,
    ...(await secretOf(b)),
    ...more,
  })
/** As versions before did it: every id is the unkeyed hash. */
const importedOld = (text: string, name: string) =>
  imported(text, name, { secret: Buffer.alloc(32), findOld: async (ids) => ids })
/** What anybody can work out who knows the map, the columns and a guess at the cells. */
function unkeyed(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  const hex = (ms: number) => {
    bytes.writeUIntBE(ms, 0, 6)
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
  return hex(Date.UTC(2000, 0, 1))
}

describe('whoever knows the map, the columns and every name', () => {
  it('cannot work out an id that an import makes', async () => {
    const farms = Array.from({ length: 40 }, (_, n) => `Member ${n}`)
    const result = await imported(sheet(...farms.map((farm) => `${farm},1/2/2026,60 kg`)), 'guessed')
    expect(result.rows).toMatchObject({ imported: 40, rejected: 0 })
    const guesses = new Set(farms.map((farm) => unkeyed('party', 'guessed', 'unknown', farm.toLowerCase())))
    const shown = (await allRecords(a, 'delivery')).map(({ from_party }) => from_party)
    expect(shown).toHaveLength(40)
    expect(shown.filter((id) => guesses.has(id))).toEqual([])
    // The yardstick: this is how older versions made them.
    const old = new ImportIds(Buffer.alloc(32), () => true)
    expect(guesses.has(old.party('guessed', 'unknown', ['member 7']))).toBe(true)
  })

  it('does not learn them from another appliance, which makes others', async () => {
    const b = await makeAppliance()
    const text = sheet('Rio,1/2/2026,60 kg')
    const by = async (c: Appliance) => {
      const { secret } = await secretOf(c)
      return rowsOf(text, small(), new ImportIds(secret as Uint8Array))[0]?.records.map(
        ({ draft }) => draft.id,
      )
    }
    expect(await by(a)).toEqual(await by(a))
    expect(await by(a)).toHaveLength(2)
    for (const id of (await by(a)) ?? []) expect(await by(b)).not.toContain(id)
    await b.close()
  })
})

describe('the secret', () => {
  const asked = () => a.kernel.handles.submit(() => importTasks['import.secret'](a.kernel, 'test', {}).secret)
  const forms = (secret: Buffer) => [
    secret.toString('hex'),
    secret.toString('base64'),
    secret.toString('base64url'),
    secret.toString('latin1'),
  ]

  it('is made once, and is none of the keys that it is derived from', async () => {
    const secret = await asked()
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(await asked()).toBe(secret)
    const keys = a.kernel.store.db.prepare('SELECT hex(key) FROM cursor_key').pluck().all() as string[]
    expect(keys).toHaveLength(1)
    expect(keys).not.toContain(secret.toUpperCase())
  })

  it('stands in no entry of the log or of the audit log, and in no answer', async () => {
    const secret = Buffer.from(await asked(), 'hex')
    const { db } = a.kernel.store
    const texts = [
      ...(db.prepare('SELECT body FROM entry').pluck().all() as string[]),
      ...(db.prepare('SELECT detail FROM audit WHERE detail IS NOT NULL').pluck().all() as string[]),
      (await a.cooperative.get('/v1/records?purpose=cooperative_management&limit=500')).text,
      (await a.cooperative.get('/v1/sync/changes')).text,
      (await a.cooperative.post('/v1/subject-access-requests')).text,
      JSON.stringify(await imported(sheet('Rio,1/2/2026,60 kg', 'Rio,,1 kg'), 'leaking')),
    ]
    for (const form of forms(secret)) expect(texts.filter((text) => text.includes(form))).toEqual([])
  })
})

describe('what an older version imported', () => {
  const text = sheet('Rio,1/2/2026,60 kg', 'Alta,1/2/2026,5 kg', 'Alta,1/2/2026,5 kg')

  it('is known when the same sheet is imported again: nothing is written twice', async () => {
    expect((await importedOld(text, 'ledger')).rows).toMatchObject({ imported: 3, alreadyThere: 0 })
    const before = a.kernel.store.log.size
    const again = await imported(text, 'ledger')
    expect(again.rows).toMatchObject({ imported: 0, alreadyThere: 3, rejected: 0 })
    expect(a.kernel.store.log.size).toBe(before)
  })

  it('keeps its parties: a new row of one that is known is about the same', async () => {
    const result = await imported(sheet('Rio,2/2/2026,70 kg', 'Nueva,2/2/2026,1 kg'), 'ledger')
    expect(result.rows).toMatchObject({ imported: 2, alreadyThere: 0 })
    const farms = (await allRecords(a, 'delivery')).filter(({ quantity }) => quantity.value === 70)
    expect(farms.map(({ from_party }) => from_party)).toEqual([unkeyed('party', 'ledger', 'unknown', 'rio')])
    const ids = (await allRecords(a, 'party')).map(({ party }) => party)
    expect(ids.filter((id) => id === unkeyed('party', 'ledger', 'unknown', 'nueva'))).toEqual([])
  })

  it('is still told from a row that says something else now', async () => {
    const map = small({ name: 'ledger', dates: { day: { column: 'Day', formats: ['M/D/YYYY'] } } })
    const result = await imported(text, 'ledger', { map })
    expect(result.rows).toMatchObject({ imported: 0, rejected: 3 })
    expect(result.faults[0]?.message).toMatch(/imported before, and said something else/)
  })
})

describe('an id that somebody else has claimed', () => {
  const harvest = (id: string) => ({
    id,
    type: 'harvest',
    occurred_at: '2026-01-01T00:00:00Z',
    lawful_basis: 'consent',
    producer: eve.id,
    crop: 'coffee_green',
    quantity: { value: 1, unit: 'kg' },
  })

  it('of the old kind does not keep the row out, nor pass for it', async () => {
    const text = sheet('Claimed,1/2/2026,60 kg')
    const asOld = rowsOf(text, small({ name: 'claims' }), new ImportIds(Buffer.alloc(32), () => true))
    for (const { draft } of asOld.flatMap(({ records }) => records))
      expect((await eve.post('/v1/records', harvest(draft.id))).status).toBe(201)
    // She also says who the party is, of whom the old version would have made this id.
    const party = unkeyed('party', 'claims', 'unknown', 'claimed')
    const said = await eve.append('party', { party, kind: 'person', display_name: 'Eve again' })
    expect(said.status).toBe(201)
    const result = await imported(text, 'claims')
    expect(result.rows).toMatchObject({ imported: 1, alreadyThere: 0, rejected: 0 })
    const stated = (await allRecords(a, 'party')).filter(({ display_name }) => display_name === 'Claimed')
    expect(stated).toHaveLength(1)
    expect(stated[0].party).not.toBe(party)
  })

  it('of a row to come, were it known, is reported as what it is', async () => {
    const text = sheet('Foreseen,1/2/2026,60 kg')
    const ids = new ImportIds((await secretOf(a)).secret as Uint8Array)
    const [row] = rowsOf(text, small({ name: 'foreseen' }), ids)
    const id = row?.records.find(({ draft }) => draft.type === 'delivery')?.draft.id as string
    expect((await eve.post('/v1/records', harvest(id))).status).toBe(201)
    const result = await imported(text, 'foreseen')
    expect(result.rows).toMatchObject({ imported: 0, alreadyThere: 0, rejected: 1 })
    expect(result.faults.map(({ message }) => message)).toEqual([
      'its delivery was refused: its id is in use for something that no import brought',
    ])
  })
})
