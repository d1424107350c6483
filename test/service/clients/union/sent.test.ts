import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FeedSender } from '../../../../src/appliance/feeds/sender.ts'
import type { Engine } from '../../../../src/clients/union/engine.ts'
import { inboxServer } from '../../../../src/clients/union/inbox.ts'
import { passTime } from '../../../../src/clients/union/own-clock.ts'
import { purge } from '../../../../src/clients/union/purge.ts'
import { readInTurn, type Serving, serve, serveOnce } from '../../../../src/clients/union/serve.ts'
import { STATEMENTS } from '../../../../src/clients/union/statements.ts'
import { opened } from '../../../../src/clients/union/store.ts'
import { DAY_MS, formatInstant } from '../../../../src/domain/time.ts'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { lacks, newStore, STORES, serverOfFile, told } from '../../../support/clients/union-stores.ts'
import { json, temporaryFolder } from '../../../support/command.ts'
import { appended, granted, harvestOf, PURPOSE, retract } from '../../../support/flows/help.ts'
import { asked } from '../../../support/postgres.ts'

/** Sources that offices send to a union, its own clock, and what is left in the files. */

const HOUR_MS = 3_600_000

describe.for(STORES)('%s', (kind) => {
  const on = (name: string, work: () => Promise<void>) =>
    test.skipIf(lacks(kind) !== null)(`${told(kind)}: ${name}`, work)
  let store: string
  let engine: Engine
  let server: Server
  let a: Appliance
  let grace: Actor
  let bank: Actor
  let sender: FeedSender
  const logged: string[] = []
  const union = (...words: string[]) => json(`union ${words[0]}`, ...words.slice(1), '--store', store)

  beforeEach(async () => {
    if (lacks(kind) !== null) return
    store = await newStore(kind)
    await union('init')
    engine = await opened(store, false)
    a = await makeAppliance()
    grace = await a.party('person', 'Grace')
    bank = await a.party('institution', 'Union')
    sender = new FeedSender(a.kernel, { error: (text) => void logged.push(text) })
    server = inboxServer({
      ...{ engine, tls: null, log: (text: string) => void logged.push(text) },
      clock: () => ({ nowMs: a.clock.nowMs }),
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    if (lacks(kind) !== null) return
    server.close()
    await engine.close()
    await a.close()
    expect(logged.splice(0)).toEqual([])
  })

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/inbox`
  const sendTo = async (name: string) => {
    const { token } = await union('add --sent --name', name)
    const tokenFile = join(temporaryFolder(), 'token')
    writeFileSync(tokenFile, token, { mode: 0o600 })
    const feed = { party: bank.id, purpose: PURPOSE, to: url(), tokenFile, fingerprint: null }
    await a.tasks.run('feed.send', 'test', feed)
    return token as string
  }
  /** One round of the office, after every pause. */
  const round = async () => {
    a.clock.nowMs += HOUR_MS
    await sender.round()
  }
  const harvest = async (value = 120, note?: string) =>
    (
      await appended(
        grace,
        'harvest',
        harvestOf(grace, { quantity: { value, unit: 'kg' }, ...(note && { note }) }),
      )
    ).id as string
  const grant = (more: object = {}) => granted(a, grace, bank, ['harvest', 'retraction'], PURPOSE, more)
  /** Without who the union itself is. */
  const ids = async (table: string) => {
    const but = table === 'record' ? "AND type <> 'party'" : ''
    const rows = await engine.all(`SELECT id FROM ${table} WHERE source = $1 ${but} ORDER BY id`, ['kahawa'])
    return rows.map((row) => row.id)
  }
  const readable = async () => {
    const { body: page } = await bank.get(`/v1/records?purpose=${PURPOSE}&standing=any&limit=500`)
    const others = page.records.filter(({ type }: { type: string }) => type !== 'party')
    return others.map(({ id }: { id: string }) => id).sort()
  }

  on('an office sends what may be read: renewals, corrections and ends arrive, and it knows', async () => {
    await sendTo('kahawa')
    const [one, two] = [await harvest(), await harvest()]
    const id = await grant()
    await round()
    expect(await ids('record')).toEqual(await readable())
    expect(await ids('consent')).toEqual([id])
    await retract(grace, two)
    await round()
    const [row] = await engine.all('SELECT standing FROM record WHERE source = $1 AND id = $2', [
      'kahawa',
      two,
    ])
    expect(row).toEqual({ standing: 'retracted' })
    expect(await ids('record')).toEqual(await readable())
    await grace.post(`/v1/grants/${id}/revocation`, {})
    await round()
    expect(await ids('record')).toEqual([])
    expect(await ids('closing')).toContain(one)
    const { feeds } = await a.tasks.run('feed.list', 'test', {})
    expect(feeds[0]).toMatchObject({ state: 'asleep', fault: null })
  })

  on('a page that came twice is taken in once, and a lost reply costs nothing', async () => {
    const token = await sendTo('kahawa')
    await harvest()
    await grant()
    await round()
    const [{ cursor, pages } = {}] = await engine.all(STATEMENTS['source.one'], ['kahawa'])
    const post = (body: object, by = token) =>
      fetch(url(), { method: 'POST', headers: { authorization: `Bearer ${by}` }, body: JSON.stringify(body) })
    const page = { since: null, changes: [], closed: await ids('record'), cursor: 'other', has_more: false }
    const again = await post(page)
    expect([again.status, await again.json()]).toEqual([409, { since: cursor }])
    expect(await ids('record')).toHaveLength(1)
    expect((await engine.all(STATEMENTS['source.one'], ['kahawa']))[0]).toMatchObject({ cursor, pages })
    for (const [body, status] of [
      [{ ...page, since: 7 }, 400],
      [{ ...page, changes: [{}] }, 400],
      [[], 400],
    ] as const)
      expect((await post(body)).status).toBe(status)
    expect((await fetch(url(), { headers: { authorization: `Bearer ${token}` } })).status).toBe(405)
    const wrong = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')
    for (const by of [wrong, 'gru_x', token.replace('gru_', 'gry_'), ''])
      expect((await post(page, by)).status).toBe(401)
    expect((await fetch(url().replace('inbox', 'other'), { method: 'POST' })).status).toBe(404)
  })

  on('a source that was ended takes nothing more, and keeps only what may be kept', async () => {
    const token = await sendTo('kahawa')
    const kept = await harvest()
    await grant({
      keep_until: formatInstant(Date.now() + 900 * DAY_MS),
      expires_at: formatInstant(Date.now() + 300 * DAY_MS),
    })
    await round()
    expect(await union('end kahawa')).toMatchObject({ code: 0, name: 'kahawa' })
    expect(await ids('record')).toEqual([])
    expect(await ids('kept')).toEqual([kept])
    expect((await union('end kahawa')).code).toBe(1)
    const answer = await fetch(url(), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: '{}',
    })
    expect(answer.status).toBe(401)
    expect((await union('status')).sources).toMatchObject([
      { name: 'kahawa', state: 'ended', records: 0, kept: 1 },
    ])
  })

  on('its own clock deletes what may be kept no longer, and what no consent opens any more', async () => {
    await sendTo('kahawa')
    const id = await harvest()
    const [until, end] = [
      formatInstant(a.clock.nowMs + 90 * DAY_MS),
      formatInstant(a.clock.nowMs + 20 * DAY_MS),
    ]
    await grant({ keep_until: until, expires_at: end })
    await round()
    const at = async (days: number) => passTime(engine, { nowMs: a.clock.nowMs + days * DAY_MS })
    await at(49)
    expect(await ids('record')).toEqual([id])
    await at(51)
    expect(await ids('record')).toEqual([])
    expect(await ids('kept')).toEqual([id])
    expect((await engine.all(STATEMENTS['source.one'], ['kahawa']))[0]).toMatchObject({ cursor: null })
    await at(91)
    expect(await ids('kept')).toEqual([])
    // The office is there after all, with the consent of before: all comes again.
    const more = await harvest()
    await round()
    expect(await ids('record')).toEqual([id, more].sort())
  })

  on('no byte of what was closed, corrected away or kept too long is left in the files', async () => {
    await sendTo('kahawa')
    const words = ['Pretendium', 'Secondum', 'Thirdium'].map((word) => `${word}-${kind}`)
    const [closed, open, later] = words as [string, string, string]
    // Long enough to be stored beside its row, and nothing that could be compressed, which would hide it here.
    const long = `${closed} ${randomBytes(1_350).toString('base64')}`
    await harvest(100, long)
    const id = await grant()
    await round()
    await grace.post(`/v1/grants/${id}/revocation`, {})
    await round()
    await harvest(100, open)
    await grant({ occurred_from: formatInstant(a.clock.nowMs - 400 * DAY_MS) })
    await round()
    await harvest(100, later)
    await round()
    expect(await ids('record')).toHaveLength(3)
    const [first] = await engine.all('SELECT id FROM record WHERE source = $1 AND body LIKE $2', [
      'kahawa',
      `%${closed}%`,
    ])
    const cursor = (await engine.all(STATEMENTS['source.one'], ['kahawa']))[0]?.cursor
    const token = (await a.tasks.run('feed.list', 'test', {})).feeds.length
    expect(token).toBe(1)
    await closeDirectly(String(first?.id), String(cursor))
    await forgetInFiles()
    expect(found(await filesOfStore(), closed)).not.toEqual([])
    expect(await union('purge')).toMatchObject({ code: 0, purged: ['kahawa'], left: [] })
    expect(await union('purge')).toMatchObject({ code: 0, purged: [], left: [] })
    await forgetInFiles()
    const files = await filesOfStore()
    expect(found(files, open)).not.toEqual([])
    expect(found(files, closed)).toEqual([])
  })

  /** Closes one record as a page would. */
  async function closeDirectly(id: string, since: string): Promise<void> {
    const { takeIn, pageIn } = await import('../../../../src/clients/union/apply.ts')
    const page = pageIn({ changes: [], closed: [id], cursor: 'closed', has_more: false })
    expect(await takeIn(engine, 'kahawa', page, since, { nowMs: a.clock.nowMs })).toMatchObject({
      is: 'taken',
    })
  }

  /** PostgreSQL's log of changes is not the union's: here it is cut, as its operator may set it. */
  async function forgetInFiles(): Promise<void> {
    if (kind === 'sqlite') return
    for (let i = 0; i < 3; i++) await asked(store, 'SELECT pg_switch_wal(); CHECKPOINT')
  }
  const filesOfStore = async () =>
    kind === 'sqlite' ? filesIn(dirname(store.slice('file:'.length))) : filesIn((await serverOfFile()).folder)

  on('several programs share the sources by leases, which are free again when one ends', async () => {
    const file = join(temporaryFolder(), 'token')
    writeFileSync(file, 'gry_x', { mode: 0o600 })
    await union('add --name away --url http://127.0.0.1:9 --purpose x --token-file', file)
    let nowMs = Date.now()
    const serving = (program: string): Serving => ({
      ...{ engine, program, clock: () => ({ nowMs }), doubts: () => {}, log: () => {} },
      signal: new AbortController().signal,
    })
    const [one, other] = [serving('one'), serving('other')]
    const both = await Promise.all([readInTurn(one), readInTurn(other)])
    expect(both.flat()).toEqual([{ name: 'away', fault: 'unreached ECONNREFUSED' }])
    expect(await readInTurn(other)).toEqual([])
    nowMs += 301_000
    expect(await readInTurn(other)).toHaveLength(1)
    // One that was killed leaves its lease for a while.
    nowMs += 301_000
    await engine.run(STATEMENTS['source.lease'], [
      'away',
      'killed',
      formatInstant(nowMs + 120_000),
      formatInstant(nowMs),
      formatInstant(nowMs + 420_000),
    ])
    expect(await readInTurn(other)).toEqual([])
    nowMs += 121_000
    expect(await readInTurn(other)).toHaveLength(1)
    // One whose clock was years ahead.
    const rightMs = nowMs
    nowMs += 3_650 * DAY_MS
    expect(await readInTurn(one)).toHaveLength(1)
    nowMs = rightMs
    expect(await readInTurn(other)).toHaveLength(1)
  })

  on('a clock that jumped deletes nothing that may be kept, and one that went on does', async () => {
    await union('add --sent --name kahawa')
    const [startMs, late] = [Date.parse('2026-06-28T07:15:00Z'), Date.parse('2036-01-01T00:00:00Z')]
    const { takeIn, pageIn } = await import('../../../../src/clients/union/apply.ts')
    const page = pageIn({ changes: [], closed: [], cursor: 'c1', has_more: false })
    expect(await takeIn(engine, 'kahawa', page, null, { nowMs: startMs })).toMatchObject({ is: 'taken' })
    const put =
      'INSERT INTO kept (source, id, type, closed_at, keep_until, body) VALUES ($1, $2, $3, $4, $5, $6)'
    const kept = ['kahawa', 'k', 'harvest', formatInstant(startMs), formatInstant(startMs + DAY_MS), '{}']
    await engine.run(put, kept)
    let doubts = 0
    const at = (nowMs: number, more: Partial<Serving> = {}): Serving => ({
      ...{ engine, program: 'one', clock: () => ({ nowMs }), doubts: () => doubts++, log: () => {} },
      signal: new AbortController().signal,
      ...more,
    })
    expect(await serveOnce(at(late))).toEqual([])
    expect([doubts, await ids('kept')]).toEqual([1, ['k']])
    // It is stopped in its first round.
    const round = async (nowMs: number, passedMs: () => number) => {
      const stopping = new AbortController()
      let looks = 0
      const looked = () => {
        if (++looks === 3) stopping.abort()
        return passedMs()
      }
      await serve(at(nowMs, { signal: stopping.signal, passedMs: looked }))
    }
    await round(late, () => 0)
    expect([doubts, await ids('kept')]).toEqual([2, ['k']])
    // A day later it is still that late.
    let passed = 0
    await round(late, () => {
      passed += 25 * HOUR_MS
      return passed
    })
    expect([doubts, await ids('kept')]).toEqual([3, []])
    await engine.run(put, kept)
    await round(startMs + 2 * DAY_MS, () => 0)
    expect([doubts, await ids('kept')]).toEqual([3, []])
  })

  on('a frozen source goes on from the checkpoint that its operator names', async () => {
    const { Log, leaves } = await import('../../../support/clients/union-log.ts')
    const { takeIn, pageIn } = await import('../../../../src/clients/union/apply.ts')
    await union('add --sent --name kahawa')
    const [log, nowMs] = [new Log(leaves(20)), Date.now()]
    const page = (cursor: string, source: object) =>
      pageIn({ changes: [], closed: [], has_more: false, cursor, source })
    const changed = new Log([...leaves(2), 'changed', ...leaves(17, 'more')], log.key)
    await takeIn(engine, 'kahawa', page('c1', log.states(5, 0)), null, { nowMs })
    const next = () => takeIn(engine, 'kahawa', page('c2', changed.states(9, 5)), 'c1', { nowMs })
    expect(await next()).toEqual({ is: 'frozen' })
    const { state, checkpoints } = (await union('status')).sources[0]
    expect([state, checkpoints.map(({ size }: { size: number }) => size)]).toEqual(['frozen', [5, 9]])
    expect(await union('serve --once')).toMatchObject({
      code: 3,
      sources: [{ name: 'kahawa', fault: 'frozen' }],
    })
    const answer = await fetch(url().replace('/v1/inbox', '/metrics'))
    expect(await answer.text()).toContain('union_frozen_sources 1\n')
    expect((await union('thaw kahawa --checkpoint', 'ab')).code).toBe(2)
    expect(await union('thaw kahawa --checkpoint', checkpoints[1].hash)).toMatchObject({ code: 0 })
    expect((await union('thaw kahawa --checkpoint', checkpoints[1].hash)).code).toBe(1)
    // Nothing leads from the one log to the other: all comes again, and a root may be newer by then.
    const since = (at: string | null, cursor: string, source: object) =>
      takeIn(engine, 'kahawa', page(cursor, source), at, { nowMs })
    expect(await since('c1', 'c3', changed.states(12, 5))).toEqual({ is: 'again', since: null })
    expect(await since(null, 'c3', changed.states(12, 0))).toEqual({ is: 'taken', cursor: 'c3' })
    expect(await since('c3', 'c4', log.states(15, 12))).toEqual({ is: 'frozen' })
    const [kept] = (await union('status')).sources[0].checkpoints
    expect(await union('thaw kahawa --checkpoint', kept.hash)).toMatchObject({ code: 0 })
    expect(await since('c3', 'c5', log.states(16, 12))).toEqual({ is: 'frozen' })
  })

  on('metrics tell this machine the lag, the pages and what waits to be purged', async () => {
    await sendTo('kahawa')
    const id = await harvest()
    const given = await grant()
    await round()
    await grace.post(`/v1/grants/${given}/revocation`, {})
    await round()
    expect(await ids('closing')).toEqual([id])
    const text = await (await fetch(url().replace('/v1/inbox', '/metrics'))).text()
    expect(text).toMatch(/^union_lag_seconds\{source="kahawa"\} 0$/m)
    expect(text).toMatch(/^union_pages_total\{source="kahawa"\} [1-9]\d*$/m)
    expect(text).toContain('union_closings_waiting{source="kahawa"} 1\n')
    const forwarded = await fetch(url().replace('/v1/inbox', '/metrics'), {
      headers: { 'x-forwarded-for': '192.0.2.7' },
    })
    expect(forwarded.status).toBe(404)
    const asked = async (host: string) => {
      const call = request(url().replace('/v1/inbox', '/metrics'), { headers: { host } })
      call.end()
      const [response] = await once(call, 'response')
      response.resume()
      return response.statusCode
    }
    for (const host of ['127.0.0.1:7390', '127.0.0.1', '[::1]:7390', '[::1]', 'localhost:7390', 'localhost'])
      expect(await asked(host), host).toBe(200)
    for (const host of ['union.example', 'union.example:7390', '127.0.0.1.example', '192.0.2.7:7390'])
      expect(await asked(host), host).toBe(404)
    await purge(engine, formatInstant(a.clock.nowMs))
    const after = await (await fetch(url().replace('/v1/inbox', '/metrics'))).text()
    expect(after).toContain('union_closings_waiting{source="kahawa"} 0\n')
  })
})

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())

const found = (files: readonly string[], word: string): string[] =>
  files.filter((file) => readFileSync(file).includes(word))
