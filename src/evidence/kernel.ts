import type { RecordKernel } from '../records/kernel.ts'
import type { EvidenceRoom } from './room.ts'

/** What tasks on pictures may use. */
export interface EvidenceKernel extends RecordKernel {
  readonly evidence: EvidenceRoom
}
