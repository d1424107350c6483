import { fromJson } from '../base/typed.ts'
import { tipsOf } from '../domain/derived/standing.ts'
import { referenceKey } from '../domain/payment.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../identity/who.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { RecordKernel } from './kernel.ts'
import type { CounterRecord } from './record-tasks.ts'
import { recordJson } from './views/record-view.ts'

export const debtTasks = tasksOn<RecordKernel>()({
  /**
   * Returns the current version of each of these records, by the id asked for; none where the cooperative may not read
   * it, it was retracted, or its corrections contradict each other.
   */
  'record.current': (kernel, operator, args: { readonly ids: readonly string[] }) => {
    const { store, gate } = kernel
    const reader = gate.readerFor(frontOffice(kernel, operator), FRONT_OFFICE_PURPOSE)
    const graph = store.recordGraph()
    const found = graph.addSeqs(store.records.byIds(args.ids).map(({ seq }) => seq))
    graph.prefetchStandings(found)
    return {
      records: found.flatMap(({ id, root }) => {
        const [tip] = tipsOf(graph, root)
        const gated = tip === undefined ? null : reader.one(tip.id)
        return gated === null ? [] : [{ id, record: fromJson<CounterRecord>(recordJson(gated)) }]
      }),
    }
  },

  /** Returns the cooperative's payments with one of these numbers that an operator gave (`paymentsNamed`). */
  'payment.named': (kernel, operator, { references }: { readonly references: readonly string[] }) =>
    paymentsNamed(kernel, operator, references, frontOffice(kernel, operator).partyId),
})

interface NamedPayments {
  /** In every version, by or for the payer or the cooperative: a number is a key among these. */
  readonly records: readonly CounterRecord[]
  /** Current ones of other parties, a few of each number that the others do not have. They hold up nothing. */
  readonly others: readonly CounterRecord[]
}

/** Returns the payments of a payer with one of these numbers that the cooperative may read. Call it inside a job. */
export function paymentsNamed(
  kernel: RecordKernel,
  operator: string,
  references: readonly string[],
  payer: string,
): NamedPayments {
  const { store, gate } = kernel
  const asker = frontOffice(kernel, operator)
  const reader = gate.readerFor(asker, FRONT_OFFICE_PURPOSE)
  const read = (seqs: readonly number[]) =>
    reader.listed(seqs).map((gated) => fromJson<CounterRecord>(recordJson(gated)))
  const { paymentReferences } = store.records
  const by = [...new Set([asker.party, store.parties.find(payer) ?? asker.party])]
  const found = [...new Set(references.map(referenceKey))].map((key) => {
    const own = paymentReferences.of(key, payer, by)
    return { own, others: own.length > 0 ? [] : paymentReferences.some(key) }
  })
  return {
    records: read(found.flatMap(({ own }) => own)),
    others: read(found.flatMap(({ others }) => others)).filter(
      (one) => one.payer === payer && (one.derived.standing === 'tip' || one.derived.standing === 'forked'),
    ),
  }
}
