import type { Engine } from '../../../src/clients/union/engine.ts'
import { tokenDigest, tokenFor } from '../../../src/clients/union/source.ts'
import { Log, leaves } from '../../support/clients/union-log.ts'
import { added } from '../../support/clients/union-stores.ts'
import { keyOf } from '../../support/domain/proof-scene.ts'
import { type Random, seeded } from '../../support/records/gate/random.ts'

/** A made-up appliance: what it shows one reader, page by page, as a real one would, and what a mirror of it must then hold. */

const DAY_MS = 86_400_000
/** Pages between two roots of its log. */
const ROOT_EVERY = 3
const CROPS = ['coffee_arabica_fresh_cherry', 'cocoa_wet_bean', 'maize_grain'] as const

export interface MadeRecord {
  readonly id: string
  readonly derived: { readonly standing: string; readonly keep_until?: string }
}

export interface MadePage {
  readonly changes: readonly MadeRecord[]
  readonly closed: readonly string[]
  readonly cursor: string
  readonly source?: object
}

/** What a mirror holds after some pages. */
export interface Held {
  readonly record: Map<string, MadeRecord>
  readonly kept: Set<string>
  readonly closing: Set<string>
  roots: number
}

export interface Making {
  readonly name: string
  readonly seed: number
  readonly way: 'fetched' | 'sent'
  readonly pages: number
  readonly perPage: number
  /** Its records happened before this. */
  readonly nowMs: number
  /** Nothing comes again, and nothing closes. */
  readonly isPlain?: boolean
}

export class MadeSource {
  readonly name: string
  readonly way: Making['way']
  readonly pages: readonly MadePage[]
  readonly token: string
  readonly vkey: string
  /** So many pages are there to be read; the others come later. */
  released = 0
  /** So many are known to have been taken in: what comes after them was asked for, or they were acknowledged. */
  reached = 0

  constructor(making: Making) {
    const { name, seed, way } = making
    this.name = name
    this.way = way
    this.token = way === 'sent' ? tokenFor(name, Buffer.alloc(32, seed)) : `gry_made_${name}`
    const log = new Log(leaves(making.pages * 5 + 5, name), keyOf(Buffer.alloc(32, seed + 1)))
    this.vkey = log.vkey
    this.pages = [...pagesOf(making, log)]
  }

  /** Adds it to a store. */
  async addTo(engine: Engine, at: string): Promise<void> {
    const { name, token, way } = this
    await (way === 'sent'
      ? added(engine, name, { token_sha256: tokenDigest(token) })
      : added(engine, name, { url: `${at}/${name}`, token, purpose: 'credit_assessment' }))
  }

  /** The number of pages before a cursor; NaN for one that it never gave. */
  after(cursor: string | null): number {
    if (cursor === null) return 0
    const n = Number(cursor.slice(this.name.length + 1))
    return cursor.startsWith(`${this.name}-`) && n >= 0 && n <= this.pages.length ? n : Number.NaN
  }

  cursorOf(pages: number): string | null {
    return pages === 0 ? null : `${this.name}-${pages}`
  }

  /** The page after a cursor, which acknowledges what came before. */
  pageAfter(cursor: string | null): object | null {
    const n = this.after(cursor)
    if (Number.isNaN(n)) return null
    this.reached = Math.max(this.reached, n)
    const page = n < this.released ? this.pages[n] : undefined
    return page === undefined
      ? { changes: [], closed: [], cursor: `${this.name}-${n}`, has_more: false }
      : { ...page, has_more: n + 1 < this.released }
  }

  held(pages: number): Held {
    const held: Held = { record: new Map(), kept: new Set(), closing: new Set(), roots: 0 }
    for (const page of this.pages.slice(0, pages)) take(held, page)
    return held
  }
}

function take(held: Held, { changes, closed, source }: MadePage): void {
  for (const record of changes) {
    held.record.set(record.id, record)
    held.kept.delete(record.id)
    held.closing.delete(record.id)
  }
  for (const id of closed) {
    if (held.record.get(id)?.derived.keep_until !== undefined) held.kept.add(id)
    held.record.delete(id)
    held.closing.add(id)
  }
  if (source !== undefined) held.roots++
}

function* pagesOf(making: Making, log: Log): Generator<MadePage> {
  const { name, pages, seed } = making
  const random = seeded(seed * 7_919 + 3)
  const parties = Array.from({ length: 40 }, () => random.id(making.nowMs))
  const open = new Map<string, MadeRecord>()
  const shut: MadeRecord[] = []
  for (let n = 1, stated = 0; n <= pages; n++) {
    const fresh = Array.from({ length: making.perPage }, () => deliveryOf(making, random, parties))
    const again = making.isPlain === true ? [] : comingAgain(random, open, shut)
    const closed = making.isPlain === true ? [] : random.some([...open.keys()], 4 / (open.size + 1))
    const comes = new Set(again.map(({ id }) => id))
    const closing = closed.filter((id) => !comes.has(id))
    for (const id of closing) {
      shut.push(open.get(id) as MadeRecord)
      open.delete(id)
    }
    for (const record of [...fresh, ...again]) open.set(record.id, record)
    const size = n * 5
    const hasRoot = n === 1 || n % ROOT_EVERY === 0
    const source = hasRoot ? { source: log.states(size, stated) } : {}
    if (hasRoot) stated = size
    yield { changes: [...fresh, ...again], closed: closing, cursor: `${name}-${n}`, ...source }
  }
}

/** Some that have been corrected, and some that may be read again. */
function comingAgain(
  random: Random,
  open: ReadonlyMap<string, MadeRecord>,
  shut: MadeRecord[],
): MadeRecord[] {
  const corrected = random
    .some([...open.values()], 3 / (open.size + 1))
    .map((record) => ({ ...record, derived: { ...record.derived, standing: 'superseded' } }))
  const opened = shut.length > 5 && random.chance(0.5) ? shut.splice(random.below(shut.length), 1) : []
  return [...corrected, ...opened]
}

function deliveryOf({ nowMs, isPlain }: Making, random: Random, parties: readonly string[]): MadeRecord {
  const at = nowMs - random.below(400 * DAY_MS)
  const kg = random.below(20_000) / 10
  const [from, to] = [random.pick(parties), parties[0] as string]
  const kept = isPlain !== true && random.chance(0.3)
  return {
    id: random.id(at),
    type: 'delivery',
    occurred_at: new Date(at).toISOString(),
    received_at: new Date(at + 60_000).toISOString(),
    ...{ asserted_by: to, on_behalf_of: from, lawful_basis: 'consent', from_party: from, to_party: to },
    crop: random.pick(CROPS),
    quantity: { value: kg, unit: 'kg' },
    agreed_price: { amount_minor: random.below(9_000_000), currency: 'UGX' },
    derived: {
      ...{ standing: 'tip', kg, flags: ['delegated_authority'] },
      ...(kept ? { keep_until: new Date(nowMs + 100 * DAY_MS).toISOString() } : {}),
    },
  } as MadeRecord
}
