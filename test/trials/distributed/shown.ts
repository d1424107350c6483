import type { Line } from '../common/line.ts'
import { PURPOSE } from '../common/workload.ts'

/** What the gate of an appliance shows a union, record by record, to be compared with what the union holds. */

export interface Shown {
  readonly id: string
  readonly quantity?: object
  readonly target_id?: string
  readonly derived: { readonly standing: string }
}

/** What both must say alike of a record. */
export const lineOf = ({ id, quantity, target_id, derived }: Shown): string =>
  `${id} ${derived.standing} ${JSON.stringify(quantity ?? target_id)}`

/** @param token of the union @throws {Error} where a page is refused */
export async function shownTo(line: Line, token: string): Promise<string[]> {
  const found: string[] = []
  for (let cursor = ''; ; ) {
    const path = `/v1/records?purpose=${PURPOSE}&standing=any&limit=500${cursor}`
    const reply = await line.ask({ method: 'GET', path, token })
    if (reply.kind !== 'answered' || reply.status !== 200)
      throw new Error(`${path}: ${reply.kind === 'answered' ? reply.text : reply.kind}`)
    for (const record of reply.body.records) found.push(lineOf(record))
    const { next } = reply.body
    if (typeof next !== 'string') return found.sort()
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
}
