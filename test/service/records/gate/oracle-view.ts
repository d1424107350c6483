import type { RecordBody } from '../../../../src/domain/types/index.ts'
import {
  chainOf,
  consented,
  decisionOn,
  find,
  happenedOf,
  isOwn,
  standingOf,
  subjectsOf,
  type Told,
} from '../../../support/records/gate/oracle.ts'
import { wordOn } from './debts.ts'
import {
  decisionOnInference,
  derivedOf,
  findInference,
  type OracleInference,
  type PredictedWorld,
} from './oracle-inferences.ts'

export interface OracleFilter {
  readonly types: readonly string[]
  readonly subject: string | null
  readonly lotId: string | null
  readonly obligationId: string | null
  readonly fromMs: number
  readonly toMs: number
  readonly standing: string
  readonly order: 'newest' | 'oldest'
}

/** What one party may read for one purpose at this moment. Good until anything changes. */
export class View {
  readonly requester: string
  readonly purpose: string
  readonly #w: PredictedWorld
  readonly #told = new Map<string, Told>()

  constructor(w: PredictedWorld, requester: string, purpose: string) {
    this.#w = w
    this.requester = requester
    this.purpose = purpose
  }

  decision(r: RecordBody): Told {
    let told = this.#told.get(r.id)
    if (!told) {
      told = decisionOn(this.#w, this.requester, this.purpose, r)
      this.#told.set(r.id, told)
    }
    return told
  }

  /** Would it be read if it were a record of this type? */
  wouldRead(r: RecordBody, type: RecordBody['type']): boolean {
    const subjects = subjectsOf(this.#w, r)
    const { lawful_basis } = r
    return consented(this.#w, this.requester, this.purpose, {
      type,
      lawful_basis,
      subjects,
      happened: happenedOf([r]),
    }).reads
  }

  /** Is it told what was paid of a delivery? Windows do not matter: the figures are over all payments. */
  decisionOnPaid(delivery: RecordBody): Told {
    if (isOwn(this.#w, this.requester, delivery)) return { reads: true, own: true }
    const { lawful_basis } = delivery
    const subjects = subjectsOf(this.#w, delivery)
    return consented(this.#w, this.requester, this.purpose, {
      type: 'payment',
      lawful_basis,
      subjects,
      happened: [],
    })
  }

  /**
   * Every decision that a reply about it rests on. A price that one of the two stated brings what was paid, which needs
   * consent of its own.
   */
  decisionsOn(r: RecordBody): readonly Told[] {
    const decision = this.decision(r)
    if (!decision.reads || decision.own || r.agreed_price === undefined) return [decision]
    if (wordOn(this.#w, r) === null) return [decision]
    const paid = this.decisionOnPaid(r)
    return paid.reads ? [decision, paid] : [decision]
  }

  /** Told of an id, whether there is such a record or not; that of an inference is none. */
  about(id: string): Told {
    const r = find(this.#w, id)
    return r ? this.decision(r) : { reads: false, reason: 'no_such_record' }
  }

  aboutInference(id: string): Told {
    const i = findInference(this.#w, id)
    if (!i) return { reads: false, reason: 'no_such_inference' }
    let told = this.#told.get(id)
    if (!told) {
      told = decisionOnInference(this.#w, this.requester, this.purpose, i)
      this.#told.set(id, told)
    }
    return told
  }

  /** Told of what an inference may rest on. */
  aboutEither(id: string): Told {
    return find(this.#w, id) ? this.about(id) : this.aboutInference(id)
  }

  /** Its asserter alone is told all inputs; everybody else those that he may read, and how many others there are. */
  inputsOf({ body }: OracleInference): { readonly told: readonly string[]; readonly left: number } {
    const isTold = (id: string) => body.asserted_by === this.requester || this.aboutEither(id).reads
    const told = body.inputs.filter(isTold)
    return { told, left: new Set(body.inputs).size - new Set(told).size }
  }

  /** An inference as it is told to those who may read it. */
  told(i: OracleInference): Readonly<Record<string, unknown>> {
    const { told, left } = this.inputsOf(i)
    const redacted = left === 0 ? {} : { redacted: [{ member: 'inputs', count: left }] }
    const keep = keepUntilOf(this.aboutInference(i.body.id))
    const derived = {
      ...derivedOf(this.#w, i, this.requester, this.purpose),
      ...redacted,
      ...(keep === undefined ? {} : { keep_until: keep }),
    }
    return { ...i.body, inputs: told, derived }
  }

  /** Ids of the versions of a chain that may be read; null when the one named may not. */
  chain(id: string): readonly string[] | null {
    const named = find(this.#w, id)
    if (!named || !this.decision(named).reads) return null
    return chainOf(this.#w, named)
      .filter((v) => this.decision(v).reads)
      .map((v) => v.id)
  }

  list(filter: OracleFilter): readonly string[] {
    const w = this.#w
    const named = (member: 'lot_id' | 'obligation_id', asked: string | null) => {
      if (asked === null) return () => true
      const target = find(w, asked)
      // Any version means its chain to those who may read both the one asked for and the one named.
      const isKnown = target !== undefined && this.decision(target).reads
      const versions = isKnown ? chainOf(w, target).filter((v) => this.decision(v).reads) : []
      const known = [asked, ...versions.map((v) => v.id)]
      return (r: RecordBody) => known.includes(r[member] ?? '')
    }
    const namesLot = named('lot_id', filter.lotId)
    const namesObligation = named('obligation_id', filter.obligationId)
    const found = w.records
      .filter((r) => filter.types.includes(r.type))
      .filter((r) => filter.standing === 'any' || standingOf(w, r) === filter.standing)
      .filter((r) => Date.parse(r.occurred_at) >= filter.fromMs && Date.parse(r.occurred_at) < filter.toMs)
      .filter((r) => filter.subject === null || subjectsOf(w, r)?.includes(filter.subject))
      .filter((r) => namesLot(r) && namesObligation(r))
      .filter((r) => this.decision(r).reads)
    const newest = inOrder(found).map((r) => r.id)
    return filter.order === 'newest' ? newest : newest.reverse()
  }
}

/** Until when a reader may keep it, as the service says it; undefined: nothing is said. */
const keepUntilOf = (told: Told): string | undefined =>
  told.reads && !told.own && told.keepUntilMs !== null ? new Date(told.keepUntilMs).toISOString() : undefined

/** The same where it rests on several decisions. */
export const keepUntilOfAll = (decisions: readonly Told[]): string | undefined =>
  decisions.flatMap((told) => keepUntilOf(told) ?? []).sort()[0]

/** Newest first; at one instant the greater id first. */
export const inOrder = (records: readonly RecordBody[]): RecordBody[] =>
  [...records].sort((a, b) =>
    a.occurred_at === b.occurred_at ? (a.id < b.id ? 1 : -1) : a.occurred_at < b.occurred_at ? 1 : -1,
  )
