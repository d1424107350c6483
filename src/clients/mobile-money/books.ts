import { must } from '../../base/typed.ts'
import type { Run } from '../../cli/context.ts'
import { type OpenDebt, openDebt } from '../../domain/mass-payment.ts'
import type { Ledger, RecordedPayment } from '../../domain/operator-lines.ts'
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
 * Returns the books as they are now, for these lines of a list and these numbers of the operator. It reads the debts and
 * payments that they name, and no others.
 */
export async function ledgerOf(
  run: Run,
  { payer, lines: list, isChanged }: PaymentList,
  transactions: readonly string[],
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
  const keys = [...new Set(transactions.map(referenceKey))].filter((key) => key !== '')
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
  return { list, isListChanged: isChanged, open, recorded, others, idOf }
}

function paymentOf(record: CounterRecord): RecordedPayment {
  const { id, payee, amount, occurred_at, note, settles = [], derived } = record
  return {
    id,
    standing: derived.standing,
    payee: String(payee),
    amount: must(amount),
    occurred_at,
    note: note ?? '',
    settles,
  }
}
