import { expect, test } from 'vitest'
import type { RecordBody } from '../../../../src/domain/types/index.ts'
import type { Opening } from '../../../trials/soak/consents.ts'
import { compareCounts } from '../../../trials/soak/counts.ts'
import { compareDoubles, turnsOfNature } from '../../../trials/soak/doubles.ts'
import { type Double, Feed } from '../../../trials/soak/feed.ts'
import { type Draft, Ledger, type Sent, sending } from '../../../trials/soak/ledger.ts'
import { compareShortPages, Pages } from '../../../trials/soak/pages.ts'
import { compareStored, type StoredRow } from '../../../trials/soak/stored.ts'
import { Faults, Tally } from '../../../trials/soak/tally.ts'
import { compareViews, type View, type Viewer } from '../../../trials/soak/views.ts'
import { Whom } from '../../../trials/soak/whom.ts'

/** That the soak's checks find what they look for: each is shown a small account with one thing wrong in it. */

const [GRACE, BANK] = ['party-grace', 'party-bank']
const RECEIVED = '2026-06-28T07:15:00.000Z'

const harvest = (id: string, more: object = {}): Draft => ({
  id,
  type: 'harvest',
  occurred_at: '2026-06-28T10:00:00.123456+03:00',
  lawful_basis: 'consent',
  producer: GRACE,
  ...more,
})

/** As the service would keep it. */
const kept = (draft: Draft, more: object = {}): StoredRow => ({
  seq: 1,
  digest: 'd1',
  body: {
    ...draft,
    occurred_at: '2026-06-28T07:00:00.123Z',
    recorded_at: RECEIVED,
    received_at: RECEIVED,
    record_class: 'observation',
    asserted_by: GRACE,
    ...more,
  } as unknown as RecordBody,
})

const taken = (draft: Draft): Sent => ({ ...sending(GRACE, draft, 'taken'), takenMs: 1, acceptedAnswers: 1 })

function faultsOfStore(sent: readonly Sent[], rows: readonly StoredRow[]): readonly string[] {
  const faults = new Faults()
  const ledger = new Ledger(faults, new Tally())
  for (const one of sent) ledger.add(one)
  compareStored(new Map(rows.map((row) => [row.body.id, row])), ledger, new Set(['first']), faults)
  return faults.lines.filter((line) => !line.startsWith(' '))
}

test('what was acknowledged must be there as it was sent, and nothing else', () => {
  const [a, b] = [harvest('a'), harvest('b')]
  expect(faultsOfStore([taken(a)], [kept(a), kept(harvest('first'))])).toEqual([])
  expect(faultsOfStore([taken(a), taken(b)], [kept(a)])).toEqual(['1 x an acknowledged record is not there'])
  const changed = ['1 x an acknowledged record has another content']
  expect(faultsOfStore([taken(a)], [kept(a, { producer: BANK })])).toEqual(changed)
  expect(faultsOfStore([taken(a)], [kept(a, { note: 'made up' })])).toEqual(changed)
  expect(faultsOfStore([taken(a)], [kept(a, { asserted_by: BANK })])).toEqual(changed)
  expect(faultsOfStore([taken(a)], [kept(a, { occurred_at: RECEIVED })])).toEqual(changed)
  expect(faultsOfStore([], [kept(a)])).toEqual(['1 x a record is there that nobody was told of'])
  const refused = { ...sending(GRACE, a, 'acting'), refusal: 'already_retracted' }
  expect(faultsOfStore([refused], [])).toEqual([])
  expect(faultsOfStore([refused], [kept(a)])).toContain('1 x a record is there that was refused')
  expect(faultsOfStore([sending(GRACE, a, 'taken')], [])).toEqual(['1 x a record never got an answer'])
})

test.each([
  ['accepted twice', 'a record was accepted twice', 'taken', [['accepted'], ['accepted']], 2],
  ['replayed at first', 'a record that never came before was called replayed', 'taken', [['replayed']], 1],
  [
    'taken, then refused',
    'what was taken is not replayed when it is sent again',
    'acting',
    [['accepted'], ['rejected', 'already_retracted']],
    2,
  ],
  ['refused', 'a record was met with another answer than is promised', 'taken', [['rejected', 'x']], 1],
  ['taken', 'a record was met with another answer than is promised', { refusal: 'y' }, [['accepted']], 1],
] as const)('an answer that breaks a promise is told: %s', (_, fault, expects, answers, reached) => {
  const faults = new Faults()
  const ledger = new Ledger(faults, new Tally())
  const sent = { ...sending(GRACE, harvest('a'), expects), reached }
  for (const [status, code] of answers)
    ledger.settle(sent, { status, code: code ?? null }, Date.now() + 1_000)
  expect(faults.lines).toContain(`1 x ${fault}`)
})

/** What is found in these pages, of at most four records each; `+` before those that have others after them. */
function faultsOfPages(...pages: string[]): readonly string[] {
  const scene = { faults: new Faults(), tally: new Tally() }
  const feed = new Pages(scene, 'test')
  for (const page of pages) {
    const [changes, closed] = page.replace('+', '').split('/') as [string, string]
    feed.note({ changes: [...changes], closed: [...closed] }, 4, page.startsWith('+'))
  }
  return scene.faults.lines.filter((line) => !line.startsWith(' '))
}

test('a page before others must be full, unless it ends before a record that it would show and close', () => {
  expect(faultsOfPages('abc/d', '+abcd/', '+ab/cd', 'a/')).toEqual([])
  expect(faultsOfPages('+ab/', '+cdef/', '/a')).toEqual([])
  expect(faultsOfPages('+a/b', 'b/')).toEqual([])
  expect(faultsOfPages('+ab/', '+cdef/', 'g/')).toEqual(['1 x a page was short for no reason'])
  // What was explained explains no later one.
  expect(faultsOfPages('+ab/', '+b/', 'c/')).toEqual(['1 x a page was short for no reason'])
  const length = ['1 x a page is not as long as it must be']
  expect(faultsOfPages('+/', 'a/')).toEqual(length)
  expect(faultsOfPages('abc/de')).toEqual(length)
  const twice = ['1 x a page closes a record twice, or shows it too']
  for (const page of ['ab/b', 'a/bb']) expect(faultsOfPages(page)).toEqual(twice)
  expect(faultsOfPages('aba/c')).toEqual([])
})

test('a few pages of many may be short', () => {
  const faultsOf = (short: number, pages: number) => {
    const [faults, tally] = [new Faults(), new Tally()]
    tally.add('short pages', short)
    tally.add('pages before others', pages)
    compareShortPages(tally, faults)
    return faults.count
  }
  expect([faultsOf(0, 0), faultsOf(2, 10), faultsOf(52, 1_000)]).toEqual([0, 0, 0])
  expect([faultsOf(3, 10), faultsOf(53, 1_000)]).toEqual([1, 1])
})

/** A feed as it stands after these records came, in this order. */
async function feedOf(records: readonly Draft[], purpose: string | null, doubles: readonly Double[] = []) {
  const body = { changes: records, closed: [], cursor: 'c', has_more: false }
  const scene = { faults: new Faults(), tally: new Tally() }
  const feed = new Feed(purpose, async () => ({ answered: true, status: 200, body }), scene, 'test')
  await feed.pull(500)
  feed.doubles.splice(0, Number.POSITIVE_INFINITY, ...doubles)
  return feed
}

const bank: Viewer = {
  name: 'bank',
  party: BANK,
  plan: {
    party: { id: BANK, name: 'Bank', kind: 'institution', token: '' },
    purposes: ['credit_assessment'],
    sinceMs: null,
  },
}

async function viewOf(
  had: readonly Draft[],
  listed: readonly string[],
  fresh: readonly Draft[],
): Promise<View> {
  return {
    device: bank,
    feed: await feedOf(had, 'credit_assessment'),
    listed: new Set(listed),
    fresh: await feedOf(fresh, 'credit_assessment'),
  }
}

test('a device must have what is listed, a new cursor must bring just that, and twins must see the same', async () => {
  const [a, b] = [harvest('a'), harvest('b')]
  const kinds = (...views: View[]) => {
    const faults = new Faults()
    const digestOf = (id: string) =>
      (views[0]?.fresh.copies.get(id) ?? views[0]?.feed.copies.get(id))?.digest ?? ''
    const rows = [a, b].map((d) => [d.id, { ...kept(d), digest: digestOf(d.id) }] as const)
    compareViews(views, new Map(rows), faults, new Tally())
    return faults.lines.filter((line) => !line.startsWith(' ')).map((line) => line.slice(4))
  }
  const both = [
    { ...a, derived: {} },
    { ...b, derived: {} },
  ]
  const good = await viewOf(both, ['a', 'b'], both)
  expect(kinds(good, await viewOf(both, ['a', 'b'], both))).toEqual([])
  expect(kinds(await viewOf(both.slice(1), ['a', 'b'], both))).toEqual([
    'a device was never brought what is listed for it',
  ])
  expect(kinds(await viewOf(both, ['a', 'b'], both.slice(1)))).toContain(
    'a new cursor does not bring what is listed',
  )
  expect(kinds(await viewOf(both.slice(0, 1), ['a'], both))).toEqual([
    'a new cursor brings what is not listed',
  ])
  expect(kinds(await viewOf(both, ['a'], both.slice(0, 1)))).toEqual([
    'a device was never told that it must drop a record',
  ])
  const told = await viewOf(both, ['a'], both.slice(0, 1))
  told.feed.held.delete('b')
  expect(kinds(told)).toEqual([])
  told.feed.held.delete('a')
  expect(kinds(told)).toEqual(['what is listed for a device was closed to it'])
  expect(kinds(good, await viewOf(both.slice(0, 1), ['a'], both.slice(0, 1)))).toEqual([
    'two devices of one party see different things',
  ])
  const forged = [{ ...a, derived: {}, note: 'forged' }, both[1] as Draft]
  expect(kinds(good, await viewOf(forged, ['a', 'b'], both))).toEqual(['a copy differs from what is stored'])
})

test('a record may come twice only where somebody opened it again since it came first', async () => {
  const a = harvest('a')
  const stored = new Map([['a', kept(a)]])
  const faultsFor = async (purpose: string | null, openings: readonly Opening[]) => {
    const faults = new Faults()
    const feed = await feedOf([a], purpose, [{ id: 'a', firstMs: 100_000, againMs: 200_000 }])
    const view = { device: bank, feed, listed: new Set(['a']), fresh: await feedOf([a], purpose) }
    compareDoubles([view], stored, new Whom(stored), openings, faults, new Tally())
    return faults.count
  }
  const by = (party: string, fromMs: number): Opening => ({ party, fromMs, untilMs: fromMs })
  expect(await faultsFor('credit_assessment', [by(GRACE, 150_000)])).toBe(0)
  expect(await faultsFor('credit_assessment', [by(GRACE, 50_000)])).toBe(1)
  expect(await faultsFor('credit_assessment', [by(GRACE, 250_000)])).toBe(1)
  expect(await faultsFor('credit_assessment', [by(BANK, 150_000)])).toBe(1)
  expect(await faultsFor(null, [by(GRACE, 150_000)])).toBe(1)
})

test('a record that came twice must have been corrected or retracted before, if nothing else opened it', async () => {
  const a = harvest('a')
  const [first, second] = [kept(a), { ...kept(harvest('b', { supersedes: 'a' })), seq: 2 }]
  const atMs = Date.parse(second.body.received_at)
  const faultsFor = async (rows: StoredRow[], id: string, firstMs: number) => {
    const stored = new Map(rows.map((row) => [row.body.id, row]))
    const faults = new Faults()
    const feed = await feedOf([a], null, [{ id, firstMs, againMs: firstMs + 10_000 }])
    const view = { device: bank, feed, listed: new Set(['a']), fresh: await feedOf([a], null) }
    compareDoubles([view], stored, new Whom(stored), [], faults, new Tally())
    return faults.count
  }
  expect(await faultsFor([first, second], 'a', atMs - 5_000)).toBe(0)
  expect(await faultsFor([first, second], 'b', atMs - 5_000)).toBe(1)
  expect(await faultsFor([first, second], 'a', atMs - 50_000)).toBe(1)
  // It came first to a puller who had not yet reached what changed it.
  expect(await faultsFor([first, second], 'a', atMs + 5_000)).toBe(0)
  expect(await faultsFor([first], 'a', atMs - 5_000)).toBe(1)
  // It shows when it was confirmed to those who may read that.
  const confirmed = { id: 'c', type: 'delivery_confirmation', delivery_id: 'a' } as RecordBody
  expect(await faultsFor([first, kept(confirmed)], 'a', atMs - 5_000)).toBe(0)
})

test('somebody turns from a person into an organisation when the word of the cooperative says so, and back', () => {
  const said = (id: string, kind: string, more: object = {}) =>
    kept({ id, type: 'party', party: GRACE, kind, ...more }, { asserted_by: 'coop', received_at: RECEIVED })
  const rows = [said('a', 'person'), said('b', 'business', { supersedes: 'a' }), said('c', 'person')]
  const turns = turnsOfNature(new Map(rows.map((row) => [row.body.id, row])), 'coop')
  expect(turns.map(({ party }) => party)).toEqual([GRACE, GRACE])
})

test('the list of devices must add up to what devices saw, and to what is there', () => {
  const stored = new Map([['a', kept(harvest('a'), { device_id: 'phone' })]])
  const seen = { accepted: 0, replayed: 1, rejected: 2, unknown: 3 }
  const faultsFor = (accepted: number, replayed: number, rejected: number) => {
    const faults = new Faults()
    const line = { id: 'phone', accepted, replayed, rejected } as Parameters<typeof compareCounts>[1][number]
    compareCounts([{ id: 'phone', name: 'phone', sender: { seen } }], [line], stored, faults)
    return faults.count
  }
  expect(faultsFor(1, 1, 2)).toBe(0)
  expect(faultsFor(1, 3, 2)).toBe(0)
  expect(faultsFor(1, 4, 2)).toBe(1)
  expect(faultsFor(1, 0, 2)).toBe(1)
  expect(faultsFor(0, 1, 2)).toBe(1)
  expect(faultsFor(2, 1, 2)).toBe(1)
})
