import { createHash } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Upload, type UploadOptions } from 'tus-js-client'

/** How pictures are sent: by a real tus client, and by hand for what a good client never sends. */

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
export const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64')

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; tests assert on them
  readonly body: any
}

export interface Asking {
  readonly method: string
  readonly path: string
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | undefined
}

/** One request over a socket of its own. */
export function ask(port: number, { method, path, token, headers = {}, body }: Asking): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      agent: false,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || 'transfer-encoding' in headers
          ? {}
          : { 'content-length': String(body.length) }),
        ...headers,
      },
    })
    sent.once('error', reject)
    sent.once('response', async (answer) => {
      const pieces: Buffer[] = []
      try {
        for await (const piece of answer) pieces.push(piece as Buffer)
      } catch (error) {
        reject(error)
        return
      }
      const bytes = Buffer.concat(pieces)
      const text = bytes.toString('utf8')
      const isJson = String(answer.headers['content-type']).includes('json') && text !== ''
      resolve({
        status: answer.statusCode as number,
        headers: answer.headers,
        bytes,
        text,
        body: isJson ? JSON.parse(text) : null,
      })
    })
    sent.end(body)
  })
}

export const TUS = { 'tus-resumable': '1.0.0' }
export const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' }
export const declaring = (hash: string) => ({ 'upload-metadata': `sha256 ${base64(hash)}` })

/** A client that does what it is told, step by step. */
export class ByHand {
  readonly port: number
  readonly token: string

  constructor(port: number, token: string) {
    this.port = port
    this.token = token
  }

  options(): Promise<Reply> {
    return this.ask('OPTIONS', '/v1/uploads')
  }

  begin(
    bytes: Uint8Array | number,
    hash: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const length = typeof bytes === 'number' ? bytes : bytes.length
    return this.ask('POST', '/v1/uploads', {
      ...TUS,
      'upload-length': String(length),
      ...declaring(hash),
      ...more,
    })
  }

  /** Begins one whose bytes and hash are those of a picture. @returns its address */
  async begun(picture: Uint8Array): Promise<string> {
    const answer = await this.begin(picture, sha256(picture))
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.headers.location as string
  }

  send(
    path: string,
    offset: number,
    body: Uint8Array,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    return this.ask('PATCH', path, { ...BYTES, 'upload-offset': String(offset), ...more }, body)
  }

  head(path: string): Promise<Reply> {
    return this.ask('HEAD', path, TUS)
  }

  end(path: string): Promise<Reply> {
    return this.ask('DELETE', path, TUS)
  }

  /** Sends a picture in one go. @returns the answer to its last request */
  async sent(picture: Uint8Array): Promise<Reply> {
    return this.send(await this.begun(picture), 0, picture)
  }

  ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: Uint8Array,
  ): Promise<Reply> {
    return ask(this.port, { method, path, token: this.token, headers, body })
  }
}

/** Sends a picture with its beginning, without a socket. @returns the hash of what is kept */
export async function sendInside(app: FastifyInstance, token: string, picture: Buffer): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/uploads',
    headers: {
      authorization: `Bearer ${token}`,
      ...BYTES,
      ...declaring(sha256(picture)),
      'upload-length': String(picture.length),
    },
    payload: picture,
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return String(answer.headers['granary-sha256'])
}

/** What a tus client did, and what it was told at last. */
export interface Sending {
  readonly upload: Upload
  readonly storedSha256: string | undefined
  /** Method and status of each request. */
  readonly steps: readonly string[]
}

/** Sends with tus-js-client, to the end. */
export function sendWithTus(
  port: number,
  token: string,
  picture: Buffer,
  options: Partial<UploadOptions> = {},
): Promise<Sending> {
  return new Promise((resolve, reject) => {
    const steps: string[] = []
    let storedSha256: string | undefined
    const upload = new Upload(picture, {
      endpoint: `http://127.0.0.1:${port}/v1/uploads`,
      headers: { authorization: `Bearer ${token}` },
      metadata: { sha256: sha256(picture), filename: 'IMG_0001.jpg' },
      retryDelays: null,
      onAfterResponse: (sent, answer) => {
        steps.push(`${sent.getMethod()} ${answer.getStatus()}`)
        storedSha256 = answer.getHeader('Granary-Sha256') ?? storedSha256
      },
      onSuccess: () => resolve({ upload, storedSha256, steps }),
      onError: reject,
      ...options,
    })
    upload.start()
  })
}
