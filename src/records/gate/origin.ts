import { currentStatements } from '../../domain/derived/due-diligence.ts'
import { DOUBT_A_PLOT } from '../../domain/derived/flag-plots.ts'
import { receiversOf } from '../../domain/derived/lot-owners.ts'
import { inputsOf } from '../../domain/derived/members.ts'
import { MemoizedGraph } from '../../domain/derived/memoized-graph.ts'
import { type Origin, OriginWalk } from '../../domain/derived/origin.ts'
import { partiesOf } from '../../domain/derived/own.ts'
import { chainChangedBy, chainOf, chainsNaming, tipsOf } from '../../domain/derived/standing.ts'
import type { World } from '../../domain/derived/world.ts'
import type { EuFault } from '../../domain/eu-outline.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { StoredRecordOf } from '../../store/log/stored-record.ts'
import { shortName } from '../../words/party-name.ts'
import { englishWords } from '../../words/words.ts'
import { Collected } from './collected.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import { DisclosureLog } from './disclosure-log.ts'
import { nameShown } from './names.ts'
import { PlotStatements } from './plot-statements.ts'
import { Share } from './share.ts'
import type { Texts } from './texts.ts'

/** A plot that the reader may read. */
export interface OriginPlot {
  readonly flags: readonly string[]
  /** Why the EU's information system refuses it, or may ask about it. */
  readonly euFaults: readonly EuFault[]
  readonly body: StoredRecordOf<'plot'>['body']
  readonly isNamed: boolean
  /**
   * The holder's name, if a `party` record that the reader may read states it; null otherwise, or if no names
   * were asked for.
   */
  readonly producer: string | null
}

export interface OriginFaults {
  readonly code: string
  readonly count: number
  /** The first faulty records that the reader may read. */
  readonly record_ids: readonly string[]
}

export interface OriginFound {
  readonly lotId: string
  /** `followed` names records even if the reader may not read them: use it to ask the gate, never to show. */
  readonly origin: Pick<Origin, 'kg' | 'kgBy' | 'kgIn' | 'records' | 'followed'>
  readonly complete: boolean
  readonly faults: readonly OriginFaults[]
  /** Withheld from the reader: plots, faults of records, and the kilograms of parts with such a plot. */
  readonly notShown: { readonly plots: number; readonly faults: number; readonly kg: number }
  readonly statements: readonly StoredRecordOf<'due_diligence'>['body'][]
  /** One for each plot. */
  readonly texts: Texts
  readonly isStillOpen: () => boolean
}

interface ReplySize {
  /** Bytes that the reply holds in memory. */
  readonly held: number
  /** Bytes of all texts with separators. */
  readonly bytes: number
  /** Holders of the plots that have a text. */
  readonly producers: number
}

export interface OriginAsked {
  readonly id: string
  readonly withNames: boolean
  /** Returns a plot as the reply shows it; an empty text leaves it out. */
  readonly render: (plot: OriginPlot) => string
  /** Receives how large the reply has become; it may throw. */
  readonly grown: (size: ReplySize) => void
}

/** Memory of a record that was followed, or of a plot's statement. */
const BYTES_OF_A_FACT = 1024
const PLOTS_AT_ONCE = 16
const SOURCES_AT_ONCE = 32
/** Maximum plots that the sources of one group name together; a single source may name as many. */
const MOST_NAMED_AT_ONCE = 512
/** Later records examined together; more than one slice has time for is left to the next. */
const LATER_AT_ONCE = 8
const IDS_SHOWN = 100
/** Faults of a plot that has no place on the map. */
const NOWHERE: ReadonlySet<EuFault> = new Set(['geometry_missing', 'geometry_invalid'])

/** What is kept of a plot whose text is made later. */
type Aside = Omit<OriginPlot, 'body'>
type Fault = { readonly code: string; readonly id: string }

/**
 * The origin of a lot for one reader, made in slices. Each slice sees the records of its own moment and keeps
 * only facts; the last slice audits what is shown. Figures are taken over all records; plots, names and ids
 * appear only if they pass the gate.
 */
export class OriginOfLot {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #asked: OriginAsked
  readonly #share = new Share({ ms: 4 })
  readonly #collected: Collected<Aside>
  #statements: PlotStatements
  #walk: OriginWalk | null = null
  /** Number of the last record that the walk has taken into account. */
  #notedThrough = 0
  #origin: Origin | null = null
  #plotsDone = 0
  #bytes = 0
  /** Holders of the plots shown. */
  readonly #producers = new Set<string>()
  #faults: Fault[] = []
  #hidden = new Set<string>()
  #someNowhere = false

  constructor(gate: GateCore, requester: Requester, purpose: string, asked: OriginAsked) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#asked = asked
    this.#collected = new Collected(gate, requester, purpose, 'origin', {
      showsDerived: false,
      textOf: (_access, record, _decision, aside) =>
        asked.render({ ...aside, body: (record as StoredRecordOf<'plot'>).body }),
    })
    this.#statements = new PlotStatements(gate.store)
  }

  /**
   * Makes the next slice. Call it inside a job of the writer.
   * @returns null until the origin is complete; 'none' if there is no such lot to read
   */
  next(): OriginFound | 'none' | null {
    this.#share.renew()
    this.#asked.grown(this.#size)
    const access = this.#gate.accessFor(this.#requester, this.#purpose)
    if (this.#walk === null) {
      const lot = this.#find(access)
      if (lot === null) return 'none'
      this.#walk = new OriginWalk(lot)
      this.#notedThrough = this.#gate.store.log.size
    }
    while (this.#origin === null) {
      const isMore = this.#openNext(this.#walk) || this.#placeSome(this.#walk) || this.#noteLater(this.#walk)
      if (!isMore) this.#origin = this.#walk.origin()
      if (this.#share.isSpent) return null
    }
    while (this.#plotsDone < this.#origin.plots.length) {
      this.#somePlots(access, this.#origin)
      this.#asked.grown(this.#size)
      if (this.#share.isSpent) return null
    }
    return this.#finish(access, this.#origin)
  }

  /** The size of the reply between two slices. */
  get #size(): ReplySize {
    const facts = this.#statements.count + (this.#walk?.found ?? 0) + (this.#origin?.plots.length ?? 0)
    const held = this.#collected.bytes + BYTES_OF_A_FACT * facts
    return { held, bytes: this.#bytes, producers: this.#producers.size }
  }

  /** Returns the requested lot; null if it is not a readable lot, with the reason in the audit log. */
  #find(access: AccessEvaluation): StoredRecordOf<'lot'> | null {
    const { id } = this.#asked
    const near = access.world.nearToRead(id)
    const decision = near && access.decide(near)
    const log = new DisclosureLog(this.#gate, this.#requester, this.#purpose)
    if (near) log.keep(near)
    if (near?.id !== id) log.note('origin', 'no_such_record', [], [], { id })
    else if (!decision?.disclose) log.note('origin', decision?.reason ?? 'no_such_record', [near.seq], [])
    else if (near.type === 'lot') return near
    else log.note('origin', 'not_a_lot', [near.seq], [])
    return null
  }

  /** Opens the next lot in a record graph of its own: the records of one lot are not needed for the next. */
  #openNext(walk: OriginWalk): boolean {
    const next = walk.nextLot()
    if (next === null) return false
    const world = this.#gate.store.recordGraph()
    const rules = new MemoizedGraph(world)
    const isAsked = next.id === this.#asked.id
    const lot = isAsked ? world.byId(next.id) : tipOf(world, rules, next.id)
    if (lot !== undefined) world.prefetch([lot])
    walk.open(rules, lot, this.#gate.surroundings)
    return true
  }

  /** Places some harvests and deliveries with their plots, in a record graph of their own too. */
  #placeSome(walk: OriginWalk): boolean {
    const next = walk.nextSources(SOURCES_AT_ONCE)
    if (next.length === 0) return false
    const { store, surroundings } = this.#gate
    const world = store.recordGraph()
    const rules = new MemoizedGraph(world)
    world.prefetchStandings(world.addIds(next.map(({ id }) => id)))
    const tips = fewPlots(next.map(({ id }) => tipOf(world, rules, id)))
    const asked = tips.flatMap((tip) => (tip === undefined ? [] : walk.toLookUp(rules, tip, surroundings)))
    if (!this.#statements.read(world, rules, asked, this.#share)) return true
    for (const tip of tips) walk.place(rules, tip, surroundings, this.#statements.stated)
    this.#statements.tidy()
    return true
  }

  /** Considers some records received since the walk began, which may change what it has found. */
  #noteLater(walk: OriginWalk): boolean {
    const { store, surroundings } = this.#gate
    // Once it has changed, nothing more can be learnt.
    if (walk.hasChanged) return false
    const some = store.records.after(this.#notedThrough, LATER_AT_ONCE)
    if (some.length === 0) return false
    const world = store.recordGraph()
    world.prefetchStandings(world.addSeqs(some))
    const seen = new Set<number>()
    for (const [i, seq] of some.entries()) {
      if (i > 0 && this.#share.isSpent) break
      this.#notedThrough = seq
      const record = world.bySeq(seq)
      const chain = record === undefined ? [] : chainChangedBy(world, record)
      const root = chain[0]?.root
      if (root === undefined || seen.has(root)) continue
      seen.add(root)
      // A chain has up to 64 versions, each of which may name 256 others, mostly the same.
      const ids = new Set(chain.flatMap((version) => inputsOf(version).map(({ record_id }) => record_id)))
      world.addIds([...ids])
      walk.noteLater(world, chain, surroundings)
    }
    return true
  }

  #somePlots(access: AccessEvaluation, { plots }: Origin): void {
    const some = plots.slice(this.#plotsDone, this.#plotsDone + PLOTS_AT_ONCE)
    this.#plotsDone += some.length
    const isNamed = new Map(some.map((plot) => [plot.id, plot.isNamed]))
    const records = access.world.addIds([...isNamed.keys()])
    access.prefetch(records)
    for (const record of records) {
      if (record.type !== 'plot') continue
      const { flags } = access.derived(record).derived
      const euFaults = this.#gate.surroundings.euFaults(record.seq, record.body)
      const codes = new Set([...flags.filter((flag) => DOUBT_A_PLOT.has(flag)), ...euFaults])
      this.#someNowhere ||= euFaults.some((code) => NOWHERE.has(code))
      for (const code of codes) this.#faults.push({ code, id: record.id })
      const decision = access.decide(record)
      if (!decision.disclose) {
        this.#hidden.add(record.id)
        continue
      }
      const told = { record, own: decision.own, grants: decision.grants }
      const { body } = record
      const named = this.#asked.withNames ? nameShown(this.#gate, access, body.holder) : null
      if (named !== null) this.#collected.note(named.shown)
      const aside = {
        flags,
        euFaults,
        isNamed: isNamed.get(record.id) === true,
        producer: named === null ? null : shortName(named.called, englishWords()),
      }
      const text = this.#asked.render({ ...aside, body })
      if (text === '') continue
      if (this.#collected.isFull) this.#collected.addLater(told, aside)
      else this.#collected.add(told, text)
      this.#bytes += Buffer.byteLength(text) + 1
      this.#producers.add(body.holder)
      this.#share.spend(1, text.length)
    }
  }

  #finish(access: AccessEvaluation, origin: Origin): OriginFound | null {
    const lot = access.world.byId(this.#asked.id)
    const decision = lot && access.decide(lot)
    if (lot === undefined || !decision?.disclose) return this.#again()
    this.#collected.note({ record: lot, own: decision.own, grants: decision.grants })
    const all = [...origin.faults, ...this.#faults]
    const { faults, hidden } = this.#shownFaults(access, all)
    const statements = this.#filed(access, lot)
    const texts = this.#collected.finish(true)
    if (texts === null) return this.#again()
    const collected = this.#collected
    return {
      lotId: lot.id,
      origin,
      complete: origin.complete && !this.#someNowhere,
      faults,
      notShown: { plots: this.#hidden.size, faults: hidden, kg: origin.kgBehind(this.#hidden) },
      statements,
      texts,
      isStillOpen: () => collected.isStillOpen(),
    }
  }

  /** The code of a fault reveals something of its record, so it is shown only if the reader may read that. */
  #shownFaults(access: AccessEvaluation, all: readonly Fault[]) {
    const byCode = new Map<string, { count: number; ids: string[] }>()
    let hidden = 0
    access.world.addIds([...new Set(all.map(({ id }) => id))])
    for (const { code, id } of all) {
      const record = access.world.byId(id)
      const decision = record && access.decide(record)
      if (record === undefined || !decision?.disclose) {
        hidden++
        continue
      }
      const group = byCode.get(code) ?? { count: 0, ids: [] }
      byCode.set(code, group)
      group.count++
      if (group.ids.length >= IDS_SHOWN) continue
      group.ids.push(id)
      this.#collected.note({ record, own: decision.own, grants: decision.grants })
    }
    const faults = [...byCode]
      .map(([code, { count, ids }]) => ({ code, count, record_ids: ids }))
      .sort((a, b) => (a.code < b.code ? -1 : 1))
    return { faults, hidden }
  }

  /**
   * Returns the current due diligence statements filed for the lot by its owners and receivers. As in lists, another
   * version of the lot means its chain only to those who may read that version. A statement that the reader may not read
   * replaces none for him.
   */
  #filed(access: AccessEvaluation, lot: StoredRecord): StoredRecordOf<'due_diligence'>['body'][] {
    const rules = new MemoizedGraph(access.world)
    const mayRead = (id: string) => {
      const version = access.world.byId(id)
      return version !== undefined && access.decide(version).disclose
    }
    const found = chainsNaming(rules, 'lot', chainOf(rules, lot.root), partiesWith(rules, lot.root))
      .flatMap(({ ends }) => ends)
      .filter((end) => end.type === 'due_diligence')
    const shown = found.flatMap(({ id }) => {
      const record = access.world.byId(id)
      const decision = record && access.decide(record)
      if (record?.type !== 'due_diligence' || !decision?.disclose || !mayRead(record.body.lot_id)) return []
      return [{ record, decision }]
    })
    const current = new Set(currentStatements(shown.map(({ record: { body } }) => body)))
    return shown.flatMap(({ record, decision: { own, grants } }) => {
      if (!current.has(record.body)) return []
      this.#collected.note({ record, own, grants })
      return [record.body]
    })
  }

  #again(): null {
    this.#walk = null
    // What was read of plots may have changed before the new walk begins to note what changes.
    this.#statements = new PlotStatements(this.#gate.store)
    this.#origin = null
    this.#plotsDone = 0
    this.#bytes = 0
    this.#producers.clear()
    this.#faults = []
    this.#hidden = new Set()
    this.#someNowhere = false
    return null
  }
}

/** Returns the parties whose statements about the lot count: its owners and receivers. */
const partiesWith = (rules: World, root: number): Set<string> =>
  new Set([...partiesOf(rules, root), ...receiversOf(rules, root)])

function tipOf(world: RecordGraph, rules: MemoizedGraph, id: string): StoredRecord | undefined {
  const found = world.byId(id)
  const tip = found && tipsOf(rules, found.root)[0]
  return tip && world.byId(tip.id)
}

/** Returns the first of these sources, at least one, up to a limit on the plots that they name together. */
function fewPlots<T extends StoredRecord | undefined>(sources: readonly T[]): readonly T[] {
  let [count, named] = [0, 0]
  for (const source of sources) {
    named += source?.body.plot_ids?.length ?? 0
    if (count > 0 && named > MOST_NAMED_AT_ONCE) break
    count++
  }
  return sources.slice(0, count)
}
