import { must } from '../../base/typed.ts'
import type { Run } from '../../cli/context.ts'
import {
  type DebtRecord,
  type Ledger,
  type ListedLine,
  type OpenDebt,
  openDebt,
  type RecordedPayment,
} from '../../domain/mass-payment.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'
import { ImportIds } from '../importer/identity.ts'

/** What the cooperative's records state about debts and payments. */

const PAGE = 500

async function* pages(
  run: Run,
  type: 'delivery' | 'obligation' | 'payment',
  standing: 'tip' | 'any' | 'forked',
): AsyncIterable<CounterRecord> {
  for (let after: { occurredAt: number; id: string } | undefined; ; ) {
    const asked = { type, subject: null, standing, most: PAGE, ...(after && { after }) }
    const { records, next } = await run('record.recent', asked)
    yield* records
    if (next === undefined) return
    after = next
  }
}

/** Returns what the payer owes by any delivery or obligation, newest first; what is fully paid is left out. */
export async function openDebts(run: Run, payer: string): Promise<OpenDebt[]> {
  const found: OpenDebt[] = []
  for (const type of ['delivery', 'obligation'] as const)
    for (const standing of ['tip', 'forked'] as const)
      for await (const record of pages(run, type, standing)) {
        const debt = openDebt(record as unknown as DebtRecord, [payer])
        if (debt !== null && (debt.open_minor > 0 || debt.doubt === 'incomplete')) found.push(debt)
      }
  return found
}

const AT_ONCE = 100

/** Returns the books as they are now, for these lines of a list. */
export async function ledgerOf(run: Run, payer: string, list: readonly ListedLine[]): Promise<Ledger> {
  const ids = [...new Set(list.flatMap(({ settles }) => settles.map(({ record_id }) => record_id)))]
  const open = new Map<string, number>()
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const { records } = await run('record.current', { ids: ids.slice(from, from + AT_ONCE) })
    for (const { id, record } of records) {
      const debt = openDebt(record as unknown as DebtRecord, [payer])
      if (debt !== null && debt.doubt === null) open.set(id, debt.open_minor)
    }
  }
  const made = new ImportIds(Buffer.from((await run('import.secret', {})).secret, 'hex'))
  const recorded = new Map<string, RecordedPayment[]>()
  for await (const record of pages(run, 'payment', 'any')) {
    const { reference, payer: paidBy } = record
    if (typeof reference !== 'string' || paidBy !== payer) continue
    if (!recorded.has(reference)) recorded.set(reference, [])
    must(recorded.get(reference)).push(paymentOf(record, payer))
  }
  // No map has a space in its name, so no import makes these ids.
  return { list, open, recorded, idOf: (transaction) => made.record('mobile money', transaction, 'payment') }
}

function paymentOf(record: CounterRecord, payer: string): RecordedPayment {
  const { id, asserted_by, on_behalf_of, payee, amount, occurred_at, note, settles = [], derived } = record
  return {
    id,
    standing: derived.standing,
    isOwn: asserted_by === payer || on_behalf_of === payer,
    payee: String(payee),
    amount: must(amount),
    occurred_at: String(occurred_at),
    note: typeof note === 'string' ? note : '',
    settles,
  }
}
