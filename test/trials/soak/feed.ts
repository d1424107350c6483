import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../src/domain/canonical.ts'
import type { Draft } from './ledger.ts'
import type { Reply } from './link.ts'
import { Pages } from './pages.ts'
import type { Scene } from './scene.ts'

/** What one device holds of the change feed: pulled page by page with its cursor, kept by id. */

/** A record as the device has it. */
interface Copy {
  /** SHA-256 of its canonical JSON without what is derived, in hexadecimal; null where something was left out of it. */
  readonly digest: string | null
  /** When the round of pulling began in which it first came. */
  readonly roundMs: number
}

/** A record that came to a device that had it already. */
export interface Double {
  readonly id: string
  /** When the round of pulling began in which it first came, and when it came again. */
  readonly firstMs: number
  readonly againMs: number
}

/** Sends a request as the device that pulls. */
export type Get = (path: string) => Promise<Reply>

export class Feed {
  /** Null: one's own records alone. */
  readonly purpose: string | null
  /** Everything that ever came, closed since or not. */
  readonly copies = new Map<string, Copy>()
  /** Ids of what came and was not closed since: it must be what may be read, whenever the feed is dry. */
  readonly held = new Set<string>()
  /** Ids of what was ever closed. */
  readonly closed = new Set<string>()
  readonly doubles: Double[] = []
  readonly #get: Get
  readonly #scene: Pick<Scene, 'faults' | 'tally'>
  readonly #whose: string
  readonly #pages: Pages
  readonly #onRecord: (record: Draft) => void
  #cursor: string | undefined
  /** Null between rounds: when everything was pulled. */
  #roundMs: number | null = null

  /** @param whose for messages @param onRecord told of each record that comes */
  constructor(
    purpose: string | null,
    get: Get,
    scene: Pick<Scene, 'faults' | 'tally'>,
    whose: string,
    onRecord: (record: Draft) => void = () => {},
  ) {
    this.purpose = purpose
    this.#get = get
    this.#scene = scene
    this.#whose = `${whose}, purpose ${purpose ?? 'none'}`
    this.#pages = new Pages(scene, this.#whose)
    this.#onRecord = onRecord
  }

  /** One page beyond the cursor. What was lost on the way is as if it had never been asked for. */
  async pull(limit: number): Promise<'more' | 'end' | 'lost' | 'refused'> {
    const { tally, faults } = this.#scene
    this.#roundMs ??= Date.now()
    const question = new URLSearchParams({
      limit: String(limit),
      ...(this.#cursor === undefined ? {} : { since: this.#cursor }),
      ...(this.purpose === null ? {} : { purpose: this.purpose }),
    })
    tally.add('pulls')
    const reply = await this.#get(`/v1/sync/changes?${question}`)
    if (!reply.answered) return 'lost'
    const { changes, closed, cursor, has_more: hasMore } = reply.body ?? {}
    if (
      reply.status !== 200 ||
      !Array.isArray(changes) ||
      !Array.isArray(closed) ||
      typeof cursor !== 'string'
    ) {
      faults.add(
        'a pull was not answered with a page',
        `${this.#whose}: ${reply.status} ${JSON.stringify(reply.body)}`,
      )
      return 'refused'
    }
    const ids = (changes as Draft[]).map(({ id }) => id)
    this.#pages.note({ changes: ids, closed }, limit, hasMore)
    tally.add('changes pulled', changes.length)
    tally.add('records closed', closed.length)
    for (const record of changes as Draft[]) this.#keep(record, this.#roundMs)
    for (const id of closed as string[]) {
      this.closed.add(id)
      this.held.delete(id)
    }
    this.#cursor = cursor
    if (!hasMore) this.#roundMs = null
    return hasMore ? 'more' : 'end'
  }

  /** Until nothing is left. @throws {Error} when no page is to be had */
  async pullDry(limit: number): Promise<void> {
    for (;;) {
      const left = await this.pull(limit)
      if (left === 'end') return
      if (left === 'refused') throw new Error(`${this.#whose} can pull no more`)
    }
  }

  #keep(record: Draft, roundMs: number): void {
    this.#onRecord(record)
    const known = this.copies.get(record.id)
    const digest = digestOf(record)
    if (known) {
      this.doubles.push({ id: record.id, firstMs: known.roundMs, againMs: Date.now() })
      if (known.digest !== null && digest !== null && known.digest !== digest)
        this.#scene.faults.add('a record came again with other content', `${this.#whose}: ${record.id}`)
    }
    this.held.add(record.id)
    this.copies.set(record.id, { digest: known?.digest ?? digest, roundMs: known?.roundMs ?? roundMs })
  }
}

function digestOf({ derived, ...stored }: Draft): string | null {
  if (derived === null || typeof derived !== 'object' || 'redacted' in derived) return null
  return createHash('sha256').update(canonicalJson(stored), 'utf8').digest('hex')
}
