import { must } from '../../base/typed.ts'
import { type Delegation, isLiveAt } from '../../domain/delegation.ts'
import { holdersOf, speakersOn, spokenFor, toParty } from '../../domain/derived/members.ts'
import { partiesToDebt } from '../../domain/derived/money.ts'
import { DRAWABLE, partiesOf } from '../../domain/derived/own.ts'
import { standingOf } from '../../domain/derived/standing.ts'
import { MOST_AT_ONCE, MOST_NEIGHBOURS, type PlotsNear, type World } from '../../domain/derived/world.ts'
import { type Box, boxNear } from '../../domain/outline.ts'
import { descriptors, maskCovers, type RecordType, typeCode } from '../../domain/types/index.ts'
import { type AuthorityRelation, type Mention, RELATIONS } from '../../domain/types/relations.ts'
import type { Around, Records } from '../log/records.ts'
import type { StoredRecord, StoredRecordOf, StoredTransfer } from '../log/stored-record.ts'
import { KnownMentions } from '../tables/known-mentions.ts'
import { MENTIONS } from '../tables/mentions.ts'
import type { Parties } from '../tables/parties.ts'
import type { NotedNear } from '../tables/plot-cells.ts'
import { mayBeAtOnce } from '../tables/same-instant.ts'
import { type Reference, Whose } from '../tables/whose.ts'

const relationOf = new Map<number, AuthorityRelation>(
  Object.entries(RELATIONS).map(([name, code]) => [code, name as AuthorityRelation]),
)
const NOTHING: readonly StoredRecord[] = []
const NAMED_BY_NOTHING = {}
const EVERYTHING = Number.MAX_SAFE_INTEGER

/** Types of records for which statements by other parties can enter a figure. */
const NAMED: ReadonlySet<RecordType> = new Set<RecordType>(['obligation', ...DRAWABLE])

/** What rules ask of a delegation. */
export type Mandate = Pick<Delegation, 'types' | 'validFrom' | 'validUntil' | 'endedAt'>

/** A question of a rule: which records of a party name the target by this relation? The party is an id. */
interface RuleMention {
  readonly relation: Mention
  readonly target: string
  readonly party: string
}

/**
 * The records around those being read, as the derived rules see them.
 * - State: what was loaded, in maps by id, number or target. An entry, even an empty one, means that the question was asked.
 * - Changed by: every question whose answer is not loaded yet. That is rare, because `prefetch` loads the surroundings of a
 *   whole page in a constant number of queries.
 * - Holds: an answer is the same whether it was loaded before or on demand; nothing after `throughSeq` is in it. Use a graph for
 *   one read inside one transaction, since what was loaded never becomes newer.
 */
export class RecordGraph implements World {
  readonly #records: Records
  readonly #parties: Parties
  readonly #mandate: (delegationId: string) => Mandate | undefined
  readonly #throughSeq: number
  readonly #byId = new Map<string, StoredRecord | undefined>()
  /** By requested id: the neighbour of an id that no record has. */
  readonly #nearest = new Map<string, StoredRecord>()
  readonly #bySeq = new Map<number, StoredRecord>()
  readonly #chains = new Map<number, StoredRecord[]>()
  /** By target id, then relation. An entry, even an empty one, means that the target was loaded. */
  readonly #naming = new Map<string, Partial<Record<AuthorityRelation, StoredRecord[]>>>()
  readonly #mentions = new KnownMentions()
  /** By seq of the first version of a chain: whether it is the only version and no record names it. */
  readonly #isAlone = new Map<number, boolean>()
  /** Seqs of first versions whose asserter may have stated another record of the same instant. */
  readonly #isAtOnce = new Set<number>()
  readonly #whose: Whose
  /** By relation, id and party. */
  readonly #isMentioned = new Map<string, boolean>()
  /** By box and party. */
  readonly #near = new Map<string, NotedNear>()
  /** By the lot's first version. */
  readonly #handOvers = new Map<number, StoredTransfer[]>()
  /** By target id, if only retractions were loaded. */
  readonly #retractions = new Map<string, StoredRecord[]>()
  readonly #mandates = new Map<string, Mandate | undefined>()
  #characters = 0

  /**
   * @param mandate returns the delegation with this id
   * @param throughSeq records after this entry are treated as absent
   */
  constructor(
    records: Records,
    parties: Parties,
    mandate: (delegationId: string) => Mandate | undefined,
    throughSeq = EVERYTHING,
  ) {
    this.#records = records
    this.#parties = parties
    this.#whose = new Whose(records.places)
    this.#mandate = mandate
    this.#throughSeq = throughSeq
  }

  /** Length of the JSON of all loaded records; the graph takes several times that in memory. */
  get characters(): number {
    return this.#characters
  }

  byId(id: string): StoredRecord | undefined {
    if (!this.#byId.has(id)) {
      const found = this.#records.byId(id)
      if (found && found.seq <= this.#throughSeq) this.#keep(found)
      else this.#byId.set(id, undefined)
    }
    return this.#byId.get(id)
  }

  near(id: string): StoredRecord | undefined {
    // Reads of the past answer no request, so their time reveals nothing.
    if (this.#throughSeq !== EVERYTHING) return this.byId(id)
    const known = this.#byId.get(id) ?? this.#nearest.get(id)
    if (known !== undefined) return known
    const found = this.#records.near(id)
    if (found === undefined) return undefined
    const record = this.#keep(found.record)
    if (record.id === id) return record
    this.#byId.set(id, undefined)
    this.#nearest.set(id, record)
    return record
  }

  /** Like `near`, with the surroundings. For reads only: later writes would make the surroundings stale. */
  nearToRead(id: string): StoredRecord | undefined {
    const found = this.#records.near(id)
    if (found === undefined) return undefined
    const record = this.#keep(found.record)
    this.#noteAround(record, found.around)
    if (found.isAtOnce) this.#isAtOnce.add(record.seq)
    return record
  }

  mayOwn(asserting: StoredRecord, id: string, isWholePrincipal = false): readonly string[] {
    const speakers = (type: RecordType) =>
      isWholePrincipal ? spokenFor(asserting) : speakersOn(this, asserting, type)
    if (this.#throughSeq !== EVERYTHING) {
      const named = this.byId(id)
      return named === undefined ? [] : speakers(named.type)
    }
    const { assertedBy, onBehalfOf } = asserting
    const isOwn = this.#whose.isInvolved(id, assertedBy)
    if (onBehalfOf === null || onBehalfOf === assertedBy) return isOwn ? [asserting.body.asserted_by] : []
    const isPrincipals = this.#whose.isInvolved(id, onBehalfOf)
    const type = this.#whose.place(id)?.type
    if (type === undefined) return []
    return speakers(type).filter((_, i) => (i === 0 ? isOwn : isPrincipals))
  }

  isAlone({ seq }: { readonly seq: number }): boolean {
    return this.#isAlone.get(seq) === true && !this.#isAtOnce.has(seq)
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

  naming(relation: AuthorityRelation, ids: readonly string[]): readonly StoredRecord[] {
    const unknown = ids.filter((id) => this.#known(relation, id) === undefined)
    if (unknown.length > 0) this.#loadNaming(unknown)
    if (ids.length === 1) return this.#known(relation, ids[0] as string) ?? NOTHING
    const found = new Set<StoredRecord>()
    for (const id of ids) for (const r of this.#known(relation, id) ?? NOTHING) found.add(r)
    return [...found]
  }

  mentions(relation: Mention, ids: readonly string[], by: Iterable<string>): readonly StoredRecord[] {
    if (ids.every((id) => this.#mentions.isUnnamed(relation, id))) return NOTHING
    const missing: RuleMention[] = []
    const found: (readonly StoredRecord[])[] = []
    for (const party of by)
      for (const target of ids) {
        const known = this.#mentions.of(relation, target, party)
        if (known === undefined) missing.push({ relation, target, party })
        else if (known.length > 0) found.push(known)
      }
    if (missing.length > 0) {
      const loaded = this.#loadMentions(missing)
      // Rules will need the standing of each: loading them together takes two queries.
      this.#loadStandings(loaded)
      if (loaded.length > 0) found.push(loaded)
    }
    return found.length > 1 ? [...new Set(found.flat())] : (found[0] ?? NOTHING)
  }

  isMentioned(relation: Mention, id: string, by: readonly string[]): boolean {
    return by.some((name) => {
      const key = `${relation} ${id} ${name}`
      let is = this.#isMentioned.get(key)
      if (is === undefined) {
        const party = this.#parties.find(name)
        const { mentions } = this.#records
        is = party !== undefined && mentions.isStated({ target: id, relation, party }, this.#throughSeq)
        this.#isMentioned.set(key, is)
      }
      return is
    })
  }

  plotsNear(box: Box, by: readonly string[]): PlotsNear {
    const found = by.map((party) => this.#seqsNear(box, party))
    const seqs = new Set(found.flatMap((each) => each.seqs))
    const plots = this.addSeqs([...seqs]).filter((record) => record.type === 'plot')
    this.prefetchStandings(plots)
    return { plots, isCrowded: found.some((each) => each.isCrowded) }
  }

  #seqsNear(box: Box, party: string): NotedNear {
    const key = `${box.west} ${box.south} ${box.east} ${box.north} ${party}`
    let near = this.#near.get(key)
    if (near === undefined) {
      const n = this.#parties.find(party)
      near =
        n === undefined
          ? { seqs: [], isCrowded: false }
          : this.#records.plotCells.near(box, n, this.#throughSeq, MOST_NEIGHBOURS)
      this.#near.set(key, near)
    }
    return near
  }

  /** Loads the plots around all plots of a page together. */
  #prefetchNear(page: readonly StoredRecord[]): void {
    const seqs = new Set<number>()
    for (const record of page) {
      const box = record.type === 'plot' ? boxNear(record.body.geometry) : null
      if (box === null) continue
      for (const party of spokenFor(record)) for (const seq of this.#seqsNear(box, party).seqs) seqs.add(seq)
    }
    if (seqs.size > 0) this.prefetchStandings(this.addSeqs([...seqs]))
  }

  atSameInstant({ seq }: StoredRecordOf<'harvest'> | StoredRecordOf<'delivery'>): readonly StoredRecord[] {
    if (this.#isAlone.has(seq) && !this.#isAtOnce.has(seq)) return NOTHING
    const record = this.bySeq(seq)
    const who = record?.body.producer ?? record?.body.from_party
    const party = who === undefined ? undefined : this.#parties.find(who)
    if (record === undefined || party === undefined) return NOTHING
    const seqs = this.#records.sameInstant.seqs(record, party, MOST_AT_ONCE)
    const found = this.addSeqs(seqs.filter((each) => each <= this.#throughSeq)).filter(
      ({ assertedBy, onBehalfOf }) => assertedBy === record.assertedBy && onBehalfOf === record.onBehalfOf,
    )
    this.prefetchStandings(found)
    return found
  }

  handOvers(lotRoot: number): readonly StoredTransfer[] {
    if (!this.#handOvers.has(lotRoot)) this.#loadStandings(this.#loadHandOvers([lotRoot]))
    return this.#handOvers.get(lotRoot) ?? []
  }

  mayHaveReceived(party: string, lotRoot: number): boolean {
    const lot = this.bySeq(lotRoot)
    const number = this.#parties.find(party)
    return lot !== undefined && number !== undefined && this.#records.mentions.hasReceived(lot.id, number)
  }

  mandateCovers(delegationId: string, type: RecordType): boolean {
    const mandate = this.#mandateOf(delegationId)
    return mandate !== undefined && maskCovers(mandate.types, typeCode(type))
  }

  wasInForce(delegationId: string, atMs: number): boolean {
    const mandate = this.#mandateOf(delegationId)
    return mandate !== undefined && isLiveAt(mandate, atMs)
  }

  #mandateOf(delegationId: string): Mandate | undefined {
    if (!this.#mandates.has(delegationId)) this.#mandates.set(delegationId, this.#mandate(delegationId))
    return this.#mandates.get(delegationId)
  }

  /**
   * Returns the ids that belong to records of one of these parties, and perhaps some that belong to none. The work is the
   * same for absent records and those of others.
   */
  ownAmong(ids: readonly string[], parties: readonly number[]): string[] {
    return this.#whose.involving(ids, parties)
  }

  /** Adds a record that was fetched elsewhere. */
  add(record: StoredRecord): StoredRecord {
    return this.#keep(record)
  }

  /** Returns the records with these seqs, in their order. A seq of no record is left out. */
  addSeqs(seqs: readonly number[]): StoredRecord[] {
    const missing: number[] = []
    for (const seq of seqs) if (!this.#bySeq.has(seq)) missing.push(seq)
    for (const record of this.#records.bySeqs(missing)) this.#keep(record)
    const found: StoredRecord[] = []
    for (const seq of seqs) {
      const record = this.#bySeq.get(seq)
      if (record !== undefined) found.push(record)
    }
    return found
  }

  addIds(ids: readonly string[]): StoredRecord[] {
    const missing = ids.filter((id) => !this.#byId.has(id))
    for (const record of this.#records.byIds(missing)) if (record.seq <= this.#throughSeq) this.#keep(record)
    return ids.map((id) => this.#byId.get(id)).filter((r) => r !== undefined)
  }

  /** Adds a record that was just appended: nearly always alone. For reads only, like `nearToRead`. */
  addNew(record: StoredRecord): void {
    this.#keep(record)
    this.#notAlone([record])
  }

  /**
   * Loads the surroundings of a page: its chains, countable statements about them, the records they name, and
   * the surroundings of those. A named record is left out if the naming party has no part in it: no rule
   * needs such a record.
   */
  prefetch(page: readonly StoredRecord[]): void {
    this.#expand(page)
    this.#prefetchNear(page)
    const references: Reference[] = []
    const about: string[] = []
    const drawnOn = new Set<string>()
    for (const record of page) {
      const { body } = record
      for (const { record_id: id } of body.inputs ?? []) {
        drawnOn.add(id)
        references.push({ id, by: record })
      }
      for (const { record_id: id } of body.settles ?? []) references.push({ id, by: record })
      if (body.lot_id !== undefined) references.push({ id: body.lot_id, by: record })
      if (record.type === 'delivery' && body.obligation_id !== undefined)
        references.push({ id: body.obligation_id, by: record })
      if (record.bodySubjects !== undefined) continue
      const subjects = descriptors[record.type].subjects(body)
      if ('ofRecord' in subjects) about.push(subjects.ofRecord)
    }
    const referred = new Set([...about, ...this.#mayBeOwnOf(references)])
    if (referred.size === 0) return
    const missing: string[] = []
    for (const id of referred) if (!this.#byId.has(id)) missing.push(id)
    this.#loadReferred(missing)
    const found: StoredRecord[] = []
    const isDrawnOn = new Set<StoredRecord>()
    for (const id of referred) {
      const record = this.#byId.get(id) ?? this.#nearest.get(id)
      if (record === undefined) continue
      found.push(record)
      if (drawnOn.has(id)) isDrawnOn.add(record)
    }
    this.#expand(found, (record) => isDrawnOn.has(record))
  }

  /** Ids of records that may involve a party for which the naming record speaks. */
  #mayBeOwnOf(references: readonly Reference[], isWholePrincipal = false): string[] {
    if (this.#throughSeq !== EVERYTHING) return references.map(({ id }) => id)
    this.#whose.load(references)
    const mayBeOwn: string[] = []
    for (const { id, by } of references)
      if (this.mayOwn(by, id, isWholePrincipal).length > 0) mayBeOwn.push(id)
    return mayBeOwn
  }

  /**
   * Loads records by id, and a neighbour for an absent id, so that absent and hidden records cost the same.
   */
  #loadReferred(ids: readonly string[]): void {
    if (this.#throughSeq !== EVERYTHING) {
      for (const record of this.#records.byIds(ids)) if (record.seq <= this.#throughSeq) this.#keep(record)
      for (const id of ids) if (!this.#byId.has(id)) this.#byId.set(id, undefined)
      return
    }
    const seqs = this.#records.seqsNear(ids)
    this.addSeqs([...new Set(seqs.filter((seq) => seq !== undefined))])
    for (const [i, id] of ids.entries()) {
      const near = this.#bySeq.get(seqs[i] as number)
      if (near?.id === id) continue
      this.#byId.set(id, undefined)
      if (near !== undefined) this.#nearest.set(id, near)
    }
  }

  /** Loads only the chains and retractions that determine the standing of these records. */
  prefetchStandings(records: readonly StoredRecord[]): void {
    this.#loadChains(records.map((r) => r.root))
    const ids = records.flatMap((r) => (this.#chains.get(r.root) ?? NOTHING).map((v) => v.id))
    const missing = [...new Set(ids)].filter((id) => this.#known('retracts', id) === undefined)
    if (missing.length === 0) return
    for (const id of missing) this.#retractions.set(id, [])
    const found = this.#records.retractions(missing).filter(([, source]) => source <= this.#throughSeq)
    this.addSeqs(found.map(([, source]) => source))
    for (const [index, source] of found)
      this.#retractions.get(missing[index] as string)?.push(this.#bySeq.get(source) as StoredRecord)
  }

  /** Records that name the id by the relation; undefined if not loaded yet. */
  #known(relation: AuthorityRelation, id: string): readonly StoredRecord[] | undefined {
    const named = this.#naming.get(id)
    if (named !== undefined) return named[relation] ?? NOTHING
    return relation === 'retracts' ? this.#retractions.get(id) : undefined
  }

  /**
   * Loads the chains of these records, the hand-overs of lots, countable statements about any version, and
   * the chains of all of these.
   * @param isAsked returns whether statements about a record are needed
   */
  #expand(records: readonly StoredRecord[], isAsked = (_: StoredRecord) => true): void {
    const others = this.#notAlone(records)
    if (others.length === 0) return
    const corrections = this.#loadStandings(others)
    const lots = others.filter(({ type }) => type === 'lot').map(({ root }) => root)
    this.#loadStandings([...corrections, ...this.#loadHandOvers(lots)])
    const named = others.filter((record) => NAMED.has(record.type) && isAsked(record))
    const roots = [...new Set(named.map(({ root }) => root))]
    this.#markUnnamed(roots.flatMap((root) => this.chain(root).map(({ id }) => id)))
    const stated = this.#loadMentions(roots.flatMap((root) => this.#mayCount(root)))
    this.#loadStandings(this.#loadStandings(stated))
    this.#loadOffsets(stated)
  }

  /** Loads what offsets settle: whether one counts depends on all its parts. */
  #loadOffsets(stated: readonly StoredRecord[]): void {
    const references = stated.flatMap((record) =>
      record.body.method === 'offset'
        ? (record.body.settles ?? []).map(({ record_id: id }) => ({ id, by: record }))
        : [],
    )
    if (references.length === 0) return
    const ids = [...new Set(this.#mayBeOwnOf(references, true))]
    this.#loadReferred(ids.filter((id) => !this.#byId.has(id)))
    const settled = ids.flatMap((id) => this.#byId.get(id) ?? this.#nearest.get(id) ?? [])
    this.#loadStandings(this.#loadStandings(settled))
  }

  /** Finds, in two queries, the records that are alone, as most are. @returns the others */
  #notAlone(records: readonly StoredRecord[]): readonly StoredRecord[] {
    const firsts = new Map<number, StoredRecord>()
    for (const record of records)
      if (record.seq === record.root && !this.#isAlone.has(record.seq)) firsts.set(record.seq, record)
    const around = this.#records.around([...firsts.values()])
    const atOnce: number[] = []
    for (const record of firsts.values()) if (mayBeAtOnce(record)) atOnce.push(record.seq)
    for (const seq of this.#records.sameInstant.withAnother(atOnce)) this.#isAtOnce.add(seq)
    for (const one of around) {
      this.#noteAround(must(firsts.get(one[0])), one)
      firsts.delete(one[0])
    }
    for (const [seq, record] of firsts) this.#noteAround(record, [seq, 0, 0])
    const others: StoredRecord[] = []
    for (const record of records) if (this.#isAlone.get(record.seq) !== true) others.push(record)
    return others
  }

  #noteAround(record: StoredRecord, [, isLinked, isMentioned]: Around): void {
    const { seq, id } = record
    if (seq !== record.root) return
    this.#isAlone.set(seq, !isLinked && !isMentioned)
    if (!isMentioned) {
      this.#mentions.setUnnamed(id)
      if (record.type === 'lot' && !this.#handOvers.has(seq)) this.#handOvers.set(seq, [])
    }
    if (isLinked) return
    this.#chains.set(seq, [record])
    this.#naming.set(id, NAMED_BY_NOTHING)
  }

  /** Loads the chains of these records. @returns what corrects, retracts or confirms any of their versions */
  #loadStandings(records: readonly StoredRecord[]): StoredRecord[] {
    if (records.length === 0) return []
    this.#loadChains(records.map((r) => r.root))
    return this.#loadNaming(
      records.flatMap((r) => (this.#chains.get(r.root) ?? NOTHING).map((version) => version.id)),
    )
  }

  /** Parties whose statements may enter the figures of this chain, as far as known without computing them. */
  #mayCount(root: number): RuleMention[] {
    const versions = this.chain(root)
    const type = versions[0]?.type
    const asked = (relation: Mention, parties: () => Iterable<string>): RuleMention[] => {
      const named = versions.filter(({ id }) => !this.#mentions.isUnnamed(relation, id))
      if (named.length === 0) return []
      return [...new Set(parties())].flatMap((party) =>
        named.map(({ id }) => ({ relation, target: id, party })),
      )
    }
    const paid = asked('settles', () => versions.flatMap(partiesToDebt))
    if (type === 'obligation')
      return [
        ...paid,
        ...asked('fulfils', () =>
          versions.flatMap(({ body: { obligor, obligee } }) => [must(obligor), must(obligee)]),
        ),
      ]
    if (type !== 'lot') return [...paid, ...asked('input', () => partiesOf(this, root))]
    const holders = () => [
      ...holdersOf(this, root),
      ...this.handOvers(root)
        .filter((handOver) => standingOf(this, handOver) === 'tip')
        .map(toParty),
    ]
    return [...asked('lot', holders), ...asked('input', holders)]
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
      const named = this.#naming.get(missing[index] as string) as Partial<
        Record<AuthorityRelation, StoredRecord[]>
      >
      const list = named[name] ?? []
      list.push(record)
      named[name] = list
      sources.push(record)
    }
    return sources
  }

  /** Loads mentions. @returns the records found, each once */
  #loadMentions(asked: readonly RuleMention[]): StoredRecord[] {
    const lists: StoredRecord[][] = []
    const missing: { target: string; relation: Mention; party: number }[] = []
    for (const { relation, target, party } of asked) {
      if (this.#mentions.of(relation, target, party) !== undefined) continue
      const list = this.#mentions.begin(relation, target, party)
      // A party without a number has never stated anything.
      const number = this.#parties.find(party)
      if (number === undefined) continue
      lists.push(list)
      missing.push({ target, relation, party: number })
    }
    const found = this.#records.mentions.find(missing).filter(([, source]) => source <= this.#throughSeq)
    this.addSeqs([...new Set(found.map(([, source]) => source))])
    const sources = new Set<StoredRecord>()
    for (const [index, source] of found) {
      const record = this.#bySeq.get(source)
      if (record === undefined) continue
      lists[index]?.push(record)
      sources.add(record)
    }
    return [...sources]
  }

  /** Marks the ids that no record names, as is so for most, with one query for a whole page. */
  #markUnnamed(ids: readonly string[]): void {
    const named = new Set(this.#records.mentions.whichNamed(ids).map(([at, code]) => code + 16 * at))
    for (const [at, id] of ids.entries())
      for (const relation of MENTIONS)
        if (!named.has(RELATIONS[relation] + 16 * at)) this.#mentions.setUnnamed(id, relation)
  }

  /** Loads the hand-overs of lots. @returns all of them, including those loaded before */
  #loadHandOvers(lotRoots: readonly number[]): StoredTransfer[] {
    const missing = [...new Set(lotRoots)].filter((root) => !this.#handOvers.has(root))
    for (const root of missing) this.#handOvers.set(root, [])
    const ids = missing.map((root) => this.bySeq(root)?.id ?? '')
    const found = this.#records.mentions.handOvers(ids).filter(([, source]) => source <= this.#throughSeq)
    this.addSeqs([...new Set(found.map(([, source]) => source))])
    for (const [index, source] of found) {
      const record = this.#bySeq.get(source)
      if (record?.type === 'custody_transfer') this.#handOvers.get(missing[index] as number)?.push(record)
    }
    return lotRoots.flatMap((root) => this.#handOvers.get(root) ?? [])
  }

  #keep(record: StoredRecord): StoredRecord {
    const known = this.#bySeq.get(record.seq)
    if (known) return known
    this.#bySeq.set(record.seq, record)
    this.#byId.set(record.id, record)
    this.#characters += record.json.length
    return record
  }
}
