import { createServer, type Server } from 'node:http'
import { makePage } from '../../../../src/appliance/feeds/page.ts'
import { Problem } from '../../../../src/base/problem.ts'
import { must } from '../../../../src/base/typed.ts'
import type { Engine } from '../../../../src/clients/union/engine.ts'
import { readSource, SourceFault } from '../../../../src/clients/union/fetch.ts'
import { passTime } from '../../../../src/clients/union/own-clock.ts'
import { sourceNamed } from '../../../../src/clients/union/source.ts'
import { pageOutcome } from '../../../../src/domain/sent-feed.ts'
import { listening } from '../../../support/listening.ts'
import type { Random } from '../../../support/records/gate/random.ts'
import { note } from '../../records/gate/reads.ts'
import { type Asker, same, type World } from '../../records/gate/world.ts'
import { onlyOf, Stopped, stoppingAfter } from './stopping.ts'

/** An appliance as a union reads it: a line that loses replies, pages of any size, and programs that stop in the middle of one. */

/** A record as an appliance tells it. */
export interface Told {
  readonly id: string
  readonly note?: string
  readonly inputs?: readonly object[]
  readonly derived: {
    readonly standing: string
    readonly superseded_by: readonly string[]
    readonly keep_until?: string
    readonly redacted?: readonly { readonly member: string }[]
  }
}

interface SentPage {
  readonly since: string | null
  readonly changes: readonly Told[]
  readonly closed: readonly string[]
  readonly cursor: string
  readonly has_more: boolean
  readonly grants?: readonly object[]
  readonly restored_from_backup?: true
  readonly source?: object
}

/** What must have happened in some world, for their agreement to say anything. */
export const HAPPENINGS = [
  'a record is the same',
  'a record is kept',
  'a record closed',
  'a record closed, to be kept',
  'a record opened again',
  'a record came again with another standing',
  'a lot came again with other inputs',
  'a source began anew',
  'a reply was lost',
  'a page came twice',
  'a page did not follow',
  'a program stopped in the middle of a page',
  'a checkpoint came',
  'a record was deleted by the clock of the union',
  'a record is in no file any more',
] as const
export type Tally = Map<(typeof HAPPENINGS)[number], number>
export const count = (tally: Tally, what: (typeof HAPPENINGS)[number], times = 1): void =>
  void tally.set(what, (tally.get(what) ?? 0) + times)

type Way = 'fetched' | 'sent'

/** One reader's part of one appliance. Several stores may keep it. */
export class Source {
  readonly name: string
  readonly w: World
  readonly reader: Asker
  readonly purpose: string
  readonly #server: Server
  /** What its next reply suffers. */
  fate: () => 'lost' | 'unasked' | 'arrives' = () => 'arrives'
  limit: () => number = () => 500
  /** All pages that were made, by their cursor. */
  readonly pages = new Map<string, SentPage>()

  constructor(name: string, w: World, reader: Asker, purpose: string) {
    this.name = name
    this.w = w
    this.reader = reader
    this.purpose = purpose
    this.#server = createServer((request, response) => {
      const fate = this.fate()
      if (fate === 'unasked') return void response.destroy()
      void this.#answer(must(request.url)).then(({ statusCode, body }) => {
        if (fate === 'lost') response.destroy()
        else response.writeHead(statusCode, { 'content-type': 'application/json' }).end(body)
      })
    })
  }

  /** @returns the address at which its reader fetches */
  readonly listen = () => listening(this.#server)

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    await this.w.close()
  }

  async #answer(path: string) {
    const url = new URL(path, 'http://appliance')
    const isFeed = url.pathname === '/v1/sync/changes'
    if (isFeed) url.searchParams.set('limit', String(this.limit()))
    const answer = await this.w.http(this.reader, url.pathname + url.search)
    if (isFeed && answer.statusCode === 200)
      this.noted({ ...answer.json(), since: url.searchParams.get('since') })
    return answer
  }

  /** The page as the appliance would send it. @param grants the entry up to which the receiver has them */
  async made(since: string | null, grants: number) {
    const { kernel } = this.w
    const caller = must(kernel.credentials.verify(this.reader.token))
    const from = {
      ...{ purpose: this.purpose, since, grants, most: this.limit() },
      isRestored: kernel.store.backups.newestRestore !== null,
    }
    const made = await makePage({ ...kernel.ports, ...kernel }, caller, from, () => {})
    const page = JSON.parse(Buffer.concat([...made.body]).toString()) as SentPage
    this.noted(page)
    return { made, page }
  }

  /** The oracle of the world is told what was shown. */
  noted(page: SentPage): void {
    this.pages.set(page.cursor, page)
    const ids = page.changes.map(({ id }) => id)
    if (ids.length > 0) note(this.w, this.reader, this.w.view(this.reader, this.purpose), 'changes', ids)
    this.w.deliveries.add({ asker: this.reader, purpose: this.purpose }, ids)
  }

  /** Every record that the gate shows the reader now: slow and obvious. */
  async shown(random: Random): Promise<Map<string, Told>> {
    const found = new Map<string, Told>()
    const limit = random.pick([3, 50, 500])
    for (let next = ''; ; ) {
      const at = `/v1/records?purpose=${this.purpose}&standing=any&limit=${limit}${next}`
      const answer = await this.w.http(this.reader, at)
      same(answer.statusCode, 200, () => answer.body)
      const page: { records: Told[]; next: string | null } = answer.json()
      for (const record of page.records) found.set(record.id, record)
      const ids = page.records.map(({ id }) => id)
      note(this.w, this.reader, this.w.view(this.reader, this.purpose), 'list', ids)
      if (page.next === null) return found
      next = `&cursor=${encodeURIComponent(page.next)}`
    }
  }
}

/** The inbox of a store, whose program and clock the test chooses for each page. */
export interface Inbox {
  readonly url: string
  engine: Engine
  nowMs: number
}

interface CopyOptions {
  readonly source: Source
  readonly way: Way
  /** With which it is sent. */
  readonly token: string
  readonly inbox: Inbox
  /** Programs that share the store. */
  readonly engines: readonly Engine[]
  readonly random: Random
  readonly tally: Tally
}

/** A source in a store, with what the test knows that the store must hold. */
export class Copy {
  readonly of: CopyOptions
  /** What a sender remembers of its receiver. */
  #since: string | null = null
  #grants = 0
  /** The cursor up to which `open` and `kept` follow the store. */
  #through: string | null = null
  readonly open = new Map<string, Told>()
  /** What was closed and may be kept, until when. */
  readonly kept = new Map<string, string>()
  /** What each record that ever was in the store said. */
  readonly notes = new Set<string>()
  readonly #closed = new Set<string>()

  constructor(of: CopyOptions) {
    this.of = of
  }

  get source(): Source {
    return this.of.source
  }

  readonly #clock = () => ({ nowMs: this.source.w.nowMs })

  get #hazard(): Engine {
    const engine = this.of.random.pick(this.of.engines)
    return this.of.random.chance(0.5) ? stoppingAfter(engine, this.of.random.below(30)) : engine
  }

  /** Takes in a part of what is new, through any mishap. */
  async tryOnce(): Promise<void> {
    const { source } = this
    source.fate = () =>
      this.of.random.chance(0.15) ? 'lost' : this.of.random.chance(0.05) ? 'unasked' : 'arrives'
    source.limit = () => this.of.random.pick([1, 2, 3, 7, 30, 500])
    let pages = 1 + this.of.random.below(6)
    const goesOn = async () => --pages > 0
    try {
      if (this.of.way === 'fetched') await this.#fetch(this.#hazard, goesOn)
      else while (await this.#send(this.#hazard, this.of.random)) if (!(await goesOn())) break
    } catch (error) {
      const isLost = error instanceof SourceFault && error.fault === 'unreached'
      if (!(error instanceof Stopped) && !isLost) throw error
      count(this.of.tally, isLost ? 'a reply was lost' : 'a program stopped in the middle of a page')
    } finally {
      source.fate = () => 'arrives'
    }
    await this.#follow()
  }

  /** Until nothing is left. */
  async drain(): Promise<void> {
    const engine = this.of.random.pick(this.of.engines)
    if (this.of.way === 'fetched') await this.#fetch(engine)
    else while (await this.#send(engine, null));
    await this.#follow()
  }

  #fetch(engine: Engine, goesOn?: () => Promise<boolean>): Promise<void> {
    const signal = new AbortController().signal
    const clock = this.#clock
    return readSource({ engine, clock, signal, ...(goesOn && { goesOn }) }, this.source.name)
  }

  /** @param mishaps null if none happen @returns whether more may follow at once */
  async #send(engine: Engine, mishaps: Random | null): Promise<boolean> {
    const { made, page } = await this.#made()
    const times = mishaps?.chance(0.2) ? 2 : 1
    if (times > 1) count(this.of.tally, 'a page came twice')
    let reply = { status: 0, text: '' }
    for (let n = 0; n < times; n++) reply = await this.#post(engine, page)
    // Its reply is lost.
    if (mishaps?.chance(0.15)) return true
    const outcome = pageOutcome(reply, page.cursor)
    if (outcome.is === 'again') {
      count(this.of.tally, 'a page did not follow')
      this.#since = outcome.since
      this.#grants = 0
      return true
    }
    if (mishaps !== null && reply.status === 503) throw new Stopped()
    same(outcome, { is: 'acknowledged' }, () => `${this.source.name}: ${reply.status} ${reply.text}`)
    this.#since = page.cursor
    this.#grants = made.grants
    return made.hasMore || made.hasNews
  }

  async #post(engine: Engine, page: SentPage): Promise<{ status: number; text: string }> {
    this.of.inbox.engine = engine
    this.of.inbox.nowMs = this.source.w.nowMs
    const headers = { authorization: `Bearer ${this.of.token}` }
    const answer = await fetch(this.of.inbox.url, { method: 'POST', headers, body: JSON.stringify(page) })
    return { status: answer.status, text: await answer.text() }
  }

  /** The clock of the union goes on, whether the appliance can be reached or not. */
  async passTime(): Promise<void> {
    const [engine] = this.of.engines as [Engine]
    const { name } = this.source
    const ids = async () =>
      (await engine.all('SELECT id FROM record WHERE source = $1', [name])).map(({ id }) => String(id))
    const before = await ids()
    const clock = { ...this.#clock(), confirmDays: this.of.random.pick([2, 10, 30]) }
    await passTime(onlyOf(engine, name), clock)
    const after = new Set(await ids())
    for (const id of before) {
      if (after.has(id)) continue
      count(this.of.tally, 'a record was deleted by the clock of the union')
      const until = this.open.get(id)?.derived.keep_until
      if (until !== undefined && Date.parse(until) > clock.nowMs) this.kept.set(id, until)
    }
  }

  async #made() {
    try {
      return await this.source.made(this.#since, this.#grants)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'invalid_cursor') throw error
      return await this.source.made(null, 0)
    }
  }

  /** Goes on to where the store is, by the pages that it took. */
  async #follow(): Promise<void> {
    const [engine] = this.of.engines
    const { cursor } = must(await sourceNamed(must(engine), this.source.name))
    const taken: SentPage[] = []
    let at = cursor
    for (let page = this.#page(at); page !== undefined && at !== this.#through; page = this.#page(at)) {
      taken.unshift(page)
      at = page.restored_from_backup ? null : page.since
    }
    if (at !== this.#through) this.#beginAnew()
    this.#through = cursor
    const nowMs = this.source.w.nowMs
    for (const { changes, closed, restored_from_backup, source } of taken) {
      if (restored_from_backup) this.#beginAnew()
      if (source !== undefined) count(this.of.tally, 'a checkpoint came')
      for (const record of changes) {
        const before = this.open.get(record.id)?.derived.standing ?? record.derived.standing
        if (before !== record.derived.standing)
          count(this.of.tally, 'a record came again with another standing')
        const inputs = this.open.get(record.id)?.inputs
        if (inputs !== undefined && inputs.length !== record.inputs?.length)
          count(this.of.tally, 'a lot came again with other inputs')
        if (this.#closed.delete(record.id)) count(this.of.tally, 'a record opened again')
        this.open.set(record.id, record)
        this.kept.delete(record.id)
        if (record.note !== undefined) this.notes.add(record.note)
      }
      for (const id of closed) {
        const until = this.open.get(id)?.derived.keep_until
        const mayBeKept = until !== undefined && Date.parse(until) > nowMs
        if (mayBeKept) this.kept.set(id, until)
        if (this.open.delete(id))
          count(this.of.tally, mayBeKept ? 'a record closed, to be kept' : 'a record closed')
        this.#closed.add(id)
      }
    }
  }

  #beginAnew(): void {
    this.open.clear()
    count(this.of.tally, 'a source began anew')
  }

  #page(cursor: string | null): SentPage | undefined {
    return cursor === null ? undefined : this.source.pages.get(cursor)
  }

  /** What may be kept at this time. */
  get keptNow(): string[] {
    const { nowMs } = this.source.w
    return [...this.kept].filter(([, until]) => Date.parse(until) > nowMs).map(([id]) => id)
  }
}
