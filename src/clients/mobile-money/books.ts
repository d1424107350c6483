import { given, must } from '../../base/typed.ts'
import type { Run } from '../../cli/context.ts'
import { type OpenDebt, openDebt } from '../../domain/mass-payment.ts'
import type { Ledger, OperatorLine, RecordedPayment } from '../../domain/operator-lines.ts'
import { referenceKey } from '../../domain/payment.ts'
import { partiesFor } from '../../identity/party-search.ts'
import type { DebtsAsked } from '../../records/payments/payment-tasks.ts'
import type { CounterRecord, PagePosition } from '../../records/record-tasks.ts'
import { ImportIds } from '../importer/identity.ts'
import type { PaymentList } from './list-file.ts'

/** What the cooperative's records state about debts and payments. */

/** Returns what the payer owes by any delivery or obligation, newest first; what is fully paid is left out. */
export async function openDebts(run: Run, asked: DebtsAsked): Promise<OpenDebt[]> {
  const found: OpenDebt[] = []
  for (let after: PagePosition | undefined; ; ) {
    const page: { readonly debts: readonly OpenDebt[]; readonly next?: PagePosition | undefined } = await run(
      'payment.open-debts',
      { ...asked, ...(after && { after }) },
    )
    found.push(...page.debts)
    if (page.next === undefined) return found
    after = page.next
  }
}

/** Returns what gives a payee's number, name and telephone: those of the party that it is the same as, if it is. */
export async function contactsOf(run: Run) {
  const known = new Map((await partiesFor(run, {})).map((one) => [one.party, one]))
  return (party: string) => {
    const entry = known.get(party)
    const kept = known.get(entry?.same_as ?? party) ?? entry
    return { member_no: kept?.member_no ?? null, name: kept?.name ?? party, phone: kept?.phone ?? null }
  }
}

const AT_ONCE = 100

function* chunks<T>(all: readonly T[], most: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += most) yield all.slice(from, from + most)
}

/**
 * Returns the books as they are now, for a list and these lines of the operator's file. It reads the debts and payments
 * that they name, the payments to those from whom money came in, and no others.
 */
export async function ledgerOf(
  run: Run,
  { payer, lines: list, isChanged }: PaymentList,
  lines: readonly OperatorLine[],
): Promise<Ledger> {
  const ids = [...new Set(list.flatMap(({ settles }) => settles.map(({ record_id }) => record_id)))]
  const open = new Map<string, number>()
  for (const some of chunks(ids, AT_ONCE)) {
    const { records } = await run('record.current', { ids: some })
    for (const { id, record } of records) {
      const debt = openDebt(record, [payer])
      if (debt !== null && debt.doubt === null) open.set(id, debt.open_minor)
    }
  }
  const made = new ImportIds(Buffer.from((await run('import.secret', {})).secret, 'hex'))
  const recorded = new Map<string, RecordedPayment[]>()
  const keys = [
    ...new Set(lines.flatMap(({ transaction, names = [] }) => [transaction, ...names]).map(referenceKey)),
  ].filter((key) => key !== '')
  const others = new Map<string, string>()
  const keyOf = ({ reference }: CounterRecord) => referenceKey(String(reference))
  for (const some of chunks(keys, AT_ONCE)) {
    const named = await run('payment.named', { references: some })
    for (const record of named.records) {
      const key = keyOf(record)
      if (!recorded.has(key)) recorded.set(key, [])
      must(recorded.get(key)).push(paymentOf(record))
    }
    for (const record of named.others) others.set(keyOf(record), record.id)
  }
  // No map has a space in its name, so no import makes these ids.
  const idOf = (transaction: string) => made.record('mobile money', transaction, 'payment')
  const paidTo = await paymentsTo(run, payer, lines)
  return { list, isListChanged: isChanged, open, recorded, others, paidTo, idOf }
}

/** Returns the payer's own payments with a number to those whose telephone money came in from. */
async function paymentsTo(run: Run, payer: string, lines: readonly OperatorLine[]) {
  const phones = new Set(lines.flatMap(({ isIn, phone }) => (isIn && phone !== null ? [phone] : [])))
  const found = new Map<string, RecordedPayment[]>()
  if (phones.size === 0) return found
  for (const { phone, party } of await partiesFor(run, {})) {
    if (phone === null || !phones.has(phone)) continue
    const asked = { type: 'payment', subject: party, standing: 'any', most: MOST_PAID } as const
    const { records } = await run('record.recent', asked)
    const own = records.filter(
      ({ payer: by, asserted_by, on_behalf_of, reference }) =>
        by === payer && (asserted_by === payer || on_behalf_of === payer) && typeof reference === 'string',
    )
    found.set(phone, [...(found.get(phone) ?? []), ...own.map(paymentOf)])
  }
  return found
}

/** Money comes back within weeks: the newest payments to a member are enough. */
const MOST_PAID = 500

function paymentOf(record: CounterRecord): RecordedPayment {
  const {
    id,
    payee,
    amount,
    occurred_at,
    occurred_at_precision,
    reference,
    note,
    settles = [],
    derived,
  } = record
  return {
    id,
    standing: derived.standing,
    payee: String(payee),
    amount: must(amount),
    occurred_at,
    note: note ?? '',
    settles,
    ...given({
      reference,
      occurred_at_precision,
    }),
  }
}
