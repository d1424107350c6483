import { RECORD_TYPES } from '../../../../src/domain/types/index.ts'
import type { ListFilter } from '../../../../src/records/gate/reader.ts'

/** A list of every record that stands. */
export const EVERY_RECORD: ListFilter = {
  types: RECORD_TYPES,
  subject: null,
  lotId: null,
  obligationId: null,
  fromMs: -Number.MAX_SAFE_INTEGER,
  toMs: Number.MAX_SAFE_INTEGER,
  standing: 'tip',
  order: 'newest',
}
