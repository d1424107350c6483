import { Type } from '@sinclair/typebox'
import { closed, Instant, nullable, type View } from '../../domain/shapes.ts'

/** Roots and proofs, as the contract publishes them. */

const hash = (description: string) =>
  Type.String({ contentEncoding: 'base64', minLength: 44, maxLength: 44, description })
const size = (description: string) => Type.Integer({ minimum: 1, description })
const CHECKPOINT =
  'The signed note (C2SP tlog-checkpoint): the name of the log, its number of entries, its root and the signature of the log; also those of witnesses that signed. Its newest entry is the head of the audit log.'
const path = (description: string) => Type.Array(hash('A hash of the tree.'), { description })

export const AnchorKey = closed(
  {
    origin: Type.String({ description: 'The name of this log. A restore from a backup changes it.' }),
    vkey: Type.String({ description: 'The verifier key (C2SP signed-note) of its checkpoints.' }),
    earlier: Type.Array(Type.String(), {
      description: 'Verifier keys of checkpoints from before a restore, or before the key was replaced.',
    }),
  },
  {
    $id: 'AnchorKey',
    description:
      'Keep the key from the day you start to rely on the log: a key that comes with a proof proves nothing.',
  },
)
export type AnchorKey = View<typeof AnchorKey>

const AnchorRoot = closed({
  tree_size: size('Number of log entries that the root covers.'),
  root: hash('The root (RFC 9162), SHA-256.'),
  made_at: Instant('When it was made.'),
  published_at: Instant('When the publisher took it.'),
  publisher: Type.String({
    description: '`folder`, or `witness` followed by the names of the witnesses that were asked.',
  }),
  receipt: Type.String({
    description:
      'From a folder, the name of the file; from a witness, its signature lines (C2SP tlog-cosignature).',
  }),
  witnesses: Type.Array(
    closed({
      name: Type.String(),
      signed_at: nullable(Instant('As the witness states it; null if no calendar has that time.')),
    }),
    { description: 'The witnesses that signed it; none if a folder took it.' },
  ),
  checkpoint: Type.String({ description: CHECKPOINT }),
})

export const AnchorRoots = closed(
  {
    roots: Type.Array(AnchorRoot),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it as `cursor` for the next page; null on the last page.',
    }),
  },
  { $id: 'AnchorRoots' },
)
export type AnchorRoots = View<typeof AnchorRoots>

export const InclusionProof = closed(
  {
    record: Type.Unsafe<object>({
      type: 'object',
      description: 'The stored record, all of which is proved: what a read returns, without `derived`.',
    }),
    leaf_index: Type.Integer({ minimum: 0, description: 'Position of the entry in the log, from 0.' }),
    tree_size: size('Number of log entries that the checkpoint covers.'),
    salt: hash('The 32 random bytes of the entry.'),
    digest: hash('SHA-256 of the canonical JSON (RFC 8785) of `record`.'),
    path: path('The audit path from the leaf up to the root (RFC 9162, 2.1.3).'),
    root: hash('The root.'),
    checkpoint: Type.String({ description: CHECKPOINT }),
  },
  {
    $id: 'InclusionProof',
    description: 'A person who has the verifier key needs only this to check it: `granary verify-proof`.',
  },
)

/** All but the record itself. */
export type InclusionProof = Omit<View<typeof InclusionProof>, 'record'>

export const ConsistencyProof = closed(
  {
    from: size('Size of the earlier tree.'),
    to: size('Size of the later tree.'),
    from_root: hash('Root of the earlier tree.'),
    to_root: hash('Root of the later tree.'),
    path: path('The proof (RFC 9162, 2.1.4); empty when both are the same tree.'),
  },
  { $id: 'ConsistencyProof' },
)
export type ConsistencyProof = View<typeof ConsistencyProof>
