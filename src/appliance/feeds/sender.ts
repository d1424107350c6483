import { setTimeout } from 'node:timers/promises'
import { kindWords } from '../../base/error-kinds.ts'
import { type MemoryBudget, shareOfParty } from '../../base/memory-budget.ts'
import { Problem } from '../../base/problem.ts'
import { isLiveGrant } from '../../domain/consent.ts'
import type { Verified } from '../../domain/credential.ts'
import {
  afterOutcome,
  codeOf,
  type Failure,
  MOST_IN_PAGE,
  mostAfter,
  type PageOutcome,
  pageOutcome,
  type Sending,
  sendingFrom,
} from '../../domain/sent-feed.ts'
import type { AcknowledgedPage, SentFeed } from '../../store/tables/feeds-sent.ts'
import { OperatorFault } from '../../words/fault.ts'
import type { MachineKernel } from '../kernel.ts'
import { type MadePage, makePage } from './page.ts'
import { reach } from './post.ts'
import { forgetToken, tokenIn } from './token.ts'

/**
 * Sends the feeds that the office set up, each page by page, in the background.
 * - State: what the receivers acknowledged is in the tables of feeds; pauses, and that a feed has nothing to send, in memory.
 * - Holds: a page is made after the last cursor that was acknowledged, or that the receiver asks for, once the receiver is
 *   reached, and is noted only once it is acknowledged. Killed in between, the service sends a page again.
 */

const ROUND_MS = 15_000
const FIRST_MS = 5_000
/** Consent may end by the clock, without any new entry of the log. */
const LOOK_EVERY_MS = 300_000
const MOST_AT_ONCE = 4

type Kernel = Pick<MachineKernel, 'store' | 'config' | 'credentials' | 'grants' | 'ports'> & {
  readonly memory: MemoryBudget
}

interface Log {
  readonly error: (text: string) => void
}

/** What is known of a feed besides its rows. */
interface Known {
  sending: Sending
  /** Most records of its next page. */
  most: number
  /** The log's size and the time when nothing was left to send; null while something may be. */
  idle: { readonly size: number; readonly atMs: number } | null
  /** Whether there was no grant then. */
  isAsleep: boolean
}

interface Turn {
  readonly caller: Verified
  readonly acknowledged: AcknowledgedPage | null
  readonly isFailing: boolean
  readonly hasLiveGrant: boolean
  readonly isRestored: boolean
  readonly size: number
  readonly nowMs: number
}

export class FeedSender {
  readonly #kernel: Kernel
  /** Its lines name no address, party or token. */
  readonly #log: Log
  readonly #limitMs: number | undefined
  readonly #stopping = new AbortController()
  readonly #known = new Map<number, Known>()
  readonly #underWay = new Map<number, Promise<void>>()
  #rounds: Promise<void> = Promise.resolve()

  /** @param limitMs time limit of a request, unless the usual one */
  constructor(kernel: Kernel, log: Log, limitMs?: number) {
    this.#kernel = kernel
    this.#log = log
    this.#limitMs = limitMs
  }

  start(): void {
    this.#rounds = this.#takeRounds()
  }

  /** A request that is under way ends, and its page is sent again after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#rounds
    await Promise.all(this.#underWay.values())
  }

  async #takeRounds(): Promise<void> {
    const { signal } = this.#stopping
    for (let ms = FIRST_MS; ; ms = ROUND_MS) {
      await setTimeout(ms, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      // A slow receiver does not hold up the others.
      void this.round().catch((error) => {
        if (!signal.aborted) this.#log.error(`feeds cannot be sent: ${kindWords(error)}`)
      })
    }
  }

  /** Sends what is due of each feed, of some at once. Resolves when all of it is sent or has failed. */
  async round(): Promise<void> {
    const { store } = this.#kernel
    // Until a restore is confirmed, another service may be the true one.
    if (store.appliance.cooperative === null || store.backups.suspension !== null) return
    if (store.clock.isDoubted || this.#stopping.signal.aborted) return
    const feeds = [...store.feedsSent.live()]
    const inTurn = async () => {
      for (let feed = feeds.shift(); feed !== undefined; feed = feeds.shift()) await this.#begin(feed)
    }
    const free = Math.max(0, MOST_AT_ONCE - this.#underWay.size)
    await Promise.all(Array.from({ length: free }, inTurn))
  }

  async #begin(feed: SentFeed): Promise<void> {
    if (this.#underWay.has(feed.n) || this.#stopping.signal.aborted) return
    const turn = this.#sendAll(feed)
      .catch(async (error) => {
        if (this.#stopping.signal.aborted) return
        this.#log.error(`a feed cannot be sent: ${kindWords(error)}`)
        // On a full disk, say, it cannot be noted either.
        await this.#noteFault(feed, kindWords(error)).catch(() => {})
      })
      .finally(() => this.#underWay.delete(feed.n))
    this.#underWay.set(feed.n, turn)
    await turn
  }

  async #sendAll(feed: SentFeed): Promise<void> {
    while (!this.#stopping.signal.aborted && (await this.#sendNext(feed)));
  }

  /** @returns whether another page may follow at once */
  async #sendNext(feed: SentFeed): Promise<boolean> {
    const { writer } = this.#kernel.store
    const turn = await writer.submitAlone(() => this.#turnOf(feed))
    if (turn === 'ended') forgetToken(this.#kernel.config, feed.tokenFile)
    if (turn === null || turn === 'ended') return false
    const known = this.#knownOf(feed, turn.acknowledged)
    const fail = (failure: Failure) => this.#note(feed, turn, { is: 'failed', ...failure }, null)
    const token = tokenOrNone(feed.tokenFile)
    if (token === null) return await fail({ fault: 'token' })
    // A page counts as read by its reader, so it is made only for a receiver that is there.
    const receiver = await reach(feed, this.#stopping.signal, this.#limitMs)
    if ('fault' in receiver) return await fail(receiver)
    const holder = {}
    const isOver = () => this.#kernel.store.feedsSent.now(feed.n).ended !== null
    try {
      if (isOver()) return false
      const page = await this.#made(feed, turn, known, holder)
      if ('fault' in page) return await fail(page)
      const hasNews = page.hasNews || (page.hasRoot && turn.hasLiveGrant)
      const isWanted = hasNews || turn.isFailing || known.sending.since !== known.sending.acknowledged
      if (!isWanted) {
        known.idle = { size: turn.size, atMs: turn.nowMs }
        known.isAsleep = !turn.hasLiveGrant
        return false
      }
      const check = () => {
        page.check()
        if (isOver()) throw new Problem('not_found')
      }
      const reply = await receiver.post({ token, body: page.body, check })
      return await this.#note(feed, turn, pageOutcome(reply, page.cursor), page)
    } finally {
      receiver.close()
      this.#kernel.memory.leave(holder)
    }
  }

  /** Decides whether the feed has a turn now. Ends it with the last credential of its reader. Call inside a job. */
  #turnOf(feed: SentFeed): Turn | 'ended' | null {
    const { credentials, store } = this.#kernel
    const { backups, consents, feedsSent, log, writer } = store
    const { nowMs } = writer
    const caller = credentials.readingOf(feed.party)
    if (caller !== null && nowMs < (this.#known.get(feed.n)?.sending.notBeforeMs ?? 0)) return null
    const { acknowledged, failed, ended } = feedsSent.now(feed.n)
    if (ended !== null) return null
    if (caller === null) {
      feedsSent.end(feed.n, nowMs, 'no_credential')
      return 'ended'
    }
    const { idle, isAsleep } = this.#knownOf(feed, acknowledged)
    const isSeen = idle !== null && idle.size === log.size && nowMs - idle.atMs < LOOK_EVERY_MS
    if (isSeen) return null
    const hasLiveGrant = consents.grantsTo(feed.party, feed.purpose).some((one) => isLiveGrant(one, nowMs))
    if (isAsleep && !hasLiveGrant) return null
    return {
      ...{ caller, acknowledged, hasLiveGrant, nowMs },
      isFailing: failed !== null,
      isRestored: backups.newestRestore !== null,
      size: log.size,
    }
  }

  /** Makes the next page. */
  async #made(
    { party, purpose }: SentFeed,
    { caller, acknowledged, isRestored }: Turn,
    { sending: { since }, most }: Known,
    holder: object,
  ): Promise<MadePage | Failure> {
    const { config, grants, memory, ports } = this.#kernel
    const grown = (bytes: number) => {
      if (memory.hold(holder, [shareOfParty(memory, party)], bytes) !== null) throw new Problem('overloaded')
    }
    try {
      const isNext = acknowledged !== null && acknowledged.cursor === since
      const from = { purpose, since, grants: isNext ? acknowledged.grants : 0, isRestored, most }
      return await makePage({ ...ports, config, grants }, caller, from, grown)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'invalid_cursor') return { fault: 'since' }
      return { fault: error.code === 'quota_exceeded' ? 'quota' : 'busy' }
    }
  }

  /** @returns whether another page may follow at once */
  async #note(feed: SentFeed, turn: Turn, outcome: PageOutcome, page: MadePage | null): Promise<boolean> {
    const { feedsSent, writer } = this.#kernel.store
    // What failed because the service stops is no fault of the receiver.
    if (outcome.is !== 'acknowledged' && this.#stopping.signal.aborted) return false
    const known = this.#knownOf(feed, turn.acknowledged)
    const isAnew = known.sending.since === null
    const after = afterOutcome(known.sending, outcome, page?.cursor ?? null, writer.nowMs)
    await writer.submitAlone(() => {
      if (feedsSent.now(feed.n).ended !== null) return
      if (outcome.is === 'acknowledged' && page !== null) {
        const { cursor, grants, hasMore } = page
        const before = isAnew ? null : turn.acknowledged
        feedsSent.acknowledge(feed.n, {
          ...{ at: turn.nowMs, cursor, grants, hasMore },
          records: (before?.records ?? 0) + page.records,
          closed: (before?.closed ?? 0) + page.closed,
        })
      } else if (after.failures > 0) feedsSent.fail(feed.n, { at: writer.nowMs, code: codeOf(outcome) })
    })
    known.sending = after
    if (page !== null) known.most = mostAfter(known.most, outcome)
    known.idle = null
    known.isAsleep = false
    return after.failures === 0
  }

  /** Notes a fault of this service: the feed goes on after a pause. */
  async #noteFault(feed: SentFeed, detail: string): Promise<void> {
    const { feedsSent, writer } = this.#kernel.store
    const known = this.#known.get(feed.n)
    const outcome = { is: 'failed', fault: 'service', detail } as const
    if (known !== undefined) known.sending = afterOutcome(known.sending, outcome, null, writer.nowMs)
    await writer.submitAlone(() => {
      if (feedsSent.now(feed.n).ended === null)
        feedsSent.fail(feed.n, { at: writer.nowMs, code: codeOf(outcome) })
    })
  }

  #knownOf({ n }: SentFeed, acknowledged: AcknowledgedPage | null): Known {
    const known = this.#known.get(n)
    if (known !== undefined) return known
    const sending = sendingFrom(acknowledged?.cursor ?? null)
    const fresh = { sending, most: MOST_IN_PAGE, idle: null, isAsleep: false }
    this.#known.set(n, fresh)
    return fresh
  }
}

function tokenOrNone(file: string): string | null {
  try {
    return tokenIn(file)
  } catch (error) {
    if (error instanceof OperatorFault) return null
    throw error
  }
}
