import { answered, type Result, sentOnceMore } from '../rules/changing.ts'
import { tokensToSend } from '../rules/confirmer.ts'
import type { By, Entry } from '../rules/entry.ts'
import { IDLE_MS, MOST_RECORDS, nextBatch, nextMost, pauseMs } from '../rules/sending.ts'
import { NoRoom } from './database.ts'
import type { Feed, Owner } from './feed.ts'
import type { Photographs } from './photographs.ts'
import type { Records } from './records.ts'
import { NoAnswer, Refused, type Service } from './service.ts'

/**
 * Sends what waits and fetches what is new, by itself, whenever there is a network. Of several tabs, one does it. Each step
 * is on the phone's disk before the next, so that the page may be closed after any of them.
 */

/** How the phone stands, for the office. */
export interface Report {
  readonly waiting: number
  readonly rejected: number
  readonly oldest_waiting_at?: string
  readonly storage_used_bytes?: number
  readonly storage_quota_bytes?: number
  readonly client: string
}

export interface Session extends Owner {
  readonly token: string
  readonly name: string
  /** Whether the service no longer knows the token. */
  readonly ended: boolean
}

/** The tab that has this lock (Web Locks) sends for all tabs. */
export const SEND_LOCK = 'granary-field-send'

export interface SenderPorts {
  readonly records: Records
  readonly photographs: Photographs
  readonly feed: Feed
  readonly service: Service
  readonly session: () => Session
  /** Whether the page was out of sight too long; then it locks. */
  readonly isOverdue: () => boolean
  /** The token ended: everything stays, and a new code is needed. */
  readonly ended: () => Promise<void>
  /** The token of a person who confirms here ended. */
  readonly personEnded: (by: Required<By>) => Promise<void>
  /** Whether an entry waits for a person to decide. */
  readonly isHeld: (entry: Entry) => boolean
  readonly report: () => Promise<Report | null>
  /** The service does not take reports. */
  readonly reportRefused: () => void
  /** Something changed for the screens. */
  readonly changed: () => void
  /** Reads everything again, as another tab changed it. */
  readonly reload: () => Promise<void>
  /** Rows changed that other tabs have in memory. */
  readonly wrote: () => void
  /** The time by the service's clock, right after it answered. */
  readonly serviceMs: () => number
  /** Drops what is old, by the service's clock. */
  readonly prune: () => Promise<void>
}

export interface Progress {
  readonly isBusy: boolean
  /** Keys of the entries in the batch under way. */
  readonly sending: ReadonlySet<string>
  /** When the service last answered. */
  readonly lastContactAt: number | null
  /** When the next attempt follows by itself. */
  readonly nextTryAt: number | null
  readonly failure: Failure | null
}

export type Failure =
  | { readonly is: 'no_answer' }
  | { readonly is: 'no_room' }
  | { readonly is: 'refused'; readonly code: string; readonly title: string }

const NONE: ReadonlySet<string> = new Set()
/** Pages of the feed between two looks at the queue. */
const PAGES_IN_A_ROW = 10
const REPORT_MS = 3_600_000

export class Sender {
  readonly #ports: SenderPorts
  #progress: Progress = { isBusy: false, sending: NONE, lastContactAt: null, nextTryAt: null, failure: null }
  #most = MOST_RECORDS
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAskedAgain = false
  #isStopped = false
  #isPruned = false
  #reportedAt = 0
  #reported = ''

  constructor(ports: SenderPorts) {
    this.#ports = ports
  }

  get progress(): Progress {
    return this.#progress
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** Sends now, or as soon as what is under way is done. @param byPerson also with a token that has ended */
  async go(byPerson = false): Promise<void> {
    if (this.#isStopped || this.#ports.isOverdue()) return
    if (this.#ports.session().ended && !byPerson) return
    // The browser tells when there is a network again.
    if (!navigator.onLine && !byPerson) return
    if (this.#progress.isBusy) {
      this.#isAskedAgain = true
      return
    }
    clearTimeout(this.#timer)
    this.#set({ isBusy: true, nextTryAt: null })
    let pause = IDLE_MS
    try {
      do {
        this.#isAskedAgain = false
        // Another tab that has the lock sends for both.
        await navigator.locks.request(SEND_LOCK, { ifAvailable: true }, async (lock) => {
          await (lock === null ? this.#ports.reload() : this.#runWithRoom())
        })
      } while (this.#isAskedAgain && !this.#isStopped)
      this.#failures = 0
      this.#set({ failure: null })
    } catch (error) {
      pause = await this.#failed(error)
      // Such as a network that came back while the attempt failed.
      if (this.#isAskedAgain && error instanceof NoAnswer) pause = Math.min(pause, pauseMs(1, Math.random()))
    }
    this.#set({ isBusy: false, sending: NONE })
    this.#again(pause)
  }

  #set(changed: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...changed }
    this.#ports.changed()
  }

  #again(pause: number): void {
    if (this.#isStopped || this.#ports.session().ended) return
    this.#timer = setTimeout(() => void this.go(), pause)
    this.#set({ nextTryAt: Date.now() + pause })
  }

  async #failed(error: unknown): Promise<number> {
    this.#failures++
    if (error instanceof Refused) {
      this.#set({ lastContactAt: Date.now() })
      if (error.status === 401) await this.#ports.ended()
      const { code, title } = error.refusal
      this.#set({ failure: { is: 'refused', code, title } })
      return pauseMs(this.#failures, Math.random(), error.retryAfterS)
    }
    const isNoAnswer = error instanceof NoAnswer
    if (!isNoAnswer) reportError(error)
    this.#set({ failure: { is: isNoAnswer ? 'no_answer' : 'no_room' } })
    return pauseMs(this.#failures, Math.random())
  }

  /** A full phone gives up photographs that were sent, for the rows that sending writes. */
  async #runWithRoom(): Promise<void> {
    try {
      await this.#run()
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error
      await this.#ports.photographs.prune(Date.now(), true)
      await this.#run()
    }
  }

  async #run(): Promise<void> {
    const { feed } = this.#ports
    // Another tab may have had the lock until now.
    await this.#ports.reload()
    // A service that was restored says so here, before anything else is sent.
    let isMore = feed.hasBegun ? await this.#pull() : true
    for (let isFirst = true; isFirst || isMore; isFirst = false) {
      await this.#sendRecords()
      await this.#sendPhotographs()
      for (let pages = 0; isMore && pages < PAGES_IN_A_ROW && !this.#isStopped; pages++)
        isMore = await this.#pull()
      if (this.#isStopped) return
    }
    await feed.refresh(this.#ports.service, Date.now())
    await this.#sendReport()
    await this.#sendConfirmed()
    if (this.#isPruned) return
    await this.#ports.prune()
    this.#isPruned = true
  }

  /** Sends what people confirmed here, by their own tokens. It is last, so that it never holds up the phone's own records. */
  async #sendConfirmed(): Promise<void> {
    const failures: Refused[] = []
    for (const token of tokensToSend(this.#ports.records.all)) {
      try {
        await this.#sendRecords(token)
      } catch (error) {
        // Without a network, the others are not reached either.
        if (!(error instanceof Refused)) throw error
        const by = this.#ports.records.all.find((entry) => entry.by?.token === token)?.by
        if (error.status === 401 && by !== undefined) await this.#ports.personEnded({ ...by, token })
        else failures.push(error)
      }
      this.#set({ sending: NONE })
    }
    const [first] = failures
    if (first !== undefined) throw first
  }

  async #pull(): Promise<boolean> {
    const { feed, service, records, photographs, session, changed, wrote } = this.#ports
    const { token, party, device } = session()
    const isMore = await feed.pull(service, token, { party, device }, async (writes) => {
      const all = [...writes, ...(await photographs.sentOnceMore())]
      await records.change(
        (entries) => sentOnceMore(entries.filter(({ state }) => state === 'accepted')),
        all,
      )
      await records.load()
    })
    this.#set({ lastContactAt: Date.now() })
    changed()
    if (isMore) wrote()
    return isMore
  }

  /** @param token of a person, for what they confirmed here */
  async #sendRecords(token?: string): Promise<void> {
    const { records, serviceMs, isHeld } = this.#ports
    for (;;) {
      if (this.#isStopped) return
      const batch = await this.#marked(nextBatch(records.all, this.#most, token, isHeld))
      if (batch.length === 0) return
      this.#set({ sending: new Set(batch.map(({ key }) => key)) })
      let results: readonly Result[]
      try {
        results = await (token === undefined ? this.#post(batch) : this.#postAs(token, batch))
      } catch (error) {
        // A weak link, or a proxy with a limit of its own: fewer at once.
        if (error instanceof NoAnswer || (error instanceof Refused && error.status === 413)) {
          const isOne = batch.length === 1
          this.#most = nextMost(batch.length, false)
          if (error instanceof Refused && !isOne) continue
          if (error instanceof Refused)
            results = [{ id: batch[0]?.record.id ?? null, status: 'rejected', problem: error.refusal }]
          else throw error
        } else throw error
      }
      this.#most = nextMost(this.#most, true)
      this.#set({ lastContactAt: Date.now() })
      const rows = await records.change((entries) =>
        answered(entries, batch, results, { nowMs: serviceMs() }),
      )
      this.#set({ sending: NONE })
      this.#ports.wrote()
      // The service refused them all for now: more would be refused too.
      if (rows === null || rows.size === 0) {
        const problem = results.find((result) => result.problem !== undefined)?.problem
        throw problem === undefined ? new NoAnswer('no results') : new Refused(problem)
      }
    }
  }

  /** Notes on the disk that the service may have these from now on: later changes become records of their own. */
  async #marked(batch: readonly Entry[]): Promise<Entry[]> {
    const keys = new Set(batch.map(({ key }) => key))
    const isToMark = ({ key, state, mayBeSent }: Entry) => keys.has(key) && state === 'waiting' && !mayBeSent
    await this.#ports.records.change((entries) => {
      const marked = entries
        .filter(isToMark)
        .map((entry) => [entry.key, { ...entry, mayBeSent: true }] as const)
      return marked.length === 0 ? null : new Map(marked)
    })
    return batch.flatMap(({ key }) => {
      const entry = this.#ports.records.of(key)
      return entry?.state === 'waiting' && entry.mayBeSent ? [entry] : []
    })
  }

  async #postAs(token: string, batch: readonly Entry[]): Promise<readonly Result[]> {
    const json = { records: batch.map(({ record }) => record) }
    return (await this.#ports.service.json<{ results: Result[] }>('/v1/sync/outbox', { token, json })).results
  }

  async #post(batch: readonly Entry[]): Promise<readonly Result[]> {
    const { service, session } = this.#ports
    const records = batch.map(({ record }) => record)
    const report = await this.#ports.report()
    const send = (json: object) =>
      service.json<{ results: Result[] }>('/v1/sync/outbox', { token: session().token, json })
    try {
      const { results } = await send(report === null ? { records } : { records, report })
      if (report !== null) this.#noteReport(report)
      return results
    } catch (error) {
      if (report === null || !isReportRefused(error)) throw error
      this.#ports.reportRefused()
      return (await send({ records })).results
    }
  }

  #noteReport(report: Report): void {
    this.#reportedAt = Date.now()
    this.#reported = `${report.waiting} ${report.rejected}`
  }

  /** Reports also when nothing waits: when the counts changed, and each hour. */
  async #sendReport(): Promise<void> {
    const report = await this.#ports.report()
    if (report === null) return
    const isNews = this.#reported !== `${report.waiting} ${report.rejected}`
    if (isNews || Date.now() - this.#reportedAt > REPORT_MS) await this.#post([])
  }

  async #sendPhotographs(): Promise<void> {
    const { photographs, records, service, session, changed, wrote, serviceMs } = this.#ports
    for (
      let due = photographs.due(records.all)[0];
      due !== undefined;
      due = photographs.due(records.all)[0]
    ) {
      if (this.#isStopped) return
      await photographs.send(due, service, session().token, serviceMs, changed)
      changed()
      wrote()
    }
  }
}

const isReportRefused = (error: unknown): boolean =>
  error instanceof Refused &&
  error.status === 422 &&
  (error.refusal.errors ?? []).some(({ pointer }) => pointer.startsWith('/report'))
