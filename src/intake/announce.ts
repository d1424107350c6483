import { receiversOf } from '../domain/derived/lot-owners.ts'
import { subjectsOf } from '../domain/derived/subjects.ts'
import { type RecordType, typeCode } from '../domain/types/index.ts'
import type { Neighbourhood } from '../store/neighbourhood.ts'
import type { StoredRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/**
 * Puts a new record into the changes of everybody who reads it as his own, and with it whatever it makes somebody's own
 * that was here before: a lot that a hand-over brings him, a loss that turns out to be about his lot. Devices come back
 * in any order, and a puller must not miss what it has long gone past (contract §10).
 *
 * @param involved parties that the new record names as subject, asserter or asserted for
 */
export function announce(
  store: Store,
  world: Neighbourhood,
  record: StoredRecord,
  involved: Iterable<number>,
): void {
  const parties = FOUND_BY_THE_LOT.has(record.type) ? ownersNow(store, world, record) : involved
  for (const party of parties) store.changes.add(party, typeCode(record.type), record.seq, record.seq)
  if (!MOVES_LOTS.has(record.type)) return
  const after = store.neighbourhood()
  const lots = lotsMovedBy(after, record)
  if (lots.length === 0) return
  const before = store.neighbourhood(record.seq - 1)
  for (const root of lots) {
    for (const affected of affectedBy(after, root)) {
      const had = affected.seq === record.seq ? NOBODY : ownersOf(before, affected)
      const subjects = subjectsOf(after, affected).parties
      for (const owner of ownersOf(after, affected)) {
        const party = store.parties.intern(owner)
        // What he asserted himself he has; but whom it is about opens it to those who hold his grant.
        const hadItAnyway = party === affected.assertedBy || party === affected.onBehalfOf
        if (had.has(owner) || (hadItAnyway && !subjects.includes(owner))) continue
        store.changes.addOnce(party, typeCode(affected.type), record.seq, affected.seq)
      }
    }
  }
}

/** Whom these are about, only the lot tells. */
const FOUND_BY_THE_LOT: ReadonlySet<RecordType> = new Set(['loss', 'retraction'])
/** What may change whose own a lot is. */
const MOVES_LOTS: ReadonlySet<RecordType> = new Set(['lot', 'custody_transfer', 'retraction'])
const NOBODY: ReadonlySet<string> = new Set()

function ownersNow(store: Store, world: Neighbourhood, record: StoredRecord): Set<number> {
  const owners = new Set([record.assertedBy])
  if (record.onBehalfOf !== null) owners.add(record.onBehalfOf)
  for (const id of subjectsOf(world, record).parties) owners.add(store.parties.intern(id))
  return owners
}

/** Roots of the lots whose hand-overs this record adds to, corrects or takes back. */
function lotsMovedBy(world: Neighbourhood, record: StoredRecord): number[] {
  const moving = record.type === 'retraction' ? world.byId(record.body.target_id as string) : record
  if (moving === undefined) return []
  if (moving.type === 'lot') return [moving.root]
  if (moving.type !== 'custody_transfer') return []
  const roots = new Set<number>()
  for (const version of world.chain(moving.root)) {
    const lot = world.byId(version.body.lot_id as string)
    if (lot?.type === 'lot') roots.add(lot.root)
  }
  return [...roots]
}

/** The lot itself, what was said to be lost of it, and what takes that back. */
function affectedBy(world: Neighbourhood, lotRoot: number): StoredRecord[] {
  const versions = world.chain(lotRoot)
  const losses = world
    .naming(
      'lot',
      versions.map(({ id }) => id),
    )
    .filter(({ type }) => type === 'loss')
  const takenBack = world.naming(
    'retracts',
    losses.map(({ id }) => id),
  )
  return [...versions, ...losses, ...takenBack]
}

/** Beside its asserter and the party asserted for, who have it from the start. */
function ownersOf(world: Neighbourhood, record: StoredRecord): ReadonlySet<string> {
  const owners = new Set(subjectsOf(world, record).parties)
  if (record.type === 'lot') for (const receiver of receiversOf(world, record.root)) owners.add(receiver)
  return owners
}
