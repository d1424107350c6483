import { canonicalJson, type Json } from '../../../domain/canonical.ts'

/**
 * Returns the text whose SHA-256 the office prints on a receipt: the record as the service stored it, without what is derived.
 * Of a record as it was sent, it is the phone's own: the service adds when it received the record, which the phone learns
 * from the feed.
 */
export function hashedText(record: object): string {
  const { derived: _, ...stored } = record as Record<string, Json>
  return canonicalJson(stored)
}

/** What the code of a receipt holds. */
export const receiptCode = (id: string, sha256: string): string => `granary-record:${id}:${sha256}`

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const sha256Of = async (bytes: BufferSource): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
