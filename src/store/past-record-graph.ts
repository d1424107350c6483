import { possibleHandOvers } from '../domain/derived/hand-overs.ts'
import { toParty } from '../domain/derived/members.ts'
import { RecordGraph } from './record-graph.ts'
import type { StoredTransfer } from './stored-record.ts'

/**
 * The records as they were at an entry. Derives from the records which hand-overs might have counted then, because the
 * stored rows show the current state.
 */
export class PastRecordGraph extends RecordGraph {
  readonly #worked = new Map<number, readonly StoredTransfer[]>()

  override handOvers(lotRoot: number): readonly StoredTransfer[] {
    let handOvers = this.#worked.get(lotRoot)
    if (handOvers === undefined) {
      // A transfer may name a record as its lot that is not a lot.
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
