import { possibleHandOvers } from '../../domain/derived/hand-overs.ts'
import { toParty } from '../../domain/derived/members.ts'
import type { StoredTransfer } from '../log/stored-record.ts'
import { RecordGraph } from './record-graph.ts'

/**
 * The record graph as it was at an earlier entry. The hand-overs that may have counted then are derived from
 * the records, because the stored rows describe the present state.
 */
export class PastRecordGraph extends RecordGraph {
  readonly #derived = new Map<number, readonly StoredTransfer[]>()

  override handOvers(lotRoot: number): readonly StoredTransfer[] {
    let handOvers = this.#derived.get(lotRoot)
    if (handOvers === undefined) {
      // The record that another one names as its lot may not be a lot.
      const isLot = this.bySeq(lotRoot)?.type === 'lot'
      handOvers = isLot ? (possibleHandOvers(this, lotRoot) as readonly StoredTransfer[]) : []
      this.#derived.set(lotRoot, handOvers)
    }
    return handOvers
  }

  override mayHaveReceived(party: string, lotRoot: number): boolean {
    return this.handOvers(lotRoot).some((handOver) => toParty(handOver) === party)
  }
}
