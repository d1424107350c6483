import type { Rows } from '../../../src/clients/field/rules/changing.ts'
import type { Entry, Makes } from '../../../src/clients/field/rules/entry.ts'
import type { FedRecord } from '../../../src/clients/field/rules/members.ts'

/** Returns a record of which a test states only what it is about. */
export const part = (says: object): FedRecord => says as FedRecord

/** A delivery that waits, unless more is said. */
export const entryOf = (id: string, more: Partial<Entry>, says: object): Entry => ({
  key: `k-${id}`,
  state: 'waiting',
  record: part({ id, type: 'delivery', ...says }),
  madeAt: 1,
  mayBeSent: false,
  ...more,
})

let count = 0
/** New ids and keys, at an early time. */
export const makes = (): Makes => ({
  newId: () => `new-${++count}`,
  newKey: () => `key-${++count}`,
  nowMs: 1000,
})

/** The queue after rows are written. */
export function after(entries: readonly Entry[], rows: Rows | null): Entry[] {
  const all = new Map(entries.map((one) => [one.key, one]))
  for (const [key, row] of rows ?? []) {
    if (row === null) all.delete(key)
    else all.set(key, row)
  }
  return [...all.values()]
}
