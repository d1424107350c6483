import type { MemoryBudget } from '../base/memory-budget.ts'
import type { Jobs } from '../http/jobs.ts'
import type { OfficeKernel } from '../identity/kernel.ts'
import type { Gate } from './gate/gate.ts'
import type { InferenceIntake } from './intake/inferences.ts'
import type { Intake } from './intake/intake.ts'
import type { MapFiles } from './plots/map-files.ts'
import type { DaySheets } from './report/day-sheets.ts'

/** What tasks on records may use: the one way in, the one way out, and what is remembered between them. */
export interface RecordKernel extends OfficeKernel {
  readonly gate: Gate
  readonly intake: Intake
  readonly inferences: InferenceIntake
  /** Null if no sums are remembered. */
  readonly daySheets: DaySheets | null
  readonly maps: MapFiles
  /** The memory budget of all replies and packs. */
  readonly memory: MemoryBudget
  readonly ports: Jobs
  readonly anchors: {
    makeBatch(): unknown
    /** Returns the inclusion proof of an entry; null while no root covers it. */
    inclusion(seq: number): object | null
  }
}
