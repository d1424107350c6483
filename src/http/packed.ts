import { gunzipSync } from 'node:zlib'
import Negotiator from 'negotiator'
import { shared } from './reply-room.ts'

/** A file in the program (`packaging/packed.mjs`). */
export interface Packed {
  /** Of the original file, in hexadecimal digits. */
  readonly sha256: string
  readonly gzippedBase64: () => string
}

const inUse = new WeakMap<Packed, WeakRef<Buffer>>()

/** Concurrent users share the bytes; without users they are freed. */
export function gzipped(file: Packed): Buffer {
  const there = inUse.get(file)?.deref()
  if (there !== undefined) return there
  const bytes = shared(Buffer.from(file.gzippedBase64(), 'base64'))
  inUse.set(file, new WeakRef(bytes))
  return bytes
}

export const unpacked = (file: Packed): Buffer => gunzipSync(gzipped(file))

/** Does the client accept gzip? Browsers always do; brotli only on secure connections. */
export const takesGzip = (header: string | undefined): boolean =>
  new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['gzip']).length > 0
