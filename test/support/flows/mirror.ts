import { expect } from 'vitest'
import type { Actor } from '../any-appliance.ts'
import { PURPOSE } from './help.ts'

/** A copy of what the change feed brings: it takes in `changes` and drops `closed`, page after page. */
export class Mirror {
  readonly held = new Map<string, Record<string, unknown>>()
  /** Everything that was ever brought. */
  readonly brought = new Set<string>()
  cursor: string | undefined
  readonly #who: Actor
  readonly #purpose: string
  readonly #limit: number

  constructor(who: Actor, purpose = PURPOSE, limit = 500) {
    this.#who = who
    this.#purpose = purpose
    this.#limit = limit
  }

  /** Until nothing is left. @returns ids of this pull */
  async pull(): Promise<{ changes: string[]; closed: string[] }> {
    const got = { changes: [] as string[], closed: [] as string[] }
    for (let isMore = true; isMore; ) {
      const page = await this.page()
      got.changes.push(...page.changes)
      got.closed.push(...page.closed)
      isMore = page.hasMore
    }
    return got
  }

  async page(): Promise<{ changes: string[]; closed: string[]; hasMore: boolean }> {
    const query = new URLSearchParams({ limit: String(this.#limit) })
    if (this.#purpose !== '') query.set('purpose', this.#purpose)
    if (this.cursor !== undefined) query.set('since', this.cursor)
    const { status, body, text } = await this.#who.get(`/v1/sync/changes?${query}`)
    expect(status, text).toBe(200)
    const changes = (body.changes as { id: string }[]).map(({ id }) => id)
    const closed = body.closed as string[]
    expect(changes.length + closed.length).toBeLessThanOrEqual(this.#limit)
    // Nobody writes while a page is made, so nothing on it is shown and closed.
    if (body.has_more) expect(changes.length + closed.length).toBe(this.#limit)
    for (const id of closed) {
      expect(this.brought).toContain(id)
      expect(changes).not.toContain(id)
      this.held.delete(id)
    }
    for (const record of body.changes) {
      this.held.set(record.id, record)
      this.brought.add(record.id)
    }
    this.cursor = body.cursor
    return { changes, closed, hasMore: body.has_more }
  }
}
