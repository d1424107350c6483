import { createPrivateKey, hash, type KeyObject } from 'node:crypto'
import { canonicalJson } from '../../../src/domain/canonical.ts'
import { type Checkpoint, checkpointText, originOf } from '../../../src/domain/checkpoint.ts'
import { inclusionPath, leafHash, nodeHash, rootOf, type Subtrees } from '../../../src/domain/merkle.ts'
import { parseVkey, rawPublicKey, signNote, type Vkey, vkeyOf } from '../../../src/domain/note.ts'

/** An Ed25519 key of a seed of 32 bytes, so that what is signed is the same at every run. */
export function keyOf(seed: Buffer): KeyObject {
  // RFC 8410 §7: what stands before the seed in PKCS#8.
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
}

export const vkeyFor = (name: string, key: KeyObject, algorithm?: Vkey['algorithm']): Vkey =>
  parseVkey(vkeyOf(name, rawPublicKey(key), algorithm))

/** A harvest as the service returns it, without what is derived. */
export const RECORD = {
  asserted_by: '019e72f6-3a80-7a2f-8257-bd34b48cf32c',
  crop: 'coffee_arabica_fresh_cherry',
  id: '019ea675-d280-715c-8e43-14c89e141f61',
  lawful_basis: 'consent',
  occurred_at: '2026-06-08T09:00:00.000Z',
  plot: { name: 'Kwa M\u00fcthoni' },
  producer: '019e72f6-3a80-7a2f-8257-bd34b48cf32c',
  quantity: { unit: 'kg', value: 150.5 },
  received_at: '2026-06-28T07:43:00.000Z',
  record_class: 'observation',
  recorded_at: '2026-06-28T07:43:00.000Z',
  type: 'harvest',
}

export const KEY = keyOf(Buffer.alloc(32, 7))
export const ORIGIN = originOf(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'))
export const VKEY = vkeyFor(ORIGIN, KEY)
/** Earlier versions stated the head of the audit log in the checkpoint. */
export const EARLIER = { audit: { n: 40, hash: hash('sha256', 'audit', 'buffer') } }

const SIZE = 13
const SALT = hash('sha256', 'salt', 'buffer')

/** The proof of a record in a log of 13 entries, as the service would write it. */
export function proofOf(
  record: object = RECORD,
  leafIndex = 6,
  more: Pick<Checkpoint, 'audit'> = { audit: null },
) {
  const digest = hash('sha256', canonicalJson(record), 'buffer')
  const subtrees: Subtrees = (level, n) => {
    if (level > 0) return nodeHash(subtrees(level - 1, 2 * n), subtrees(level - 1, 2 * n + 1))
    return n === leafIndex ? leafHash(SALT, digest) : leafHash(Buffer.from(`entry ${n}`))
  }
  const root = rootOf(SIZE, subtrees)
  return {
    record,
    leaf_index: leafIndex,
    tree_size: SIZE,
    salt: SALT.toString('base64'),
    digest: digest.toString('base64'),
    path: inclusionPath(leafIndex, SIZE, subtrees).map((one) => one.toString('base64')),
    root: root.toString('base64'),
    checkpoint: signNote(checkpointText({ origin: ORIGIN, size: SIZE, root, ...more }), ORIGIN, KEY),
  }
}
