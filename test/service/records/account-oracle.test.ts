import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { openDebts } from '../../../src/clients/mobile-money/books.ts'
import { acknowledgementOf } from '../../../src/domain/payment.ts'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import { appended, at } from '../../support/flows/help.ts'

/**
 * The sums between the cooperative and a member, over random statements of the two, of delegates with a mandate or with
 * an ended one, and of strangers. The oracle keeps, for each statement, who stands behind it and how, and adds up by
 * the sentences of contract §23.
 */

const a = await makeAppliance({ country: 'UG' })
const coop = a.cooperative
const agent = await a.party('business', 'Agent')
const dismissed = await a.party('business', 'Dismissed agent')
const stranger = await a.party('business', 'Stranger')
const run = <T>(task: Parameters<typeof a.tasks.run>[0], args: object): Promise<T> =>
  a.tasks.run(task as never, 'test', args as never) as Promise<T>

/** The one who would have to pay a debt, or who pays; and the one who is owed or paid. */
const SIDES = ['pays', 'gets'] as const
type Side = (typeof SIDES)[number]
const BY = [...SIDES, 'stranger', 'agent', 'dismissed', 'other side'] as const
/** Who states something and for whom; of one in its own name, `whom` makes no difference. */
interface Speaker {
  readonly by: (typeof BY)[number]
  readonly whom: Side
}
interface Payment {
  readonly speaker: Speaker
  readonly confirmers: readonly Confirmer[]
  readonly amount: number
  readonly isOfOtherCurrency: boolean
}
interface Confirmer {
  readonly side: Side
  readonly how: 'itself' | 'agent' | 'paper'
}
interface Debt {
  readonly type: 'delivery' | 'obligation'
  readonly way: 'out' | 'in'
  readonly amount: number
  readonly currency: string
  readonly speaker: Speaker
  readonly confirmers: readonly Confirmer[]
  readonly payments: readonly Payment[]
}

const speaker: fc.Arbitrary<Speaker> = fc.record({
  by: fc.constantFrom(...BY),
  whom: fc.constantFrom(...SIDES),
})
const confirmers = fc.array(
  fc.record({
    side: fc.constantFrom(...SIDES),
    how: fc.constantFrom<Confirmer['how']>('itself', 'agent', 'paper'),
  }),
  { maxLength: 2 },
)
const amount = fc.integer({ min: 1, max: 1_000 })
const debtArb: fc.Arbitrary<Debt> = fc.record({
  type: fc.constantFrom<Debt['type']>('delivery', 'obligation'),
  way: fc.constantFrom<Debt['way']>('out', 'in'),
  amount,
  currency: fc.constantFrom('UGX', 'UGX', 'KES'),
  speaker,
  confirmers,
  payments: fc.array(
    fc.record({
      speaker,
      confirmers,
      amount,
      isOfOtherCurrency: fc.integer({ max: 9, min: 0 }).map((n) => n === 0),
    }),
    { maxLength: 3 },
  ),
})

const TYPES = ['delivery', 'obligation', 'payment']
async function mandate(principal: Actor, delegate: Actor): Promise<object> {
  const { status, body, text } = await principal.post('/v1/delegations', {
    ...{ id: uuidv7(), principal: principal.id, delegate: delegate.id, record_types: TYPES },
    ...{ acts: ['assert', 'confirm'], basis: 'in_person_signature' },
    ...{ valid_from: at(a.clock.nowMs - 86_400_000), valid_until: at(a.clock.nowMs + 86_400_000) },
  })
  expect(status, text).toBe(201)
  return { on_behalf_of: principal.id, delegation_id: body.id }
}

/** The strongest way in which a side stands behind a statement. */
type How = 'itself' | 'by_delegate' | 'on_paper'
interface Stated {
  readonly id: string
  /** By or for one of the two, whether or not the mandate had ended. */
  readonly isOfTheTwo: boolean
  readonly said: ReadonlyMap<Side, How>
  readonly confirmed: ReadonlyMap<Side, How>
  readonly endedFor: Side | null
  /** Whether a side agreed by a delegate and on paper: a record shows the earlier, and sums take the stronger. */
  readonly isTwice: boolean
}

async function world() {
  const grace = await a.party('person', 'Grace')
  const mandates = {
    ...{ agent: [await mandate(grace, agent), await mandate(coop, agent)] as const },
    ...{ dismissed: [await mandate(grace, dismissed), await mandate(coop, dismissed)] as const },
    // Each may act for the other, as a debtor who holds the creditor's mandate does.
    ...{
      coop: [await mandate(grace, coop), null] as const,
      grace: [null, await mandate(coop, grace)] as const,
    },
  }
  const before = at(a.clock.nowMs)
  a.clock.nowMs += 60_000
  for (const [i, principal] of [grace, coop].entries()) {
    const { delegation_id } = mandates.dismissed[i] as { delegation_id: string }
    expect((await principal.post(`/v1/delegations/${delegation_id}/revocation`)).status).toBe(201)
  }
  a.clock.nowMs += 60_000
  const principalOf = (party: Actor) => (party === grace ? 0 : 1)

  /** Writes a statement and what confirms it; a confirmation that is refused is none. */
  async function state(
    type: string,
    fields: object,
    sides: Readonly<Record<Side, Actor>>,
    { by, whom }: Speaker,
    confirming: readonly Confirmer[],
  ): Promise<Stated> {
    const said = new Map<Side, How>()
    const confirmed = new Map<Side, How>()
    let [who, more]: [Actor, object] = [stranger, {}]
    let endedFor: Side | null = null
    let isTwice = false
    if (by === 'pays' || by === 'gets') {
      who = sides[by]
      said.set(by, 'itself')
    } else if (by === 'other side') {
      const other = whom === 'pays' ? 'gets' : 'pays'
      who = sides[other]
      said.set(other, 'itself')
      said.set(whom, 'by_delegate')
      more = (who === grace ? mandates.grace[1] : mandates.coop[0]) as object
    } else if (by === 'agent') {
      who = agent
      said.set(whom, 'by_delegate')
      more = mandates.agent[principalOf(sides[whom])] as object
    } else if (by === 'dismissed') {
      who = dismissed
      endedFor = whom
      more = { ...mandates.dismissed[principalOf(sides[whom])], occurred_at: before }
    }
    const { id } = await appended(who, type, { ...fields, ...more })
    const what = type === 'delivery' ? 'deliveries' : `${type}s`
    for (const { side, how } of confirming) {
      const party = sides[side]
      const draft = { id: uuidv7(), channel: 'in_person', occurred_at: at(a.clock.nowMs) }
      let isTaken: boolean
      if (how === 'paper') {
        const signed = { ...draft, type: `${type}_confirmation`, [`${type}_id`]: id, signed_by: party.id }
        isTaken = await run('record.append', { draft: signed }).then(
          () => true,
          () => false,
        )
      } else {
        const own = how === 'itself' ? {} : mandates.agent[principalOf(party)]
        const path = `/v1/${what}/${id}/confirmation`
        isTaken = (await (how === 'itself' ? party : agent).post(path, { ...draft, ...own })).status === 201
      }
      const word: How = how === 'itself' ? 'itself' : how === 'agent' ? 'by_delegate' : 'on_paper'
      if (isTaken && confirmed.has(side)) isTwice = true
      if (isTaken) confirmed.set(side, strongest(confirmed.get(side), word))
    }
    return { id, isOfTheTwo: by !== 'stranger', said, confirmed, endedFor, isTwice }
  }
  return { grace, state }
}

const ORDER: readonly How[] = ['itself', 'by_delegate', 'on_paper']
const strongest = (one: How | undefined, other: How): How =>
  one === undefined || ORDER.indexOf(other) < ORDER.indexOf(one) ? other : one

interface Sums {
  owed: number
  acknowledged: number
  onPaper: number
  claimed: number
  debts: number
  byDelegate: number
}

/** The word on which an amount is released: the creditor's own, a delegate's, on paper, or null. */
function releasedBy({ said, confirmed }: Stated): How | null {
  if (said.get('gets') === 'itself' || confirmed.get('gets') === 'itself') return 'itself'
  return said.get('gets') ?? confirmed.get('gets') ?? null
}

const numRuns = 25
test('the sums of an account are those of every statement, added up by the sentences of the contract', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(debtArb, { minLength: 1, maxLength: 8 }), async (debts) => {
      const { grace, state } = await world()
      const expected = new Map<string, Sums>()
      const oneSided = new Set<string>()
      // By their own record: either side may confirm what a dismissed agent states, so that it is taken for a claim.
      const words = new Map<string, How | null>()
      const strangers: Stated[] = []
      for (const debt of debts) {
        const [pays, gets] = debt.way === 'out' ? [coop, grace] : [grace, coop]
        const owed = { amount_minor: debt.amount, currency: debt.currency }
        const basis = { lawful_basis: 'special_data_consent' }
        const fields =
          debt.type === 'delivery'
            ? {
                ...{ ...basis, from_party: gets.id, to_party: pays.id, crop: 'maize_grain' },
                ...{
                  quantity: { value: 1, unit: 'kg' },
                  measurement_method: 'self_reported',
                  agreed_price: owed,
                },
              }
            : { ...basis, kind: 'repay_loan', obligor: pays.id, obligee: gets.id, amount: owed }
        const sides = { pays, gets }
        const stated = await state(debt.type, fields, sides, debt.speaker, debt.confirmers)
        const isAgreed = stated.said.has('pays') || stated.confirmed.has('pays')
        const isCreditors =
          stated.said.has('gets') || (stated.endedFor === 'gets' && stated.confirmed.has('gets'))
        const sums: Sums = {
          owed: debt.amount,
          acknowledged: 0,
          onPaper: 0,
          claimed: 0,
          debts: 1,
          byDelegate: 0,
        }
        for (const one of debt.payments) {
          const currency = one.isOfOtherCurrency ? 'TZS' : debt.currency
          const paid = await state(
            'payment',
            {
              ...{ ...basis, payer: pays.id, payee: gets.id, amount: { amount_minor: one.amount, currency } },
              ...{ method: 'cash', purpose: 'other' },
              settles: [{ record_id: stated.id, amount_minor: one.amount }],
            },
            sides,
            one.speaker,
            one.confirmers,
          )
          const released = releasedBy(paid)
          if (paid.isOfTheTwo && !paid.isTwice) words.set(paid.id, paid.endedFor === null ? released : null)
          if (!paid.isOfTheTwo) strangers.push(paid)
          if (!paid.isOfTheTwo || one.isOfOtherCurrency) continue
          if (released === null) sums.claimed += one.amount
          else if (released === 'on_paper') sums.onPaper += one.amount
          else sums.acknowledged += one.amount
          if (released === 'by_delegate') sums.byDelegate = 1
        }
        if (!isAgreed && !isCreditors) continue
        if (!isAgreed) oneSided.add(stated.id)
        const key = `${isAgreed ? 'agreed' : 'one side'} ${debt.way} ${debt.currency}`
        const so = expected.get(key)
        expected.set(key, so === undefined ? sums : added(so, sums))
      }
      const account = await a.tasks.run('payment.account', 'test', { party: grace.id })
      const found = account.balance.map((one) => [
        `${one.agreed ? 'agreed' : 'one side'} ${one.way} ${one.currency}`,
        {
          ...{ owed: one.owed_minor, acknowledged: one.acknowledged_minor, onPaper: one.on_paper_minor },
          ...{ claimed: one.claimed_minor, debts: one.debts, byDelegate: one.by_delegate },
        },
      ])
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
      for (const { owed_minor, remaining_minor, ...one } of account.balance)
        expect(remaining_minor).toBe(
          Number(owed_minor) - Number(one.acknowledged_minor) - Number(one.on_paper_minor),
        )
      // What is offered to be paid is agreed.
      const open = await openDebts((task, args) => a.tasks.run(task, 'test', args), {})
      for (const { id, payee, doubt } of open)
        if (payee === grace.id) expect(doubt === 'not_agreed').toBe(oneSided.has(id))
      // Each payment is in the list by the word that its sum is of, and strangers' are in no list.
      const shown = account.payments.map(({ record }) => [
        record.id,
        NAMED[acknowledgementOf(record as never)],
      ])
      expect(Object.fromEntries(shown)).toMatchObject(Object.fromEntries(words))
      for (const { id } of strangers) expect(shown.map(([shownId]) => shownId)).not.toContain(id)
    }),
    { numRuns },
  )
})

const NAMED = { acknowledged: 'itself', by_delegate: 'by_delegate', on_paper: 'on_paper', claimed: null }

const added = (a: Sums, b: Sums): Sums => ({
  owed: a.owed + b.owed,
  acknowledged: a.acknowledged + b.acknowledged,
  onPaper: a.onPaper + b.onPaper,
  claimed: a.claimed + b.claimed,
  debts: a.debts + b.debts,
  byDelegate: a.byDelegate + b.byDelegate,
})
