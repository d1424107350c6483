import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { type Actor, type AnyAppliance, makeAppliance } from '../../support/any-appliance.ts'
import { appended, at, granted, logSize, phoneOf, read } from '../../support/flows/help.ts'
import { seeded } from '../../support/records/gate/random.ts'
import { Link, type Reply } from '../../trials/soak/link.ts'
import { Tally } from '../../trials/soak/tally.ts'

/**
 * Two phones that were offline: one has a payment and its correction, the other the confirmation of the correction. They
 * arrive in every order, over a link that breaks before, in the middle of and after each request.
 */

const a: AnyAppliance = await makeAppliance()
const port = await a.port()
const tally = new Tally()
const random = seeded(23)
const link = new Link(port, random, tally)
afterAll(() => link.close())

/** Each kind of harm in turn. */
const HARMS = ['before', 'middle', 'after', 'answer']
let turn = 0
const broken = new Link(
  port,
  {
    ...random,
    chance: (p) => p !== 0.1,
    pick: <T>(from: readonly T[]) => from[turn++ % from.length] as T,
  },
  tally,
)
afterAll(() => broken.close())
link.isCalm = true

const mill = await a.party('business', 'Mill')
const bank = await a.party('institution', 'Bank')
const money = { lawful_basis: 'special_data_consent' }
const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })

interface Held {
  readonly what: string
  readonly phone: Actor
  readonly record: object
}

const outbox = ({ phone, record }: Held, over: Link): Promise<Reply> =>
  over.ask({
    ...{ method: 'POST', path: '/v1/sync/outbox', token: phone.token },
    body: Buffer.from(JSON.stringify({ records: [record] })),
    headers: { 'content-type': 'application/json' },
  })

/** Sends one record as docs/api.md tells phones to. @returns whether it must be sent again at a later sync */
async function sent(held: Held, order: string): Promise<boolean> {
  for (const over of [broken, link]) {
    const reply = await outbox(held, over)
    // A lost answer: the same again.
    if (!reply.answered) continue
    const [result] = reply.body.results
    if (['accepted', 'replayed'].includes(result.status)) return false
    expect(result.problem.code, `${order}: ${held.what} ${JSON.stringify(result)}`).toBe(
      'reference_unresolved',
    )
    return true
  }
  throw new Error('a calm link answered nothing')
}

const ORDERS = ['012', '021', '102', '120', '201', '210']

test.each(ORDERS)('in the order %s each arrives once, and the debt is paid once', async (order) => {
  const grace = await a.party('person', 'Grace')
  await granted(a, grace, bank, ['obligation', 'payment'])
  const { id: loan } = await appended(mill, 'obligation', {
    ...{ ...money, kind: 'repay_loan', obligor: grace.id, obligee: mill.id, amount: ugx(200_000) },
  })
  const [hers, theirs] = [await phoneOf(a, grace), await phoneOf(a, mill)]
  const draft = (type: string, fields: object) => ({
    ...{ id: uuidv7(), type, occurred_at: at(a.clock.nowMs), ...money, ...fields },
  })
  const paid = (amount: number, more: object = {}) =>
    draft('payment', {
      ...{ payer: grace.id, payee: mill.id, amount: ugx(amount), method: 'mobile_money' },
      ...{ purpose: 'repayment', reference: 'MP1', settles: [{ record_id: loan, amount_minor: amount }] },
      ...more,
    })
  const payment = paid(40_000)
  const correction = paid(45_000, { supersedes: payment.id })
  const confirmation = draft('payment_confirmation', { payment_id: correction.id, channel: 'app' })
  const held: Held[] = [
    { what: 'the payment', phone: hers, record: payment },
    { what: 'the correction', phone: hers, record: correction },
    { what: 'the confirmation', phone: theirs, record: confirmation },
  ]
  const before = await logSize(a)
  let left = [...order].map((n) => held[Number(n)] as Held)
  for (let sync = 0; left.length > 0; sync++) {
    expect(sync, `${order}: ${left.map(({ what }) => what)}`).toBeLessThan(4)
    const again: Held[] = []
    for (const one of left) if (await sent(one, order)) again.push(one)
    left = again
  }
  expect(await logSize(a)).toBe(before + 3)
  for (const who of [grace, mill, bank]) {
    expect((await read(who, loan)).derived.fulfilment.money).toMatchObject({
      ...{ acknowledged_minor: 45_000, claimed_minor: 0, remaining_minor: 155_000, payments: 1, forked: 0 },
      incomplete: false,
    })
    expect((await read(who, correction.id)).derived).toMatchObject({ standing: 'tip', flags: [] })
    expect((await read(who, payment.id)).derived).toMatchObject({ standing: 'superseded', flags: [] })
  }
  const { derived } = await read(grace, correction.id)
  expect(derived.confirmation).toMatchObject({ confirmed: true, independent: true, channel: 'app' })
})

test('the link broke in every way', () => {
  for (const harm of HARMS) expect(tally.of(`lost: ${harm}`), harm).toBeGreaterThan(2)
})
