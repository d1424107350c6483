import { createHash, generateKeyPairSync } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TransparencyLogEntry } from '@sigstore/bundle'
import { verifyTLogInclusion } from '@sigstore/verify/dist/tlog/index.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settings } from '../../../../src/appliance/doctor/odd-settings.ts'
import {
  cosignedAt,
  cosigners,
  openNote,
  parseVkey,
  rawPublicKey,
  type Vkey,
  vkeyOf,
} from '../../../../src/domain/note.ts'
import type { Told } from '../../../../src/words/fault.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { rfc8785 } from '../../../support/domain/rfc8785.ts'
import { PURPOSE } from '../../../support/flows/help.ts'
import { told, look as verified } from '../../../support/proofs/verify/scene.ts'
import { bring, makeBatch, outside, published } from './help.ts'
import { Witness } from './witness.ts'

/** Two witnesses of other people, one of which signs by ML-DSA-44, and proofs that anybody can read. */

let a: Appliance
let farmer: Actor
let [one, other]: Witness[] = []
const started = async () => [await Witness.started('one.test/w'), await Witness.started('other.test/w', true)]
beforeEach(async () => {
  ;[one, other] = await started()
})
afterEach(async () => {
  await a.close()
  await Promise.all([one?.stop(), other?.stop()])
})

async function lives(quorum: string): Promise<void> {
  const file = join(outside(), 'witnesses.policy')
  const lines = [one, other].map((witness, i) => `witness w${i} ${witness?.vkey} ${witness?.url}`)
  writeFileSync(file, [...lines, `group both all w0 w1`.replace('all', quorum), 'quorum both', ''].join('\n'))
  a = await makeAppliance({ anchorPublisher: `policy:${file}` })
  farmer = await a.party('person', 'Grace')
  const { origin, vkey } = await a.kernel.ports.submit(() => a.kernel.anchors.key())
  one?.know(origin, vkey)
  other?.know(origin, vkey)
}

describe('a policy with two witnesses', () => {
  test('has the signatures of both on each root and each proof', async () => {
    await lives('all')
    for (let day = 0; day < 3; day++) expect((await published(a, farmer)).sent).toBe('published')
    const [root] = (await farmer.get('/v1/anchors/roots')).body.roots
    expect(root.publisher).toBe('witness one.test/w, other.test/w')
    expect(root.witnesses).toEqual([
      { name: 'one.test/w', signed_at: expect.any(String) },
      { name: 'other.test/w', signed_at: expect.any(String) },
    ])
    const note = openNote(root.checkpoint + root.receipt)
    for (const witness of [one, other])
      expect(cosignedAt(note, parseVkey(witness?.vkey as string))).toBeGreaterThan(1_700_000_000)
    // Not a byte of what is signed may change, whichever way it is signed.
    const changed = { ...note, text: note.text.replace(/\n(\d+)\n/, (_, size) => `\n${Number(size) + 1}\n`) }
    for (const witness of [one, other])
      expect(cosignedAt(changed, parseVkey(witness?.vkey as string))).toBeNull()
    a.kernel.store.writeBehind()
    expect(told(await verified(a.kernel.store.db.name))).toEqual([])
  })
  test('is not met by one where both must sign, and goes on when the other is back', async () => {
    await lives('all')
    if (other) other.misdeed = (_request, response) => response.writeHead(500).end()
    expect((await published(a, farmer)).sent).toMatchObject({
      message: expect.stringContaining('1 of 2 witnesses signed'),
    })
    if (other) other.misdeed = null
    expect(await a.kernel.sending.send(true)).toBe('published')
  })
  test('is met by either where any is enough', async () => {
    await lives('any')
    if (one) one.misdeed = (_request, response) => response.destroy()
    expect((await published(a, farmer)).sent).toBe('published')
    const [root] = (await farmer.get('/v1/anchors/roots')).body.roots
    const note = openNote(root.checkpoint + root.receipt)
    expect(cosignedAt(note, parseVkey(other?.vkey as string))).not.toBeNull()
    expect(cosignedAt(note, parseVkey(one?.vkey as string))).toBeNull()
  })
  test('learns nothing of the records, but how many there are', async () => {
    await lives('all')
    await published(a, farmer)
    await published(a, farmer)
    const sent = [...(one?.bodies ?? []), ...(other?.bodies ?? [])]
    expect(sent.length).toBeGreaterThan(3)
    for (const secret of [farmer.id, 'Grace', a.cooperative.id]) expect(sent.join()).not.toContain(secret)
    // Sizes, hashes and signatures, and nothing else.
    for (const body of sent)
      expect(body).toMatch(
        /^old \d+\n([\w+/]{43}=\n)*\ngranary\/[0-9a-f]{32}\n\d+\n[\w+/]{43}=\n\n\u2014 \S+ \S+\n$/,
      )
  })
  test('that cannot be used stops nothing: it is said where roots are published, and by the doctor, until it is mended', async () => {
    await lives('all')
    const { config } = a.kernel
    const file = config.anchorPublisher.slice('policy:'.length)
    const whole = readFileSync(file, 'utf8')
    for (const [text, why] of [
      ['quorum nobody\n', /line 1/],
      ['quorum none\n', /no witness with an address/],
      [whole.replace('quorum both', 'quorum both\nquorum both'), /line 5/],
    ] as const) {
      writeFileSync(file, text)
      const { sent } = await published(a, farmer)
      expect(sent).toMatchObject({ message: expect.stringMatching(why) })
      expect(settings({ config, variables: () => [] } as never)).toMatchObject({
        standing: 'caution',
        finding: { key: 'anchor.badPolicy' },
      })
      // A fault of the policy does not hide another one.
      const both = settings({ config, variables: () => ['GRANARY_LISTN'] } as never)
      expect([both.finding, both.remedy].map((said) => englishWords().tell(said as Told))).toEqual([
        expect.stringMatching(/^The policy .* cannot be used: .*[^.]\. GRANARY_LISTN is not a setting/s),
        expect.stringMatching(/^Correct the file .* GRANARY_ANCHOR_PUBLISHER\. Correct or remove it/s),
      ])
    }
    rmSync(file)
    expect((await published(a, farmer)).sent).toMatchObject({
      message: expect.stringMatching(/cannot be used/),
    })
    writeFileSync(file, whole)
    expect((await published(a, farmer)).sent).toBe('published')
    expect(settings({ config, variables: () => [] } as never)).toMatchObject({ standing: 'good' })
  })
  test('is not met, whatever the quorum, where a witness has seen a later tree of this log', async () => {
    await lives('any')
    expect((await published(a, farmer)).sent).toBe('published')
    if (other)
      other.misdeed = (_request, response) =>
        response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end('1000000\n')
    expect((await published(a, farmer)).sent).toMatchObject({
      message: expect.stringMatching(/1000000|1,000,000/),
    })
    if (one) one.misdeed = (_request, response) => response.destroy()
    // A witness that does not answer hides none that contradicts.
    expect((await published(a, farmer)).sent).toMatchObject({
      message: expect.stringMatching(/1000000|1,000,000/),
    })
  })
  test('takes one line of a witness, however many it sends', async () => {
    await lives('all')
    if (one) one.signings = 40
    if (other) other.signings = 10
    expect((await published(a, farmer)).sent).toBe('published')
    const [root] = (await farmer.get('/v1/anchors/roots')).body.roots
    expect(root.witnesses).toHaveLength(2)
    expect(openNote(root.checkpoint + root.receipt).signatures).toHaveLength(3)
  })
  test('leaves roots readable whose receipts are spoilt', async () => {
    expect(cosigners('no line\n')).toEqual([])
    expect(cosigners(`\u2014 short ${Buffer.alloc(9).toString('base64')}\n`)).toEqual([])
    const line = (at: bigint) => {
      const time = Buffer.alloc(8)
      time.writeBigUInt64BE(at)
      return `\u2014 far ${Buffer.concat([Buffer.alloc(4), time, Buffer.alloc(64)]).toString('base64')}\n`
    }
    expect(cosigners(line(1n << 62n))).toEqual([{ name: 'far', atMs: null }])
    expect(cosigners(line(1n).repeat(70))).toEqual([])
  })
})

describe('a proof that others read', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

  /** What the library takes. It reads no file of this kind, so its lines are taken apart here. @throws as the library does */
  function verifiedBySigstore(proof: string, signer: Vkey): { entry: Buffer; signed: string[] } {
    const gap = proof.indexOf('\n\n')
    const [first, extra = '', index = '', ...path] = proof.slice(0, gap).split('\n')
    expect(first).toBe('c2sp.org/tlog-proof@v1')
    expect([extra, index]).toEqual([
      expect.stringMatching(/^extra \S+$/),
      expect.stringMatching(/^index \d+$/),
    ])
    const entry = Buffer.from(extra.slice('extra '.length), 'base64')
    const envelope = proof.slice(gap + 2)
    const inclusionProof = {
      logIndex: index.slice('index '.length),
      hashes: path.map((line) => Buffer.from(line, 'base64')),
      checkpoint: { envelope },
    }
    const log = { logID: signer.keyId, baseURL: signer.name, publicKey: signer.publicKey }
    verifyTLogInclusion({ canonicalizedBody: entry, inclusionProof } as TransparencyLogEntry, [
      { ...log, validFor: { start: new Date(0), end: new Date() } },
    ])
    return { entry, signed: openNote(envelope).signatures.map(({ name }) => name) }
  }

  test('leads from the record to the root that the log and both witnesses signed', async () => {
    await lives('all')
    const ids = await bring(farmer, 40)
    await makeBatch(a)
    await a.kernel.sending.send(true)
    const { vkey } = (await farmer.get('/v1/anchors/key')).body
    const signer = parseVkey(vkey)
    const others = parseVkey(vkeyOf(signer.name, rawPublicKey(generateKeyPairSync('ed25519').publicKey)))
    for (const id of ids) {
      const answer = await farmer.get(`/v1/records/${id}/proof?purpose=${PURPOSE}&format=tlog-proof`)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
      const { entry, signed } = verifiedBySigstore(answer.text, signer)
      const { derived: _, ...stored } = (await farmer.get(`/v1/records/${id}?purpose=${PURPOSE}`)).body
      expect(entry.subarray(32)).toEqual(sha256(Buffer.from(rfc8785(stored))))
      expect(signed).toEqual([expect.stringMatching(/^granary\//), 'one.test/w', 'other.test/w'])
      // The library refuses what is not the log's.
      expect(() => verifiedBySigstore(answer.text, others)).toThrow('invalid checkpoint signature')
      const moved = answer.text.replace(/\nindex (\d+)\n/, (_, at) => `\nindex ${at ^ 1}\n`)
      expect(() => verifiedBySigstore(moved, signer)).toThrow()
    }
  })
  test('is refused as the other form is', async () => {
    await lives('all')
    const [id] = await bring(farmer, 1)
    const asked = `/v1/records/${id}/proof?purpose=${PURPOSE}`
    expect((await farmer.get(`${asked}&format=tlog-proof`)).body.code).toBe('not_anchored')
    expect((await farmer.get(`${asked}&format=cbor`)).body.code).toBe('invalid_parameter')
    expect((await a.cooperative.get(`${asked}&format=tlog-proof`)).status).toBe(404)
  })
})
