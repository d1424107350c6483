import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Readiness } from '../../../src/appliance/readiness.ts'
import { dataFiles } from '../../../src/config/config.ts'
import { Inquiry } from '../../../src/http/inquiry.ts'
import { type Appliance, makeAppliance } from '../../support/appliance.ts'
import { bucketAt, raw } from '../../support/evidence/objects/broken-servers.ts'
import { appended, harvestOf } from '../../support/flows/help.ts'
import { soon } from '../../support/soon.ts'

/** What /v1/ready says of each part that fails. Disks that fill up and disks that hang: disks.test.ts. */

let a: Appliance
beforeEach(async () => {
  a = await makeAppliance()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await a.close()
})

const ready = async (of = a) => {
  const answer = await of.app.inject('/v1/ready')
  return { status: answer.statusCode, ...answer.json().parts }
}
/** The readiness of a disk and an object store that always answer, with a time-out of its own for the writer. */
const patient = (timeoutMs: number) => {
  const { store } = a.kernel
  const parts = {
    askFreeBytes: async () => 1,
    reserveBytes: 0,
    readInLine: () => store.writer.submit(() => store.ping()),
    lastCommitFault: () => store.writer.lastError,
    objectStore: async () => null,
  }
  return new Readiness(parts, { timeoutMs, reuseMs: 3_600_000 })
}
/** Answers are believed for so long. */
const BELIEVED_MS = 1_100
const anew = () => new Promise((resolve) => setTimeout(resolve, BELIEVED_MS))

test('every part is named, and all is well', async () => {
  const parts = { database: 'ok', last_commit: 'ok', object_store: 'ok', disk: 'ok', clock: 'ok' }
  await soon(async () => expect((await a.app.inject('/v1/ready')).json()).toEqual({ status: 'ready', parts }))
  expect(await ready()).toEqual({ status: 200, ...parts })
})

test('a disk without the room that is kept back is named', async () => {
  const b = await makeAppliance({ minFreeBytes: '1000000000000000000' })
  expect(await ready(b)).toMatchObject({ status: 503, disk: 'nearly full; writing is stopped' })
})

test('an object store that never says a word is named in time, and the rest answers', async () => {
  const silent = await raw(() => {})
  const b = await makeAppliance(bucketAt(silent.port))
  const [found, health] = await Promise.all([ready(b), b.app.inject('/v1/health')])
  expect(found).toEqual({
    status: 503,
    database: 'ok',
    last_commit: 'ok',
    object_store: 'does not answer in time',
    disk: 'ok',
    clock: 'ok',
  })
  expect(health.statusCode).toBe(200)
  await silent.close()
})

describe('a writer that is stuck', () => {
  test('because another program holds the file is named, and well again when it lets go, with nothing written', async () => {
    expect((await ready()).status).toBe(200)
    const other = new Database(join(dataFiles(a.kernel.config.data).database))
    other.exec('BEGIN IMMEDIATE')
    await anew()
    expect(await ready()).toMatchObject({
      status: 503,
      database: 'does not answer',
      last_commit: 'the last commit failed',
    })
    other.exec('ROLLBACK')
    other.close()
    expect((await ready()).status).toBe(200)
  })

  test('because too much waits is named in time, however often it is asked, and well again afterwards', async () => {
    const { writer } = a.kernel.store
    const read = vi.spyOn(a.kernel.store, 'ping')
    const readiness = patient(100)
    // Each job is longer than one transaction works, so that each has a turn of its own.
    const busy = Array.from({ length: 30 }, () => writer.submit(() => sleep(20)))
    const found = await Promise.all([readiness.check(), readiness.check(), readiness.check()])
    for (const { database, last_commit } of found)
      expect([database, last_commit]).toEqual(['does not answer in time', null])
    expect(read).not.toHaveBeenCalled()
    await Promise.all(busy)
    await soon(async () => expect((await readiness.check()).database).toBeNull())
    expect(read, 'the question that stood in line is the one that was answered').toHaveBeenCalledTimes(1)
  })

  const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
})

test('a crowd that asks costs one question, and all of it are told that all is well', async () => {
  const read = vi.spyOn(a.kernel.store, 'ping')
  await Promise.all(Array.from({ length: 200 }, () => ready()))
  // A slow machine takes longer than an answer is believed.
  expect(read.mock.calls.length).toBeLessThan(20)
  const readiness = patient(300_000)
  read.mockClear()
  const found = await Promise.all(Array.from({ length: 200 }, () => readiness.check()))
  expect(read).toHaveBeenCalledTimes(1)
  expect(found.flatMap((faults) => Object.values(faults)).filter((fault) => fault !== null)).toEqual([])
})

test('a probe writes nothing', async () => {
  const { store } = a.kernel
  await appended(a.cooperative, 'harvest', harvestOf(a.cooperative))
  const before = [store.writer.appends, store.log.size]
  await ready()
  expect([store.writer.appends, store.log.size]).toEqual(before)
})

test('liveness asks no part for anything', async () => {
  const read = vi.spyOn(a.kernel.store, 'ping')
  const run = vi.spyOn(a.kernel.store.db, 'exec')
  const look = vi.spyOn(a.kernel.evidence.health, 'readiness')
  expect((await a.app.inject('/v1/health')).json()).toEqual({ status: 'ok' })
  for (const asked of [read, run, look]) expect(asked).not.toHaveBeenCalled()
})

describe('a question', () => {
  const timeouts = { timeoutMs: 30, reuseMs: 0 }
  test('that fails, at once or later, is one that failed, and is asked again', async () => {
    const ask = vi
      .fn<() => Promise<number>>()
      .mockImplementationOnce(() => {
        throw new Error('at once')
      })
      .mockImplementationOnce(async () => {
        throw new Error('later')
      })
      .mockResolvedValue(3)
    const inquiry = new Inquiry(ask, timeouts)
    expect(await inquiry.answer()).toEqual({ kind: 'failed' })
    expect(await inquiry.answer()).toEqual({ kind: 'failed' })
    expect(await inquiry.answer()).toEqual({ kind: 'answered', value: 3 })
  })
  test('that hangs is under way once, and its answer serves whoever asks when it comes', async () => {
    let tell: (value: number) => void = () => {}
    const ask = vi.fn(
      () =>
        new Promise<number>((resolve) => {
          tell = resolve
        }),
    )
    const inquiry = new Inquiry(ask, timeouts)
    for (let n = 0; n < 3; n++) expect(await inquiry.answer()).toEqual({ kind: 'late' })
    expect(ask).toHaveBeenCalledTimes(1)
    const waiting = inquiry.answer()
    tell(7)
    expect(await waiting).toEqual({ kind: 'answered', value: 7 })
  })
})
