import type { Faults, Tally } from './tally.ts'

/** What was sent to the service and what it said of it: the account that the store is held against in the end. */

/** A record as its writer made it. */
export type Draft = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string }

/**
 * What the service must say: `taken`; one of the refusals that a record may meet which acts on another (`acting`);
 * `replayed` for what it gave out itself; the named refusal of what was made wrong on purpose; `nothing` of what came in
 * a batch that cannot be read.
 */
export type Expectation = 'taken' | 'acting' | 'replayed' | 'nothing' | { readonly refusal: string }

/** Why a correction, retraction or confirmation may be turned down, depending on what arrived before it. */
const REFUSALS_OF_ACTING: ReadonlySet<string> = new Set([
  'reference_unresolved',
  'already_retracted',
  'not_the_asserter',
  'not_the_counterparty',
  'fork_has_no_authority',
  'chain_too_long',
  'too_many_corrections',
])

/** One record on its way. */
export interface Sent {
  /** JSON, the same each time it is sent. */
  readonly text: string
  /** Null for what can be no record. */
  readonly draft: Draft | null
  /** What a result calls it: its id, where one could be read. */
  readonly calledBack: string | null
  readonly expects: Expectation
  /** Party whose credential sends it. */
  readonly author: string
  readonly firstSentMs: number
  /** How often it may have reached the service. */
  reached: number
  /** When an answer first said that it is there. */
  takenMs: number | null
  acceptedAnswers: number
  /** The last refusal. */
  refusal: string | null
}

export function sending(
  author: string,
  draft: Draft | null,
  expects: Expectation,
  text = JSON.stringify(draft),
  calledBack = draft?.id ?? null,
): Sent {
  return {
    text,
    draft,
    calledBack,
    expects,
    author,
    firstSentMs: Date.now(),
    reached: 0,
    takenMs: null,
    acceptedAnswers: 0,
    refusal: null,
  }
}

export interface Result {
  readonly status: 'accepted' | 'replayed' | 'rejected'
  readonly code: string | null
}

export class Ledger {
  readonly #faults: Faults
  readonly #tally: Tally
  readonly #sent: Sent[] = []
  readonly #originals = new Map<string, Sent>()

  constructor(faults: Faults, tally: Tally) {
    this.#faults = faults
    this.#tally = tally
  }

  add(sent: Sent): void {
    this.#sent.push(sent)
    if (sent.draft && (sent.expects === 'taken' || sent.expects === 'acting'))
      this.#originals.set(sent.draft.id, sent)
  }

  get all(): readonly Sent[] {
    return this.#sent
  }

  /** What was meant to be the record of this id. */
  original(id: string): Sent | undefined {
    return this.#originals.get(id)
  }

  /** Not answered yet, or taken: a record that waits for this one need not give up. */
  mayCome(id: unknown): boolean {
    const sent = typeof id === 'string' ? this.#originals.get(id) : undefined
    return sent !== undefined && (sent.takenMs !== null || sent.refusal === null)
  }

  /**
   * Holds one result against what the service said before and what it must say.
   * @param begunMs when the request was sent that this answers
   */
  settle(sent: Sent, { status, code }: Result, begunMs: number): void {
    const wrong = (kind: string) =>
      this.#faults.add(
        kind,
        `${sent.calledBack} of ${sent.author}: ${code ?? status}; ${sent.text.slice(0, 300)}`,
      )
    if (sent.takenMs !== null && begunMs > sent.takenMs && status !== 'replayed')
      wrong('what was taken is not replayed when it is sent again')
    if (status === 'accepted' && ++sent.acceptedAnswers > 1) wrong('a record was accepted twice')
    if (status === 'replayed' && sent.expects !== 'replayed' && sent.reached < 2)
      wrong('a record that never came before was called replayed')
    if (!isExpected(sent.expects, status, code))
      wrong(`a record was met with another answer than is promised`)
    this.#tally.add(status === 'rejected' ? `rejected: ${code}` : status)
    if (status === 'rejected') sent.refusal = code
    else if (sent.takenMs === null) {
      sent.takenMs = Date.now()
      if (sent.expects !== 'replayed') this.#tally.add('records acknowledged')
    }
  }
}

function isExpected(expects: Expectation, status: Result['status'], code: string | null): boolean {
  if (typeof expects === 'object') return code === expects.refusal
  if (expects === 'nothing') return false
  if (expects === 'replayed') return status === 'replayed'
  if (status !== 'rejected') return true
  return expects === 'acting' && REFUSALS_OF_ACTING.has(code ?? '')
}
