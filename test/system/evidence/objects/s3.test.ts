import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import { S3Store } from '../../../../src/evidence/objects/s3.ts'
import { TIMEOUTS } from '../../../../src/evidence/objects/s3-calls.ts'
import { DigestMismatch, ObjectStoreUnavailable } from '../../../../src/evidence/objects/store.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { certificateFiles } from '../../../support/appliance/tls/help.ts'
import {
  all,
  fetched,
  type Kept,
  keep,
  keyOf,
  obeysTheContract,
  sha256,
} from '../../../support/evidence/objects/contract.ts'
import { gateway, inTurn, type Ways } from '../../../support/evidence/objects/gateway.ts'
import { makeBucket, noRealS3, type RealBucket, whyNot } from '../../../support/evidence/objects/real-s3.ts'

const certificatesIn = (pem: string): string[] => pem.split(/(?<=-----END CERTIFICATE-----\n)/)

/** The usual timeouts, with little time between attempts. */
const HASTE = { ...TIMEOUTS, firstDelayMs: 20, longestDelayMs: 50 }

describe.skipIf(noRealS3)(`a bucket of a real S3 server${whyNot}`, () => {
  describe.each([
    ['the whole bucket', ''],
    ['a part of it', 'a.coop/granary'],
  ])('%s', (_what, prefix) => {
    obeysTheContract(async (): Promise<Kept> => {
      const bucket = await makeBucket(prefix)
      const before = prefix === '' ? '' : `${prefix}/`
      const store = new S3Store(bucket.place, TIMEOUTS, 50)
      return {
        store,
        spoil: (key, bytes) => bucket.put(before + key, bytes),
        litter: async () => {
          for (const name of ['evidence', 'lost/a', `${before}other/b`, `${before}evidence/Photo.JPG`])
            await bucket.put(name, Buffer.from('not ours'))
        },
        // The one object by which the store has tried whether it may write.
        names: async () => (await bucket.names()).filter((name) => !name.endsWith('/probe-writable')),
        clear: bucket.clear,
        close: async () => {
          store.close()
          await bucket.remove()
        },
      }
    })
  })
})

describe.skipIf(noRealS3)(`the way to a real S3 server${whyNot}`, () => {
  let bucket: RealBucket
  beforeAll(async () => {
    bucket = await makeBucket()
  })
  afterAll(() => bucket.remove())

  const open: { close(): unknown }[] = []
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
    await bucket.clear()
  })

  async function through(ways: Ways, to = bucket) {
    const way = await gateway(new URL(to.place.endpoint), ways)
    const place = { ...to.place, endpoint: `http://127.0.0.1:${way.port}` }
    const store = new S3Store(place, HASTE, 10)
    open.push(store, way)
    return { store, seen: way.seen }
  }
  const times = (seen: readonly string[], what: RegExp) => seen.filter((one) => what.test(one)).length
  const photo = randomBytes(100_000)

  test('may change a bit of what is sent: the server refuses it, and it is sent again', async () => {
    const { store, seen } = await through({ treat: inTurn(/^PUT/, 'damage what is sent') })
    await keep(store, photo)
    expect(times(seen, /^PUT/)).toBe(2)
    const found = await fetched(new S3Store(bucket.place), keyOf(photo), sha256(photo))
    expect(found?.equals(photo)).toBe(true)
  })
  test('may always change it: then nothing is kept', async () => {
    const { store } = await through({ treat: () => 'damage what is sent' })
    await expect(keep(store, photo)).rejects.toThrow(ObjectStoreUnavailable)
    expect(await bucket.names()).toEqual([])
  })
  test('may change a bit of what is fetched: whoever reads it is told', async () => {
    const { store } = await through({ treat: inTurn(/^GET/, 'damage what is fetched') })
    await keep(store, photo)
    await expect(fetched(store, keyOf(photo), sha256(photo))).rejects.toThrow(DigestMismatch)
    expect((await fetched(store, keyOf(photo), sha256(photo)))?.equals(photo)).toBe(true)
  })
  test.each([
    ['to an object that was taken', /^PUT/],
    ['to what is kept', /^HEAD/],
  ])('may lose the answer %s: it is asked again', async (_what, which) => {
    const { store, seen } = await through({ treat: inTurn(which, 'lose the answer') })
    await keep(store, photo)
    expect(times(seen, which)).toBe(2)
    expect(await bucket.names()).toEqual([keyOf(photo)])
  })
  test('may be under TLS, and is checked there too', async () => {
    const { ca, certificate, key } = certificateFiles()
    const tls = { key: readFileSync(key), cert: readFileSync(certificate) }
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, ...certificatesIn(readFileSync(ca, 'utf8'))])
    try {
      const way = await gateway(
        new URL(bucket.place.endpoint),
        { treat: inTurn(/^PUT/, 'damage what is sent') },
        tls,
      )
      const store = new S3Store({ ...bucket.place, endpoint: `https://127.0.0.1:${way.port}` }, HASTE)
      open.push(store, way)
      await keep(store, photo)
      expect(times(way.seen, /^PUT/)).toBe(2)
      expect((await fetched(store, keyOf(photo), sha256(photo)))?.equals(photo)).toBe(true)
    } finally {
      setDefaultCACertificates(before)
    }
  })

  describe('strangers', () => {
    const isUnsigned = (request: IncomingMessage) => request.headers.authorization === undefined
    /** Signs for everybody who comes without a signature, as far as it is open. */
    const signing =
      (isOpen: (path: string) => boolean) => (request: IncomingMessage, reply: ServerResponse) => {
        if (!isUnsigned(request) || !isOpen(request.url as string)) return false
        const [path, query] = (request.url as string).split('?')
        const name = decodeURIComponent((path as string).slice(`/${bucket.place.bucket}/`.length))
        const asked = Object.fromEntries(new URLSearchParams(query))
        void bucket.client
          .presignedUrl('GET', bucket.place.bucket, name, 60, asked)
          .then((url) => fetch(url))
          .then(async (answer) => reply.writeHead(answer.status).end(await answer.text()))
        return true
      }
    test.each([
      ['everything', () => true, /list its objects and read objects under evidence\/ and .*backups\//],
      ['the photographs alone', (path: string) => path.includes('/evidence/'), /can read .*evidence\/ in/],
      ['the list alone', (path: string) => !path.includes('/probe-'), /can list its objects in/],
    ])('who are answered %s are found', async (_what, isOpen, finding) => {
      const { store } = await through({ answer: signing(isOpen) })
      const found = must(await store.anonymousAccess())
      const { tell } = englishWords()
      expect(tell(found.finding)).toMatch(finding)
      expect(tell(found.finding)).toContain(bucket.place.bucket)
      expect(tell(found.remedy)).toMatch(/public/)
      expect(await bucket.names()).toEqual([])
    })
    test('are found once the server itself lets them read', async ({ skip }) => {
      const own = await makeBucket()
      try {
        const path = (request: IncomingMessage) =>
          isUnsigned(request) ? own.publicPath + request.url : (request.url as string)
        const { store, seen } = await through({ path }, own)
        expect(await store.anonymousAccess()).toBeNull()
        expect(times(seen, /^GET/)).toBe(3)
        if (!(await own.makePublic())) skip('this server knows neither access lists nor policies')
        const { finding } = must(await store.anonymousAccess())
        expect(englishWords().tell(finding)).toMatch(/read objects under evidence.*backups/)
        expect(await own.names()).toEqual([])
      } finally {
        await own.remove()
      }
    })
  })

  test('is refused with a wrong key, and without a bucket: the operator is told which', async () => {
    const wrong = { ...bucket.place, secretKey: 'a-wrong-secret' }
    const absent = { ...bucket.place, bucket: 'granary-test-not-there' }
    for (const [place, reason] of [
      [wrong, /403.*refuses the access key/],
      [absent, /no such bucket/],
    ] as const) {
      const store = new S3Store(place)
      open.push(store)
      const calls = [store.check(), keep(store, photo), all(store.list('')), store.anonymousAccess()]
      for (const outcome of await Promise.allSettled(calls)) {
        const error = (outcome as PromiseRejectedResult).reason
        expect(error).toBeInstanceOf(ObjectStoreUnavailable)
        expect(englishWords().tell(error.reason)).toMatch(reason)
        expect(inspect(error, { depth: 20 })).not.toContain(place.accessKey)
      }
    }
  })
})
