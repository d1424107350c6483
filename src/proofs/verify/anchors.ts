import {
  type AuditHead,
  auditHeadUnder,
  type Checkpoint,
  originOf,
  parseCheckpoint,
} from '../../domain/checkpoint.ts'
import { rootOf } from '../../domain/merkle.ts'
import { NoteFault, openNote, parseVkey, signedBy, type Vkey, vkeyOf } from '../../domain/note.ts'
import type { AnchorBatch } from '../../store/acts/anchors.ts'
import { FIRST_HASH } from '../../store/audit/audit-row.ts'
import type { Inspection } from '../../store/inspect/inspection.ts'
import { message } from '../../words/message.ts'
import type { Examination, Tell } from './faults.ts'

/** Recomputes a range of roots from the tree, and verifies their checkpoints, signatures and audit heads. */
export function examineAnchors(exam: Examination, from: number, through: number): void {
  const { inspection, faults } = exam
  let n = from
  for (const batch of inspection.batches(from, through)) {
    const tell = faults.at(message('verify.at.root', { n: batch.n }))
    if (batch.n !== n) tell('batch_out_of_order', message('verify.found.noRootBefore', { n: batch.n - 1 }))
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

function checkHeads({ inspection, extent }: Examination, batch: AnchorBatch, tell: Tell): void {
  const { entries, auditEntries } = extent
  const { treeSize, root, auditN, auditHash } = batch
  if (treeSize > entries)
    tell('batch_differs', message('verify.found.rootBeyond', { size: treeSize, entries }))
  else if (!rootOver(inspection, treeSize)?.equals(root))
    tell('batch_differs', message('verify.found.otherRoot', { size: treeSize }))
  if (auditN > auditEntries)
    tell('audit_head_differs', message('verify.found.auditBeyond', { size: auditN, entries: auditEntries }))
  else if (!(auditN === 0 ? FIRST_HASH : inspection.audit.hashAt(auditN))?.equals(auditHash))
    tell('audit_head_differs', message('verify.found.auditHead', { n: auditN }))
}

function checkCheckpoint(inspection: Inspection, batch: AnchorBatch, tell: Tell): void {
  const said = checkpointIn(batch.checkpoint)
  if (said instanceof NoteFault) {
    tell('checkpoint_differs', message('verify.found.checkpointUnreadable', { why: said.what }))
    return
  }
  const isThen = ({ seq }: { readonly seq: number }) => seq <= batch.treeSize
  const isSame =
    said.size === batch.treeSize &&
    said.root.equals(batch.root) &&
    isHead(headUnder(inspection, said), batch) &&
    said.origin === originOf(batch.incarnation) &&
    inspection.lives().findLast(isThen)?.incarnation.equals(batch.incarnation)
  if (!isSame) tell('checkpoint_differs', message('verify.found.checkpointOther'))
  const key = inspection.keys().findLast(isThen)
  if (key === undefined || !isSigned(batch.checkpoint, () => keyOf(said.origin, key.publicKey)))
    tell('checkpoint_not_signed', message('verify.found.checkpointNotSigned'))
}

const isHead = (head: AuditHead | null, { auditN, auditHash }: AnchorBatch): boolean =>
  head !== null && head.n === auditN && head.hash.equals(auditHash)

/** Returns the head of the audit log that a checkpoint covers, by the stored leaf if it states none itself. */
export const headUnder = (
  { bodyBytes }: Inspection,
  said: Pick<Checkpoint, 'audit' | 'size'>,
): AuditHead | null => auditHeadUnder(said, (seq) => bodyBytes(seq)?.toString())

/** Returns the checkpoint in a note; if the note contains none, why not. */
export function checkpointIn(note: string): Checkpoint | NoteFault {
  try {
    return parseCheckpoint(openNote(note).text)
  } catch (error) {
    if (error instanceof NoteFault) return error
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
