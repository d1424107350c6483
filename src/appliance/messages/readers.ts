import { must } from '../../base/typed.ts'
import { DisclosureRules } from '../../consent/disclosures/rules.ts'
import type { ConsentKernel } from '../../consent/kernel.ts'
import { kindCode } from '../../domain/messages/made.ts'
import { firstOfEach, isReaderDue, READER_NEWS_MS, type Reading } from '../../domain/messages/readers.ts'
import { INDEXED, type Posting } from '../../store/audit/postings.ts'
import type { RecordedParty } from '../../store/tables/recorded-parties.ts'
import { yesOf } from './members.ts'

/**
 * Finds who read a member's records for the first time, in the index of the audit log: once a day, a few members a job. Reading
 * records costs nothing more for it.
 * - State: pairs of reader and member that are no news; all else follows from the audit log and from the messages that were made.
 * - Holds: only readers are told whom the answer to subject access names to the member too.
 */

type Kernel = Pick<ConsentKernel, 'store' | 'people' | 'gate'>

/** Members looked at in one job, and postings of a member read at once. */
const MEMBERS = 10
const POSTINGS = 512

const KIND = kindCode('reader_new')

export class ReaderNews {
  readonly #kernel: Kernel
  readonly #known = new Set<string>()

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  /**
   * Makes messages about new readers to some members. Call inside a job.
   * @param after a party's number; 0 to start
   * @returns where to go on; null at the end
   */
  follow(after: number): number | null {
    const { people } = this.#kernel
    const { found, last } = people.recorded.after(after, MEMBERS)
    for (const member of found) this.#look(member)
    return last
  }

  #look({ n, messages: wants, sameAs }: RecordedParty): void {
    const { store } = this.#kernel
    const { nowMs } = store.writer
    if (!wants || sameAs !== null) return
    const told = store.messages.ofKind(n, KIND)
    if (!isReaderDue(told[0]?.madeAt ?? null, nowMs)) return
    const fromN = store.audit.firstSince(this.#sinceMs(n, nowMs))
    const others = new Set(told.map(({ about }) => store.readerOf(about)))
    const fresh = firstOfEach(this.#readings(n, fromN)).filter(
      ({ reader }) => !others.has(reader) && !this.#known.has(`${reader} ${n}`),
    )
    if (fresh.length === 0) return
    const earlier = this.#readersBefore(n, fromN, new Set(fresh.map(({ reader }) => reader)))
    for (const reader of earlier) this.#known.add(`${reader} ${n}`)
    const first = fresh.find(({ reader, posting }) => !earlier.has(reader) && this.#isNamed(n, posting))
    if (first !== undefined) store.messages.make(first.credential, KIND, n, nowMs)
  }

  /** Nothing is told from before the yes, the first gateway or a restore: that was no news, or another service told it. */
  #sinceMs(member: number, nowMs: number): number {
    const { store } = this.#kernel
    const yes = yesOf(this.#kernel, member)
    return Math.max(
      nowMs - READER_NEWS_MS,
      yes === null ? nowMs : must(store.records.bySeq(yes)).receivedAtMs,
      store.messages.begunAt ?? nowMs,
      (store.backups.newestRestore?.restoredAtMs ?? -1) + 1,
    )
  }

  /** Readings of a member's records by others than the cooperative and the member, oldest first. */
  #readings(member: number, fromN: number): (Reading & { readonly posting: Posting })[] {
    const { store, people } = this.#kernel
    const own = new Set([...people.entriesOf(member), store.appliance.cooperative])
    return [...this.#postings(member, fromN)].flatMap((posting) => {
      const { n, credential } = posting
      const reader = store.readerOf(credential)
      return own.has(reader) ? [] : [{ n, reader, credential, posting }]
    })
  }

  /** Those of some readers who read before. */
  #readersBefore(member: number, beforeN: number, readers: ReadonlySet<number>): Set<number> {
    const found = new Set<number>()
    for (const { n, credential } of this.#postings(member, 0)) {
      if (n >= beforeN || found.size === readers.size) break
      const reader = this.#kernel.store.readerOf(credential)
      if (readers.has(reader)) found.add(reader)
    }
    return found
  }

  *#postings(member: number, fromN: number): Generator<Posting> {
    const { index } = this.#kernel.store.audit
    for (let after = fromN - 1; ; ) {
      const page = index.after(INDEXED.shown, member, after, POSTINGS)
      yield* page
      const last = page[POSTINGS - 1]
      if (last === undefined) return
      after = must(page.at(-1)).n
    }
  }

  #isNamed(member: number, posting: Posting): boolean {
    const { store, gate } = this.#kernel
    const rules = new DisclosureRules(store, member, (party) => gate.isNaturalPerson(party))
    return rules.told([posting]).some(({ disclosure }) => disclosure.to !== null)
  }
}
