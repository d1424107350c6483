import { joined, latin1 } from './bytes-reader.ts'
import { isKeptProfile, MAX_PROFILE_BYTES } from './icc.ts'
import { inflate } from './inflate.ts'
import { pngChunk } from './png-write.ts'

/** PNG third edition, "iCCP": a name of 1 to 79 bytes, a zero, the method 0, and the compressed profile. */
const MAX_NAME_BYTES = 79
const METHOD = 0

/** A fixed name, because profiles carry names of screens and people. */
const NAME = latin1('ICC profile\0\0')

/**
 * Returns the chunk of a PNG's colour profile under a fixed name, with its original compressed bytes.
 * @param iccp content of the original chunk
 * @returns an empty list unless the profile may be kept
 */
export async function profileChunk(iccp: Uint8Array): Promise<readonly Uint8Array[]> {
  const nameBytes = iccp.subarray(0, MAX_NAME_BYTES + 1).indexOf(0)
  if (nameBytes < 1 || iccp[nameBytes + 1] !== METHOD) return []
  const compressed = iccp.subarray(nameBytes + 2)
  const profile: Uint8Array[] = []
  const inflated = await inflate([compressed], MAX_PROFILE_BYTES, (part) => profile.push(part))
  if (inflated === undefined || inflated.read > MAX_PROFILE_BYTES) return []
  return isKeptProfile(joined(profile)) ? pngChunk('iCCP', NAME, compressed.subarray(0, inflated.read)) : []
}
