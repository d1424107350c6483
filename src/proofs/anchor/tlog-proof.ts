import type { InclusionProof } from './anchor-shapes.ts'

/**
 * Returns a proof that others read without us: a `.tlog-proof` (C2SP tlog-proof v1, https://c2sp.org/tlog-proof). The entry of a
 * record is its salt and its digest, which `extra` has: the leaf is the SHA-256 of 0x00 and the entry (RFC 6962), and the
 * digest that of the record's canonical JSON (RFC 8785).
 */
export const tlogProofText = ({ leaf_index, salt, digest, path, checkpoint }: InclusionProof): string =>
  [
    'c2sp.org/tlog-proof@v1',
    `extra ${Buffer.concat([salt, digest].map((part) => Buffer.from(part, 'base64'))).toString('base64')}`,
    `index ${leaf_index}`,
    ...path,
    '',
    checkpoint,
  ].join('\n')
