import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseVkey } from '../../../src/domain/note.ts'
import { checkProof } from '../../../src/domain/proof-file.ts'
import { rfc8785 } from '../../support/domain/rfc8785.ts'

/**
 * The worked example of docs/proofs.md, worked by what the page says alone; the program is asked only at the end.
 */
const page = readFileSync(new URL('../../../docs/proofs.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/^```(?:text|json)\n([\s\S]*?)\n```$/gm)].map(([, block]) => block as string)
const [vkey, proofText, canonical] = blocks as [string, string, string]
const proof = JSON.parse(proofText)
const rows = page.slice(page.indexOf('## A worked example')).matchAll(/^\| (.*) \| `([0-9a-f]+)` \|$/gm)
const table = [...rows].map(([, what, hex]) => ({ what, hex }))

const sha256 = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest()
const bytes = (base64: string) => Buffer.from(base64, 'base64')

test('the page shows three blocks and nine values', () => {
  expect(blocks).toHaveLength(3)
  expect(table).toHaveLength(9)
})

test('its values follow from its proof file', () => {
  expect(canonical).toBe(rfc8785(proof.record))
  const digest = sha256(canonical)
  const path: Buffer[] = proof.path.map(bytes)
  const up = [sha256(Buffer.of(0), bytes(proof.salt), digest)]
  const [p0, p1, p2, p3] = path as [Buffer, Buffer, Buffer, Buffer]
  up.push(sha256(Buffer.of(1), up[0] as Buffer, p0))
  up.push(sha256(Buffer.of(1), p1, up[1] as Buffer))
  up.push(sha256(Buffer.of(1), p2, up[2] as Buffer))
  up.push(sha256(Buffer.of(1), up[3] as Buffer, p3))
  const [name, id, material] = vkey.split('+') as [string, string, string]
  const keyId = sha256(`${name}\n`, bytes(material)).subarray(0, 4)
  const [text, signatureLine] = proof.checkpoint.split('\n\n') as [string, string]
  const [, signer, base64] = signatureLine.trim().split(' ') as [string, string, string]
  const signature = bytes(base64).subarray(4)

  const values = [digest, bytes(proof.salt), ...up, keyId, signature]
  expect(table.map(({ hex }) => hex)).toEqual(values.map((value) => value.toString('hex')))
  expect(digest.toString('base64')).toBe(proof.digest)
  expect(up[4]?.toString('base64')).toBe(proof.root)
  expect([id, signer]).toEqual([keyId.toString('hex'), name])
  expect(text.split('\n').slice(0, 3)).toEqual([name, `${proof.tree_size}`, proof.root])
  // RFC 8410: what stands before an Ed25519 public key in SPKI.
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes(material).subarray(1)])
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from(`${text}\n`), key, signature)).toBe(true)
})

test('the program agrees', () => {
  expect(checkProof(proof, parseVkey(vkey))).toMatchObject({ proved: true, leafIndex: 6 })
})
