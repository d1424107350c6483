import { Problem } from '../base/problem.ts'
import type { Unfinished } from './unfinished.ts'

export interface UploadLimits {
  /** Unfinished uploads per credential. */
  readonly maxUploads: number
  /** Declared bytes of all unfinished uploads. */
  readonly maxUnfinishedBytes: number
  readonly minFreeBytes: number
}

/** The upload to be started. */
export interface Wanted {
  readonly credential: number | null
  readonly party: number
  readonly bytes: number
}

export interface UploadSurroundings {
  /** By the machine's clock. */
  readonly clockMs: number
  readonly freeBytes: number
}

/** A party may have any number of devices, but only the uploads that this number of credentials may have. */
const FULL_CREDENTIALS_OF_PARTY = 4
/** One party's largest share of all declared bytes, so that no single party can block the others. */
const PARTY_SHARE = 1 / 4
/** An upload that received nothing for this long counts as stalled, and gives way to another. */
const STILL_MS = 3_600_000
/** A client that sends nothing for this long after the start has lost the reply with the upload's address. */
const LOST_MS = 60_000
const FULL_RETRY_SECONDS = 60

/** Why there is no room, and which uploads may be dropped to make some. */
interface Lack {
  readonly refusal: Problem
  readonly mayGo: (upload: Unfinished) => boolean
}

/**
 * Makes room for one more upload. Stalled uploads give way, the longest stalled first, and only if that
 * helps. A whole upload waits for the object store, not for its client, so it is not stalled.
 * @returns the uploads to drop
 * @throws {Problem} too_many_uploads, overloaded, storage_full: then none is dropped
 */
export function makeRoom(
  uploads: readonly Unfinished[],
  wanted: Wanted,
  around: UploadSurroundings,
  limits: UploadLimits,
): Unfinished[] {
  const gone: Unfinished[] = []
  const staying = new Set(uploads)
  for (;;) {
    const lack = findLack(staying, wanted, around, limits)
    if (lack === null) return gone
    let stillest: Unfinished | undefined
    for (const upload of staying)
      if (!upload.isBusy && !upload.isWhole && lack.mayGo(upload))
        if (stillest === undefined || upload.movedAtMs < stillest.movedAtMs) stillest = upload
    if (stillest === undefined) throw lack.refusal
    staying.delete(stillest)
    gone.push(stillest)
  }
}

/**
 * Finds the limit that the new upload would exceed; null if none. Counts the declared length of each upload;
 * on the disk twice, because a finished picture is briefly stored as well as its upload.
 */
function findLack(
  uploads: Iterable<Unfinished>,
  { credential, party, bytes }: Wanted,
  { clockMs, freeBytes }: UploadSurroundings,
  { maxUploads, maxUnfinishedBytes, minFreeBytes }: UploadLimits,
): Lack | null {
  let [ofCredential, ofParty, bytesOfParty, declared, reserved] = [1, 1, bytes, bytes, 2 * bytes]
  for (const { session, received } of uploads) {
    if (session.credential === credential) ofCredential++
    if (session.party === party) {
      ofParty++
      bytesOfParty += session.bytes
    }
    declared += session.bytes
    reserved += 2 * session.bytes - received
  }
  const isStill = ({ movedAtMs }: Unfinished) => movedAtMs + STILL_MS <= clockMs
  const isLost = ({ movedAtMs, received }: Unfinished) => received === 0 && movedAtMs + LOST_MS <= clockMs
  if (ofCredential > maxUploads)
    return {
      refusal: new Problem('too_many_uploads', { retryAfterSeconds: FULL_RETRY_SECONDS }),
      mayGo: (upload) => upload.session.credential === credential && (isStill(upload) || isLost(upload)),
    }
  // A party may always have one upload, within the limits on its length and on all uploads.
  const isOverShare = ofParty > 1 && bytesOfParty > maxUnfinishedBytes * PARTY_SHARE
  if (isOverShare || ofParty > maxUploads * FULL_CREDENTIALS_OF_PARTY)
    return {
      refusal: new Problem('too_many_uploads', {
        retryAfterSeconds: FULL_RETRY_SECONDS,
        detail: 'The unfinished uploads of all devices of this party are too many, or too large.',
      }),
      mayGo: (upload) => upload.session.party === party && isStill(upload),
    }
  if (declared > maxUnfinishedBytes)
    return {
      refusal: new Problem('overloaded', { retryAfterSeconds: FULL_RETRY_SECONDS }),
      mayGo: isStill,
    }
  if (freeBytes - reserved < minFreeBytes) return { refusal: new Problem('storage_full'), mayGo: isStill }
  return null
}
