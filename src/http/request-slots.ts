import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counts } from '../base/counts.ts'
import { Problem } from '../base/problem.ts'
import type { Owner } from '../store/turns.ts'
import { mayTakeLong } from './door.ts'

export interface SlotLimits {
  /** Concurrent requests with a slot, for all callers. */
  readonly inAll: number
  /** Per credential, so that none takes all. */
  readonly each: number
  /** Per party, with all its credentials; its share of the queue is in the same proportion. */
  readonly eachParty: number
  /** Per credential: requests with a slot or waiting for one. */
  readonly lined: number
  /** Time for a body to arrive once its request has a slot, in milliseconds. */
  readonly bodyMs: number
}

interface QueuedRequest {
  readonly caller: Owner
  readonly enter: () => void
}

/** Each waiting request needs a socket and a few hundred bytes. */
const MOST_WAITING = 256
const RETRY_SECONDS = 5

/**
 * Slots for requests whose bodies are in memory, from the first byte to the end of the reply. A request without a slot waits
 * with its body unread.
 */
export class RequestSlots {
  readonly #limits: SlotLimits
  /** By party, and by credential. */
  readonly #held = new Counts<string>()
  /** Keeps a request's slot after its reply, while its work continues. */
  readonly #staying = new WeakMap<FastifyRequest, () => () => void>()
  readonly #waiting: QueuedRequest[] = []
  #taken = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** A hook; needs the caller. @throws {Problem} overloaded if too many wait */
  take = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
    const { caller } = request
    if (this.#isFree(caller)) {
      this.#enter(caller, request, reply)
      done()
      return
    }
    const isAlike = (by: (one: Owner) => unknown) => (one: QueuedRequest) => by(one.caller) === by(caller)
    const ofCredential = this.#waiting.filter(isAlike(({ credential }) => credential)).length
    const ofParty = this.#waiting.filter(isAlike(({ party }) => party)).length
    const mostOfParty = (MOST_WAITING * this.#limits.eachParty) / this.#limits.inAll
    if (
      ofCredential + this.#held.of(keyOf(caller)) >= this.#limits.lined ||
      ofParty >= mostOfParty ||
      this.#waiting.length >= MOST_WAITING
    ) {
      done(new Problem('overloaded', { retryAfterSeconds: RETRY_SECONDS }))
      return
    }
    const noLonger = mayTakeLong(request)
    const waiting = {
      caller,
      enter: () => {
        reply.raw.off('close', leave)
        this.#enter(caller, request, reply)
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

  /**
   * Keeps a request's slot beyond its reply or its connection.
   * @returns releases it; call it once
   */
  stay(request: FastifyRequest): () => void {
    return this.#staying.get(request)?.() ?? (() => {})
  }

  #enter(caller: Owner, request: FastifyRequest, reply: FastifyReply): void {
    this.#taken++
    for (const key of keysOf(caller)) this.#held.add(key)
    let reasons = 0
    const keep = () => {
      reasons++
      return () => {
        if (--reasons === 0) this.#leave(caller)
      }
    }
    reply.raw.once('close', keep())
    this.#staying.set(request, keep)
  }

  #leave(caller: Owner): void {
    this.#taken--
    for (const key of keysOf(caller)) this.#held.add(key, -1)
    const next = this.#waiting.findIndex((one) => this.#isFree(one.caller))
    if (next >= 0) this.#waiting.splice(next, 1)[0]?.enter()
  }

  #isFree(caller: Owner): boolean {
    const { inAll, each, eachParty } = this.#limits
    const [credential, party] = keysOf(caller)
    return this.#taken < inAll && this.#held.of(credential) < each && this.#held.of(party) < eachParty
  }
}

const keyOf = ({ credential }: Owner): string => `credential ${credential}`
const keysOf = (caller: Owner): readonly [string, string] => [keyOf(caller), `party ${caller.party}`]
