import { must } from '../../base/typed.ts'
import { handOversFrom, mayHandOver, possibleHandOvers } from '../../domain/derived/hand-overs.ts'
import { holdersOf, toParty } from '../../domain/derived/members.ts'
import { possibleSubjects } from '../../domain/derived/subjects.ts'
import type { Transfer, Version } from '../../domain/derived/world.ts'
import { maySubjectsComeLater, type RecordBody } from '../../domain/types/index.ts'
import { RELATIONS } from '../../domain/types/relations.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import { ROLE } from '../../store/log/record-tables.ts'
import type { StoredRecord, StoredRecordOf, StoredTransfer } from '../../store/log/stored-record.ts'
import type { Store } from '../../store/store.ts'

/**
 * Adds the rows that earlier records gain through this one: which hand-overs of a lot may count, who is named
 * as its receiver, and whom a loss and its retraction are about. Devices sync in any order, so a record may
 * arrive after others that name it. Rows are only added, and any order of arrival leads to the same rows.
 * Statements of strangers about the lot are not examined.
 *
 * @param throughSeq the record's own number, if later records exist
 * @returns whether the record may have changed who owns a lot
 */
export function propagate(store: Store, record: StoredRecord, throughSeq?: number): boolean {
  if (record.type === 'lot') return afterLot(store, record, throughSeq)
  // A correction may take back what the corrected version handed over.
  if (record.type === 'custody_transfer') return afterTransfer(store, record, throughSeq) || record.depth > 1
  return record.type === 'retraction'
}

function afterLot(store: Store, lot: StoredRecordOf<'lot'>, throughSeq?: number): boolean {
  const world = store.recordGraph(throughSeq)
  world.add(lot)
  const versions = world.chain(lot.root)
  const handOvers = possibleHandOvers(world, lot.root)
  for (const handOver of handOvers) noteHandOver(store, world, lot.root, handOver)
  const receivers = new Set(handOvers.map(toParty))
  addReceivers(store, receivers, versions)
  const losses = addLosses(store, world, versions, new Set([...receivers, ...statedBy(versions)]))
  return lot.depth > 1 || handOvers.length > 0 || losses > 0
}

function afterTransfer(store: Store, transfer: StoredTransfer, throughSeq?: number): boolean {
  const world = store.recordGraph(throughSeq)
  const lot = world.near(transfer.body.lot_id)
  // Examined even if there is no such lot, so that the work done does not reveal whether there is.
  const mayCount = lot !== undefined && mayHandOver(world, transfer, lot)
  if (!mayCount || lot.id !== transfer.body.lot_id || lot.type !== 'lot') return false
  const receiver = toParty(transfer)
  // If later records exist, the receiver's rows may follow from them, and prove nothing.
  const isKnown = throughSeq === undefined && world.mayHaveReceived(receiver, lot.root)
  noteHandOver(store, world, lot.root, transfer)
  if (isKnown) return true
  const versions = world.chain(lot.root)
  const isHolder = holdersOf(world, lot.root).includes(receiver)
  // The hand-overs by a holder were noted before.
  const following = isHolder ? [] : handOversFrom(world, idsOf(versions), [receiver])
  for (const handOver of following) noteHandOver(store, world, lot.root, handOver)
  const receivers = new Set([receiver, ...following.map(toParty)])
  addReceivers(store, receivers, versions)
  addLosses(store, world, versions, receivers)
  return true
}

/** Whether the record may have changed who owns a lot. True whenever `propagate` returned true. */
export function mayMoveLots(world: RecordGraph, record: StoredRecord): boolean {
  if (record.type === 'retraction') return true
  if (record.type === 'custody_transfer') {
    if (record.depth > 1) return true
    const lot = world.byId(record.body.lot_id)
    return lot?.type === 'lot' && mayHandOver(world, record, lot)
  }
  if (record.type !== 'lot') return false
  if (record.depth > 1 || world.handOvers(record.root).length > 0) return true
  const versions = world.chain(record.root)
  return lossesOf(world, versions, new Set(statedBy(versions))).length > 0
}

/** Returns the holders that versions of a lot state, and the parties that asserted those versions. */
const statedBy = (versions: readonly StoredRecord[]): string[] =>
  versions.flatMap(({ body }) => [body.holder, ...speakersOf(body)]).filter((party) => party !== undefined)

const lossesOf = (world: RecordGraph, versions: readonly Version[], by: ReadonlySet<string>) =>
  world.mentions('lot', idsOf(versions), by).filter(({ type }) => maySubjectsComeLater(type))

const speakersOf = ({ asserted_by, on_behalf_of }: RecordBody): string[] =>
  on_behalf_of === undefined ? [asserted_by] : [asserted_by, on_behalf_of]

const idsOf = (versions: readonly Version[]) => versions.map(({ id }) => id)

function noteHandOver(store: Store, world: RecordGraph, lotRoot: number, handOver: Transfer): void {
  const lot = must(world.bySeq(lotRoot))
  const receiver = store.parties.intern(toParty(handOver))
  if (!store.records.mentions.hasHandOver(lot.id, receiver, handOver.seq))
    store.records.add('mention', [lot.id, RELATIONS.brings, receiver, handOver.seq])
}

/** Adds candidates only: each read decides whether the transfer counts and so opens the lot. */
function addReceivers(store: Store, receivers: Iterable<string>, versions: readonly StoredRecord[]): void {
  for (const receiver of receivers)
    for (const version of versions)
      store.records.involve(store.parties.intern(receiver), version, ROLE.receiver)
}

/**
 * Adds the possible subjects of losses that these parties report: every holder that any version of the lot
 * states.
 * @returns the number of losses
 */
function addLosses(
  store: Store,
  world: RecordGraph,
  versions: readonly StoredRecord[],
  by: ReadonlySet<string>,
): number {
  const losses = lossesOf(world, versions, by)
  for (const record of [...losses, ...world.naming('retracts', idsOf(losses))])
    for (const subject of possibleSubjects(() => world, record))
      store.records.involve(store.parties.intern(subject), record, ROLE.subject)
  return losses.length
}
