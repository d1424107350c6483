import { describe, expect, test } from 'vitest'
import { RECORD_TYPES as TYPES } from '../../../src/domain/types/index.ts'
import { START_MS } from '../../support/appliance.ts'
import { at, cherry, DAY_MS, PURPOSE } from '../../support/flows/help.ts'
import { bytesOf, deliveredTo, emptyWorld, idOf, type World } from './worlds.ts'

/**
 * What the window of a grant leaves out tells neither its id nor its time by a record that the grant opens: in two worlds where
 * the hidden records have other ids and happened at other times, in the same order, the reader gets the same bytes.
 */

/** Before the window, and after it. */
interface Hidden {
  readonly name: string
  readonly earlierDaysAgo: number
  readonly laterDaysAgo: number
}
const HIDDEN: readonly Hidden[] = [
  { name: 'one', earlierDaysAgo: 80, laterDaysAgo: 10 },
  { name: 'another', earlierDaysAgo: 75, laterDaysAgo: 5 },
]
const WINDOW = { occurred_from: at(START_MS - 60 * DAY_MS), occurred_to: at(START_MS - 20 * DAY_MS) }

const OPEN = [
  ...['the harvest', 'the corrected harvest', 'the retracted harvest', 'the lot', 'the other lot'],
  ...['the hand-over', 'the delivery', 'the obligation', 'the sale', 'the loan', 'the payment'],
] as const

async function worldWith({ name, earlierDaysAgo, laterDaysAgo }: Hidden): Promise<World> {
  const w = await emptyWorld()
  const { say } = w
  const hidden = (what: string) => `${name} ${what}`
  const harvest = { producer: idOf('anna'), ...cherry(50), lawful_basis: 'consent' }
  await say('anna', 'harvest', hidden('earlier harvest'), harvest, earlierDaysAgo)
  await say('anna', 'harvest', 'the harvest', { ...harvest, supersedes: idOf(hidden('earlier harvest')) }, 40)
  await say('anna', 'harvest', 'the corrected harvest', harvest, 45)
  const corrects = { ...harvest, supersedes: idOf('the corrected harvest') }
  await say('anna', 'harvest', hidden('correction'), corrects, laterDaysAgo)
  await say('anna', 'harvest', 'the retracted harvest', harvest, 45)
  const retraction = { target_id: idOf('the retracted harvest'), reason: 'duplicate' }
  await say('anna', 'retraction', hidden('retraction'), retraction, laterDaysAgo)

  const lot = { holder: idOf('anna'), ...cherry(50), inputs: [{ record_id: idOf('the harvest'), kg: 50 }] }
  await say('anna', 'lot', hidden('earlier lot'), lot, earlierDaysAgo)
  await say('anna', 'lot', 'the lot', { ...lot, supersedes: idOf(hidden('earlier lot')) }, 40)
  await say('anna', 'lot', 'the other lot', { holder: idOf('anna'), ...cherry(50) }, 50)
  const handOver = { lot_id: idOf('the other lot'), quantity: { value: 49, unit: 'kg' } }
  const there = { ...handOver, from_party: idOf('anna'), to_party: idOf('mill') }
  await say('anna', 'custody_transfer', 'the hand-over', there, 40)
  const back = { ...handOver, from_party: idOf('mill'), to_party: idOf('anna') }
  await say('mill', 'custody_transfer', hidden('hand-over'), back, laterDaysAgo)

  await say(
    'anna',
    'obligation',
    'the obligation',
    {
      ...{ kind: 'deliver_produce', obligor: idOf('anna'), obligee: idOf('mill'), ...cherry(100) },
      lawful_basis: 'special_data_consent',
    },
    45,
  )
  const owed = { obligation_id: idOf('the obligation') }
  await say('anna', 'delivery', 'the delivery', deliveredTo('mill', owed), 40)
  const confirmation = { delivery_id: idOf('the delivery'), channel: 'in_person' }
  await say('mill', 'delivery_confirmation', hidden('confirmation'), confirmation, laterDaysAgo)
  await say('anna', 'delivery', hidden('delivery'), deliveredTo('mill', owed), laterDaysAgo)

  const loan = { ...money, kind: 'repay_loan', obligor: idOf('anna'), obligee: idOf('mill') }
  await say('anna', 'obligation', 'the loan', { ...loan, amount: ugx(900) }, 45)
  await say('anna', 'delivery', 'the sale', deliveredTo('mill', { ...money, agreed_price: ugx(500) }), 45)
  const cash = { ...money, method: 'cash', purpose: 'other' }
  const repaid = { ...cash, payer: idOf('anna'), payee: idOf('mill') }
  const paid = { ...cash, payer: idOf('mill'), payee: idOf('anna') }
  const settling = (named: string, amount_minor: number) => ({
    amount: ugx(amount_minor),
    settles: [{ record_id: idOf(named), amount_minor }],
  })
  await say('mill', 'payment', 'the payment', { ...paid, ...settling('the sale', 100) }, 40)
  await say('anna', 'payment', hidden('payment'), { ...paid, ...settling('the sale', 500) }, laterDaysAgo)
  await say('anna', 'payment', hidden('repayment'), { ...repaid, ...settling('the loan', 300) }, laterDaysAgo)
  const received = { payment_id: idOf('the payment'), channel: 'app' }
  await say('anna', 'payment_confirmation', hidden('receipt'), received, laterDaysAgo)

  const grant = { grantee: idOf('bank'), purpose: PURPOSE, record_types: TYPES, ...WINDOW }
  const expires_at = at(START_MS + 200 * DAY_MS)
  await w.done(w.who.anna.post('/v1/grants', { id: idOf('the grant'), ...grant, expires_at }))
  return w
}

const money = { lawful_basis: 'special_data_consent' }
const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })

const worlds: World[] = []
for (const hidden of HIDDEN) worlds.push(await worldWith(hidden))

const READ = `purpose=${PURPOSE}`
const record = (named: string, what = '') => `/v1/records/${idOf(named)}${what}?${READ}`
const derivedOf = async (named: string, who: 'anna' | 'bank' = 'bank') =>
  (await (worlds[0] as World).who[who].get(record(named))).body.derived

describe('what the bank is told, where the hidden records have other ids and times', () => {
  test.each([
    ...OPEN.flatMap((named) => ['', '/chain', '/proof'].map((what) => record(named, what))),
    ...['the lot', 'the other lot'].flatMap((named) =>
      ['/origin', '/events'].map((what) => record(named, what)),
    ),
    ...['any', 'tip', 'superseded', 'retracted'].map(
      (standing) => `/v1/records?${READ}&standing=${standing}`,
    ),
    `/v1/records?${READ}&lot_id=${idOf('the other lot')}`,
    `/v1/sync/changes?${READ}`,
    `/v1/lender-view?${READ}&subject=${idOf('anna')}`,
  ])('%s: the same, byte for byte', async (url) => {
    const told: string[] = []
    for (const w of worlds)
      told.push(
        bytesOf(await w.who.bank.get(url), w.a.cooperative.id).replace(
          /"cursor":"[^"]+"|granary\/[0-9a-f]{32}/g,
          'its-own',
        ),
      )
    expect(told[1]).toBe(told[0])
    for (const { earlierDaysAgo, laterDaysAgo } of HIDDEN)
      for (const days of [earlierDaysAgo, laterDaysAgo])
        expect(told[0]).not.toContain(at(START_MS - days * DAY_MS))
  })

  test('what it is told says what is left out', async () => {
    const { body } = await (worlds[0] as World).who.bank.get(record('the harvest'))
    expect(body).toMatchObject({ supersedes: null, derived: { redacted: [{ member: 'supersedes' }] } })
    expect(await derivedOf('the lot')).toMatchObject({
      custody: { custodian: idOf('anna'), as_of: at(START_MS - 40 * DAY_MS), transfers: 0 },
    })
    // Nor how exactly what is hidden is known.
    expect((await derivedOf('the other lot')).custody).not.toHaveProperty('as_of_precision')
    expect(await derivedOf('the other lot')).toMatchObject({
      custody: { custodian: null, as_of: null, transfers: 2, broken: false },
      redacted: [{ member: 'custodian' }, { member: 'legs', count: 1 }],
    })
    expect(await derivedOf('the delivery')).toMatchObject({
      confirmation: { confirmed: true, independent: true, confirmed_at: null, channel: null },
      redacted: [{ member: 'confirmation' }],
    })
    expect(await derivedOf('the corrected harvest')).toMatchObject({
      superseded_by: [],
      standing: 'superseded',
    })
    expect((await derivedOf('the obligation')).fulfilment).toMatchObject({ deliveries: 2, confirmed: 1 })
    expect(await derivedOf('the sale')).toMatchObject({
      paid: { acknowledged_minor: 600, remaining_minor: -100, payments: 2, last_paid_at: null },
      redacted: [{ member: 'last_paid_at' }],
    })
    expect(await derivedOf('the loan')).toMatchObject({
      fulfilment: { money: { claimed_minor: 300, payments: 1, last_paid_at: null } },
      redacted: [{ member: 'last_paid_at' }],
    })
    expect(await derivedOf('the payment')).toMatchObject({
      confirmation: { confirmed: true, confirmed_at: null, channel: null },
    })
  })

  test('a record that is not shown whole has no proof, but to those who read it as their own', async () => {
    const { who } = worlds[0] as World
    const statuses = async (named: string) => [
      (await who.bank.get(record(named, '/proof'))).status,
      (await who.anna.get(record(named, '/proof'))).status,
    ]
    // Not anchored yet.
    expect(await statuses('the harvest')).toEqual([404, 409])
    expect(await statuses('the lot')).toEqual([404, 409])
    expect(await statuses('the delivery')).toEqual([409, 409])
  })

  test('Anna, whose records they are, is told everything', async () => {
    expect((await (worlds[0] as World).who.anna.get(record('the harvest'))).body.supersedes).toBe(
      idOf('one earlier harvest'),
    )
    expect(await derivedOf('the lot', 'anna')).toMatchObject({
      custody: { as_of: at(START_MS - 80 * DAY_MS) },
    })
    expect(await derivedOf('the other lot', 'anna')).toMatchObject({
      custody: { custodian: idOf('anna'), as_of: at(START_MS - 10 * DAY_MS) },
    })
    expect(await derivedOf('the delivery', 'anna')).toMatchObject({
      confirmation: { confirmed_at: at(START_MS - 10 * DAY_MS), channel: 'in_person' },
    })
    expect((await derivedOf('the delivery', 'anna')).redacted).toBeUndefined()
    const last_paid_at = at(START_MS - 10 * DAY_MS)
    expect((await derivedOf('the sale', 'anna')).paid).toMatchObject({ last_paid_at })
    expect((await derivedOf('the loan', 'anna')).fulfilment.money).toMatchObject({ last_paid_at })
  })
})
