import { RELATIONS, type Relation, type World } from '../domain/derived/world.ts'
import { maskCovers, type RecordType, typeCode } from '../domain/types/index.ts'
import type { Records, StoredRecord } from './records.ts'

const relationOf = new Map<number, Relation>(
  Object.entries(RELATIONS).map(([name, code]) => [code, name as Relation]),
)
const NOTHING: readonly StoredRecord[] = []

/**
 * The records around those being read, as the derived rules see them. What a rule asks for and is not here
 * yet is fetched then; `prefetch` brings the surroundings of a whole page in a constant number of queries, so
 * that the rules seldom have to ask. It lives for one read inside one transaction.
 */
export class Neighbourhood implements World {
  readonly #records: Records
  readonly #typesOfMandate: (delegationId: string) => number
  readonly #throughSeq: number
  readonly #byId = new Map<string, StoredRecord | undefined>()
  readonly #bySeq = new Map<number, StoredRecord>()
  readonly #chains = new Map<number, StoredRecord[]>()
  /** By target id, then relation. Present means known, empty or not. */
  readonly #naming = new Map<string, Partial<Record<Relation, StoredRecord[]>>>()
  /** By target id, where no more than this was asked for. */
  readonly #retractions = new Map<string, StoredRecord[]>()
  /** The types that each delegation asked about is over, as a bit mask. */
  readonly #mandates = new Map<string, number>()

  /**
   * @param typesOfMandate the types that a delegation is over, as a bit mask; none where there is no such delegation
   * @param throughSeq what came later is not there
   */
  constructor(
    records: Records,
    typesOfMandate: (delegationId: string) => number,
    throughSeq = Number.MAX_SAFE_INTEGER,
  ) {
    this.#records = records
    this.#typesOfMandate = typesOfMandate
    this.#throughSeq = throughSeq
  }

  byId(id: string): StoredRecord | undefined {
    if (!this.#byId.has(id)) {
      const found = this.#records.byId(id)
      if (found && found.seq <= this.#throughSeq) this.#keep(found)
      else this.#byId.set(id, undefined)
    }
    return this.#byId.get(id)
  }

  bySeq(seq: number): StoredRecord | undefined {
    const known = this.#bySeq.get(seq)
    if (known) return known
    const found = this.#records.bySeq(seq)
    return found && this.#keep(found)
  }

  chain(root: number): readonly StoredRecord[] {
    if (!this.#chains.has(root)) this.#loadChains([root])
    return this.#chains.get(root) ?? NOTHING
  }

  naming(relation: Relation, ids: readonly string[]): readonly StoredRecord[] {
    const unknown = ids.filter((id) => this.#known(relation, id) === undefined)
    if (unknown.length > 0) this.#loadNaming(unknown)
    if (ids.length === 1) return this.#known(relation, ids[0] as string) ?? NOTHING
    const found = new Set<StoredRecord>()
    for (const id of ids) for (const r of this.#known(relation, id) ?? NOTHING) found.add(r)
    return [...found]
  }

  mandateCovers(delegationId: string, type: RecordType): boolean {
    let types = this.#mandates.get(delegationId)
    if (types === undefined) {
      types = this.#typesOfMandate(delegationId)
      this.#mandates.set(delegationId, types)
    }
    return maskCovers(types, typeCode(type))
  }

  /** Puts rows that were fetched elsewhere into the neighbourhood. */
  add(record: StoredRecord): StoredRecord {
    return this.#keep(record)
  }

  addSeqs(seqs: readonly number[]): StoredRecord[] {
    const missing = seqs.filter((seq) => !this.#bySeq.has(seq))
    for (const record of this.#records.bySeqs(missing)) this.#keep(record)
    return seqs.map((seq) => this.#bySeq.get(seq)).filter((r) => r !== undefined)
  }

  /** Puts in a record that was appended just now: when it corrects nothing, it is its whole chain. */
  addNew(record: StoredRecord): void {
    this.#keep(record)
    if (record.depth === 1) this.#chains.set(record.root, [record])
  }

  /** Brings the surroundings of a page: its chains, who names them, what they name, and the same once more. */
  prefetch(page: readonly StoredRecord[]): void {
    this.#expand(page)
    const referred = new Set<string>()
    for (const record of page) for (const id of references(record)) referred.add(id)
    if (referred.size === 0) return
    const missing = [...referred].filter((id) => !this.#byId.has(id))
    for (const record of this.#records.byIds(missing)) if (record.seq <= this.#throughSeq) this.#keep(record)
    for (const id of missing) if (!this.#byId.has(id)) this.#byId.set(id, undefined)
    this.#expand([...referred].map((id) => this.#byId.get(id)).filter((r) => r !== undefined))
  }

  /** Brings what the standing of these records follows from, and no more: their chains, and what takes these back. */
  prefetchStandings(records: readonly StoredRecord[]): void {
    this.#loadChains(records.map((r) => r.root))
    const ids = records.flatMap((r) => (this.#chains.get(r.root) ?? NOTHING).map((v) => v.id))
    const missing = [...new Set(ids)].filter((id) => this.#known('retracts', id) === undefined)
    for (const id of missing) this.#retractions.set(id, [])
    const found = this.#records.retractions(missing).filter(([, source]) => source <= this.#throughSeq)
    this.addSeqs(found.map(([, source]) => source))
    for (const [index, source] of found)
      this.#retractions.get(missing[index] as string)?.push(this.#bySeq.get(source) as StoredRecord)
  }

  /** Undefined where nobody has asked yet. */
  #known(relation: Relation, id: string): readonly StoredRecord[] | undefined {
    const named = this.#naming.get(id)
    if (named !== undefined) return named[relation] ?? NOTHING
    return relation === 'retracts' ? this.#retractions.get(id) : undefined
  }

  /** Chains of these records, who names any version of them, and the chains of those. */
  #expand(records: readonly StoredRecord[]): void {
    this.#loadChains(records.map((r) => r.root))
    const versions = records.flatMap((r) => this.#chains.get(r.root) ?? NOTHING)
    const sources = this.#loadNaming(versions.map((v) => v.id))
    if (sources.length === 0) return
    this.#loadChains(sources.map((s) => s.root))
    this.#loadNaming(sources.flatMap((s) => (this.#chains.get(s.root) ?? NOTHING).map((v) => v.id)))
  }

  #loadChains(roots: readonly number[]): void {
    const missing = [...new Set(roots)].filter((root) => !this.#chains.has(root))
    if (missing.length === 0) return
    this.addSeqs(missing)
    for (const root of missing) {
      const first = this.#bySeq.get(root)
      this.#chains.set(root, first ? [first] : [])
    }
    for (const later of this.#records.laterVersions(missing)) {
      if (later.seq <= this.#throughSeq) this.#chains.get(later.root)?.push(this.#keep(later))
    }
  }

  #loadNaming(ids: readonly string[]): StoredRecord[] {
    const missing = [...new Set(ids)].filter((id) => !this.#naming.has(id))
    if (missing.length === 0) return []
    const links = this.#records.links(missing).filter(([, , source]) => source <= this.#throughSeq)
    for (const id of missing) this.#naming.set(id, {})
    this.addSeqs([...new Set(links.map(([, , source]) => source))])
    const sources: StoredRecord[] = []
    for (const [index, relation, source] of links) {
      const record = this.#bySeq.get(source)
      const name = relationOf.get(relation)
      if (!record || !name) continue
      const named = this.#naming.get(missing[index] as string) as Partial<Record<Relation, StoredRecord[]>>
      const list = named[name] ?? []
      list.push(record)
      named[name] = list
      sources.push(record)
    }
    return sources
  }

  #keep(record: StoredRecord): StoredRecord {
    const known = this.#bySeq.get(record.seq)
    if (known) return known
    this.#bySeq.set(record.seq, record)
    this.#byId.set(record.id, record)
    return record
  }
}

/** Ids a record names and a derived value may look behind. */
function references(record: StoredRecord): string[] {
  switch (record.type) {
    case 'party':
    case 'harvest':
    case 'obligation':
      return []
    case 'lot':
      return ((record.body.inputs as { record_id: string }[] | undefined) ?? []).map((i) => i.record_id)
    default:
      return [
        record.body.lot_id,
        record.body.obligation_id,
        record.body.delivery_id,
        record.body.target_id,
      ].filter((id): id is string => typeof id === 'string')
  }
}
