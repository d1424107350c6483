import { isDeepStrictEqual } from 'node:util'
import { idText } from '../../../src/domain/id.ts'
import type { RecordBody } from '../../../src/domain/types/index.ts'
import type { Db } from '../../../src/store/file/open.ts'
import type { Draft, Ledger, Sent } from './ledger.ts'
import type { Faults } from './tally.ts'

/** Is what was acknowledged there, once, as it was sent, and nothing else? */

export interface StoredRow {
  readonly seq: number
  readonly digest: string
  readonly body: RecordBody
}

/** Every observation by its id, in the order of the log. */
export function readStored(db: Db): Map<string, StoredRow> {
  const rows = db.prepare<[], { seq: number; id: Buffer; digest: Buffer; body: string }>(
    'SELECT seq, id, digest, body FROM entry WHERE kind < 31 ORDER BY seq',
  )
  const stored = new Map<string, StoredRow>()
  for (const { seq, id, digest, body } of rows.iterate())
    stored.set(idText(id), { seq, digest: digest.toString('hex'), body: JSON.parse(body) })
  return stored
}

/** @param baseline ids of what stood there before the first device came */
export function compareStored(
  stored: ReadonlyMap<string, StoredRow>,
  ledger: Ledger,
  baseline: ReadonlySet<string>,
  faults: Faults,
): void {
  for (const sent of ledger.all) compareOne(sent, stored, faults)
  for (const [id, { body }] of stored) {
    const isAccounted = baseline.has(id) || (ledger.original(id)?.takenMs ?? null) !== null
    if (!isAccounted) faults.add('a record is there that nobody was told of', `${id} ${JSON.stringify(body)}`)
  }
}

function compareOne(sent: Sent, stored: ReadonlyMap<string, StoredRow>, faults: Faults): void {
  const { draft, author, takenMs, refusal, expects, text } = sent
  const row = draft === null ? undefined : stored.get(draft.id)
  const isThere = row !== undefined && isAsSent(row.body, draft as Draft, author)
  if (takenMs !== null && row === undefined) faults.add('an acknowledged record is not there', text)
  else if (takenMs !== null && !isThere)
    faults.add('an acknowledged record has another content', `${text} became ${JSON.stringify(row?.body)}`)
  else if (takenMs === null && isThere)
    faults.add('a record is there that was refused', `${refusal}: ${text}`)
  if (takenMs === null && refusal === null && expects !== 'nothing')
    faults.add('a record never got an answer', text)
}

const SET_BY_THE_SERVICE = ['record_class', 'received_at', 'asserted_by', 'device_id', 'derived']
const INSTANTS = ['occurred_at', 'recorded_at', 'due_at']

/** Does the record say what was sent: no more, no less, and by whom? */
function isAsSent(body: RecordBody, draft: Draft, author: string): boolean {
  const may = ['recorded_at', 'lawful_basis'].filter((member) => !(member in draft))
  const left = [...SET_BY_THE_SERVICE, ...may]
  return body.asserted_by === author && isDeepStrictEqual(without(body, left), without(draft, left))
}

function without(record: Readonly<Record<string, unknown>>, left: readonly string[]): object {
  const members = Object.entries(record).filter(([member]) => !left.includes(member))
  return Object.fromEntries(
    members.map(([member, value]) => [member, INSTANTS.includes(member) ? Date.parse(String(value)) : value]),
  )
}
