import { must } from '../../base/typed.ts'
import { checkpointText, originOf } from '../../domain/checkpoint.ts'
import { rootOf } from '../../domain/merkle.ts'
import { NoteFault, openNote, parseVkey, signedBy, vkeyOf } from '../../domain/note.ts'
import type { Batch } from '../../store/anchors.ts'
import type { Store } from '../../store/store.ts'
import type { Calendar } from '../../words/calendar.ts'

/** Batches checked in one job. */
const AT_ONCE = 50

/**
 * Checks every batch: its root against the current tree, its note and signature, and the audit entry that it
 * names.
 * @returns the faults, in sentences
 */
export async function anchorFaults(
  store: Store,
  calendar: Calendar,
): Promise<{ batches: number; faults: string[] }> {
  const faults: string[] = []
  let batches = 0
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const from = before
    const page = await store.writer.submit(() => {
      const found = store.anchors.before(from, AT_ONCE)
      return found.map((batch) => ({ n: batch.n, faults: faultsOf(store, batch, calendar) }))
    })
    batches += page.length
    for (const found of page) faults.push(...found.faults)
    if (page.length < AT_ONCE) return { batches, faults }
    before = must(page.at(-1)).n
  }
}

function faultsOf(store: Store, batch: Batch, calendar: Calendar): string[] {
  const { log, tree, audit, anchors } = store
  const name = `The root made on ${calendar.stamp(batch.atMs)} over ${batch.treeSize} entries`
  if (batch.treeSize > log.size)
    return [`${name} covers more entries than the log has (${log.size}): the newest entries were removed.`]
  const faults: string[] = []
  if (!rootOf(batch.treeSize, tree.subtrees).equals(batch.root))
    faults.push(`${name} does not match the log: entries were changed, removed or inserted.`)
  if (batch.auditN > 0 && !audit.hashAt(batch.auditN)?.equals(batch.auditHash))
    faults.push(
      `${name} names an audit entry that no longer exists in that form: the audit log was rewritten.`,
    )
  if (!isRightNote(batch, anchors.keys())) faults.push(`${name} has a note that this log did not sign.`)
  return faults
}

function isRightNote(batch: Batch, keys: readonly Buffer[]): boolean {
  const origin = originOf(batch.incarnation)
  const { treeSize: size, root, auditN, auditHash } = batch
  try {
    const note = openNote(batch.checkpoint)
    if (note.text !== checkpointText({ origin, size, root, auditN, auditHash })) return false
    return keys.some((key) => signedBy(note, parseVkey(vkeyOf(origin, key))))
  } catch (error) {
    if (error instanceof NoteFault) return false
    throw error
  }
}
