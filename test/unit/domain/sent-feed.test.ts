import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterOutcome,
  codeOf,
  type Failure,
  failureOf,
  feedState,
  mostAfter,
  type PageOutcome,
  pageOutcome,
  pauseMs,
  type Reply,
  type Sending,
  sendingFrom,
} from '../../../src/domain/sent-feed.ts'

const HOUR = 3_600_000
const unreached = { fault: 'unreached', detail: 'ECONNREFUSED' } as const
const answered = (status: number, body: unknown): Reply => ({ status, text: JSON.stringify(body) })

test.each<[what: string, reply: Reply, outcome: PageOutcome]>([
  ['the cursor of the page', answered(200, { cursor: 'c2' }), { is: 'acknowledged' }],
  ['more than the cursor', answered(200, { cursor: 'c2', held: 7 }), { is: 'acknowledged' }],
  ['another cursor', answered(200, { cursor: 'c1' }), { is: 'failed', fault: 'cursor' }],
  ['no cursor', answered(200, {}), { is: 'failed', fault: 'cursor' }],
  ['a list', answered(200, ['c2']), { is: 'failed', fault: 'reply' }],
  ['what is no JSON', { status: 200, text: '{"cursor":"c2' }, { is: 'failed', fault: 'reply' }],
  ['nothing', { status: 200, text: '' }, { is: 'failed', fault: 'reply' }],
  ['another status', answered(201, { cursor: 'c2' }), { is: 'failed', fault: 'status', detail: '201' }],
  ['a redirect', answered(307, {}), { is: 'failed', fault: 'status', detail: '307' }],
  ['an earlier cursor', answered(409, { since: 'c1' }), { is: 'again', since: 'c1' }],
  ['that it holds nothing', answered(409, { since: null }), { is: 'again', since: null }],
  ['409 without a cursor', answered(409, {}), { is: 'failed', fault: 'reply' }],
  ['409 with a number', answered(409, { since: 1 }), { is: 'failed', fault: 'reply' }],
  ['409 with a long text', answered(409, { since: 'c'.repeat(9_000) }), { is: 'failed', fault: 'reply' }],
  ['nobody', unreached, { is: 'failed', ...unreached }],
])('what a reply means: %s', (_, reply, outcome) => {
  expect(pageOutcome(reply, 'c2')).toEqual(outcome)
})

test.each<Failure>([{ fault: 'token' }, unreached, { fault: 'status', detail: '500' }])(
  'a failure is kept as a text: %j',
  (failure) => expect(failureOf(codeOf({ is: 'failed', ...failure }))).toEqual(failure),
)

test('pauses grow up to an hour', () => {
  const pauses = Array.from({ length: 40 }, (_, i) => pauseMs(i + 1))
  expect(pauses[0]).toBe(15_000)
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(pauses.at(-1)).toBe(HOUR)
})

test('a receiver that asks for pages again gets them at once, and after a pause if it keeps asking', () => {
  const first = afterOutcome(sendingFrom('c2'), { is: 'again', since: 'c1' }, 'c3', 1_000)
  expect(first).toMatchObject({ acknowledged: 'c2', since: 'c1', failures: 0, notBeforeMs: 0 })
  const second = afterOutcome(first, { is: 'again', since: null }, 'c2', 1_000)
  expect(second).toMatchObject({ acknowledged: 'c2', since: null, failures: 1, notBeforeMs: 16_000 })
})

test('a receiver that takes a page and asks for it again, in turn, is paused too', () => {
  let sending = sendingFrom('c2')
  for (let i = 0; i < 4; i++) {
    const asked = afterOutcome(sending, { is: 'again', since: 'c2' }, 'c3', 1_000 + i)
    expect(asked.notBeforeMs).toBe(i === 0 ? 0 : 16_000 + i)
    sending = afterOutcome(asked, { is: 'acknowledged' }, 'c3', 1_000 + i)
  }
  // A quarter of an hour later it may ask once more.
  const later = afterOutcome(sending, { is: 'again', since: 'c2' }, 'c3', 1_000 + HOUR / 4)
  expect(later).toMatchObject({ since: 'c2', failures: 0, notBeforeMs: 0 })
})

test.each<[most: number, outcome: PageOutcome, next: number]>([
  [100, { is: 'failed', fault: 'late' }, 50],
  [3, { is: 'failed', fault: 'late' }, 1],
  [1, { is: 'failed', fault: 'late' }, 1],
  [1, { is: 'acknowledged' }, 2],
  [64, { is: 'acknowledged' }, 100],
  [50, { is: 'failed', fault: 'status', detail: '500' }, 50],
  [50, { is: 'again', since: null }, 50],
])('after a page of at most %i and %o, the next has at most %i', (most, outcome, next) => {
  expect(mostAfter(most, outcome)).toBe(next)
})

test('a cursor that is none of this feed’s is dropped', () => {
  const asked = afterOutcome(sendingFrom('c2'), { is: 'again', since: 'made up' }, 'c3', 0)
  expect(afterOutcome(asked, { is: 'failed', fault: 'since' }, null, 0)).toMatchObject({ since: 'c2' })
  // A cursor of a store whose key is lost.
  const unknown = afterOutcome(sendingFrom('c2'), { is: 'failed', fault: 'since' }, null, 0)
  expect(unknown).toMatchObject({ acknowledged: 'c2', since: null })
})

test.each([
  [{ isEnded: true, isFailing: true, hasLiveGrant: true, isThrough: false }, 'ended'],
  [{ isEnded: false, isFailing: true, hasLiveGrant: false, isThrough: true }, 'failing'],
  [{ isEnded: false, isFailing: false, hasLiveGrant: false, isThrough: true }, 'asleep'],
  [{ isEnded: false, isFailing: false, hasLiveGrant: false, isThrough: false }, 'sending'],
  [{ isEnded: false, isFailing: false, hasLiveGrant: true, isThrough: true }, 'sending'],
] as const)('the state of a feed: %o is %s', (facts, state) => {
  expect(feedState(facts)).toBe(state)
})

/** What a receiver does with a page: takes it and says so, takes it and the reply is lost, lies, asks, or is not there. */
const ACTS = ['takes', 'loses', 'lies', 'asks', 'forgets', 'makes up', 'gone', 'breaks'] as const
type Act = (typeof ACTS)[number]

/** Pages are numbers: the page after cursor `cN` has item N + 1. */
const itemAfter = (cursor: string | null): number => (cursor === null ? 1 : Number(cursor.slice(1)) + 1)

interface World {
  readonly sending: Sending
  readonly held: ReadonlySet<number>
  readonly nowMs: number
}

function step({ sending, held, nowMs }: World, act: Act): World {
  const at = Math.max(nowMs, sending.notBeforeMs)
  if (sending.since !== null && !/^c\d+$/.test(sending.since)) {
    const dropped = afterOutcome(sending, { is: 'failed', fault: 'since' }, null, at)
    return { sending: dropped, held, nowMs: at }
  }
  const item = itemAfter(sending.since)
  const cursor = `c${item}`
  const takes = act === 'takes' || act === 'loses' || act === 'breaks'
  const isNext = item <= held.size + 1
  const kept = takes && isNext ? new Set([...held, item]) : held
  const holds = held.size === 0 ? null : `c${held.size}`
  const replies: Record<Act, Reply> = {
    takes: isNext ? answered(200, { cursor }) : answered(409, { since: holds }),
    loses: { fault: 'late' },
    lies: answered(200, { cursor: `c${item + 5}` }),
    asks: answered(409, { since: holds }),
    forgets: answered(409, { since: null }),
    'makes up': answered(409, { since: 'x' }),
    gone: unreached,
    breaks: { status: 200, text: `{"cursor":"${cursor}` },
  }
  const after = afterOutcome(sending, pageOutcome(replies[act], cursor), cursor, at)
  return { sending: after, held: kept, nowMs: at }
}

test('whatever a receiver and the network do, nothing that is acknowledged is skipped, and a good receiver gets all', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ACTS), { maxLength: 60 }), fc.nat(60), (acts, killedAt) => {
      let world: World = { sending: sendingFrom(null), held: new Set(), nowMs: 0 }
      for (const [i, act] of acts.entries()) {
        const before = world
        world = step(world, act)
        const { sending } = world
        const moved = sending.acknowledged !== before.sending.acknowledged
        if (moved) expect(act).toBe('takes')
        for (let item = 1; item < itemAfter(sending.acknowledged); item++)
          expect(world.held.has(item)).toBe(true)
        expect(sending.notBeforeMs - world.nowMs).toBeLessThanOrEqual(HOUR)
        // Killed: only what was acknowledged is on the disk.
        if (i === killedAt) world = { ...world, sending: sendingFrom(sending.acknowledged) }
      }
      const target = world.held.size + 3
      for (let tries = 0; tries < 200 && itemAfter(world.sending.acknowledged) <= target; tries++)
        world = step(world, 'takes')
      expect(world.held.size).toBeGreaterThanOrEqual(target)
      expect(world.sending).toMatchObject({ failures: 0, notBeforeMs: 0 })
    }),
    { numRuns: 2_000 },
  )
})
