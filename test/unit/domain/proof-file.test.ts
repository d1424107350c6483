import { describe, expect, test } from 'vitest'
import { Problem } from '../../../src/base/problem.ts'
import { checkpointText } from '../../../src/domain/checkpoint.ts'
import { parseIJson } from '../../../src/domain/i-json.ts'
import { signNote } from '../../../src/domain/note.ts'
import { checkProof, type ProofPart } from '../../../src/domain/proof-file.ts'
import {
  EARLIER,
  KEY,
  keyOf,
  ORIGIN,
  proofOf,
  RECORD,
  VKEY,
  vkeyFor,
} from '../../support/domain/proof-scene.ts'

const proof = proofOf()
const root = Buffer.from(proof.root, 'base64')

const faultsOf = (json: unknown, vkey = VKEY): readonly ProofPart[] => {
  const verdict = checkProof(json, vkey)
  return verdict.proved ? [] : verdict.faults.map(({ part }) => part)
}
const flipped = (base64: string, byte: number): string => {
  const bytes = Buffer.from(base64, 'base64')
  bytes[byte] = (bytes[byte] as number) ^ 1
  return bytes.toString('base64')
}

describe('a proof that holds', () => {
  test('tells the record, its place, and the checkpoint', () => {
    expect(checkProof(proof, VKEY)).toEqual({
      proved: true,
      record: RECORD,
      leafIndex: 6,
      checkpoint: { origin: ORIGIN, size: 13, root, audit: null },
    })
  })
  test('at every place of the log', () => {
    for (let index = 0; index < 13; index++) expect(faultsOf(proofOf(RECORD, index))).toEqual([])
  })
  test('whatever is derived, and whatever stands beside it', () => {
    const verdict = checkProof({ ...proof, record: { ...RECORD, derived: { kg: 1 } }, comment: 'mine' }, VKEY)
    expect(verdict).toMatchObject({ proved: true, record: RECORD })
    expect(verdict).not.toHaveProperty('record.derived')
  })
  test('in whatever order and spacing its members are written', () => {
    const backwards = Object.fromEntries(Object.entries(RECORD).reverse())
    const text = JSON.stringify({ ...proof, record: backwards }, null, 4).replace('150.5', '1505e-1')
    expect(faultsOf(parseIJson(text))).toEqual([])
  })
  test('with signatures of others beside the right one', () => {
    const stranger = signNote('other\n', 'stranger', keyOf(Buffer.alloc(32, 9))).slice('other\n\n'.length)
    expect(faultsOf({ ...proof, checkpoint: proof.checkpoint + stranger })).toEqual([])
  })
  test('a record may have members that objects inherit', () => {
    const record = JSON.parse('{"id": "x", "__proto__": {"a": 1}, "constructor": 2, "toString": null}')
    expect(faultsOf(proofOf(record))).toEqual([])
    expect(faultsOf({ ...proofOf(record), record: { id: 'x' } })).toEqual(['digest'])
  })
})

describe('what does not fit is named', () => {
  test.each<[string, object, ProofPart[]]>([
    ['a member of the record', { record: { ...RECORD, crop: 'maize' } }, ['digest']],
    ['a member more', { record: { ...RECORD, more: null } }, ['digest']],
    ['derived inside', { record: { ...RECORD, quantity: { ...RECORD.quantity, derived: 1 } } }, ['digest']],
    ['the digest', { digest: flipped(proof.digest, 0) }, ['digest', 'path']],
    ['the salt', { salt: flipped(proof.salt, 31) }, ['path']],
    ['the place', { leaf_index: 5 }, ['path']],
    ['a place beyond the tree', { leaf_index: 13 }, ['path']],
    ['the size, where the way up is another', { tree_size: 7 }, ['path', 'size']],
    ['the size, where the way up is the same', { tree_size: 12 }, ['size']],
    ['a path too short', { path: proof.path.slice(1) }, ['path']],
    ['a path too long', { path: [...proof.path, proof.root] }, ['path']],
    ['no path', { path: [] }, ['path']],
    ['the root', { root: flipped(proof.root, 9) }, ['path', 'root']],
    ['the checkpoint’s text', { checkpoint: proof.checkpoint.replace('\n\n', '\nmore\n\n') }, ['signature']],
    ['no note at all', { checkpoint: 'trust me' }, ['checkpoint']],
    ['a note that is no checkpoint', { checkpoint: signNote('text\n', ORIGIN, KEY) }, ['checkpoint']],
  ])('%s', (_what, changed, expected) => {
    expect(faultsOf({ ...proof, ...changed })).toEqual(expected)
  })
  test('the key of another log, and another key of the same name', () => {
    expect(faultsOf(proof, vkeyFor(`granary/${'ab'.repeat(16)}`, KEY))).toEqual(['origin', 'key'])
    expect(faultsOf(proof, vkeyFor(ORIGIN, keyOf(Buffer.alloc(32, 9))))).toEqual(['key'])
    expect(faultsOf(proof, vkeyFor(ORIGIN, KEY, 'cosignature/v1'))).toEqual(['key'])
  })
  test('a checkpoint of another tree or another log, signed with the right key', () => {
    const under = (checkpoint: Parameters<typeof checkpointText>[0]) =>
      faultsOf({ ...proof, checkpoint: signNote(checkpointText(checkpoint), ORIGIN, KEY) })
    expect(under({ origin: ORIGIN, size: 14, root: Buffer.alloc(32), audit: null })).toEqual(['size', 'root'])
    expect(under({ origin: 'granary/another', size: 13, root, audit: null })).toEqual(['origin'])
  })
})

test('a proof of an earlier version, with the head of the audit log in its checkpoint', () => {
  const earlier = proofOf(RECORD, 6, EARLIER)
  expect(checkProof(earlier, VKEY)).toMatchObject({ proved: true, checkpoint: EARLIER })
  const checkpoint = earlier.checkpoint.replace('audit 40', 'audit 41')
  expect(faultsOf({ ...earlier, checkpoint })).toEqual(['signature'])
})

test('no byte of the file can be changed or left out', () => {
  const bytes = Buffer.from(JSON.stringify(proof))
  expect(proves(bytes)).toBe(true)
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes)
    changed[i] = (changed[i] as number) ^ 1
    expect(proves(changed), `byte ${i} changed: ${changed.subarray(i - 9, i + 9)}`).toBe(false)
    const shorter = Buffer.concat([bytes.subarray(0, i), bytes.subarray(i + 1)])
    expect(proves(shorter), `byte ${i} left out: ${shorter.subarray(i - 9, i + 9)}`).toBe(false)
  }
})

describe('files of the wrong form', () => {
  const { salt: _, ...withoutSalt } = proof
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a list', [proof]],
    ['a text', JSON.stringify(proof)],
    ['a member missing', withoutSalt],
    ['a member that is only inherited', Object.create(proof)],
    ['a record that is a list', { ...proof, record: [RECORD] }],
    ['a record that is a text', { ...proof, record: JSON.stringify(RECORD) }],
    ['a place below nought', { ...proof, leaf_index: -1 }],
    ['half a place', { ...proof, leaf_index: 0.5 }],
    ['a place in quotes', { ...proof, leaf_index: '6' }],
    ['a size that no number holds', { ...proof, tree_size: 2 ** 53 }],
    ['a salt in hexadecimal', { ...proof, salt: '5a'.repeat(32) }],
    ['a salt of 31 bytes', { ...proof, salt: Buffer.alloc(31).toString('base64') }],
    ['a salt of 33 bytes', { ...proof, salt: Buffer.alloc(33).toString('base64') }],
    ['a salt of a million characters', { ...proof, salt: 'A'.repeat(1_000_000) }],
    ['a digest whose last bits are not nought', { ...proof, digest: proof.digest.replace(/.=$/, '9=') }],
    ['a root in base64 for addresses', { ...proof, root: Buffer.alloc(32, 0xff).toString('base64url') }],
    ['a path that is a text', { ...proof, path: proof.path.join() }],
    ['a path longer than any tree is high', { ...proof, path: Array(54).fill(proof.root) }],
    ['a path with a number in it', { ...proof, path: [...proof.path.slice(1), 7] }],
    ['a checkpoint in parts', { ...proof, checkpoint: [proof.checkpoint] }],
  ])('%s', (_what, json) => {
    const faults = faultsOf(json)
    expect(faults.length).toBeGreaterThan(0)
    expect(new Set(faults)).toEqual(new Set(['form']))
  })
  test('all that is malformed is named at once', () => {
    expect(checkProof({}, VKEY)).toMatchObject({ proved: false, faults: Array(8).fill({ part: 'form' }) })
  })
  test('a checkpoint of a million signatures is not gone through', () => {
    const [, line] = proof.checkpoint.split('\n\n')
    const checkpoint = proof.checkpoint + line?.repeat(10_000)
    expect(faultsOf({ ...proof, checkpoint })).toEqual(['checkpoint'])
  })
})

/** As the command reads it. */
function proves(bytes: Buffer): boolean {
  try {
    return checkProof(parseIJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), VKEY).proved
  } catch (error) {
    if (error instanceof Problem || error instanceof TypeError) return false
    throw error
  }
}
