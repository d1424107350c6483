import { must } from '../../base/typed.ts'
import type { Store } from '../../store/store.ts'
import type { EvidenceRow } from '../../store/tables/evidence.ts'
import type { AccessEvaluation } from './core.ts'
import type { DisclosureLog } from './disclosure-log.ts'
import { Share } from './share.ts'

/** Where the search for a record that opens a picture continues. */
export interface CitationPlace {
  /** Index of the picture's source: a party that uploaded it, and one of its two hashes. */
  readonly source: number
  readonly afterSeq: number
  /** The first record that was refused, and why. */
  readonly refused: { readonly seq: number; readonly reason: string } | null
}

export interface CitationSlice {
  /** The picture as uploaded by the party whose record may be read, and that record's number in the log. */
  readonly found: { readonly picture: EvidenceRow; readonly seq: number } | null
  /** Where to continue; null when the search is complete. */
  readonly resume: CitationPlace | null
}

export const FIRST_CITATION: CitationPlace = { source: 0, afterSeq: 0, refused: null }

/** Maximum records of a slice. Deciding on a record may take a few queries, and other work must run too. */
const RECORDS_A_SLICE = 200
const RECORDS_AT_ONCE = 32

/**
 * Searches for a record that cites the picture, by either hash, and that the requester may read. Only records
 * count whose asserter uploaded these bytes: otherwise anyone who learns a hash could cite it and read the
 * picture (contract §11).
 *
 * The audit log notes the record as shown, or why the first record was refused.
 */
export function findCiting(
  sha256: string,
  from: CitationPlace,
  {
    store,
    access,
    disclosures,
  }: { readonly store: Store; readonly access: AccessEvaluation; readonly disclosures: DisclosureLog },
): CitationSlice {
  const sources = store.evidence
    .named(sha256)
    .flatMap((picture) =>
      [...new Set([picture.capturedSha256, picture.storedSha256])].map((hash) => ({ picture, hash })),
    )
  let { source, afterSeq, refused } = from
  const share = new Share({ rows: RECORDS_A_SLICE })
  for (; source < sources.length; source++, afterSeq = 0) {
    const { picture, hash } = must(sources[source])
    for (let isMore = true; isMore; ) {
      const seqs = store.evidence.citing(hash, picture.party, afterSeq, RECORDS_AT_ONCE)
      isMore = seqs.length === RECORDS_AT_ONCE
      for (const record of access.world.addSeqs(seqs)) {
        const decision = access.decide(record)
        if (decision.disclose) {
          disclosures.note('evidence', 'disclosed', [record.seq], decision.grants, {
            sha256: picture.storedSha256,
          })
          return { found: { picture, seq: record.seq }, resume: null }
        }
        refused ??= { seq: record.seq, reason: decision.reason }
        afterSeq = record.seq
        share.spend(1, record.json.length)
        if (share.isSpent) return { found: null, resume: { source, afterSeq, refused } }
      }
    }
  }
  const outcome = refused?.reason ?? (sources.length === 0 ? 'no_such_evidence' : 'not_cited')
  disclosures.note('evidence', outcome, refused === null ? [] : [refused.seq], [], { sha256 })
  return { found: null, resume: null }
}
