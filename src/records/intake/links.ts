import type { RecordBody } from '../../domain/types/index.ts'
import type { Link } from '../../store/records.ts'

/** What a record says of other records, each once. */
export function linksOf(body: RecordBody): Link[] {
  const links: Link[] = []
  const add = (target: string | undefined, relation: Link['relation']) => {
    if (typeof target === 'string') links.push({ target, relation })
  }
  add(body.supersedes, 'supersedes')
  add(body.target_id, 'retracts')
  add(body.delivery_id, 'confirms')
  add(body.lot_id, 'lot')
  add(body.obligation_id, 'fulfils')
  if (body.type === 'plot') {
    add(body.plot, 'plot')
    add(body.holder, 'holds')
  }
  for (const target of new Set(body.inputs?.map((input) => input.record_id))) add(target, 'input')
  return links
}
