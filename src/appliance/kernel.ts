import type { Figures } from '../domain/figures.ts'
import type { ObjectStore } from '../evidence/objects/store.ts'
import type { EvidenceRoom } from '../evidence/room.ts'
import type { ConnectionFigures } from '../http/connections.ts'
import type { WindowCounter } from '../http/limits.ts'
import type { Anchoring } from '../proofs/anchor/anchor-service.ts'
import type { AnchorKernel } from '../proofs/anchor/kernel.ts'
import type { ChangeFeedService } from '../records/sync/changes.ts'
import type { Jobs } from '../store/jobs/jobs.ts'
import type { Appearance } from './appearance/appearance.ts'
import type { ClockService } from './clock/clock-service.ts'
import type { TlsService } from './tls/tls-service.ts'

/** What tasks on the machine may use: every room, and the state of the running service. */
export interface MachineKernel extends AnchorKernel {
  readonly objects: ObjectStore
  readonly evidence: EvidenceRoom
  readonly appearance: Appearance
  readonly clockService: ClockService
  readonly tls: TlsService
  /** Set while the service is running. */
  readonly presence: {
    /** Start time and address; null while this program does not serve. */
    serving: { readonly sinceMs: number; readonly url: string } | null
  }
  readonly ports: Jobs & {
    readonly clock: () => number
    readonly changes: ChangeFeedService
    readonly readBytes: WindowCounter
    readonly connections: { readonly figures: ConnectionFigures }
    readonly readiness: () => Promise<Readonly<Record<string, string | null>>>
    readonly anchoring: () => Anchoring
    readonly freeBytes: () => number
    readonly figures: () => Figures | null
  }
}
