import { must } from '../../base/typed.ts'
import { standingOf } from '../../domain/derived/standing.ts'
import type { DerivedInference, StaleReason } from '../../domain/inference.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { Store } from '../../store/store.ts'
import type { StoredInference } from '../../store/tables/inferences.ts'

/** An inference over more contested records than this counts as forked without examining them. */
const LOOKED_AT = 256

/** What the reader may still read. */
export interface Readable {
  mayReadRecord(record: StoredRecord): boolean
  mayReadInference(inference: StoredInference): boolean
}

/**
 * Returns whether an inference is out of date, with the most serious reason. Only records under it that the
 * reader may still read are examined, so that no one learns of corrections after a consent has ended. If
 * something is not readable and nothing readable is out of date, the answer is unknown. The intake limits how
 * many records there are (`INFERENCE_LIMITS`).
 */
export function staleOf(
  store: Store,
  world: RecordGraph,
  inference: StoredInference,
  readable: Readable,
): Pick<DerivedInference, 'stale' | 'stale_reason'> {
  const { records, isAllReadable } = under(store, world, inference, readable)
  const reason = staleReasonOf(store, world, records)
  if (reason !== null) return { stale: true, stale_reason: reason }
  return isAllReadable
    ? { stale: false, stale_reason: null }
    : { stale: null, stale_reason: 'input_not_readable' }
}

/**
 * Returns the readable observations under an inference. Nothing behind an inference that the reader may not
 * read is examined.
 */
function under({ inferences }: Store, world: RecordGraph, { seq }: StoredInference, readable: Readable) {
  const seen = new Set<number>()
  const records: number[] = []
  let isAllReadable = true
  for (let level = [seq]; level.length > 0; ) {
    const inputs = inferences.inputsOf(level).filter((input) => !seen.has(input))
    for (const input of inputs) seen.add(input)
    const observations = new Map(world.addSeqs(inputs).map((record) => [record.seq, record]))
    level = []
    for (const input of inputs) {
      const record = observations.get(input)
      const isShown =
        record === undefined
          ? readable.mayReadInference(must(inferences.bySeq(input)))
          : readable.mayReadRecord(record)
      if (!isShown) isAllReadable = false
      else if (record === undefined) level.push(input)
      else records.push(input)
    }
  }
  return { records, isAllReadable }
}

function staleReasonOf(
  { inferences }: Store,
  world: RecordGraph,
  records: readonly number[],
): StaleReason | null {
  if (inferences.isAnyRetracted(records)) return 'input_retracted'
  const contested = inferences.contestedAmong(records, LOOKED_AT + 1)
  if (contested.length > LOOKED_AT) return 'input_forked'
  if (world.addSeqs(contested).some((record) => standingOf(world, record) === 'forked')) return 'input_forked'
  return inferences.isAnySuperseded(records) ? 'input_superseded' : null
}
