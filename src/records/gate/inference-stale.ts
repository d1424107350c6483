import { must } from '../../base/typed.ts'
import { standingOf } from '../../domain/derived/standing.ts'
import type { DerivedInference, StaleReason } from '../../domain/inference.ts'
import type { StoredInference } from '../../store/inferences.ts'
import type { RecordGraph } from '../../store/record-graph.ts'
import type { StoredRecord } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'

/** With more contested records than this under it, an inference counts as forked without further look. */
const LOOKED_AT = 256

/** What the reader may still read. */
export interface Readable {
  mayReadRecord(record: StoredRecord): boolean
  mayReadInference(inference: StoredInference): boolean
}

/**
 * Is an inference out of date, and why: the gravest reason. Only what the reader may still read under it is looked at, so that
 * nobody learns of corrections after a consent has ended: where something is not readable and nothing readable is out of
 * date, it is not known. Intake limits how much there is (`INFERENCE_LIMITS`).
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

/** The observations under an inference, by what the reader may read alone: behind an inference that is hidden nothing is looked at. */
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
