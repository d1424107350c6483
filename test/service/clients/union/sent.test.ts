import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request, type Server } from 'node:http'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import { FeedSender } from '../../../../src/appliance/feeds/sender.ts'
import { takeIn } from '../../../../src/clients/union/apply.ts'
import type { Engine } from '../../../../src/clients/union/engine.ts'
import { inboxServer } from '../../../../src/clients/union/inbox.ts'
import { passTime } from '../../../../src/clients/union/own-clock.ts'
import { purge } from '../../../../src/clients/union/purge.ts'
import { readInTurn, type Serving, serve, serveOnce } from '../../../../src/clients/union/serve.ts'
import { STATEMENTS } from '../../../../src/clients/union/statements.ts'
import { DAY_MS, formatInstant } from '../../../../src/domain/time.ts'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { pageOf } from '../../../support/clients/union-pages.ts'
import { STORES, serverOfFile } from '../../../support/clients/union-stores.ts'
import { testsOnNew } from '../../../support/clients/union-tests.ts'
import { json, temporaryFolder } from '../../../support/command.ts'
import { filesBelow } from '../../../support/files-below.ts'
import { appended, granted, harvestOf, PURPOSE } from '../../../support/flows/help.ts'
import { listening } from '../../../support/listening.ts'
import { asked } from '../../../support/postgres.ts'

/** Sources that offices send to a union, its own clock, and what is left in the files. */

const HOUR_MS = 3_600_000

describe.for(STORES)('%s', (kind) => {
  let store: string
  let engine: Engine
  let server: Server
  let url: string
  let a: Appliance
  let grace: Actor
  let bank: Actor
  let sender: FeedSender
  const logged: string[] = []
  const union = (...words: string[]) => json(`union ${words[0]}`, ...words.slice(1), '--store', store)

  const on = testsOnNew(kind, async (made) => {
    ;({ store, engine } = made)
    a = await makeAppliance()
    grace = await a.party('person', 'Grace')
    bank = await a.party('institution', 'Union')
    sender = new FeedSender(a.kernel, { error: (text) => void logged.push(text) })
    server = inboxServer({
      ...{ engine, tls: null, log: (text: string) => void logged.push(text) },
      clock: () => ({ nowMs: a.clock.nowMs }),
    })
    url = `${await listening(server)}/v1/inbox`
  })
  afterEach(async () => {
    server.close()
    await a.close()
    expect(logged.splice(0)).toEqual([])
  })

  const sendTo = async (name: string) => {
    const { token } = await union('add --sent --name', name)
    const tokenFile = join(temporaryFolder(), 'token')
    writeFileSync(tokenFile, token, { mode: 0o600 })
    const feed = { party: bank.id, purpose: PURPOSE, to: url, tokenFile, fingerprint: null }
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
    const answer = await fetch(url, {
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
    const page = pageOf('closed', { closed: [id] })
    const { is } = await takeIn(engine, 'kahawa', page, since, { nowMs: a.clock.nowMs })
    expect(is).toBe('taken')
  }

  /** PostgreSQL's log of changes is not the union's: here it is cut, as its operator may set it. */
  async function forgetInFiles(): Promise<void> {
    if (kind === 'sqlite') return
    for (let i = 0; i < 3; i++) await asked(store, 'SELECT pg_switch_wal(); CHECKPOINT')
  }
  const filesOfStore = async () =>
    filesBelow(kind === 'sqlite' ? dirname(store.slice('file:'.length)) : (await serverOfFile()).folder)

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
    const { is } = await takeIn(engine, 'kahawa', pageOf('c1'), null, { nowMs: startMs })
    expect(is).toBe('taken')
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

  on('metrics tell this machine the lag, the pages and what waits to be purged', async () => {
    await sendTo('kahawa')
    const id = await harvest()
    const given = await grant()
    await round()
    await grace.post(`/v1/grants/${given}/revocation`, {})
    await round()
    expect(await ids('closing')).toEqual([id])
    const metrics = url.replace('/v1/inbox', '/metrics')
    const text = await (await fetch(metrics)).text()
    expect(text).toMatch(/^union_lag_seconds\{source="kahawa"\} 0$/m)
    expect(text).toMatch(/^union_pages_total\{source="kahawa"\} [1-9]\d*$/m)
    expect(text).toContain('union_closings_waiting{source="kahawa"} 1\n')
    const forwarded = await fetch(metrics, {
      headers: { 'x-forwarded-for': '192.0.2.7' },
    })
    expect(forwarded.status).toBe(404)
    const asked = async (host: string) => {
      const call = request(metrics, { headers: { host } })
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
    await engine.run("UPDATE source SET state = 'frozen' WHERE source = $1", ['kahawa'])
    const after = await (await fetch(metrics)).text()
    expect(after).toContain('union_closings_waiting{source="kahawa"} 0\n')
    expect(after).toContain('union_frozen_sources 1\n')
  })
})

const found = (files: readonly string[], word: string): string[] =>
  files.filter((file) => readFileSync(file).includes(word))
