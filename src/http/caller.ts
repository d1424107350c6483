import type { FastifyReply, FastifyRequest } from 'fastify'
import { asError } from '../base/error-kinds.ts'
import { Problem } from '../base/problem.ts'
import { must } from '../base/typed.ts'
import { ABILITIES, type Ability, type Verified } from '../domain/credential.ts'
import type { Lapse } from '../store/acts/credentials.ts'
import type { EnrolmentRow } from '../store/acts/devices.ts'
import { isCrossSite } from './browser-rules.ts'
import { addressKey, MINUTE_MS, WindowCounter } from './limits.ts'
import { OnThisMachine } from './loopback.ts'
import { type QuotaPorts, Quotas } from './quotas.ts'

/** Identifies callers, and checks what their credentials permit. */

declare module 'fastify' {
  interface FastifyRequest {
    caller: Verified
    /** In a registration: the party or the code that admits the device. */
    admitted: Admitted
  }
}

/** Admits a device: a party by its own credential, or the operator by a code. */
export interface Admitted {
  readonly party: number
  readonly partyId: string
  readonly credential: number | null
  readonly enrolment: EnrolmentRow | null
}

interface Admission {
  /** The token may be an HTTP Basic password. */
  readonly basic?: boolean
  /**
   * The request withdraws consent. It is accepted even if the disk is nearly full, since others can still
   * read.
   */
  readonly closes?: boolean
  /** Largest body in bytes; by default, that of one record. */
  readonly maxBytes?: number
}

export interface AdmissionPorts extends QuotaPorts {
  readonly credentials: {
    verify(token: string): Verified | null
    lapsed(token: string): { readonly credential: number; readonly reason: Lapse } | null
  }
  readonly devices: { admittedBy(token: string): Admitted | null }
  /** After an unconfirmed restore from a backup, when no credential holds (contract §10). */
  readonly isSuspended: () => boolean
  /** Call before accepting anything to be written. @throws {Problem} clock_in_doubt */
  readonly checkClock: () => void
  /** Free space on the disk with the data. */
  readonly freeBytes: () => number
  /** Number of jobs that wait for a transaction. */
  readonly waiting: () => number
  /** Audits a refusal with the next transaction, without waiting. */
  readonly noteRefusal: (credential: number, route: string, outcome: string) => void
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

  /** A hook that requires this ability. */
  admit(ability: Ability, options: Admission = {}) {
    return (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
      try {
        this.#admit(ability, options, request, reply)
        done()
      } catch (refusal) {
        done(asError(refusal))
      }
    }
  }

  /**
   * A hook for public routes that show more to callers with a credential. Refuses an invalid credential.
   */
  admitPublic = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
    if (request.headers.authorization === undefined) done()
    else this.admit('read')(request, reply, done)
  }

  /** A hook for registering a device with a party's credential, or with a code. */
  admitDevice = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
    try {
      this.#refuseBeforeToken(request)
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
      done(asError(refusal))
    }
  }

  /**
   * A hook for scrapes. They need no credential from this machine, and one of kind `metrics` from elsewhere.
   * Refuses an invalid credential in any case, so that a caller learns that its token is invalid.
   */
  admitScrape = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
    const { headers, socket } = request.raw
    const isOpen =
      headers.authorization === undefined &&
      this.#onThisMachine.made({ headers, remoteAddress: socket.remoteAddress })
    if (isOpen) done()
    else this.admit('scrape')(request, reply, done)
  }

  /** Counts a wrong token or a used code, to limit guessing. @throws {Problem} rate_limited */
  countWrongToken(request: FastifyRequest): void {
    const refusal = this.#wrongTokens.refusal(addressKey(request.ip), this.ports.config.failedAuthPerMinute)
    if (refusal) throw refusal
  }

  #admit(
    ability: Ability,
    { basic = false, closes = false, maxBytes = this.ports.config.maxRecordBytes }: Admission,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    this.#refuseBeforeToken(request)
    const caller = this.#verify(request, basic)
    if (!caller) throw notVerified(reply, basic)
    if (!ABILITIES[caller.kind].has(ability)) {
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

  /**
   * Call before checking the token: the refusal must not depend on it, and it may have been revoked after the
   * backup.
   * @throws {Problem} cross_site_request or suspended_after_restore
   */
  #refuseBeforeToken({ headers }: FastifyRequest): void {
    if (isCrossSite(headers)) throw new Problem('cross_site_request')
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
    // Withdrawals of consent are refused in their job instead, which audits the refusal.
    if (closes) return
    this.ports.checkClock()
    if (this.ports.freeBytes() < this.ports.config.minFreeBytes) throw new Problem('storage_full')
  }

  #checkQueue(): void {
    if (this.ports.waiting() > MAX_WAITING) throw new Problem('overloaded', { retryAfterSeconds: 2 })
  }
}

/** Returns the same refusal for missing, unknown, lapsed and used credentials. */
export function notVerified(reply: FastifyReply, basic = false): Problem {
  const bearer = 'Bearer realm="granary"'
  reply.header('www-authenticate', basic ? `Basic realm="granary", ${bearer}` : bearer)
  return new Problem('no_verified_subject')
}

/** The operator needs this time to end again what ended after the backup. */
export const SUSPENDED_RETRY_SECONDS = 300

/**
 * More waiting jobs than this take seconds: the service refuses requests rather than make every caller wait.
 */
const MAX_WAITING = 20_000

/** Returns the route's template, not the address, which may name a record. */
const routeOf = (request: FastifyRequest) => `${request.method} ${request.routeOptions.url}`

function tokenOf(header: string | undefined, basic: boolean): string | null {
  if (header === undefined) return null
  const bearer = /^bearer +(\S+) *$/i.exec(header)
  if (bearer) return must(bearer[1])
  if (!basic) return null
  const encoded = /^basic +([A-Za-z0-9+/=]+) *$/i.exec(header)
  if (!encoded) return null
  const text = Buffer.from(must(encoded[1]), 'base64').toString('utf8')
  return text.slice(text.indexOf(':') + 1)
}
