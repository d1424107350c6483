import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { type OracleWorld, once } from '../../../support/records/gate/oracle.ts'
import { surroundingsOf } from '../../../support/world.ts'
import { Oracle } from '../../domain/derived/oracle.ts'

/** Whose word the debts of a world are. */

/** Shares no rule with the service, and knows every record. */
export const oracleOf = (w: OracleWorld) => {
  const mandates = Object.fromEntries(w.delegations.map(({ id, types }) => [id, types]))
  const delegations = Object.fromEntries(
    w.delegations.map(({ id, untilMs, endedMs }) => [
      id,
      { basis: 'witnessed', endedAtMs: Math.min(untilMs, endedMs ?? untilMs) },
    ]),
  )
  const facts = surroundingsOf({ cooperative: w.cooperative, delegations })
  return new Oracle(w.records, facts, mandates, w.cooperative)
}

/** Whose word a debt is: see `Oracle.word`. */
export const wordOn = (w: OracleWorld, record: RecordBody) =>
  once(w, `word ${record.id}`, () => [oracleOf(w).word(record)])[0]

/** Whether a debt is the word of one of its sides as it was written, whatever was confirmed since. */
export const isOfASide = (w: OracleWorld, record: RecordBody): boolean =>
  once(w, `side ${record.id}`, () => [oracleOf(w).isOfASide(record)])[0] === true
