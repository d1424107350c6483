import { createHash } from 'node:crypto'
import { START_MS } from '../../support/appliance.ts'
import type { Answer } from './recorder.ts'

/**
 * What the service draws at random stands in the examples as what it is, but as a sample: of the same shape and length,
 * and marked so that nobody takes it for one of his own.
 */

/** A UUID version 7 (RFC 9562) of this moment, with digits that hang on a name alone: the same in every run. */
export function idAt(ms: number, name: string): string {
  const time = ms.toString(16).padStart(12, '0')
  const rest = createHash('sha256').update(name).digest('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`
}

/** A token (43 letters of base64url behind its prefix), a cursor of the change feed, and nothing else is like them. */
const TOKEN = /gry_[\w-]{43}/g
/** The key by which a new code opens a locked phone again: 32 bytes. */
const RECOVERY = /(?<="recovery_key":\s*")[\w-]{43}(?=")/g
const UPLOAD = /^\/v1\/uploads\/(.+)$/
/** The key of the log, and a signature by it: 33 and 68 bytes. */
const KEY = /\+[0-9a-f]{8}\+A[A-Za-z0-9+/]{43}/g
const SIGNATURE = / [A-Za-z0-9+/]{91}=/g
/** A salt, a digest, a root. */
const HASH = /(?<![\w+/])[A-Za-z0-9+/]{43}=/g
const CURSOR = /(?<![\w-])[\w-]{120,}(?![\w-])/g

export class Samples {
  readonly #samples = new Map<string, string>()
  #tokens = 0
  #cursors = 0
  #uploads = 0
  #hashes = 0

  /** This stands for that, wherever it shows. */
  say(real: string, sample: string): void {
    this.#samples.set(real, sample)
  }

  /** Gives samples to what is random in an answer, in the order it is heard of. */
  hear({ text, headers }: Answer): void {
    const upload = UPLOAD.exec(headers.location ?? '')?.[1]
    if (upload !== undefined) this.#add(upload, () => idAt(START_MS, `upload ${++this.#uploads}`))
    for (const [token] of text.matchAll(TOKEN))
      this.#add(token, () => `gry_${padded(`SAMPLE-token-${++this.#tokens}-`, 43)}`)
    for (const [key] of text.matchAll(RECOVERY)) this.#add(key, () => padded('SAMPLE-key-', 43))
    for (const [key] of text.matchAll(KEY))
      this.#add(key, () => `+00000000+${'ASAMPLE+key+'.padEnd(44, 'not+real+')}`)
    for (const [signature] of text.matchAll(SIGNATURE))
      this.#add(signature, () => ` ${'SAMPLE+signature+'.padEnd(91, 'not+real+')}=`)
    for (const [hash] of text.matchAll(HASH))
      this.#add(hash, () => `${`SAMPLE+hash+${++this.#hashes}+`.padEnd(43, 'not+real+')}=`)
    for (const [cursor] of text.matchAll(CURSOR))
      this.#add(cursor, () => padded(`SAMPLE-cursor-${++this.#cursors}-`, cursor.length))
  }

  /** The same document, with its samples. */
  stable<T>(document: T): T {
    const sampled = (text: string) => {
      let stable = text
      for (const [real, sample] of this.#samples) stable = stable.replaceAll(real, sample)
      return stable
    }
    return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
      typeof value === 'string' ? sampled(value) : value,
    ) as T
  }

  #add(real: string, sample: () => string): void {
    // The contract shows these samples itself.
    if (!this.#samples.has(real) && !/SAMPLE[-+]/.test(real)) this.#samples.set(real, sample())
  }
}

const padded = (mark: string, length: number) => mark.padEnd(length, 'not-real-')
