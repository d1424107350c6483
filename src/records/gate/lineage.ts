import { must } from '../../base/typed.ts'
import { custodyOf } from '../../domain/derived/custody.ts'
import { type FoundChain, LineageWalk } from '../../domain/derived/lineage.ts'
import { inputsOf } from '../../domain/derived/members.ts'
import { DRAWABLE } from '../../domain/derived/own.ts'
import type { Lot } from '../../domain/derived/world.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import { Collected } from './collected.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import { DisclosureLog } from './disclosure-log.ts'
import type { GatedRecord } from './gated.ts'
import { Share } from './share.ts'
import { BYTES_A_NUMBER, type Texts } from './texts.ts'

/** A version that the walk found, with what the requester may know of its end. */
export interface Ancestor {
  readonly gated: GatedRecord
  /** When the first correction or retraction that the requester may read was received; null if none. */
  readonly endedAtMs: number | null
  /** Returns the first version of an id's chain that the requester may read; the id itself if none. */
  readonly firstIdOf: (id: string) => string
  /** The time of the job that makes the text. */
  readonly nowMs: number
}

export interface LineagePage {
  readonly texts: Texts
  /** Chains that the requester may read and that were not followed. */
  readonly notFollowed: number
  /** The time of the last job. Outside a job, the writer's time would be that of another one. */
  readonly atMs: number
  readonly isStillOpen: () => boolean
}

/**
 * Every version that one requester may read of the records that a lot is made of, and of the hand-overs on
 * the way, made in slices. The walk stops at a record that the requester may not read: nothing behind it is
 * examined.
 */
export class Lineage {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #id: string
  readonly #render: (ancestor: Ancestor) => string
  readonly #collected: Collected<null>
  readonly #share = new Share()
  #walk: LineageWalk | null = null

  constructor(
    gate: GateCore,
    requester: Requester,
    purpose: string,
    id: string,
    render: (ancestor: Ancestor) => string,
  ) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#id = id
    this.#render = render
    this.#collected = new Collected(gate, requester, purpose, 'events', {
      showsDerived: true,
      textOf: (access, version, decision) => render(this.#ancestor(access, access.gated(version, decision))),
    })
  }

  /** Bytes that the reply holds between two slices. */
  get bytes(): number {
    return this.#collected.bytes + BYTES_A_NUMBER * (this.#walk?.found ?? 0)
  }

  /**
   * Makes the next slice. Call it inside a job of the writer.
   * @returns null until the reply is complete; 'none' if there is no such lot to read
   */
  next(): LineagePage | 'none' | null {
    this.#share.renew()
    const access = this.#gate.accessFor(this.#requester, this.#purpose)
    if (this.#walk === null) {
      const top = this.#find(access)
      if (top === null) return 'none'
      this.#walk = new LineageWalk(top)
    }
    do {
      const chains = this.#walk.take(this.#share.rowsAtOnce)
      if (chains.length === 0) return this.#finish(this.#walk)
      this.#look(access, this.#walk, chains)
    } while (!this.#share.isSpent)
    return null
  }

  /** Finds the lot as a read of one record does: an absent record takes the same work as an existing one. */
  #find(access: AccessEvaluation): number | null {
    const disclosures = new DisclosureLog(this.#gate, this.#requester, this.#purpose)
    const near = access.world.nearToRead(this.#id)
    const decision = near && access.decide(near)
    if (near) disclosures.keep(near)
    if (near?.id !== this.#id) disclosures.note('events', 'no_such_record', [], [], { id: this.#id })
    else if (decision?.disclose !== true) disclosures.note('events', must(decision).reason, [near.seq], [])
    else if (near.type !== 'lot') disclosures.note('events', 'not_a_lot', [near.seq], [])
    else return near.root
    return null
  }

  #look(access: AccessEvaluation, walk: LineageWalk, chains: readonly FoundChain[]): void {
    const { world } = access
    this.#share.beginGroup()
    const versions = chains.flatMap(({ root }) => [...world.chain(root)].sort((a, b) => a.depth - b.depth))
    world.prefetch(versions)
    for (const version of versions) {
      const decision = access.decide(version)
      if (!decision.disclose) continue
      const { own, grants } = decision
      if (this.#collected.isFull) this.#collected.addLater({ record: version, own, grants }, null)
      else {
        const gated = access.gated(version, decision)
        this.#collected.add(gated, this.#render(this.#ancestor(access, gated)))
      }
      const standing = access.standing(version)
      if (version.type === 'lot' && (standing === 'tip' || standing === 'forked'))
        walk.come(behind(access, version))
      this.#share.spend(1, version.json.length)
    }
    this.#share.noteGroup(versions.length)
  }

  #ancestor(access: AccessEvaluation, gated: GatedRecord): Ancestor {
    return {
      gated,
      endedAtMs: endOf(access, gated),
      firstIdOf: (id) => firstOf(access, id),
      nowMs: this.#gate.store.writer.nowMs,
    }
  }

  #finish(walk: LineageWalk): LineagePage | null {
    const collected = this.#collected
    const texts = collected.finish(true)
    if (texts !== null)
      return {
        texts,
        notFollowed: walk.notFollowed,
        atMs: this.#gate.store.writer.nowMs,
        isStillOpen: () => collected.isStillOpen(),
      }
    this.#walk = null
    return null
  }
}

/** Returns the chains of the lot's inputs and hand-overs, where the requester may read the version named. */
function behind({ world, mayRead }: AccessEvaluation, lot: StoredRecord & Lot): FoundChain[] {
  const drawnOn = inputsOf(lot).map(({ record_id }) => record_id)
  const handOvers = custodyOf(world, lot).counted.map(({ id }) => id)
  return [...drawnOn, ...handOvers].filter(mayRead).flatMap((id) => {
    const record = world.byId(id)
    const isBehind = record !== undefined && (handOvers.includes(id) || DRAWABLE.includes(record.type))
    return isBehind ? [{ root: record.root, isLot: record.type === 'lot' }] : []
  })
}

function endOf({ world, mayRead }: AccessEvaluation, { record, derived }: GatedRecord): number | null {
  const corrections = derived.superseded_by.map((id) => world.byId(id))
  const retractions = derived.retracted ? world.naming('retracts', [record.id]) : []
  const known = [...corrections, ...retractions].filter((one) => one !== undefined && mayRead(one.id))
  return known.length === 0 ? null : Math.min(...known.map((one) => must(one).receivedAtMs))
}

function firstOf({ world, mayRead }: AccessEvaluation, id: string): string {
  const named = mayRead(id) ? world.byId(id) : undefined
  const readable = named === undefined ? [] : world.chain(named.root).filter((version) => mayRead(version.id))
  return readable.sort((a, b) => a.depth - b.depth || (a.id < b.id ? -1 : 1))[0]?.id ?? id
}
