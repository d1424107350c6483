import { mayHandOver } from '../domain/derived/hand-overs.ts'
import { receiversOf } from '../domain/derived/lot-owners.ts'
import { RememberingWorld } from '../domain/derived/memo.ts'
import { subjectsOf } from '../domain/derived/subjects.ts'
import type { World } from '../domain/derived/world.ts'
import { type RecordType, typeCode } from '../domain/types/index.ts'
import type { Neighbourhood } from '../store/neighbourhood.ts'
import type { StoredRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

export interface Announced {
  readonly world: Neighbourhood
  readonly record: StoredRecord
  /** Parties that the new record names as subject, asserter or asserted for. */
  readonly involved: Iterable<number>
  /** What `propagate` found. */
  readonly mayMoveLots: boolean
  /** The record's own number, where others came after it. */
  readonly throughSeq: number | undefined
}

/**
 * Puts a new record into the changes of everybody who reads it as his own, and with it whatever it makes somebody's own
 * that was here before: a lot that a hand-over brings him, a loss that turns out to be about his lot. Devices come back
 * in any order, and a puller must not miss what it has long gone past (contract §10).
 */
export function announce(
  store: Store,
  { world, record, involved, mayMoveLots, throughSeq }: Announced,
): void {
  const parties = FOUND_BY_THE_LOT.has(record.type) ? ownersNow(store, world, record) : involved
  for (const party of parties) store.changes.add(party, typeCode(record.type), record.seq, record.seq)
  if (!mayMoveLots) return
  const rows = store.neighbourhood(throughSeq)
  const moved = movedBy(rows, record)
  if (moved.lots.length === 0) return
  const after = new RememberingWorld(rows)
  const before = new RememberingWorld(store.neighbourhood(record.seq - 1))
  for (const root of moved.lots) {
    const had = root < record.seq ? lotOwners(before, root) : NOBODY
    const newcomers = new Set([...lotOwners(after, root)].filter((owner) => !had.has(owner)))
    const speakers = moved.holdersToo ? lotOwners(after, root) : newcomers
    for (const affected of affectedBy(rows, root, speakers))
      announceTo(store, before, after, record, affected)
  }
}

/** To whoever reads the affected record as his own now, and did not before the new one came. */
function announceTo(
  store: Store,
  before: World,
  after: World,
  record: StoredRecord,
  affected: StoredRecord,
): void {
  const had = affected.seq === record.seq ? NOBODY : ownersOf(before, affected)
  const subjects = subjectsOf(after, affected).parties
  if (affected.seq !== record.seq)
    tellInferences(store, subjectsOf(before, affected).parties, subjects, affected)
  for (const owner of ownersOf(after, affected)) {
    const party = store.parties.intern(owner)
    // What he asserted himself he has; but whom it is about opens it to those who hold his grant.
    const hadItAnyway = party === affected.assertedBy || party === affected.onBehalfOf
    if (had.has(owner) || (hadItAnyway && !subjects.includes(owner))) continue
    store.changes.addOnce(party, typeCode(affected.type), record.seq, affected.seq)
  }
}

/** Inferences over a loss, or over what takes one back, are about whomever that turns out to be about. */
function tellInferences(
  store: Store,
  had: readonly string[],
  has: readonly string[],
  { type, seq }: StoredRecord,
): void {
  if (!FOUND_BY_THE_LOT.has(type)) return
  for (const subject of has)
    if (!had.includes(subject)) store.inferences.alsoAbout(seq, store.parties.intern(subject))
}

/** Whom these are about, only the lot tells. */
const FOUND_BY_THE_LOT: ReadonlySet<RecordType> = new Set(['loss', 'retraction'])
const NOBODY: ReadonlySet<string> = new Set()

function ownersNow(store: Store, world: Neighbourhood, record: StoredRecord): Set<number> {
  const owners = new Set([record.assertedBy])
  if (record.onBehalfOf !== null) owners.add(record.onBehalfOf)
  for (const id of subjectsOf(world, record).parties) owners.add(store.parties.intern(id))
  return owners
}

interface Moved {
  /** Roots of the lots whose hand-overs or holders this record adds to, corrects or takes back, as far as they may count. */
  readonly lots: readonly number[]
  /** It may change the holders that the lot itself states. */
  readonly holdersToo: boolean
}

function movedBy(world: Neighbourhood, record: StoredRecord): Moved {
  const moving = record.type === 'retraction' ? world.byId(record.body.target_id as string) : record
  if (moving?.type === 'lot') return { lots: [moving.root], holdersToo: true }
  if (moving?.type !== 'custody_transfer') return { lots: [], holdersToo: false }
  const roots = new Set<number>()
  for (const version of world.chain(moving.root)) {
    const lot = world.byId(version.body.lot_id as string)
    if (lot?.type === 'lot' && mayHandOver(world, version, lot)) roots.add(lot.root)
  }
  return { lots: [...roots], holdersToo: false }
}

/** Whoever may say what was lost of the lot. */
function lotOwners(world: World, root: number): ReadonlySet<string> {
  const owners = new Set(receiversOf(world, root))
  for (const { body } of world.chain(root)) {
    owners.add(body.holder as string)
    owners.add(body.asserted_by)
    if (body.on_behalf_of !== undefined) owners.add(body.on_behalf_of)
  }
  return owners
}

/**
 * The lot itself, what was said to be lost of it, and what takes that back.
 * @param speakers whose losses: those who came to own the lot or, where the holders have changed, all who own it
 */
function affectedBy(world: Neighbourhood, lotRoot: number, speakers: ReadonlySet<string>): StoredRecord[] {
  const versions = world.chain(lotRoot)
  const ids = versions.map(({ id }) => id)
  const losses = world.mentions('lot', ids, speakers).filter(({ type }) => type === 'loss')
  const takenBack = world.naming(
    'retracts',
    losses.map(({ id }) => id),
  )
  return [...versions, ...losses, ...takenBack]
}

/** Beside its asserter and the party asserted for, who have it from the start. */
function ownersOf(world: World, record: StoredRecord): ReadonlySet<string> {
  const owners = new Set(subjectsOf(world, record).parties)
  if (record.type === 'lot') for (const receiver of receiversOf(world, record.root)) owners.add(receiver)
  return owners
}
