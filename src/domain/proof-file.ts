import { isObject } from '../base/typed.ts'
import type { Told } from '../words/fault.ts'
import { type Message, message } from '../words/message.ts'
import { canonicalJson } from './canonical.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { HASH_BYTES, leafHash } from './merkle.ts'
import { rootFromInclusion } from './merkle-proof.ts'
import { base64Bytes, type Note, NoteFault, openNote, signedBy, type Vkey } from './note.ts'
import { sha256 } from './sha256.ts'

/**
 * A proof file shows anybody who holds the log's verifier key that a record was in the log when its
 * checkpoint was signed. docs/proofs.md describes the bytes and hashes, with a worked example.
 */

/** The part of a proof that is wrong. */
export type ProofPart =
  | 'form'
  | 'digest'
  | 'path'
  | 'checkpoint'
  | 'size'
  | 'root'
  | 'origin'
  | 'key'
  | 'signature'

export interface ProofFault {
  readonly part: ProofPart
  /** What is wrong. */
  readonly finding: Told
}

/**
 * The claim: `record`, byte for byte, is entry `leafIndex + 1` of `checkpoint.size` in the log named by its
 * origin.
 */
export interface Proved {
  readonly proved: true
  /** The record without `derived`, as it was hashed. */
  readonly record: Readonly<Record<string, unknown>>
  /** Counted from 0. */
  readonly leafIndex: number
  readonly checkpoint: Checkpoint
}

export interface NotProved {
  readonly proved: false
  /** All faults found, at least one. */
  readonly faults: readonly ProofFault[]
}

export type ProofVerdict = Proved | NotProved

interface ProofFile {
  readonly record: Readonly<Record<string, unknown>>
  readonly leafIndex: number
  readonly treeSize: number
  readonly salt: Buffer
  readonly digest: Buffer
  readonly path: readonly Buffer[]
  readonly root: Buffer
  readonly checkpoint: string
}

/** The height of a tree of 2^53 - 1 leaves, the largest exact number. */
const MAX_PATH = 53

/**
 * Checks every part of a proof and reports all faults. Never throws for a file that is JSON. Unknown members
 * are ignored, since nothing depends on them.
 * @param json the file as read by `parseIJson`, which refuses repeated members: one file could show two
 *   records
 * @param vkey the log's key, which must not come from the person presenting the proof
 */
export function checkProof(json: unknown, vkey: Vkey): ProofVerdict {
  const faults: ProofFault[] = []
  const file = readForm(json, faults)
  if (file === null) return { proved: false, faults }
  const { record, leafIndex, treeSize, salt, digest, path, root } = file
  const check = (part: 'digest' | 'path' | 'size' | 'root' | 'origin', isRight: boolean) => {
    if (!isRight) faults.push({ part, finding: message(`proof.fault.${part}`) })
  }
  check('digest', digestOf(record).equals(digest))
  const reached = rootFromInclusion(leafIndex, treeSize, leafHash(salt, digest), path)
  check('path', reached?.equals(root) ?? false)
  const note = attempt(() => openNote(file.checkpoint), faults)
  const checkpoint = note && attempt(() => parseCheckpoint(note.text), faults)
  if (!note || !checkpoint) return { proved: false, faults }
  check('size', checkpoint.size === treeSize)
  check('root', checkpoint.root.equals(root))
  check('origin', checkpoint.origin === vkey.name)
  checkSignature(note, vkey, faults)
  return faults.length === 0 ? { proved: true, record, leafIndex, checkpoint } : { proved: false, faults }
}

function checkSignature(note: Note, vkey: Vkey, faults: ProofFault[]): void {
  if (signedBy(note, vkey)) return
  const isThere = note.signatures.some(({ name, keyId }) => name === vkey.name && keyId.equals(vkey.keyId))
  const part = isThere ? 'signature' : 'key'
  faults.push({ part, finding: message(`proof.fault.${part}`) })
}

/** Returns the digest in a record's leaf: the SHA-256 of its canonical JSON (RFC 8785). */
const digestOf = (record: object): Buffer => sha256(canonicalJson(record))

/**
 * Reads the members of a proof file. Returns null, and reports each one, if any has the wrong type or length.
 */
function readForm(json: unknown, faults: ProofFault[]): ProofFile | null {
  if (!isObject(json)) {
    faults.push(malformed(message('proof.fault.notAnObject')))
    return null
  }
  const before = faults.length
  const wanted = <T>(value: T | null, fault: Message): T => {
    if (value === null) faults.push(malformed(fault))
    return value as T
  }
  const bytes = (member: string) =>
    wanted(hashBytes(own(json, member)), message('proof.fault.hash', { member, bytes: HASH_BYTES }))
  const count = (member: string) =>
    wanted(wholeNumber(own(json, member)), message('proof.fault.count', { member }))
  const file: ProofFile = {
    record: wanted(recordOf(own(json, 'record')), message('proof.fault.record')),
    leafIndex: count('leaf_index'),
    treeSize: count('tree_size'),
    salt: bytes('salt'),
    digest: bytes('digest'),
    path: wanted(hashes(own(json, 'path')), message('proof.fault.hashes', { most: MAX_PATH })),
    root: bytes('root'),
    checkpoint: wanted(text(own(json, 'checkpoint')), message('proof.fault.checkpoint')),
  }
  return faults.length === before ? file : null
}

const malformed = (finding: Message): ProofFault => ({ part: 'form', finding })

function attempt<T>(read: () => T, faults: ProofFault[]): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof NoteFault)) throw error
    faults.push({ part: 'checkpoint', finding: error.what })
    return null
  }
}

type JsonObject = Readonly<Record<string, unknown>>

/** Returns a member of the object itself, never one of its prototype. */
const own = (json: JsonObject, member: string): unknown =>
  Object.hasOwn(json, member) ? json[member] : undefined

/**
 * Returns the record without `derived`, which is computed on every read, never stored and so never signed.
 */
function recordOf(value: unknown): JsonObject | null {
  if (!isObject(value)) return null
  const { derived: _, ...stored } = value
  return stored
}

const wholeNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** 44 characters. Text of another length is not decoded. */
const BASE64_LENGTH = Math.ceil(HASH_BYTES / 3) * 4

function hashBytes(value: unknown): Buffer | null {
  const bytes = typeof value === 'string' && value.length === BASE64_LENGTH ? base64Bytes(value) : null
  return bytes?.length === HASH_BYTES ? bytes : null
}

function hashes(value: unknown): Buffer[] | null {
  if (!Array.isArray(value) || value.length > MAX_PATH) return null
  const bytes = value.map(hashBytes)
  return bytes.every((one) => one !== null) ? bytes : null
}
