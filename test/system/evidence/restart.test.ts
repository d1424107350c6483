import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeServer, openKernel } from '../../../src/assemble.ts'
import { dataFiles, readConfig } from '../../../src/config/config.ts'
import { aPicture, idOf } from '../../support/evidence/scene.ts'
import { ByHand, sha256 } from '../../support/evidence/uploading.ts'
import { soon } from '../../support/soon.ts'
import { auditFaults } from '../../support/store/audit-faults.ts'
import { leafFaults } from '../../support/store/leaf-faults.ts'
import { Service } from './service.ts'

/** What is found again after the service was stopped, or killed at the worst moment. */

const service = await Service.bundled()
const files = dataFiles(service.data)
beforeEach(() => service.start())
afterEach(() => service.end('SIGKILL'))
afterAll(() => service.remove())

const hand = () => new ByHand(service.port, service.token)
const inUploads = () => readdirSync(files.uploads).sort()

async function again(change: () => void = () => {}): Promise<void> {
  await service.end('SIGTERM')
  change()
  await service.start()
}

/** Work of the start goes on in the background: asks until it is done. */
const eventually = (isSo: () => boolean) => soon(() => expect(isSo()).toBe(true))

describe('killed when the picture stands in the object store and the log does not know of it', () => {
  async function killedAfterPut() {
    await service.end('SIGTERM')
    await service.start('dies-after-put')
    const picture = await aPicture()
    const path = await hand().begun(picture)
    await expect(hand().send(path, 0, picture)).rejects.toThrow()
    await service.ended()
    return { picture, path }
  }

  test('the upload is finished at the next start, and once', async () => {
    const { picture, path } = await killedAfterPut()
    expect(inUploads()).toEqual([`${idOf(path)}.bytes`, `${idOf(path)}.json`])
    await service.start()
    await eventually(() => inUploads().length === 0)
    const head = await hand().head(path)
    expect([head.status, head.headers['upload-offset']]).toEqual([200, String(picture.length)])
    const stored = head.headers['granary-sha256'] as string
    await service.end('SIGTERM')
    const kernel = openKernel(readConfig({ data: service.data, logLevel: 'silent' }, {}))
    try {
      expect(kernel.store.evidence.named(sha256(picture)).map((row) => row.storedSha256)).toEqual([stored])
      expect(await kernel.objects.has(`evidence/${stored}`)).not.toBe(null)
      expect(kernel.store.acts.byId(idOf(path))?.kind).toBe('evidence')
      expect([...auditFaults(kernel.store.db), ...leafFaults(kernel.store.db)]).toEqual([])
    } finally {
      kernel.close()
    }
  })

  test('and so it is when the client asks first', async () => {
    const { picture, path } = await killedAfterPut()
    await service.start()
    const [head, empty] = await Promise.all([
      hand().head(path),
      hand().send(path, picture.length, Buffer.alloc(0)),
    ])
    expect(head.headers['granary-sha256']).toMatch(/^[0-9a-f]{64}$/)
    expect([204, 423]).toContain(empty.status)
  })
})

test('files of an upload that the log knows as finished are cleared away', async () => {
  const picture = await aPicture()
  const path = await hand().begun(picture)
  await hand().send(path, 0, picture.subarray(0, 50))
  const kept = mkdtempSync(join(tmpdir(), 'kept-'))
  cpSync(files.uploads, kept, { recursive: true })
  const stored = (await hand().send(path, 50, picture.subarray(50))).headers['granary-sha256']
  await again(() => cpSync(kept, files.uploads, { recursive: true }))
  rmSync(kept, { recursive: true })
  expect(inUploads()).toEqual([])
  expect((await hand().head(path)).headers['granary-sha256']).toBe(stored)
})

test('an upload still belongs to the credential that began it, and still counts', async () => {
  const path = (await hand().begin(5_000, 'ab'.repeat(32))).headers.location as string
  await again()
  expect((await hand().head(path)).headers).toMatchObject({ 'upload-offset': '0', 'upload-length': '5000' })
  expect((await new ByHand(service.port, `gry_${'x'.repeat(43)}`).head(path)).status).toBe(401)
  await hand().end(path)
})

test('a folder that cannot be used keeps the service from starting, with one sentence and its remedy', async () => {
  const data = mkdtempSync(join(tmpdir(), 't-'))
  const kernel = openKernel(readConfig({ data, logLevel: 'silent' }, {}), { create: true })
  writeFileSync(dataFiles(data).uploads, '')
  await expect(makeServer(kernel)).rejects.toMatchObject({
    name: 'OperatorFault',
    message: expect.stringMatching(/^The folder for unfinished uploads, .* cannot be used \(EEXIST\)\.$/),
    remedy: expect.stringMatching(/^Let the user/),
  })
  kernel.close()
  rmSync(data, { recursive: true })
})
