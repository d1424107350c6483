import { hasText } from './bytes.ts'

/**
 * Largest profile that is kept, which limits what one can hide. Profiles of phones and cameras have less than
 * 4 KiB, Adobe's for printing presses less than 700 KiB.
 */
export const MAX_PROFILE_BYTES = 1_048_576

/** ICC.1, "Profile structure": the header, then the number of tags, then the table of tags. */
const HEADER_BYTES = 128
const TABLE_AT = HEADER_BYTES + 4
const TAG_BYTES = 12
/** Most tags of a profile that is kept; real profiles have 9 to 30. */
const MAX_TAGS = 256

/**
 * Tags that identify a device: Apple's make, model and serial number of a display, and the dictionary in
 * which Linux colour managers write the same. Screenshots carry such profiles of calibrated screens; common
 * profiles (sRGB, Display P3, Adobe RGB) do not have these tags.
 */
const IDENTIFYING_TAGS: readonly string[] = ['mmod', 'meta']

/**
 * Whether to keep the bytes as an ICC profile: they have the size it states, contain all its tags, and
 * identify no device. Otherwise the profile is removed; viewers ignore a broken one too.
 */
export function isKeptProfile(profile: Buffer): boolean {
  if (profile.length > MAX_PROFILE_BYTES || profile.length < TABLE_AT) return false
  if (profile.readUInt32BE(0) !== profile.length || !hasText(profile, 'acsp', 36)) return false
  const tags = profile.readUInt32BE(HEADER_BYTES)
  const tableEnd = TABLE_AT + tags * TAG_BYTES
  if (tags > MAX_TAGS || tableEnd > profile.length) return false
  for (let at = TABLE_AT; at < tableEnd; at += TAG_BYTES) {
    if (profile.readUInt32BE(at + 4) + profile.readUInt32BE(at + 8) > profile.length) return false
    if (IDENTIFYING_TAGS.some((tag) => hasText(profile, tag, at))) return false
  }
  return true
}
