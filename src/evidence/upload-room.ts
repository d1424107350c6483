import { Problem } from '../base/problem.ts'
import type { Unfinished } from './unfinished.ts'

export interface UploadLimits {
  /** Unfinished uploads of one credential. */
  readonly maxUploads: number
  /** Declared bytes of all unfinished uploads together. */
  readonly maxUnfinishedBytes: number
  readonly minFreeBytes: number
}

/** An upload that is to begin, of whom and how long. */
export interface Wanted {
  readonly credential: number
  readonly party: number
  readonly bytes: number
}

/** As they are now. */
export interface Surroundings {
  /** What the machine's clock shows. */
  readonly clockMs: number
  readonly freeBytes: number
}

/** A party can register any number of devices; it has room for the unfinished uploads of so many at their limit. */
const FULL_CREDENTIALS_OF_PARTY = 4
/** Of all that may be announced, the part for one party: whoever wants to stop the others needs as many parties. */
const PARTY_SHARE = 1 / 4
/** To whom nothing has come for so long keeps its place only while nobody else wants it. */
const STILL_MS = 3_600_000
/** A client that begins an upload and sends nothing for so long has lost the answer that told it where to. */
const LOST_MS = 60_000
const FULL_RETRY_SECONDS = 60

/** Why there is no room, and which uploads would make some by their going. */
interface Lack {
  readonly refusal: Problem
  readonly mayGo: (upload: Unfinished) => boolean
}

/**
 * Room for one more upload. Those that stand still make room for it, the stillest first, and only when that helps.
 * One that is whole waits for the object store, not for its client, and so does not stand still.
 * @returns which have to go
 * @throws {Problem} too_many_uploads, overloaded, storage_full: then none has to
 */
export function makeRoom(
  uploads: readonly Unfinished[],
  wanted: Wanted,
  around: Surroundings,
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

/** The whole length is reserved: on the disk twice, since a finished picture lies beside its upload for a moment. */
function findLack(
  uploads: Iterable<Unfinished>,
  { credential, party, bytes }: Wanted,
  { clockMs, freeBytes }: Surroundings,
  { maxUploads, maxUnfinishedBytes, minFreeBytes }: UploadLimits,
): Lack | null {
  let [ofCredential, ofParty, bytesOfParty, declared, owed] = [1, 1, bytes, bytes, 2 * bytes]
  for (const { session, received } of uploads) {
    if (session.credential === credential) ofCredential++
    if (session.party === party) {
      ofParty++
      bytesOfParty += session.bytes
    }
    declared += session.bytes
    owed += 2 * session.bytes - received
  }
  const isStill = ({ movedAtMs }: Unfinished) => movedAtMs + STILL_MS <= clockMs
  const isLost = ({ movedAtMs, received }: Unfinished) => received === 0 && movedAtMs + LOST_MS <= clockMs
  if (ofCredential > maxUploads)
    return {
      refusal: new Problem('too_many_uploads', { retryAfterSeconds: FULL_RETRY_SECONDS }),
      mayGo: (upload) => upload.session.credential === credential && (isStill(upload) || isLost(upload)),
    }
  // One upload is always a party's own, however long; the limits on its length and on all together hold for it.
  const isOverShare = ofParty > 1 && bytesOfParty > maxUnfinishedBytes * PARTY_SHARE
  if (isOverShare || ofParty > maxUploads * FULL_CREDENTIALS_OF_PARTY)
    return {
      refusal: new Problem('too_many_uploads', {
        retryAfterSeconds: FULL_RETRY_SECONDS,
        detail: 'All devices of this party together have too many unfinished uploads, or too long ones.',
      }),
      mayGo: (upload) => upload.session.party === party && isStill(upload),
    }
  if (declared > maxUnfinishedBytes)
    return {
      refusal: new Problem('overloaded', { retryAfterSeconds: FULL_RETRY_SECONDS }),
      mayGo: isStill,
    }
  if (freeBytes - owed < minFreeBytes) return { refusal: new Problem('storage_full'), mayGo: isStill }
  return null
}
