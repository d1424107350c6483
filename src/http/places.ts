import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

/** Requests under way whose bodies are held in memory, from their first byte to the end of their answer. */
export class Places {
  readonly #inAll: number
  readonly #each: number
  readonly #held = new Map<number, number>()
  #taken = 0

  /** @param inAll of all callers together @param each of one credential, so that none takes them all */
  constructor(inAll: number, each: number) {
    this.#inAll = inAll
    this.#each = each
  }

  /** A hook; the caller is known by then. */
  take = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
    const { credential } = request.caller
    const held = this.#held.get(credential) ?? 0
    if (this.#taken >= this.#inAll || held >= this.#each) {
      done(new Problem('overloaded', { retryAfterSeconds: 5 }))
      return
    }
    this.#taken++
    this.#held.set(credential, held + 1)
    reply.raw.once('close', () => this.#leave(credential))
    done()
  }

  #leave(credential: number): void {
    this.#taken--
    const held = (this.#held.get(credential) ?? 1) - 1
    if (held === 0) this.#held.delete(credential)
    else this.#held.set(credential, held)
  }
}
