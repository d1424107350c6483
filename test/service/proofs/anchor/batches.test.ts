import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openKernel } from '../../../../src/assemble.ts'
import { auditHeadIn, checkpointText, originOf, parseCheckpoint } from '../../../../src/domain/checkpoint.ts'
import { rootOf } from '../../../../src/domain/merkle.ts'
import { openNote, parseVkey, rawPublicKey, signedBy, signNote } from '../../../../src/domain/note.ts'
import { anchorFaults } from '../../../../src/proofs/anchor/faults.ts'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { told, look as verified } from '../../../support/proofs/verify/scene.ts'
import { bring, madeKey, makeBatch } from './help.ts'

let a: Appliance
let farmer: Actor
beforeEach(async () => {
  a = await makeAppliance()
  farmer = await a.party('person', 'Grace')
})
afterEach(() => a.close())

const keyFile = () => join(a.kernel.config.data, 'anchor.key')

describe('a batch', () => {
  test('fixes the root over the whole log and the head of the audit log, signed', async () => {
    const { store, anchors } = a.kernel
    await madeKey(a)
    const { head } = store.audit
    const batch = await makeBatch(a)
    const note = openNote(batch?.checkpoint as string)
    const said = parseCheckpoint(note.text)
    expect(said).toEqual({
      origin: `granary/${store.appliance.incarnation.toString('hex')}`,
      size: store.log.size,
      root: rootOf(store.log.size, store.tree.subtrees),
      audit: null,
    })
    const leaf = store.acts.bySeq(store.log.size)
    expect(auditHeadIn(JSON.parse(leaf?.json as string))).toEqual({ n: head.n, hash: head.hash })
    const { vkey, earlier } = await a.kernel.ports.submit(() => anchors.key())
    expect(signedBy(note, parseVkey(vkey))).toBe(true)
    expect(earlier).toEqual([])
    expect(anchors.batches(9)).toMatchObject([{ state: 'pending', attempts: 0, tree_size: said.size }])
  })
  test('is made only when something has come, be it a look at the records alone', async () => {
    await madeKey(a)
    expect(await makeBatch(a)).not.toBeNull()
    expect([await makeBatch(a), a.kernel.anchors.hasGrown]).toEqual([null, false])
    const [id] = await bring(farmer, 1)
    const second = await makeBatch(a)
    expect((await farmer.get(`/v1/records/${id}?purpose=research`)).status).toBe(200)
    const third = await makeBatch(a)
    expect([third?.treeSize, (third?.auditN as number) - (second?.auditN as number)]).toEqual([
      (second?.treeSize as number) + 1,
      1,
    ])
  })
  test('names the audit log as it was sealed before its own commit, whoever shares that', async () => {
    await madeKey(a)
    const [id] = await bring(farmer, 1)
    const { store, gate, anchors, ports } = a.kernel
    const author = { party: store.parties.find(farmer.id) as number, partyId: farmer.id, credential: null }
    const look = () => gate.readerFor(author, 'research').one(id as string)
    const { n, hash } = store.audit.head
    const [, batch] = await Promise.all([ports.submit(look), makeBatch(a), ports.submit(look)])
    expect(batch).toMatchObject({ auditN: n, auditHash: hash })
    expect([store.audit.size, anchors.hasGrown]).toEqual([n + 2, true])
    const later = await makeBatch(a)
    expect([later?.auditN, later?.treeSize]).toEqual([n + 2, (batch?.treeSize as number) + 1])
    expect(await anchorFaults(store)).toMatchObject({ batches: 2, faults: [] })
    store.writeBehind()
    expect(told(await verified(store.db.name))).toEqual([])
  })
  test('of an earlier version, whose checkpoint names the head of the audit log itself, verifies', async () => {
    const { store, anchorKey, ports } = a.kernel
    await madeKey(a)
    await bring(farmer, 1)
    const made = (hash: (stated: Buffer) => Buffer) =>
      ports.submit(() => {
        const { head } = store.audit
        const [size, { incarnation }] = [store.log.size, store.appliance]
        const root = rootOf(size, store.tree.subtrees)
        const origin = originOf(incarnation)
        const text = checkpointText({ origin, size, root, audit: { n: head.n, hash: hash(head.hash) } })
        store.anchors.addBatch({
          ...{ atMs: store.writer.nowMs, incarnation, treeSize: size, root },
          ...{ auditN: head.n, auditHash: head.hash },
          checkpoint: signNote(text, origin, anchorKey.privateKey()),
        })
      })
    await made((stated) => stated)
    await bring(farmer, 1)
    await makeBatch(a)
    expect(await anchorFaults(store)).toEqual({ batches: 2, faults: [] })
    store.writeBehind()
    expect(told(await verified(store.db.name))).toEqual([])
    await bring(farmer, 1)
    await made(() => Buffer.alloc(32, 1))
    expect((await anchorFaults(store)).faults).toHaveLength(1)
    store.writeBehind()
    expect(told(await verified(store.db.name))).toEqual([expect.stringContaining('checkpoint_differs')])
  })
  test('is not made of a folder with nothing in it', async () => {
    const kernel = openKernel(
      { ...a.kernel.config, data: join(a.kernel.config.data, 'new') },
      { create: true },
    )
    expect(await kernel.ports.submit(() => kernel.anchors.makeBatch())).toBeNull()
    kernel.close()
  })
})

describe('the key of the log', () => {
  test('is a file that only its owner may read, and an act of the log', async () => {
    const before = a.kernel.store.log.size
    await makeBatch(a)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    const raw = rawPublicKey(createPrivateKey(readFileSync(keyFile())))
    const act = a.kernel.store.acts.bySeq(before + 1)
    expect([act?.kind, JSON.parse(act?.json as string).public_key]).toEqual([
      'anchor_key',
      raw.toString('base64'),
    ])
    expect(a.kernel.store.anchors.newestKey()).toEqual(raw)
  })
  test('stays the same after a restart', async () => {
    const first = await makeBatch(a)
    a.kernel.close()
    const kernel = openKernel(a.kernel.config, { clock: () => a.clock.nowMs })
    try {
      await kernel.ports.submit(() => kernel.credentials.issue('test', farmer.id, 'party', null))
      const second = await kernel.ports.submit(() => kernel.anchors.makeBatch())
      const { vkey } = await kernel.ports.submit(() => kernel.anchors.key())
      for (const batch of [first, second])
        expect(signedBy(openNote(batch?.checkpoint as string), parseVkey(vkey))).toBe(true)
    } finally {
      kernel.close()
    }
  })
  test('that was written before the power failed is taken', async () => {
    await makeBatch(a)
    const file = readFileSync(keyFile())
    const other = await makeAppliance()
    writeFileSync(join(other.kernel.config.data, 'anchor.key'), file, { mode: 0o600 })
    await makeBatch(other)
    expect(other.kernel.store.anchors.newestKey()).toEqual(a.kernel.store.anchors.newestKey())
    await other.close()
  })
  test('that is lost is asked for, and no other is made unless the operator says so', async () => {
    await makeBatch(a)
    renameSync(keyFile(), `${keyFile()}.lost`)
    await bring(farmer, 1)
    await expect(makeBatch(a)).rejects.toThrow('is missing')
    // Whoever verifies needs the public one alone.
    expect((await farmer.get('/v1/anchors/key')).status).toBe(200)
    const was = (await farmer.get('/v1/anchors/key')).body.vkey
    await a.kernel.ports.submit(() => a.kernel.anchorKey.renew('test'))
    await makeBatch(a)
    const now = (await farmer.get('/v1/anchors/key')).body
    expect(now.vkey).not.toBe(was)
    expect(now.earlier).toEqual([was])
  })
  test('that is not the log’s own is refused, and so is one that nobody can read', async () => {
    await makeBatch(a)
    const other = await makeAppliance()
    await makeBatch(other)
    writeFileSync(keyFile(), readFileSync(join(other.kernel.config.data, 'anchor.key')))
    await other.close()
    await bring(farmer, 1)
    await expect(makeBatch(a)).rejects.toThrow('not the one that signs this log')
    const { privateKey } = generateKeyPairSync('x25519')
    for (const text of ['', 'no key', privateKey.export({ type: 'pkcs8', format: 'pem' })]) {
      writeFileSync(keyFile(), text)
      await expect(makeBatch(a)).rejects.toThrow('cannot be read (not a key)')
    }
    await expect(a.kernel.ports.submit(() => a.kernel.anchorKey.renew('test'))).rejects.toThrow()
  })
})
