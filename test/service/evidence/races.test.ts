import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { aPicture, idOf, scene } from '../../support/evidence/scene.ts'
import { ByHand } from '../../support/evidence/uploading.ts'
import { harvestOf } from '../../support/flows/help.ts'
import { soon } from '../../support/soon.ts'

/** Requests that race each other, that stand still, that are slow, and clients that go away in the middle. */

// No body here stands still for so long, however slow the machine is.
let s = await scene({ uploadIdleSeconds: '300' })
afterAll(() => s.a.close())

/** A PATCH that is sent as slowly as one likes. */
class SlowPatch {
  readonly socket: Socket
  /** All that came back, once the connection has ended. */
  readonly ended: Promise<string>
  #text = ''

  constructor(
    path: string,
    offset: number,
    length: number,
    more: readonly string[] = [],
    token = s.farmer.token,
  ) {
    this.socket = connect({ port: s.port, host: '127.0.0.1', noDelay: true })
    this.socket.on('data', (piece) => {
      this.#text += piece.toString('latin1')
    })
    this.socket.on('error', () => {})
    this.ended = new Promise((resolve) => this.socket.once('close', () => resolve(this.#text)))
    const lines = [
      `PATCH ${path} HTTP/1.1`,
      'Host: granary',
      `Authorization: Bearer ${token}`,
      'Tus-Resumable: 1.0.0',
      'Content-Type: application/offset+octet-stream',
      `Upload-Offset: ${offset}`,
      `Content-Length: ${length}`,
      'Connection: close',
      ...more,
    ]
    this.socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  }

  send(bytes: Uint8Array): void {
    this.socket.write(bytes)
  }

  get status(): Promise<number> {
    return this.ended.then((text) => Number(text.slice(9, 12)))
  }
}

const offsetOf = async (path: string) => Number((await s.hand.head(path)).headers['upload-offset'])

/** Resolves when so many bytes lie on the disk. */
const arrived = (path: string, bytes: number): Promise<void> =>
  soon(() => expect(s.bytesOf(path)).toBeGreaterThanOrEqual(bytes))

async function half(): Promise<{ picture: Buffer; path: string; middle: number; patch: SlowPatch }> {
  const picture = await aPicture()
  const path = await s.hand.begun(picture)
  const middle = picture.length >> 1
  const patch = new SlowPatch(path, 0, picture.length)
  patch.send(picture.subarray(0, middle))
  await arrived(path, middle)
  return { picture, path, middle, patch }
}

describe('two requests that send to one upload', () => {
  test('the first goes on, the second is told to wait', async () => {
    const { picture, path, middle, patch } = await half()
    const second = await s.hand.send(path, 0, picture)
    expect([second.status, second.body.code, second.headers['retry-after']]).toEqual([
      423,
      'upload_locked',
      '1',
    ])
    patch.send(picture.subarray(middle))
    expect(await patch.status).toBe(204)
    expect((await s.hand.head(path)).headers).toHaveProperty('granary-sha256')
  })

  test('all at once: one wins, nothing is mixed up', async () => {
    const picture = await aPicture(200, 200)
    const path = await s.hand.begun(picture)
    const answers = await Promise.all(Array.from({ length: 8 }, () => s.hand.send(path, 0, picture)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => ![204, 409, 423].includes(status))).toEqual([])
    expect((await s.hand.head(path)).headers).toHaveProperty('granary-sha256')
  })

  test('eight uploads at once are all kept', async () => {
    const pictures = await Promise.all(Array.from({ length: 8 }, () => aPicture(200, 200)))
    const answers = await Promise.all(pictures.map((picture) => s.hand.sent(picture)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204))
    expect(new Set(answers.map(({ headers }) => headers['granary-sha256'])).size).toBe(8)
  })
})

describe('a client that comes back', () => {
  test('and asks where it was, while its old connection hangs: that is cut off, what came is kept', async () => {
    const { picture, path, middle, patch } = await half()
    expect(await offsetOf(path)).toBe(middle)
    await patch.ended
    const rest = await s.hand.send(path, middle, picture.subarray(middle))
    expect(rest.headers).toHaveProperty('granary-sha256')
  })

  test('and asks many times at once gets one answer', async () => {
    const { path, middle } = await half()
    expect(await Promise.all([1, 2, 3, 4].map(() => offsetOf(path)))).toEqual(Array(4).fill(middle))
  })

  test('after its connection broke finds what had come', async () => {
    const { path, middle, patch } = await half()
    patch.socket.resetAndDestroy()
    await patch.ended
    expect(await offsetOf(path)).toBe(middle)
  })

  test('and whose bytes had a checksum finds nothing of a part that was broken off', async () => {
    const picture = await aPicture()
    const path = await s.hand.begun(picture)
    await s.hand.send(path, 0, picture.subarray(0, 10))
    const more = ['Upload-Checksum: sha1 2jmj7l5rSw0yVb/vlWAYkK/YBwk=']
    const patch = new SlowPatch(path, 10, picture.length - 10, more)
    patch.send(picture.subarray(10, 100))
    await arrived(path, 100)
    patch.socket.destroy()
    expect(await offsetOf(path)).toBe(10)
  })

  test('to end the upload, ends it', async () => {
    const { path, patch } = await half()
    expect((await s.hand.end(path)).status).toBe(204)
    await patch.ended
    expect((await s.hand.head(path)).status).toBe(404)
    expect(s.files().filter((name) => name.startsWith(idOf(path)))).toEqual([])
  })
})

describe('a body', () => {
  test('that stands still is cut off, and what came of it is kept', async () => {
    const patient = s
    s = await scene({ uploadIdleSeconds: '1' })
    try {
      const { path, middle, patch } = await half()
      expect(await patch.ended).toBe('')
      expect(await offsetOf(path)).toBe(middle)
    } finally {
      await s.a.close()
      s = patient
    }
  })

  test('that is slow but moves may take longer than other requests', async () => {
    const { server } = s.a.app
    const before = { headersTimeout: server.headersTimeout, requestTimeout: server.requestTimeout }
    Object.assign(server, { headersTimeout: 100, requestTimeout: 200 })
    onTestFinished(() => void Object.assign(server, before))
    const picture = await aPicture()
    const path = await s.hand.begun(picture)
    const patch = new SlowPatch(path, 0, picture.length)
    const others = connect({ port: s.port, host: '127.0.0.1' })
    const cut = new Promise<string>((resolve) => {
      let text = ''
      others.on('data', (piece) => {
        text += piece.toString('latin1')
      })
      others.on('error', () => {})
      others.once('close', () => resolve(text))
    })
    others.write(
      `POST /v1/records HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${s.farmer.token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    )
    // Requests that take too long are looked for every two seconds: this one is found twice.
    const pieces = 10
    for (let i = 0; i < pieces; i++) {
      const [from, to] = [i, i + 1].map((n) => Math.floor((n * picture.length) / pieces))
      patch.send(picture.subarray(from, to))
      await wait(500)
    }
    expect(await patch.status).toBe(204)
    expect((await cut).slice(0, 12)).toBe('HTTP/1.1 408')
    expect((await s.hand.head(path)).headers).toHaveProperty('granary-sha256')
  })
})

describe('sweeping', () => {
  test('leaves a body alone that is on its way, unless its upload has expired', async () => {
    const { picture, path, middle, patch } = await half()
    await s.a.kernel.evidence.uploads.sweep()
    patch.send(picture.subarray(middle, middle + 10))
    await arrived(path, middle + 10)
    s.a.clock.nowMs += 48 * 3_600_000
    await s.a.kernel.evidence.uploads.sweep()
    expect(await patch.ended).toBe('')
    expect((await s.hand.head(path)).status).toBe(404)
    expect(s.files().filter((name) => name.startsWith(idOf(path)))).toEqual([])
  })

  test('drops what has expired, and nothing else', async () => {
    const [old, young] = [await aPicture(), await aPicture()]
    const oldPath = await s.hand.begun(old)
    await s.hand.send(oldPath, 0, old.subarray(0, 10))
    s.a.clock.nowMs += 24 * 3_600_000
    const youngPath = await s.hand.begun(young)
    s.a.clock.nowMs += 24 * 3_600_000 - 1
    await s.a.kernel.evidence.uploads.sweep()
    expect((await s.hand.head(oldPath)).status).toBe(200)
    s.a.clock.nowMs += 1
    expect((await s.hand.head(oldPath)).status).toBe(404)
    expect((await s.hand.send(oldPath, 10, old.subarray(10))).status).toBe(404)
    await s.a.kernel.evidence.uploads.sweep()
    const left = s.files()
    expect(left.some((name) => name.startsWith(idOf(oldPath)))).toBe(false)
    expect(left.some((name) => name.startsWith(idOf(youngPath)))).toBe(true)
    expect((await s.hand.send(youngPath, 0, young)).headers).toHaveProperty('granary-sha256')
  })
})

test('a credential that has expired since its upload began brings nothing in', async () => {
  const { store, evidence } = s.a.kernel
  const token = await s.a.credential(s.farmer.id, 'party', s.a.clock.nowMs + 60_000)
  const hand = new ByHand(s.port, token)
  const picture = await aPicture()
  const path = await hand.begun(picture)
  const patch = new SlowPatch(path, 0, picture.length, [], token)
  patch.send(picture.subarray(0, 10))
  await arrived(path, 10)
  s.a.clock.nowMs += 60_000
  patch.send(picture.subarray(10))
  expect(await patch.status).toBe(401)
  await evidence.uploads.sweep()
  expect(s.files().filter((name) => name.startsWith(idOf(path)))).toEqual([])
  expect(store.acts.byId(idOf(path))).toBe(undefined)
})

test('a service that stops does not wait for bodies', async () => {
  const other = await scene()
  const picture = await aPicture()
  const path = await other.hand.begun(picture)
  const socket = connect({ port: other.port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.write(
    `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${other.farmer.token}\r\nTus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: ${picture.length}\r\n\r\nabc`,
  )
  await soon(() => expect(other.bytesOf(path)).toBeGreaterThan(0))
  expect((await other.farmer.append('harvest', harvestOf(other.farmer))).status).toBe(201)
  // The body never ends: that this does shows that it was not waited for.
  await other.a.close()
})
