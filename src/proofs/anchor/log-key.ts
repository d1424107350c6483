import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { systemCode } from '../../base/error-kinds.ts'
import { must } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import { rawPublicKey } from '../../domain/note.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Store } from '../../store/store.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/**
 * The Ed25519 key that signs checkpoints. The private key is a file of mode 0600 in the data folder (PKCS#8,
 * PEM); the public key is an act of the log, so nobody can change it unnoticed. Call every method inside a
 * job.
 *
 * The file is written before the act. After a power cut between the two, the next call uses the file; in the
 * other order, the log would name a key that nobody has.
 */
export class LogKey {
  readonly #store: Store
  readonly #path: string

  constructor(store: Store, path: string) {
    this.#store = store
    this.#path = path
  }

  /** Returns the public key, 32 bytes. The first call makes the key. */
  publicKey(): Buffer {
    return this.#store.anchors.newestKey() ?? rawPublicKey(this.#found())
  }

  /** Returns the private key. @throws {OperatorFault} when the file is missing or contains another key */
  privateKey(): KeyObject {
    const named = this.#store.anchors.newestKey()
    if (named === undefined) return this.#found()
    const key = this.#read()
    if (key === null) throw new OperatorFault(...withRemedy('anchorKey.missing', { path: this.#path }))
    if (!rawPublicKey(key).equals(named))
      throw new OperatorFault(...withRemedy('anchorKey.other', { path: this.#path }))
    return key
  }

  /** Replaces a lost key. Earlier checkpoints still need the earlier key to be verified. */
  renew(operator: string): void {
    if (this.#read() !== null)
      throw new OperatorFault(...withRemedy('anchorKey.exists', { path: this.#path }))
    this.#make()
    this.#name(must(this.#read()), operator)
  }

  #found(): KeyObject {
    if (!existsSync(this.#path)) this.#make()
    const key = must(this.#read())
    this.#name(key, 'granary')
    return key
  }

  #name(key: KeyObject, operator: string): void {
    const { acts, writer } = this.#store
    const { nowMs } = writer
    const publicKey = rawPublicKey(key)
    const id = uuidv7()
    acts.append('anchor_key', id, nowMs, {
      id,
      public_key: publicKey.toString('base64'),
      operator,
      received_at: formatInstant(nowMs),
    })
    this.#store.audit.append(nowMs, {
      credential: null,
      action: 'anchor_key',
      outcome: 'done',
      detail: { key: id, operator },
    })
  }

  #make(): void {
    // Checked first: while the clock is in doubt no act can name the key, and its file would block the next
    // attempt.
    this.#store.clock.check()
    const { privateKey } = generateKeyPairSync('ed25519')
    writeWhole(this.#path, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  }

  #read(): KeyObject | null {
    try {
      const key = createPrivateKey(readFileSync(this.#path))
      // Throws for a key of another kind.
      rawPublicKey(key)
      return key
    } catch (error) {
      const path = this.#path
      const code = systemCode(error)
      if (code === 'ENOENT') return null
      throw new OperatorFault(
        code === undefined
          ? message('anchorKey.notAKey', { path })
          : message('anchorKey.unreadable', { path, code }),
        message('anchorKey.unreadable.remedy'),
      )
    }
  }
}
