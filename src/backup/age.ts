import { OperatorFault } from '../problem.ts'

/** Encryption to a public key (the age format, v1): the standard `age` tool opens every object. */

/** Loaded for the first key or backup: its curves take 8 ms, and the start of the service needs none. */
const age = () => import('age-encryption')

/** Opens what was encrypted to it, `AGE-SECRET-KEY-1…`. It is shown once, and never written anywhere. */
export type Identity = string
/** To whom is encrypted, `age1…`. */
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

/** @throws {OperatorFault} when it is no X25519 recipient of age */
export async function checkRecipient(text: string): Promise<Recipient> {
  try {
    // Plugins and other kinds of keys would need more than the standard tool on the day of the fire.
    if (!/^age1[02-9ac-hj-np-z]{58}$/.test(text)) throw new Error()
    await encrypt(new Uint8Array(0), text)
    return text
  } catch {
    throw new OperatorFault(
      `"${text}" is no public key of age.`,
      'Give the one that "age-keygen" prints: age1 and 58 letters and digits.',
      2,
    )
  }
}

const SECRET = 'AGE-SECRET-KEY-'
/** Bech32 of 32 bytes: the name, 1, 52 letters and 6 that check them. */
const IDENTITY_LETTERS = SECRET.length + 1 + 52 + 6

/**
 * The identities of a file as `age-keygen` writes it: one a line, lines that begin with # are left out. What was typed from
 * paper may be in lower case, and in groups.
 * @throws {OperatorFault} when it holds none; what it does hold is not repeated
 */
export async function readIdentities(text: string): Promise<KeyPair[]> {
  const identities = text
    .split(/\r?\n/)
    .filter((line) => !line.trimStart().startsWith('#'))
    .map((line) => line.replace(/\s/g, '').toUpperCase())
    .filter((line) => line !== '')
  if (identities.length === 0 || !identities.every((identity) => identity.startsWith(SECRET)))
    throw new OperatorFault(
      'That holds no identity that opens backups.',
      'Give the line AGE-SECRET-KEY-1... that "granary backup key" showed, in a file or on standard input.',
    )
  return Promise.all(identities.map(keyPairOf))
}

/** @throws {OperatorFault} */
async function keyPairOf(identity: Identity): Promise<KeyPair> {
  const { identityToRecipient } = await age()
  try {
    return { identity, recipient: await identityToRecipient(identity) }
  } catch {
    const { length } = identity
    throw new OperatorFault(
      length === IDENTITY_LETTERS
        ? 'In that identity a letter is mistyped.'
        : `That identity has ${length} letters, digits and hyphens in place of ${IDENTITY_LETTERS}.`,
      'Compare it with the paper letter by letter. Behind AGE-SECRET-KEY-1 there is never a 1, B, I or O.',
    )
  }
}

export async function encrypt(plain: Uint8Array, recipient: Recipient): Promise<Buffer> {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return asBuffer(await encrypter.encrypt(plain))
}

/** @throws {Error} when it was encrypted to somebody else, or is damaged */
export async function decrypt(cipher: Uint8Array, identity: Identity): Promise<Buffer> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return asBuffer(await decrypter.decrypt(cipher))
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
