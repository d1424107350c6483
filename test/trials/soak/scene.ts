import type { Served } from '../common/served.ts'
import type { Ledger } from './ledger.ts'
import type { Memory } from './memory.ts'
import type { Operator } from './operator.ts'
import type { Cast } from './people.ts'
import type { Stop } from './stop.ts'
import type { Faults, Tally } from './tally.ts'

/** What everybody in a soak shares. */
export interface Scene {
  readonly seed: number
  /** A device rests for so long at most between two batches or two pulls, milliseconds. */
  readonly restMs: number
  readonly service: Served
  readonly operator: Operator
  readonly cast: Cast
  readonly ledger: Ledger
  /** What people tell one another about records that may not have been sent yet. */
  readonly hearsay: Memory
  /** Called once, when a batch sets out. */
  readonly onBatch: Set<() => void>
  readonly stop: Stop
  readonly faults: Faults
  readonly tally: Tally
}
