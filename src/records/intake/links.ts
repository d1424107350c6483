import { NAMING, type RecordBody } from '../../domain/types/index.ts'
import type { Link } from '../../store/log/records.ts'

/** Returns the references of a record to other records, each once. */
export function linksOf(body: RecordBody): Link[] {
  const links: Link[] = []
  const members: Readonly<Record<string, unknown>> = body
  for (const { member, relation, kind } of NAMING[body.type]) {
    const named = members[member]
    if (kind === 'inputs' || kind === 'parts')
      for (const target of new Set((body.inputs ?? body.settles)?.map((one) => one.record_id)))
        links.push({ target, relation })
    else if (typeof named === 'string') links.push({ target: named, relation })
  }
  return links
}
