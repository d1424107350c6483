import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import { must } from '../../base/typed.ts'
import { typeCode } from '../../domain/types/index.ts'
import { isWrittenBehind } from '../../store/behind.ts'
import type { RecordGraph } from '../../store/record-graph.ts'
import type { Tell } from '../../store/record-rows.ts'
import type { StoredRecord } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { OperatorFault } from '../../words/fault.ts'
import { changesBy } from './announce.ts'
import { natureChanges } from './natures.ts'
import { propagate } from './propagate.ts'
import { rolesOf, rowsOfText } from './rows.ts'
import { type LogState, StoreState } from './state.ts'

/**
 * Makes the rows that follow from the newest record of the log and the records before it.
 * @param world a record graph that already holds the record
 * @param state the log, as seen while the record is appended
 */
export function follow(store: Store, world: RecordGraph, record: StoredRecord, state: LogState): void {
  rowsOfText(record, state, store.records.add)
  followOthers(store, world, record, state)
  for (const party of natureChanges(state, record)) store.records.add('nature_change', [record.seq, party])
}

/** Makes the rows again that a stop lost from memory. Call it before anything else uses the store. */
export function followAgain(store: Store): void {
  const seqs = store.records.after(store.behind.writtenThrough)
  if (seqs.length === 0) return
  const add: Tell = (table, cells) => {
    if (isWrittenBehind(table)) store.records.add(table, cells)
  }
  store.db.transaction(() =>
    store.behind.again(() => {
      for (const seq of seqs)
        try {
          const record = must(store.records.bySeq(seq))
          const world = store.recordGraph(seq)
          world.add(record)
          const state = new StoreState(store, record, seq)
          rowsOfText(record, state, add)
          followOthers(store, world, record, state, seq)
        } catch (error) {
          throw unfollowable(seq, error)
        }
    }, store.log.size),
  )()
  store.behind.committed()
}

/** Returns a disk error unchanged, and any other error as a fault that names the entry and the remedy. */
const unfollowable = (seq: number, error: unknown): unknown =>
  errorCode(error) !== undefined
    ? error
    : new OperatorFault(
        `The record at entry ${seq} of the log, or one that it names, was changed by hand or damaged: its rows in lists were lost at the last stop and cannot be made again (${errorMessage(error).replace(/\.$/, '')}).`,
        'Do not use this folder for lending decisions. Find what was changed with "granary verify". Keep this folder as it is, and restore the last backup into a new one; "granary backup list" shows the backups.',
      )

/**
 * Makes rows of lists and changes: those of this record, and of earlier ones that now belong to others too.
 */
function followOthers(
  store: Store,
  world: RecordGraph,
  record: StoredRecord,
  state: LogState,
  throughSeq?: number,
): void {
  const { add } = store.records
  const roles = rolesOf(world, record, state)
  const type = typeCode(record.type)
  for (const [party, role] of roles)
    add('record_party', [party, type, record.occurredAtMs, record.id, role, record.seq])
  const mayMoveLots = propagate(store, record, throughSeq)
  changesBy(state, {
    record,
    here: () => world,
    involved: roles.keys(),
    mayMoveLots,
    tell: add,
    alsoAbout: (source, party) => store.inferences.alsoAbout(source, party),
  })
}
