import { possibleSubjects } from '../domain/derived/subjects.ts'
import type { Neighbourhood } from '../store/neighbourhood.ts'
import { ROLE, type StoredRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/**
 * Devices come back in any order, so a record may arrive after others that name it. This adds what then comes
 * to be known: who a loss (and its retraction) is about, and who is named as receiver of a lot. Rows are only
 * ever added, and the same ones whatever the order of arrival.
 */
export function propagate(store: Store, record: StoredRecord): void {
  if (record.type === 'lot') afterLot(store, record)
  else if (record.type === 'custody_transfer') afterTransfer(store, record)
}

function afterLot(store: Store, lot: StoredRecord): void {
  const world = store.neighbourhood()
  world.add(lot)
  const ids = world.chain(lot.root).map((version) => version.id)
  for (const named of world.naming('lot', ids)) {
    if (named.type === 'loss') {
      addSubjects(store, world, named)
      for (const retraction of world.naming('retracts', [named.id])) addSubjects(store, world, retraction)
    } else if (named.type === 'custody_transfer') {
      for (const version of world.chain(lot.root)) addReceiver(store, named, version)
    }
  }
}

function afterTransfer(store: Store, transfer: StoredRecord): void {
  const world = store.neighbourhood()
  const lot = world.byId(transfer.body.lot_id as string)
  if (lot?.type !== 'lot') return
  for (const version of world.chain(lot.root)) addReceiver(store, transfer, version)
}

function addSubjects(store: Store, world: Neighbourhood, record: StoredRecord): void {
  for (const subject of possibleSubjects(world, record))
    store.records.involve(store.parties.intern(subject), record, ROLE.subject)
}

/** Only a candidate: whether the transfer counts, and so opens the lot, is decided on every read. */
function addReceiver(store: Store, transfer: StoredRecord, lot: StoredRecord): void {
  store.records.involve(store.parties.intern(transfer.body.to_party as string), lot, ROLE.receiver)
}
