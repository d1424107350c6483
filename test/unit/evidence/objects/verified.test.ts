import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DigestMismatch, ObjectStoreUnavailable } from '../../../../src/evidence/objects/store.ts'
import { verified } from '../../../../src/evidence/objects/verified.ts'
import { message } from '../../../../src/words/message.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { soon } from '../../../support/soon.ts'

const content = Buffer.from('one two three')
const sha256 = createHash('sha256').update(content).digest('hex')
const LIMITS = { idleMs: 300_000, wholeMs: 600_000 }
const passing = (source: Readable, limits = LIMITS) =>
  verified(source, { key: 'backups/a', sha256, limits, store: message('objects.folder', { path: '/x' }) })

async function* slowly(pieces: readonly string[], pauseMs: number) {
  for (const piece of pieces) {
    await wait(pauseMs)
    yield Buffer.from(piece)
  }
}

/** What came before the stream ended or failed, and how it failed. */
async function readOf(stream: Readable): Promise<{ text: string; error: unknown }> {
  let text = ''
  try {
    for await (const piece of stream) text += piece
    return { text, error: null }
  } catch (error) {
    return { text, error }
  }
}

describe('an object that is read', () => {
  test('is passed on as it is', async () => {
    const stream = passing(Readable.from(slowly(['one', ' two', ' three'], 1)))
    expect(await buffer(stream)).toEqual(content)
  })
  test('has its last piece held back until the digest is found right', async () => {
    const { text, error } = await readOf(passing(Readable.from(slowly(['one', ' two', ' THREE'], 5))))
    expect(error).toBeInstanceOf(DigestMismatch)
    expect(text).toMatch(/^one( two)?$/)
  })
  test('that breaks off is a fault of the store, its cause kept for the log', async () => {
    const broken = new Error('broken')
    const source = new Readable({ read() {} })
    source.push('one')
    setTimeout(() => source.destroy(broken), 20)
    const { error } = await readOf(passing(source))
    expect(error).toBeInstanceOf(ObjectStoreUnavailable)
    expect((error as Error).cause).toBe(broken)
  })
  test('that ends without a word is a fault of the store', async () => {
    const source = new Readable({ read() {} })
    setTimeout(() => source.destroy(), 20)
    expect((await readOf(passing(source))).error).toBeInstanceOf(ObjectStoreUnavailable)
  })
  test('that falls silent is a fault of the store', async () => {
    const source = new Readable({ read() {} })
    source.push('one')
    const { error } = await readOf(passing(source, { ...LIMITS, idleMs: 100 }))
    expect(englishWords().tell((error as ObjectStoreUnavailable).reason)).toContain('no data for 0.1 s')
    expect(source.destroyed).toBe(true)
  })
  test('that comes too slowly is a fault of the store, though it never falls silent', async () => {
    const source = Readable.from(slowly('one two three'.split(''), 50))
    const { error } = await readOf(passing(source, { idleMs: 100, wholeMs: 200 }))
    expect(englishWords().tell((error as ObjectStoreUnavailable).reason)).toContain('took longer than 0.2 s')
  })
  test('fails in silence while nobody listens, and whoever comes later is told', async () => {
    const source = new Readable({ read() {} })
    const stream = passing(source)
    source.destroy(new Error('broken'))
    await soon(() => expect(stream.errored).toBeInstanceOf(ObjectStoreUnavailable))
    expect((await readOf(stream)).error).not.toBeNull()
  })
  test('is let go by whoever has had enough of it', async () => {
    const source = new Readable({ read() {} })
    passing(source).destroy()
    await soon(() => expect(source.destroyed).toBe(true))
  })
})

describe('a reader who takes nothing', () => {
  afterEach(() => vi.useRealTimers())
  test('is waited for some minutes, and then the source is let go', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const source = new Readable({ read: () => void source.push(Buffer.alloc(64 * 1024)) })
    const stream = passing(source)
    await wait(20)
    vi.advanceTimersByTime(5 * 60_000)
    expect(stream.destroyed).toBe(false)
    vi.advanceTimersByTime(5 * 60_000)
    expect(englishWords().tell((stream.errored as ObjectStoreUnavailable).reason)).toContain('was not read')
    await soon(() => expect(source.destroyed).toBe(true))
  })
})
