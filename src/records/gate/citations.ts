import { must } from '../../base/typed.ts'
import { ABILITIES } from '../../domain/credential.ts'
import { saidBy } from '../../store/acts/acts.ts'
import type { Store } from '../../store/store.ts'
import type { EvidenceRow } from '../../store/tables/evidence.ts'
import type { AccessEvaluation, Requester } from './core.ts'
import type { DisclosureLog } from './disclosure-log.ts'
import { Share } from './share.ts'

/** Where the search for a record that opens a picture continues. */
export interface CitationPlace {
  /** Index of the picture's source: a party that uploaded it, and one of its two hashes. */
  readonly source: number
  readonly afterSeq: number
  /** The first record that was refused, and why. */
  readonly refused: { readonly seq: number; readonly reason: string } | null
  /** Once no record opens it: the place among the consents that the requester gave or was given. */
  readonly grants: GrantPlace | null
}

interface GrantPlace {
  readonly as: 'subject' | 'grantee'
  readonly beforeSeq: number
}

export interface CitationSlice {
  /** The picture as uploaded by the party whose record or consent may be read, and the number of that in the log. */
  readonly found: { readonly picture: EvidenceRow; readonly seq: number } | null
  /** Where to continue; null when the search is complete. */
  readonly resume: CitationPlace | null
}

export const FIRST_CITATION: CitationPlace = { source: 0, afterSeq: 0, refused: null, grants: null }

/** Maximum records of a slice. Deciding on a record may take a few queries, and other work must run too. */
const RECORDS_A_SLICE = 200
const RECORDS_AT_ONCE = 32
const GRANTS_A_SLICE = 200

/**
 * Searches for a record that cites the picture, by either hash, and that the requester may read. Only records
 * count whose asserter uploaded these bytes: otherwise anyone who learns a hash could cite it and read the
 * picture (contract §11). A picture of a signed paper is also open to those who may read the consent that names it.
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
    requester,
  }: {
    readonly store: Store
    readonly access: AccessEvaluation
    readonly disclosures: DisclosureLog
    readonly requester: Requester
  },
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
        if (share.isSpent) return { found: null, resume: { source, afterSeq, refused, grants: null } }
      }
    }
  }
  // Only the cooperative records a consent with its paper.
  const papers = sources.filter(({ picture }) => picture.party === store.appliance.cooperative)
  const mayReadGrants = requester.kind !== undefined && ABILITIES[requester.kind].has('see_consent')
  if (mayReadGrants && papers.length > 0) {
    const { as, beforeSeq } = from.grants ?? { as: 'subject', beforeSeq: Number.MAX_SAFE_INTEGER }
    const page = as === 'subject' ? 'grantsOfSubject' : 'grantsOfGrantee'
    const grants = store.consents[page](requester.party, beforeSeq, GRANTS_A_SLICE)
    for (const { seq } of grants) {
      const { evidence } = saidBy<{ readonly evidence?: string }>(must(store.acts.bySeq(seq)))
      const paper = papers.find(({ hash }) => hash === evidence)
      if (paper === undefined) continue
      disclosures.note('evidence', 'disclosed', [], [], { sha256: paper.picture.storedSha256, grant: seq })
      return { found: { picture: paper.picture, seq }, resume: null }
    }
    const last = grants.length < GRANTS_A_SLICE ? undefined : must(grants.at(-1)).seq
    const next: GrantPlace | null =
      last !== undefined
        ? { as, beforeSeq: last }
        : as === 'subject'
          ? { as: 'grantee', beforeSeq: Number.MAX_SAFE_INTEGER }
          : null
    if (next !== null) return { found: null, resume: { source, afterSeq, refused, grants: next } }
  }
  const outcome = refused?.reason ?? (sources.length === 0 ? 'no_such_evidence' : 'not_cited')
  disclosures.note('evidence', outcome, refused === null ? [] : [refused.seq], [], { sha256 })
  return { found: null, resume: null }
}
