import { type Checkpoint, originOf, parseCheckpoint } from '../../domain/checkpoint.ts'
import { rootOf } from '../../domain/merkle.ts'
import { NoteFault, openNote, parseVkey, signedBy, type Vkey, vkeyOf } from '../../domain/note.ts'
import type { Batch } from '../../store/anchors.ts'
import { FIRST_HASH } from '../../store/audit-row.ts'
import type { Inspection } from '../../store/inspect/inspection.ts'
import type { Examination, Tell } from './faults.ts'

/** Recomputes a range of roots from the tree, and verifies their checkpoints, signatures and audit heads. */
export function examineAnchors(exam: Examination, from: number, through: number): void {
  const { inspection, faults } = exam
  let n = from
  for (const batch of inspection.batches(from, through)) {
    const tell = faults.at(`root ${batch.n}`)
    if (batch.n !== n)
      tell('batch_out_of_order', `Root ${batch.n - 1}, which should come before it, does not exist.`)
    n = batch.n + 1
    checkHeads(exam, batch, tell)
    checkCheckpoint(inspection, batch, tell)
  }
}

/** Returns the root over the first `size` entries; null if an entry or a stored hash is missing. */
export function rootOver({ tree }: Inspection, size: number): Buffer | null {
  try {
    return rootOf(size, tree.subtrees)
  } catch {
    return null
  }
}

function checkHeads({ inspection, extent }: Examination, batch: Batch, tell: Tell): void {
  const { entries, auditEntries } = extent
  const { treeSize, root, auditN, auditHash } = batch
  if (treeSize > entries)
    tell(
      'batch_differs',
      `It covers ${treeSize} entries, but the log has only ${entries}: the newest were deleted.`,
    )
  else if (!rootOver(inspection, treeSize)?.equals(root))
    tell('batch_differs', `The first ${treeSize} entries now have a different root.`)
  if (auditN > auditEntries)
    tell(
      'audit_head_differs',
      `The audit log had ${auditN} entries then, but has only ${auditEntries} now: the newest were deleted.`,
    )
  else if (!(auditN === 0 ? FIRST_HASH : inspection.audit.hashAt(auditN))?.equals(auditHash))
    tell('audit_head_differs', `The hash of audit entry ${auditN} differs from the one stored with the root.`)
}

function checkCheckpoint(inspection: Inspection, batch: Batch, tell: Tell): void {
  const said = checkpointIn(batch.checkpoint)
  if (typeof said === 'string') {
    tell('checkpoint_differs', `Its checkpoint cannot be read. ${said}`)
    return
  }
  const isThen = ({ seq }: { readonly seq: number }) => seq <= batch.treeSize
  const isSame =
    said.size === batch.treeSize &&
    said.root.equals(batch.root) &&
    said.auditN === batch.auditN &&
    said.auditHash.equals(batch.auditHash) &&
    said.origin === originOf(batch.incarnation) &&
    inspection.lives().findLast(isThen)?.incarnation.equals(batch.incarnation)
  if (!isSame) tell('checkpoint_differs', 'Its checkpoint states a different life, size, root or audit head.')
  const key = inspection.keys().findLast(isThen)
  if (key === undefined || !isSigned(batch.checkpoint, () => keyOf(said.origin, key.publicKey)))
    tell('checkpoint_not_signed', 'Its checkpoint was not signed by the key that the log had then.')
}

/** Returns the checkpoint in a note; if the note contains none, a sentence on why not. */
export function checkpointIn(note: string): Checkpoint | string {
  try {
    return parseCheckpoint(openNote(note).text)
  } catch (error) {
    if (error instanceof NoteFault) return error.message
    throw error
  }
}

/**
 * Returns the verifier key.
 * @param origin the name of the key
 * @param publicKey 32 bytes
 * @throws {NoteFault}
 */
export const keyOf = (origin: string, publicKey: Buffer): Vkey => parseVkey(vkeyOf(origin, publicKey))

/** Whether the note has a valid signature by the key. @param key returns the key; may throw a NoteFault */
export function isSigned(note: string, key: () => Vkey): boolean {
  try {
    return signedBy(openNote(note), key())
  } catch (error) {
    if (error instanceof NoteFault) return false
    throw error
  }
}
