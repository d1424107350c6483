import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { mayTakeLong } from './door.ts'

export interface PlaceLimits {
  /** Requests that have a place at once, all callers together. */
  readonly inAll: number
  /** Of one credential, so that none has them all. */
  readonly each: number
  /** Requests of one credential that have a place or wait for one. */
  readonly lined: number
  /** How long a body may take to arrive after its request has a place, milliseconds. */
  readonly bodyMs: number
}

interface Waiting {
  readonly credential: number
  readonly enter: () => void
}

/** Those who wait need a socket and a few hundred bytes each. */
const MOST_WAITING = 256
const RETRY_SECONDS = 5

/**
 * Places for requests whose bodies are held in memory, from their first byte to the end of their answer. A request without
 * a place waits with its body unread.
 */
export class Places {
  readonly #limits: PlaceLimits
  readonly #held = new Map<number, number>()
  readonly #waiting: Waiting[] = []
  #taken = 0

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /** A hook; the caller is known by then. @throws {Problem} overloaded, where too many wait */
  take = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
    const { credential } = request.caller
    if (this.#isFree(credential)) {
      this.#enter(credential, reply)
      done()
      return
    }
    const lined = this.#waiting.filter((one) => one.credential === credential).length
    if (lined + this.#heldBy(credential) >= this.#limits.lined || this.#waiting.length >= MOST_WAITING) {
      done(new Problem('overloaded', { retryAfterSeconds: RETRY_SECONDS }))
      return
    }
    const noLonger = mayTakeLong(request)
    const waiting = {
      credential,
      enter: () => {
        reply.raw.off('close', leave)
        this.#enter(credential, reply)
        const timer = setTimeout(() => request.raw.socket.destroy(), this.#limits.bodyMs)
        const isHere = () => {
          clearTimeout(timer)
          noLonger()
        }
        request.raw.once('end', isHere)
        reply.raw.once('close', isHere)
        done()
      },
    }
    const leave = () => {
      noLonger()
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
    }
    reply.raw.once('close', leave)
    this.#waiting.push(waiting)
  }

  #enter(credential: number, reply: FastifyReply): void {
    this.#taken++
    this.#held.set(credential, this.#heldBy(credential) + 1)
    reply.raw.once('close', () => this.#leave(credential))
  }

  #leave(credential: number): void {
    this.#taken--
    const held = this.#heldBy(credential) - 1
    if (held === 0) this.#held.delete(credential)
    else this.#held.set(credential, held)
    const next = this.#waiting.findIndex((one) => this.#isFree(one.credential))
    if (next >= 0) this.#waiting.splice(next, 1)[0]?.enter()
  }

  #isFree(credential: number): boolean {
    return this.#taken < this.#limits.inAll && this.#heldBy(credential) < this.#limits.each
  }

  #heldBy(credential: number): number {
    return this.#held.get(credential) ?? 0
  }
}
