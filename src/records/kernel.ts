import type { MemoryBudget } from '../base/memory-budget.ts'
import { dataFiles } from '../config/config.ts'
import type { OfficeKernel } from '../identity/kernel.ts'
import type { BaseKernel } from '../registry/kernel.ts'
import type { Jobs } from '../store/jobs/jobs.ts'
import { calendarOf } from '../words/calendar.ts'
import { Gate } from './gate/gate.ts'
import { makeSurroundings } from './gate/surroundings.ts'
import { Outlines } from './gate/verdicts.ts'
import { InferenceIntake } from './intake/inferences.ts'
import { Intake } from './intake/intake.ts'
import { MapFiles } from './plots/map-files.ts'
import { DaySheets } from './report/day-sheets.ts'

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

/** @param noteShown receives the number of records shown to a party by its own credentials */
export function makeRecordParts(base: BaseKernel, noteShown: (party: number, records: number) => void) {
  const { store, people, config } = base
  const outlines = new Outlines()
  store.onRollback(() => outlines.forget())
  const gate = new Gate(store, people, makeSurroundings(base, outlines), noteShown)
  return {
    gate,
    intake: new Intake(store, people, { ...config, graceDays: config.delegationGraceDays }),
    inferences: new InferenceIntake(store, (author, graph) => gate.inputsFor(author, graph), config),
    daySheets: new DaySheets(store, calendarOf(config)),
    maps: new MapFiles(dataFiles(config.data).maps),
  }
}
