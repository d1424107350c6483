import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { ToldCheck } from '../../../src/appliance/doctor/check.ts'
import { patient } from '../../../src/appliance/doctor/patient.ts'
import type { TaskRunner } from '../../../src/cli/tasks.ts'
import { localTasks } from '../../../src/tasks.ts'
import { examined, visited } from '../../support/appliance/examine.ts'
import { type Appliance, makeAppliance } from '../../support/appliance.ts'

/** The doctor's visit as a whole: every check is made or said not to have been made. */

let a: Appliance
beforeEach(async () => {
  a = await makeAppliance()
})
afterEach(() => a.close())

test('every check has its number for good, and a new appliance has nothing to see to', async () => {
  const { checks, found } = await examined(a)
  expect(found).toEqual([])
  expect(checks.map(({ number, name }) => `${number} ${name}`)).toEqual([
    '1 only the owner can open the data folder',
    '2 the database answers, and the last commit succeeded',
    '3 the disk has room',
    '4 the object store answers and can be written to',
    '5 the object store refuses anonymous access',
    '6 others on the network cannot read the traffic',
    '7 the clock agrees with the log',
    '8 backups are on another disk and made on time',
    '9 the clocks of devices agree with this one',
    '10 the guards of the database are in place',
    '11 the pages of the database are intact',
    '12 the write-ahead log has its usual size',
    '13 the newest backup is intact',
    '14 the certificate does not end soon',
    '15 program, database and service have the same version',
    '16 all settings are known',
    '17 there is room for connections',
    '18 a manager can sign in to the office page, once it is used',
    '19 notices about this machine can be sent',
    '20 messages to members are not held up',
    '21 what is sent to readers arrives',
  ])
  for (const { finding, remedy, standing } of checks) {
    expect(finding).toMatch(/^[A-Z0-9].*\w\.?$/)
    expect(remedy === null).toBe(standing === 'good')
  }
  const others = checks.filter(({ standing }) => standing !== 'good')
  expect(others.map(({ number, standing }) => `${number} ${standing}`)).toEqual(['8 missing', '13 missing'])
})

test('without a service the same checks are made, and nothing is written to the database', async () => {
  // The command has the machine's clock, and judges it by the newest entry.
  a.clock.nowMs = Date.now()
  await a.party('person', 'Grace')
  const { data_version: before } = dataVersion()
  const { checks, numbers } = await examined(a, null)
  // Founded months before this machine's time, it has no backup yet.
  expect([checks.length, numbers]).toEqual([21, [8]])
  expect(dataVersion()).toEqual({ data_version: before })
})
const dataVersion = () => ({ data_version: a.kernel.store.db.pragma('data_version', { simple: true }) })

test('a data folder that is reached by a link is looked into', async () => {
  const { config } = a.kernel
  const link = `${config.data}-link`
  symlinkSync(config.data, link)
  onTestFinished(() => rmSync(link))
  chmodSync(join(config.data, 'objects'), 0o755)
  const { checks } = await visited({ ...config, data: link })
  expect(checks[0]).toMatchObject({ number: 1, standing: 'bad', facts: { open_to_others: 1 } })
})

test('without a folder it says which checks could not be made', async () => {
  const config = { ...a.kernel.config, data: join(tmpdir(), 'granary-not-there') }
  const { checks, service } = await visited(config)
  expect(service).toBeNull()
  const unmade = checks.filter(({ standing }) => standing === 'unknown')
  expect(unmade.map(({ number }) => number)).toEqual([
    ...[1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 15, 17, 18, 19, 20, 21],
  ])
  for (const { remedy } of unmade) expect(remedy).toMatch(/.../)
  expect(existsSync(config.data)).toBe(false)
})

test.each([
  ['damaged', (file: string) => writeFileSync(file, Buffer.alloc(8192, 'rats ')), /is damaged/],
  ['cut short', (file: string) => truncateSync(file, 2 * 8192), /is damaged/],
  [
    'of a newer Granary',
    (file: string) => altered(file, 'PRAGMA user_version = 99; CREATE TABLE later (id)'),
    /newer Granary/,
  ],
])(
  'where the database is %s, what needs it could not be looked at, and check 2 says why',
  async (_what, spoil, why) => {
    const { config } = a.kernel
    a.kernel.store.db.pragma('wal_checkpoint(TRUNCATE)')
    const copy = join(config.data, 'copy')
    mkdirSync(copy, { mode: 0o700 })
    a.kernel.store.db.exec(`VACUUM INTO '${join(copy, 'granary.db')}'`)
    chmodSync(join(copy, 'granary.db'), 0o600)
    spoil(join(copy, 'granary.db'))
    const objectStore = `file:${join(config.data, 'objects')}`
    const { checks } = await visited({ ...config, data: copy, objectStore })
    const of = (number: number) => checks.find((one) => one.number === number) as ToldCheck
    expect(of(2)).toMatchObject({ standing: 'bad', finding: expect.stringMatching(why) })
    for (const number of [7, 8, 9, 13]) {
      expect(of(number).standing).toBe('unknown')
      expect(of(number).remedy).toMatch(/^See check 2 first\. \S/)
    }
    expect(of(4).standing).toBe('good')
  },
)
function altered(file: string, sql: string): void {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}

test('a check that fails unforeseen could not be made, and the others are', async () => {
  Object.defineProperty(a.kernel.store.writer, 'newestMs', {
    get: () => {
      throw new TypeError('Grace Nakato is not a number')
    },
  })
  const { found, numbers } = await examined(a)
  expect(numbers).toEqual([7, 9])
  expect(found[0]?.finding).toBe('This could not be checked (TypeError).')
})

test('what several ask for is looked at once, and an older service reports nothing for a bundle', async () => {
  const { config } = a.kernel
  const here = patient(config)
  expect(here.backupCaution()).toBe(here.backupCaution())
  const older = { run: async () => ({ version: '0.0.1', checks: [] }) } as unknown as TaskRunner
  expect((await visited(config, older)).report).toBeNull()
  const { report } = await visited(config, localTasks(a.kernel))
  expect(report?.held?.entries).toBe(a.kernel.store.log.size)
})

test('a service that does not answer leaves its checks unmade, and those of the files are made', async () => {
  const dumb = { run: async () => ({ checks: [] }) } as unknown as TaskRunner
  const { checks, numbers } = await examined(a, dumb)
  expect(numbers).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 13, 14, 16, 17, 18, 19, 20, 21])
  expect(checks).toHaveLength(21)
})
