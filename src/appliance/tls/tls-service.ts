import type { X509Certificate } from 'node:crypto'
import type { Server } from 'node:https'
import { kindWords } from '../../base/error-kinds.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import type { Pin } from '../../config/service-address.ts'
import { OperatorFault } from '../../words/fault.ts'
import { readAuthority, readServerPair } from './files.ts'
import { foundAuthority, type Kept, keepMade, type Where } from './made.ts'
import { readOwnPair } from './own.ts'
import { certificatesOf, PROTOCOL, type ServingPair } from './pair.ts'
import { type Caution, cautionOf } from './plan.ts'
import { sourceOf } from './source.ts'

/** How often it checks for changes: a machine with a new address is unreachable until then. */
const LOOK_MS = 60_000

export interface TlsParts {
  readonly config: Config
  readonly clock: () => number
  /** Time of the newest log entry. */
  readonly newestMs: () => number
  readonly machine: () => Where['machine']
  readonly log: { readonly info: (text: string) => void; readonly error: (text: string) => void }
}

/** The certificate in use, made here or an own one; renewed and replaced while the service runs. */
export class TlsService {
  readonly #parts: TlsParts
  readonly #servers = new Set<Server>()
  #served: ServingPair | null = null
  #authority: X509Certificate | null = null
  #isBegun = false
  #timer: NodeJS.Timeout | null = null
  /** Last warning, which is not repeated until it changes. */
  #reported = ''

  constructor(parts: TlsParts) {
    this.#parts = parts
  }

  /**
   * The certificate to start with; null without TLS. One that appears later is served only after a restart.
   * @throws {OperatorFault} when TLS is required and no certificate can be served
   */
  begin(): ServingPair | null {
    this.#isBegun = true
    this.#served = this.#found()
    return this.#served
  }

  /** Every new certificate reaches this server too. */
  attach(server: Server): void {
    this.#servers.add(server)
    server.once('close', () => this.#servers.delete(server))
  }

  start(): void {
    this.#timer = setInterval(() => this.check(), LOOK_MS).unref()
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  /** Makes or loads another certificate if one is due. Never throws: failures are retried at the next check. */
  check(): void {
    if (this.#served === null) return
    try {
      const found = this.#found()
      if (found === null) this.#warn(GONE)
      if (found === null || isSame(found, this.#served)) return
      this.#serve(found)
      this.#parts.log.info(
        `a new certificate is in use, valid until ${new Date(found.notAfterMs).toISOString()}`,
      )
    } catch (error) {
      const why =
        error instanceof OperatorFault
          ? cautionOf(error)
          : { fault: `${kindWords(error)}.`, remedy: 'For details: granary tls status.' }
      this.#warn({ ...why, fault: `The service keeps using the previous certificate: ${why.fault}` })
    }
  }

  /** @throws {OperatorFault} as `foundAuthority` does */
  found(asked: readonly string[], { replace = false, forgetNames = false, clockIsRight = false } = {}): Kept {
    const kept = foundAuthority(this.#where(), asked, { replace, forgetNames, clockIsRight })
    if (sourceOf(this.#parts.config) === 'made') this.#authority = kept.authority.certificate
    this.check()
    return kept
  }

  /** The certificate that phones must trust, in a serving program; null when none is made here. */
  get authority(): X509Certificate | null {
    return this.#authority
  }

  /** The certificate in use; null when nothing is served, or without TLS. */
  get served(): ServingPair | null {
    return this.#served
  }

  /** A server in this program began with it. */
  get isBegun(): boolean {
    return this.#isBegun
  }

  machine(): Where['machine'] {
    return this.#parts.machine()
  }

  /** How devices recognise the service; null without TLS. @throws {OperatorFault} when it cannot be read */
  pin(): Pin | null {
    if (this.#isBegun && this.#served === null) return null
    const { config } = this.#parts
    const source = this.#isBegun && this.#authority !== null ? 'made' : sourceOf(config)
    if (source === 'own') {
      const { fingerprint } = this.#served ?? readOwnPair(config)
      return { fingerprint_sha256: fingerprint, of: 'certificate' }
    }
    if (source === null) return null
    const authority = this.#authority ?? readAuthority(dataFiles(config.data)).certificate
    return { fingerprint_sha256: authority.fingerprint256, of: 'authority' }
  }

  #found(): ServingPair | null {
    const { config } = this.#parts
    const source = sourceOf(config)
    if (source === null) return null
    if (source === 'made') return this.#made()
    const pair = readOwnPair(config)
    this.#reported = ''
    return pair
  }

  #made(): ServingPair {
    const { config, log } = this.#parts
    try {
      const { authority, pair, made, caution } = keepMade(this.#where())
      this.#authority = authority.certificate
      if (made !== null) log.info(`a certificate was made: ${made}`)
      this.#warn(caution)
      return pair
    } catch (error) {
      // If the authority is missing, the certificate still works.
      const pair = this.#served ?? readServerPair(dataFiles(config.data))
      if (pair === null) throw error
      this.#warn(cautionOf(error))
      this.#authority ??= certificatesOf(pair.chain).at(-1) ?? null
      return pair
    }
  }

  #serve(pair: ServingPair): void {
    this.#served = pair
    for (const server of this.#servers)
      server.setSecureContext({ key: pair.key, cert: pair.chain, ...PROTOCOL })
  }

  #where(): Where {
    const { config, clock, newestMs, machine } = this.#parts
    return { config, machine: machine(), clockMs: clock(), knownMs: newestMs() }
  }

  /** Warns once; after a time without problems, the same warning is worth repeating. */
  #warn(caution: Caution | null): void {
    const text = caution === null ? '' : `${caution.fault} ${caution.remedy}`
    if (text !== '' && text !== this.#reported) this.#parts.log.error(text)
    this.#reported = text
  }
}

const GONE: Caution = {
  fault:
    'The private authority is missing from the disk. The service keeps using its certificate until it stops.',
  remedy:
    'Restore the folder tls from a backup. If it is lost, run granary tls init; phones must then trust the new authority.',
}

const isSame = (one: ServingPair, other: ServingPair): boolean =>
  one.key === other.key && one.chain === other.chain
