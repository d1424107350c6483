import { mayHandOver } from '../../domain/derived/hand-overs.ts'
import { receiversOf } from '../../domain/derived/lot-owners.ts'
import { holdersOf } from '../../domain/derived/members.ts'
import { MemoizedGraph } from '../../domain/derived/memoized-graph.ts'
import { standingsChangedBy } from '../../domain/derived/standing.ts'
import { subjectsOf } from '../../domain/derived/subjects.ts'
import type { World } from '../../domain/derived/world.ts'
import { maySubjectsComeLater, typeCode } from '../../domain/types/index.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import type { Tell } from '../../store/log/record-rows.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import { againBehind } from '../../store/tables/changes.ts'
import type { LogState } from './state.ts'

export interface Announced {
  readonly record: StoredRecord
  /** Parties that the record names as subject, asserter or principal. */
  readonly involved: Iterable<number>
  /** Whether the record may have changed who owns a lot. */
  readonly mayMoveLots: boolean
  readonly tell: Tell
  /**
   * Receives each party that a loss or its retraction is now known to be about. Inferences over it are then
   * about that party too.
   */
  readonly alsoAbout: (source: number, party: number) => void
}

/**
 * Adds a new record to the changes of every party that reads it as its own, together with earlier records
 * that it makes a party's own: a lot received in a hand-over, a loss now known to be about that party's lot.
 * Devices sync in any order, and a puller must not miss records that it has already passed (contract §10). Behind it, the versions
 * whose standing it changed come again, so that no copy goes on showing the former one (§21).
 */
export function changesBy(state: LogState, announced: Announced): void {
  const { record, involved, mayMoveLots, tell } = announced
  const own = maySubjectsComeLater(record.type) ? ownersNow(state, state.here(), record) : new Set(involved)
  const change = changeOf(record, record)
  for (const party of own) tell('change', [party, ...change])
  tellStandings(state, announced)
  if (!mayMoveLots) return
  const rows = state.world(record.seq)
  const moved = movedBy(rows, record)
  if (moved.lots.length === 0) return
  const after = new MemoizedGraph(rows)
  const before = new MemoizedGraph(state.world(record.seq - 1))
  for (const root of moved.lots) {
    const had = root < record.seq ? lotOwners(before, root) : NOBODY
    const has = lotOwners(after, root)
    const speakers = moved.holdersToo ? new Set([...had, ...has]) : had.symmetricDifference(has)
    for (const affected of affectedBy(rows, root, speakers))
      for (const party of whoseReadingChanged(state, before, after, affected, announced))
        if (affected.seq !== record.seq || !own.has(party))
          tell('change', [party, ...changeOf(record, affected)])
  }
}

function tellStandings(state: LogState, { record, tell }: Announced): void {
  const { type, root, seq } = record
  if ((root === seq && type !== 'retraction') || seq <= state.standingsSince) return
  const world = state.world(seq)
  // The versions of a lot have the same hand-overs.
  const rules = new MemoizedGraph(world)
  for (const version of standingsChangedBy(rules, record)) {
    const changed = world.bySeq(version.seq)
    if (changed === undefined) continue
    const place = againBehind(seq, changed.seq)
    const owners = [...ownersOf(rules, changed)].map((id) => state.party(id))
    for (const party of new Set([...speakersOf(changed), ...owners]))
      tell('change', [party, typeCode(changed.type), place.at, place.seq, changed.occurredAtMs])
  }
}

/** Returns the row of a change, without the party that it is for. */
const changeOf = (by: StoredRecord, { type, seq, occurredAtMs }: StoredRecord) =>
  [typeCode(type), by.seq, seq, occurredAtMs] as const

/**
 * Returns the parties that start or stop reading the affected record as their own with the new record. If the
 * subjects of the affected record changed, it also returns all earlier and present subjects, whose grants a
 * read needed or needs.
 */
function whoseReadingChanged(
  state: LogState,
  before: World,
  after: World,
  affected: StoredRecord,
  { record, alsoAbout }: Announced,
): Set<number> {
  const isOlder = affected.seq !== record.seq
  const had = isOlder ? ownersOf(before, affected) : NOBODY
  const has = ownersOf(after, affected)
  const subjects = new Set(subjectsOf(after, affected).parties)
  const changed = new Set<string>()
  if (isOlder && maySubjectsComeLater(affected.type)) {
    const known = new Set(subjectsOf(before, affected).parties)
    for (const id of subjects) if (!known.has(id)) alsoAbout(affected.seq, state.party(id))
    if (known.symmetricDifference(subjects).size > 0) for (const id of known.union(subjects)) changed.add(id)
  }
  for (const owner of had.symmetricDifference(has)) {
    // The asserter reads it anyway. But if the asserter becomes a subject, the record opens to those who hold
    // the asserter's grant.
    const party = state.party(owner)
    const hasItAnyway = party === affected.assertedBy || party === affected.onBehalfOf
    if (!hasItAnyway || subjects.has(owner)) changed.add(owner)
  }
  const isOpened = (owner: string) => has.has(owner) && !had.has(owner)
  const kept = record.seq > state.closingsSince ? changed : [...changed].filter(isOpened)
  return new Set([...kept].map((id) => state.party(id)))
}

const NOBODY: ReadonlySet<string> = new Set()

const speakersOf = ({ assertedBy, onBehalfOf }: StoredRecord): number[] =>
  onBehalfOf === null ? [assertedBy] : [assertedBy, onBehalfOf]

function ownersNow(state: LogState, world: RecordGraph, record: StoredRecord): Set<number> {
  const owners = new Set(speakersOf(record))
  for (const id of subjectsOf(world, record).parties) owners.add(state.party(id))
  return owners
}

interface Moved {
  /** Roots of the lots whose countable hand-overs or holders this record adds, corrects or retracts. */
  readonly lots: readonly number[]
  /** Whether the record may change the holders that the lot itself states. */
  readonly holdersToo: boolean
}

function movedBy(world: RecordGraph, record: StoredRecord): Moved {
  const moving = record.type === 'retraction' ? world.byId(record.body.target_id) : record
  if (moving?.type === 'lot') return { lots: [moving.root], holdersToo: true }
  if (moving?.type !== 'custody_transfer') return { lots: [], holdersToo: false }
  const roots = new Set<number>()
  for (const version of world.chain(moving.root)) {
    if (version.type !== 'custody_transfer') continue
    const lot = world.byId(version.body.lot_id)
    if (lot?.type === 'lot' && mayHandOver(world, version, lot)) roots.add(lot.root)
  }
  return { lots: [...roots], holdersToo: false }
}

/** Returns the parties that may report a loss of the lot. */
function lotOwners(world: World, root: number): ReadonlySet<string> {
  const owners = new Set([...receiversOf(world, root), ...holdersOf(world, root)])
  for (const { body } of world.chain(root)) {
    owners.add(body.asserted_by)
    if (body.on_behalf_of !== undefined) owners.add(body.on_behalf_of)
  }
  return owners
}

/**
 * Returns the versions of the lot, the losses that the speakers report of it, and the retractions of those
 * losses.
 * @param speakers new and former owners of the lot or, if its holders may have changed, all owners
 */
function affectedBy(world: RecordGraph, lotRoot: number, speakers: ReadonlySet<string>): StoredRecord[] {
  const versions = world.chain(lotRoot)
  const ids = versions.map(({ id }) => id)
  const losses = world.mentions('lot', ids, speakers).filter(({ type }) => maySubjectsComeLater(type))
  const takenBack = world.naming(
    'retracts',
    losses.map(({ id }) => id),
  )
  return [...versions, ...losses, ...takenBack]
}

/** Returns those who read the record as their own, apart from its asserter and principal, who always do. */
function ownersOf(world: World, record: StoredRecord): ReadonlySet<string> {
  const owners = new Set(subjectsOf(world, record).parties)
  if (record.type === 'lot') for (const receiver of receiversOf(world, record.root)) owners.add(receiver)
  return owners
}
