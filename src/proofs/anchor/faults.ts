import { must } from '../../base/typed.ts'
import { auditHeadUnder, checkpointText, originOf, parseCheckpoint } from '../../domain/checkpoint.ts'
import { rootOf } from '../../domain/merkle.ts'
import { NoteFault, openNote, parseVkey, signedBy, vkeyOf } from '../../domain/note.ts'
import type { AnchorBatch } from '../../store/acts/anchors.ts'
import type { Store } from '../../store/store.ts'
import type { KeyTaking } from '../../words/language.ts'
import { type Message, message } from '../../words/message.ts'

/** Batches checked in one job. */
const AT_ONCE = 50

/**
 * Checks every batch: its root against the current tree, its note and signature, and the audit entry that it
 * names.
 */
export async function anchorFaults(store: Store): Promise<{ batches: number; faults: Message[] }> {
  const faults: Message[] = []
  let batches = 0
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const from = before
    const page = await store.writer.submit(() => {
      const found = store.anchors.before(from, AT_ONCE)
      return found.map((batch) => ({ n: batch.n, faults: faultsOf(store, batch) }))
    })
    batches += page.length
    for (const found of page) faults.push(...found.faults)
    if (page.length < AT_ONCE) return { batches, faults }
    before = must(page.at(-1)).n
  }
}

function faultsOf(store: Store, batch: AnchorBatch): Message[] {
  const { log, tree, audit, anchors } = store
  const made = { at: { stamp: batch.atMs }, size: batch.treeSize }
  if (batch.treeSize > log.size) return [message('anchor.fault.beyond', { ...made, log: log.size })]
  const faults: KeyTaking<'at' | 'size'>[] = []
  if (!rootOf(batch.treeSize, tree.subtrees).equals(batch.root)) faults.push('anchor.fault.root')
  if (batch.auditN > 0 && !audit.hashAt(batch.auditN)?.equals(batch.auditHash))
    faults.push('anchor.fault.audit')
  if (!isRightNote(store, batch, anchors.keys())) faults.push('anchor.fault.note')
  return faults.map((key) => message(key, made))
}

function isRightNote({ acts }: Store, batch: AnchorBatch, keys: readonly Buffer[]): boolean {
  const origin = originOf(batch.incarnation)
  const { treeSize: size, root } = batch
  try {
    const note = openNote(batch.checkpoint)
    const { audit } = parseCheckpoint(note.text)
    if (note.text !== checkpointText({ origin, size, root, audit })) return false
    const head = auditHeadUnder({ audit, size }, (seq) => acts.bySeq(seq)?.json)
    if (head?.n !== batch.auditN || !head.hash.equals(batch.auditHash)) return false
    return keys.some((key) => signedBy(note, parseVkey(vkeyOf(origin, key))))
  } catch (error) {
    if (error instanceof NoteFault) return false
    throw error
  }
}
