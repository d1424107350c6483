import type { Readable } from 'node:stream'
import type { Busboy, BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import type { PlainKey } from '../../words/language.ts'
import type { SentFile } from './visit.ts'

/** Parses forms as browsers send them. A form that no page here can send is refused before it is parsed. */

export const FORM_BYTES = 64 * 1024
/** A lot may draw on 256 deliveries, with two fields each. */
const MOST_FIELDS = 1_000
/** Forms with a file have about twenty fields. */
const MOST_PARTS = 100
/** The longest field is the outline of a previewed plot. */
const LONGEST_FIELD = 128 * 1024
/** The limit of a part's headers, which have the names of the field and the file. */
const HEAD_BYTES = 4 * 1024
/** The parser gets this many bytes at a time; a refusal is noticed after each chunk. */
const PIECE = 8 * 1024

export const TOKEN_FIELD = 'form_token'

/** Thrown to stop parsing a form. */
export class FormRefused extends Error {
  readonly statusCode: 403 | 413
  /** The text for the person; null means the text for a form that is too large. */
  readonly words: PlainKey | null

  constructor(statusCode: 403 | 413, words: PlainKey | null) {
    super('form refused')
    this.statusCode = statusCode
    this.words = words
  }
}

const tooLarge = () => new FormRefused(413, null)
const stale = () => new FormRefused(403, 'refused.stale')

/** Returns the fields of a URL-encoded form. @throws {FormRefused} when it has more fields than any page */
export function sentFields(body: string): Record<string, string> {
  let fields = 1
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1))
    if (++fields > MOST_FIELDS) throw tooLarge()
  return Object.fromEntries(new URLSearchParams(body))
}

type SentParts = Record<string, string | SentFile>

/**
 * Reads a form with files (RFC 7578) as it arrives. Its first part must be the session's form token; without
 * it nothing else is read.
 * @throws {FormRefused} if the token is wrong or the form is too large
 */
export async function sentParts(
  { headers }: Pick<FastifyRequest, 'headers'>,
  body: Readable,
  mostBytes: number,
  isToken: (token: string) => boolean,
): Promise<SentParts> {
  if (Number(headers['content-length']) > mostBytes) throw tooLarge()
  // Loaded for the first form with a file: most days have none.
  const { Busboy: Parser } = await import('@fastify/busboy')
  const parts = new FormParts(parserOf(Parser, String(headers['content-type'])), isToken)
  let bytes = 0
  // Leaves the request open, so that a reply can be sent although the form was not read to its end.
  const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > mostBytes) throw tooLarge()
    await parts.take(chunk)
  }
  return parts.end()
}

class FormParts {
  readonly #parser: BusboyInstance
  readonly #found = new Map<string, string | SentFile>()
  readonly #isToken: (token: string) => boolean
  #isOurs = false
  #refusal: FormRefused | null = null

  constructor(parser: BusboyInstance, isToken: (token: string) => boolean) {
    this.#isToken = isToken
    this.#parser = parser
    this.#parser
      .on('field', (name, value, _nameTruncated, isCut) => {
        if (isCut) this.#refusal ??= tooLarge()
        if (this.#isAccepted(name, value)) this.#found.set(name, value)
      })
      .on('file', (field, stream, name) => {
        const chunks: Buffer[] = []
        const isRead = this.#isAccepted(field, '')
        stream.on('data', (chunk: Buffer) => {
          if (isRead) chunks.push(chunk)
        })
        stream.on('end', () => {
          if (isRead) this.#found.set(field, { name: name ?? '', bytes: Buffer.concat(chunks) })
        })
        stream.on('error', () => {
          this.#refusal ??= stale()
        })
      })
      .on('partsLimit', () => {
        this.#refusal ??= tooLarge()
      })
      // Malformed, as no browser sends it.
      .on('error', () => {
        this.#refusal ??= stale()
      })
  }

  /** @throws {FormRefused} */
  async take(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length; at += PIECE) {
      await this.#settled((done) => this.#parser.write(chunk.subarray(at, at + PIECE), done))
      if (this.#refusal !== null) throw this.#refusal
    }
  }

  /** @throws {FormRefused} */
  async end(): Promise<SentParts> {
    await this.#settled((done) => this.#parser.on('finish', done).end())
    if (this.#refusal !== null || !this.#isOurs) throw this.#refusal ?? stale()
    return Object.fromEntries(this.#found)
  }

  #isAccepted(field: string, value: string): boolean {
    this.#isOurs ||= field === TOKEN_FIELD && this.#isToken(value)
    if (!this.#isOurs) this.#refusal ??= stale()
    return this.#isOurs
  }

  #settled(begin: (done: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      this.#parser.once('error', resolve)
      begin(() => {
        this.#parser.off('error', resolve)
        resolve()
      })
    })
  }
}

function parserOf(Parser: typeof Busboy, type: string): BusboyInstance {
  try {
    return new Parser({
      headers: { 'content-type': type },
      limits: {
        parts: MOST_PARTS,
        fieldSize: LONGEST_FIELD,
        headerSize: HEAD_BYTES,
        headerPairs: 10,
      },
    })
  } catch {
    throw stale()
  }
}
