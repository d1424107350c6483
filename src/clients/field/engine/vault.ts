import { MOST_WRONG, ROUNDS } from '../rules/lock.ts'
import {
  type Database,
  ERASED,
  isNoRoom,
  type Lock,
  NoRoom,
  type SealedRow,
  type SealedStore,
  type Wrapped,
  type Write,
  writeAll,
} from './database.ts'

/**
 * The lock. A random data key seals every row. It is stored twice: wrapped under a key made from the PIN, and under one that
 * only the service returns, and only for a new enrolment code (docs/decisions/field.md).
 */

const AES = 'AES-GCM'
const IV_BYTES = 12

const random = (bytes: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(bytes))
const utf8 = new TextEncoder()

const keyFrom = (raw: BufferSource): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, AES, false, ['encrypt', 'decrypt'])

async function keyOfPin(pin: string, { salt, rounds }: Pick<Lock, 'salt' | 'rounds'>): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', utf8.encode(pin), 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    secret,
    256,
  )
  return keyFrom(bits)
}

/** @param place binds the ciphertext to its row, so that rows cannot be exchanged */
async function encrypt(key: CryptoKey, place: string, plain: BufferSource): Promise<Wrapped> {
  const iv = random(IV_BYTES)
  const sealed = await crypto.subtle.encrypt(
    { name: AES, iv, additionalData: utf8.encode(place) },
    key,
    plain,
  )
  return { iv, sealed }
}

const decrypt = (key: CryptoKey, place: string, { iv, sealed }: Wrapped): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: AES, iv, additionalData: utf8.encode(place) }, key, sealed)

/** @returns the data key; null for a wrong PIN */
const rawByPin = async (lock: Lock, pin: string): Promise<ArrayBuffer | null> =>
  lock.byPin && decrypt(await keyOfPin(pin, lock), 'pin', lock.byPin).catch(() => null)

async function wrappedByPin(raw: ArrayBuffer, pin: string) {
  const lock = { salt: random(16), rounds: ROUNDS }
  return { ...lock, byPin: await encrypt(await keyOfPin(pin, lock), 'pin', raw), wrong: 0 }
}

/** A text that only a PIN opens, as it is kept in a sealed row. */
export interface PinBox {
  readonly salt: string
  readonly rounds: number
  readonly iv: string
  readonly sealed: string
}

const toBase64Url = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

/** @param place binds the box to what it is for */
export async function boxed(pin: string, place: string, text: string): Promise<PinBox> {
  const salt = random(16)
  const { iv, sealed } = await encrypt(
    await keyOfPin(pin, { salt, rounds: ROUNDS }),
    place,
    utf8.encode(text),
  )
  return { salt: toBase64Url(salt), rounds: ROUNDS, iv: toBase64Url(iv), sealed: toBase64Url(sealed) }
}

/** @returns null for a wrong PIN */
export async function unboxed(pin: string, place: string, box: PinBox): Promise<string | null> {
  const key = await keyOfPin(pin, { salt: fromBase64Url(box.salt), rounds: box.rounds })
  const wrapped = { iv: fromBase64Url(box.iv), sealed: fromBase64Url(box.sealed).buffer }
  const plain = await decrypt(key, place, wrapped).catch(() => null)
  return plain && new TextDecoder().decode(plain)
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const rawByService = async ({ byService }: Lock, recoveryKey: string): Promise<ArrayBuffer | null> =>
  decrypt(await keyFrom(fromBase64Url(recoveryKey)), 'service', byService).catch(() => null)

/** An open lock: seals and opens rows. */
export class Vault {
  readonly #key: CryptoKey

  private constructor(key: CryptoKey) {
    this.#key = key
  }

  /** Makes a new data key. Nothing is stored yet. @param recoveryKey as the service returned it */
  static async make(pin: string, recoveryKey: string): Promise<{ vault: Vault; lock: Lock }> {
    const raw = random(32).buffer
    const byService = await encrypt(await keyFrom(fromBase64Url(recoveryKey)), 'service', raw)
    return { vault: new Vault(await keyFrom(raw)), lock: { ...(await wrappedByPin(raw, pin)), byService } }
  }

  /** @returns null for a wrong PIN */
  static async byPin(lock: Lock, pin: string): Promise<Vault | null> {
    const raw = await rawByPin(lock, pin)
    return raw && new Vault(await keyFrom(raw))
  }

  /** Changes the PIN. @returns null for a wrong old one */
  static async repinned(lock: Lock, old: string, pin: string): Promise<Lock | null> {
    const raw = await rawByPin(lock, old)
    return raw && { ...lock, ...(await wrappedByPin(raw, pin)) }
  }

  /** Opens the lock with the service's key, for a forgotten PIN. @returns null if the key is of another office */
  static async byService(
    lock: Lock,
    recoveryKey: string,
    pin: string,
  ): Promise<{ vault: Vault; lock: Lock } | null> {
    const raw = await rawByService(lock, recoveryKey)
    return (
      raw && { vault: new Vault(await keyFrom(raw)), lock: { ...lock, ...(await wrappedByPin(raw, pin)) } }
    )
  }

  /** Whether the service's key opens the lock. */
  static async isOf(lock: Lock, recoveryKey: string): Promise<boolean> {
    return (await rawByService(lock, recoveryKey)) !== null
  }

  async seal(store: SealedStore, key: string, value: unknown, revision = 1): Promise<SealedRow> {
    const plain = value instanceof ArrayBuffer ? value : utf8.encode(JSON.stringify(value))
    return { revision, ...(await encrypt(this.#key, `${store}/${key}`, plain)) }
  }

  /** Returns the row of a value, to be written over what is there. */
  async write(store: SealedStore, key: string, value: unknown): Promise<Write> {
    return { store, key, row: await this.seal(store, key, value) }
  }

  async read<T>(database: Database, store: SealedStore, key: string): Promise<T | undefined> {
    const row = await database.get(store, key)
    return row && (await this.open<T>(store, key, row))
  }

  async open<T>(store: SealedStore, key: string, row: SealedRow): Promise<T> {
    return JSON.parse(new TextDecoder().decode(await this.bytes(store, key, row))) as T
  }

  bytes(store: SealedStore, key: string, row: SealedRow): Promise<ArrayBuffer> {
    return decrypt(this.#key, `${store}/${key}`, row)
  }
}

export type Try =
  | { readonly is: 'open'; readonly vault: Vault }
  | { readonly is: 'wrong'; readonly left: number }
  /** Too many wrong ones: what was sent is erased, the rest waits for a new code. */
  | { readonly is: 'shut' }

/** The tab that has this lock (Web Locks) tries or sets a PIN. */
export const pinLock = ({ name }: Pick<Database, 'name'>): string => `${name}-pin`

/**
 * Tries a PIN. The attempt is counted on the disk before it is made: closing the page in between gains none. Other tabs wait.
 * A phone without room opens too: the records on it would be out of reach otherwise.
 */
export function tryPin(database: Database, pin: string): Promise<Try> {
  return navigator.locks.request(pinLock(database), async (): Promise<Try> => {
    const lock = (await database.get('plain', 'lock')) as Lock
    if (lock.byPin === null) return { is: 'shut' }
    const counted = lock.wrong + uncounted(database)
    // There was no room to shut it.
    const wrong = Math.min(counted + 1, MOST_WRONG)
    if (counted < MOST_WRONG) {
      await count(database, lock, wrong)
      const vault = await Vault.byPin(lock, pin)
      if (vault !== null) {
        await count(database, lock, 0)
        return { is: 'open', vault }
      }
      if (wrong < MOST_WRONG) return { is: 'wrong', left: MOST_WRONG - wrong }
    }
    await shut(database, { ...lock, wrong }).catch((error: unknown) => {
      if (!isNoRoom(error)) throw error
    })
    return { is: 'shut' }
  })
}

/** Attempts for which the database had no room. This storage has a limit of its own. */
const uncountedIn = ({ name }: Database): string => `${name}-wrong`
const uncounted = (database: Database): number => Number(localStorage.getItem(uncountedIn(database)) ?? 0)

/** @param wrong 0 after the right PIN */
async function count(database: Database, lock: Lock, wrong: number): Promise<void> {
  try {
    await writeAll(database, [], { lock: { ...lock, wrong } })
    localStorage.removeItem(uncountedIn(database))
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error
    localStorage.setItem(uncountedIn(database), String(Math.max(0, wrong - lock.wrong)))
  }
}

/** Erases what was sent already, and the way in by PIN, in one transaction. */
async function shut(database: Database, lock: Lock): Promise<void> {
  const stores: (SealedStore | 'plain')[] = [...ERASED, 'plain']
  const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
  await Promise.all([
    ...ERASED.map((store) => transaction.objectStore(store).clear()),
    transaction.objectStore('plain').put({ ...lock, byPin: null }, 'lock'),
    transaction.done,
  ])
}
