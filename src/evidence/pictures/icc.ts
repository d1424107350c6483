import { BytesReader, hasText } from './bytes-reader.ts'

/**
 * A profile has room for anything, so it must not be larger than profiles are: those of phones and cameras have
 * less than 4 KiB, those of Adobe for printing presses less than 700 KiB.
 */
export const MAX_PROFILE_BYTES = 1_048_576

/** ICC.1, "Profile structure": the header, then the number of tags, then the table of tags. */
const HEADER_BYTES = 128
const TABLE_AT = HEADER_BYTES + 4
const TAG_BYTES = 12
/** Far more than the 9 to 30 that profiles have. */
const MAX_TAGS = 256

/**
 * Tags that tell of one very device: Apple's make, model and serial number of a display, and the free
 * dictionary in which colour managers of Linux write the same. They stand in profiles of calibrated screens,
 * which come along with screenshots; not in the common ones, such as sRGB, Display P3 and Adobe RGB.
 */
const IDENTIFYING_TAGS: readonly string[] = ['mmod', 'meta']

/**
 * Whether the bytes are an ICC profile that may be kept: of the size that it tells, with all its tags inside,
 * and of no single device. One that is not is left out; viewers do not use a broken profile either.
 */
export function isKeptProfile(profile: Uint8Array): boolean {
  const reader = new BytesReader(profile)
  if (profile.length > MAX_PROFILE_BYTES || !reader.fits(0, TABLE_AT)) return false
  if (reader.u32(0) !== profile.length || !hasText(profile, 'acsp', 36)) return false
  const tags = reader.u32(HEADER_BYTES)
  if (tags > MAX_TAGS || !reader.fits(TABLE_AT, tags * TAG_BYTES)) return false
  for (let at = TABLE_AT; at < TABLE_AT + tags * TAG_BYTES; at += TAG_BYTES) {
    if (!reader.fits(reader.u32(at + 4), reader.u32(at + 8))) return false
    if (IDENTIFYING_TAGS.includes(reader.text(at, 4))) return false
  }
  return true
}
