import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { RefusalDelay } from '../../../src/http/refusal-delay.ts'
import { OperatorFault } from '../../../src/words/fault.ts'
import { type Actor, type Appliance, makeAppliance } from '../../support/appliance.ts'
import { appended, harvestOf, PURPOSE } from '../../support/flows/help.ts'
import { noSoonerThan } from '../../support/no-sooner.ts'
import { soon } from '../../support/soon.ts'
import { TURN_MS, VirtualLoop } from './virtual-loop.ts'
import { Wire } from './wire.ts'

/** Refusals leave at whole quanta after their request; everything else leaves when it is ready. */

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the hold', () => {
  let loop: VirtualLoop
  beforeEach(() => {
    loop = new VirtualLoop()
    loop.install()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  /** Moments at which those who wait left, each counted from when it has been waiting. */
  const waiting = (hold: RefusalDelay, ...sinceMs: number[]): number[] => {
    const left: number[] = []
    sinceMs.forEach((since, n) => {
      hold.until(since, () => {
        left[n] = loop.nowMs - since
      })
    })
    return left
  }

  test('lets go one quantum after the request, or two where the work took longer', () => {
    const left = waiting(new RefusalDelay(50), loop.nowMs - 1, loop.nowMs - 60)
    loop.run()
    for (const [n, dueMs] of [50, 100].entries()) {
      expect(left[n]).toBeGreaterThanOrEqual(dueMs)
      expect(left[n]).toBeLessThanOrEqual(dueMs + TURN_MS)
    }
  })
  test('lets go at the same moment after the request, whenever the work ended', () => {
    const hold = new RefusalDelay(20)
    const lateness: number[] = []
    for (let worked = 0; worked < 18; worked += 0.5) {
      const since = loop.nowMs
      loop.nowMs += worked
      const left = waiting(hold, since)
      loop.run()
      lateness.push((left[0] as number) - 20)
    }
    expect(lateness).toHaveLength(36)
    expect(Math.min(...lateness)).toBeGreaterThanOrEqual(0)
    // A timer alone would be late by anything up to a millisecond.
    expect(Math.max(...lateness)).toBeLessThanOrEqual(TURN_MS)
  })
  test('takes many, lets none go early, and blocks nobody', () => {
    const hold = new RefusalDelay(40)
    const began = loop.nowMs
    const left = waiting(
      hold,
      ...Array.from({ length: 5_000 }, (_, n) => began - ((n * 7_919) % 4_000) / 100),
    )
    expect(hold.waiting).toBe(5_000)
    let others = 0
    const other = (): void => {
      if (++others < 100) setTimeout(other, 1)
    }
    other()
    loop.run()
    expect([left.length, hold.waiting]).toEqual([5_000, 0])
    expect(Math.min(...left)).toBeGreaterThanOrEqual(40)
    expect(Math.max(...left)).toBeLessThanOrEqual(40 + TURN_MS)
    expect(others).toBe(100)
  })
  test('lets everybody go when the service ends, and keeps nobody after', () => {
    const hold = new RefusalDelay(1_000)
    const left = waiting(hold, loop.nowMs, loop.nowMs)
    hold.end()
    expect([left, hold.waiting]).toEqual([[0, 0], 0])
    expect(waiting(hold, loop.nowMs)).toEqual([0])
  })
  test('is off at 0', () => {
    expect(waiting(new RefusalDelay(0), loop.nowMs)).toEqual([0])
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

  const watched = async (work: () => Promise<{ status: number }>) => {
    const held = vi.spyOn(a.app.refusalDelay, 'until')
    const { status } = await work()
    const times = held.mock.calls.length
    held.mockRestore()
    return { status, times }
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
      const answer = await noSoonerThan(QUANTUM_MS, () => watched(work))
      expect([answer.status, answer.times]).toEqual([status, 1])
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
    for (const work of works) expect((await watched(work)).times).toBe(0)
  })
  test('counts from the end of the request, so that a slow client does not choose when its answer is due', async () => {
    const body = JSON.stringify({ id: uuidv7(), channel: 'in_person', occurred_at: '2026-06-01T00:00:00Z' })
    const wire = await Wire.open(port)
    wire.write(
      `POST /v1/deliveries/${ABSENT}/confirmation HTTP/1.1\r\nHost: granary\r\nAuthorization: Bearer ${stranger.token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    await sleep(QUANTUM_MS * 0.8)
    const answer = await noSoonerThan(QUANTUM_MS, () => {
      wire.write(body)
      return wire.answer()
    })
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 404')
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
    await soon(() => expect(a.app.refusalDelay.waiting).toBe(0))
    expect((await farmer.get(record(own))).status).toBe(200)
  })
  test('answers at once what waits when it is closed', async () => {
    const other = await makeAppliance({ refusalMs: '1000' })
    const { refusalDelay: hold } = other.app
    const until = hold.until.bind(hold)
    // Due in an hour: what leaves before this test gives up does so because the service is closed.
    vi.spyOn(hold, 'until').mockImplementation((sinceMs, leave) => until(sinceMs + 3_600_000, leave))
    const waiting = other.cooperative.get(record(ABSENT))
    while (hold.waiting === 0) await sleep(1)
    await other.close()
    expect((await waiting).status).toBe(404)
  })
})

test('the quantum is a setting from 0 to 1000', () => {
  const quantum = (text: string) => readConfig({ refusalMs: text }, {}).refusalMs
  expect([quantum(''), quantum('0'), quantum('12.5'), quantum('1000')]).toEqual([25, 0, 12.5, 1000])
  for (const text of ['-1', '1001', 'soon', 'Infinity']) expect(() => quantum(text)).toThrow(OperatorFault)
})
