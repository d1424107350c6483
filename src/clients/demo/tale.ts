import { uuidv7 } from 'uuidv7'
import { fromJson, given, ifGiven, keysOf, must, ofEach } from '../../base/typed.ts'
import type { Run, Stream } from '../../cli/context.ts'
import type { RecordBody, RecordType } from '../../domain/types/index.ts'
import type { DerivedOf, DerivedView } from '../../records/views/derived-schema.ts'
import { OperatorFault, type Told } from '../../words/fault.ts'
import type { Key } from '../../words/language.ts'
import { type Message, message, type Values } from '../../words/message.ts'
import { Calendar, COOPERATIVE_PURPOSE, type farmers, NAMES, type ownTinFactor, PURPOSE } from './scenario.ts'

/** What the scenes share: the service to which they send, the people in them, and what was recorded so far. */

const TIMEOUT_MS = 30_000
const AT_ONCE = 16

/** A new service that is listening. */
export interface FreshService {
  readonly url: string
  readonly cooperative: { readonly id: string; readonly token: string }
  /** Runs the operator's tasks, for what has no public API. */
  readonly run: Run
  readonly stream: Stream
  readonly nowMs: number
}

/** How the tale is played. */
export interface Manner {
  /** Ends the tour. */
  readonly signal: AbortSignal
  /** Called often during long work; at its end `done` equals `of`. */
  readonly progress: (what: string, done: number, of: number) => void
  /** Of the service's replies. */
  readonly language: string
}

export interface Answer<T> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The content of the JSON. */
  readonly body: T
}

/** The parts of a returned record that the tour uses. */
export interface RecordReply extends Pick<RecordBody, 'id' | 'type' | 'kind' | 'inputs'> {
  readonly derived: DerivedView & Pick<DerivedOf<RecordType>, 'redacted'>
}

/** The body of a refusal. */
export interface Refusal {
  readonly code: string
  readonly title: string
}

export interface Farmer {
  readonly plan: ReturnType<typeof farmers>[number]
  readonly player: Player
  /** Who records the farmer's harvests: the farmer, or the cooperative in the farmer's name. */
  readonly author: Player
  readonly inTheirName: { readonly on_behalf_of?: string; readonly delegation_id?: string }
}

/** A delivery that is an input of a lot. */
export interface Delivered {
  readonly from: Player
  readonly record: RecordReply
  readonly kg: number
}

type Left<K extends Key> = Omit<Values<K>, keyof typeof NAMES>

export class Tale {
  readonly service: FreshService
  readonly #manner: Manner
  readonly #calendar: Calendar

  /** What was said in the scene that is being played. */
  readonly said: Told[] = []

  // What a scene leaves to those that follow it.
  entered!: readonly { readonly id: string; readonly name: string; readonly kind: string }[]
  /** At first, the cooperative alone. */
  players: readonly Player[]
  /** Grace is the first. */
  farmers!: readonly [Farmer, ...Farmer[]]
  /** The id of the mandate that Grace gave to her neighbour. */
  toNeighbour!: string
  /** The factor for the cooperative's own tins. */
  tin!: ReturnType<typeof ownTinFactor>
  /** One of each farmer, except Grace. */
  deliveries!: readonly Delivered[]
  obligation!: RecordReply
  /** Three deliveries of Grace towards her obligation. */
  confirmed!: RecordReply
  corrected!: RecordReply
  resolvedFork!: RecordReply
  lot!: RecordReply
  /** The deliveries of which the lot was made. */
  drawn!: readonly Delivered[]
  /** The plain-text view, as rendered for the bank. */
  lenderView!: string

  constructor(service: FreshService, manner: Manner) {
    this.service = service
    this.#manner = manner
    this.#calendar = new Calendar(service.nowMs)
    const { id, token } = service.cooperative
    this.players = [playerOf(this, id, NAMES.cooperative, token)]
  }

  /** The people who have a part of their own. */
  get cast(): Record<keyof typeof NAMES, Player> {
    return ofEach(keysOf(NAMES), (who) => this.player(NAMES[who]))
  }

  player(name: string): Player {
    return must(this.players.find((one) => one.name === name))
  }

  /** Says a sentence, which has the names of the people without being given them. */
  say<K extends Key>(key: K, ...[figures]: [keyof Left<K>] extends [never] ? [] : [figures: Left<K>]): void {
    this.said.push({ key, args: { ...NAMES, ...figures } })
  }

  /** Shows replies of the service as they are. */
  quote(...texts: readonly string[]): void {
    this.said.push(...texts)
  }

  at(daysAgo: number, minutes?: number): string {
    return this.#calendar.at(daysAgo, minutes)
  }

  /**
   * Makes a record of this number of days ago, at 10:00, on a contract, unless the members state otherwise.
   */
  draft(type: RecordType, daysAgo: number, members: object): object {
    const base = { id: uuidv7(), type, occurred_at: this.at(daysAgo), lawful_basis: 'contract_performance' }
    return { ...base, ...members }
  }

  /** Maps items in parallel, a few at a time. Starts them in order, and returns the results in order. */
  async each<T, R>(
    what: string,
    items: readonly T[],
    work: (item: T, i: number) => Promise<R>,
  ): Promise<R[]> {
    const results = new Array<R>(items.length)
    const waiting = items.entries()
    let done = 0
    const worker = async () => {
      for (const [i, item] of waiting) {
        results[i] = await work(item, i)
        this.#manner.progress(what, ++done, items.length)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    return results
  }

  /**
   * @param token null to send none
   * @throws {OperatorFault} if the answer has another status; the signal's reason, once it is aborted
   */
  async request<T>(token: string | null, path: string, status: number, body?: object): Promise<Answer<T>> {
    const method = body === undefined ? 'GET' : 'POST'
    const reply = await fetch(new URL(path, this.service.url), {
      method,
      headers: given({
        'accept-language': this.#manner.language,
        authorization: ifGiven(token, (its) => `Bearer ${its}`),
        'content-type': ifGiven(body, () => 'application/json'),
      }),
      ...given({ body: ifGiven(body, (its) => JSON.stringify(its)) }),
      signal: AbortSignal.any([this.#manner.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const text = await reply.text()
    if (reply.status !== status) {
      const expected = { request: `${method} ${path}`, status: reply.status, expected: status, answer: text }
      throw surprise(message('demo.surprise', expected))
    }
    const isJson = /json/.test(reply.headers.get('content-type') ?? '')
    return { status, headers: reply.headers, text, body: (isJson ? fromJson(text) : text) as T }
  }
}

/** An invented party with its own credential. */
export type Player = ReturnType<typeof playerOf>

export const playerOf = (t: Tale, id: string, name: string, token: string) => ({
  id,
  name,
  token,
  get: <T = unknown>(path: string, status = 200) => t.request<T>(token, path, status),
  post: <T = Refusal>(path: string, body: object, status = 201) => t.request<T>(token, path, status, body),
  write: async (type: RecordType, daysAgo: number, members: object) =>
    (await t.request<RecordReply>(token, '/v1/records', 201, t.draft(type, daysAgo, members))).body,
  read: async ({ id }: RecordReply, purpose = COOPERATIVE_PURPOSE) =>
    (await t.request<RecordReply>(token, `/v1/records/${id}?purpose=${purpose}`, 200)).body,
  list: async (purpose: string, more = '') => {
    const path = `/v1/records?purpose=${purpose}${more}&limit=500`
    return (await t.request<{ records: RecordReply[] }>(token, path, 200)).body.records
  },
  /** Opens records for half a year. @returns the id of the grant */
  open: async (record_types: readonly string[], { id: grantee }: { id: string }, purpose = PURPOSE) => {
    const grant = { id: uuidv7(), grantee, purpose, record_types, channel: 'ussd_pin' }
    await t.request(token, '/v1/grants', 201, { ...grant, expires_at: t.at(-180, 0) })
    return grant.id
  },
})

/**
 * Checks a fact before the tour states it.
 * @param sentence for the programmer who gets the report
 * @throws {OperatorFault} if it is false
 */
export function claim(sentence: string, holds: boolean): void {
  if (!holds) throw surprise(message('demo.falseClaim', { claim: sentence }))
}

/** Makes the fault for a service that does not do what the tour describes. */
const surprise = (what: Message): OperatorFault => new OperatorFault(what, message('demo.surprise.remedy'))
