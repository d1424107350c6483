import { setTimeout } from 'node:timers/promises'
import { kindWords } from '../../base/error-kinds.ts'
import { given, must } from '../../base/typed.ts'
import { dayOf, startOfDay } from '../../cli/day.ts'
import { hoursIn } from '../../config/message-settings.ts'
import { measured } from '../../domain/messages/gsm.ts'
import { kindCode, MESSAGE_KINDS } from '../../domain/messages/made.ts'
import {
  askAfterMs,
  isDueAgain,
  isOpen,
  isWaiting,
  mayHaveBeenSent,
  type Outcome,
  planFor,
  SILENCE_MS,
  stateAfter,
} from '../../domain/messages/sending.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import { ENGLISH, languageOf } from '../../words/language.ts'
import { type Words, wordsIn } from '../../words/words.ts'
import type { MachineKernel } from '../kernel.ts'
import { type EndingPlace, endingFrom, Follower, isTopicTold } from './follow.ts'
import { type Gateway, type TextMessage, withoutNumbers } from './gateway.ts'
import { memberOf } from './members.ts'
import { noteNews } from './news.ts'
import { ReaderNews } from './readers.ts'
import { isOvertaken, textOf } from './told.ts'

/**
 * Sends messages to members, one at a time, in the background.
 * - State: all of it is in the tables of messages, but for how long an unreachable gateway is left alone and how often states were
 *   asked for.
 * - Holds: `sending` is on the disk before the gateway is called, and what it answered after. Killed in between, the service finds
 *   `sending` and calls it `unknown`: at most one message, and its state is true.
 */

const ROUND_MS = 15_000
const FIRST_MS = 5_000
const ENDING_EVERY_MS = 3_600_000
const READERS_EVERY_MS = 24 * 3_600_000
const PAGE = 200
/** Messages that are decided on together; of a member for whom more wait, the others wait on. */
const MOST_OF_ONE = 1_000
const MOST_ASKED = 50
const UNREACHED_MS = 60_000
const LONGEST_UNREACHED_MS = 1_800_000

type Kernel = Pick<MachineKernel, 'store' | 'people' | 'registry' | 'config' | 'gate'>

interface Log {
  readonly error: (text: string) => void
}

interface Ready extends TextMessage {
  readonly n: number
}

export class MessageWorker {
  readonly #kernel: Kernel
  readonly #gateway: Gateway
  /** Its lines name no number, party or text. */
  readonly #log: Log
  readonly #follower: Follower
  readonly #readers: ReaderNews
  readonly #stopping = new AbortController()
  #turns: Promise<void> = Promise.resolve()
  #isSettled = false
  /** All messages up to this one are in their final state. */
  #doneThrough = 0
  #endingAtMs = 0
  #readersAtMs = 0
  #unreached = 0
  #notBeforeMs = 0
  readonly #asked = new Map<number, { readonly times: number; readonly atMs: number }>()

  constructor(kernel: Kernel, gateway: Gateway, log: Log) {
    this.#kernel = kernel
    this.#gateway = gateway
    this.#log = log
    this.#follower = new Follower(kernel)
    this.#readers = new ReaderNews(kernel)
    kernel.store.onRollback(() => this.#follower.forget())
  }

  start(): void {
    this.#turns = this.#takeTurns()
  }

  /** A call that is under way ends, and what became of its message stays unknown. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#turns
    // If it cannot be noted, the next start goes on from the place before.
    await this.#job(() => this.#follower.noteHere(), false).catch(() => {})
  }

  async #takeTurns(): Promise<void> {
    const { signal } = this.#stopping
    // Repeated failures are reported once.
    let isFailing = false
    for (let ms = FIRST_MS; ; ms = ROUND_MS) {
      await setTimeout(ms, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      try {
        await this.round()
        isFailing = false
      } catch (error) {
        if (!signal.aborted && !isFailing)
          this.#log.error(`messages to members cannot be made or sent: ${kindWords(error)}`)
        isFailing = true
      }
    }
  }

  /** Makes what is due, sends it, and asks what became of what was sent. */
  async round(): Promise<void> {
    const { store } = this.#kernel
    // Until a restore is confirmed, another service may be the true one.
    if (store.appliance.cooperative === null || store.backups.suspension !== null) return
    if (store.clock.isDoubted) return
    await this.#settle()
    while (await this.#job(() => this.#follower.follow()));
    await this.#followEnding()
    await this.#followReaders()
    await this.#skipDone()
    await this.#sendAll(store.messages.pause === null && store.writer.nowMs >= this.#notBeforeMs)
    await this.#askAll()
  }

  /** Once: what may have been sent before this start is never sent again. */
  async #settle(): Promise<void> {
    if (this.#isSettled) return
    const { messages, writer } = this.#kernel.store
    const restoredAtMs = this.#kernel.store.backups.newestRestore?.restoredAtMs ?? null
    for (let n: number | null = 0; n !== null; )
      n = await this.#job(() => {
        const rows = messages.after(must(n), PAGE)
        for (const row of rows)
          if (mayHaveBeenSent(row, restoredAtMs))
            messages.note(row.n, writer.nowMs, { state: 'unknown', code: 'interrupted' })
        return rows[PAGE - 1]?.n ?? null
      })
    this.#isSettled = true
  }

  async #followEnding(): Promise<void> {
    const { nowMs } = this.#kernel.store.writer
    if (nowMs < this.#endingAtMs) return
    let place: EndingPlace | null = endingFrom(nowMs)
    while (place !== null) {
      const at: EndingPlace = place
      place = await this.#job(() => this.#follower.followEnding(at))
    }
    this.#endingAtMs = nowMs + ENDING_EVERY_MS
  }

  async #followReaders(): Promise<void> {
    const { nowMs } = this.#kernel.store.writer
    if (nowMs < this.#readersAtMs || !isTopicTold(this.#kernel.config, 'reader_new')) return
    for (let after: number | null = 0; after !== null; )
      after = await this.#job(() => this.#readers.follow(must(after)))
    this.#readersAtMs = nowMs + READERS_EVERY_MS
  }

  async #skipDone(): Promise<void> {
    for (let isMore = true; isMore; )
      isMore = await this.#job(() => {
        const rows = this.#kernel.store.messages.after(this.#doneThrough, PAGE)
        const first = rows.findIndex(({ state }) => isOpen(state))
        this.#doneThrough = rows[first < 0 ? rows.length - 1 : first - 1]?.n ?? this.#doneThrough
        return first < 0 && rows.length === PAGE
      })
  }

  /** @param maySend false while messages are only stopped, because nothing is sent or the gateway was not reached */
  async #sendAll(maySend: boolean): Promise<void> {
    const seen = new Set<number>()
    for await (const page of this.#open()) {
      const waiting = page.filter(({ state, party }) => isWaiting(state) && !seen.has(party))
      for (const party of new Set(waiting.map((row) => row.party)))
        for (let isMore = true; isMore; ) {
          const ready = await this.#job(() => this.#next(party, maySend))
          isMore = ready !== null
          if (ready !== null && !(await this.#send(ready))) return
          seen.add(party)
        }
    }
  }

  /** Yields the messages that are not all in their final state, in pages. */
  async *#open(): AsyncGenerator<readonly MessageRow[]> {
    const { messages } = this.#kernel.store
    for (let after = this.#doneThrough; ; ) {
      const page = await this.#job(() => messages.after(after, PAGE))
      yield page
      const last = page[PAGE - 1]
      if (last === undefined) return
      after = last.n
    }
  }

  /** Decides on what waits for a party, and marks what is to be sent next. Call inside a job. */
  #next(party: number, maySend: boolean): Ready | null {
    const { store, config } = this.#kernel
    const { messages, writer } = store
    const { nowMs } = writer
    const { calendar } = this.#wordsFor(null)
    const { timeZone } = calendar
    const todayMs = startOfDay(timeZone, dayOf(timeZone, nowMs)) ?? nowMs
    const member = memberOf(this.#kernel, party, todayMs)
    const rows = messages.waitingOf(party, this.#doneThrough, MOST_OF_ONE)
    const waiting = rows.map(({ n, madeAt, state, at, kind }) => ({
      n,
      madeAtMs: madeAt,
      isDue: state !== 'again' || isDueAgain(messages.tries(n).tries, must(at), nowMs),
      isTold: isTopicTold(config, must(MESSAGE_KINDS[kind])),
    }))
    const [hour = 0, minute = 0] = calendar.clock(nowMs).split(':').map(Number)
    const { stop, drop, send } = planFor(member, waiting, nowMs, hour * 60 + minute, {
      hours: hoursIn(config.messageHours),
      mostADay: config.messagesADay,
    })
    for (const n of stop) messages.note(n, nowMs, { state: 'stopped' })
    for (const n of drop) messages.note(n, nowMs, { state: 'failed', code: 'too_late' })
    if (!maySend || member.phone === null) return null
    const groups = send.map((group) => rows.filter(({ n }) => group.includes(n)))
    const isStill = ([one, ...others]: readonly MessageRow[]) =>
      others.length > 0 || !isOvertaken(this.#kernel, must(one))
    const at = groups.findIndex(isStill)
    for (const [one] of at < 0 ? groups : groups.slice(0, at))
      messages.note(must(one).n, nowMs, { state: 'stopped' })
    const told = groups[at]
    if (told === undefined) return null
    const carrier = this.#carrier(told, nowMs)
    const words = this.#wordsFor(member.language ?? config.language)
    const text = textOf(this.#kernel, words, carrier, {
      member: member.isShared ? member.name : null,
      count: messages.countOf(carrier.n),
    })
    messages.note(carrier.n, nowMs, { state: 'sending', parts: measured(text).parts })
    return { n: carrier.n, to: member.phone, text }
  }

  /** Returns the message to send: of several, one that says how many there are. */
  #carrier(told: readonly MessageRow[], nowMs: number): MessageRow {
    const last = must(told.at(-1))
    if (told.length === 1) return last
    const { messages } = this.#kernel.store
    const n = messages.make(last.about, kindCode('several'), last.party, nowMs)
    if (n === null) return last
    for (const one of told) messages.note(one.n, nowMs, { state: 'told', toldBy: n })
    return must(messages.one(n))
  }

  /** @returns whether the gateway takes more */
  async #send({ n, to, text }: Ready): Promise<boolean> {
    const { signal } = this.#stopping
    const outcome = await this.#gateway.send({ to, text }, signal)
    await this.#job(() => this.#note(n, outcome, text), false)
    if (signal.aborted) return false
    if (outcome.state === 'unreached') {
      this.#notBeforeMs =
        this.#kernel.store.writer.nowMs + Math.min(LONGEST_UNREACHED_MS, UNREACHED_MS * 2 ** this.#unreached)
      this.#unreached = Math.min(this.#unreached + 1, 10)
      return false
    }
    this.#unreached = 0
    if (outcome.state !== 'failed' || !outcome.pauses) return true
    this.#log.error('the gateway refuses messages to members; none is sent before "granary message resume"')
    return false
  }

  #note(n: number, outcome: Outcome, text: string): void {
    const { messages, writer } = this.#kernel.store
    const kept = (words: string | undefined) =>
      words === undefined ? undefined : withoutNumbers(words, { text })
    const { code, words, reference } = outcome as { code?: string; words?: string; reference?: string }
    messages.note(n, writer.nowMs, {
      state: stateAfter(outcome, messages.tries(n), writer.nowMs),
      // A reference that is used no more is not kept: it may name the number.
      ...given({
        reference: this.#isNamedLater ? reference : undefined,
        code: kept(code),
        words: kept(words),
      }),
    })
    if (outcome.state === 'failed' && outcome.pauses)
      messages.addNote('pause', 0, null, writer.nowMs, kept(outcome.code) ?? '')
  }

  /** Whether anything names messages by their references later. */
  get #isNamedLater(): boolean {
    const { ask, callbacks } = this.#gateway
    return ask !== undefined || callbacks?.keepsReferences === true
  }

  /** Asks what became of messages; of those of which nothing is heard for long, nobody knows. */
  async #askAll(): Promise<void> {
    const { messages, writer } = this.#kernel.store
    let left = MOST_ASKED
    for await (const page of this.#open())
      for (const row of page) {
        if (row.state !== 'sent') continue
        const sentAtMs = must(row.at)
        if (writer.nowMs - sentAtMs >= SILENCE_MS) {
          this.#asked.delete(row.n)
          await this.#job(() => messages.note(row.n, writer.nowMs, { state: 'unknown', code: 'silence' }))
        } else if (left > 0 && this.#isToAsk(row.n, sentAtMs)) {
          left--
          await this.#ask(row)
        }
      }
  }

  #isToAsk(n: number, sentAtMs: number): boolean {
    if (this.#gateway.ask === undefined) return false
    const { times, atMs } = this.#asked.get(n) ?? { times: 0, atMs: sentAtMs }
    return this.#kernel.store.writer.nowMs - atMs >= askAfterMs(times)
  }

  async #ask({ n }: MessageRow): Promise<void> {
    const { messages, writer } = this.#kernel.store
    const reference = messages.referenceOf(n)
    if (reference === null) return
    const news = await this.#gateway.ask?.(reference, this.#stopping.signal)
    this.#asked.set(n, { times: (this.#asked.get(n)?.times ?? 0) + 1, atMs: writer.nowMs })
    if (news === undefined) return
    await this.#job(() => {
      if (noteNews(this.#kernel.store, n, news, reference)) this.#asked.delete(n)
    })
  }

  #wordsFor(language: string | null): Words {
    const { config, store } = this.#kernel
    const known = languageOf(language ?? '') ?? languageOf(config.language) ?? ENGLISH
    return wordsIn(known, config.timeZone, store.time)
  }

  /** @param endsOnStop false for what must be noted in any case */
  #job<T>(work: () => T, endsOnStop = true): Promise<T> {
    return this.#kernel.store.writer.submitAlone(() => {
      if (endsOnStop) this.#stopping.signal.throwIfAborted()
      return work()
    })
  }
}
