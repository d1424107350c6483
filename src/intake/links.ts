import type { RecordBody } from '../domain/types/index.ts'
import type { Link } from '../store/records.ts'

/** What a record says of others, each once. */
export function linksOf(body: RecordBody): Link[] {
  const links: Link[] = []
  const add = (target: unknown, relation: Link['relation']) => {
    if (typeof target === 'string') links.push({ target, relation })
  }
  add(body.supersedes, 'supersedes')
  add(body.target_id, 'retracts')
  add(body.delivery_id, 'confirms')
  add(body.lot_id, 'lot')
  add(body.obligation_id, 'fulfils')
  const inputs = (body.inputs ?? []) as readonly { record_id: string }[]
  for (const target of new Set(inputs.map((input) => input.record_id))) add(target, 'input')
  return links
}
