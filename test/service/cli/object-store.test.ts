import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { startService } from '../../../src/appliance/serve-command.ts'
import { readConfig } from '../../../src/config/config.ts'
import { assembly } from '../../../src/tasks.ts'
import { cli, founded, json, temporaryFolder } from '../../support/command.ts'
import { aPicture } from '../../support/evidence/scene.ts'
import { ByHand } from '../../support/evidence/uploading.ts'
import { soon } from '../../support/soon.ts'

/** What the object store has to say when the service starts. */

afterEach(() => vi.unstubAllEnvs())

const serve = (data: string) => cli('serve', '--data', data, '--listen', '127.0.0.1:0')

test('others who can get into it keep the service from starting: one sentence, and its remedy', async () => {
  const { data } = await founded()
  const objects = join(temporaryFolder(), 'objects')
  mkdirSync(objects)
  chmodSync(objects, 0o755)
  vi.stubEnv('GRANARY_OBJECT_STORE', `file:${objects}`)
  const { code, err } = await serve(data)
  expect(code).toBe(1)
  expect(err).toMatch(/^granary: Other users of this machine can enter the folder .* \(mode 755\)\.\n/)
  expect(err).toContain(`chmod 700 ${objects}`)
  chmodSync(objects, 0o700)
  const service = await quietly(() => startService(assembly, configOf(data)))
  await service.stop()
})

test('one that does not answer does not: it is said, records are taken, and status tells of it', async () => {
  const { data } = await founded()
  vi.stubEnv('GRANARY_OBJECT_STORE', 's3://pictures')
  vi.stubEnv('GRANARY_S3_ENDPOINT', 'http://127.0.0.1:9')
  vi.stubEnv('GRANARY_S3_ACCESS_KEY', 'key')
  vi.stubEnv('GRANARY_S3_SECRET_KEY', 'secret')
  let said = ''
  const service = await quietly(
    () => startService(assembly, configOf(data)),
    (text) => {
      said += text
    },
  )
  onTestFinished(() => service.stop())
  expect(said).toMatch(/The object store does not answer: the bucket pictures at http:\/\/127\.0\.0\.1:9/)
  expect(said).not.toContain('secret')
  const added = await json('party', 'add', '--kind', 'person', '--name', 'Okello', '--data', data)
  expect(added.code).toBe(0)
  expect((await json('status', '--data', data)).parts.object_store).toBe('does not answer')
})

test('a disk that is not mounted does not stop the start; nothing goes below it, and mounting it heals', async () => {
  const { data, token } = await founded()
  const objects = join(temporaryFolder(), 'objects')
  vi.stubEnv('GRANARY_OBJECT_STORE', `file:${objects}`)
  let service = await quietly(() => startService(assembly, configOf(data)))
  const hand = () => new ByHand(Number(new URL(service.url).port), token)
  expect((await hand().sent(await aPicture())).status).toBe(204)
  await service.stop()
  renameSync(objects, `${objects}-elsewhere`)
  let said = ''
  service = await quietly(
    () => startService(assembly, configOf(data)),
    (text) => {
      said += text
    },
  )
  onTestFinished(() => service.stop())
  expect(said).toMatch(/The object store does not answer: the folder .* mount its disk/)
  const refused = await hand().sent(await aPicture())
  expect([refused.status, refused.body.code]).toEqual([503, 'object_store_unavailable'])
  expect((await json('status', '--data', data)).parts.object_store).toBe('does not answer')
  expect((await json('party', 'add', '--kind', 'person', '--name', 'Okello', '--data', data)).code).toBe(0)
  expect(existsSync(objects)).toBe(false)
  renameSync(`${objects}-elsewhere`, objects)
  await soon(async () => expect((await json('status', '--data', data)).parts.object_store).toBe(null), 500)
  expect((await hand().sent(await aPicture())).status).toBe(204)
})

const configOf = (data: string) =>
  readConfig({ data, listen: '127.0.0.1:0', logLevel: 'silent', minFreeBytes: '0' })

async function quietly<T>(work: () => Promise<T>, hear: (text: string) => void = () => {}): Promise<T> {
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    hear(String(chunk))
    return true
  })
  try {
    return await work()
  } finally {
    spy.mockRestore()
  }
}
