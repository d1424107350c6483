import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { OperatorFault } from '../../base/problem.ts'
import { syncFolderNow } from '../../base/sync-folder.ts'
import { rawPublicKey } from '../../domain/note.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Store } from '../../store/store.ts'

/**
 * The Ed25519 key that checkpoints are signed with: the private one a file of mode 0600 in the data folder (PKCS#8, PEM),
 * the public one an act of the log, so that nobody changes it unnoticed. Every method is called inside a job.
 *
 * File first, then the act. Cut between the two, the file is taken at the next call; the other way round the log would
 * name a key that nobody has.
 */
export class LogKey {
  readonly #store: Store
  readonly #path: string

  constructor(store: Store, path: string) {
    this.#store = store
    this.#path = path
  }

  /** 32 bytes. Made when there never was one. */
  publicKey(): Buffer {
    return this.#store.anchors.newestKey() ?? rawPublicKey(this.#found())
  }

  /** @throws {OperatorFault} when the file is lost, or holds another key */
  privateKey(): KeyObject {
    const named = this.#store.anchors.newestKey()
    if (named === undefined) return this.#found()
    const key = this.#read()
    if (key === null)
      throw new OperatorFault(
        `The key that checkpoints are signed with, ${this.#path}, is not there.`,
        'Put it back from a backup. If there is none, make another: granary anchor run --new-key',
      )
    if (!rawPublicKey(key).equals(named))
      throw new OperatorFault(
        `The key in ${this.#path} is not the one this log is signed with.`,
        'Put the right one back from a backup, and keep this one for whoever investigates.',
      )
    return key
  }

  /** Another key for one that is lost. Whoever holds earlier checkpoints still needs the earlier key to read them. */
  renew(operator: string): void {
    if (this.#read() !== null)
      throw new OperatorFault(
        `The key ${this.#path} is there, so no other is made.`,
        'Run it without --new-key. If that key has leaked, move the file away first.',
      )
    this.#make()
    this.#name(this.#read() as KeyObject, operator)
  }

  /** The first key of this log. */
  #found(): KeyObject {
    if (!existsSync(this.#path)) this.#make()
    const key = this.#read() as KeyObject
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
    // A key that is there, and that no act could name, would stand in the way of the next attempt.
    this.#store.clock.check()
    const { privateKey } = generateKeyPairSync('ed25519')
    const unfinished = `${this.#path}.new`
    const file = openSync(unfinished, 'w', 0o600)
    try {
      writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(unfinished, this.#path)
    syncFolderNow(dirname(this.#path))
  }

  #read(): KeyObject | null {
    try {
      return createPrivateKey(readFileSync(this.#path))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw new OperatorFault(
        `The key ${this.#path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'no key'}).`,
        'Give the user that runs Granary the right to it (chown, chmod 600), or put it back from a backup.',
      )
    }
  }
}
