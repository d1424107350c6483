import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../base/problem.ts'

/**
 * Reads headers of the tus resumable upload protocol 1.0.0 (https://tus.io/protocols/resumable-upload)
 * strictly. Node joins repeated headers with a comma, so they are refused as malformed.
 */

export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum']
/** The protocol requires `sha1`. */
export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256'] as const
/** Media type of a body that carries bytes of an upload. */
export const UPLOAD_TYPE = 'application/offset+octet-stream'

/** Digest lengths in bytes. */
const DIGEST_BYTES = { sha1: 20, sha256: 32 } as const

/** The expected digest of one request's bytes. */
export interface Checksum {
  readonly algorithm: (typeof CHECKSUM_ALGORITHMS)[number]
  readonly digest: Buffer
}

const invalid = (detail: string) => new Problem('invalid_upload_header', { detail })

/** @throws {Problem} tus_version_unsupported */
export function checkVersion(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] !== TUS_VERSION) throw new Problem('tus_version_unsupported')
}

/**
 * Reads `Upload-Length`, the length of the upload in bytes.
 * @throws {Problem} invalid_upload_header when it is missing, deferred, zero or not a number; body_too_large
 */
export function readLength(headers: IncomingHttpHeaders, mostBytes: number): number {
  if (headers['upload-concat'] !== undefined) throw invalid('This service cannot concatenate uploads.')
  const bytes = wholeNumber(headers['upload-length'])
  if (bytes === null || bytes === 0)
    throw invalid('Upload-Length must be the number of bytes, at least 1; it cannot be deferred.')
  if (bytes > mostBytes)
    throw new Problem('body_too_large', { detail: `An upload may have at most ${mostBytes} bytes.` })
  return bytes
}

/**
 * Reads `Upload-Offset`, the position of this request's first byte.
 * @throws {Problem} invalid_upload_header
 */
export function readOffset(headers: IncomingHttpHeaders): number {
  const offset = wholeNumber(headers['upload-offset'])
  if (offset === null) throw invalid('Upload-Offset must be the position of the first of these bytes.')
  return offset
}

const PAIR = /^([!-+\--~]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/
const SHA256 = /^[0-9a-f]{64}$/

/**
 * Reads the hash of the bytes as captured, from the key `sha256` of `Upload-Metadata`. Other keys are ignored
 * and not stored: they may name files and places.
 * @returns 64 lower-case hex digits
 * @throws {Problem} invalid_upload_header
 */
export function readDeclaredSha256(headers: IncomingHttpHeaders): string {
  const values = new Map<string, string>()
  for (const text of String(headers['upload-metadata'] ?? '').split(',')) {
    const [, key, value = ''] = PAIR.exec(text.trim()) ?? []
    if (key === undefined || values.has(key))
      throw invalid('Upload-Metadata must be pairs of a key and a base64 value, each key once.')
    values.set(key, Buffer.from(value, 'base64').toString('latin1'))
  }
  const sha256 = values.get('sha256') ?? ''
  if (!SHA256.test(sha256))
    throw invalid(
      'Upload-Metadata must contain sha256: 64 lower-case hex digits, the hash of the bytes as captured.',
    )
  return sha256
}

/** The `Upload-Metadata` header of a reply. */
export const metadataOf = (sha256: string): string => `sha256 ${Buffer.from(sha256).toString('base64')}`

/** Reads `Upload-Checksum`; null without one. @throws {Problem} invalid_upload_header */
export function readChecksum(headers: IncomingHttpHeaders): Checksum | null {
  const text = headers['upload-checksum']
  if (text === undefined) return null
  const [name, value, ...rest] = String(text).split(' ')
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name)
  if (algorithm === undefined || value === undefined || rest.length > 0)
    throw invalid(`Upload-Checksum must be one of ${CHECKSUM_ALGORITHMS.join(', ')} and a base64 value.`)
  const digest = Buffer.from(value, 'base64')
  if (digest.length !== DIGEST_BYTES[algorithm])
    throw invalid(`A ${algorithm} checksum has ${DIGEST_BYTES[algorithm]} bytes, written in base64.`)
  return { algorithm, digest }
}

export function hasUploadType(headers: IncomingHttpHeaders): boolean {
  return headers['content-type']?.trim().toLowerCase() === UPLOAD_TYPE
}

/** The announced length of the body; undefined for a chunked body. */
export function bodyLength(headers: IncomingHttpHeaders): number | undefined {
  return headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
}

/** Reads a number of digits only: no sign, fraction, exponent or leading zero, and exact in a double. */
function wholeNumber(text: string | string[] | undefined): number | null {
  return typeof text === 'string' && /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null
}
