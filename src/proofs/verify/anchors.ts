import { type Checkpoint, originOf, parseCheckpoint } from '../../domain/checkpoint.ts'
import { rootOf } from '../../domain/merkle.ts'
import { NoteFault, openNote, parseVkey, signedBy, vkeyOf } from '../../domain/note.ts'
import type { BatchRow } from '../../store/inspect/anchor-rows.ts'
import { Tree } from '../../store/tree.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'

export interface AnchorsOrder {
  readonly from: number
  readonly through: number
  /** The log's newest entry that counts. */
  readonly newest: number
  readonly auditEntries: number
}

/** Roots in one part of the work: some tenths of a millisecond each. */
export const BATCHES_A_PART = 512

/** Recomputes every root from the tree, and verifies its checkpoint, signature and audit head. */
export function examineAnchors(inspection: Inspection, order: AnchorsOrder): Findings {
  const faults = new Faults()
  const look = new AnchorSearch(inspection)
  let n = order.from
  for (const batch of inspection.anchors.batches(order.from, order.through)) {
    const where = `root ${batch.n}`
    if (batch.n !== n)
      faults.add(
        'batch_out_of_order',
        where,
        `The root before it should be number ${batch.n - 1}, and is not there.`,
      )
    n = batch.n + 1
    checkRoot(look, batch, order.newest, where, faults)
    checkAuditHead(inspection, batch, order.auditEntries, where, faults)
    checkCheckpoint(look, batch, where, faults)
  }
  return { listed: faults.listed, counts: faults.counts }
}

/** The log that roots and checkpoints are compared with. */
export class AnchorSearch {
  readonly keys
  readonly lives
  readonly #tree: Tree

  constructor({ anchors, db }: Inspection) {
    this.keys = anchors.keys()
    this.lives = anchors.lives()
    this.#tree = new Tree(db, () => {})
  }

  /** The root over the first entries; null if an entry or a stored hash is missing. */
  root(size: number): Buffer | null {
    try {
      return rootOf(size, this.#tree.subtrees)
    } catch {
      return null
    }
  }

  /** The life of the log at a given number of entries. */
  lifeAt(size: number): Buffer | undefined {
    return this.lives.findLast(({ seq }) => seq <= size)?.incarnation
  }
}

function checkRoot(
  look: AnchorSearch,
  { treeSize, root }: BatchRow,
  newest: number,
  where: string,
  faults: Faults,
): void {
  if (treeSize > newest)
    faults.add(
      'batch_differs',
      where,
      `It is over ${treeSize} entries, and the log has ${newest}: the newest were deleted.`,
    )
  else if (!look.root(treeSize)?.equals(root))
    faults.add('batch_differs', where, `The first ${treeSize} entries have another root now.`)
}

function checkAuditHead(
  { audit }: Inspection,
  { auditN, auditHash }: BatchRow,
  auditEntries: number,
  where: string,
  faults: Faults,
): void {
  const hash = auditN === 0 ? NO_AUDIT_HASH : audit.hashOf(auditN)
  if (auditN > auditEntries)
    faults.add(
      'audit_head_differs',
      where,
      `The audit log had ${auditN} entries then, and has ${auditEntries}: the newest were deleted.`,
    )
  else if (!hash?.equals(auditHash))
    faults.add('audit_head_differs', where, `Audit entry ${auditN} has another hash than the root tells.`)
}

function checkCheckpoint(look: AnchorSearch, batch: BatchRow, where: string, faults: Faults): void {
  const said = checkpointIn(batch.checkpoint)
  if (typeof said === 'string') {
    faults.add('checkpoint_differs', where, `Its checkpoint cannot be read. ${said}`)
    return
  }
  const isSame =
    said.size === batch.treeSize &&
    said.root.equals(batch.root) &&
    said.auditN === batch.auditN &&
    said.auditHash.equals(batch.auditHash) &&
    said.origin === originOf(batch.incarnation) &&
    look.lifeAt(batch.treeSize)?.equals(batch.incarnation)
  if (!isSame)
    faults.add('checkpoint_differs', where, 'Its checkpoint tells another life, size, root or audit head.')
  const key = look.keys.findLast(({ seq }) => seq <= batch.treeSize)
  if (key === undefined || !isSignedBy(batch.checkpoint, said.origin, key.publicKey))
    faults.add(
      'checkpoint_not_signed',
      where,
      'Its checkpoint was not signed by the key that the log had then.',
    )
}

const NO_AUDIT_HASH = Buffer.alloc(32)

/** The content of a note; if it is no checkpoint, why not. */
export function checkpointIn(note: string): Checkpoint | string {
  try {
    return parseCheckpoint(openNote(note).text)
  } catch (error) {
    if (error instanceof NoteFault) return error.message
    throw error
  }
}

/** @param origin the name of the key @param publicKey 32 bytes */
export function isSignedBy(checkpoint: string, origin: string, publicKey: Buffer): boolean {
  try {
    return signedBy(openNote(checkpoint), parseVkey(vkeyOf(origin, publicKey)))
  } catch (error) {
    if (error instanceof NoteFault) return false
    throw error
  }
}
