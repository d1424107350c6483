import { Problem } from '../../base/problem.ts'
import { partiesOf } from '../../domain/derived/own.ts'
import { chainOf, chainsNaming } from '../../domain/derived/standing.ts'
import type { Draft } from '../../domain/record.ts'
import type { Store } from '../../store/store.ts'

/** Most payments of one asserter, not retracted, that may pay one debt (contract §23): each costs those who read the debt. */
const MAX_PAYMENTS = 256
/** Most versions of payments of one asserter, whatever became of them, that may name one version of a debt. */
const MAX_STATEMENTS = 512

/**
 * Checks that a payment does not name a debt that its asserter named too often. What delegates assert for a party does not
 * count for that party: a delegate, even one whose mandate has ended, must not keep it from recording what it pays.
 * What it names and may not read is one id: a refusal must not reveal which ids are versions of one record.
 * @param speakers the asserter, and then the party asserted for, whose debts the payment may pay too
 * @param corrected the first version of the chain that the draft corrects, if any
 * @throws {Problem} too_many_payments
 */
export function checkPayments(
  store: Store,
  settles: NonNullable<Draft['settles']>,
  speakers: readonly [string, ...string[]],
  corrected: number | null,
): void {
  const ids = [...new Set(settles.map(({ record_id: id }) => id))]
  const parties = speakers.flatMap((name) => store.parties.find(name) ?? [])
  const [asserter] = speakers
  const asserting = store.parties.find(asserter)
  if (asserting === undefined) return
  const graph = store.recordGraph()
  // Records of others are not loaded: naming one takes the same work as naming none.
  const known = new Map(graph.addIds(graph.ownAmong(ids, parties)).map((record) => [record.id, record]))
  graph.prefetchStandings([...known.values()])
  const { mentions } = store.records
  for (const id of ids) {
    const root = known.get(id)?.root
    const isOwn = root !== undefined && speakers.some((party) => partiesOf(graph, root).has(party))
    const chain = isOwn ? chainOf(graph, root) : null
    const stated = mentions.countBy('settles', chain?.ids ?? [id], asserting, MAX_STATEMENTS)
    if (stated < MAX_PAYMENTS) continue
    const isFull = () =>
      chain !== null &&
      chainsNaming(graph, 'settles', chain, [asserter]).filter(
        ({ ends }) => ends[0]?.root !== corrected && ends[0]?.body.asserted_by === asserter,
      ).length >= MAX_PAYMENTS
    if (stated >= MAX_STATEMENTS || isFull()) throw new Problem('too_many_payments')
  }
}
