import { possibleHandOvers } from '../domain/derived/hand-overs.ts'
import { toParty } from '../domain/derived/members.ts'
import { RecordGraph } from './record-graph.ts'
import type { StoredTransfer } from './stored-record.ts'

/**
 * The records as they stood at an entry. Which hand-overs might count then is worked out from the records, since the stored
 * rows tell the present state.
 */
export class PastRecordGraph extends RecordGraph {
  readonly #worked = new Map<number, readonly StoredTransfer[]>()

  override handOvers(lotRoot: number): readonly StoredTransfer[] {
    let handOvers = this.#worked.get(lotRoot)
    if (handOvers === undefined) {
      // A record may name something as its lot that is not a lot.
      const isLot = this.bySeq(lotRoot)?.type === 'lot'
      handOvers = isLot ? (possibleHandOvers(this, lotRoot) as readonly StoredTransfer[]) : []
      this.#worked.set(lotRoot, handOvers)
    }
    return handOvers
  }

  override mayHaveReceived(party: string, lotRoot: number): boolean {
    return this.handOvers(lotRoot).some((handOver) => toParty(handOver) === party)
  }
}
