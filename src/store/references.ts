import { inputsOf } from '../domain/derived/members.ts'
import { descriptors } from '../domain/types/index.ts'
import type { StoredRecord } from './records.ts'

export interface Reference {
  readonly id: string
  /** The record that names it. */
  readonly by: StoredRecord
}

/** The record that tells whom this one is about. */
export function aboutWhat({ type, body }: StoredRecord): string | undefined {
  const subjects = descriptors[type].subjects(body)
  return 'ofRecord' in subjects ? subjects.ofRecord : undefined
}

/** Ids of the lots, obligations and inputs that a record names: figures and flags need those records. */
export function referencesOf(record: StoredRecord): string[] {
  const { lot_id, obligation_id } = record.body
  const ids = inputsOf(record).map(({ record_id }) => record_id)
  for (const id of [lot_id, obligation_id]) if (typeof id === 'string') ids.push(id)
  return ids
}
