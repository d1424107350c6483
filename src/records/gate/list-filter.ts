import type { Standing } from '../../domain/derived/standings.ts'
import { descriptors, RECORD_TYPES, type RecordType } from '../../domain/types/index.ts'
import type { Order } from './streams.ts'

/** Which of the readable records a list should show. */
export interface ListFilter {
  readonly types: readonly RecordType[]
  readonly subject: string | null
  readonly lotId: string | null
  readonly obligationId: string | null
  /** Events from `fromMs` (inclusive) to `toMs` (exclusive), in milliseconds. */
  readonly fromMs: number
  readonly toMs: number
  readonly standing: Standing | 'any'
  readonly order: Order
  /** Leaves out records that the reader reads as its own. */
  readonly isOthersOnly?: boolean
  /**
   * Whose word. `others`: what others state about the reader, without what grants open. `parties`: what one of a record's
   * parties, or the reader, stated or confirmed; with another party as `subject`, only what these two did. What strangers
   * state is then not read.
   */
  readonly word?: 'others' | 'parties'
}

const typesWith = (member: string): ReadonlySet<RecordType> =>
  new Set(RECORD_TYPES.filter((type) => member in descriptors[type].fields))
const NAMING_A_LOT = typesWith('lot_id')
const NAMING_AN_OBLIGATION = typesWith('obligation_id')

/** Returns the requested types whose records can name the requested lot or obligation; others are skipped. */
export function fittingTypes({ types, lotId, obligationId }: ListFilter): readonly RecordType[] {
  return types.filter(
    (type) =>
      (lotId === null || NAMING_A_LOT.has(type)) && (obligationId === null || NAMING_AN_OBLIGATION.has(type)),
  )
}
