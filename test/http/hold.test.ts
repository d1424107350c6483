import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { Hold } from '../../src/http/hold.ts'
import { OperatorFault } from '../../src/problem.ts'
import { appended, harvestOf, PURPOSE } from '../flows/help.ts'
import { type Actor, type Appliance, makeAppliance } from '../support/appliance.ts'
import { Wire } from './wire.ts'

/** Refusals leave at whole quanta after their request; everything else leaves when it is ready. */

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** @returns how long after `sinceMs` it left */
const left = (hold: Hold, sinceMs: number) =>
  new Promise<number>((resolve) => hold.until(sinceMs, () => resolve(performance.now() - sinceMs)))

describe('the hold', () => {
  test('lets go one quantum after the request, or two where the work took longer', async () => {
    const hold = new Hold(50)
    const now = performance.now()
    const [first, second] = await Promise.all([left(hold, now - 1), left(hold, now - 60)])
    expect(first).toBeGreaterThanOrEqual(50)
    expect(first).toBeLessThan(second)
    expect(second).toBeGreaterThanOrEqual(100)
  })
  test('lets go at the same moment after the request, whenever the work ended', async () => {
    const hold = new Hold(20)
    const lateness: number[] = []
    for (let worked = 0; worked < 18; worked += 0.5) {
      const since = performance.now()
      while (performance.now() < since + worked);
      lateness.push((await left(hold, since)) - 20)
    }
    expect(Math.min(...lateness)).toBeGreaterThanOrEqual(0)
    // A timer alone would be late by anything up to a millisecond. The lower quartile, as the machine may be busy.
    expect(lateness.sort((x, y) => x - y)[lateness.length >> 2]).toBeLessThan(0.2)
  })
  test('takes many, lets none go early, and blocks nobody', async () => {
    const hold = new Hold(40)
    const began = performance.now()
    const early: number[] = []
    let gone = 0
    let others = 0
    const other = setInterval(() => others++, 1)
    for (let n = 0; n < 5_000; n++) {
      const since = began - ((n * 7_919) % 4_000) / 100
      hold.until(since, () => {
        gone++
        if (performance.now() < since + 40) early.push(n)
      })
    }
    expect(hold.waiting).toBe(5_000)
    await left(hold, performance.now())
    clearInterval(other)
    expect([gone, early, hold.waiting]).toEqual([5_000, [], 0])
    expect(others).toBeGreaterThan(5)
  })
  test('lets everybody go when the service ends, and keeps nobody after', async () => {
    const hold = new Hold(1_000)
    const now = performance.now()
    const waiting = [left(hold, now), left(hold, now)]
    hold.end()
    expect(hold.waiting).toBe(0)
    for (const ms of await Promise.all([...waiting, left(hold, now)])) expect(ms).toBeLessThan(500)
  })
  test('is off at 0', async () => {
    let gone = false
    new Hold(0).until(performance.now(), () => {
      gone = true
    })
    expect(gone).toBe(true)
  })
})

describe('the service', () => {
  const QUANTUM_MS = 60
  const ABSENT = '01900000-0000-7000-8000-00000000ffff'
  let a: Appliance
  let farmer: Actor
  let stranger: Actor
  let own: string
  let port: number
  beforeAll(async () => {
    a = await makeAppliance({ refusalMs: String(QUANTUM_MS) })
    farmer = await a.party('person', 'Grace')
    stranger = await a.party('person', 'Stranger')
    own = (await appended(farmer, 'harvest', harvestOf(farmer))).id
    port = Number(new URL(await a.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterAll(() => a.close())

  const timed = async (work: () => Promise<{ status: number }>) => {
    const held = vi.spyOn(a.app.hold, 'until')
    const began = performance.now()
    const { status } = await work()
    const times = held.mock.calls.length
    held.mockRestore()
    return { status, times, ms: performance.now() - began }
  }
  const record = (id: string) => `/v1/records/${id}?purpose=${PURPOSE}`
  const list = (filter: string) => `/v1/records?purpose=${PURPOSE}${filter}`

  test('holds a bare 404, an unknown route, an unresolved reference and an empty list that names an id', async () => {
    const works: [number, () => Promise<{ status: number }>][] = [
      [404, () => stranger.get(record(own))],
      [404, () => stranger.get(record(ABSENT))],
      [404, () => stranger.get(record('%zz'))],
      [404, () => stranger.get('/v1/nothing')],
      [404, () => stranger.post(`/v1/grants/${own}/revocation`)],
      [422, () => stranger.append('harvest', { ...harvestOf(stranger), supersedes: own })],
      [200, () => stranger.get(list(`&subject=${farmer.id}`))],
      [200, () => stranger.get(list(`&lot_id=${own}`))],
      [200, () => stranger.get(list(`&obligation_id=${own}`))],
    ]
    for (const [status, work] of works) {
      const answer = await timed(work)
      expect([answer.status, answer.times]).toEqual([status, 1])
      expect(answer.ms).toBeGreaterThanOrEqual(QUANTUM_MS)
    }
  })
  test('holds nothing else', async () => {
    const works: (() => Promise<{ status: number }>)[] = [
      () => farmer.get(record(own)),
      () => farmer.get(list(`&subject=${farmer.id}`)),
      () => stranger.get(list('&type=loss')),
      () => stranger.get('/v1/records'),
      () => stranger.append('harvest', { ...harvestOf(stranger), quantity: undefined }),
      () => stranger.append('harvest', harvestOf(stranger)),
    ]
    for (const work of works) expect((await timed(work)).times).toBe(0)
  })
  test('counts from the end of the request, so that a slow client does not choose when its answer is due', async () => {
    const body = JSON.stringify({ id: uuidv7(), channel: 'in_person', occurred_at: '2026-06-01T00:00:00Z' })
    const wire = await Wire.open(port)
    wire.write(
      `POST /v1/deliveries/${ABSENT}/confirmation HTTP/1.1\r\nHost: granary\r\nAuthorization: Bearer ${stranger.token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    await sleep(QUANTUM_MS * 0.8)
    const began = performance.now()
    wire.write(body)
    expect((await wire.answer()).slice(0, 12)).toBe('HTTP/1.1 404')
    expect(performance.now() - began).toBeGreaterThanOrEqual(QUANTUM_MS)
    wire.end()
  })
  test('keeps nothing of clients that have gone', async () => {
    for (let n = 0; n < 50; n++) {
      const wire = await Wire.open(port)
      wire.write(
        `GET ${record(ABSENT)} HTTP/1.1\r\nHost: granary\r\nAuthorization: Bearer ${stranger.token}\r\n\r\n`,
      )
      await sleep(1)
      wire.end()
    }
    await sleep(QUANTUM_MS * 2)
    expect(a.app.hold.waiting).toBe(0)
    expect((await farmer.get(record(own))).status).toBe(200)
  })
  test('answers at once what waits when it is closed', async () => {
    const other = await makeAppliance({ refusalMs: '1000' })
    const began = performance.now()
    const waiting = other.cooperative.get(record(ABSENT))
    while (other.app.hold.waiting === 0) await sleep(1)
    await other.close()
    expect((await waiting).status).toBe(404)
    expect(performance.now() - began).toBeLessThan(900)
  })
})

test('the quantum is a setting from 0 to 1000', () => {
  const quantum = (text: string) => readConfig({ refusalMs: text }, {}).refusalMs
  expect([quantum(''), quantum('0'), quantum('12.5'), quantum('1000')]).toEqual([25, 0, 12.5, 1000])
  for (const text of ['-1', '1001', 'soon', 'Infinity']) expect(() => quantum(text)).toThrow(OperatorFault)
})
