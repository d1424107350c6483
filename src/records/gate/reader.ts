import type { Decision } from '../../domain/consent.ts'
import { MemoizedGraph } from '../../domain/derived/memoized-graph.ts'
import type { Drawn } from '../../domain/derived/overdraft.ts'
import { subjectsOf } from '../../domain/derived/subjects.ts'
import { RECORD_TYPES, type RecordType } from '../../domain/types/index.ts'
import type { ListKey, StoredRecord } from '../../store/log/records.ts'
import type { ChainSoFar } from './chain-so-far.ts'
import { type CitationPlace, type CitationSlice, findCiting } from './citations.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import { DisclosureLog } from './disclosure-log.ts'
import type { GatedRecord } from './gated.ts'
import type { ListFilter } from './list-filter.ts'
import { type ListSlice, ListWalk } from './list-walk.ts'
import { Share } from './share.ts'
import type { Texts } from './texts.ts'
import { NOWHERE, type Walked } from './walked.ts'

export type { ListFilter, ListSlice }

/** Versions of a chain that are prepared together: those behind the end of a share were prepared in vain. */
const VERSIONS_AT_ONCE = 16
/** Approximate bytes of JSON of the records in one chunk. */
const CHUNK_BYTES = 64 * 1024

/**
 * Reads for one requester and one purpose. Withheld records are simply absent. Every answer is audited in the
 * same transaction, including the true reason of a refusal.
 */
export class Reader {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #access: AccessEvaluation
  readonly #disclosures: DisclosureLog

  constructor(gate: GateCore, requester: Requester, purpose: string) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#access = gate.accessFor(requester, purpose)
    this.#disclosures = new DisclosureLog(gate, requester, purpose)
  }

  /**
   * Returns any version of a record; null if it does not exist or may not be read.
   * @param action the action under which the audit log notes the read
   */
  one(id: string, action: 'read' | 'receipt' = 'read'): GatedRecord | null {
    const found = this.#find(action, id)
    if (!found) return null
    const { record, decision } = found
    const gated = this.#access.gatedAlone(record, decision)
    this.#disclosures.note(action, 'disclosed', [record.seq], gated.grants)
    return gated
  }

  /**
   * Returns a record to be proved, or null. A proof covers every stored member, so a reader who does not see
   * all of them gets none.
   * @param isWhole whether the requester sees the record as it is stored
   */
  proved(id: string, isWhole: (gated: GatedRecord) => boolean): GatedRecord | null {
    const found = this.#find('proof', id)
    if (!found) return null
    const { record, decision } = found
    const gated = this.#access.gatedAlone(record, decision)
    if (isWhole(gated)) {
      this.#disclosures.note('proof', 'disclosed', [record.seq], gated.grants)
      return gated
    }
    this.#disclosures.note('proof', 'redacted', [record.seq], [])
    return null
  }

  /**
   * Returns every readable version of the chain, oldest first, as texts. Ends early when its share is spent.
   * @param soFar the part of this reply that earlier jobs have made
   * @returns null if the named version is not readable; 'more' if a further job must continue
   */
  chain(id: string, soFar: ChainSoFar): Texts | 'more' | null {
    const found = this.#find('chain', id)
    if (!found) return null
    const { world } = this.#access
    const versions = [...world.chain(found.record.root)].sort(
      (a, b) => a.depth - b.depth || a.recordedAtMs - b.recordedAtMs || (a.id < b.id ? -1 : 1),
    )
    const share = new Share()
    const left = soFar.leftOf(versions)
    for (const [i, version] of left.entries()) {
      if (share.isSpent) return 'more'
      if (i % VERSIONS_AT_ONCE === 0) this.#access.prefetch(left.slice(i, i + VERSIONS_AT_ONCE))
      soFar.note(version, this.#access)
      share.spend(1, version.json.length)
    }
    return soFar.finish() ?? 'more'
  }

  /**
   * Returns the record with this id if it may be read; otherwise audits the refusal. If there is no such
   * record, the gate decides on its neighbour and drops it, so that both refusals take the same work.
   */
  #find(
    action: 'read' | 'receipt' | 'chain' | 'proof',
    id: string,
  ): { record: StoredRecord; decision: Extract<Decision, { disclose: true }> } | null {
    const near = this.#access.world.nearToRead(id)
    const decision = near && this.#access.decide(near)
    if (near) this.#disclosures.keep(near)
    if (near?.id !== id) this.#disclosures.note(action, 'no_such_record', [], [], { id })
    else if (decision?.disclose) return { record: near, decision }
    else if (decision) this.#disclosures.note(action, decision.reason, [near.seq], [])
    return null
  }

  /**
   * Returns the next records of a list after a place. Ends early when its share is spent, so that a list with
   * few matches never holds up other requests; continue from `resume` in a further job.
   * @param count number of records to show; the walk looks for one more, to learn whether there is a next
   * page
   * @param walked how far the page has gone in earlier slices
   * @param most the slice ends when the page has passed this many records that the requester may read
   */
  list(
    filter: ListFilter,
    after: ListKey | null,
    count: number,
    walked: Walked = NOWHERE,
    most = Number.POSITIVE_INFINITY,
  ): ListSlice {
    const slice = this.#lists().slice(filter, { after, count, walked, most }, new Share())
    this.#noteShown(slice.found.slice(0, count))
    return slice
  }

  /**
   * Returns the picture with this hash, if a record that cites it may be read. Ends early after a bounded
   * number of records; continue from `resume` in a further job.
   */
  citing(sha256: string, from: CitationPlace): CitationSlice {
    return findCiting(sha256, from, {
      store: this.#gate.store,
      access: this.#access,
      disclosures: this.#disclosures,
    })
  }

  /**
   * Returns what lots have drawn from those of these records that the requester reads as its own. Shows
   * nothing of the records themselves, so the audit log has no entry for it.
   */
  drawnFrom(ids: readonly string[]): (Drawn & { readonly record: StoredRecord })[] {
    const { world } = this.#access
    const own = ids.flatMap((id) => {
      const record = world.byId(id)
      const decision = record && this.#access.decide(record)
      return record !== undefined && decision?.disclose && decision.own ? [record] : []
    })
    world.prefetch(own)
    const rules = new MemoizedGraph(world)
    return own.flatMap((record) => {
      const drawn = this.#gate.drawnFrom(rules, record)
      return drawn === null ? [] : [{ ...drawn, record }]
    })
  }

  /**
   * Returns the versions in these chains, of one type, that are forked and that the requester may read. Shows
   * nothing of them yet. Only for the front office: the time it takes depends on the records of others too.
   * @param subjects only versions about one of these; null for all
   */
  forkedAmong(
    roots: readonly number[],
    type: RecordType,
    subjects: readonly string[] | null,
  ): StoredRecord[] {
    const { world } = this.#access
    const first = world.addSeqs([...roots]).filter((record) => record.type === type)
    world.prefetchStandings(first)
    return first
      .flatMap(({ root }) => world.chain(root))
      .filter(
        (record) =>
          this.#access.standing(record) === 'forked' &&
          this.#access.decide(record).disclose &&
          (subjects === null || subjectsOf(world, record).parties.some((party) => subjects.includes(party))),
      )
  }

  /** Returns these records, as a list; those that may not be read are left out. */
  listed(seqs: readonly number[]): GatedRecord[] {
    const { world } = this.#access
    const readable = world.addSeqs([...seqs]).flatMap((record) => {
      const decision = this.#access.decide(record)
      return decision.disclose ? [{ record, decision }] : []
    })
    this.#access.prefetch(readable.map(({ record }) => record))
    const gated = readable.map(({ record, decision }) => this.#access.gated(record, decision))
    this.#noteShown(gated)
    return gated
  }

  /** Returns which of these records, shown before, may still be read. Shows nothing. */
  stillOpen(ids: readonly string[]): Set<string> {
    return new Set(ids.filter(this.#access.mayRead))
  }

  /** Whether a record that was shown may still be read, for replies that take long to send. Shows nothing. */
  mayStillRead(seq: number): boolean {
    const record = this.#access.world.bySeq(seq)
    return record !== undefined && this.#access.decide(record).disclose
  }

  /**
   * Returns the next of all records of these types about the requester itself, oldest first, of any standing: the
   * answer to subject access (contract §7).
   */
  aboutMyself(after: ListKey | null, count: number, types: readonly RecordType[] = RECORD_TYPES): ListSlice {
    const everything: ListFilter = {
      types,
      subject: this.#requester.partyId,
      lotId: null,
      obligationId: null,
      fromMs: -Number.MAX_SAFE_INTEGER,
      toMs: Number.MAX_SAFE_INTEGER,
      standing: 'any',
      order: 'oldest',
    }
    const most = Number.POSITIVE_INFINITY
    // A client may read each chunk of the answer slowly, and the chunk stays in memory meanwhile.
    const share = new Share({ bytes: CHUNK_BYTES })
    const slice = this.#lists().slice(everything, { after, count, walked: NOWHERE, most }, share)
    const seqs = slice.found.slice(0, count).map((gated) => gated.record.seq)
    if (seqs.length > 0) this.#disclosures.note('subject_access', 'disclosed', seqs, [])
    return slice
  }

  #noteShown(found: readonly GatedRecord[]): void {
    this.#disclosures.shown(
      'list',
      found.map((gated) => this.#disclosures.shownOf(gated)),
    )
  }

  #lists(): ListWalk {
    return new ListWalk(this.#gate, this.#requester, this.#purpose, this.#access)
  }
}
