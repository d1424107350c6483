import { keysOf, ofEach } from '../base/typed.ts'
import type { PlainKey } from '../words/keys.ts'

/**
 * What the numbers of records measure. Each measure is a kind of field, and its row here is all that forms, sheets, papers
 * and pages need to know of it. The field page is bundled with this file, so it imports no schemas.
 */

/**
 * Largest quantity whose sums stay exact enough in a double. Smaller ones are stored, and at most flagged.
 */
export const MAX_QUANTITY = 1e12

export interface MeasureFacts {
  readonly most: number
  /** What a form says below the field. */
  readonly help: PlainKey
  /** What would be right, for a person whose text is no such number. */
  readonly right: PlainKey
  /** The fault of a cell whose number cannot be real, such as zero, and its remedy. */
  readonly unreal: readonly [what: PlainKey, remedy: PlainKey]
  /** Its name in the map of a sheet, if that is not the member's. */
  readonly nameInMap?: string
}

export const MEASURES = {
  hectares: {
    // More than anybody owns.
    most: 1e9,
    help: 'entry.hectaresHelp',
    right: 'reading.hectares',
    unreal: ['import.fault.notASize', 'import.fault.notASize.remedy'],
    nameInMap: 'area',
  },
} as const satisfies Readonly<Record<string, MeasureFacts>>

export type Measure = keyof typeof MEASURES

/** Makes the rows of the measures in a table of the kinds of fields. */
export const ofEachMeasure = <T>(make: (measure: Measure, facts: MeasureFacts) => T): Record<Measure, T> =>
  ofEach(keysOf(MEASURES), (measure) => make(measure, MEASURES[measure]))
