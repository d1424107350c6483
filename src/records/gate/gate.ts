import type { Surroundings } from '../../domain/derived/world.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import type { Store } from '../../store/store.ts'
import type { People } from '../../store/tables/people.ts'
import type { Appended } from '../intake/author.ts'
import { ChainSoFar } from './chain-so-far.ts'
import { Collected } from './collected.ts'
import { GateCore, OWN, type Requester } from './core.ts'
import { DisclosureLog } from './disclosure-log.ts'
import { Feed, type FeedAsked, type FeedReply } from './feed.ts'
import type { GatedRecord } from './gated.ts'
import { InferenceReader } from './inference-reader.ts'
import { Inputs } from './inputs.ts'
import { type Ancestor, Lineage, type LineagePage } from './lineage.ts'
import { type OriginAsked, type OriginFound, OriginOfLot } from './origin.ts'
import { type ListPage, type PageAsked, PageOfList } from './page-of-list.ts'
import { Reader } from './reader.ts'
import type { Share } from './share.ts'
import { rendered, type Texts } from './texts.ts'

export type { Requester } from './core.ts'

/** The purpose that opens one's own records only: no grant names it. */
const NO_PURPOSE = ''

/** Returns a record as the reply shows it. */
type Render = (gated: GatedRecord) => string
/** Receives the bytes that the reply holds so far; it may throw. */
type Grown = (bytes: number) => void

export interface ChainPage {
  readonly texts: Texts
  /** Whether the consent that the reply relies on still holds. Call it while the reply is sent. */
  readonly isStillOpen: () => boolean
}

/**
 * The only way out for records. Every record leaves through a reader that the gate opens for one requester
 * and one purpose. The gate hands out no store, so a room that bypasses it has no records to return.
 */
export class Gate {
  /** Private to the compiler only, so that tests can reach it. */
  private readonly core: GateCore

  /** @param noteShown receives the number of records shown to a party by its own credentials */
  constructor(
    store: Store,
    people: People,
    surroundings: Surroundings,
    noteShown: (party: number, records: number) => void = () => {},
  ) {
    this.core = new GateCore(store, people, surroundings, noteShown)
  }

  /** Opens a reader. Use it inside one job of the writer, so that decision and audit share its commit. */
  readerFor(requester: Requester, purpose: string): Reader {
    return new Reader(this.core, requester, purpose)
  }

  /** Opens a reader of inferences, under the same rule. */
  inferenceReaderFor(requester: Requester, purpose: string): InferenceReader {
    return new InferenceReader(this.core, requester, purpose)
  }

  /**
   * Returns a page of a list, made in slices that are jobs.
   * @throws {Problem} no_verified_subject, or what `grown` throws
   */
  page(
    requester: Requester,
    purpose: string,
    asked: PageAsked,
    render: Render,
    grown: Grown = () => {},
  ): Promise<ListPage> {
    return this.core.store.jobs.inSlices(requester, () => {
      const page = new PageOfList(this.core, requester, purpose, asked, render)
      return () => {
        grown(page.bytes)
        return page.next()
      }
    })
  }

  /**
   * Returns those of these records that are the requester's own, for sums that the service keeps in memory. Records
   * that others opened are left out, so that no sum outlives a consent. This shows and audits nothing: the code that
   * shows such a sum notes the read. Call it inside a job.
   * @returns the requester's own records, and how many records it examined
   */
  ownAmong(
    requester: Requester,
    seqs: readonly number[],
    share: Share,
  ): { readonly found: readonly GatedRecord[]; readonly looked: number } {
    const access = this.core.accessFor(requester, NO_PURPOSE)
    const { world } = access
    const found: GatedRecord[] = []
    let looked = 0
    while (looked < seqs.length && (looked === 0 || !share.isSpent)) {
      share.beginGroup()
      const group = world.addSeqs(seqs.slice(looked, looked + share.rowsAtOnce))
      world.prefetch(group.filter((record) => this.core.recall(record) === undefined))
      for (const record of group) {
        const decision = access.decide(record)
        if (decision.disclose) found.push(access.gated(record, decision))
        share.spend(1, record.json.length)
      }
      share.noteGroup(group.length)
      looked += group.length
    }
    return { found, looked }
  }

  /**
   * Returns every readable version of a record's chain, oldest first, also made in slices.
   * @returns null if the named version is not readable
   */
  async chain(
    requester: Requester,
    purpose: string,
    id: string,
    render: Render,
    grown: Grown = () => {},
  ): Promise<ChainPage | null> {
    const found = await this.core.store.jobs.inSlices(requester, () => {
      const soFar = new ChainSoFar(this.core, requester, purpose, render)
      return () => {
        grown(soFar.bytes)
        const texts = this.readerFor(requester, purpose).chain(id, soFar)
        if (texts === 'more') return null
        return texts === null ? 'none' : { texts, isStillOpen: () => soFar.isStillOpen() }
      }
    })
    return found === 'none' ? null : found
  }

  /**
   * Returns what a lot is made of, version by version, also made in slices.
   * @returns null if the named version is not readable or not a lot
   */
  async lineage(
    requester: Requester,
    purpose: string,
    id: string,
    render: (ancestor: Ancestor) => string,
    grown: Grown = () => {},
  ): Promise<LineagePage | null> {
    const found = await this.core.store.jobs.inSlices(requester, () => {
      const lineage = new Lineage(this.core, requester, purpose, id, render)
      return () => {
        grown(lineage.bytes)
        return lineage.next()
      }
    })
    return found === 'none' ? null : found
  }

  /**
   * Returns the origin of a lot, also made in slices.
   * @param goOn called before each slice; it may throw
   * @returns null if the record is not readable or not a lot
   */
  async origin(
    requester: Requester,
    purpose: string,
    asked: OriginAsked,
    goOn: () => void = () => {},
  ): Promise<OriginFound | null> {
    const found = await this.core.store.jobs.inSlices(requester, () => {
      const origin = new OriginOfLot(this.core, requester, purpose, asked)
      return () => {
        goOn()
        return origin.next()
      }
    })
    return found === 'none' ? null : found
  }

  /** Opens a puller's change feed. Call it inside a job of the writer. */
  feedFor(requester: Requester, asked: FeedAsked, share: Share, reply: FeedReply): Feed {
    return new Feed(this.core, requester, asked, share, reply)
  }

  /** Opens a collector for a reply with changes that is made in several jobs. */
  collectorFor(requester: Requester, purpose: string, render: Render): Collected {
    return new Collected(this.core, requester, purpose, 'changes', rendered(render))
  }

  /** Opens a finder of inputs that a model's party names and may read. Call it inside a job of the writer. */
  inputsFor(requester: Requester, world: RecordGraph): Inputs {
    return new Inputs(this.core, requester, world)
  }

  /**
   * Returns the writer's own record for its receipt. Only the intake makes an `Appended`, so no other party's
   * record can leave here.
   */
  receipt(requester: Requester, { status, record }: Appended): GatedRecord {
    const access = this.core.accessFor(requester, '')
    if (status === 'accepted') access.world.addNew(record)
    else access.world.add(record)
    return access.gated(record, OWN)
  }

  /** Notes in the audit log that the requester was shown its own records. */
  noteOwnRead(requester: Requester, purpose: string, records: readonly number[]): void {
    new DisclosureLog(this.core, requester, purpose).note('read', 'disclosed', records, [])
  }

  isNaturalPerson(party: number): boolean {
    return this.core.isNaturalPerson(party)
  }
}
