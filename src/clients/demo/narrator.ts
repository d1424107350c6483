import { uuidv7 } from 'uuidv7'
import { fromJson, given, ifGiven, must } from '../../base/typed.ts'
import type { Run, Stream } from '../../cli/context.ts'
import type { RecordBody, RecordType } from '../../domain/types/index.ts'
import type { DerivedOf, DerivedView } from '../../records/views/derived-schema.ts'
import { apart, together } from '../../text/wrap.ts'
import { OperatorFault, type Told } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { Calendar, COOPERATIVE_PURPOSE, PURPOSE } from './scenario.ts'

/**
 * Presents the tour: sentences for people, facts for programs, and the players, who send requests to the
 * service.
 */

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

export type Fact = string | number | boolean | null | readonly (string | number | null)[]

export interface Step {
  readonly step: number
  /** Stable identifier for programs. */
  readonly name: string
  readonly title: string
  readonly said: string[]
  /** Figures from the service's replies. */
  readonly facts: Record<string, Fact>
}

/** Receives the tour as it happens. */
export interface Audience {
  title(step: number, title: string): void
  sentence(text: string): void
  /** Called often during long work; at its end `done` equals `of`. */
  progress(what: string, done: number, of: number): void
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

export class Narrator {
  readonly service: FreshService
  readonly steps: Step[] = []
  readonly #audience: Audience
  readonly #signal: AbortSignal
  readonly #calendar: Calendar
  readonly #words: Words

  /** @param signal ends the tour */
  constructor(service: FreshService, audience: Audience, signal: AbortSignal, words: Words) {
    this.service = service
    this.#words = words
    this.#audience = audience
    this.#signal = signal
    this.#calendar = new Calendar(service.nowMs)
  }

  begin(name: string, heading: Message): void {
    const step = this.steps.length + 1
    const title = this.#words.tell(heading)
    this.steps.push({ step, name, title, said: [], facts: {} })
    this.#audience.title(step, title)
  }

  state(...sentences: readonly Told[]): void {
    for (const sentence of sentences.map(this.#words.tell)) {
      must(this.steps.at(-1)).said.push(apart(sentence))
      this.#audience.sentence(sentence.replace(/\d kg\b/g, together))
    }
  }

  facts(facts: Readonly<Record<string, Fact>>): void {
    Object.assign(must(this.steps.at(-1)).facts, facts)
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
        this.#audience.progress(what, ++done, items.length)
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
    const { headers, ...answer } = await fetch(new URL(path, this.service.url), {
      method,
      headers: given({
        'accept-language': this.#words.language.code,
        authorization: ifGiven(token, (its) => `Bearer ${its}`),
        'content-type': ifGiven(body, () => 'application/json'),
      }),
      ...given({ body: ifGiven(body, (its) => JSON.stringify(its)) }),
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).then(async (its) => ({ status: its.status, headers: its.headers, text: await its.text() }))
    if (answer.status !== status)
      throw surprise(
        message('demo.surprise', {
          request: `${method} ${path}`,
          status: answer.status,
          expected: status,
          answer: answer.text,
        }),
      )
    const isJson = /json/.test(headers.get('content-type') ?? '')
    return { ...answer, headers, body: (isJson ? fromJson(answer.text) : answer.text) as T }
  }
}

/** An invented party with its own credential. */
export type Player = ReturnType<typeof playerOf>

export const playerOf = (t: Narrator, id: string, name: string, token: string) => ({
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
