import Database from 'better-sqlite3'
import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { openOffice, staffOf } from '../../support/office.ts'
import { workOf } from '../../support/work.ts'

/** A page that shows one of many reads that one: however many others there are, it reads no more rows. */

const office = await openOffice({ maxAccessRequests: '100', accessRequestsPerDay: '100', maxDevices: '200' })
const { call, did, party } = office
const { manager } = await staffOf(office)
const counted = new Database(':memory:')
afterAll(() => {
  counted.close()
  return office.service.stop()
})

const grace = await party('person', 'Grace', '71', '--phone', '+256772000071')
const peter = await party('person', 'Peter', '72', '--phone', '+256772000072')
const bank = await party('institution', 'Hills Sacco', 'S1')
await party('institution', 'Valley Sacco', 'S2')
const tokenOf = async (whose: string, kind: string) =>
  (await did('credential', 'issue', '--party', whose, '--kind', kind)).token as string
const [graceToken, peterToken] = [await tokenOf('71', 'party'), await tokenOf('72', 'party')]
const [bankToken, otherToken] = [await tokenOf('S1', 'reader'), await tokenOf('S2', 'reader')]

async function phoneOf(token: string, held_on?: string): Promise<string> {
  const id = uuidv7()
  await call('/v1/devices', { id, name: 'Phone', ...(held_on && { held_on }) }, token)
  return id
}
const asks = async (about: object, token: string): Promise<string> => {
  const id = uuidv7()
  const terms = { purpose: 'insurance', record_types: ['delivery'], expires_at: '2099-06-30T00:00:00Z' }
  await call('/v1/access-requests', { id, about, ...terms, reason: 'A loan' }, token)
  return id
}
const grants = (token: string) => {
  const terms = { purpose: 'insurance', record_types: ['delivery'], expires_at: '2099-06-30T00:00:00Z' }
  return call('/v1/grants', { id: uuidv7(), grantee: bank, ...terms, channel: 'in_person' }, token)
}

const shared = await phoneOf(office.coop.token)
const held = await phoneOf(graceToken, shared)
const asked = await asks({ phone: '+256772000071' }, bankToken)
await asks({ party: grace }, bankToken)
await did('subject-access', 'open', '--party', '71')
const grant = (await grants(graceToken)).id as string

const PAGES = {
  'a device with another on it': [`/devices/${shared}`, held],
  'a device on another': [`/devices/${held}`, shared],
  'a reader': [`/readers/${bank}`, 'Hills Sacco'],
  'the consents of a person': [`/consent/${grace}`, 'Hills Sacco'],
  'whom a request may mean': [`/requests/${asked}`, 'Grace'],
  'the renewal of a consent': [`/consent/${grace}/grant?renews=${grant}`, 'Hills Sacco'],
} as const

const rowsOf = async (path: string, shown: string) => {
  const page = async () => expect((await manager.get(path)).text).toContain(shown)
  // The service's own jobs may fall into one of them.
  const found: number[] = []
  for (let n = 0; n < 3; n++) found.push((await workOf(counted, page)).rows)
  return Math.min(...found)
}

const OTHERS = 60
/** The menu counts what waits, but no further than this. */
const COUNTED = 100
const opened = async () => {
  await did('subject-access', 'open', '--party', '72')
}
for (let n = 0; n < COUNTED; n++) await opened()

test('rows that a page of one reads, before and after there are many others', async () => {
  const before: Record<string, number> = {}
  for (const [what, [path, shown]] of Object.entries(PAGES)) before[what] = await rowsOf(path, shown)
  for (let n = 0; n < OTHERS; n++) {
    await phoneOf(peterToken)
    await asks({ party: peter }, otherToken)
    await opened()
  }
  for (const [what, [path, shown]] of Object.entries(PAGES)) {
    const grown = (await rowsOf(path, shown)) - Number(before[what])
    expect(grown, what).toBeLessThan(OTHERS / 6)
  }
})

test('the list of phones has a hundred on a page, and the rest on the next', async () => {
  for (let n = 0; n < 50; n++) await phoneOf(peterToken)
  const linksOf = (text: string) =>
    [...text.matchAll(/href="\/devices\/([0-9a-f-]{36})"/g)].map(([, id]) => id)
  const first = await manager.get('/devices')
  const [, next] = first.text.match(/href="(\/devices\?after=\d+)"/) ?? []
  const second = await manager.get(String(next))
  expect(linksOf(first.text)).toHaveLength(100)
  expect(second.text).not.toContain('/devices?after=')
  const all = [...linksOf(first.text), ...linksOf(second.text)]
  expect(new Set(all).size).toBe(2 + OTHERS + 50)
  expect(all.slice(0, 2)).toEqual([shared, held])
})
