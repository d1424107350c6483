import { createHash } from 'node:crypto'
import type { Db } from '../../../src/store/file/open.ts'

interface Leaf {
  readonly seq: number
  readonly salt: Buffer
  readonly digest: Buffer
  readonly body: string
}

/**
 * Verifies what makes entries leaves: digests of what is stored, salts of their own, one sequence without gaps; and that
 * every whole subtree of 32 leaves and more is kept, with the hash that its leaves give (RFC 9162 §2.1.1).
 */
export function leafFaults(db: Db): string[] {
  const faults: string[] = []
  const salts = new Set<string>()
  const leaves = db.prepare<[], Leaf>('SELECT seq, salt, digest, body FROM entry ORDER BY seq').all()
  for (const [index, leaf] of leaves.entries()) {
    if (leaf.seq !== index + 1) faults.push(`place ${index + 1} holds number ${leaf.seq}`)
    if (!createHash('sha256').update(leaf.body, 'utf8').digest().equals(leaf.digest))
      faults.push(`the digest of ${leaf.seq} is not that of its body`)
    salts.add(leaf.salt.toString('hex'))
  }
  faults.push(...subtreeFaults(db, leaves))
  if (salts.size !== leaves.length) faults.push('a salt was used twice')
  if (leaves.length === 0) faults.push('there are no leaves')
  return faults
}

function subtreeFaults(db: Db, leaves: readonly Leaf[]): string[] {
  const faults: string[] = []
  const sha256 = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  let row = leaves.map(({ salt, digest }) => sha256(Buffer.of(0), salt, digest))
  const due = new Map<string, Buffer>()
  for (let level = 0; row.length > 0; level++) {
    if (level >= 5) for (const [n, hash] of row.entries()) due.set(`${level}/${n}`, hash)
    row = Array.from({ length: Math.floor(row.length / 2) }, (_, n) =>
      sha256(Buffer.of(1), row[2 * n] as Buffer, row[2 * n + 1] as Buffer),
    )
  }
  const kept = db.prepare<[], { level: number; n: number; hash: Buffer }>('SELECT * FROM subtree').all()
  for (const { level, n, hash } of kept) {
    if (!due.get(`${level}/${n}`)?.equals(hash)) faults.push(`subtree ${n} of level ${level} is wrong`)
    due.delete(`${level}/${n}`)
  }
  for (const missing of due.keys()) faults.push(`subtree ${missing} is missing`)
  return faults
}
