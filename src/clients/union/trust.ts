import { membersOf } from '../../base/typed.ts'
import { parseCheckpoint } from '../../domain/checkpoint.ts'
import { isId } from '../../domain/id.ts'
import { isConsistent } from '../../domain/merkle-proof.ts'
import {
  base64Bytes,
  NoteFault,
  openNote,
  parseVkey,
  rawPublicKey,
  signedBy,
  type Vkey,
  vkeyOf,
} from '../../domain/note.ts'
import { sha256 } from '../../domain/sha256.ts'
import { message } from '../../words/message.ts'
import { BadPage } from './rows.ts'

/**
 * Whether a source's log continues as it was (contract §28). The first key that is given or seen is kept: what another key signed
 * proves nothing. What that key signed must continue the checkpoint that was kept last.
 */

/** What a page says of the log behind it (contract §21). */
export interface Stated {
  readonly cooperative: string
  readonly log: string
  readonly key: string
  readonly checkpoint: string
  readonly consistency: readonly string[]
}

/** A checkpoint that the source's key signed. */
export interface Seen {
  /** SHA-256 of its text in hexadecimal digits. */
  readonly hash: string
  readonly log: string
  readonly size: number
  readonly root: Buffer
  readonly note: string
}

export type Verdict =
  | { readonly is: 'follows'; readonly seen: Seen; readonly vkey: string }
  /** Signed by the right key, and not what was before: the log was changed, or is shown differently to others. */
  | { readonly is: 'frozen'; readonly seen: Seen }
  /** Not signed by the right key, or no checkpoint at all. */
  | { readonly is: 'refused' }

/** A note has a few hundred bytes, and 2 kB more for some kinds of witness. */
const MOST_TEXT = 16_384
/** No log that a number can count needs more, each of 44 characters. */
const MOST_HASHES = 64

/** Returns what a page says of its log; null if it says nothing. @throws {BadPage} */
export function statedIn(source: unknown): Stated | null {
  if (source === undefined || source === null) return null
  const { cooperative, log, key, checkpoint, consistency } = membersOf(source)
  if (typeof cooperative !== 'string' || !isId(cooperative)) throw new BadPage('source')
  const isText = (text: unknown, most = MOST_TEXT) =>
    typeof text === 'string' && text.length <= most && !text.includes('\0')
  const isPath = Array.isArray(consistency) && consistency.length <= MOST_HASHES
  if (!isPath || !consistency.every((hash) => isText(hash, 44))) throw new BadPage('source')
  if (![log, key, checkpoint].every((text) => isText(text))) throw new BadPage('source')
  return source as Stated
}

/**
 * @param held the checkpoint that was kept last of this log; null if none was
 * @param pinned the verifier key of the source; null before its first checkpoint
 * @param isBeginning whether the source began again, whose pages prove nothing of what was before: no log gets shorter
 */
export function judge(
  held: Seen | null,
  pinned: string | null,
  stated: Stated,
  isBeginning = false,
): Verdict {
  const seen = signedCheckpoint(stated, pinned ?? stated.key)
  if (seen === null) return { is: 'refused' }
  return held === null || continues(held, seen, isBeginning ? null : stated.consistency)
    ? { is: 'follows', seen, vkey: pinned ?? stated.key }
    : { is: 'frozen', seen }
}

function continues(held: Seen, seen: Seen, consistency: readonly string[] | null): boolean {
  if (held.log !== seen.log) return false
  if (held.size === seen.size) return held.root.equals(seen.root)
  if (consistency === null) return held.size < seen.size
  const path = consistency.map((text) => base64Bytes(text) ?? NO_HASH)
  return isConsistent(held.size, seen.size, held.root, seen.root, path)
}

const NO_HASH = Buffer.alloc(0)

/** Returns the checkpoint that a page states, if the key signed it as that of its log; else null. */
function signedCheckpoint({ log, checkpoint }: Stated, key: string): Seen | null {
  try {
    const note = openNote(checkpoint)
    if (!signedBy(note, keyOfLog(parseVkey(key), log))) return null
    const seen = seenIn(checkpoint)
    return seen.log === log ? seen : null
  } catch (error) {
    if (error instanceof NoteFault) return null
    throw error
  }
}

/** A restore gives the log another name, which is also that of its key; the key stays the same. */
const keyOfLog = ({ algorithm, publicKey }: Vkey, log: string): Vkey => {
  if (algorithm !== 'ed25519') throw new NoteFault(message('note.notEd25519'))
  return parseVkey(vkeyOf(log, rawPublicKey(publicKey)))
}

/** Returns the part of a verifier key that is the key: its name changes with a restore. There is one way to write it. */
export const keyBytesIn = (vkey: string): string => vkey.replace(/^[^+]*\+[^+]*\+/, '')

/** @param note whose signature was verified @throws {NoteFault} if it is no checkpoint */
export function seenIn(note: string): Seen {
  const { text } = openNote(note)
  const { origin, size, root } = parseCheckpoint(text)
  return { hash: sha256(text).toString('hex'), log: origin, size, root, note }
}
