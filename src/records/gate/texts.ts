import { Problem } from '../../base/problem.ts'
import type { Decision } from '../../domain/consent.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'
import { Share } from './share.ts'

/** Memory of a parsed and rendered record, as a multiple of its JSON: an outline takes the most. */
export const TIMES_ITS_JSON = 6
/** One letter outside Latin-1 makes every letter of its text take two bytes. */
export const BYTES_A_CHARACTER = 2
/** Memory of a record that is kept as its number alone, with its decision. */
export const BYTES_A_NUMBER = 256

/** Characters of text made in one job. */
const AT_ONCE = 128 * 1024
/** Records loaded together: surroundings, such as the plots around a plot, may be longer than the records. */
const RECORDS_AT_ONCE = 32
const SLICE_BYTES = 256 * 1024

/** A record of a reply whose text is made when it is sent, with what was found out about it before. */
export interface Later<A> {
  readonly seq: number
  /** Characters of its JSON. */
  readonly length: number
  readonly aside: A
}

/** Returns a record as the reply shows it. */
export interface RenderLater<A> {
  /** Whether the text shows derived values, so that the surroundings of the record are loaded too. */
  readonly showsDerived: boolean
  readonly textOf: (
    access: AccessEvaluation,
    record: StoredRecord,
    decision: Extract<Decision, { disclose: true }>,
    aside: A,
  ) => string
}

/** Returns the renderer of most replies, which need only the released record. */
export const rendered = (render: (gated: GatedRecord) => string): RenderLater<unknown> => ({
  showsDerived: true,
  textOf: (access, record, decision) => render(access.gated(record, decision)),
})

/** The texts of a reply. */
export interface Texts {
  /** The texts made before the reply is sent, in order; the others follow them. */
  readonly made: readonly string[]
  /** Number of all texts. */
  readonly count: number
  /** Maximum bytes in memory while the other texts are made; 0 if there are none. */
  readonly bytesOfRest: number
  /** Maximum bytes in memory while all texts are read. */
  readonly bytes: number
  /**
   * Yields all texts, some at a time.
   * @throws {Problem} if the credential, or consent to one of the records, has ended
   */
  all(): AsyncIterable<readonly string[]>
  /** Yields the texts that are not made yet. @throws {Problem} as `all` */
  rest(): AsyncIterable<readonly string[]>
}

/**
 * The texts of a reply whose audit entry is written.
 * - State: the texts that are made; for the others, the numbers of their records. Nothing changes it.
 * - Holds: a text that was left is made while the reply is sent, a few milliseconds at a time, and only if the gate still
 *   discloses its record: it decides on each again.
 */
export class TextsInTurn<A> implements Texts {
  readonly made: readonly string[]
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #later: readonly Later<A>[]
  readonly #render: RenderLater<A>
  readonly #isStillOpen: () => boolean

  constructor(
    gate: GateCore,
    requester: Requester,
    purpose: string,
    texts: { readonly made: readonly string[]; readonly later: readonly Later<A>[] },
    render: RenderLater<A>,
    isStillOpen: () => boolean,
  ) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.made = texts.made
    this.#later = texts.later
    this.#render = render
    this.#isStillOpen = isStillOpen
  }

  get count(): number {
    return this.made.length + this.#later.length
  }

  get bytesOfRest(): number {
    const { length } = this.#later
    return length === 0 ? 0 : BYTES_A_CHARACTER * AT_ONCE + BYTES_A_NUMBER * length
  }

  get bytes(): number {
    return this.made.reduce((sum, text) => sum + BYTES_A_CHARACTER * text.length, 0) + this.bytesOfRest
  }

  async *all(): AsyncGenerator<readonly string[]> {
    if (this.made.length > 0) yield this.made
    yield* this.rest()
  }

  async *rest(): AsyncGenerator<readonly string[]> {
    for (let at = 0; at < this.#later.length; ) {
      const from = at
      const texts = await this.#gate.store.jobs.slice(this.#requester, () => this.#next(from))
      at += texts.length
      yield texts
    }
  }

  /** Returns the next texts, at least one. */
  #next(from: number): readonly string[] {
    if (!this.#isStillOpen()) throw new Problem('not_found')
    const access = this.#gate.accessFor(this.#requester, this.#purpose)
    const share = new Share({ bytes: SLICE_BYTES })
    const group = this.#groupFrom(from)
    const records = new Map(
      access.world.addSeqs(group.map(({ seq }) => seq)).map((record) => [record.seq, record]),
    )
    if (this.#render.showsDerived) access.prefetch([...records.values()])
    const texts: string[] = []
    for (const { seq, aside } of group) {
      if (texts.length > 0 && share.isSpent) break
      const record = records.get(seq)
      const decision = record && access.decide(record)
      if (record === undefined || !decision?.disclose) throw new Problem('not_found')
      texts.push(this.#render.textOf(access, record, decision, aside))
    }
    return texts
  }

  /** Returns the next records, at least one, whose texts together are about as long as one job makes. */
  #groupFrom(from: number): readonly Later<A>[] {
    const next = this.#later.slice(from, from + RECORDS_AT_ONCE)
    let length = 0
    const end = next.findIndex((one) => {
      length += one.length
      return length >= AT_ONCE
    })
    return end < 0 ? next : next.slice(0, end + 1)
  }
}
