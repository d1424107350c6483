import { recordsShowing, shownByTypes } from '../../domain/derived/shown-in.ts'
import { typeCode } from '../../domain/types/index.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import { againBehind } from '../../store/tables/changes.ts'
import type { AccessEvaluation, GateCore } from './core.ts'
import type { Turn } from './turns.ts'

/** Which records show something of another one, so that copies of them are out of date when that one opens or closes. */

/**
 * Whether a turn may have changed what others show of a record that the puller may not read: that it once could is why they showed
 * it, and consent to the type of such another is enough to know when and how it happened.
 */
export function isShownOtherwise(
  turn: Turn,
  { mayKnowFrom }: AccessEvaluation,
  record: StoredRecord,
  subjects: readonly number[],
): boolean {
  return (
    turn.couldRead(record, subjects, record.type) ||
    shownByTypes(record.type).some((as) =>
      mayKnowFrom(as, record.id) ? turn.brings(record, subjects, as) : turn.couldRead(record, subjects, as),
    )
  )
}

/**
 * Returns the numbers of the records that may show something of this one, in order. Whether they may be read is not decided.
 * @param opensLots whether some grant opens lots: its own lots show a reader all inputs
 */
export function whatShows(
  gate: GateCore,
  access: AccessEvaluation,
  record: StoredRecord,
  opensLots: boolean,
): readonly number[] {
  const isAlone = access.isAlone(record)
  const showing = [...recordsShowing(access.world, record, isAlone)].map(({ seq }) => seq)
  return sorted([...showing, ...(isAlone || !opensLots ? [] : lotsOf(gate, record))])
}

/**
 * Returns the same of a record that is new, among earlier ones: lots that named it before it arrived; and what it corrects, if that
 * does not come again because its standing changed.
 */
export function whatShowsNew(
  gate: GateCore,
  access: AccessEvaluation,
  record: StoredRecord,
  opensLots: boolean,
): readonly number[] {
  const { body, seq } = record
  if (body.supersedes === undefined && (!opensLots || access.isAlone(record))) return NONE
  const parent = body.supersedes === undefined ? undefined : access.world.byId(body.supersedes)
  const isUntold = parent !== undefined && !comesAgainBehind(gate, parent, seq)
  const lots = opensLots ? lotsOf(gate, record).filter((lot) => lot < seq) : NONE
  return sorted([...lots, ...(isUntold ? [parent.seq] : [])])
}

const NONE: readonly number[] = []

const sorted = (seqs: readonly number[]) => [...new Set(seqs)].sort((a, b) => a - b)

/**
 * Returns lots that name it, whatever its type: they show its id even where nothing can be drawn from it. Those of strangers too: each
 * costs its number here, and a decision later.
 */
const lotsOf = ({ store }: GateCore, { id }: StoredRecord): readonly number[] =>
  store.records.mentions.byAnybody('input', [id], Number.MAX_SAFE_INTEGER)

function comesAgainBehind(
  { store }: GateCore,
  { seq, type, assertedBy }: StoredRecord,
  cause: number,
): boolean {
  const place = againBehind(cause, seq)
  const before = { at: place.at, seq: place.seq - 1 }
  return store.changes.after(assertedBy, typeCode(type), before, cause, 1)[0]?.seq === place.seq
}
