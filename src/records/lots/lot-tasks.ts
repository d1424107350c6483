import { isId } from '../../domain/id.ts'
import { roundKg } from '../../domain/quantity.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import type { RecordTaskPorts } from '../record-tasks.ts'

/** What a clerk needs to form a lot, and to follow one. */

/** In one job. */
const MOST = 256

export interface DrawnLine {
  readonly id: string
  /** Null when it has none in kilograms. */
  readonly had_kg: number | null
  /** By lots, until now. */
  readonly drawn_kg: number
  /** What a lot may still draw; null when that is not known, below zero when more was drawn than there was. */
  readonly left_kg: number | null
}

export const lotTasks = {
  /** What lots drew so far from the cooperative's own records; others are left out, and so are those without a current version. */
  'lot.drawn': (kernel: RecordTaskPorts, operator: string, args: { readonly ids: readonly string[] }) => {
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
} as const
