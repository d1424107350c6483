import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../base/problem.ts'
import type { Config } from '../config/config.ts'
import type { CredentialService } from '../identity/credentials.ts'
import { ABILITIES, type Ability, type Verified } from '../identity/credentials.ts'
import type { Admitted, DeviceService } from '../identity/devices.ts'
import { isCrossSite } from './browser-rules.ts'
import { addressKey, WindowCounter } from './limits.ts'
import { OnThisMachine } from './loopback.ts'
import { type QuotaPorts, Quotas } from './quotas.ts'

/** Who calls, and what its credential may do. */

const MINUTE_MS = 60_000

declare module 'fastify' {
  interface FastifyRequest {
    caller: Verified
    /** Of a request to register a device: who lets it in. */
    admitted: Admitted
  }
}

interface Admission {
  /** The token may come as the password of HTTP Basic. */
  readonly basic?: boolean
  /** It takes consent back: never refused for a disk that is nearly full, while others go on reading. */
  readonly closes?: boolean
  /** Largest body; left out, that of one record. */
  readonly maxBytes?: number
}

export interface AdmissionPorts extends QuotaPorts {
  readonly credentials: Pick<CredentialService, 'verify' | 'lapsed'>
  readonly devices: Pick<DeviceService, 'admittedBy'>
  /** Restored from a backup, and not confirmed yet: no credential holds (contract §10). */
  readonly isSuspended: () => boolean
  /** Asked before anything is taken that would be written. @throws {Problem} clock_in_doubt */
  readonly checkClock: () => void
  /** Free bytes on the disk that holds the data. */
  readonly freeBytes: () => number
  /** Jobs waiting for their transaction. */
  readonly waiting: () => number
  /** Writes a refusal at the door into the audit log, when it next writes; nobody waits for it. */
  readonly noteRefusal: (credential: number, route: string, outcome: string) => void
  readonly config: QuotaPorts['config'] &
    Pick<Config, 'trustedProxy' | 'maxRecordBytes' | 'failedAuthPerMinute' | 'minFreeBytes'>
}

export class Callers extends Quotas {
  readonly #wrongTokens: WindowCounter
  readonly #onThisMachine: OnThisMachine

  declare protected readonly ports: AdmissionPorts

  constructor(ports: AdmissionPorts) {
    super(ports)
    this.#wrongTokens = new WindowCounter(MINUTE_MS, ports.clock)
    this.#onThisMachine = new OnThisMachine(ports.config.trustedProxy)
  }

  /** A hook that admits only callers whose credential may do this. */
  admit(ability: Ability, options: Admission = {}) {
    return (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
      try {
        this.#admit(ability, options, request, reply)
        done()
      } catch (refusal) {
        done(refusal as Error)
      }
    }
  }

  /** A hook for what anybody may ask, and whoever has a credential may ask more of: one that is sent must be right. */
  admitAnybody = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
    if (request.headers.authorization === undefined) done()
    else this.admit('read')(request, reply, done)
  }

  /** A hook that admits whoever may register a device: a party by its credential, or anybody with a code. */
  admitDevice = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
    try {
      refuseCrossSite(request)
      this.#refuseWhileSuspended()
      const token = tokenOf(request.headers.authorization, false)
      const admitted = token === null ? null : this.ports.devices.admittedBy(token)
      if (admitted) {
        request.admitted = admitted
        this.#checkRoom(request, false, this.ports.config.maxRecordBytes)
      } else {
        this.#admit('enrol', {}, request, reply)
        request.admitted = { ...request.caller, enrolment: null }
      }
      done()
    } catch (refusal) {
      done(refusal as Error)
    }
  }

  /**
   * A hook that admits a scrape: one made on this machine without a credential, any other with one of kind `metrics`. A
   * credential that is sent is looked at in any case: who believes to use one should hear that it is none.
   */
  admitScrape = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
    const { headers, socket } = request.raw
    const isOpen =
      headers.authorization === undefined &&
      this.#onThisMachine.made({ headers, remoteAddress: socket.remoteAddress })
    if (isOpen) done()
    else this.admit('scrape')(request, reply, done)
  }

  /** A spent code is a wrong one: guessing with it is counted. @throws {Problem} rate_limited */
  countWrongToken(request: FastifyRequest): void {
    const wrong = this.#wrongTokens.add(addressKey(request.ip))
    if (wrong > this.ports.config.failedAuthPerMinute)
      throw new Problem('rate_limited', { retryAfterSeconds: this.#wrongTokens.secondsLeft })
  }

  #admit(
    ability: Ability,
    { basic = false, closes = false, maxBytes = this.ports.config.maxRecordBytes }: Admission,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    refuseCrossSite(request)
    this.#refuseWhileSuspended()
    const caller = this.#verify(request, basic)
    if (!caller) throw notVerified(reply, basic)
    if (!(ABILITIES[caller.kind] as readonly string[]).includes(ability)) {
      this.#countRead(caller)
      this.countAudited(caller)
      this.ports.noteRefusal(caller.credential, routeOf(request), 'not_permitted_for_credential')
      throw new Problem('not_permitted_for_credential')
    }
    request.caller = caller
    if (ability === 'scrape') this.checkRate(caller)
    else if (ability === 'read' || ability === 'see_consent') this.#countRead(caller)
    else this.#checkRoom(request, closes, maxBytes)
    if (ability === 'read') this.countAudited(caller)
  }

  /** Before any token is looked at: it may have been revoked after the backup, and nothing is told of it. */
  #refuseWhileSuspended(): void {
    if (this.ports.isSuspended())
      throw new Problem('suspended_after_restore', { retryAfterSeconds: SUSPENDED_RETRY_SECONDS })
  }

  #verify(request: FastifyRequest, basic: boolean): Verified | null {
    const token = tokenOf(request.headers.authorization, basic)
    if (token === null) return null
    const caller = this.ports.credentials.verify(token)
    if (caller) return caller
    this.countWrongToken(request)
    const lapsed = this.ports.credentials.lapsed(token)
    if (lapsed) this.ports.noteRefusal(lapsed.credential, routeOf(request), lapsed.reason)
    return null
  }

  #countRead(caller: Verified): void {
    this.checkRate(caller)
    this.#checkQueue()
  }

  #checkRoom(request: FastifyRequest, closes: boolean, maxBytes: number): void {
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > maxBytes) throw new Problem('body_too_large')
    this.#checkQueue()
    // What takes consent back is refused in its job instead, and that stands in the audit log.
    if (closes) return
    this.ports.checkClock()
    if (this.ports.freeBytes() < this.ports.config.minFreeBytes) throw new Problem('storage_full')
  }

  #checkQueue(): void {
    if (this.ports.waiting() > MAX_WAITING) throw new Problem('overloaded', { retryAfterSeconds: 2 })
  }
}

/** Before any token is looked at, so that the refusal says nothing about it. @throws {Problem} cross_site_request */
function refuseCrossSite({ headers }: FastifyRequest): void {
  if (isCrossSite(headers)) throw new Problem('cross_site_request')
}

/** Missing, unknown, lapsed and spent are answered alike. */
export function notVerified(reply: FastifyReply, basic = false): Problem {
  const bearer = 'Bearer realm="granary"'
  reply.header('www-authenticate', basic ? `Basic realm="granary", ${bearer}` : bearer)
  return new Problem('no_verified_subject')
}

/** An operator who enters again what ended takes his time. */
const SUSPENDED_RETRY_SECONDS = 300

/** More jobs than this waiting means seconds of work: better to say so than to let everybody wait. */
const MAX_WAITING = 20_000

/** By its template: an address may name a record. */
const routeOf = (request: FastifyRequest) => `${request.method} ${request.routeOptions.url}`

function tokenOf(header: string | undefined, basic: boolean): string | null {
  if (header === undefined) return null
  const bearer = /^bearer +(\S+) *$/i.exec(header)
  if (bearer) return bearer[1] as string
  if (!basic) return null
  const encoded = /^basic +([A-Za-z0-9+/=]+) *$/i.exec(header)
  if (!encoded) return null
  const text = Buffer.from(encoded[1] as string, 'base64').toString('utf8')
  return text.slice(text.indexOf(':') + 1)
}
