import * as http from 'node:http'
import * as https from 'node:https'
import type { Client } from 'minio'
import { type Message, message } from '../../words/message.ts'
import { faultOf, S3Fault } from './s3-fault.ts'
import type { SourceLimits } from './verified.ts'

/** The address of the S3 service, and the access keys; null for calls as a stranger. */
export interface S3Account {
  readonly endpoint: URL
  readonly region: string
  readonly keys: { readonly access: string; readonly secret: string } | null
  /** Keeps and shares connections. */
  readonly agent: http.Agent
}

export interface Attempt {
  /** The HTTP status of the newest reply. */
  status: number | undefined
  /** Set when a reply is handed over to a caller that reads it after the attempt, and must end it. */
  isLeftOpen: boolean
}

export type S3Work<T> = (client: Client, attempt: Attempt) => Promise<T>

type Request = (
  options: https.RequestOptions,
  accept: (response: http.IncomingMessage) => void,
) => http.ClientRequest

/**
 * Makes one attempt at one call. The client library waits forever for a silent server and leaves replies half
 * read, so each attempt has its own client, whose requests pass through here and end with the attempt, at the
 * latest at its timeout. If a reply was read to its end, its connection is kept.
 * @throws {S3Fault} when the work fails or times out
 */
export async function attempted<T>(account: S3Account, limits: SourceLimits, work: S3Work<T>): Promise<T> {
  const { idleMs, wholeMs } = limits
  const attempt: Attempt = { status: undefined, isLeftOpen: false }
  const end = new AbortController()
  const failed = new Promise<never>((_, reject) => {
    end.signal.addEventListener('abort', () => reject(end.signal.reason))
  })
  let isOver = false
  const fail = (why: Message) => {
    if (!isOver) end.abort(new S3Fault('again', why))
  }
  const transport = account.endpoint.protocol === 'https:' ? https : http
  const request: Request = (options, accept) => {
    end.signal.throwIfAborted()
    return transport
      .request({ ...options, timeout: idleMs, signal: end.signal }, (response) => {
        attempt.status = response.statusCode
        accept(response)
      })
      .on('timeout', () => fail(message('objects.fault.silent', { seconds: idleMs / 1000 })))
  }
  const timer = setTimeout(
    () => fail(message('objects.fault.notInTime', { seconds: wholeMs / 1000 })),
    wholeMs,
  )
  try {
    return await Promise.race([clientOf(account, request).then((client) => work(client, attempt)), failed])
  } catch (error) {
    throw faultOf(error, attempt.status)
  } finally {
    clearTimeout(timer)
    isOver = true
    if (!attempt.isLeftOpen) end.abort()
  }
}

async function clientOf({ endpoint, region, keys, agent }: S3Account, request: Request): Promise<Client> {
  // Loaded on demand: it takes 20 MiB of memory, and most stores are folders.
  const { Client } = await import('minio')
  const client = new Client({
    endPoint: endpoint.hostname.replace(/^\[|\]$/g, ''),
    ...(endpoint.port === '' ? {} : { port: Number(endpoint.port) }),
    useSSL: endpoint.protocol === 'https:',
    region,
    ...(keys === null ? {} : { accessKey: keys.access, secretKey: keys.secret }),
    transport: { request: request as typeof http.request },
    transportAgent: agent,
    // `retrying` repeats attempts; the library's own retries would leave the first reply unread.
    retryOptions: { disableRetry: true },
  })
  // Signs the digest of the body under TLS too, so that the server refuses a body damaged on the way.
  client.enableSHA256 = keys !== null
  return client
}
