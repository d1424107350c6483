import { fromJson, membersOf } from '../base/typed.ts'
import { message } from '../words/message.ts'
import { HASH_BYTES } from './merkle.ts'
import { base64Bytes, NoteFault } from './note.ts'

/** The newest entry of the audit log before a root. */
export interface AuditHead {
  /** Counted from 1; 0 while there is none. */
  readonly n: number
  /** The hash of that entry's row, 32 bytes; each row's hash covers the one before. */
  readonly hash: Buffer
}

/**
 * The text of a checkpoint (C2SP tlog-checkpoint, https://c2sp.org/tlog-checkpoint): the log's name, its size
 * and its root. A signed note carries it. The head of the audit log is the newest leaf under the root.
 */
export interface Checkpoint {
  /** The name of the log, which is also the name of the key that signs. */
  readonly origin: string
  /** Entries in the tree. */
  readonly size: number
  /** 32 bytes. */
  readonly root: Buffer
  /** In an extension line of earlier versions; null where a leaf has it. */
  readonly audit: AuditHead | null
}

const INCARNATION_BYTES = 16

/** Returns the name of an incarnation's log. A restore starts a new one, so no two histories share a name. */
export function originOf(incarnation: Buffer): string {
  if (incarnation.length !== INCARNATION_BYTES) throw new RangeError('an incarnation has 16 bytes')
  return `granary/${incarnation.toString('hex')}`
}

export function checkpointText({ origin, size, root, audit }: Checkpoint): string {
  const extension = audit === null ? [] : [`audit ${audit.n} ${audit.hash.toString('base64')}`]
  return `${[origin, size, root.toString('base64'), ...extension].join('\n')}\n`
}

/** The act whose leaf is the newest under a root. */
export const AUDIT_HEAD = 'audit_head'

/** Returns the content of such an act, without its id and time. */
export const auditHeadSaid = ({ n, hash }: AuditHead) => ({ n, hash: hash.toString('base64') })

/** Returns the head that such an act states; null if the content is none. @param said parsed JSON */
export function auditHeadIn(said: unknown): AuditHead | null {
  const { act, n, hash } = membersOf(said)
  if (act !== AUDIT_HEAD || typeof n !== 'number' || !Number.isSafeInteger(n) || n < 0) return null
  const bytes = typeof hash === 'string' ? base64Bytes(hash) : null
  return bytes?.length === HASH_BYTES ? { n, hash: bytes } : null
}

/**
 * Returns the head of the audit log that a checkpoint covers: its newest leaf or, in earlier versions, its own line.
 * @param leafAt returns what the leaf with this number states, as JSON
 * @returns null if the leaf is missing, or is no such act
 */
export function auditHeadUnder(
  { audit, size }: Pick<Checkpoint, 'audit' | 'size'>,
  leafAt: (seq: number) => string | undefined,
): AuditHead | null {
  if (audit !== null) return audit
  const leaf = leafAt(size)
  try {
    return leaf === undefined ? null : auditHeadIn(fromJson<unknown>(leaf))
  } catch {
    return null
  }
}

/**
 * Parses the text of a note as a checkpoint. Extension lines are ignored, but for the first, if it is that of
 * earlier versions.
 * @throws {NoteFault} naming the faulty line
 */
export function parseCheckpoint(text: string): Checkpoint {
  if (!text.endsWith('\n')) throw new NoteFault(message('checkpoint.noEnd'))
  const lines = text.slice(0, -1).split('\n')
  if (lines.includes('')) throw new NoteFault(message('checkpoint.emptyLine'))
  const [origin = '', size = '', root = '', extension = ''] = lines
  return {
    origin,
    size: count(size, 'checkpoint.size'),
    root: hashBytes(root, 'checkpoint.root'),
    audit: auditIn(extension),
  }
}

/** Reads the extension line of earlier versions. Others say nothing to us. */
function auditIn(extension: string): AuditHead | null {
  const [word, n = '', hash = '', ...more] = extension.split(' ')
  if (word !== 'audit') return null
  if (more.length > 0) throw new NoteFault(message('checkpoint.fourthLine'))
  return { n: count(n, 'checkpoint.auditNumber'), hash: hashBytes(hash, 'checkpoint.auditHash') }
}

/** Reads a decimal without sign or leading zeros, up to the largest exact number (2^53 - 1). */
function count(text: string, fault: 'checkpoint.size' | 'checkpoint.auditNumber'): number {
  const value = Number(text)
  if (!/^(0|[1-9]\d{0,15})$/.test(text) || !Number.isSafeInteger(value)) throw new NoteFault(message(fault))
  return value
}

function hashBytes(text: string, fault: 'checkpoint.root' | 'checkpoint.auditHash'): Buffer {
  const bytes = base64Bytes(text)
  if (bytes?.length !== HASH_BYTES) throw new NoteFault(message(fault, { bytes: HASH_BYTES }))
  return bytes
}
