import { isId } from '../../domain/id.ts'
import { roundKg } from '../../domain/quantity.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import type { RecordKernel } from '../kernel.ts'

/** Tasks for a clerk who forms or follows a lot. */

/** Maximum records looked up in one job. */
const MOST = 256

export interface DrawnLine {
  readonly id: string
  /** Mass of the record; null if it has none in kilograms. */
  readonly had_kg: number | null
  /** Mass that lots have drawn from the record so far. */
  readonly drawn_kg: number
  /** Mass that lots may still draw; null if unknown, below zero if more was drawn than there was. */
  readonly left_kg: number | null
}

export const lotTasks = tasksOn<RecordKernel>()({
  /**
   * Returns what lots have drawn so far from the cooperative's own records. Leaves out records of others, and
   * those without a current version.
   */
  'lot.drawn': (kernel, operator, args: { readonly ids: readonly string[] }) => {
    const reader = kernel.gate.readerFor(frontOffice(kernel, operator), FRONT_OFFICE_PURPOSE)
    const drawn = reader.drawnFrom(args.ids.filter(isId).slice(0, MOST))
    return {
      drawn: drawn.map(
        ({ record, hadKg, drawnKg }): DrawnLine => ({
          id: record.id,
          had_kg: hadKg,
          drawn_kg: drawnKg,
          left_kg: hadKg === null ? null : roundKg(hadKg - drawnKg),
        }),
      ),
    }
  },
})
