import { afterAll, describe, expect, it } from 'vitest'
import { ImportIds } from '../../../../src/clients/importer/identity.ts'
import { importTasks } from '../../../../src/clients/importer/import-tasks.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { importInto, rowsOf, small } from '../../../support/clients/importer/support.ts'

/** Ids made by an import tell nobody what they are made of, and nobody can claim them first. */

const a = await makeAppliance()
const eve = await a.party('person', 'Eve')
afterAll(() => a.close())

const sheet = (...rows: readonly string[]) => ['Farm,Day,Weight', ...rows, ''].join('\n')
const idsOf = async (b: Appliance) => {
  const { secret } = await localTasks(b.kernel).run('import.secret', 'test', {})
  return new ImportIds(Buffer.from(secret, 'hex'))
}
const imported = (text: string, name: string, b = a) => importInto(b, text, small({ name }))

describe('somebody who knows the map, the columns and every name', () => {
  it('does not learn them from another appliance, which makes others', async () => {
    const b = await makeAppliance()
    const text = sheet('Rio,1/2/2026,60 kg')
    const by = async (c: Appliance) =>
      rowsOf(text, small(), { ids: await idsOf(c) })[0]?.records.map(({ draft }) => draft.id)
    expect(await by(a)).toEqual(await by(a))
    expect(await by(a)).toHaveLength(2)
    for (const id of (await by(a)) ?? []) expect(await by(b)).not.toContain(id)
    await b.close()
  })
})

describe('the secret', () => {
  const asked = () => a.kernel.ports.submit(() => importTasks['import.secret'](a.kernel, 'test', {}).secret)
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
      ...(db.prepare('SELECT entries FROM audit').pluck().all() as string[]),
      (await a.cooperative.get('/v1/records?purpose=cooperative_management&limit=500')).text,
      (await a.cooperative.get('/v1/sync/changes')).text,
      (await a.cooperative.post('/v1/subject-access-requests')).text,
      JSON.stringify(await imported(sheet('Rio,1/2/2026,60 kg', 'Rio,,1 kg'), 'leaking')),
    ]
    for (const form of forms(secret)) expect(texts.filter((text) => text.includes(form))).toEqual([])
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

  it('is reported as what it is, by the dry run too', async () => {
    const text = sheet('Foreseen,1/2/2026,60 kg')
    const map = small({ name: 'foreseen' })
    const [row] = rowsOf(text, map, { ids: await idsOf(a) })
    const id = row?.records.find(({ draft }) => draft.type === 'delivery')?.draft.id as string
    expect((await eve.post('/v1/records', harvest(id))).status).toBe(201)
    for (const dryRun of [true, false]) {
      const result = await importInto(a, text, map, { dryRun })
      expect(result.rows).toMatchObject({ new: 0, known: 0, faulty: 1 })
      expect(result.faults.map(({ message }) => message)).toEqual([
        'makes a delivery whose id is that of a record which was not imported',
      ])
    }
  })
})
