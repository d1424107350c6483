import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import { must } from '../../base/typed.ts'
import { typeCode } from '../../domain/types/index.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import { isWrittenBehind } from '../../store/jobs/behind.ts'
import type { Tell } from '../../store/log/record-rows.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { Store } from '../../store/store.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { changesBy } from './announce.ts'
import { changesNature, spokenOf } from './natures.ts'
import { propagate } from './propagate.ts'
import { rolesOf, rowsOfText } from './rows.ts'
import { type LogState, StoreState } from './state.ts'
import { noteStatements } from './statements.ts'

/**
 * Makes the rows that follow from the newest record of the log and the records before it.
 * @param here a record graph around the record, if there is one already
 * @returns the parties about which the record states or takes back something
 */
export function follow(store: Store, record: StoredRecord, here: RecordGraph | null = null): number[] {
  const state = new StoreState(store, record, here)
  rowsOfText(record, state, store.records.add)
  followOthers(store, record, state)
  const spoken = spokenOf(state, record)
  for (const party of spoken)
    if (changesNature(state, party, record.seq)) store.records.add('nature_change', [record.seq, party])
  return spoken
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
          const state = new StoreState(store, record, null, seq)
          rowsOfText(record, state, add)
          followOthers(store, record, state, seq)
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
        ...withRemedy('startup.unfollowable', { seq, reason: errorMessage(error).replace(/\.$/, '') }),
      )

/**
 * Makes rows of lists and changes: those of this record, and of earlier ones that now belong to others too.
 */
function followOthers(store: Store, record: StoredRecord, state: LogState, throughSeq?: number): void {
  const { add } = store.records
  const roles = rolesOf(record, state)
  const type = typeCode(record.type)
  for (const [party, role] of roles)
    add('record_party', [party, type, record.occurredAtMs, record.id, role, record.seq])
  noteStatements(store, record, roles, state)
  const mayMoveLots = propagate(store, record, throughSeq)
  changesBy(state, {
    record,
    involved: roles.keys(),
    mayMoveLots,
    tell: add,
    alsoAbout: (source, party) => store.inferences.alsoAbout(source, party),
  })
}
