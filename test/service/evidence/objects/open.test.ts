import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import { dataFiles, readConfig, type SettingName } from '../../../../src/config/config.ts'
import {
  objectStoreCaution,
  openObjectStore,
  refuseOpenStore,
} from '../../../../src/evidence/objects/open.ts'
import { ObjectStoreUnavailable, wordsOf } from '../../../../src/evidence/objects/store.ts'
import { OperatorFault } from '../../../../src/words/fault.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { answering, nobody } from '../../../support/evidence/objects/broken-servers.ts'

const S3 = {
  objectStore: 's3://a-bucket',
  s3Endpoint: 'https://s3.example.org',
  s3AccessKey: 'an-access-key',
  s3SecretKey: 'a-secret-never-to-be-seen',
}
type Settings = Partial<Record<SettingName, string>>

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const configOf = (settings: Settings) => readConfig({ data: folder, ...settings }, {})

function faultOf(work: () => unknown): OperatorFault {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorFault)
    return error as OperatorFault
  }
  throw new Error('it was accepted')
}

const photo = Buffer.from('a photograph')
const digest = createHash('sha256').update(photo).digest('hex')

describe('the settings of the store', () => {
  test.each<[string, string, RegExp]>([
    ['objectStore', 'folder', /file:PATH, s3:\/\/BUCKET or/],
    ['objectStore', 'file://host/path', /file:PATH/],
    ['objectStore', 's3://', /s3:\/\/BUCKET/],
    ['objectStore', 's3://Upper', /s3:\/\/BUCKET/],
    ['objectStore', 's3://ab', /s3:\/\/BUCKET/],
    ['objectStore', 's3://10.0.0.1', /s3:\/\/BUCKET/],
    ['objectStore', 's3://a..b', /s3:\/\/BUCKET/],
    ['objectStore', 's3://a-bucket/a//b', /s3:\/\/BUCKET/],
    ['objectStore', 's3://a-bucket/../b', /s3:\/\/BUCKET/],
    ['s3Endpoint', 's3.example.org:9000', /must be a URL/],
    ['s3Endpoint', 'ftp://s3.example.org', /must be a URL/],
    ['s3Endpoint', 'https://s3.example.org/path', /must end after the port/],
    ['s3Endpoint', 'https://s3.example.org/?a', /must end after the port/],
    ['s3Region', 'EU West', /must be a region/],
  ])('%s is not %s', (name, text, message) => {
    expect(faultOf(() => configOf({ ...S3, [name]: text })).message).toMatch(message)
  })
  test('of a bucket that are missing are named all at once', () => {
    const { message } = faultOf(() => configOf({ objectStore: 's3://a-bucket', s3AccessKey: 'a' }))
    expect(message).toContain('needs GRANARY_S3_ENDPOINT, GRANARY_S3_SECRET_KEY')
  })
  test('with a key in the address are refused without repeating it', () => {
    for (const s3Endpoint of [
      'https://user:a-secret-never@s3.example.org',
      'user:a-secret-never@s3.example.org//x',
    ])
      expect(faultOf(() => configOf({ ...S3, s3Endpoint })).message).not.toContain('a-secret-never')
    const objectStore = 's3://user:a-secret-never@a-bucket'
    expect(faultOf(() => configOf({ ...S3, objectStore })).message).not.toContain('a-secret-never')
  })
  test('need nothing for a folder', () => {
    for (const objectStore of ['', 'file:', `file:${folder}/a`])
      expect(() => configOf({ objectStore })).not.toThrow()
  })
})

describe('the store is', () => {
  test.each(['', 'file:'])('the folder in the data folder for "%s"', async (objectStore) => {
    const store = openObjectStore(configOf({ objectStore }), true)
    expect(wordsOf(store)).toBe(`the folder ${dataFiles(folder).objects}`)
    await store.put('backups/a', [photo], digest)
    expect(readdirSync(join(folder, 'objects', 'backups'))).toEqual(['a'])
  })
  test.each(['file:', 'file://'])('the folder that %sPATH names', (scheme) => {
    const path = join(folder, 'elsewhere')
    expect(wordsOf(openObjectStore(configOf({ objectStore: `${scheme}${path}` }), true))).toBe(
      `the folder ${path}`,
    )
    expect(existsSync(path)).toBe(true)
  })
  test('a bucket, which need not answer yet; its words hold no secret', () => {
    const store = openObjectStore(configOf({ ...S3, objectStore: 's3://a-bucket/a.coop/granary/' }), true)
    expect(wordsOf(store)).toBe('the bucket a-bucket at https://s3.example.org, below a.coop/granary/')
    store.close()
  })
})

test.each([
  ['https://s3.example.org', null],
  ['http://127.0.0.1:9000', null],
  ['http://localhost:9000', null],
  ['http://[::1]:9000', null],
  ['http://10.0.0.5:9000', /to http:\/\/10\.0\.0\.5:9000 without TLS/],
  ['http://s3.example.org', /without TLS/],
])('objects that go to %s: what the operator is told', (s3Endpoint, words) => {
  const caution = objectStoreCaution(configOf({ ...S3, s3Endpoint }))
  if (words === null) expect(caution).toBeNull()
  else expect(englishWords().tell(must(caution))).toMatch(words)
})
test('objects that stay in a folder need no caution', () => {
  expect(objectStoreCaution(configOf({}))).toBeNull()
})

/** A server that takes everything from everybody, and gives it to everybody. */
async function generous() {
  const kept = new Map<string, { body: Buffer; digest: string }>()
  const server = await answering((request, response) => {
    const path = request.url?.split('?')[0] as string
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const found = kept.get(path)
      if (request.method === 'PUT')
        kept.set(path, { body: Buffer.concat(pieces), digest: request.headers[DIGEST_HEADER] as string })
      if (request.method === 'DELETE') kept.delete(path)
      if (request.method === 'HEAD' && found)
        response.setHeaders(
          new Map([
            ['content-length', `${found.body.length}`],
            [DIGEST_HEADER, found.digest],
          ]),
        )
      response.end(request.method === 'GET' ? found?.body : undefined)
    })
  })
  return { server, kept }
}
const DIGEST_HEADER = 'x-amz-meta-granary-sha256'

describe('a store that is open to strangers', () => {
  test('is refused at the start, takes nothing in, and is not ready', async () => {
    const store = openObjectStore(configOf({}), true)
    chmodSync(join(folder, 'objects'), 0o755)
    const fault = await refuseOpenStore(store).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(OperatorFault)
    expect((fault as OperatorFault).message).toMatch(/mode 755\)\.$/)
    expect((fault as OperatorFault).remedy).toContain('chmod 700')
    const calls = [() => store.put('backups/a', [photo], digest), () => store.check()]
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({
        name: 'ObjectStoreUnavailable',
        reason: { key: 'objects.openFolder', args: { mode: '755' } },
      })
    expect(readdirSync(join(folder, 'objects'))).toEqual(['.unfinished', 'granary-objects'])
  })
  test('is taken again once it is closed', async () => {
    const store = openObjectStore(configOf({}), true)
    chmodSync(join(folder, 'objects'), 0o755)
    await expect(store.check()).rejects.toThrow(ObjectStoreUnavailable)
    chmodSync(join(folder, 'objects'), 0o700)
    await store.check()
    expect(await refuseOpenStore(store)).toBeNull()
    await store.put('backups/a', [photo], digest)
  })
  test('is found by what a server answers to unsigned requests', async () => {
    const { server, kept } = await generous()
    const store = openObjectStore(configOf({ ...S3, s3Endpoint: `http://127.0.0.1:${server.port}` }), true)
    await expect(refuseOpenStore(store)).rejects.toThrow(/list its objects and read objects under evidence\//)
    await expect(store.put('backups/a', [photo], digest)).rejects.toThrow(ObjectStoreUnavailable)
    expect([...kept.keys()]).toEqual([])
    store.close()
    await server.close()
  })
})

test('a bucket that does not answer does not stop the start: why it could not be asked is told', async () => {
  const { port } = await nobody()
  const store = openObjectStore(configOf({ ...S3, s3Endpoint: `http://127.0.0.1:${port}` }), true)
  expect(englishWords().tell(must(await refuseOpenStore(store)))).toMatch(/a-bucket at .*ECONNREFUSED/)
  await expect(store.check()).rejects.toThrow(ObjectStoreUnavailable)
  store.close()
})
