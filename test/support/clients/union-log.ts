import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Stated } from '../../../src/clients/union/trust.ts'
import { checkpointText, originOf } from '../../../src/domain/checkpoint.ts'
import { consistencyPath, type Subtrees } from '../../../src/domain/merkle.ts'
import { rawPublicKey, signNote, vkeyOf } from '../../../src/domain/note.ts'
import { Rfc9162 } from '../../unit/domain/rfc9162.ts'

/** The log of a made-up appliance, and what its pages say of it. */
export class Log {
  readonly oracle: Rfc9162
  readonly origin: string
  readonly key: KeyObject

  constructor(leaves: readonly string[], key = generateKeyPairSync('ed25519').privateKey, incarnation = 1) {
    this.oracle = new Rfc9162(leaves.map((leaf) => Buffer.from(leaf)))
    this.origin = originOf(Buffer.alloc(16, incarnation))
    this.key = key
  }

  get vkey(): string {
    return vkeyOf(this.origin, rawPublicKey(this.key))
  }

  /** What its page says of this size, to a reader that has the checkpoint of another. */
  states(size: number, from: number, more: Partial<Stated> = {}): Stated {
    const text = checkpointText({ origin: this.origin, size, root: this.oracle.root(0, size), audit: null })
    const subtrees: Subtrees = (level, n) => this.oracle.root(n * 2 ** level, (n + 1) * 2 ** level)
    return {
      cooperative: '019e72f6-3a80-7e01-80fd-1ce1acc173e3',
      log: this.origin,
      key: this.vkey,
      checkpoint: signNote(text, this.origin, this.key),
      consistency: consistencyPath(from, size, subtrees).map((hash) => hash.toString('base64')),
      ...more,
    }
  }
}

export const leaves = (count: number, word = 'leaf') =>
  Array.from({ length: count }, (_, i) => `${word} ${i}`)
