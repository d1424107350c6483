import { isOneOf, must } from '../../base/typed.ts'
import type { Config } from '../../config/config.ts'
import { topicsIn } from '../../config/message-settings.ts'
import type { ConsentKernel } from '../../consent/kernel.ts'
import { recordTold } from '../../consent/messages.ts'
import { statusForSubject } from '../../domain/access-request.ts'
import { chainOf, isForked } from '../../domain/derived/standing.ts'
import {
  ENDING_MS,
  isEndingTold,
  kindCode,
  type Made,
  MESSAGE_KINDS,
  type MessageKind,
  madeByRecord,
  type RecordTold,
  TOLD_ACTS,
  TOLD_TYPES,
  topicOf,
} from '../../domain/messages/made.ts'
import { KEPT_MS } from '../../domain/messages/sending.ts'
import { typeCode } from '../../domain/types/index.ts'
import { type StoredAct, saidBy } from '../../store/acts/acts.ts'
import { actOfCode, codeOfAct } from '../../store/log/entry-kinds.ts'
import type { StoredRecord, StoredRecordOf } from '../../store/log/stored-record.ts'
import { yesOf } from './members.ts'

/**
 * Makes messages from the log, entry by entry, behind the commits that wrote it: a write never waits for one, and costs nothing.
 * - State: up to which entry messages were made is noted in the transaction that makes them, and when the service stops.
 * - Holds: what is in the log when the service stops is followed after the next start, once, unless it is no news any more.
 */

type Kernel = Pick<ConsentKernel, 'store' | 'people' | 'config'>

const TOLD_KINDS: readonly number[] = [
  ...([...TOLD_TYPES, 'retraction'] as const).map(typeCode),
  ...TOLD_ACTS.map(codeOfAct),
]
/** Entries looked at in one job. */
const PORTION = 200
/** If none of them is told, the place is noted after this number of entries. */
const NOTED_EVERY = 5_000

/** Whether the manager has members told about this. */
export function isTopicTold({ messageKinds }: Pick<Config, 'messageKinds'>, kind: MessageKind): boolean {
  const topic = topicOf(kind)
  return topic === null || topicsIn(messageKinds).includes(topic)
}

/** Where the consents that end soon are looked at. */
export interface EndingPlace {
  readonly afterMs: number
  readonly count: number
}
export const endingFrom = (nowMs: number): EndingPlace => ({ afterMs: nowMs, count: 200 })

export class Follower {
  readonly #kernel: Kernel
  #through: number | null = null
  #noted = 0

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  /** Makes the messages of the next entries. Call inside a job. @returns whether more entries wait */
  follow(): boolean {
    const { store } = this.#kernel
    const { size } = store.log
    const after = this.#begin()
    const to = Math.min(size, after + PORTION)
    const nowMs = store.writer.nowMs
    let made = 0
    // After a long time without a gateway what is old is no news.
    for (const [seq, kind] of store.messages.entries(after, to, TOLD_KINDS, nowMs - KEPT_MS))
      for (const { about, ...one } of this.#madeBy(seq, kind)) made += this.#make(about, one, nowMs, seq)
    if (made > 0 || to - this.#noted >= NOTED_EVERY) this.#note(to, nowMs)
    this.#through = to
    return to < size
  }

  /**
   * Makes messages about some of the consents that end soon. Call inside a job.
   * @returns where to go on; null at the end
   */
  followEnding({ afterMs, count }: EndingPlace): EndingPlace | null {
    const { store } = this.#kernel
    const { nowMs } = store.writer
    const restoredAtMs = store.backups.newestRestore?.restoredAtMs ?? 0
    const ending = store.consents.grantsEnding(afterMs, nowMs + ENDING_MS, count)
    for (const { seq, subject, expiresAt } of ending) {
      // The service of which this is a copy told it.
      if (expiresAt - ENDING_MS <= restoredAtMs) continue
      const receivedAtMs = store.acts.bySeq(seq)?.receivedAtMs ?? nowMs
      if (isEndingTold({ receivedAtMs, expiresAtMs: expiresAt }, nowMs))
        this.#make(seq, { kind: 'grant_ending', party: store.parties.id(subject) }, nowMs, null)
    }
    const last = ending[count - 1]
    if (last === undefined) return null
    // Others may end at the same instant as the last.
    const next = last.expiresAt - 1
    return next > afterMs ? { afterMs: next, count } : { afterMs, count: count * 2 }
  }

  /** Notes the place, so that the next start goes on here. Call inside a job. */
  noteHere(): void {
    if (this.#through !== null && this.#through > this.#noted)
      this.#note(this.#through, this.#kernel.store.writer.nowMs)
  }

  /** Call after a rollback. */
  forget(): void {
    this.#through = null
  }

  /** Nothing is told that was in the log before the office chose a gateway, or before a restore. */
  #begin(): number {
    if (this.#through !== null) return this.#through
    const { messages, backups, log, writer } = this.#kernel.store
    const noted = messages.newestNote('through')
    if (noted === null) this.#note(log.size, writer.nowMs)
    else this.#noted = noted.seq
    this.#through = Math.max(this.#noted, backups.newestRestore?.appliance ?? 0)
    return this.#through
  }

  #note(seq: number, atMs: number): void {
    this.#kernel.store.messages.addNote('through', seq, null, atMs)
    this.#noted = seq
  }

  /**
   * Only members who said yes are told, about what the manager chose, and not what was in the log before.
   * @param by the entry that makes the message; null if time does
   * @returns 1 if there is a new message, else 0
   */
  #make(about: number, { kind, party }: Made, nowMs: number, by: number | null): number {
    const { store, people, config } = this.#kernel
    if (!isTopicTold(config, kind)) return 0
    const n = store.parties.find(party)
    if (n === undefined) return 0
    const kept = people.kept(n)
    if (people.recorded.of(kept)?.messages !== true) return 0
    if (by !== null && by < (yesOf(this.#kernel, kept) ?? 0)) return 0
    return store.messages.make(about, kindCode(kind), kept, nowMs) === null ? 0 : 1
  }

  #madeBy(seq: number, kind: number): readonly MadeAbout[] {
    const { store } = this.#kernel
    const { cooperative } = store.appliance
    if (cooperative === null) return []
    const act = actOfCode(kind)
    if (act !== undefined) return this.#madeByAct(must(store.acts.bySeq(seq)))
    const record = store.records.bySeq(seq)
    const made = record === undefined ? [] : this.#madeByRecord(record, store.parties.id(cooperative))
    return made.map((one) => ({ ...one, about: seq }))
  }

  #madeByRecord(record: StoredRecord, cooperative: string): readonly Made[] {
    const { records } = this.#kernel.store
    const by = record.body.asserted_by
    const when = { occurredAtMs: record.occurredAtMs, receivedAtMs: record.receivedAtMs }
    if (record.type === 'retraction') {
      const target = records.byId(record.body.target_id)
      return target === undefined || !isTold(target)
        ? []
        : madeByRecord(
            {
              ...{ type: target.type, act: 'retracted', record: this.#wordsOf(target), before: null, by },
              ...this.#leftAfter(record.seq, target),
              ...when,
            },
            cooperative,
          )
    }
    if (!isTold(record)) return []
    const { supersedes } = record.body
    const before = supersedes === undefined ? undefined : records.byId(supersedes)
    return madeByRecord(
      {
        type: record.type,
        act: supersedes === undefined ? 'recorded' : 'corrected',
        record: this.#wordsOf(record),
        before: before === undefined || !isTold(before) ? null : this.#wordsOf(before),
        by,
        isForked: supersedes !== undefined && this.#isForked(record.seq, record.root),
        ...{ left: [], lastTold: () => null },
        ...when,
      },
      cooperative,
    )
  }

  /** Whether contradicting corrections left open what counts: after an entry, or now. */
  #isForked(seq: number, root: number): boolean {
    const { store } = this.#kernel
    return isForked(store.recordGraph(seq), root) || isForked(store.recordGraph(), root)
  }

  /** Returns what a retraction left of a record, and who was told what of it. */
  #leftAfter(seq: number, { root }: ToldRecord): Pick<RecordTold, 'isForked' | 'left' | 'lastTold'> {
    const { store, people } = this.#kernel
    const { tips, leaves, standings, ids } = chainOf(store.recordGraph(seq), root)
    const left = leaves.filter(({ id }) => standings.get(id) !== 'retracted')
    const world = store.recordGraph()
    const abouts = [...world.chain(root), ...world.naming('retracts', ids)].map((entry) => entry.seq)
    return {
      isForked: this.#isForked(seq, root),
      left: left.map((version) => this.#wordsOf(must(store.records.bySeq(version.seq)) as ToldRecord)),
      lastTold: (party) => {
        const to = people.kept(must(store.parties.find(party)))
        const last = store.messages.newestAbout(to, abouts)
        if (last === undefined) return null
        if (must(MESSAGE_KINDS[last.kind]).endsWith('_retracted')) return 'gone'
        return recordTold(store, last).id === tips[0]?.id ? 'counting' : 'other'
      },
    }
  }

  /** Of a member who was entered twice, the party that is kept: both are one person, who is told once. */
  #wordsOf(record: ToldRecord) {
    const { store, people } = this.#kernel
    return {
      asserted_by: record.body.asserted_by,
      parties: partiesOf(record).map((party) =>
        store.parties.id(people.kept(must(store.parties.find(party)))),
      ),
    }
  }

  #madeByAct(act: StoredAct): readonly MadeAbout[] {
    const { acts, accessRequests, parties, writer } = this.#kernel.store
    const said = saidBy<{ subject?: string; grant_id?: string; request_id?: string }>(act)
    switch (act.kind) {
      case 'grant':
        return [{ about: act.seq, kind: 'grant_given', party: must(said.subject) }]
      case 'grant_revocation': {
        const grant = must(acts.byId(must(said.grant_id)))
        const { subject } = saidBy<{ subject: string }>(grant)
        return [{ about: act.seq, kind: 'grant_ended', party: subject }]
      }
      default: {
        // The office may find later whom a request is about: there is one message all the same.
        const named = said.request_id === undefined ? act : must(acts.byId(said.request_id))
        const request = accessRequests.request(named.seq)
        if (request === undefined || statusForSubject(request, writer.nowMs) !== 'open') return []
        const about = request.matched === null ? request.aboutParty : parties.id(request.matched)
        return about === null ? [] : [{ about: named.seq, kind: 'access_request', party: about }]
      }
    }
  }
}

interface MadeAbout extends Made {
  /** Seq of the entry. */
  readonly about: number
}

type ToldRecord = StoredRecordOf<'delivery'> | StoredRecordOf<'payment'>
export const isTold = (record: StoredRecord): record is ToldRecord => isOneOf(TOLD_TYPES, record.type)

const partiesOf = ({ type, body }: ToldRecord): readonly string[] =>
  type === 'delivery' ? [body.from_party, body.to_party] : [body.payer, body.payee]
