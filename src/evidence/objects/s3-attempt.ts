import * as http from 'node:http'
import * as https from 'node:https'
import type { Client } from 'minio'
import { type Message, message } from '../../words/message.ts'
import { faultOf, S3Fault } from './s3-fault.ts'

/** The address of the S3 service, and the access keys; null for calls as a stranger. */
export interface S3Account {
  readonly endpoint: URL
  readonly region: string
  readonly keys: { readonly access: string; readonly secret: string } | null
  /** Keeps and shares connections. */
  readonly agent: http.Agent
}

export interface AttemptLimits {
  /** The longest time without a byte sent or received. */
  readonly idleMs: number
  /** The longest time for a whole attempt, even if bytes keep arriving. */
  readonly wholeMs: number
}

export type S3Work<T> = (client: Client, attempt: Attempt) => Promise<T>

/**
 * One attempt at one call. The client library waits forever for a silent server and leaves replies half read,
 * so each attempt has its own client, whose requests pass through here and end with the attempt, at the
 * latest at its timeout.
 */
export class Attempt {
  readonly #account: S3Account
  readonly #limits: AttemptLimits
  readonly #requests = new Map<http.ClientRequest, http.IncomingMessage | null>()
  readonly #over = Promise.withResolvers<never>()
  #isOver = false
  #status: number | undefined

  constructor(account: S3Account, limits: AttemptLimits) {
    this.#account = account
    this.#limits = limits
    this.#over.promise.catch(() => {})
  }

  /** @throws {S3Fault} when the work fails or times out */
  async run<T>(work: S3Work<T>): Promise<T> {
    const { wholeMs } = this.#limits
    const timer = setTimeout(
      () => this.#fail(message('objects.fault.notInTime', { seconds: wholeMs / 1000 })),
      wholeMs,
    )
    try {
      return await Promise.race([this.#begin(work), this.#over.promise])
    } catch (error) {
      throw faultOf(error, this.#status)
    } finally {
      clearTimeout(timer)
      this.#isOver = true
      this.#hangUp()
    }
  }

  /** The HTTP status of the newest reply. */
  get status(): number | undefined {
    return this.#status
  }

  /** Hands a reply over to a caller that reads it after the attempt, and must end it. */
  handOver(response: http.IncomingMessage): void {
    for (const [request, reply] of this.#requests) if (reply === response) this.#requests.delete(request)
  }

  async #begin<T>(work: S3Work<T>): Promise<T> {
    return work(await this.#makeClient(this.#account), this)
  }

  async #makeClient({ endpoint, region, keys, agent }: S3Account): Promise<Client> {
    // Loaded on demand: it takes 20 MiB of memory, and most stores are folders.
    const { Client } = await import('minio')
    const isTls = endpoint.protocol === 'https:'
    const client = new Client({
      endPoint: endpoint.hostname.replace(/^\[|\]$/g, ''),
      ...(endpoint.port === '' ? {} : { port: Number(endpoint.port) }),
      useSSL: isTls,
      region,
      ...(keys === null ? {} : { accessKey: keys.access, secretKey: keys.secret }),
      transport: { request: this.#request.bind(this, isTls ? https : http) as typeof http.request },
      transportAgent: agent,
      // `retrying` repeats attempts; the library's own retries would leave the first reply unread.
      retryOptions: { disableRetry: true },
    })
    // Signs the digest of the body under TLS too, so that the server refuses a body damaged on the way.
    client.enableSHA256 = keys !== null
    return client
  }

  #request(
    transport: typeof http | typeof https,
    options: https.RequestOptions,
    accept: (response: http.IncomingMessage) => void,
  ): http.ClientRequest {
    if (this.#isOver) throw new Error('the attempt is over')
    const { idleMs } = this.#limits
    const request = transport.request({ ...options, timeout: idleMs }, (response) => {
      this.#status = response.statusCode
      this.#requests.set(request, response)
      accept(response)
    })
    this.#requests.set(request, null)
    request.once('close', () => this.#requests.delete(request))
    request.on('timeout', () => {
      if (this.#requests.has(request)) this.#fail(message('objects.fault.silent', { seconds: idleMs / 1000 }))
    })
    return request
  }

  #fail(why: Message): void {
    this.#over.reject(new S3Fault('again', why))
    this.#hangUp()
  }

  /** Ends open requests. If a reply was read to its end, its connection is kept. */
  #hangUp(): void {
    for (const request of this.#requests.keys()) request.destroy()
  }
}
