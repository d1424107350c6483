import { type Decision, isLiveGrant } from '../domain/consent.ts'
import type { Standing } from '../domain/derived/standing.ts'
import { subjectsOf } from '../domain/derived/subjects.ts'
import { idHex } from '../domain/id.ts'
import { maskCovers, RECORD_TYPES, type RecordType, typeCode } from '../domain/types/index.ts'
import { type ListKey, ROLE, type StoredRecord, type StreamRow } from '../store/records.ts'
import { type CitationPlace, type CitationSlice, findCiting } from './citations.ts'
import type { Gate, Look, Requester } from './gate.ts'
import type { GatedRecord } from './gated.ts'
import { Both, compareKeys, Merged, type Order, PartyStream, type Range, type Stream } from './streams.ts'
import { Trail } from './trail.ts'

export interface ListFilter {
  readonly types: readonly RecordType[]
  readonly subject: string | null
  readonly lotId: string | null
  readonly obligationId: string | null
  readonly fromMs: number
  readonly toMs: number
  readonly standing: Standing | 'any'
  readonly order: Order
}

export interface ListSlice {
  readonly found: readonly GatedRecord[]
  /** Where to go on when the slice ended before it found enough; null when nothing is left. */
  readonly resume: ListKey | null
}

/** Rows one slice looks at before it lets other work pass. One of which it must be worked out what follows counts more. */
const ROWS_A_SLICE = 1_000
const ROWS_FOR_ONE_WORKED_OUT = 4
/** Whatever a party may have to do with a record. */
const ANY_ROLE = ROLE.subject | ROLE.asserter | ROLE.principal | ROLE.receiver

/** Records about one party alone: nobody else's grant opens them. */
const OF_ONE_SUBJECT: ReadonlySet<RecordType> = new Set(['party', 'harvest', 'lot'])

/**
 * What one requester may read for one purpose. Records withheld are simply not there. Every answer is audited
 * in the same transaction, the true reason of a refusal included.
 */
export class Reader {
  readonly #gate: Gate
  readonly #requester: Requester
  readonly #purpose: string
  readonly #look: Look
  readonly #trail: Trail

  constructor(gate: Gate, requester: Requester, purpose: string) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#look = gate.look(requester, purpose)
    this.#trail = new Trail(gate.store, requester, purpose)
  }

  /** Any version of a record, or null: not there and not readable are the same. */
  one(id: string): GatedRecord | null {
    const found = this.#find('read', id)
    if (!found) return null
    const { record, decision } = found
    if (!this.#gate.recall(record)) this.#look.world.prefetch([record])
    this.#trail.note('read', 'disclosed', [record.seq], decision.grants)
    return this.#look.gated(record, decision)
  }

  /**
   * A record to be proved, or null. A proof is over all of it, so who does not see all of it gets none.
   * @param isWhole whether the requester sees the record as it is stored
   */
  proved(id: string, isWhole: (gated: GatedRecord) => boolean): GatedRecord | null {
    const found = this.#find('proof', id)
    if (!found) return null
    const { record, decision } = found
    const gated = this.#look.gated(record, decision)
    if (isWhole(gated)) {
      this.#trail.note('proof', 'disclosed', [record.seq], decision.grants)
      return gated
    }
    this.#trail.note('proof', 'redacted', [record.seq], [])
    return null
  }

  /** Every readable version of the chain, oldest first; null when the named one is not readable. */
  chain(id: string): GatedRecord[] | null {
    const found = this.#find('chain', id)
    if (!found) return null
    const { record } = found
    const versions = [...this.#look.world.chain(record.root)].sort(
      (a, b) => a.depth - b.depth || a.recordedAtMs - b.recordedAtMs || (a.id < b.id ? -1 : 1),
    )
    this.#look.world.prefetch(versions)
    const readable = versions.flatMap((version) => this.#ifReadable(version, 0))
    this.#trail.shown('chain', readable)
    return readable
  }

  /**
   * The record of this id when it may be read; otherwise the refusal is audited. For an id that is not there its
   * neighbour is decided upon and thrown away, so that the work does not tell the two apart.
   */
  #find(
    action: 'read' | 'chain' | 'proof',
    id: string,
  ): { record: StoredRecord; decision: Extract<Decision, { disclose: true }> } | null {
    const near = this.#gate.store.records.near(id)
    const decision = near && this.#look.decide(this.#look.world.add(near))
    if (near?.id !== id) this.#trail.note(action, 'no_such_record', [], [], { id })
    else if (decision?.disclose) return { record: near, decision }
    else if (decision) this.#trail.note(action, decision.reason, [near.seq], [])
    return null
  }

  /**
   * The next records of a list after a place. Ends early after a bounded number of rows, so that a list with
   * few matches never holds up other requests; go on from `resume` in a further job.
   * @param count how many are to be shown; one more is looked for, to tell whether there is a next page
   */
  list(filter: ListFilter, after: ListKey | null, count: number): ListSlice {
    const slice = this.#slice(filter, after, count)
    this.#trail.shown('list', slice.found.slice(0, count))
    return slice
  }

  /**
   * The picture of a hash, if a record that cites it may be read. Ends early after a bounded number of records; go on
   * from `resume` in a further job.
   */
  citing(sha256: string, from: CitationPlace): CitationSlice {
    return findCiting(sha256, from, { store: this.#gate.store, look: this.#look, trail: this.#trail })
  }

  #slice(filter: ListFilter, after: ListKey | null, count: number): ListSlice {
    const fromMs = Math.max(filter.fromMs, this.#requester.sinceMs ?? filter.fromMs)
    const range: Range = { order: filter.order, fromMs, toMs: filter.toMs, after }
    const rows = this.#rows(filter, range, count + 1)
    const found: GatedRecord[] = []
    let looked = 0
    let resume: ListKey | null = null
    while (found.length <= count && looked < ROWS_A_SLICE) {
      const batch: StreamRow[] = []
      for (let row = rows.peek(); row && batch.length <= count - found.length; row = rows.peek()) {
        batch.push(row)
        rows.advance()
      }
      if (batch.length === 0) {
        resume = null
        break
      }
      const last = batch[batch.length - 1] as StreamRow
      resume = { occurredAt: last.occurredAt, id: last.id }
      looked += batch.length + ROWS_FOR_ONE_WORKED_OUT * this.#collect(filter, batch, found)
    }
    return { found, resume }
  }

  /**
   * The next of all records about the requester itself, oldest first, whatever their standing: the answer to somebody
   * who asks what is held about him (contract §7, subject access).
   */
  aboutMyself(after: ListKey | null, count: number): ListSlice {
    const everything: ListFilter = {
      types: RECORD_TYPES,
      subject: this.#requester.partyId,
      lotId: null,
      obligationId: null,
      fromMs: -Number.MAX_SAFE_INTEGER,
      toMs: Number.MAX_SAFE_INTEGER,
      standing: 'any',
      order: 'oldest',
    }
    const slice = this.#slice(everything, after, count)
    const seqs = slice.found.slice(0, count).map((gated) => gated.record.seq)
    if (seqs.length > 0) this.#trail.note('subject_access', 'disclosed', seqs, [])
    return slice
  }

  /** @returns of how many it had to be worked out what follows */
  #collect(filter: ListFilter, batch: readonly StreamRow[], found: GatedRecord[]): number {
    const { world } = this.#look
    const records = world.addSeqs(batch.map((row) => row.seq))
    const unknown = records.filter((record) => !this.#gate.recall(record))
    world.prefetch(unknown)
    for (const [i, record] of records.entries()) {
      if (!this.#matches(filter, record)) continue
      const standing = this.#look.derived(record).derived.standing
      if (filter.standing !== 'any' && standing !== filter.standing) continue
      found.push(...this.#ifReadable(record, (batch[i] as StreamRow).role))
    }
    return unknown.length
  }

  #matches(filter: ListFilter, record: StoredRecord): boolean {
    if (
      filter.lotId !== null &&
      record.body.lot_id !== filter.lotId &&
      !this.#sameChain(record.body.lot_id, filter.lotId)
    )
      return false
    if (
      filter.obligationId !== null &&
      record.body.obligation_id !== filter.obligationId &&
      !this.#sameChain(record.body.obligation_id, filter.obligationId)
    )
      return false
    return filter.subject === null || subjectsOf(this.#look.world, record).parties.includes(filter.subject)
  }

  /**
   * A reference to any version means its chain, for those who may read both the version asked for and the one that is
   * named: otherwise the filter would tell that a hidden version belongs to one that may be read.
   */
  #sameChain(reference: unknown, asked: string): boolean {
    if (typeof reference !== 'string') return false
    const { world, mayRead } = this.#look
    const [a, b] = [world.byId(reference), world.byId(asked)]
    return a !== undefined && b !== undefined && a.root === b.root && mayRead(asked) && mayRead(reference)
  }

  #ifReadable(record: StoredRecord, role: number): GatedRecord[] {
    const decision = this.#look.decide(record, role)
    return decision.disclose ? [this.#look.gated(record, decision)] : []
  }

  #rows(filter: ListFilter, range: Range, count: number): Stream {
    const named = this.#namedBy(filter, range)
    if (named) return named
    const { store } = this.#gate
    const { party } = this.#requester
    const subject = filter.subject === null ? null : store.parties.find(filter.subject)
    if (subject === undefined) return new Merged(range.order, [])
    const granted = [...this.#grantedSubjects()].map(([by, mask]) => ({ party: by, mask, own: false }))
    const bases = [
      { party, mask: ~0, own: true },
      ...granted.filter((base) => this.#mayHelp(base.party, subject)),
    ]
    const types = filter.types
    const chunk = Math.max(8, Math.min(count, Math.ceil((2 * count) / (bases.length * types.length))))
    const streams: Stream[] = []
    for (const base of bases) {
      for (const type of types) {
        const code = typeCode(type)
        if (!maskCovers(base.mask, code)) continue
        if (!base.own && subject !== null && subject !== base.party && OF_ONE_SUBJECT.has(type)) continue
        const roles = base.own && subject !== party ? ANY_ROLE : ROLE.subject
        const own = new PartyStream(store.records, base.party, code, range, roles, base.own, chunk)
        streams.push(
          subject === null || subject === base.party
            ? own
            : new Both(
                range.order,
                own,
                new PartyStream(store.records, subject, code, range, ROLE.subject, false, Math.min(chunk, 8)),
              ),
        )
      }
    }
    return new Merged(range.order, streams)
  }

  /**
   * Records that name one lot or obligation which the requester may read: they are few, and found by their
   * links. Whoever may not read it is served from its own list instead, so that nothing hidden is walked.
   */
  #namedBy(filter: ListFilter, range: Range): Stream | null {
    const asked = filter.lotId ?? filter.obligationId
    if (asked === null) return null
    const { world } = this.#look
    const target = world.byId(asked)
    if (!target || !this.#look.decide(target).disclose) return null
    const ids = world.chain(target.root).map((v) => v.id)
    const rows = world
      .naming(filter.lotId !== null ? 'lot' : 'fulfils', ids)
      .filter(
        (r) => filter.types.includes(r.type) && r.occurredAtMs >= range.fromMs && r.occurredAtMs < range.toMs,
      )
      .map((r) => ({ seq: r.seq, occurredAt: r.occurredAtMs, id: idHex(r.id), role: 0 }))
      .filter((row) => range.after === null || compareKeys(range.order, row, range.after) > 0)
      .sort((a, b) => compareKeys(range.order, a, b))
    return new ArrayStream(rows)
  }

  /** Can this grantor's records be readable ones about the party asked for? About a person only by the person's own grant. */
  #mayHelp(grantor: number, subject: number | null): boolean {
    return subject === null || grantor === subject || !this.#gate.isNaturalPerson(subject)
  }

  /** Who has granted the requester this purpose, and for which types. */
  #grantedSubjects(): Map<number, number> {
    const { consents, writer } = this.#gate.store
    const granted = new Map<number, number>()
    if (this.#gate.isSuspended) return granted
    for (const grant of consents.grantsTo(this.#requester.party, this.#purpose)) {
      if (grant.subject === this.#requester.party || !isLiveGrant(grant, writer.nowMs)) continue
      granted.set(grant.subject, (granted.get(grant.subject) ?? 0) | grant.types)
    }
    return granted
  }
}

class ArrayStream implements Stream {
  readonly #rows: readonly StreamRow[]
  #index = 0

  constructor(rows: readonly StreamRow[]) {
    this.#rows = rows
  }

  peek(): StreamRow | null {
    return this.#rows[this.#index] ?? null
  }

  advance(): void {
    this.#index++
  }
}
