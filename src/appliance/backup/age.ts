import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/** Encrypts to a public key in the age format, v1. The standard `age` tool decrypts every object. */

/**
 * The library is loaded on first use: its curves take 8 ms, and the start of the service does not need them.
 */
const age = () => import('age-encryption')

/** The private key, `AGE-SECRET-KEY-1…`. It is shown once, and never stored. */
export type Identity = string
/** The public key, `age1…`. */
export type Recipient = string

export interface KeyPair {
  readonly identity: Identity
  readonly recipient: Recipient
}

export async function makeKeyPair(): Promise<KeyPair> {
  const { generateX25519Identity, identityToRecipient } = await age()
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** @throws {OperatorFault} unless it is an X25519 recipient of age */
export async function checkRecipient(text: string): Promise<Recipient> {
  try {
    // Backups to other kinds of keys would need plugins in an emergency, not only the standard tool.
    if (!/^age1[02-9ac-hj-np-z]{58}$/.test(text)) throw new Error()
    await encrypt(new Uint8Array(0), text)
    return text
  } catch {
    throw new OperatorFault(...withRemedy('backup.badRecipient', { text }), 2)
  }
}

const SECRET = 'AGE-SECRET-KEY-'
/** The Bech32 form of 32 bytes: prefix, 1, 52 letters and 6 check letters. */
const IDENTITY_LETTERS = SECRET.length + 1 + 52 + 6

/**
 * Reads the identities in a file as `age-keygen` writes it: one on each line; lines that start with # are
 * ignored. Lower case and spaces are accepted, for keys typed from paper.
 * @throws {OperatorFault} when there is none; the message never repeats the content
 */
export async function readIdentities(text: string): Promise<KeyPair[]> {
  const identities = text
    .split(/\r?\n/)
    .filter((line) => !line.trimStart().startsWith('#'))
    .map((line) => line.replace(/\s/g, '').toUpperCase())
    .filter((line) => line !== '')
  if (identities.length === 0 || !identities.every((identity) => identity.startsWith(SECRET)))
    throw new OperatorFault(...withRemedy('backup.noIdentity'))
  return Promise.all(identities.map(keyPairOf))
}

async function keyPairOf(identity: Identity): Promise<KeyPair> {
  const { identityToRecipient } = await age()
  try {
    return { identity, recipient: await identityToRecipient(identity) }
  } catch {
    const { length } = identity
    throw new OperatorFault(
      length === IDENTITY_LETTERS
        ? message('backup.identityLetter')
        : message('backup.identityLength', { length, right: IDENTITY_LETTERS }),
      message('backup.identityLetter.remedy'),
    )
  }
}

export async function encrypt(plain: Uint8Array, recipient: Recipient): Promise<Buffer> {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return asBuffer(await encrypter.encrypt(plain))
}

/** @throws {Error} when the data was encrypted to another key, or is damaged */
export async function decrypt(cipher: Uint8Array, identity: Identity): Promise<Buffer> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return asBuffer(await decrypter.decrypt(cipher))
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
