import { createHash } from 'node:crypto'
import type { Db } from '../../src/store/open.ts'

interface Leaf {
  readonly seq: number
  readonly salt: Buffer
  readonly digest: Buffer
  readonly body: string
}

/** Verifies what makes entries leaves: digests of what is stored, salts of their own, one sequence without gaps. */
export function leafFaults(db: Db): string[] {
  const faults: string[] = []
  const salts = new Set<string>()
  const leaves = db
    .prepare<[], Leaf>(
      `SELECT seq, salt, digest, body FROM observation UNION ALL SELECT seq, salt, digest, body FROM inference
       UNION ALL SELECT seq, salt, digest, body FROM act
       ORDER BY seq`,
    )
    .all()
  for (const [index, leaf] of leaves.entries()) {
    if (leaf.seq !== index + 1) faults.push(`place ${index + 1} holds number ${leaf.seq}`)
    if (!createHash('sha256').update(leaf.body, 'utf8').digest().equals(leaf.digest))
      faults.push(`the digest of ${leaf.seq} is not that of its body`)
    salts.add(leaf.salt.toString('hex'))
  }
  if (salts.size !== leaves.length) faults.push('a salt was used twice')
  if (leaves.length === 0) faults.push('there are no leaves')
  return faults
}
