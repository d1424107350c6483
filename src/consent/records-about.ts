import { mapped, must } from '../base/typed.ts'
import { type Happened, happenedAt } from '../domain/consent.ts'
import { receiversOf } from '../domain/derived/lot-owners.ts'
import { MemoizedGraph } from '../domain/derived/memoized-graph.ts'
import { standingOf } from '../domain/derived/standing.ts'
import { subjectsOf } from '../domain/derived/subjects.ts'
import type { World } from '../domain/derived/world.ts'
import type { AlikeRecords } from '../domain/objection.ts'
import { RECORD_TYPES, typeCode } from '../domain/types/index.ts'
import { type ListKey, ROLE, type StoredRecord } from '../store/log/records.ts'
import type { Store } from '../store/store.ts'

/** Rows per job: a few milliseconds, so that a person with many records does not delay other callers. */
const ROWS_A_JOB = 200

/** An objection must not reveal whether a person exists, so `party` records are not counted (contract §7). */
const COUNTED = RECORD_TYPES.filter((type) => type !== 'party')

/** An inference may be about hundreds of parties, so a job also has a time limit. */
const LONGEST_JOB_MS = 5

const START: ListKey = { occurredAt: -Number.MAX_SAFE_INTEGER, id: '' }

type Counting = Omit<AlikeRecords, 'happened'> & { readonly happened: Happened[] }

/** Counts a party's tips and inferences as of one log entry, grouped by alikeness, over several jobs. */
export class RecordsAbout {
  readonly #store: Store
  readonly #party: number
  readonly #partyId: string
  readonly #throughSeq: number
  readonly #alike = new Map<string, Counting>()
  #type = 0
  #place = START
  /** The last inference counted. */
  #inference = 0

  /** @param throughSeq later records are not counted */
  constructor(store: Store, party: number, throughSeq: number) {
    this.#store = store
    this.#party = party
    this.#partyId = store.parties.id(party)
    this.#throughSeq = throughSeq
  }

  get found(): readonly AlikeRecords[] {
    return [...this.#alike.values()]
  }

  /** Counts the next rows. Call inside a job. @returns false when all are counted */
  next(): boolean {
    let rows = ROWS_A_JOB
    while (rows > 0) {
      const type = COUNTED[this.#type]
      if (type === undefined) return this.#nextInferences(rows)
      const found = this.#store.records.stream(
        this.#party,
        typeCode(type),
        'oldest',
        this.#place,
        Number.MAX_SAFE_INTEGER,
        rows,
      )
      this.#count(found.filter((row) => row.role & ROLE.subject).map((row) => row.seq))
      this.#place = found[found.length - 1] ?? this.#place
      if (found.length < rows) {
        this.#type++
        this.#place = START
      }
      rows -= Math.max(1, found.length)
    }
    return true
  }

  /** Counts the next inferences. @returns false when none is left */
  #nextInferences(rows: number): boolean {
    const { inferences } = this.#store
    const until = performance.now() + LONGEST_JOB_MS
    const seqs = inferences.about(this.#party, this.#inference, rows).filter((seq) => seq <= this.#throughSeq)
    for (const seq of seqs) {
      const { assertedBy, body, subjectsResolved } = must(inferences.bySeq(seq))
      const subjects = inferences.subjectsOf(seq)
      const owners = [...new Set([...subjects, assertedBy])]
      const isClosed = !subjectsResolved
      this.#note(
        { type: 'inference', basis: body.lawful_basis, subjects, owners, isClosed },
        inferences.happened(seq),
      )
      this.#inference = seq
      if (performance.now() > until) return true
    }
    return seqs.length === rows
  }

  #count(seqs: readonly number[]): void {
    const graph = this.#store.recordGraph(this.#throughSeq)
    const page = graph.addSeqs(seqs.filter((seq) => seq <= this.#throughSeq))
    graph.prefetch(page)
    const world = new MemoizedGraph(graph)
    for (const record of page) {
      if (standingOf(world, record) !== 'tip') continue
      const { parties, resolved } = subjectsOf(world, record)
      if (resolved && parties.includes(this.#partyId)) this.#add(world, record, parties)
    }
  }

  #add(world: World, record: StoredRecord, parties: readonly string[]): void {
    const basis = record.body.lawful_basis
    const numbers = (ids: Iterable<string>) =>
      [...ids].map((id) => this.#store.parties.find(id)).filter((n) => n !== undefined)
    const subjects = numbers(parties)
    const received = record.type === 'lot' ? numbers(receiversOf(world, record.root)) : []
    const said = record.onBehalfOf === null ? [record.assertedBy] : [record.assertedBy, record.onBehalfOf]
    const owners = [...new Set([...subjects, ...said, ...received])]
    this.#note(
      { type: record.type, basis, subjects, owners, isClosed: false },
      happenedAt(record.type, record.occurredAtMs),
    )
  }

  #note({ type, basis, isClosed, ...who }: Omit<AlikeRecords, 'happened'>, happened: Happened): void {
    const [subjects, owners] = mapped([who.subjects, who.owners], (parties) =>
      [...parties].sort((a, b) => a - b),
    )
    const key = `${type} ${basis} ${isClosed} ${subjects.join(' ')} / ${owners.join(' ')}`
    const known = this.#alike.get(key)
    if (known) known.happened.push(happened)
    else this.#alike.set(key, { type, basis, subjects, owners, isClosed, happened: [happened] })
  }
}
