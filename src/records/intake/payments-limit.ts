import { Problem } from '../../base/problem.ts'
import { partiesOf } from '../../domain/derived/own.ts'
import { chainOf, chainsNaming } from '../../domain/derived/standing.ts'
import type { Draft } from '../../domain/record.ts'
import type { Store } from '../../store/store.ts'

/** Most payments of one party, not retracted, that may pay one debt (contract §23): each costs those who read the debt. */
const MAX_PAYMENTS = 256
/** Most versions of payments of one party, whatever became of them, that may name one version of a debt. */
const MAX_STATEMENTS = 512

/**
 * Checks that a payment does not name a debt that its asserter, or the party asserted for, named too often.
 * What it names and may not read is one id: a refusal must not reveal which ids are versions of one record.
 * @param speakers the asserter and the party asserted for
 * @param corrected the first version of the chain that the draft corrects, if any
 * @throws {Problem} too_many_payments
 */
export function checkPayments(
  store: Store,
  settles: NonNullable<Draft['settles']>,
  speakers: readonly string[],
  corrected: number | null,
): void {
  const ids = [...new Set(settles.map(({ record_id: id }) => id))]
  const people = speakers.flatMap((name) => {
    const party = store.parties.find(name)
    return party === undefined ? [] : [{ name, party }]
  })
  const graph = store.recordGraph()
  // Records of others are not loaded: naming one takes the same work as naming none.
  const known = new Map(
    graph
      .addIds(
        graph.ownAmong(
          ids,
          people.map(({ party }) => party),
        ),
      )
      .map((record) => [record.id, record]),
  )
  graph.prefetchStandings([...known.values()])
  const { mentions } = store.records
  for (const id of ids) {
    const root = known.get(id)?.root
    const isOwn = root !== undefined && speakers.some((party) => partiesOf(graph, root).has(party))
    const chain = isOwn ? chainOf(graph, root) : null
    for (const { name, party } of people) {
      const stated = mentions.countBy('settles', chain?.ids ?? [id], party, MAX_STATEMENTS)
      if (stated < MAX_PAYMENTS) continue
      const isFull = () =>
        chain !== null &&
        chainsNaming(graph, 'settles', chain, [name]).filter(({ ends }) => ends[0]?.root !== corrected)
          .length >= MAX_PAYMENTS
      if (stated >= MAX_STATEMENTS || isFull()) throw new Problem('too_many_payments')
    }
  }
}
