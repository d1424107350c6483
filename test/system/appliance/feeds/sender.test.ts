import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { FeedSender } from '../../../../src/appliance/feeds/sender.ts'
import { checked } from '../../../support/appliance/examine.ts'
import { certificateFiles } from '../../../support/appliance/tls/help.ts'
import { type Actor, type Appliance, makeAppliance, type Settings } from '../../../support/appliance.ts'
import { temporaryFolder } from '../../../support/command.ts'
import { appended, at, DAY_MS, granted, harvestOf, PURPOSE, retract } from '../../../support/flows/help.ts'
import { restored } from '../../../support/records/restored.ts'

/** Feeds that are sent, to the receiver of the examples and to bad ones. */

const TOKEN = 'a-token-of-the-reader'
const HOUR = 3_600_000

interface Page {
  readonly since: string | null
  readonly changes: readonly { readonly id: string }[]
  readonly closed: readonly string[]
  readonly cursor: string
  readonly has_more: boolean
  readonly grants?: readonly { readonly id: string; readonly status: string }[]
  readonly restored_from_backup?: true
  readonly source?: { readonly log: string; readonly consistency: readonly string[] }
}

let a: Appliance
let grace: Actor
let bank: Actor
let tokenFile: string
let sender: FeedSender
let logged: string[]

async function begin(settings: Settings = {}): Promise<void> {
  a = await makeAppliance(settings)
  onTestFinished(() => a.close())
  grace = await a.party('person', 'Grace')
  bank = await a.party('institution', 'Bank')
  tokenFile = join(temporaryFolder(), 'token')
  writeFileSync(tokenFile, `${TOKEN}\n`, { mode: 0o600 })
  logged = []
  restart()
}
beforeEach(() => begin())

/** The service is started again. */
function restart(limitMs?: number): void {
  sender = new FeedSender(a.kernel, { error: (text) => void logged.push(text) }, limitMs)
}

const harvest = async (value = 120) =>
  (await appended(grace, 'harvest', harvestOf(grace, { quantity: { value, unit: 'kg' } }))).id as string
const grant = (more: object = {}) => granted(a, grace, bank, ['harvest', 'retraction'], PURPOSE, more)
const send = (to: string, more: object = {}) =>
  a.tasks.run('feed.send', 'test', {
    party: bank.id,
    purpose: PURPOSE,
    to,
    tokenFile,
    fingerprint: null,
    ...more,
  })
/** The same with a token that the office pastes. @returns the number of the feed */
async function sendPasted(to: string): Promise<number> {
  const chosen = { party: bank.id, purpose: PURPOSE, to, fingerprint: null }
  return (await a.tasks.run('feed.send-with', 'test', { ...chosen, token: TOKEN })).id
}
async function revokeAll(): Promise<void> {
  const { credentials } = await a.tasks.run('credential.list', 'test', { party: bank.id })
  for (const { credential_id } of credentials)
    await a.tasks.run('credential.revoke', 'test', { id: credential_id })
}
const listed = async () => (await a.tasks.run('feed.list', 'test', {})).feeds
const feed = async () => (await listed())[0]
/** One round, after every pause. */
async function round(): Promise<void> {
  a.clock.nowMs += HOUR
  await sender.round()
}

interface Good {
  readonly url: string
  readonly held: () => {
    cursor: string | null
    records: Record<string, object>
    grants: Record<string, object>
  }
}

/** The receiver of the examples. */
async function good(env: Record<string, string> = {}): Promise<Good> {
  const file = env.FILE ?? join(temporaryFolder(), 'held.json')
  const program = 'packaging/examples/feed-receiver/receiver.mjs'
  const child = spawn(process.execPath, [program], {
    env: { TOKEN, FILE: file, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url: `http://127.0.0.1:${line.split(' ')[1]}/pages`,
    held: () =>
      existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { cursor: null, records: {}, grants: {} },
  }
}

type Answering = (page: Page, response: ServerResponse, request: IncomingMessage) => void

/** A receiver that does what the test wants. */
async function bad(answering: Answering) {
  const pages: Page[] = []
  const heard: IncomingMessage[] = []
  const receiver = { answering, pages, heard, url: '' }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const page = JSON.parse(Buffer.concat(pieces).toString('utf8')) as Page
      pages.push(page)
      heard.push(request)
      receiver.answering(page, response, request)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return receiver
}
/** Hands pages on to a good receiver. */
const through = ({ url }: Good) =>
  bad((page, response) => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    void fetch(url, { method: 'POST', body: JSON.stringify(page), headers }).then(async (reply) =>
      response.writeHead(reply.status).end(await reply.text()),
    )
  })
const say =
  (status: number, body: (page: Page) => object): Answering =>
  (page, response) =>
    void response.writeHead(status).end(JSON.stringify(body(page)))
const takes = say(200, ({ cursor }) => ({ cursor }))
/** A feed of one harvest to such a receiver, after its first round. */
async function sent(answering = takes) {
  await harvest()
  await grant()
  const receiver = await bad(answering)
  await send(receiver.url)
  await round()
  return receiver
}

describe('a good receiver', () => {
  test('holds what its reader may read, and deletes what it may no longer read', async () => {
    const receiver = await good()
    const first = await harvest()
    const given = await grant()
    await send(receiver.url)
    await round()
    expect(Object.keys(receiver.held().records)).toContain(first)
    expect(receiver.held().grants[given]).toMatchObject({ id: given, status: 'live' })
    const second = await harvest(80)
    const retraction = (await retract(grace, first)).body.id as string
    await round()
    expect(Object.keys(receiver.held().records)).toEqual(expect.arrayContaining([second, retraction]))
    await grace.post(`/v1/grants/${given}/revocation`)
    await round()
    const { records, grants } = receiver.held()
    expect(Object.keys(records).filter((id) => id === first || id === second)).toEqual([])
    expect(grants[given]).toMatchObject({ status: 'revoked' })
    const [shown] = (await grace.get('/v1/disclosures')).body.disclosures
    expect(shown.ended).toMatchObject({ acknowledged_at: expect.any(String) })
    expect(await feed()).toMatchObject({ state: 'asleep', fault: null, closed: expect.any(Number) })
    expect(logged).toEqual([])
  })

  test('gets many pages in order in one round, each audited as a read of its reader', async () => {
    const ids: string[] = []
    for (let n = 0; n < 230; n++) ids.push(await harvest(n + 1))
    await grant()
    const receiver = await good()
    await send(receiver.url)
    await round()
    expect(Object.keys(receiver.held().records)).toEqual(expect.arrayContaining(ids))
    const { entries } = await a.tasks.run('audit', 'test', { party: bank.id, count: 50 })
    const shown = entries.flatMap(({ record_ids }) => record_ids)
    expect(shown).toEqual(expect.arrayContaining(ids))
    expect(await feed()).toMatchObject({ state: 'sending', has_more: false })
  })

  test('whose earlier feed was ended goes on where it was', async () => {
    const receiver = await good()
    await harvest()
    await grant()
    const { id: n } = await send(receiver.url)
    await round()
    const { cursor } = receiver.held()
    await a.tasks.run('feed.end', 'test', { id: n })
    await send(receiver.url)
    const next = await harvest()
    await round()
    expect(receiver.held().cursor).not.toBe(cursor)
    expect(Object.keys(receiver.held().records)).toContain(next)
  })
})

describe('a bad network and a bad receiver', () => {
  test.each<[what: string, answering: Answering, fault: string, detail: string | null]>([
    ['another cursor', say(200, () => ({ cursor: 'another' })), 'cursor', null],
    [
      'a reply cut off',
      (_, response) =>
        void response.writeHead(200, { 'content-length': '900' }).write('{"cur', () => response.destroy()),
      'unreached',
      'ECONNRESET',
    ],
    [
      'another protocol',
      (_, response) => void response.writeHead(101, { connection: 'Upgrade', upgrade: 'x' }).end(),
      'unreached',
      'Error',
    ],
    ['a reply without end', (_, response) => void response.end('x'.repeat(200_000)), 'reply', null],
    [
      'a redirect',
      (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
      'status',
      '307',
    ],
    ['a made-up cursor', say(409, () => ({ since: 'made up' })), 'since', null],
    ['409 for ever', say(409, () => ({ since: null })), 'asked', null],
  ])(
    '%s: nothing is acknowledged, and all is sent once it is mended',
    async (_, answering, fault, detail) => {
      await harvest()
      const receiver = await bad(answering)
      await grant()
      await send(receiver.url)
      await round()
      expect(await feed()).toMatchObject({
        state: 'failing',
        acknowledged_at: null,
        records: 0,
        fault,
        detail,
      })
      const tried = receiver.pages.length
      await sender.round()
      expect(receiver.pages.length).toBe(tried)
      restart()
      receiver.answering = takes
      const from = receiver.pages.length
      await round()
      await round()
      expect(receiver.pages[from]?.since).toBe(null)
      expect(await feed()).toMatchObject({ state: 'sending', fault: null, has_more: false })
      expect(logged).toEqual([])
    },
  )

  test('a receiver that does not answer in time has acknowledged nothing', async () => {
    await harvest()
    await grant()
    const receiver = await bad(() => {})
    restart(50)
    await send(receiver.url)
    await round()
    expect(await feed()).toMatchObject({ state: 'failing', fault: 'late', acknowledged_at: null })
  })

  test('what a slow line does not carry in time is sent in shorter pages', async () => {
    for (let n = 0; n < 40; n++) await harvest(n + 1)
    await grant()
    const receiver = await bad((page, ...more) => page.changes.length <= 30 && takes(page, ...more))
    restart(1_000)
    await send(receiver.url)
    for (let rounds = 0; rounds < 3; rounds++) await round()
    expect(receiver.pages.map(({ changes }) => changes.length)).toEqual([41, 41, 25, 16])
    expect(await feed()).toMatchObject({ state: 'sending', records: 41, has_more: false })
  })

  test('the list says since when nothing arrives, and why it did not last', async () => {
    const receiver = await sent(say(500, () => ({})))
    const first = (await feed())?.failing_since
    receiver.answering = say(503, () => ({}))
    await round()
    expect(await feed()).toMatchObject({ failing_since: first, fault: 'status', detail: '503' })
  })

  test('a fault of the service is said as that', async () => {
    await harvest()
    await grant()
    const receiver = await bad(takes)
    const { grants } = a.kernel
    const faulty = vi.spyOn(grants, 'changedTo').mockImplementation(() => {
      throw new TypeError('a fault')
    })
    await send(receiver.url)
    await round()
    expect(await feed()).toMatchObject({ state: 'failing', fault: 'service', detail: 'TypeError' })
    expect(logged).toEqual(['a feed cannot be sent: TypeError'])
    faulty.mockRestore()
    await round()
    expect(await feed()).toMatchObject({ state: 'sending', fault: null })
  })

  test('a receiver that is not there is shown nothing', async () => {
    await harvest()
    await grant()
    const audited = async () => (await a.tasks.run('audit', 'test', { party: bank.id, count: 50 })).entries
    const before = await audited()
    const { certificate, key } = certificateFiles()
    const another = await good({ CERT: certificate, KEY: key })
    for (const [to, fault] of [
      ['http://127.0.0.1:1/', 'unreached'],
      [another.url.replace('http:', 'https:'), 'unreached'],
    ] as const) {
      const { id } = await send(to)
      await round()
      await round()
      expect(await feed()).toMatchObject({ state: 'failing', fault, acknowledged_at: null })
      expect(await audited()).toEqual(before)
      await a.tasks.run('feed.end', 'test', { id })
    }
    const { url } = await bad(takes)
    await send(url)
    await round()
    expect((await audited()).length).toBeGreaterThan(before.length)
  })

  test('a receiver that asks for an earlier page gets all that followed it', async () => {
    const receiver = await sent()
    const ids: string[] = []
    const early = (receiver.pages[0] as Page).cursor
    ids.push(await harvest(2))
    await round()
    ids.push(await harvest(3))
    let asks = 1
    receiver.answering = (page, ...more) =>
      asks-- > 0 ? say(409, () => ({ since: early }))(page, ...more) : takes(page, ...more)
    const from = receiver.pages.length
    await round()
    const again = receiver.pages.slice(from + 1)
    expect(again[0]?.since).toBe(early)
    const got = again.flatMap(({ changes }) => changes.map(({ id }) => id))
    expect(got).toEqual(expect.arrayContaining(ids))
    expect(again[0]?.grants?.length).toBe(1)
  })

  test('a receiver that is silent for 7 days is on Today, until it answers', async () => {
    const receiver = await sent(say(500, () => ({})))
    const silent = async () => (await a.tasks.run('status', 'test', {})).feeds_silent
    a.clock.nowMs += 6 * DAY_MS
    await round()
    expect(await silent()).toEqual([])
    a.clock.nowMs += DAY_MS
    expect(await silent()).toMatchObject([{ party: bank.id, purpose: PURPOSE }])
    receiver.answering = takes
    await round()
    expect(await silent()).toEqual([])
  })

  test('a token that is gone, as after a restore, is told at once: by Today and the doctor', async () => {
    await harvest()
    await grant()
    const receiver = await bad(takes)
    const id = await sendPasted(receiver.url)
    const check = () => checked(a, 21)
    await round()
    expect(await check()).toMatchObject({ standing: 'good', facts: { feeds: 1, failing: 0 } })
    rmSync(a.kernel.store.feedsSent.one(id)?.tokenFile as string)
    await harvest()
    await round()
    expect(await feed()).toMatchObject({ state: 'failing', fault: 'token' })
    expect((await a.tasks.run('status', 'test', {})).feeds_silent).toMatchObject([{ id, party: bank.id }])
    expect(await check()).toMatchObject({ standing: 'bad', facts: { feeds: 1, failing: 1 } })
  })
})

test('over TLS, nothing is sent to a certificate other than the one that was chosen', async () => {
  await harvest()
  await grant()
  const { certificate, key } = certificateFiles()
  const receiver = await good({ CERT: certificate, KEY: key })
  const to = receiver.url.replace('http:', 'https:')
  const { fingerprint256 } = new X509Certificate(readFileSync(certificate))
  for (const fingerprint of ['0'.repeat(64), null]) {
    const { id } = await send(to, { fingerprint })
    await round()
    // Nobody vouches for the certificate.
    expect((await feed())?.fault).toBe(fingerprint === null ? 'unreached' : 'fingerprint')
    await a.tasks.run('feed.end', 'test', { id })
  }
  expect(receiver.held().cursor).toBe(null)
  await send(to, { fingerprint: fingerprint256 })
  await round()
  expect(receiver.held().cursor).not.toBe(null)
  expect(await feed()).toMatchObject({ state: 'sending', fault: null })
})

describe('when a feed is sent', () => {
  test('it sleeps without a grant, and wakes with the next', async () => {
    const receiver = await bad(takes)
    await send(receiver.url)
    await round()
    const first = receiver.pages.length
    await harvest()
    await round()
    await round()
    expect(receiver.pages.length).toBe(first)
    expect(await feed()).toMatchObject({ state: 'asleep' })
    await grant()
    await round()
    expect(receiver.pages.length).toBeGreaterThan(first)
    expect(await feed()).toMatchObject({ state: 'sending' })
  })

  test('a consent that ends by the clock closes', async () => {
    const id = await harvest()
    await grant({ expires_at: at(a.clock.nowMs + 10 * HOUR) })
    const receiver = await bad(takes)
    await send(receiver.url)
    await round()
    a.clock.nowMs += 12 * HOUR
    await round()
    expect(receiver.pages.flatMap(({ closed }) => closed)).toContain(id)
    await round()
    expect(await feed()).toMatchObject({ state: 'asleep' })
  })

  test('a grant and the one that it replaces are told together', async () => {
    const old = await grant()
    const fresh = await grant({ replaces: old })
    const { store, grants, ports } = a.kernel
    const reader = { party: store.parties.find(bank.id) as number, partyId: bank.id }
    const told = await ports.submit(() => grants.changedTo(reader, PURPOSE, 0, 1))
    expect(told.grants.map(({ id }) => id)).toEqual(expect.arrayContaining([old, fresh]))
  })

  test('it ends with the last credential of the reader', async () => {
    const receiver = await bad(takes)
    await grant()
    await send(receiver.url)
    await round()
    const sent = receiver.pages.length
    await revokeAll()
    await harvest()
    await round()
    expect(receiver.pages.length).toBe(sent)
    expect(await feed()).toMatchObject({ state: 'ended', ended_by_office: false })
    const ended = async () => (await a.tasks.run('status', 'test', {})).feeds_ended
    expect(await ended()).toMatchObject([{ party: bank.id, purpose: PURPOSE }])
    a.clock.nowMs += 8 * DAY_MS
    await harvest()
    expect(await ended()).toEqual([])
  })

  test.each(['the office', 'itself'])(
    'a token that the office pasted is deleted when it ends by %s',
    async (by) => {
      const receiver = await bad(takes)
      const id = await sendPasted(receiver.url)
      await round()
      const file = a.kernel.store.feedsSent.one(id)?.tokenFile as string
      expect(existsSync(file)).toBe(true)
      if (by === 'the office') await a.tasks.run('feed.end', 'test', { id })
      else {
        await revokeAll()
        await round()
      }
      expect(await feed()).toMatchObject({ state: 'ended' })
      expect(existsSync(file)).toBe(false)
    },
  )

  test('it ends by the office, and may then begin anew', async () => {
    const receiver = await bad(takes)
    const { id } = await send(receiver.url)
    await expect(send(receiver.url)).rejects.toThrow('already')
    await a.tasks.run('feed.end', 'test', { id })
    await round()
    expect(receiver.pages).toEqual([])
    expect(await feed()).toMatchObject({ state: 'ended', ended_by_office: true })
    await expect(a.tasks.run('feed.end', 'test', { id })).rejects.toThrow('No such feed')
    await send(receiver.url)
  })

  test('after a restore the first page says so, and the receiver takes everything anew', async () => {
    const id = await harvest()
    await grant()
    const receiver = await good()
    const { id: n } = await send(receiver.url)
    await round()
    expect(Object.keys(receiver.held().records)).toContain(id)
    const before = receiver.held().cursor
    await restored(a)
    restart()
    const next = await harvest()
    const proxy = await through(receiver)
    await a.tasks.run('feed.end', 'test', { id: n })
    await send(proxy.url)
    await round()
    expect(proxy.pages[0]).toMatchObject({ since: null, restored_from_backup: true })
    expect(proxy.pages.slice(1).map((page) => page.restored_from_backup)).not.toContain(true)
    expect(receiver.held().cursor).not.toBe(before)
    expect(Object.keys(receiver.held().records)).toEqual(expect.arrayContaining([id, next]))
  })

  test('a newer root of the log is sent by itself, while the reader has a grant', async () => {
    const makeBatch = () => a.kernel.ports.submit(() => a.kernel.anchors.makeBatch())
    await harvest()
    const given = await grant()
    const receiver = await bad(takes)
    await send(receiver.url)
    await round()
    expect(receiver.pages.at(-1)).not.toHaveProperty('source')
    const sent = receiver.pages.length
    await makeBatch()
    await round()
    await round()
    const { log, consistency } = receiver.pages.at(-1)?.source ?? {}
    expect([receiver.pages.length, consistency]).toEqual([sent + 1, []])
    expect(receiver.pages.at(-1)).toMatchObject({ changes: [], closed: [] })
    await harvest()
    await makeBatch()
    await round()
    expect(receiver.pages.at(-1)?.source?.log).toBe(log)
    expect(receiver.pages.at(-1)?.source?.consistency).not.toEqual([])
    await grace.post(`/v1/grants/${given}/revocation`)
    await round()
    const before = receiver.pages.length
    await makeBatch()
    await round()
    restart()
    await round()
    expect(receiver.pages).toHaveLength(before)
    expect(await feed()).toMatchObject({ state: 'asleep' })
  })

  test('a reader that has read its share of the day waits', async () => {
    await begin({ readBytesPerDay: '10' })
    const receiver = await sent()
    expect(receiver.pages).toEqual([])
    expect(await feed()).toMatchObject({ state: 'failing', fault: 'quota' })
  })
})

describe('the token and the address', () => {
  test('the token is sent as a bearer, is read at each use, and stands in no list, log or audit', async () => {
    const receiver = await sent()
    expect(receiver.heard[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`)
    writeFileSync(tokenFile, 'another-token\n')
    await harvest()
    await round()
    expect(receiver.heard.at(-1)?.headers.authorization).toBe('Bearer another-token')
    const { entries } = await a.tasks.run('audit', 'test', { count: 200 })
    for (const shown of [await listed(), entries, logged]) expect(JSON.stringify(shown)).not.toContain(TOKEN)
  })

  test('a token that others may read is not used', async () => {
    await grant()
    const receiver = await bad(takes)
    const open = join(temporaryFolder(), 'open')
    writeFileSync(open, TOKEN, { mode: 0o644 })
    await expect(send(receiver.url, { tokenFile: open })).rejects.toThrow('may read')
    await expect(send(receiver.url, { tokenFile: join(temporaryFolder(), 'none') })).rejects.toThrow(
      'cannot be read',
    )
    await send(receiver.url)
    rmSync(tokenFile)
    await round()
    expect(receiver.pages).toEqual([])
    expect(await feed()).toMatchObject({ state: 'failing', fault: 'token' })
  })

  test.each([
    ['http://example.org/pages'],
    ['ftp://example.org/'],
    ['https://name:word@example.org/'],
    ['https://example.org/#part'],
    ['file:///etc/passwd'],
    ['example.org'],
  ])('nothing is sent to %s', async (to) => {
    await expect(send(to)).rejects.toThrow('Nothing can be sent')
  })

  test.each([
    ['https://example.org/', 'abc'],
    ['http://127.0.0.1:1/', 'a'.repeat(64)],
  ])('a fingerprint is that of a certificate: %s %s', async (to, fingerprint) => {
    await expect(send(to, { fingerprint })).rejects.toThrow('fingerprint')
  })

  test('only a party that may read, and a purpose of the registry', async () => {
    await expect(send('https://example.org/', { purpose: 'no_such' })).rejects.toThrow('no purpose')
    await revokeAll()
    await expect(send('https://example.org/')).rejects.toThrow('no valid token')
  })
})
