import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeServer } from '../../../src/assemble.ts'
import { type Appliance, makeAppliance } from '../../support/appliance.ts'
import { PASSWORD, Visitor } from '../../support/office.ts'
import { type Work, workOf } from '../../support/work.ts'

/**
 * What the pages of the office cost follows from the cooperative's own records: others may write as much as they like, about
 * parties that nobody knows and about the cooperative itself. Rows and questions are counted, no clock is asked.
 */

const LATER = '2099-01-01T00:00:00Z'
const PRICE = { amount_minor: 5_000, currency: 'UGX' }
const FINANCIAL = { lawful_basis: 'special_data_consent' }
const PAID = { ...FINANCIAL, amount: PRICE, method: 'cash', purpose: 'produce' }
const COFFEE = { crop: 'coffee_green', quantity: { value: 5, unit: 'kg' } }

/** Of two looks at a page: the reports' days are added up in the background, at a time of its own, in one of them at most. */
interface Looks {
  readonly least: Work
  readonly most: Work
}

/** What each page costs right after the cooperative wrote one more record. @param count of strangers' records */
async function costsBeside(count: number): Promise<ReadonlyMap<string, Looks>> {
  const a = await makeAppliance()
  const runAs = () => ({
    run: (task: never, args: never) => a.tasks.run(task, 'test', args),
    stream: (from: never, args: never) => a.tasks.stream(from, 'test', args),
  })
  const app = await makeServer(a.kernel, { runAs: runAs as never })
  try {
    const manager = new Visitor(await app.listen({ host: '127.0.0.1', port: 0 }))
    const { staff, ports, store } = a.kernel
    const { one_time_code: code } = await ports.submit(() => staff.add('test', 'Moses', 'manager'))
    await staff.setPassword(ports.submit, { name: 'Moses', code, password: PASSWORD })
    expect((await manager.signIn('Moses')).status).toBe(303)
    a.clock.nowMs = Date.now()
    const { pages, weighed, mallory, grace } = await cooperativeIn(a)
    // Everything was looked at once before.
    for (const page of pages) await manager.get(page)
    if (count > 0) {
      await madeUp(a, mallory, grace, count)
      await manager.get('/today')
    }
    const found = new Map<string, Looks>()
    for (const page of pages) {
      const look = async () => {
        a.clock.nowMs += 1_000
        await weighed()
        return await workOf(store.db, async () => {
          const { status, text } = await manager.get(page)
          expect(status, `${page} ${text}`).toBe(200)
        })
      }
      const [first, second] = [await look(), await look()]
      const [least, most] = first.rows < second.rows ? [first, second] : [second, first]
      // The same page in each of the worlds.
      found.set(page.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'id'), { least, most })
    }
    return found
  } finally {
    await app.close()
    await a.close()
  }
}

async function cooperativeIn(a: Appliance) {
  const grace = await a.party('person', 'Grace Nakato', { member_no: '1', phone: '+256772000001' })
  const mallory = await a.party('person', 'Mallory Okot', { member_no: '2' })
  const bank = await a.party('institution', 'Harvest Bank', { member_no: 'BANK' })
  const own = async (type: string, more: object): Promise<string> => {
    const { status, body } = await a.cooperative.append(type, more)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id
  }
  const weighed = () => own('delivery', { ...COFFEE, from_party: grace.id, to_party: a.cooperative.id })
  const delivery = await weighed()
  const sides = { obligor: a.cooperative.id, obligee: grace.id }
  await own('obligation', { ...FINANCIAL, ...sides, kind: 'other', amount: PRICE, due_at: LATER })
  await own('payment', { payer: a.cooperative.id, payee: grace.id, ...PAID })
  for (let i = 0; i < 40; i++) await weighed()
  const lot = await own('lot', { ...COFFEE, holder: a.cooperative.id, inputs: [] })
  const point = { type: 'Point', coordinates: [32.5, 0.3] }
  await own('plot', { plot: uuidv7(), holder: grace.id, name: 'Hill', country: 'UG', geometry: point })
  const request = { id: uuidv7(), about: { phone: '+256772000001' }, purpose: 'credit_assessment' }
  const terms = { record_types: ['delivery'], expires_at: '2099-01-01T00:00:00Z', reason: 'A loan.' }
  expect((await bank.post('/v1/access-requests', { ...request, ...terms })).status).toBe(201)
  // What a member opens to the cooperative is in its reports too.
  const opened = { grantee: a.cooperative.id, purpose: 'cooperative_management', record_types: ['delivery'] }
  const given = await bank.post('/v1/grants', { id: uuidv7(), ...opened, expires_at: '2099-01-01T00:00:00Z' })
  expect(given.status).toBe(201)
  const pages = [
    ...['/today', '/unconfirmed', '/to-tell', '/weigh-in', '/members?search=grace', '/members?search=zz'],
    ...['', '/statement', '/account', '/plots', '/new-plot'].map((of) => `/members/${grace.id}${of}`),
    ...['/weigh-in?', '/payments?', '/payments?act=receive&'].map((of) => `${of}who=${grace.id}`),
    ...['/payments', '/payments/many?currency=UGX&crop=coffee_green'],
    ...[
      '/new-member',
      '/records',
      '/records?type=delivery&member=1',
      '/records?type=delivery&standing=forked',
    ],
    ...[`/records/${delivery}`, `/records/${delivery}/correction`, '/new-record/obligation'],
    ...['day', 'week', 'season', 'crop', 'member', 'place'].map((by) => `/reports?by=${by}`),
    ...['/reports?by=crop&member=Grace', '/lots', `/lots/${lot}`, '/new-lot', '/consent', '/devices'],
    ...['', '/grant', '/mandate', '/objection'].map((of) => `/consent/${grace.id}${of}`),
    ...[
      '/requests',
      `/requests/${request.id}`,
      '/readers',
      `/readers/${bank.id}`,
      '/staff',
      '/import',
      '/audit',
    ],
  ]
  return { pages, weighed, mallory, grace }
}

/**
 * What a phone can make up: deliveries of nobody to the cooperative and between strangers, and who these are; and what a
 * member and the cooperative delivered, owe and paid each other.
 */
async function madeUp(
  a: Appliance,
  { post }: { post: Appliance['cooperative']['post'] },
  { id: grace }: { id: string },
  count: number,
) {
  const us = a.cooperative.id
  const made = (i: number): object => {
    const [nobody, another] = [uuidv7(), uuidv7()]
    const said = { kind: 'person', display_name: `Grace ${i}`, phone: '+256772000001' }
    const delivery = { ...COFFEE, type: 'delivery', location: `Place ${i}` }
    const kinds = [
      { ...said, type: 'party', party: nobody, same_as: another },
      { ...delivery, from_party: nobody, to_party: another },
      { ...delivery, from_party: nobody, to_party: us },
      { ...delivery, from_party: grace, to_party: us, agreed_price: PRICE, ...FINANCIAL },
      {
        ...FINANCIAL,
        type: 'obligation',
        obligor: us,
        obligee: grace,
        kind: 'other',
        amount: PRICE,
        due_at: LATER,
      },
      { type: 'payment', payer: us, payee: grace, ...PAID },
    ]
    return kinds[i % kinds.length] as object
  }
  const records = Array.from({ length: count }, (_, i) => {
    // Between the cooperative's own, which are a second apart.
    const occurred_at = new Date(a.clock.nowMs - (i % 60_000)).toISOString()
    return { id: uuidv7(), occurred_at, lawful_basis: 'contract_performance', ...made(i) }
  })
  for (let at = 0; at < count; at += 500) {
    const { body } = await post('/v1/sync/outbox', { records: records.slice(at, at + 500) })
    expect(body.results.filter(({ status }: { status: string }) => status !== 'accepted')).toEqual([])
  }
}

/** The log and its tree are searched in halves: once on most pages, for each of its lines on the page of the audit log. */
const stepsOf = (page: string) => (page === '/audit' ? 150 : 25)
/** Lists of records that name the cooperative: a fixed number of the newest, whoever wrote them, is looked at. */
const LISTS = /^\/unconfirmed|^\/records\?.*member=/

const atMost = (work: Work, more: number) => ({ asked: work.asked + more, rows: work.rows + more })
const exceeds = (work: Work, most: { asked: number; rows: number }) =>
  work.asked > most.asked || work.rows > most.rows || work.written > 0

test('each page takes the same work with the records of strangers as without', async () => {
  const [without, beside, besideMore] = [
    await costsBeside(0),
    await costsBeside(1_000),
    await costsBeside(2_500),
  ]
  expect(besideMore.size).toBeGreaterThan(35)
  const costly = [...besideMore].flatMap(([page, more]) => {
    const [none, some] = [without.get(page) as Looks, beside.get(page) as Looks]
    const isDearer =
      exceeds(more.least, atMost(some.most, stepsOf(page))) ||
      (!LISTS.test(page) && exceeds(some.least, atMost(none.most, stepsOf(page))))
    return isDearer ? [{ page, none, some, more }] : []
  })
  expect(costly).toEqual([])
})
