import { answered, sentOnceMore } from '../rules/changing.ts'
import { isWithoutToken, tokensToSend } from '../rules/confirmer.ts'
import type { Entry, Result } from '../rules/entry.ts'
import {
  IDLE_MS,
  MOST_RECORDS,
  nextBatch,
  nextMost,
  pauseMs,
  type Report,
  reportOf,
} from '../rules/sending.ts'
import type { Confirmers } from './confirmers.ts'
import type { Database } from './database.ts'
import type { Inside } from './inside.ts'
import { NoAnswer, Refused } from './service.ts'

/**
 * Sends what waits and fetches what is new, by itself, whenever there is a network. Of several tabs, one does it. Each step
 * is on the phone's disk before the next, so that the page may be closed after any of them.
 */

/** The tab that has this lock (Web Locks) sends for all tabs of the same person. */
export const sendLock = ({ name }: Pick<Database, 'name'>): string => `${name}-send`

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
  readonly #phone: Inside
  readonly #confirmers: Confirmers
  readonly #isHeld: (entry: Entry) => boolean
  #progress: Progress = { isBusy: false, sending: NONE, lastContactAt: null, nextTryAt: null, failure: null }
  #most = MOST_RECORDS
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAskedAgain = false
  #isStopped = false
  #isPruned = false
  #reportedAt = 0
  #reported = ''

  /** @param isHeld whether an entry waits for a person to decide */
  constructor(phone: Inside, confirmers: Confirmers, isHeld: (entry: Entry) => boolean) {
    this.#phone = phone
    this.#confirmers = confirmers
    this.#isHeld = isHeld
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
    if (this.#isStopped || this.#phone.isOverdue()) return
    if (this.#phone.session.ended && !byPerson) return
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
        await navigator.locks.request(sendLock(this.#phone.database), { ifAvailable: true }, async (lock) => {
          // A full phone gives up photographs that were sent, for the rows that sending writes.
          await (lock === null ? this.reload() : this.#phone.photographs.withRoom(() => this.#run()))
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

  /** Reads everything again, as another tab may have changed it. */
  async reload(): Promise<void> {
    await Promise.all([this.#phone.records.load(), this.#phone.feed.load(), this.#confirmers.load()])
    await this.#phone.clock.load()
  }

  /** Another tab changed something. */
  async heard(): Promise<void> {
    // What is under way reads everything again before it sends.
    if (!this.#progress.isBusy) {
      await this.reload()
      this.#phone.telling.changed()
      if (!this.#phone.records.all.some((entry) => entry.state === 'waiting' && !isWithoutToken(entry)))
        return
    }
    void this.go()
  }

  #set(changed: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...changed }
    this.#phone.telling.changed()
  }

  #again(pause: number): void {
    if (this.#isStopped || this.#phone.session.ended) return
    this.#timer = setTimeout(() => void this.go(), pause)
    this.#set({ nextTryAt: Date.now() + pause })
  }

  async #failed(error: unknown): Promise<number> {
    this.#failures++
    if (error instanceof Refused) {
      this.#set({ lastContactAt: Date.now() })
      if (error.status === 401) await this.#phone.ended()
      const { code, title } = error.refusal
      this.#set({ failure: { is: 'refused', code, title } })
      return pauseMs(this.#failures, Math.random(), error.retryAfterS)
    }
    const isNoAnswer = error instanceof NoAnswer
    if (!isNoAnswer) reportError(error)
    this.#set({ failure: { is: isNoAnswer ? 'no_answer' : 'no_room' } })
    return pauseMs(this.#failures, Math.random())
  }

  async #run(): Promise<void> {
    const { feed } = this.#phone
    // Another tab may have had the lock until now.
    await this.reload()
    // A service that was restored says so here, before anything else is sent.
    let isMore = feed.hasBegun ? await this.#pull() : true
    for (let isFirst = true; isFirst || isMore; isFirst = false) {
      await this.#sendRecords()
      await this.#sendPhotographs()
      for (let pages = 0; isMore && pages < PAGES_IN_A_ROW && !this.#isStopped; pages++)
        isMore = await this.#pull()
      if (this.#isStopped) return
    }
    const { service, session, telling } = this.#phone
    if (await feed.refreshOthers(service, session.token, Date.now())) telling.wrote()
    await feed.refresh(service, Date.now())
    await this.#sendReport()
    await this.#sendConfirmed()
    if (this.#isPruned) return
    await this.#prune()
    this.#isPruned = true
  }

  /** Sends what people confirmed here, by their own tokens. It is last, so that it never holds up the phone's own records. */
  async #sendConfirmed(): Promise<void> {
    const failures: Refused[] = []
    for (const token of tokensToSend(this.#phone.records.all)) {
      try {
        await this.#sendRecords(token)
      } catch (error) {
        // Without a network, the others are not reached either.
        if (!(error instanceof Refused)) throw error
        const by = this.#phone.records.all.find((entry) => entry.by?.token === token)?.by
        if (error.status === 401 && by !== undefined) await this.#confirmers.ended({ ...by, token })
        else failures.push(error)
      }
      this.#set({ sending: NONE })
    }
    const [first] = failures
    if (first !== undefined) throw first
  }

  /** Drops what is old, by the service's clock. */
  async #prune(): Promise<void> {
    const { around, records, photographs } = this.#phone
    if (around.clockAheadMs === null) return
    const nowMs = around.serviceMs
    await records.prune(nowMs)
    await photographs.prune(nowMs)
  }

  async #pull(): Promise<boolean> {
    const { feed, service, records, photographs, session, telling } = this.#phone
    const { token, party, device } = session
    const isMore = await feed.pull(service, token, { party, device }, async (writes) => {
      const all = [...writes, ...(await photographs.sentOnceMore())]
      await records.change(
        (entries) => sentOnceMore(entries.filter(({ state }) => state === 'accepted')),
        all,
      )
      await records.load()
    })
    await this.#phone.nameIt(feed.called)
    this.#set({ lastContactAt: Date.now() })
    if (isMore) telling.wrote()
    return isMore
  }

  /** @param token of a person, for what they confirmed here */
  async #sendRecords(token?: string): Promise<void> {
    const { records, around } = this.#phone
    for (;;) {
      if (this.#isStopped) return
      const batch = await this.#marked(nextBatch(records.all, this.#most, token, this.#isHeld))
      if (batch.length === 0) return
      this.#set({ sending: new Set(batch.map(({ key }) => key)) })
      let results: readonly Result[]
      try {
        results = await (token === undefined
          ? this.#post(batch)
          : this.#outbox({ records: recordsOf(batch) }, token))
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
        answered(entries, batch, results, { nowMs: around.serviceMs }),
      )
      this.#set({ sending: NONE })
      this.#phone.telling.wrote()
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
    await this.#phone.records.change((entries) => {
      const marked = entries
        .filter(isToMark)
        .map((entry) => [entry.key, { ...entry, mayBeSent: true }] as const)
      return marked.length === 0 ? null : new Map(marked)
    })
    return batch.flatMap(({ key }) => {
      const entry = this.#phone.records.of(key)
      return entry?.state === 'waiting' && entry.mayBeSent ? [entry] : []
    })
  }

  async #post(batch: readonly Entry[]): Promise<readonly Result[]> {
    const records = recordsOf(batch)
    const report = await this.#report()
    try {
      const results = await this.#outbox(report === null ? { records } : { records, report })
      if (report !== null) this.#noteReport(report)
      return results
    } catch (error) {
      if (report === null || !isReportRefused(error)) throw error
      this.#phone.around.takesReport = false
      return this.#outbox({ records })
    }
  }

  async #outbox(json: object, token = this.#phone.session.token): Promise<readonly Result[]> {
    return (await this.#phone.service.json<{ results: Result[] }>('/v1/sync/outbox', { token, json })).results
  }

  async #report(): Promise<Report | null> {
    const { around, records } = this.#phone
    if (!around.takesReport) return null
    await around.measureStorage()
    return reportOf(records.all, around.storage, `field ${around.version}`)
  }

  #noteReport(report: Report): void {
    this.#reportedAt = Date.now()
    this.#reported = `${report.waiting} ${report.rejected}`
  }

  /** Reports also when nothing waits: when the counts changed, and each hour. */
  async #sendReport(): Promise<void> {
    const report = await this.#report()
    if (report === null) return
    const isNews = this.#reported !== `${report.waiting} ${report.rejected}`
    if (isNews || Date.now() - this.#reportedAt > REPORT_MS) await this.#post([])
  }

  async #sendPhotographs(): Promise<void> {
    const { photographs, records, service, telling, around } = this.#phone
    const next = () => photographs.due(records.all)
    for (let [due] = next(); due !== undefined; [due] = next()) {
      if (this.#isStopped) return
      const link = { service, token: this.#phone.session.token, advanced: () => telling.changed() }
      await photographs.send(due, link, () => around.serviceMs)
      telling.wrote()
    }
  }
}

const recordsOf = (batch: readonly Entry[]) => batch.map(({ record }) => record)

const isReportRefused = (error: unknown): boolean =>
  error instanceof Refused &&
  error.status === 422 &&
  (error.refusal.errors ?? []).some(({ pointer }) => pointer.startsWith('/report'))
