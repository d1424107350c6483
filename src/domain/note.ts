import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { keysOf } from '../base/typed.ts'
import { ToldError } from '../words/fault.ts'
import { message } from '../words/message.ts'
import { HASH_BYTES } from './merkle.ts'
import { sha256 } from './sha256.ts'

/**
 * Signed notes (C2SP signed-note, https://c2sp.org/signed-note): a text, an empty line, and a line for each
 * signature. `ed25519` (RFC 8032) signs the text itself. A witness signs with the time it saw the text (C2SP
 * tlog-cosignature, https://c2sp.org/tlog-cosignature): by Ed25519 (`cosignature/v1`) or ML-DSA-44 (FIPS 204,
 * `subtree/v1`).
 */

export type SignatureAlgorithm = 'ed25519' | 'cosignature/v1' | 'subtree/v1'

/**
 * For each algorithm: the byte that identifies it in key ids and verifier keys (signed-note, "Signature types"), the
 * bytes of a key, the bytes of a signature, and what stands before a key in DER (RFC 8410, RFC 9881).
 */
const ALGORITHMS = {
  ed25519: { type: 0x01, keyBytes: 32, bytes: 64, der: '302a300506032b6570032100' },
  'cosignature/v1': { type: 0x04, keyBytes: 32, bytes: 64, der: '302a300506032b6570032100' },
  'subtree/v1': {
    type: 0x06,
    keyBytes: 1312,
    bytes: 2420,
    der: '30820532300b06096086480165030403110382052100',
  },
} as const satisfies Record<
  SignatureAlgorithm,
  { readonly type: number; readonly keyBytes: number; readonly bytes: number; readonly der: string }
>

/** A verifier key, whose signatures are trusted. */
export interface Vkey {
  readonly name: string
  /** 4 bytes: enough to tell keys apart, too few to prove anything. */
  readonly keyId: Buffer
  readonly algorithm: SignatureAlgorithm
  readonly publicKey: KeyObject
  /** As it is written down: `<name>+<key id in hex>+<base64 of type byte and public key>`. */
  readonly text: string
}

export interface NoteSignature {
  readonly name: string
  /** 4 bytes. */
  readonly keyId: Buffer
  /**
   * The bytes after the key id: of a witness, 8 with the time, then the signature.
   */
  readonly signature: Buffer
}

export interface Note {
  /** Ends with a newline, which is signed too. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** The input is not a note or not a verifier key. */
export class NoteFault extends ToldError {
  override readonly name = 'NoteFault'
}

/**
 * Our notes have a few hundred bytes. The format requires room for 16 signatures of up to 7 kB of text each.
 */
const MAX_NOTE_BYTES = 256 * 1024
const MAX_SIGNATURES = 64
/** Beside the log's own signature. */
export const MOST_WITNESSES = MAX_SIGNATURES - 1
/** Our own limit; the format has none. */
const MAX_NAME_LENGTH = 256
const KEY_ID_BYTES = 4
const TIMESTAMP_BYTES = 8
/** tlog-cosignature allows up to 2^63 - 1; a JavaScript number holds 2^53 - 1, which is 285 million years. */
const MAX_TIMESTAMP_SECONDS = BigInt(Number.MAX_SAFE_INTEGER)
const DASH = '\u2014 '

/** Keeps U+FEFF, which is part of the signed text. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/
const SPACE_OR_PLUS = /[\p{White_Space}+]/u

/** Returns the verifier key for the bytes of a public key, as text. */
export function vkeyOf(name: string, publicKey: Buffer, algorithm: SignatureAlgorithm = 'ed25519'): string {
  checkName(name)
  const { type, keyBytes } = ALGORITHMS[algorithm]
  if (publicKey.length !== keyBytes) throw new NoteFault(message('note.keyBytes', { bytes: keyBytes }))
  const material = Buffer.concat([Buffer.of(type), publicKey])
  return `${name}+${keyIdOf(name, material).toString('hex')}+${material.toString('base64')}`
}

/** Parses a verifier key. @throws {NoteFault} naming the wrong part: name, key id, type or key */
export function parseVkey(text: string): Vkey {
  // Base64 may contain a plus; a name may not.
  const [, name, id, base64] = /^([^+]*)\+([^+]*)\+(.*)$/su.exec(text) ?? []
  if (name === undefined || id === undefined || base64 === undefined)
    throw new NoteFault(message('note.keyForm'))
  checkName(name)
  if (!/^[0-9a-f]{8}$/.test(id)) throw new NoteFault(message('note.keyDigits'))
  const material = base64Bytes(base64)
  if (material === null) throw new NoteFault(message('note.keyBase64'))
  const algorithm = algorithmOf(material[0])
  if (material.length !== 1 + ALGORITHMS[algorithm].keyBytes) throw new NoteFault(message('note.keyLength'))
  const keyId = keyIdOf(name, material)
  if (keyId.toString('hex') !== id) throw new NoteFault(message('note.keyChanged'))
  return { name, keyId, algorithm, publicKey: publicKeyOf(algorithm, material.subarray(1)), text }
}

/** Returns the 32 bytes of an Ed25519 public key or, given a private key, of its public key. */
export function rawPublicKey(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  const { crv, x } = publicKey.export({ format: 'jwk' })
  if (crv !== 'Ed25519' || x === undefined) throw new NoteFault(message('note.notEd25519'))
  return Buffer.from(x, 'base64url')
}

/** Returns a complete note with one signature. The text must end with a newline. */
export function signNote(text: string, name: string, privateKey: KeyObject): string {
  checkText(text)
  checkName(name)
  const material = Buffer.concat([Buffer.of(ALGORITHMS.ed25519.type), rawPublicKey(privateKey)])
  const signature = sign(null, Buffer.from(text), privateKey)
  const note = `${text}\n${DASH}${name} ${Buffer.concat([keyIdOf(name, material), signature]).toString('base64')}\n`
  if (Buffer.byteLength(note) > MAX_NOTE_BYTES) throw tooLong()
  return note
}

/**
 * Parses a note without verifying it: use the text only after `signedBy` returned true.
 * @throws {NoteFault} if the note is malformed
 */
export function openNote(note: string | Uint8Array): Note {
  const whole = decoded(note)
  if (CONTROL.test(whole)) throw new NoteFault(message('note.control'))
  // The last empty line: the text may contain others.
  const gap = whole.lastIndexOf('\n\n')
  if (gap < 0) throw new NoteFault(message('note.noGap'))
  const signatures = signatureLines(whole.slice(gap + 2))
  return { text: whole.slice(0, gap + 1), signatures }
}

/**
 * Parses signature lines without a text, as in a witness's reply.
 * @throws {NoteFault} if there are none or too many, or one is malformed
 */
export function signatureLines(text: string | Uint8Array): NoteSignature[] {
  const whole = decoded(text)
  if (!whole.endsWith('\n')) throw new NoteFault(message('note.lastLine'))
  const lines = whole.slice(0, -1).split('\n', MAX_SIGNATURES + 1)
  if (lines.length > MAX_SIGNATURES)
    throw new NoteFault(message('note.manySignatures', { most: MAX_SIGNATURES }))
  return lines.map(signatureOf)
}

/**
 * Returns whether a key signed the text: at least one signature has its name and key id, and all such
 * signatures verify. Signatures by other keys are ignored, as the format requires.
 */
export function signedBy(note: Note, vkey: Vkey): boolean {
  const own = ownSignatures(note, vkey)
  return own.length > 0 && own.every(({ signature }) => isRight(note.text, signature, vkey))
}

/**
 * Returns when a witness states it saw the text, in seconds since 1970, the latest of several; null if
 * unsigned.
 */
export function cosignedAt(note: Note, vkey: Vkey): number | null {
  if (vkey.algorithm === 'ed25519' || !signedBy(note, vkey)) return null
  return Math.max(...ownSignatures(note, vkey).map(({ signature }) => Number(signature.readBigUInt64BE())))
}

/** A witness that signed, and the time that its signature states. */
export interface Cosigner {
  readonly name: string
  /** Null for a time that no calendar has: a witness states what it likes. */
  readonly atMs: number | null
}

/**
 * Returns who signed, of lines that were verified when they were taken; lines that are none have no signer.
 * @param lines of witnesses alone
 */
export function cosigners(lines: string): Cosigner[] {
  try {
    return signatureLines(lines)
      .filter(({ signature }) => signature.length > TIMESTAMP_BYTES)
      .map(({ name, signature }) => {
        const atMs = Number(signature.readBigUInt64BE()) * 1000
        return { name, atMs: atMs < AFTER_9999_MS ? atMs : null }
      })
  } catch (error) {
    if (error instanceof NoteFault) return []
    throw error
  }
}

const AFTER_9999_MS = Date.UTC(10_000, 0)

/**
 * Returns the message a witness signs: the text after two lines (tlog-cosignature, "Ed25519 signed message").
 */
export function cosignedMessage(text: string, atSeconds: bigint): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${atSeconds}\n${text}`)
}

/**
 * Returns the message that a witness signs by ML-DSA-44: the first three lines of a checkpoint, in a structure (tlog-cosignature,
 * "ML-DSA-44 signed message"). Null if the text is no checkpoint.
 */
export function cosignedTree(name: string, text: string, atSeconds: bigint): Buffer | null {
  const [origin = '', size = '', root = ''] = text.split('\n')
  const hash = base64Bytes(root)
  if (hash?.length !== HASH_BYTES || !/^(0|[1-9]\d{0,18})$/.test(size)) return null
  const [cosigner, log] = [Buffer.from(name), Buffer.from(origin)]
  if ([cosigner, log].some(({ length }) => length === 0 || length > MOST_OPAQUE_BYTES)) return null
  const number = (value: bigint) => {
    const bytes = Buffer.alloc(TIMESTAMP_BYTES)
    bytes.writeBigUInt64BE(value)
    return bytes
  }
  return Buffer.concat([
    Buffer.from('subtree/v1\n\0'),
    ...[Buffer.of(cosigner.length), cosigner, number(atSeconds)],
    ...[Buffer.of(log.length), log, number(0n), number(BigInt(size)), hash],
  ])
}

const MOST_OPAQUE_BYTES = 255

const ownSignatures = ({ signatures }: Note, vkey: Vkey): NoteSignature[] =>
  signatures.filter(({ name, keyId }) => name === vkey.name && keyId.equals(vkey.keyId))

function isRight(text: string, signature: Buffer, { name, algorithm, publicKey }: Vkey): boolean {
  const { bytes } = ALGORITHMS[algorithm]
  if (algorithm === 'ed25519')
    return signature.length === bytes && verify(null, Buffer.from(text), publicKey, signature)
  if (signature.length !== TIMESTAMP_BYTES + bytes) return false
  const atSeconds = signature.readBigUInt64BE()
  if (atSeconds > MAX_TIMESTAMP_SECONDS) return false
  const signed =
    algorithm === 'subtree/v1' ? cosignedTree(name, text, atSeconds) : cosignedMessage(text, atSeconds)
  return signed !== null && verify(null, signed, publicKey, signature.subarray(TIMESTAMP_BYTES))
}

function signatureOf(line: string): NoteSignature {
  const [name = '', base64 = '', ...more] = line.slice(DASH.length).split(' ')
  if (!line.startsWith(DASH) || more.length > 0) throw new NoteFault(message('note.signatureLine'))
  checkName(name)
  const bytes = base64Bytes(base64)
  if (bytes === null || bytes.length <= KEY_ID_BYTES) throw new NoteFault(message('note.signature'))
  return { name, keyId: bytes.subarray(0, KEY_ID_BYTES), signature: bytes.subarray(KEY_ID_BYTES) }
}

/**
 * Returns 4 bytes of SHA-256(name || 0x0A || type || public key), the first ones (signed-note, "Signatures").
 */
function keyIdOf(name: string, material: Buffer): Buffer {
  const digest = sha256(Buffer.concat([Buffer.from(`${name}\n`), material]))
  return digest.subarray(0, KEY_ID_BYTES)
}

function algorithmOf(type: number | undefined): SignatureAlgorithm {
  const found = keysOf(ALGORITHMS).find((algorithm) => ALGORITHMS[algorithm].type === type)
  if (found === undefined) throw new NoteFault(message('note.keyType'))
  return found
}

/** @throws {NoteFault} where this Node knows no ML-DSA */
function publicKeyOf(algorithm: SignatureAlgorithm, bytes: Buffer): KeyObject {
  const key = Buffer.concat([Buffer.from(ALGORITHMS[algorithm].der, 'hex'), bytes])
  try {
    return createPublicKey({ key, format: 'der', type: 'spki' })
  } catch {
    throw new NoteFault(message('note.keyType'))
  }
}

function checkName(name: string): void {
  if (name === '' || name.length > MAX_NAME_LENGTH)
    throw new NoteFault(message('note.nameLength', { most: MAX_NAME_LENGTH }))
  if (SPACE_OR_PLUS.test(name) || CONTROL.test(name) || !name.isWellFormed())
    throw new NoteFault(message('note.nameForm'))
}

function checkText(text: string): void {
  if (!text.endsWith('\n')) throw new NoteFault(message('note.textEnd'))
  if (CONTROL.test(text) || !text.isWellFormed()) throw new NoteFault(message('note.textControl'))
}

function decoded(text: string | Uint8Array): string {
  if ((typeof text === 'string' ? Buffer.byteLength(text) : text.length) > MAX_NOTE_BYTES) throw tooLong()
  try {
    if (typeof text !== 'string') return utf8.decode(text)
  } catch {
    throw new NoteFault(message('note.notUtf8'))
  }
  if (!text.isWellFormed()) throw new NoteFault(message('note.notUnicode'))
  return text
}

const tooLong = () => new NoteFault(message('note.tooLong', { most: MAX_NOTE_BYTES }))

/** Decodes canonical base64 with padding (RFC 4648 §4); other forms would give one value two texts. */
export function base64Bytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
