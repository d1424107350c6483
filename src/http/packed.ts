import { gunzipSync } from 'node:zlib'
import Negotiator from 'negotiator'
import { shared } from './reply-room.ts'

/** A file that is part of the program (`packaging/packed.ts`). */
export interface Packed {
  /** SHA-256 of the original file, in hexadecimal digits. */
  readonly sha256: string
  readonly gzipped: () => Buffer
}

/** The encodings in which replies are sent, the first choice first. */
export const ENCODINGS = ['br', 'gzip'] as const

const inUse = new WeakMap<Packed, WeakRef<Buffer>>()

/**
 * Returns the compressed file. Concurrent replies share its bytes, which are freed when no reply uses them.
 */
export function gzipped(file: Packed): Buffer {
  const current = inUse.get(file)?.deref()
  if (current !== undefined) return current
  const bytes = shared(file.gzipped())
  inUse.set(file, new WeakRef(bytes))
  return bytes
}

export const unpacked = (file: Packed): Buffer => gunzipSync(gzipped(file))

/**
 * Whether the client accepts gzip. Browsers always accept it, but accept brotli only on secure connections.
 */
export const acceptsGzip = (header: string | undefined): boolean =>
  new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['gzip']).length > 0
