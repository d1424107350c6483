import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openKernel } from '../../../../src/assemble.ts'
import { consistencyPath } from '../../../../src/domain/merkle.ts'
import { openNote, parseVkey, signedBy } from '../../../../src/domain/note.ts'
import { checkProof } from '../../../../src/domain/proof-file.ts'
import { openPublisher } from '../../../../src/proofs/anchor/open.ts'
import { Sending } from '../../../../src/proofs/anchor/sending.ts'
import { WitnessPublisher } from '../../../../src/proofs/anchor/witness-publisher.ts'
import type { AnchorBatch } from '../../../../src/store/acts/anchors.ts'
import { message } from '../../../../src/words/message.ts'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { bring, madeKey, makeBatch, outside, published, states } from './help.ts'
import { type Misdeed, Witness } from './witness.ts'

let a: Appliance
let farmer: Actor
afterEach(() => a.close())
async function lives(settings: Parameters<typeof makeAppliance>[0]): Promise<void> {
  a = await makeAppliance(settings)
  farmer = await a.party('person', 'Grace')
}

describe('a folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = outside()
    await lives({ anchorPublisher: `folder:${folder}` })
  })
  const life = () => a.kernel.store.appliance.incarnation.toString('hex')

  test('gets each checkpoint under a name of its own, and the newest under one that stays', async () => {
    const first = await published(a, farmer)
    const second = await published(a, farmer)
    expect([first.sent, second.sent]).toEqual(['published', 'published'])
    expect(readFileSync(join(folder, 'checkpoint'), 'utf8')).toBe(second.batch?.checkpoint)
    const kept = readdirSync(join(folder, life())).sort()
    expect(kept.map((name) => readFileSync(join(folder, life(), name), 'utf8'))).toEqual([
      first.batch?.checkpoint,
      second.batch?.checkpoint,
    ])
    const { roots } = (await farmer.get('/v1/anchors/roots')).body
    expect(roots.map((root: { receipt: string }) => root.receipt)).toEqual(
      [...kept].reverse().map((name) => `${life()}/${name}`),
    )
    expect(states(a)).toEqual(['published 1', 'published 1'])
    expect(await a.kernel.sending.send(true)).toBe('nothing')
  })
  test('that is not mounted makes the root fail and is not made; the next one that goes out covers it', async () => {
    rmSync(folder, { recursive: true })
    expect((await published(a, farmer)).sent).toMatchObject({
      message: expect.stringContaining('does not exist'),
    })
    expect(existsSync(folder)).toBe(false)
    // It is not tried again at once by itself, and at once when the operator says so.
    expect(await a.kernel.sending.send(false)).toBe('later')
    expect(states(a)).toEqual(['failed 1'])
    expect(a.kernel.ports.anchoring()).toMatchObject({ batchesPending: 0, batchesFailed: 1 })
    expect(await a.kernel.sending.send(true)).toMatchObject({ message: expect.anything() })
    mkdirSync(folder)
    const next = await published(a, farmer)
    expect([next.sent, ...states(a)]).toEqual(['published', 'published 1', 'covered 2'])
    expect(a.kernel.ports.anchoring()).toMatchObject({ batchesPending: 0, batchesFailed: 0 })
  })
  test('that was read elsewhere shows a log that was rolled back', async () => {
    await madeKey(a)
    await published(a, farmer)
    const older = await makeBatch(a)
    expect(older).toBeNull()
    // The same log, put back as it was and gone on differently: its tree is smaller than the one that is known.
    const newest = readFileSync(join(folder, 'checkpoint'), 'utf8')
    const size = Number(newest.split('\n')[1])
    writeFileSync(join(folder, 'checkpoint'), newest.replace(`\n${size}\n`, `\n${size + 5}\n`))
    const { sent } = await published(a, farmer)
    expect(sent).toMatchObject({ message: expect.stringContaining('rolled back or rewritten') })
    await expect(a.kernel.sending.compare()).rejects.toThrow('rolled back or rewritten')
  })
  test('does not take two stories under one name', async () => {
    await published(a, farmer)
    // A copy of the folder goes on by itself, and publishes to the same place.
    a.kernel.store.db.pragma('wal_checkpoint(TRUNCATE)')
    const data = join(outside(), 'copy')
    cpSync(a.kernel.config.data, data, {
      recursive: true,
      filter: (path) => !/granary\.(lock|sock)/.test(path),
    })
    const copy = openKernel({ ...a.kernel.config, data }, { clock: () => a.clock.nowMs })
    try {
      await copy.ports.submit(() => copy.credentials.issue('test', farmer.id, 'reader', null))
      await copy.ports.submit(() => copy.anchors.makeBatch())
      expect(await copy.sending.send(true)).toBe('published')
      await bring(farmer, 3)
      expect((await published(a, farmer)).sent).toMatchObject({
        message: expect.stringContaining('has a different tree of'),
      })
      // Also when somebody else's checkpoint has come to the name that stays.
      rmSync(join(folder, 'checkpoint'))
      expect((await published(a, farmer)).sent).toMatchObject({
        message: expect.stringContaining('a copy of it runs elsewhere'),
      })
    } finally {
      copy.close()
    }
  })
  test('keeps what it was told once', async () => {
    await published(a, farmer)
    const [name] = readdirSync(join(folder, life()))
    const path = join(folder, life(), name as string)
    const resigned = readFileSync(path, 'utf8').replace(/.{6}=\n$/, 'AAAAAA=\n')
    writeFileSync(path, resigned)
    await expect(a.kernel.sending.compare()).rejects.toThrow('contains a different checkpoint')
    expect(readFileSync(path, 'utf8')).toBe(resigned)
    writeFileSync(join(folder, 'checkpoint'), 'no checkpoint')
    await expect(a.kernel.sending.compare()).rejects.toThrow('is not a checkpoint')
  })
  test.skipIf(process.getuid?.() === 0)('that may not be written to says so', async () => {
    chmodSync(folder, 0o500)
    expect((await published(a, farmer)).sent).toMatchObject({ message: expect.stringContaining('EACCES') })
    chmodSync(folder, 0o700)
  })
})

describe('a witness', () => {
  let witness: Witness
  beforeEach(async () => {
    witness = await Witness.started()
    await lives({ anchorPublisher: witness.url, anchorPublisherKey: witness.vkey })
    const { origin, vkey } = await a.kernel.ports.submit(() => a.kernel.anchors.key())
    witness.know(origin, vkey)
  })
  afterEach(() => witness.stop())

  test('sees that each tree goes on from the one before, and signs; its signature is the receipt', async () => {
    for (let day = 0; day < 4; day++) {
      const { batch, sent } = await published(a, farmer)
      expect(sent).toBe('published')
      expect(witness.sizeOf(a.kernel.anchors.origin)).toBe(batch?.treeSize)
    }
    const [root] = (await farmer.get('/v1/anchors/roots?limit=1')).body.roots
    expect(root.publisher).toBe(`witness ${witness.name}`)
    expect(signedBy(openNote(root.checkpoint + root.receipt), parseVkey(witness.vkey))).toBe(true)
    // Whoever gets a proof gets its signature too.
    const [id] = await bring(farmer, 1)
    await published(a, farmer)
    const proof = (await farmer.get(`/v1/records/${id}/proof?purpose=research`)).body
    expect(signedBy(openNote(proof.checkpoint), parseVkey(witness.vkey))).toBe(true)
    expect(await a.kernel.sending.compare()).toMatchObject({ treeSize: proof.tree_size })
  })
  test('that has forgotten everything, or has seen more than was noted, is told from where it stands', async () => {
    await published(a, farmer)
    witness.forget()
    expect((await published(a, farmer)).sent).toBe('published')
    // Sent, and the power failed before it was noted.
    await bring(farmer, 1)
    const batch = (await makeBatch(a)) as AnchorBatch
    await openPublisher(a.kernel.config)?.publish({
      ...batch,
      origin: a.kernel.anchors.origin,
      knownSize: a.kernel.store.anchors.newestPublished()?.treeSize as number,
      consistencyFrom: (size) => consistencyPath(size, batch.treeSize, a.kernel.store.tree.subtrees),
      rootAt: () => batch.root,
    })
    expect(witness.sizeOf(a.kernel.anchors.origin)).toBe(batch.treeSize)
    expect(await a.kernel.sending.send(true)).toBe('published')
    expect((await published(a, farmer)).sent).toBe('published')
  })
  test('contradicts a log whose tree is smaller than what it has seen, or another', async () => {
    const { batch: first } = await published(a, farmer)
    const { batch: second } = await published(a, farmer)
    const { origin } = a.kernel.anchors
    const publisher = openPublisher(a.kernel.config)
    const { subtrees } = a.kernel.store.tree
    // What a copy of the folder from before the second root would send.
    const older = {
      checkpoint: first?.checkpoint as string,
      origin,
      treeSize: first?.treeSize as number,
      auditN: first?.auditN as number,
      knownSize: 0,
      consistencyFrom: () => [],
      rootAt: () => first?.root as Buffer,
    }
    await expect(publisher?.publish(older)).rejects.toThrow(
      `has seen a tree of ${second?.treeSize} entries, but the log has ${first?.treeSize}`,
    )
    // And one that went on from there in another way.
    const { batch: third } = await makeThird()
    const wrong = {
      ...older,
      checkpoint: third.checkpoint,
      treeSize: third.treeSize,
      consistencyFrom: (from: number) => consistencyPath(from, third.treeSize - 1, subtrees),
    }
    await expect(publisher?.publish(wrong)).rejects.toThrow('has seen a different tree')
  })
  async function makeThird() {
    await bring(farmer, 2)
    return { batch: (await makeBatch(a)) as AnchorBatch }
  }

  const answering =
    (status: number, body: string, type = 'text/plain'): Misdeed =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body)
  const misdeeds: Readonly<Record<string, readonly [Misdeed, RegExp]>> = {
    'answers 500': [answering(500, 'oops'), /answer 500/],
    'does not know the log': [answering(404, ''), /does not know this log/],
    'knows another key': [answering(403, ''), /under another key/],
    'finds no proof': [answering(422, ''), /rolled back or rewritten/],
    'has a later tree': [answering(409, '999999\n', 'text/x.tlog.size'), /rolled back or rewritten/],
    'has another tree and does not say which': [answering(409, 'what?'), /did not state its size/],
    'answers nothing': [answering(200, ''), /not with a signature of this checkpoint/],
    'answers a page of HTML': [answering(200, '<html>'), /not with a signature of this checkpoint/],
    'signs with another key': [
      answering(200, `\u2014 witness.test/w1 ${Buffer.alloc(76, 7).toString('base64')}\n`),
      /not with a signature of this checkpoint/,
    ],
    'answers without end': [answering(200, 'x'.repeat(70_000)), /too long/],
    'sends elsewhere': [
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      /does not answer/,
    ],
    'hangs up': [(request) => request.socket.destroy(), /does not answer/],
  }
  test.each(Object.keys(misdeeds))('that %s has not taken it; and takes it later', async (name) => {
    const [misdeed, expected] = misdeeds[name] as (typeof misdeeds)[string]
    witness.misdeed = misdeed
    const { sent } = await published(a, farmer)
    expect(sent).toMatchObject({ message: expect.stringMatching(expected) })
    expect(states(a)).toEqual(['failed 1'])
    witness.misdeed = null
    expect(await a.kernel.sending.send(true)).toBe('published')
    expect(states(a)).toEqual(['published 2'])
  })
  test('cannot spoil a proof with lines that are not its own', async () => {
    await published(a, farmer)
    const { checkpoint } = a.kernel.store.anchors.newest() as AnchorBatch
    const forged = checkpoint.slice(checkpoint.indexOf('\u2014 '))
    witness.adds = `${forged.replace(/ [^ \n]+$/m, ` ${Buffer.alloc(68, 1).toString('base64')}`)}${forged}`
    const [id] = await bring(farmer, 1)
    expect((await published(a, farmer)).sent).toBe('published')
    const { body } = await farmer.get(`/v1/records/${id}/proof?purpose=research`)
    const { vkey } = (await farmer.get('/v1/anchors/key')).body
    expect(checkProof(body, parseVkey(vkey))).toMatchObject({ proved: true })
    expect(openNote(body.checkpoint).signatures).toHaveLength(2)
  })
  test('that is silent is not waited for without end', async () => {
    witness.misdeed = () => {}
    const { batch } = await published({ ...a, kernel: { ...a.kernel, sending: quick() } }, farmer)
    expect(states(a)).toEqual(['failed 1'])
    expect(a.kernel.store.anchors.attempts(batch?.n as number)[0]?.reason).toMatchObject({
      args: { reason: message('publisher.timeout', { seconds: { amount: 0.2 } }) },
    })
  })
  const quick = () =>
    new Sending(a.kernel.store, new WitnessPublisher(witness.url, parseVkey(witness.vkey), 200))
  test('must be named with its key', () => {
    expect(() => openPublisher({ ...a.kernel.config, anchorPublisherKey: 'mistyped' })).toThrow(
      'is no verifier key',
    )
  })
})
