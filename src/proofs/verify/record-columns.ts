import { descriptors, type RecordBody } from '../../domain/types/index.ts'
import type { RecordRow, StoredRecord } from '../../store/records.ts'

/** What the columns of a record must be, according to its text and the record it corrects. */
export interface RecordSources {
  /** @throws {Error} when the party has no number */
  party(id: string): number
  /** The record of an id, if there is one. */
  record(id: string): StoredRecord | undefined
}

/** @param tell receives each differing column, with its proper value */
export function checkRecordColumns(
  row: RecordRow,
  body: RecordBody,
  sources: RecordSources,
  tell: (column: string, should: string) => void,
): void {
  const [seq, , type, assertedBy, onBehalfOf, root, depth, saidRecordedAt, occurredAt] = row
  const descriptor = descriptors[body.type]
  if (descriptor?.code !== type) tell('type', `the number of "${body.type}"`)
  if (assertedBy !== sources.party(body.asserted_by)) tell('asserted_by', `party ${body.asserted_by}`)
  const principal = body.on_behalf_of === undefined ? null : sources.party(body.on_behalf_of)
  if (onBehalfOf !== principal) tell('on_behalf_of', `party ${body.on_behalf_of ?? 'none'}`)
  if (occurredAt !== Date.parse(body.occurred_at)) tell('occurred_at', body.occurred_at)
  if (saidRecordedAt === 0 && body.recorded_at !== body.received_at)
    tell('said_recorded_at', '1: it was sent with a time of its own')
  if (saidRecordedAt !== 0 && saidRecordedAt !== 1) tell('said_recorded_at', '0 or 1')
  checkChain(seq, root, depth, body, sources, tell)
}

function checkChain(
  seq: number,
  root: number,
  depth: number,
  body: RecordBody,
  sources: RecordSources,
  tell: (column: string, should: string) => void,
): void {
  if (body.supersedes === undefined) {
    if (root !== seq) tell('root', `${seq}, its own number: it corrects nothing`)
    if (depth !== 1) tell('depth', '1: it corrects nothing')
    return
  }
  const corrected = sources.record(body.supersedes)
  if (corrected === undefined || corrected.seq >= seq || corrected.type !== body.type) {
    tell('root', `that of record ${body.supersedes}, and no earlier record of its type has that id`)
    return
  }
  if (root !== corrected.root) tell('root', `${corrected.root}, as of the record it corrects`)
  if (depth !== corrected.depth + 1)
    tell('depth', `${corrected.depth + 1}, one more than of the record it corrects`)
}
