import { describe, expect } from 'vitest'
import { forgetAll, type Taken, takeIn } from '../../../../src/clients/union/apply.ts'
import type { Engine } from '../../../../src/clients/union/engine.ts'
import { passTime } from '../../../../src/clients/union/own-clock.ts'
import { STATEMENTS } from '../../../../src/clients/union/statements.ts'
import { opened } from '../../../../src/clients/union/store.ts'
import { DAY_MS, formatInstant } from '../../../../src/domain/time.ts'
import { Log, leaves } from '../../../support/clients/union-log.ts'
import { idOf as id, pageOf } from '../../../support/clients/union-pages.ts'
import { ALL_STORES, added } from '../../../support/clients/union-stores.ts'
import { testsOnNew } from '../../../support/clients/union-tests.ts'

/** Pages of made-up appliances, taken in by both kinds of stores. */

const nowMs = Date.now()
const inDays = (days: number) => formatInstant(nowMs + days * DAY_MS)
const [FARMER, OTHER, COOPERATIVE, READER] = [id(901), id(902), id(903), id(904)] as const

const delivery = (n: number, more: object = {}, derived: object = {}) => ({
  id: id(n),
  type: 'delivery',
  occurred_at: inDays(-3),
  received_at: inDays(-3),
  asserted_by: COOPERATIVE,
  from_party: FARMER,
  to_party: COOPERATIVE,
  crop: 'coffee_arabica_fresh_cherry',
  quantity: { value: 60.5, unit: 'kg' },
  agreed_price: { amount_minor: 9_007_199_254_740_991, currency: 'UGX' },
  ...more,
  derived: { standing: 'tip', kg: 60.5, flags: ['delegated_authority'], retracted: false, ...derived },
})
const grant = (n: number, more: object = {}) => ({
  id: id(n),
  subject: FARMER,
  grantee: READER,
  record_types: ['delivery', 'delivery_confirmation'],
  valid_from: inDays(-10),
  expires_at: inDays(100),
  revoked_at: null,
  ...more,
})

describe.for(ALL_STORES)('%s', (kind) => {
  let store: string
  let engine: Engine
  let cursors: number
  let since: string | null
  const on = testsOnNew(kind, (made) => {
    ;({ store, engine } = made)
    cursors = 0
    since = null
    return added(engine, 'kahawa')
  })

  /** What a second server has no part in: it is slow to make. */
  const onEach: typeof on = (name, work) => {
    if (kind !== 'two servers') on(name, work)
  }

  const page = (more: object = {}) => pageOf(`c${++cursors}`, more)
  /** Takes in the next page of the source. */
  const next = async (more: object = {}, atMs = nowMs): Promise<Taken> => {
    const taken = await takeIn(engine, 'kahawa', page(more), since, { nowMs: atMs })
    if (taken.is === 'taken') since = taken.cursor
    return taken
  }
  const ids = async (table: string, source = 'kahawa') =>
    (await engine.all(`SELECT id FROM ${table} WHERE source = $1 ORDER BY id`, [source])).map((row) => row.id)
  const sourceRow = async () => (await engine.all(STATEMENTS['source.one'], ['kahawa']))[0]

  on('a page is taken in once: what does not begin where the last one ended is asked for again', async () => {
    const first = page({ changes: [delivery(1)] })
    expect(await takeIn(engine, 'kahawa', first, null, { nowMs })).toEqual({ is: 'taken', cursor: 'c1' })
    expect(await takeIn(engine, 'kahawa', first, null, { nowMs })).toEqual({ is: 'again', since: 'c1' })
    const second = page({ closed: [id(1)] })
    expect(await takeIn(engine, 'kahawa', second, 'c7', { nowMs })).toEqual({ is: 'again', since: 'c1' })
    expect(await ids('record')).toEqual([id(1)])
    expect(await takeIn(engine, 'kahawa', second, 'c1', { nowMs })).toEqual({ is: 'taken', cursor: 'c2' })
    expect(await ids('record')).toEqual([])
    expect(await takeIn(engine, 'none', second, null, { nowMs })).toEqual({ is: 'gone' })
  })

  onEach('an office that does not know the cursor it was told begins again', async () => {
    await next({ changes: [delivery(1)], grants: [grant(20)] })
    const fromBeginning = (seconds: number) =>
      takeIn(engine, 'kahawa', page({ changes: [delivery(2)] }), null, { nowMs: nowMs + seconds * 1_000 })
    expect(await fromBeginning(0)).toEqual({ is: 'again', since })
    expect(await fromBeginning(1)).toEqual({ is: 'again', since })
    // A reply was lost, no more: it goes on, and all is as before.
    await next()
    expect(await fromBeginning(20)).toEqual({ is: 'again', since })
    expect(await ids('record')).toEqual([id(1)])
    expect(await fromBeginning(36)).toMatchObject({ is: 'taken' })
    expect([await ids('record'), await ids('consent')]).toEqual([[id(2)], []])
  })

  on('two programs with the same page: one takes it in, the other is told the cursor', async () => {
    const other = await opened(store, false)
    const rows = Array.from({ length: 450 }, (_, i) => delivery(i + 1))
    const pages = [page({ changes: rows }), page({ changes: rows })]
    const taken = await Promise.all(
      [engine, other, engine, other].map((by, i) =>
        takeIn(by, 'kahawa', pages[i % 2] as (typeof pages)[0], null, { nowMs }),
      ),
    )
    await other.close()
    expect(taken.map(({ is }) => is).sort()).toEqual(['again', 'again', 'again', 'taken'])
    expect(await ids('record')).toHaveLength(450)
    expect(await sourceRow()).toMatchObject({ pages: 1 })
  })

  on('a page of which a part cannot be stored leaves nothing behind', async () => {
    await next({ changes: [delivery(1)] })
    const broken = page({ changes: [delivery(2)], closed: [id(1)] })
    const spoiled = { ...broken, cursor: null as unknown as string, grants: [{} as never] }
    await expect(takeIn(engine, 'kahawa', spoiled, since, { nowMs })).rejects.toThrow()
    expect(await ids('record')).toEqual([id(1)])
    expect(await ids('closing')).toEqual([])
    expect(await sourceRow()).toMatchObject({ cursor: since, pages: 1 })
  })

  on('what closes is deleted, unless it may be kept; what opens again is current again', async () => {
    await next({
      changes: [
        delivery(1),
        delivery(2, {}, { keep_until: inDays(50) }),
        delivery(3, {}, { keep_until: inDays(-1) }),
      ],
    })
    await next({ closed: [id(1), id(2), id(3), id(1)] })
    await next({ closed: [id(2)] })
    expect(await ids('record')).toEqual([])
    expect(await ids('kept')).toEqual([id(2)])
    expect(await ids('closing')).toEqual([id(1), id(2), id(3)])
    expect(await sourceRow()).toMatchObject({ purge_from: inDays(0) })
    await next({ changes: [delivery(2), delivery(1)] })
    expect(await ids('record')).toEqual([id(1), id(2)])
    expect(await ids('kept')).toEqual([])
    expect(await ids('closing')).toEqual([id(3)])
  })

  onEach('a record that comes again has its new standing', async () => {
    await next({ changes: [delivery(1)] })
    await next({ changes: [delivery(2, { supersedes: id(1) }), delivery(1, {}, { standing: 'superseded' })] })
    const rows = await engine.all('SELECT id, standing FROM shown WHERE source = $1 ORDER BY id', ['kahawa'])
    expect(rows.map(({ standing }) => standing)).toEqual(['superseded', 'tip'])
  })

  on('a source that was restored starts again; what is kept stays, and other sources too', async () => {
    await added(engine, 'maziwa')
    await takeIn(engine, 'maziwa', page({ changes: [delivery(1)] }), null, { nowMs })
    await next({ changes: [delivery(1), delivery(2, {}, { keep_until: inDays(50) })], grants: [grant(20)] })
    await next({ closed: [id(2)] })
    const anew = page({ changes: [delivery(3)], restored_from_backup: true })
    expect(await takeIn(engine, 'kahawa', anew, null, { nowMs })).toMatchObject({ is: 'taken' })
    expect(await ids('record')).toEqual([id(3)])
    expect(await ids('kept')).toEqual([id(2)])
    expect(await ids('consent')).toEqual([])
    expect(await ids('record', 'maziwa')).toEqual([id(1)])
    expect(await sourceRow()).toMatchObject({ cursor: anew.cursor })
  })

  onEach(
    'a log that continues is taken; one that does not freezes the source with both checkpoints',
    async () => {
      const log = new Log(leaves(20))
      expect(await next({ source: log.states(5, 0), changes: [delivery(1)] })).toMatchObject({ is: 'taken' })
      expect(await next({ source: log.states(9, 5) })).toMatchObject({ is: 'taken' })
      expect(await next()).toMatchObject({ is: 'taken' })
      const changed = new Log([...leaves(2), 'changed', ...leaves(17, 'more')], log.key)
      expect(await next({ source: changed.states(12, 9), changes: [delivery(2)] })).toEqual({ is: 'frozen' })
      expect(await ids('record')).toEqual([id(1)])
      const seen = await engine.all('SELECT size, follows FROM checkpoint WHERE source = $1 ORDER BY size', [
        'kahawa',
      ])
      expect(seen.map(({ size, follows }) => [size, follows])).toEqual([
        [5, 1],
        [9, 1],
        [12, 0],
      ])
      expect(await sourceRow()).toMatchObject({ state: 'frozen', vkey: log.vkey, fault: 'frozen' })
      expect(await next({ changes: [delivery(3)] })).toEqual({ is: 'frozen' })
      expect(await ids('record')).toEqual([id(1)])
    },
  )

  onEach('a page whose checkpoint another key signed is refused, and nothing more', async () => {
    const [log, stranger] = [new Log(leaves(20)), new Log(leaves(20))]
    await next({ source: log.states(5, 0), changes: [delivery(1)] })
    const refused = await next({ source: stranger.states(9, 5), changes: [delivery(2)], closed: [id(1)] })
    expect(refused).toEqual({ is: 'refused' })
    expect(await ids('record')).toEqual([id(1)])
    expect(await sourceRow()).toMatchObject({ state: 'live', fault: 'refused', cursor: since })
    expect(await next({ source: log.states(9, 5), changes: [delivery(2)] })).toMatchObject({ is: 'taken' })
    expect(await sourceRow()).toMatchObject({ fault: null })
  })

  onEach(
    'the key that was given is the only one, and a restored log is another one with that key',
    async () => {
      const log = new Log(leaves(20))
      await added(engine, 'pinned', { vkey: log.vkey })
      const to = (source: object, more: object = {}) =>
        takeIn(engine, 'pinned', page({ source, ...more }), null, { nowMs })
      expect(await to(new Log(leaves(9)).states(5, 0))).toEqual({ is: 'refused' })
      expect(await to(log.states(15, 0))).toMatchObject({ is: 'taken' })
      const restored = new Log(leaves(7, 'restored'), log.key, 2)
      expect(await to(restored.states(7, 0), { restored_from_backup: true })).toMatchObject({ is: 'taken' })
      const logs = await engine.all('SELECT DISTINCT log FROM checkpoint WHERE source = $1', ['pinned'])
      expect(logs.map(({ log: name }) => name).sort()).toEqual([log.origin, restored.origin].sort())
    },
  )

  on('what no known consent opens any more is not shown, until the source confirms it', async () => {
    const confirmation = {
      ...delivery(3, { type: 'delivery_confirmation', delivery_id: id(1) }),
    }
    await next(
      {
        changes: [
          delivery(1),
          delivery(2, { from_party: OTHER }),
          confirmation,
          delivery(4, { asserted_by: READER }),
        ],
        grants: [grant(20, { expires_at: inDays(-1) })],
        has_more: true,
      },
      nowMs - 2 * DAY_MS,
    )
    // Nothing is known of the consent of the other; the confirmation has the subjects of its delivery.
    expect(await ids('shown')).toEqual([id(2), id(4)])
    await next({ grants: [grant(21, { expires_at: inDays(1) })], has_more: true }, nowMs - 2 * DAY_MS)
    expect(await ids('shown')).toEqual([id(1), id(2), id(3), id(4)])
    await next(
      { grants: [grant(21, { expires_at: inDays(1), revoked_at: inDays(-1) })], has_more: true },
      nowMs - DAY_MS * 2,
    )
    expect(await ids('shown')).toEqual([id(2), id(4)])
    // The appliance has nothing more to close: its gate opens them.
    await next({}, nowMs)
    expect(await ids('shown')).toEqual([id(1), id(2), id(3), id(4)])
  })

  onEach(
    'what a page says of a consent that ended while it was on its way counts as not confirmed',
    async () => {
      const minutes = (n: number) => formatInstant(nowMs - n * 60_000)
      const ending = (ended: string) => ({ grants: [grant(20, { revoked_at: ended })] })
      await next({ changes: [delivery(1)], ...ending(minutes(3)) })
      expect(await ids('shown')).toEqual([])
      await next(ending(minutes(5)))
      expect(await ids('shown')).toEqual([id(1)])
    },
  )

  onEach('what was not confirmed for 30 days is not shown, nor what may be kept no longer', async () => {
    await next({ changes: [delivery(1)] }, nowMs - 29 * DAY_MS)
    expect(await ids('shown')).toEqual([id(1)])
    await next({ changes: [delivery(2)] }, nowMs - 31 * DAY_MS)
    expect(await ids('shown')).toEqual([])
    await next({ changes: [delivery(3, {}, { keep_until: inDays(-1) })] })
    expect(await ids('shown')).toEqual([id(1), id(2)])
  })

  /** A consent that ended, one that goes on, and a record that may be kept; then nobody hears of the source for 31 days. */
  const unheard = async (more: object = {}, last: object = {}) => {
    await next({
      changes: [
        delivery(1),
        delivery(2, { from_party: OTHER }),
        delivery(3, { from_party: OTHER }, { keep_until: inDays(90) }),
      ],
      grants: [grant(20, { expires_at: inDays(0.5) }), grant(21, { subject: OTHER })],
      ...more,
    })
    if ('source' in last) expect(await next(last)).toEqual({ is: 'frozen' })
    await passTime(engine, { nowMs: nowMs + 32 * DAY_MS })
  }

  on('a source unheard for 30 days begins again with nothing but what may be kept', async () => {
    const log = new Log(leaves(20))
    await unheard({ source: log.states(5, 0) })
    const [held] = await engine.all(STATEMENTS['checkpoint.largest'], ['kahawa', log.origin])
    expect(held).toBeDefined()
    expect([await ids('record'), await ids('consent'), await ids('kept')]).toEqual([[], [], [id(3)]])
    expect(await sourceRow()).toMatchObject({ cursor: null, held: expect.any(String), state: 'live' })
    expect(await next()).toEqual({ is: 'again', since: null })
    since = null
    expect(await next({ source: log.states(4, 0) })).toEqual({ is: 'frozen' })
  })

  onEach('its checkpoint begins again too, without a proof that it continues the one before', async () => {
    const log = new Log(leaves(20))
    await unheard({ source: log.states(5, 0) })
    since = null
    expect(await next({ source: log.states(9, 0), changes: [delivery(2)] })).toMatchObject({ is: 'taken' })
    const proofs = await engine.all(
      'SELECT size, continues FROM checkpoint WHERE source = $1 ORDER BY size',
      ['kahawa'],
    )
    expect(proofs).toEqual([
      { size: 5, continues: null },
      { size: 9, continues: null },
    ])
    expect(await ids('record')).toEqual([id(2)])
  })

  onEach('a frozen source that is unheard keeps the checkpoint that was right', async () => {
    const log = new Log(leaves(20))
    const changed = new Log([...leaves(2), 'changed', ...leaves(17, 'more')], log.key)
    await unheard({ source: log.states(5, 0) }, { source: changed.states(9, 5) })
    expect(await sourceRow()).toMatchObject({ state: 'frozen', held: expect.any(String) })
    const both = await engine.all(STATEMENTS['checkpoint.both'], ['kahawa', (await sourceRow())?.held ?? ''])
    expect(both.map(({ size, follows }) => [size, follows])).toEqual([
      [5, 1],
      [9, 0],
    ])
    expect(await ids('record')).toEqual([])
  })

  onEach('a source that was frozen or ended meanwhile does not start again', async () => {
    await next({ changes: [delivery(1)], grants: [grant(20)] })
    for (const state of ['frozen', 'ended']) {
      await engine.run('UPDATE source SET state = $2 WHERE source = $1', ['kahawa', state])
      await engine.atOnce('kahawa', (within) => forgetAll(within, 'kahawa', 'c9', inDays(0)))
      expect([await ids('record'), await ids('consent')]).toEqual([[id(1)], [id(20)]])
      expect(await sourceRow()).toMatchObject({ cursor: since })
    }
  })

  on('each type has a view with its members as columns, whatever a hostile appliance sends', async () => {
    const note = 'a\u0000b \ud800 "c"'
    await next({
      changes: [delivery(1, { note }), delivery(2, { quantity: 7, note: { x: 1 }, agreed_price: 'none' })],
    })
    const rows = await engine.all(
      `SELECT id, from_party, quantity_value, quantity_unit, agreed_price_amount_minor, derived_kg, derived_retracted,
        derived_flags, note FROM delivery WHERE source = $1 ORDER BY id`,
      ['kahawa'],
    )
    expect(rows[0]).toMatchObject({
      from_party: FARMER,
      quantity_value: 60.5,
      quantity_unit: 'kg',
      agreed_price_amount_minor: 9_007_199_254_740_991,
      derived_kg: 60.5,
      derived_retracted: 0,
      note: 'a\ufffdb \ufffd "c"',
    })
    expect(JSON.parse(String(rows[0]?.derived_flags))).toEqual(['delegated_authority'])
    expect(rows[1]).toMatchObject({
      quantity_value: null,
      quantity_unit: null,
      agreed_price_amount_minor: null,
    })
    expect(await ids('harvest')).toEqual([])
    const [row] = await engine.all('SELECT kg, amount_minor, currency, crop FROM record WHERE source = $1', [
      'kahawa',
    ])
    expect(row).toEqual({
      kg: 60.5,
      amount_minor: 9_007_199_254_740_991,
      currency: 'UGX',
      crop: 'coffee_arabica_fresh_cherry',
    })
  })
})
