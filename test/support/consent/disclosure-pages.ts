import { expect } from 'vitest'
import type { ListedDisclosure } from '../../../src/consent/disclosures/disclosure-shapes.ts'
import type { Actor } from '../any-appliance.ts'

/** The whole list of disclosures, read in pages of this size. */
export async function pagesOf(who: Actor, limit: number, since?: string): Promise<ListedDisclosure[]> {
  const found: ListedDisclosure[] = []
  for (let cursor = ''; ; ) {
    const asked = new URLSearchParams({
      limit: String(limit),
      ...(since === undefined ? {} : { since }),
      ...(cursor === '' ? {} : { cursor }),
    })
    const { status, text, body } = await who.get(`/v1/disclosures?${asked}`)
    expect(status, text).toBe(200)
    expect(body.disclosures.length).toBeLessThanOrEqual(limit)
    found.push(...body.disclosures)
    if (body.next === null) return found
    cursor = body.next
  }
}
