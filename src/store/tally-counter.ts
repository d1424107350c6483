import type { Version } from '../domain/derived/world.ts'
import { tipAsOf } from '../domain/tally/chain-tip.ts'
import { countAct, countRecord } from '../domain/tally/count.ts'
import type { OldestOutstanding, Outstanding } from '../domain/tally/oldest-outstanding.ts'
import { citedMilligrams } from '../domain/tally/record.ts'
import type { ActEntry } from './act-rows.ts'
import type { StoredRecord } from './records.ts'
import type { Store } from './store.ts'
import type { TallyBook } from './tally-book.ts'
import type { CountedRecord, TallyRows } from './tally-rows.ts'

/** Rows examined at once for the oldest open one. */
const LOOKED_AT = 256

/** The change that each entry makes in the sums. Entries are counted in log order, each once its rows are written. */
export class TallyCounter {
  readonly #store: Store
  readonly #rows: TallyRows
  readonly #book: TallyBook

  constructor(store: Store, rows: TallyRows, book: TallyBook) {
    this.#store = store
    this.#rows = rows
    this.#book = book
  }

  /** @param target the record that it corrects or acts on, if at hand */
  record(record: CountedRecord, target: StoredRecord | null): void {
    const { seq, root, body } = record
    const byId = (id: string) => (id === target?.id ? target : this.#store.records.byId(id))
    countRecord(this.#book.added, body, (id) => byId(id)?.body)
    this.#keepUnresolved(record)
    const changed = body.target_id === undefined ? root : byId(body.target_id)?.root
    if (changed === seq) this.#weigh(record, 1n)
    else if (changed !== undefined) this.#chainChanged(changed, seq)
    this.#book.counted(seq)
  }

  act(act: ActEntry): void {
    this.#count(act)
    this.#book.counted(act.seq)
  }

  /** Continues the search for the oldest open one, by a bounded number of rows. @returns whether it is certain now */
  lookForOldest(): boolean {
    const { requests, notifications } = this.#book.place
    if (!requests.isCertain) this.#lookAtRequests(requests)
    if (!notifications.isCertain) this.#lookAtNotifications(notifications)
    return this.#book.place.requests.isCertain && this.#book.place.notifications.isCertain
  }

  /**
   * Moves the next version that cites a factor added later into that factor's sum.
   * @returns false when there is nothing to move
   */
  moveNext(): boolean {
    const { factors, through } = this.#book.place
    const { moving } = factors
    if (moving === null) return false
    const { factor, movedThrough, until } = moving
    const seq = this.#rows.nextUnresolved(factor, movedThrough, until)
    const version = seq === undefined ? undefined : this.#store.records.bySeq(seq)
    if (version !== undefined && this.#tipsOf(version.root)(through)?.seq === seq) {
      this.#weigh(version, -1n)
      this.#book.change({ factors: factors.moved(factor, version.seq) })
      this.#weigh(version, 1n)
    } else this.#book.change({ factors: factors.moved(factor, seq ?? null) })
    return true
  }

  #count(act: ActEntry): void {
    const { seq, kind, receivedAtMs, body } = act
    const { acts } = this.#store
    countAct(this.#book.added, act, (id) => acts.byId(id)?.receivedAtMs)
    const { requests, notifications, factors } = this.#book.place
    if (kind === 'subject_access_request') this.#book.change({ requests: requests.with(seq, receivedAtMs) })
    else if (kind === 'subject_access_answer') {
      const left = requests.without(acts.byId(body.request_id)?.seq ?? 0)
      if (left !== requests) this.#lookAtRequests(left)
    } else if (kind === 'notification_told') {
      const left = notifications.without(body.notification)
      if (left !== notifications) this.#lookAtNotifications(left)
    } else if (kind === 'registry_row' && body.kind === 'conversions')
      this.#book.change({ factors: factors.with([body.row.id], seq) })
  }

  #lookAtRequests(requests: OldestOutstanding): void {
    const rows = this.#store.subjectAccess.after(requests.clearedThrough, LOOKED_AT, true)
    const waiters = rows.map(({ seq, at, answeredAt }) => waiter(seq, at, answeredAt))
    this.#book.change({ requests: requests.lookedAt(waiters, rows.length < LOOKED_AT) })
  }

  #lookAtNotifications(notifications: OldestOutstanding): void {
    const rows = this.#store.notifications.after(notifications.clearedThrough, LOOKED_AT, true)
    const waiters = rows.map(({ n, raisedAt, toldAt }) => waiter(n, raisedAt, toldAt))
    this.#book.change({ notifications: notifications.lookedAt(waiters, rows.length < LOOKED_AT) })
  }

  /**
   * After a correction or retraction, one version may cease to count and another begin to, even a rival of the retracted
   * version. So the whole chain is weighed before and after.
   */
  #chainChanged(root: number, seq: number): void {
    const tipAt = this.#tipsOf(root)
    const [before, after] = [tipAt(seq - 1), tipAt(seq)]
    if (before !== undefined) this.#weigh(before, -1n)
    if (after !== undefined) this.#weigh(after, 1n)
    const { count, oldest } = this.#rows.notificationsRaisedBy(seq)
    if (oldest === null) return
    this.#book.added.notificationsRaised += count
    this.#book.change({ notifications: this.#book.place.notifications.with(oldest.n, oldest.raisedAt) })
  }

  /** The version of a chain that counted as of an entry. */
  #tipsOf(root: number): (throughSeq: number) => Version | undefined {
    const { records } = this.#store
    const versions = [...records.bySeqs([root]), ...records.laterVersions([root])]
    const retractions = records.bySeqs(this.#rows.retractionsOf(versions.map(({ id }) => id)))
    return (throughSeq) => tipAsOf(versions, retractions, throughSeq)
  }

  #weigh({ seq, body }: Pick<Version, 'seq' | 'body'>, times: 1n | -1n): void {
    const milligrams = citedMilligrams(body)
    const cited = body.conversion_id
    if (milligrams === null || cited === undefined) return
    const factor = this.#book.place.factors.sumOf(cited, seq)
    this.#book.added.weigh(factor, times * milligrams)
  }

  /** Even if it is not a tip: it may become one when a fork is resolved. */
  #keepUnresolved({ seq, body }: CountedRecord): void {
    const cited = body.conversion_id
    if (cited === undefined || this.#book.place.factors.sumOf(cited, seq) !== null) return
    if (citedMilligrams(body) !== null) this.#rows.keepUnresolved(cited, seq)
  }
}

const waiter = (key: number, atMs: number, endedAtMs: number | null): Outstanding => ({
  key,
  atMs,
  hasEnded: endedAtMs !== null,
})
