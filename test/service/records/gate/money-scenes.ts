import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { find, isOwn, once } from '../../../support/records/gate/oracle.ts'
import { open } from './consents.ts'
import { oracleOf, wordOn } from './debts.ts'
import type { View } from './oracle-view.ts'
import { begin, drain } from './pulls.ts'
import { readAnything } from './reads.ts'
import { assert, parties } from './scenes.ts'
import { add } from './tally.ts'
import { type Asker, DAY, PURPOSES, same, type World } from './world.ts'

/** What was paid of a debt, and to whom it is said when. */

const MONEY = { lawful_basis: 'special_data_consent' }
const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })

/** A loan that is paid within the window of a reader's grant, and a sale that is paid after it; then payments are opened too. */
export async function paidAfterTheWindow(w: World): Promise<void> {
  const [debtor, creditor, reader] = parties(w)
  const owed = { ...MONEY, kind: 'repay_loan', obligor: debtor, obligee: creditor, amount: ugx(9) }
  const loan = await assert(w, creditor, 'obligation', owed)
  const sold = { ...MONEY, from_party: creditor, to_party: debtor, agreed_price: ugx(5) }
  const sale = await assert(w, creditor, 'delivery', sold)
  if (loan === null || sale === null) return
  const pay = async (by: string, debt: RecordBody) => {
    await w.tick(2 * DAY)
    await assert(w, by, 'payment', {
      ...{ ...MONEY, payer: debtor, payee: creditor, amount: ugx(4), method: 'cash', purpose: 'other' },
      settles: [{ record_id: debt.id, amount_minor: 2 }],
    })
  }
  await pay(debtor, loan)
  const happenedToMs = w.nowMs + DAY
  await pay(creditor, sale)
  const purpose = PURPOSES[0]
  const opened = async (types: readonly string[]) => {
    for (const subject of [debtor, creditor])
      await open(w, {
        ...{ subject, grantee: reader, purpose, types },
        ...{ fromMs: w.nowMs, untilMs: w.nowMs + 300 * DAY, happenedToMs },
      })
  }
  await opened(['obligation', 'delivery'])
  const pull = begin(w, w.asker(reader), purpose)
  await drain(w, pull)
  await opened(['payment'])
  await drain(w, pull)
  // Pages pulled one right after the other stand in the audit log as one.
  await readAnything(w, w.random)
}

/** The figures are over all payments; the day of the last one is there for those alone who may know of that payment. */
export function comparePaid(
  w: World,
  asker: Asker,
  view: View,
  record: RecordBody,
  derived: Readonly<Record<string, unknown>>,
): void {
  const { paid, fulfilment, redacted } = derived as {
    paid?: object
    fulfilment?: { money?: object }
    redacted?: { member: string }[]
  }
  const shown = paid ?? fulfilment?.money
  if (record.type === 'obligation')
    same(shown !== undefined, wordOn(w, record) !== null, () => `money of ${record.id}`)
  if (shown === undefined) return
  const {
    lastPaidBy,
    isByDelegate: _,
    last_paid_at_precision: precision,
    ...wanted
  } = once(w, `paid ${record.id}`, () => oracleOf(w).paid(record))
  const last = lastPaidBy === null ? undefined : find(w, lastPaidBy)
  const isOfAll = isOwn(w, asker.party, record)
  const mayKnow =
    last === undefined || isOfAll || view.decision(last).reads || view.wouldRead(last, record.type)
  const where = () => `paid of ${record.type} ${record.id} for ${w.parties.indexOf(asker.party)}`
  const when = mayKnow ? { last_paid_at_precision: precision } : { last_paid_at: null }
  same(shown, { ...wanted, ...when }, where)
  same(redacted?.some(({ member }) => member === 'last_paid_at') === true, !mayKnow, where)
  if (last === undefined || isOfAll) return
  add(w.tally, mayKnow ? 'a reader knew when a debt was last paid' : 'a reader did not know when')
}
