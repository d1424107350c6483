import { message } from '../words/message.ts'
import { HASH_BYTES } from './merkle.ts'
import { base64Bytes, NoteFault } from './note.ts'

/**
 * The text of a checkpoint (C2SP tlog-checkpoint, https://c2sp.org/tlog-checkpoint): the log's name, its size
 * and its root, and an extension line of ours that covers the audit log too. A signed note carries it.
 */
export interface Checkpoint {
  /** The name of the log, which is also the name of the key that signs. */
  readonly origin: string
  /** Entries in the tree. */
  readonly size: number
  /** 32 bytes. */
  readonly root: Buffer
  /**
   * The newest entry of the audit log before the commit of this root, counted from 1; 0 while there is none.
   */
  readonly auditN: number
  /** The hash of that entry's row, 32 bytes; each row's hash covers the one before. */
  readonly auditHash: Buffer
}

const INCARNATION_BYTES = 16

/** Returns the name of an incarnation's log. A restore starts a new one, so no two histories share a name. */
export function originOf(incarnation: Buffer): string {
  if (incarnation.length !== INCARNATION_BYTES) throw new RangeError('an incarnation has 16 bytes')
  return `granary/${incarnation.toString('hex')}`
}

export function checkpointText({ origin, size, root, auditN, auditHash }: Checkpoint): string {
  const text = [
    origin,
    size,
    root.toString('base64'),
    `audit ${auditN} ${auditHash.toString('base64')}`,
  ].join('\n')
  return `${text}\n`
}

/**
 * Parses the text of a note as a checkpoint of this kind. Extension lines after ours are ignored: later
 * versions may add some.
 * @throws {NoteFault} naming the faulty line
 */
export function parseCheckpoint(text: string): Checkpoint {
  if (!text.endsWith('\n')) throw new NoteFault(message('checkpoint.noEnd'))
  const lines = text.slice(0, -1).split('\n')
  if (lines.includes('')) throw new NoteFault(message('checkpoint.emptyLine'))
  const [origin = '', size = '', root = '', extension = ''] = lines
  const [word, auditN = '', auditHash = '', ...more] = extension.split(' ')
  if (word !== 'audit' || more.length > 0) throw new NoteFault(message('checkpoint.fourthLine'))
  return {
    origin,
    size: count(size, 'checkpoint.size'),
    root: hashBytes(root, 'checkpoint.root'),
    auditN: count(auditN, 'checkpoint.auditNumber'),
    auditHash: hashBytes(auditHash, 'checkpoint.auditHash'),
  }
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
