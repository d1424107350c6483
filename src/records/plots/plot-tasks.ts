import { OperatorFault } from '../../base/problem.ts'
import { isValidGeometry, positionsIn } from '../../domain/geometry.ts'
import { boxesMeet, boxOf } from '../../domain/outline.ts'
import { overlap } from '../../domain/overlap.ts'
import { FRONT_OFFICE_PURPOSE, type FrontOfficePorts, frontOffice } from '../../identity/who.ts'
import type { Store } from '../../store/store.ts'
import type { Gate } from '../gate/gate.ts'
import type { CounterRecord } from '../record-tasks.ts'
import { recordJson } from '../views/record-view.ts'

/** What a clerk needs to draw a plot among its neighbours. */

export interface PlotTaskPorts extends FrontOfficePorts {
  readonly store: FrontOfficePorts['store'] & Pick<Store, 'records'>
  readonly gate: Pick<Gate, 'readerFor'>
}

/** As the flag compares: some milliseconds of work for any shapes. */
const MOST_CORNERS = 60_000
const MOST_NEIGHBOURS = 256

export const plotTasks = {
  /** The cooperative's plots, of anybody else than the holder, that an outline lies on. */
  'plot.under': (
    kernel: PlotTaskPorts,
    operator: string,
    { geometry, holder, plot }: { readonly geometry: object; readonly holder: string; readonly plot: string },
  ): { readonly plots: readonly CounterRecord[]; readonly isCrowded: boolean } => {
    const box = boxOf(geometry)
    if (box === null || positionsIn(geometry) > MOST_CORNERS || !isValidGeometry(geometry))
      throw new OperatorFault('That outline cannot be drawn.', 'Give a valid one.')
    const asker = frontOffice(kernel, operator)
    const reader = kernel.gate.readerFor(asker, FRONT_OFFICE_PURPOSE)
    const near = kernel.store.records.plotCells.near(
      box,
      asker.party,
      Number.MAX_SAFE_INTEGER,
      MOST_NEIGHBOURS,
    )
    const plots: CounterRecord[] = []
    let corners = 0
    for (const gated of reader.listed(near.seqs)) {
      const record = JSON.parse(recordJson(gated)) as CounterRecord
      const around = boxOf(record.geometry)
      if (record.type !== 'plot' || record.derived.standing !== 'tip' || around === null) continue
      if (record.holder === holder || record.plot === plot || !boxesMeet(box, around)) continue
      if (!isValidGeometry(record.geometry)) continue
      corners += positionsIn(record.geometry) + positionsIn(geometry)
      if (corners > MOST_CORNERS) return { plots, isCrowded: true }
      if (overlap(geometry, record.geometry)) plots.push(record)
    }
    return { plots, isCrowded: near.isCrowded }
  },
} as const
