import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Actor, type Appliance, makeAppliance } from '../../support/appliance.ts'
import { appended, expectRefused, harvestOf, PURPOSE } from '../../support/flows/help.ts'
import { auditFaults } from '../../support/store/audit-faults.ts'

let a: Appliance
let farmer: Actor
beforeEach(async () => {
  a = await makeAppliance()
  farmer = await a.party('person', 'Grace')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await a.close()
})

const ready = async () => (await farmer.get('/v1/ready')).body
const count = (table: string) => a.kernel.store.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
const long = (n: number) => ({ note: `${n} `.padEnd(2_000, 'x') })

/** SQLite itself says that the disk is full as soon as the file would grow beyond its present size. */
function fillDisk(): void {
  const { db } = a.kernel.store
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
}
const makeRoom = () => a.kernel.store.db.pragma('max_page_count = 1000000')

/** Sends records until the disk is full. */
async function writeUntilFull(): Promise<string[]> {
  const kept: string[] = []
  for (let n = 0; n < 200; n++) {
    const answer = await farmer.append('harvest', { ...harvestOf(farmer), ...long(n) })
    if (answer.status !== 201) {
      expectRefused(answer, 507, 'storage_full')
      return kept
    }
    kept.push(answer.body.id)
  }
  throw new Error('the disk never filled')
}

describe('when the disk is full', () => {
  test('every writer gets 507, nothing is half written, and the service goes on when room returns', async () => {
    await appended(farmer, 'harvest', harvestOf(farmer))
    fillDisk()
    const kept = await writeUntilFull()
    const tables = ['entry', 'link', 'record_party', 'audit']
    const before = tables.map(count)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => farmer.append('harvest', { ...harvestOf(farmer), ...long(n) })),
    )
    for (const answer of answers) expectRefused(answer, 507, 'storage_full')
    expect(answers[0]?.text).not.toMatch(/sqlite|page/i)
    expect(answers[0]?.text).not.toContain(a.data)
    expect(tables.map(count)).toEqual(before)
    expect(await ready()).toMatchObject({ status: 'not_ready', parts: { database: 'ok' } })

    makeRoom()
    const after = await appended(farmer, 'harvest', { ...harvestOf(farmer), ...long(1) })
    expect(await ready()).toMatchObject({ status: 'ready' })
    for (const id of [...kept, after.id])
      expect((await farmer.get(`/v1/records/${id}?purpose=${PURPOSE}`)).status).toBe(200)
    expect(auditFaults(a.kernel.store.db)).toEqual([])
    expect(a.kernel.store.db.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  test('the same record may be sent again when room returns', async () => {
    const sent = { ...harvestOf(farmer), ...long(0), id: '01900000-0000-7000-8000-00000000000a' }
    fillDisk()
    await writeUntilFull()
    expectRefused(await farmer.append('harvest', sent), 507, 'storage_full')
    makeRoom()
    expect((await farmer.append('harvest', sent)).status).toBe(201)
    expect((await farmer.append('harvest', sent)).status).toBe(200)
  })
})

test('a commit that fails is an answer for everybody in it, and the next one is as usual', async () => {
  const { db } = a.kernel.store
  const exec = db.exec.bind(db)
  let failures = 0
  vi.spyOn(db, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT' && failures++ < 9)
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' })
    return exec(sql)
  })
  const before = count('entry')
  const answers = await Promise.all([1, 2, 3].map(() => farmer.append('harvest', harvestOf(farmer))))
  for (const answer of answers) expectRefused(answer, 507, 'storage_full')
  expect(count('entry')).toBe(before)
  expect((await ready()).status).toBe('not_ready')
  failures = 100
  await appended(farmer, 'harvest', harvestOf(farmer))
  expect((await ready()).status).toBe('ready')
})

describe('a commit that fails for another reason', () => {
  const failWith = (code: string) => {
    const { db } = a.kernel.store
    const exec = db.exec.bind(db)
    vi.spyOn(db, 'exec').mockImplementation((sql) => {
      if (sql === 'COMMIT') throw Object.assign(new Error('secret words'), { code })
      return exec(sql)
    })
    return farmer.append('harvest', harvestOf(farmer))
  }

  test.each(['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_READ', 'SQLITE_CORRUPT', 'SQLITE_READONLY_DBMOVED'])(
    '%s is a disk that does not do its work: 503, to be tried again',
    async (code) => {
      const answer = await failWith(code)
      expectRefused(answer, 503, 'overloaded')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.text).not.toContain('secret')
      expect((await ready()).status).toBe('not_ready')
    },
  )

  test('a word of SQLite that nobody foresaw is a bare 500 that does not repeat it', async () => {
    const answer = await failWith('SQLITE_MISUSE')
    expectRefused(answer, 500, 'internal_error')
    expect(answer.text).not.toContain('secret')
  })
})

test('a rollback reads nothing: a disk that cannot be read must not end the service', async () => {
  const { registryRows } = a.kernel.store
  vi.spyOn(registryRows, 'all').mockImplementation(() => {
    throw Object.assign(new Error('unreadable'), { code: 'SQLITE_CORRUPT' })
  })
  fillDisk()
  await writeUntilFull()
  makeRoom()
  await appended(farmer, 'harvest', { ...harvestOf(farmer), ...long(1) })
})
