import { Type } from '@sinclair/typebox'
import { closed, Instant } from '../../domain/shapes.ts'

/** What anchors tell, as the contract publishes it. */

const hash = (description: string) =>
  Type.String({ contentEncoding: 'base64', minLength: 44, maxLength: 44, description })
const size = (description: string) => Type.Integer({ minimum: 1, description })
const CHECKPOINT =
  'The signed note (C2SP tlog-checkpoint): which log, how many entries, which root, the head of the audit log, and the signature of the log. Where a witness has seen it, its signature too.'
const path = (description: string) => Type.Array(hash('A hash of the tree.'), { description })

export const AnchorKey = closed(
  {
    origin: Type.String({ description: 'The name of this log. A restore from a backup begins another.' }),
    vkey: Type.String({ description: 'The verifier key (C2SP signed-note) that its checkpoints answer to.' }),
    earlier: Type.Array(Type.String(), {
      description: 'Verifier keys of checkpoints from before a restore, or before the key was replaced.',
    }),
  },
  {
    description:
      'Keep it from the day you begin to rely on the log: a key that came with a proof proves nothing.',
  },
)

const AnchorRoot = closed({
  tree_size: size('Entries of the log that the root is over.'),
  root: hash('The root (RFC 9162), SHA-256.'),
  made_at: Instant('When it was fixed.'),
  published_at: Instant('When the publisher took it.'),
  publisher: Type.String({ description: '`folder`, or `witness` and the name of its key.' }),
  receipt: Type.String({
    description:
      'Of a folder the name of the file, of a witness its signature lines (C2SP tlog-cosignature).',
  }),
  checkpoint: Type.String({ description: CHECKPOINT }),
})

export const AnchorRoots = closed({
  roots: Type.Array(AnchorRoot),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'To be sent as `cursor` for the next page; null when this is the last one.',
  }),
})

export const InclusionProof = closed(
  {
    record: Type.Unsafe<object>({
      type: 'object',
      description:
        'The record as it is stored, all of which is proved: as it is returned, without `derived`.',
    }),
    leaf_index: Type.Integer({ minimum: 0, description: 'Its place in the log, from 0.' }),
    tree_size: size('Entries of the log that the checkpoint is over.'),
    salt: hash('32 random bytes that belong to this entry.'),
    digest: hash('SHA-256 of the canonical JSON (RFC 8785) of `record`.'),
    path: path('The hashes beside the way from the leaf to the root, from below (RFC 9162, 2.1.3).'),
    root: hash('The root.'),
    checkpoint: Type.String({ description: CHECKPOINT }),
  },
  { description: 'Whoever has the verifier key can check it with this alone: `granary verify-proof`.' },
)

export const ConsistencyProof = closed({
  from: size('The size of the earlier tree.'),
  to: size('The size of the later tree.'),
  from_root: hash('The root of the earlier tree.'),
  to_root: hash('The root of the later tree.'),
  path: path('The proof (RFC 9162, 2.1.4); none is needed where both are one.'),
})
