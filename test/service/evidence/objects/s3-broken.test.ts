import { inspect } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { Problem } from '../../../../src/base/problem.ts'
import { S3Store } from '../../../../src/evidence/objects/s3.ts'
import { TIMEOUTS, type Timeouts } from '../../../../src/evidence/objects/s3-calls.ts'
import { DigestMismatch, ObjectStoreUnavailable } from '../../../../src/evidence/objects/store.ts'
import { englishWords } from '../../../../src/words/words.ts'
import {
  answering,
  type Broken,
  nobody,
  placeAt,
  raw,
  trickle,
} from '../../../support/evidence/objects/broken-servers.ts'
import { all, fetched, keep, keyOf, MIB, sha256 } from '../../../support/evidence/objects/contract.ts'
import { noSoonerThan } from '../../../support/no-sooner.ts'
import { soon } from '../../../support/soon.ts'

/** A store that does not answer, or wrongly: every call ends, in time, with the one error, and no connection stays. */

const HASTE: Timeouts = {
  ...TIMEOUTS,
  attempts: 2,
  budgetMs: 500,
  firstDelayMs: 20,
  longestDelayMs: 40,
  idleMs: 150,
  wholeMs: 300,
  slowestBytesPerSecond: 100 * MIB,
  checkMs: 200,
}
/** For servers that answer well, on a busy machine. */
const CALM = { idleMs: 300_000, wholeMs: 300_000, checkMs: 300_000, budgetMs: 300_000 }
const photo = Buffer.from('a photograph')

const open: { server: Broken; store: S3Store }[] = []
afterEach(async () => {
  for (const { server, store } of open.splice(0)) {
    store.close()
    await server.close()
  }
})

function storeAt(server: Broken, protocol = 'http', timeouts: Partial<Timeouts> = {}): S3Store {
  const store = new S3Store(placeAt(server.port, protocol), { ...HASTE, ...timeouts }, 10)
  open.push({ server, store })
  return store
}

const noneOpen = (server: Broken) => soon(() => expect(server.open).toBe(0))

const CALLS: Record<string, (store: S3Store) => Promise<unknown>> = {
  put: (store) => keep(store, photo),
  'put of 20 MiB': (store) => keep(store, Buffer.alloc(20 * MIB)),
  get: (store) => fetched(store, keyOf(photo), sha256(photo)),
  has: (store) => store.has(keyOf(photo)),
  list: (store) => all(store.list('')),
  remove: (store) => store.remove(keyOf(photo)),
  check: (store) => store.check(),
  anonymousAccess: (store) => store.anonymousAccess(),
}

const SILENT_BODY = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\netag: "a"\r\n\r\n<?xml'
const SERVERS: Record<string, () => Promise<Broken>> = {
  'is not there': nobody,
  'takes the connection and never answers': () => raw(() => {}),
  'hangs up at once': () => raw((socket) => socket.destroy()),
  'answers half a status line and no more': () => raw((socket) => socket.write('HTTP/1.1 20')),
  'sends headers without an end': () => raw((socket) => trickle(socket, 'HTTP/1.1 200 OK\r\nx-a: ')),
  'stops in the middle of an answer': () => raw((socket) => socket.write(SILENT_BODY)),
  'stops in the middle of a refusal': () =>
    raw((socket) => socket.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 1000\r\n\r\n<Error>')),
  'sends its answer one byte at a time, for ever': () =>
    raw((socket) => trickle(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')),
  'cuts its answer short': () => raw((socket) => socket.end(SILENT_BODY)),
  'answers what is not HTTP': () => raw((socket) => socket.end('220 smtp.example.org ESMTP\r\n')),
  'answers 500': () => answering((_request, response) => response.writeHead(500).end()),
  'answers 503 and stops in the middle': () =>
    answering((_request, response) => void response.writeHead(503, { 'content-length': 10 }).write('<')),
  'answers 429': () => answering((_request, response) => response.writeHead(429).end()),
}

/** Their answer to a question for headers alone is whole. */
const WHOLE_TO_HEAD = [
  'stops in the middle of an answer',
  'sends its answer one byte at a time, for ever',
  'cuts its answer short',
]

test.each(Object.entries(SERVERS))(
  'a server that %s fails every call in the end, and no connection stays',
  async (what, start) => {
    const calls = Object.entries(CALLS).filter(([name]) => name !== 'has' || !WHOLE_TO_HEAD.includes(what))
    const outcomes = await Promise.all(
      calls.map(async ([name, call]) => {
        const server = await start()
        const store = storeAt(server)
        const outcome = await call(store).catch((error: unknown) => (error as Error).name)
        await noneOpen(server)
        return { name, outcome }
      }),
    )
    expect(outcomes).toEqual(calls.map(([name]) => ({ name, outcome: 'ObjectStoreUnavailable' })))
  },
)

describe('a server that', () => {
  test('is silent is given up long before the time for everything is over', async () => {
    const store = storeAt(await raw(() => {}), 'http', { wholeMs: 60_000 })
    const error = await store.has(keyOf(photo)).catch((error: unknown) => error)
    expect(englishWords().tell((error as ObjectStoreUnavailable).reason)).toContain('no data for 0.15 s')
  })
  test('has failed is not listened to any longer', async () => {
    const server = await answering(
      (_request, response) => void response.writeHead(503, { 'content-length': 10 }).write('<'),
    )
    const store = storeAt(server, 'http', { idleMs: 300_000, wholeMs: 600_000 })
    await expect(fetched(store, keyOf(photo), sha256(photo))).rejects.toThrow(ObjectStoreUnavailable)
    await noneOpen(server)
  })
  test('lists what is not ours is not followed there', async () => {
    const names = ['a/evidence/1', 'b/evidence/2', 'evidence/3']
    const contents = names.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`)
    const page = `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
    const server = await answering((_request, response) => response.end(page))
    const store = new S3Store({ ...placeAt(server.port), prefix: 'a' }, { ...HASTE, ...CALM })
    open.push({ server, store })
    expect(await all(store.list(''))).toEqual([{ key: 'evidence/1', bytes: 1 }])
  })
  test('answers pages and not XML is no S3 service', async () => {
    const failing = storeAt(
      await answering((_request, response) =>
        response.end('<html><body>Welcome to the router</body></html>'),
      ),
      'http',
      CALM,
    )
    await expect(all(failing.list(''))).rejects.toThrow(ObjectStoreUnavailable)
    await expect(keep(failing, photo)).rejects.toThrow(ObjectStoreUnavailable)
    await expect(fetched(failing, keyOf(photo), sha256(photo))).rejects.toThrow(DigestMismatch)
  })
  test('never answers a TLS greeting fails in time', async () => {
    const failing = storeAt(await raw(() => {}), 'https')
    await expect(failing.has(keyOf(photo))).rejects.toThrow(ObjectStoreUnavailable)
    await expect(failing.check()).rejects.toThrow(ObjectStoreUnavailable)
  })
  test('lists the same page for ever is not followed', async () => {
    const page =
      '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>'
    const failing = storeAt(await answering((_request, response) => response.end(page)), 'http', CALM)
    await expect(all(failing.list(''))).rejects.toThrow(ObjectStoreUnavailable)
  })
  test('does not say how long an object is fails', async () => {
    const server = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\na photograph'))
    const failing = storeAt(server, 'http', CALM)
    await expect(failing.get(keyOf(photo), sha256(photo))).rejects.toThrow(ObjectStoreUnavailable)
  })
  test('says it took an object, and then tells another length, is not believed', async () => {
    const failing = storeAt(
      await answering((request, response) => {
        if (request.method === 'HEAD') response.setHeader('content-length', 5)
        response.end()
      }),
      'http',
      CALM,
    )
    await expect(keep(failing, photo)).rejects.toThrow(ObjectStoreUnavailable)
  })
})

describe('what a call does again', () => {
  const status = (code: number, body = '') => [code, body] as const
  const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`

  /** Answers these in turn, and the last for ever. */
  async function sequence(answers: readonly (readonly [number, string])[]): Promise<() => number> {
    let asked = 0
    const broken = await answering((_request, response) => {
      const [code, body] = answers[Math.min(asked++, answers.length - 1)] as readonly [number, string]
      response.writeHead(code, { 'content-length': code === 200 ? photo.length : body.length })
      response.end(code === 200 ? photo : body)
    })
    store = storeAt(broken, 'http', { ...CALM, attempts: 4 })
    return () => asked
  }
  let store: S3Store
  const get = () => fetched(store, keyOf(photo), sha256(photo))

  test.each([
    ['500', status(500)],
    ['503 SlowDown', status(503, error('SlowDown'))],
    ['429', status(429)],
    ['400 RequestTimeout', status(400, error('RequestTimeout'))],
    ['400 BadDigest', status(400, error('BadDigest'))],
  ])('%s is tried again, until it is well', async (_what, answer) => {
    const asked = await sequence([answer, answer, status(200)])
    expect(await get()).toEqual(photo)
    expect(asked()).toBe(3)
  })
  test.each([
    ['403 AccessDenied', status(403, error('AccessDenied')), /403 AccessDenied.*access key/],
    [
      '403 RequestTimeTooSkewed',
      status(403, error('RequestTimeTooSkewed')),
      /clock .* is wrong; set it \(ntp\)/,
    ],
    ['404 NoSuchBucket', status(404, error('NoSuchBucket')), /no such bucket/],
    ['301', status(301, error('PermanentRedirect')), /301 PermanentRedirect/],
    ['400', status(400, error('InvalidRequest')), /400 InvalidRequest/],
    ['501', status(501), /501/],
  ])('%s is final, and told to the operator', async (_what, answer, reason) => {
    const asked = await sequence([answer])
    const refusal = await get().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ObjectStoreUnavailable)
    expect(englishWords().tell((refusal as ObjectStoreUnavailable).reason)).toMatch(reason)
    expect(asked()).toBe(1)
  })
  test('404 NoSuchKey is no failure', async () => {
    const asked = await sequence([status(404, error('NoSuchKey'))])
    expect(await get()).toBeNull()
    expect(asked()).toBe(1)
  })
  test.each([
    ['507', status(507)],
    ['QuotaExceeded', status(403, error('QuotaExceeded'))],
  ])('%s says that the disk is full', async (_what, answer) => {
    await sequence([answer])
    const refusal = await keep(store, photo).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Problem)
    expect((refusal as Problem).code).toBe('storage_full')
  })
})

describe('a slow answer', () => {
  /** Gives an object in pieces, with a pause before each. */
  const inPieces = (content: Buffer, pieces: number, pauseMs: number) =>
    answering((_request, response) => {
      response.setHeader('content-length', content.length)
      const size = Math.ceil(content.length / pieces)
      let at = 0
      const timer = setInterval(() => {
        response.write(content.subarray(at, at + size))
        at += size
        if (at >= content.length) {
          clearInterval(timer)
          response.end()
        }
      }, pauseMs)
    })
  test('that goes on is waited for, longer than any single call', async () => {
    const content = Buffer.from('a photograph, bit by bit')
    const timeouts = { idleMs: 300_000, wholeMs: 600, slowestBytesPerSecond: 0.1 }
    const slow = storeAt(await inPieces(content, 12, 100), 'http', timeouts)
    const got = () => fetched(slow, keyOf(content), sha256(content))
    expect(await noSoonerThan(1.5 * timeouts.wholeMs, got)).toEqual(content)
  })
  test('may be left unread: the connection is let go', async () => {
    const content = Buffer.alloc(8 * MIB, 'x')
    const server = await answering((_request, response) => response.end(content))
    const found = await storeAt(server, 'http', CALM).get(keyOf(content), sha256(content))
    found?.stream.destroy()
    await noneOpen(server)
  })
})

test('connections are kept for the next call', async () => {
  const server = await answering((_request, response) =>
    response.writeHead(200, { 'content-length': 3 }).end(),
  )
  const store = storeAt(server, 'http', CALM)
  for (let n = 0; n < 5; n++) await store.has(keyOf(photo))
  expect(server.made).toBe(1)
})

test('a check tries to write once, and again only after a failure to write', async () => {
  const seen: string[] = []
  let status = 200
  const server = await answering((request, response) => {
    seen.push(request.method as string)
    response.writeHead(status).end()
  })
  const store = storeAt(server, 'http', CALM)
  await store.check()
  await store.check()
  expect(seen.splice(0)).toEqual(['PUT', 'HEAD'])
  status = 403
  await expect(keep(store, photo)).rejects.toThrow(ObjectStoreUnavailable)
  await expect(store.check()).rejects.toThrow(ObjectStoreUnavailable)
  expect(seen.splice(0)).toEqual(['PUT', 'PUT'])
  status = 200
  await store.check()
  expect(seen).toEqual(['PUT'])
})

test('no error holds a key of the account, however it is printed', async () => {
  const places = [await nobody(), await answering((_request, response) => response.writeHead(403).end())]
  for (const broken of places) {
    const error = await storeAt(broken)
      .has(keyOf(photo))
      .catch((error: unknown) => error)
    expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/secret-never|an-access-key/)
    expect(JSON.stringify(error)).not.toMatch(/secret-never|an-access-key/)
  }
})
