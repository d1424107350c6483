import type { X509Certificate } from 'node:crypto'
import type { Server } from 'node:https'
import { kindWords } from '../../base/error-kinds.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import type { Pin } from '../../config/service-address.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { englishWords } from '../../words/words.ts'
import { readAuthority, readServerPair } from './files.ts'
import { foundAuthority, type Kept, keepMade, type Where } from './made.ts'
import { certificatesOf, PROTOCOL, readOwnPair, type ServingPair } from './pair.ts'
import { type Caution, cautioned, cautionOf } from './plan.ts'
import { sourceOf } from './source.ts'

/**
 * Interval between checks for changes. Until the next check, phones cannot reach a machine at a new address.
 */
const CHECK_EVERY_MS = 60_000

export interface TlsParts {
  readonly config: Config
  readonly clock: () => number
  /** The time of the newest log entry. */
  readonly newestMs: () => number
  readonly machine: () => Where['machine']
  readonly log: { readonly info: (text: string) => void; readonly error: (text: string) => void }
}

/** Holds the certificate in use, made here or the operator's own, and renews or replaces it. */
export class TlsService {
  readonly #parts: TlsParts
  readonly #servers = new Set<Server>()
  #served: ServingPair | null = null
  #authority: X509Certificate | null = null
  #isServing = false
  #timer: NodeJS.Timeout | null = null
  /** The last warning, which is not repeated until it changes. */
  #reported = ''

  constructor(parts: TlsParts) {
    this.#parts = parts
  }

  /**
   * The certificate with which a server starts; null without TLS. A first certificate made later is used
   * after a restart.
   * @throws {OperatorFault} when TLS is required and no certificate can be served
   */
  startServing(): ServingPair | null {
    this.#isServing = true
    this.#served = this.#current()
    return this.#served
  }

  /** Adds a server, which gets every new certificate. */
  attach(server: Server): void {
    this.#servers.add(server)
    server.once('close', () => this.#servers.delete(server))
  }

  start(): void {
    this.#timer = setInterval(() => this.check(), CHECK_EVERY_MS).unref()
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  /** Makes or loads another certificate if one is due. It never throws, and tries again at the next check. */
  check(): void {
    if (this.#served === null) return
    try {
      const current = this.#current()
      if (current === null) this.#warn(GONE)
      if (current === null || isSame(current, this.#served)) return
      this.#serve(current)
      this.#parts.log.info(
        `a new certificate is in use, valid until ${new Date(current.notAfterMs).toISOString()}`,
      )
    } catch (error) {
      const why =
        error instanceof OperatorFault
          ? cautionOf(error)
          : { fault: `${kindWords(error)}.`, remedy: message('tls.forDetails') }
      this.#warn({ ...why, fault: message('tls.keepsPrevious', { fault: why.fault }) })
    }
  }

  /** Makes an authority, as `foundAuthority` does. @throws {OperatorFault} */
  found(asked: readonly string[], { replace = false, forgetNames = false, clockIsRight = false } = {}): Kept {
    const kept = foundAuthority(this.#where(), asked, { replace, forgetNames, clockIsRight })
    if (sourceOf(this.#parts.config) === 'made') this.#authority = kept.authority.certificate
    this.check()
    return kept
  }

  /** The authority that phones must trust; null outside a service, and when no certificate is made here. */
  get authority(): X509Certificate | null {
    return this.#authority
  }

  /** The certificate in use; null when nothing is served, or without TLS. */
  get served(): ServingPair | null {
    return this.#served
  }

  /** Whether a server runs in this program. */
  get isServing(): boolean {
    return this.#isServing
  }

  machine(): Where['machine'] {
    return this.#parts.machine()
  }

  /** The fingerprint by which devices recognise the service; null without TLS. @throws {OperatorFault} */
  pin(): Pin | null {
    if (this.#isServing && this.#served === null) return null
    const { config } = this.#parts
    const source = this.#isServing && this.#authority !== null ? 'made' : sourceOf(config)
    if (source === 'own') {
      const { fingerprint } = this.#served ?? readOwnPair(config)
      return { fingerprint_sha256: fingerprint, of: 'certificate' }
    }
    if (source === null) return null
    const authority = this.#authority ?? readAuthority(dataFiles(config.data)).certificate
    return { fingerprint_sha256: authority.fingerprint256, of: 'authority' }
  }

  /** The certificate that should be in use now; null without TLS. */
  #current(): ServingPair | null {
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
      // Even if the authority is missing, the certificate still works.
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

  /** Logs a warning once. After a check without a warning, the same one is logged again. */
  #warn(caution: Caution | null): void {
    const { tell } = englishWords(this.#parts.config.timeZone)
    const text = caution === null ? '' : `${tell(caution.fault)} ${tell(caution.remedy)}`
    if (text !== '' && text !== this.#reported) this.#parts.log.error(text)
    this.#reported = text
  }
}

const GONE = cautioned(withRemedy('tls.gone'))

const isSame = (one: ServingPair, other: ServingPair): boolean =>
  one.key === other.key && one.chain === other.chain
