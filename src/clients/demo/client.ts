import { uuidv7 } from 'uuidv7'
import { OperatorFault } from '../../base/problem.ts'
import { fromJson, given, ifGiven } from '../../base/typed.ts'
import type { RecordBody, RecordType } from '../../domain/types/index.ts'
import type { DerivedOf, DerivedView } from '../../records/views/derived-schema.ts'

/** A client of the public API: HTTP, a bearer token, JSON. */

const TIMEOUT_MS = 30_000

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The parts of a returned record that the tour uses. */
export interface RecordReply extends Pick<RecordBody, 'id' | 'type' | 'kind' | 'inputs'> {
  readonly derived: DerivedView & Pick<DerivedOf<RecordType>, 'redacted'>
}

export type Fulfilment = NonNullable<DerivedView['fulfilment']>
export type MassBalance = NonNullable<DerivedView['mass_balance']>

export class Client {
  readonly url: string
  readonly #signal: AbortSignal

  constructor(url: string, signal: AbortSignal) {
    this.url = url
    this.#signal = signal
  }

  /** @param token null to send none */
  async request(method: 'GET' | 'POST', path: string, token: string | null, body?: object): Promise<Reply> {
    const answer = await fetch(new URL(path, this.url), {
      method,
      headers: given({
        authorization: ifGiven(token, (its) => `Bearer ${its}`),
        'content-type': ifGiven(body, () => 'application/json'),
      }),
      ...given({ body: ifGiven(body, (its) => JSON.stringify(its)) }),
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
}

/** A party of the made-up world, with its own credential. */
export class Player {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly #client: Client

  constructor(client: Client, id: string, name: string, token: string) {
    this.#client = client
    this.id = id
    this.name = name
    this.token = token
  }

  get(path: string): Promise<Reply> {
    return this.#client.request('GET', path, this.token)
  }

  post(path: string, body: object): Promise<Reply> {
    return this.#client.request('POST', path, this.token, body)
  }

  /** @throws {OperatorFault} unless it can be read */
  async read<T>(path: string): Promise<T> {
    return parsed<T>(await this.get(path), 200, `GET ${path}`)
  }

  /** @throws {OperatorFault} unless it was created */
  async create<T>(path: string, body: object): Promise<T> {
    return parsed<T>(await this.post(path, body), 201, `POST ${path}`)
  }

  append(type: string, fields: object): Promise<RecordReply> {
    return this.create<RecordReply>('/v1/records', { id: uuidv7(), type, ...fields })
  }
}

export function parsed<T>(reply: Reply, status: number, request: string): T {
  if (reply.status !== status) throw surprise(request, `${reply.status} instead of ${status}: ${reply.text}`)
  return fromJson<T>(reply.text)
}

/** Checks a fact before the tour states it. @throws {OperatorFault} when it is false */
export function claim(sentence: string, holds: boolean): void {
  if (!holds) throw surprise('a check', `something other than "${sentence}"`)
}

/** The service did not do what the tour describes. */
export function surprise(request: string, answer: string): OperatorFault {
  return new OperatorFault(
    `The tour ends here: ${request} was answered with ${answer}`,
    'This is a bug of Granary, not your mistake. Please report it with this text.',
  )
}
