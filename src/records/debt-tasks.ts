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

  /** Returns the payments, in every version, with one of these numbers that an operator gave (`paymentsNamed`). */
  'payment.named': (kernel, operator, { references }: { readonly references: readonly string[] }) => ({
    records: paymentsNamed(kernel, operator, references),
  }),
})

/** Returns the payments that the cooperative may read with one of these numbers. Call it inside a job. */
export function paymentsNamed(
  kernel: RecordKernel,
  operator: string,
  references: readonly string[],
): CounterRecord[] {
  const { store, gate } = kernel
  const asker = frontOffice(kernel, operator)
  const seqs = store.records.paymentReferences.seqs(references.map(referenceKey), asker.party)
  const readable = gate.readerFor(asker, FRONT_OFFICE_PURPOSE).listed(seqs)
  return readable.map((gated) => fromJson<CounterRecord>(recordJson(gated)))
}
