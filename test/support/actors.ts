import { uuidv7 } from 'uuidv7'
import type { TaskRunner } from '../../src/cli/tasks.ts'
import type { CredentialKind } from '../../src/domain/credential.ts'
import { actsOnAnother } from './record-types.ts'

/** What tests say to an appliance and hear from it, wherever it runs: in this process, or as a program of its own. */

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | number | undefined>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; tests assert on them
  readonly body: any
}

export interface Actor {
  readonly id: string
  readonly token: string
  /** @returns status, headers and parsed body */
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Appends a record: `draftOf`. */
  append(type: string, fields: object): Promise<Answer>
}

export interface Clock {
  /** What the service's clock shows: it stands there until it is set again. */
  nowMs: number
}

/** Everything about an appliance that does not depend on where it runs. */
export interface AnyAppliance {
  readonly cooperative: Actor
  readonly clock: Clock
  /** The data folder. */
  readonly data: string
  /** What an operator does. */
  readonly tasks: TaskRunner
  /** Whoever holds this token. */
  holder(token: string, partyId: string): Actor
  /** Asserts a party as the cooperative and gives it a credential. */
  party(kind: string, name: string, more?: object): Promise<Actor>
  credential(partyId: string, kind: CredentialKind, expiresAtMs?: number): Promise<string>
  /** Where it answers on 127.0.0.1; from the first call on. */
  port(): Promise<number>
  close(): Promise<void>
}

export interface Said {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Record<string, string>
  /** A string goes out as it is, anything else as JSON. */
  readonly body: unknown
}

/** How a request reaches the service. */
export type Send = (said: Said) => Promise<Omit<Answer, 'body'>>

export const START_MS = Date.UTC(2026, 5, 28, 7, 15)

/** A record as it is sent; id, occurred_at and lawful_basis are filled in unless given. */
export const draftOf = (clock: Clock, type: string, fields: object) => ({
  id: uuidv7(),
  type,
  occurred_at: new Date(clock.nowMs).toISOString(),
  ...(actsOnAnother(type) ? {} : { lawful_basis: 'contract_performance' }),
  ...fields,
})

export function actorBy(send: Send, clock: Clock, id: string, token: string): Actor {
  const call = async (
    method: Said['method'],
    url: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await send({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { ...answer, body: isJson ? JSON.parse(answer.text) : null }
  }
  const self: Actor = {
    id,
    token,
    get: (url, headers) => call('GET', url, undefined, headers),
    post: (url, body, headers) => call('POST', url, body, headers),
    append: (type, fields) => self.post('/v1/records', draftOf(clock, type, fields)),
  }
  return self
}

type Housing = Pick<AnyAppliance, 'cooperative' | 'credential' | 'holder'>

/** Asserts a party as the cooperative. @returns it, with a credential of its own */
export async function newParty(a: Housing, kind: string, name: string, more: object = {}): Promise<Actor> {
  const id = uuidv7()
  const answer = await a.cooperative.append('party', { party: id, kind, display_name: name, ...more })
  if (answer.status !== 201) throw new Error(answer.text)
  return a.holder(await a.credential(id, 'party'), id)
}
