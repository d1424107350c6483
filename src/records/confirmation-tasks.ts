import { fromJson } from '../base/typed.ts'
import { type SignatureObstacle, signatureObstacle } from '../domain/correction.ts'
import {
  type Agreed,
  chosenConfirmation,
  confirmationsOf,
  confirmedBy,
} from '../domain/derived/confirmation.ts'
import { isConfirmableType } from '../domain/types/index.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../identity/who.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { StoredRecord } from '../store/log/stored-record.ts'
import { confirmedOf } from './intake/confirmed.ts'
import type { RecordKernel } from './kernel.ts'
import { type CounterRecord, gatedFor } from './record-tasks.ts'
import { recordJson } from './views/record-view.ts'

/** A party of a record that can be confirmed. */
export interface Confirmer {
  readonly party: string
  /** How it has agreed to this version. */
  readonly agreed: Agreed
  /** What keeps it from signing on paper; null if it may. */
  readonly obstacle: SignatureObstacle | null
}

export const confirmationTasks = tasksOn<RecordKernel>()({
  /**
   * Returns the confirmations of exactly this version that are not retracted, the id of the one that counts, and its
   * parties, with who could sign for it on paper.
   */
  'record.confirmations': (kernel, operator, { id }: { readonly id: string }) => {
    const { store } = kernel
    const { record } = gatedFor(kernel, operator, id)
    if (!isConfirmableType(record.type)) return { confirmations: [], counts: null, confirmers: [] }
    const world = store.recordGraph()
    const reader = kernel.gate.readerFor(frontOffice(kernel, operator), FRONT_OFFICE_PURPOSE)
    const confirmations = confirmationsOf(world, record).flatMap((one) => {
      const gated = reader.one(one.id)
      return gated === null ? [] : [fromJson<CounterRecord>(recordJson(gated))]
    })
    const counts = chosenConfirmation(world, record)?.id ?? null
    return { confirmations, counts, confirmers: confirmersOf(kernel, record) }
  },

  /** Returns the media type of a picture that is kept here; null if no picture with this hash has arrived. */
  'record.picture': ({ store }, _operator, { sha256 }: { readonly sha256: string }) => ({
    media_type: store.evidence.named(sha256)[0]?.mediaType ?? null,
  }),
})

/** Returns the parties of a record, and whether each could sign for it on paper. Call it inside a job. */
export function confirmersOf({ store, gate }: RecordKernel, record: StoredRecord): readonly Confirmer[] {
  const world = store.recordGraph()
  const confirmed = confirmedOf(world, record)
  return confirmed.parties.map((party) => {
    const n = store.parties.find(party)
    const isPerson = n === undefined || gate.isNaturalPerson(n)
    return {
      party,
      agreed: confirmedBy(world, record, party),
      obstacle: signatureObstacle(party, isPerson, confirmed),
    }
  })
}
