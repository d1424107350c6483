import type { X509Certificate } from 'node:crypto'
import { request } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { boundedText } from '../../base/bounded-text.ts'
import { errorCode } from '../../base/error-kinds.ts'
import { Problem } from '../../base/problem.ts'
import { given } from '../../base/typed.ts'
import { isLoopback } from '../../config/addresses.ts'
import type { Failure, Reply } from '../../domain/sent-feed.ts'
import { whileAllowed } from '../../http/chunks.ts'

/**
 * Posts a page to the address of a receiver. It follows no redirect, reads a short reply only, and sends neither token nor page
 * before the receiver has shown its certificate.
 */

/** A slow line takes a minute or two for a page. */
const LIMIT_MS = 120_000
const MOST_BYTES = 64 * 1024

export interface Receiver {
  readonly url: string
  /** SHA-256 of the certificate, or of the authority that issued it, in hexadecimal digits; null if public authorities vouch for it. */
  readonly fingerprint: string | null
}

export interface Posted {
  readonly token: string
  readonly body: readonly Buffer[]
  /** Called from time to time while the page is sent; throws if no more may be sent. */
  readonly check: () => void
}

/** A connection to a receiver that has shown its certificate, for one page. */
export interface Connection {
  /** Resolves with a reply that arrived whole, or with why there is none. */
  readonly post: (posted: Posted) => Promise<Reply>
  readonly close: () => void
}

/** Whether a page may be sent to this address: over TLS, or to this machine. */
export function isReceiverAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(hostOf(url)))
}

/**
 * Resolves with a connection over which a page may be sent, or with why there is none. Close it.
 * @param limitMs time limit of all until the reply has arrived
 */
export async function reach(
  receiver: Receiver,
  stopped: AbortSignal,
  limitMs = LIMIT_MS,
): Promise<Connection | Failure> {
  const limit = AbortSignal.timeout(limitMs)
  const signal = AbortSignal.any([limit, stopped])
  const failure = (error: unknown): Failure => {
    if (limit.aborted) return { fault: 'late' }
    if (error instanceof OtherCertificate) return { fault: 'fingerprint' }
    if (error instanceof Problem) return { fault: 'busy' }
    if (error instanceof LongReply) return { fault: 'reply' }
    return { fault: 'unreached', detail: errorCode(error) ?? 'Error' }
  }
  try {
    const socket = await connected(receiver, signal)
    return {
      post: async (posted) => {
        try {
          // Consent may have ended, and the receiver hung up, in the meantime.
          posted.check()
          if (socket.destroyed) throw new Error('closed')
          return await answered(receiver, posted, socket, signal)
        } catch (error) {
          return failure(error)
        }
      },
      close: () => void socket.destroy(),
    }
  } catch (error) {
    return failure(error)
  }
}

class LongReply extends Error {}

/** The other end showed another certificate than the one that was chosen. */
export class OtherCertificate extends Error {}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Resolves with a connection over which a token may be sent. @throws {OtherCertificate} */
export function connected({ url: text, fingerprint }: Receiver, signal: AbortSignal): Promise<Socket> {
  const url = new URL(text)
  const host = hostOf(url)
  const isSecure = url.protocol === 'https:'
  const port = Number(url.port || (isSecure ? 443 : 80))
  const named = isIP(host) === 0 ? { servername: host } : {}
  /** @param authority in PEM, which alone is trusted; left out with a fingerprint, everybody is */
  const open = (authority?: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const rejectUnauthorized = fingerprint === null || authority !== undefined
      const socket = isSecure
        ? connectTls({ host, port, ...named, rejectUnauthorized, ...given({ ca: authority }) })
        : connectTcp({ host, port })
      const stop = () => socket.destroy(new Error('stopped'))
      signal.addEventListener('abort', stop, { once: true })
      // Later errors are those of the request.
      socket.on('error', reject)
      socket.once('close', () => {
        signal.removeEventListener('abort', stop)
        reject(new Error('closed'))
      })
      socket.once(isSecure ? 'secureConnect' : 'connect', () => resolve(socket))
    })
  const pinned = (socket: Socket): Promise<Socket> | Socket => {
    const shown = shownBy(socket)
    const chosen = shown.findIndex(({ fingerprint256 }) => plainFingerprint(fingerprint256) === fingerprint)
    if (chosen === 0) return socket
    socket.destroy()
    // An authority of their own makes a new certificate from time to time: it must have issued this one, for this host.
    if (chosen > 0) return open(String(shown[chosen]))
    throw new OtherCertificate()
  }
  return fingerprint === null ? open() : open().then(pinned)
}

/** Returns the certificate that the receiver showed, and those that should vouch for it. */
function shownBy(socket: Socket): X509Certificate[] {
  const shown: X509Certificate[] = []
  let one = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  for (; one !== undefined; one = one.issuerCertificate) shown.push(one)
  return shown
}

/** Returns a SHA-256 in lower-case digits without colons; null if it is none. */
export function plainFingerprint(text: string): string | null {
  const plain = text
    .trim()
    .replace(/^sha256[:/ ]/i, '')
    .replaceAll(':', '')
    .toLowerCase()
  return /^[0-9a-f]{64}$/.test(plain) ? plain : null
}

function answered(
  { url }: Receiver,
  { token, body, check }: Posted,
  socket: Socket,
  signal: AbortSignal,
): Promise<Reply> {
  const { host, pathname, search } = new URL(url)
  const headers = {
    host,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.reduce((sum, { length }) => sum + length, 0)),
    'user-agent': 'granary',
    connection: 'close',
  }
  return new Promise((resolve, reject) => {
    const call = request({
      method: 'POST',
      path: pathname + search,
      headers,
      signal,
      createConnection: () => socket,
    })
    const pages = Readable.from(whileAllowed(body, check), { objectMode: false })
    pages.on('error', (error) => call.destroy(error))
    let isAnswered = false
    call.on('error', (error) => {
      pages.destroy()
      // A receiver may answer, and close, before it has read the whole page.
      if (!isAnswered) reject(error)
    })
    // A receiver that wants another protocol is hung up on, without an error.
    call.once('close', () => {
      if (!isAnswered) reject(new Error('closed'))
    })
    call.once('response', (response) => {
      isAnswered = true
      pages.unpipe(call)
      boundedText(response, MOST_BYTES).then((text) => {
        if (text === null) reject(new LongReply())
        else resolve({ status: response.statusCode ?? 0, text })
      }, reject)
    })
    pages.pipe(call)
  })
}
