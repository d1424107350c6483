import { fromJson } from '../../base/typed.ts'
import { isValidGeometry, positionsIn } from '../../domain/geometry.ts'
import { boxesMeet, boxOf } from '../../domain/outline.ts'
import { overlap } from '../../domain/overlap.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { RecordKernel } from '../kernel.ts'
import type { CounterRecord } from '../record-tasks.ts'
import { recordJson } from '../views/record-view.ts'

/** Tasks for a clerk who draws a plot among its neighbours. */

/** Maximum corners compared, as for the flag: some milliseconds of work for any shapes. */
const MOST_CORNERS = 60_000
const MOST_NEIGHBOURS = 256
/** Maximum plots shown, the newest first. */
const MOST_SHOWN = 16

export const plotTasks = tasksOn<RecordKernel>()({
  /** Returns the cooperative's plots, of other holders, that an outline overlaps. */
  'plot.under': (
    kernel,
    operator,
    { geometry, holder, plot }: { readonly geometry: object; readonly holder: string; readonly plot: string },
  ): { readonly plots: readonly CounterRecord[]; readonly isCrowded: boolean } => {
    const box = boxOf(geometry)
    if (box === null || positionsIn(geometry) > MOST_CORNERS || !isValidGeometry(geometry))
      throw new OperatorFault(...withRemedy('plots.undrawable'))
    const asker = frontOffice(kernel, operator)
    const { records } = kernel.store
    const near = records.plotCells.near(box, asker.party, Number.MAX_SAFE_INTEGER, MOST_NEIGHBOURS)
    const under: number[] = []
    let corners = 0
    for (const seq of near.seqs.toSorted((a, b) => b - a)) {
      const found = records.bySeq(seq)
      if (found?.type !== 'plot' || found.body.holder === holder || found.body.plot === plot) continue
      const around = boxOf(found.body.geometry)
      if (around === null || !boxesMeet(box, around) || !isValidGeometry(found.body.geometry)) continue
      corners += positionsIn(found.body.geometry) + positionsIn(geometry)
      if (corners > MOST_CORNERS) break
      if (overlap(geometry, found.body.geometry)) under.push(seq)
    }
    // Earlier versions are still among them. The gate decides on at most `MOST_SHOWN`, since it works out the
    // flags of each plot.
    const reader = kernel.gate.readerFor(asker, FRONT_OFFICE_PURPOSE)
    const plots = reader
      .listed(under.slice(0, MOST_SHOWN))
      .map((gated) => fromJson<CounterRecord>(recordJson(gated)))
      .filter(({ derived }) => derived.standing === 'tip')
    return { plots, isCrowded: near.isCrowded || corners > MOST_CORNERS || under.length > MOST_SHOWN }
  },
})
