import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counts } from '../base/counts.ts'
import { Problem } from '../base/problem.ts'
import type { JobOwner } from '../store/jobs/turns.ts'
import { mayTakeLong } from './refused-connection.ts'

export interface SlotLimits {
  /** Slots for all callers together. */
  readonly inAll: number
  /** Slots for one credential, so that none uses all of them. */
  readonly each: number
  /** Slots for all credentials of one party. Its share of the queue is the same. */
  readonly eachParty: number
  /** Requests of one credential that have a slot or wait for one. */
  readonly lined: number
  /** Milliseconds in which the body must arrive after its request got a slot. */
  readonly bodyMs: number
}

interface QueuedRequest {
  readonly caller: JobOwner
  readonly enter: () => void
}

/** Most requests that wait. Each needs a socket and a few hundred bytes. */
const MOST_WAITING = 256
const RETRY_SECONDS = 5

/**
 * Limits the number of requests whose bodies are in memory. A request keeps its slot from the first byte of
 * the body to the end of the reply. While a request waits for a slot, its body is not read.
 */
export class RequestSlots {
  readonly #limits: SlotLimits
  /** Slots in use by each party, and by each credential. */
  readonly #held = new Counts<string>()
  /** Functions that keep a request's slot after its reply, while its work continues. */
  readonly #extensions = new WeakMap<FastifyRequest, () => () => void>()
  readonly #waiting: QueuedRequest[] = []
  #inUse = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /**
   * A hook that gets a slot for the request. Call after the caller is known.
   * @throws {Problem} overloaded if too many wait
   */
  acquire = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
    const { caller } = request
    if (this.#isFree(caller)) {
      this.#enter(caller, request, reply)
      done()
      return
    }
    const { inAll, eachParty, lined } = this.#limits
    const waitingOf = (by: keyof JobOwner) =>
      this.#waiting.filter((one) => one.caller[by] === caller[by]).length
    if (
      waitingOf('credential') + this.#held.of(keyOf(caller)) >= lined ||
      waitingOf('party') >= (MOST_WAITING * eachParty) / inAll ||
      this.#waiting.length >= MOST_WAITING
    ) {
      done(new Problem('overloaded', { retryAfterSeconds: RETRY_SECONDS }))
      return
    }
    const endExemption = mayTakeLong(request)
    const waiting = {
      caller,
      enter: () => {
        reply.raw.off('close', leave)
        this.#enter(caller, request, reply)
        const timer = setTimeout(() => request.raw.socket.destroy(), this.#limits.bodyMs)
        const stopWaiting = () => {
          clearTimeout(timer)
          endExemption()
        }
        request.raw.once('end', stopWaiting)
        reply.raw.once('close', stopWaiting)
        done()
      },
    }
    const leave = () => {
      endExemption()
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
    }
    reply.raw.once('close', leave)
    this.#waiting.push(waiting)
  }

  /**
   * Keeps a request's slot after its reply or its connection has ended.
   * @returns a function that releases the slot; call it once
   */
  stay(request: FastifyRequest): () => void {
    return this.#extensions.get(request)?.() ?? (() => {})
  }

  #enter(caller: JobOwner, request: FastifyRequest, reply: FastifyReply): void {
    this.#inUse++
    for (const key of keysOf(caller)) this.#held.add(key)
    let reasons = 0
    const keep = () => {
      reasons++
      return () => {
        if (--reasons === 0) this.#leave(caller)
      }
    }
    reply.raw.once('close', keep())
    this.#extensions.set(request, keep)
  }

  #leave(caller: JobOwner): void {
    this.#inUse--
    for (const key of keysOf(caller)) this.#held.add(key, -1)
    const next = this.#waiting.findIndex((one) => this.#isFree(one.caller))
    if (next >= 0) this.#waiting.splice(next, 1)[0]?.enter()
  }

  #isFree(caller: JobOwner): boolean {
    const { inAll, each, eachParty } = this.#limits
    const [credential, party] = keysOf(caller)
    return this.#inUse < inAll && this.#held.of(credential) < each && this.#held.of(party) < eachParty
  }
}

const keyOf = ({ credential }: JobOwner): string => `credential ${credential}`
const keysOf = (caller: JobOwner): readonly [string, string] => [keyOf(caller), `party ${caller.party}`]
