import { describe, expect, test } from 'vitest'
import { makeServer } from '../../../../src/assemble.ts'
import { OnThisMachine } from '../../../../src/http/loopback.ts'
import { scraped } from '../../../support/appliance/metrics/scraping.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import { audited } from '../../../support/audited.ts'
import { phoneOf } from '../../../support/flows/help.ts'

/** Who may scrape: this machine, and whoever has a credential of kind metrics. */

const tokens: Record<string, string> = {}
const a = await makeAppliance()
for (const kind of ['metrics', 'party', 'reader'] as const)
  tokens[kind] = await a.credential(a.cooperative.id, kind)
tokens.device = (await phoneOf(a, a.cooperative)).token
tokens.unknown = `gry_${'A'.repeat(43)}`
tokens.expired = await a.credential(a.cooperative.id, 'metrics', a.clock.nowMs + 1_000)
tokens.revoked = await revoked()
a.clock.nowMs += 2_000
await scraped(a.app)

function revoked(): Promise<string> {
  const { credentials, ports } = a.kernel
  return ports.submit(() => {
    const { token, credential_id } = credentials.issue('test', a.cooperative.id, 'metrics', null)
    credentials.revoke('test', credential_id)
    return token
  })
}

interface Asked {
  readonly from?: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function scrape({ from = '127.0.0.1', token, headers = {} }: Asked, { app } = a) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${tokens[token]}` }
  return app.inject({ url: '/v1/metrics', remoteAddress: from, headers: { ...authorization, ...headers } })
}

const LAN = '192.168.1.9'
const REFUSED = [401, 'no_verified_subject'] as const
const OTHER_KIND = [403, 'not_permitted_for_credential'] as const

describe('a scrape', () => {
  const open: [what: string, asked: Asked][] = [
    ['from 127.0.0.1', {}],
    ['from another address of the loopback network', { from: '127.3.2.1' }],
    ['from ::1', { from: '::1', headers: { host: '[::1]:7373' } }],
    ['from 127.0.0.1 by IPv6', { from: '::ffff:127.0.0.1', headers: { host: '127.0.0.1:7373' } }],
    ['from this machine with a metrics credential', { token: 'metrics' }],
    ['from the network with one', { from: LAN, token: 'metrics' }],
    ['passed on by a proxy with one', { token: 'metrics', headers: { 'x-forwarded-for': '10.0.0.7' } }],
  ]
  test.each(open)('%s is answered', async (_what, asked) => {
    const answer = await scrape(asked)
    expect([answer.statusCode, answer.headers['content-type']], answer.body).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  const closed: [what: string, asked: Asked, refusal: readonly [number, string]][] = [
    ['from the network without a credential', { from: LAN }, REFUSED],
    ['from the network with an unknown one', { from: LAN, token: 'unknown' }, REFUSED],
    ['from the network with an expired one', { from: LAN, token: 'expired' }, REFUSED],
    ['from the network with a revoked one', { from: LAN, token: 'revoked' }, REFUSED],
    ['from the network with one of a party', { from: LAN, token: 'party' }, OTHER_KIND],
    ['from the network with one of a reader', { from: LAN, token: 'reader' }, OTHER_KIND],
    ['from the network with one of a device', { from: LAN, token: 'device' }, OTHER_KIND],
    // Whoever sends a credential believes to use it.
    ['from this machine with an unknown one', { token: 'unknown' }, REFUSED],
    ['from this machine with a revoked one', { token: 'revoked' }, REFUSED],
    ['from this machine with one of a party', { token: 'party' }, OTHER_KIND],
    ['from this machine by HTTP Basic', { headers: { authorization: 'Basic eDp5' } }, REFUSED],
    // No proxy is named in the settings: each of these is one that was forgotten there.
    ['with X-Forwarded-For', { headers: { 'x-forwarded-for': '10.0.0.7' } }, REFUSED],
    ['forwarded for this machine, as it says', { headers: { 'x-forwarded-for': '127.0.0.1' } }, REFUSED],
    ['with Forwarded', { headers: { forwarded: 'for=127.0.0.1' } }, REFUSED],
    ['with X-Forwarded-Proto alone', { headers: { 'x-forwarded-proto': 'https' } }, REFUSED],
    ['with X-Real-IP', { headers: { 'x-real-ip': '127.0.0.1' } }, REFUSED],
    ['with Via', { headers: { via: '1.1 proxy' } }, REFUSED],
    ['for another host', { headers: { host: 'granary.example' } }, REFUSED],
    ['for a host that only begins like this machine', { headers: { host: '127.0.0.1.example:80' } }, REFUSED],
  ]
  test.each(closed)('%s is refused', async (_what, asked, refusal) => {
    const answer = await scrape(asked)
    expect([answer.statusCode, answer.json().code]).toEqual(refusal)
    expect(answer.headers['www-authenticate']).toBe(refusal[0] === 401 ? 'Bearer realm="granary"' : undefined)
    expect(answer.body).not.toMatch(/kernel_|granary_/)
  })

  test('is refused by nothing but its credential when thousands of jobs wait', async () => {
    const { ports } = a.kernel
    const app = await makeServer({ ...a.kernel, ports: { ...ports, waiting: () => 1_000_000 } })
    const answer = await scrape({ from: LAN, token: 'metrics' }, { ...a, app })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('\ngranary_writer_queue_jobs 1000000\n')
    await app.close()
  })

  test('of a crowd is made once for all of them', async () => {
    const { ports } = a.kernel
    let made = 0
    const figures = () => {
      made++
      return ports.figures()
    }
    const app = await makeServer({ ...a.kernel, ports: { ...ports, figures } })
    const answers = await Promise.all(Array.from({ length: 50 }, () => scrape({}, { ...a, app })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(made).toBeLessThan(10)
    await app.close()
  })

  test('right after a start waits for the sums, and leaves nothing out', async () => {
    const { ports } = a.kernel
    let counted = false
    let over = () => {}
    const counting = new Promise<void>((resolve) => {
      over = resolve
    })
    const app = await makeServer({
      ...a.kernel,
      ports: {
        ...ports,
        figures: () => (counted ? ports.figures() : null),
        waitForFigures: () => counting,
      },
    })
    let answered = false
    const asked = scrape({}, { ...a, app }).finally(() => {
      answered = true
    })
    for (let i = 0; i < 200; i++) await new Promise(setImmediate)
    expect(answered).toBe(false)
    counted = true
    over()
    const { statusCode, body } = await asked
    expect(statusCode).toBe(200)
    expect(body).toContain('\ngranary_figures_ready 1\n')
    expect(body).toContain('\nkernel_standing_objections 0\n')
    await app.close()
  })

  test('does not wait for ever: then it says how the service stands alone', async () => {
    const b = await makeAppliance({}, { firstAfterMs: 3_600_000 })
    const { statusCode, body } = await scrape({}, b)
    expect(statusCode).toBe(200)
    expect(body).toContain('\ngranary_figures_ready 0\n')
    expect(body).toContain('\ngranary_last_commit_ok 1\n')
    expect(body).not.toContain('kernel_')
    expect((await scrape({ from: LAN }, b)).statusCode, 'to those who may').toBe(401)
  })

  test('is limited as reads are', async () => {
    const b = await makeAppliance({ readsPerSecond: '2' })
    await scraped(b.app)
    const authorization = `Bearer ${await b.credential(b.cooperative.id, 'metrics')}`
    const answers = []
    for (let n = 0; n < 3; n++)
      answers.push(await b.app.inject({ url: '/v1/metrics', headers: { authorization } }))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
  })
})

test('what was refused stands in the audit log, what was scraped does not', async () => {
  const scrapes = () =>
    audited(a.kernel.store.db)
      .filter(({ detail }) => JSON.stringify(detail).includes('/v1/metrics'))
      .map(({ outcome }) => outcome)
  await scrape({ from: LAN, token: 'revoked' })
  await scrape({ from: LAN, token: 'reader' })
  await a.kernel.ports.submit(() => {})
  const before = scrapes()
  // Asked before in this file, and refused alike: some of them are counted, the first of each is there.
  expect(before).toEqual(
    expect.arrayContaining([expect.stringMatching(/revoked|ended/), 'not_permitted_for_credential']),
  )
  await scrape({ token: 'metrics' })
  await a.kernel.ports.submit(() => {})
  expect(scrapes()).toEqual(before)
})

describe('behind a proxy that is named in the settings', () => {
  const made = (trusted: string, remoteAddress: string, headers: Record<string, string> = {}) =>
    new OnThisMachine(trusted).made({ remoteAddress, headers: { host: 'localhost', ...headers } })
  test('nothing that comes from it was made on this machine, whatever it says or leaves out', () => {
    for (const trusted of ['127.0.0.1', '10.0.0.1, 127.0.0.0/8'])
      for (const from of ['127.0.0.1', '::ffff:127.0.0.1']) expect(made(trusted, from), trusted).toBe(false)
    expect(made('::1', '::1')).toBe(false)
    expect(made('10.0.0.0/8', '10.1.2.3', { 'x-forwarded-for': '127.0.0.1' })).toBe(false)
  })
  test('what comes from elsewhere on this machine was', () => {
    expect(made('127.0.0.2', '127.0.0.1')).toBe(true)
    expect(made('10.0.0.0/8, ::1/128', '127.0.0.1')).toBe(true)
    expect(made('', '127.0.0.1')).toBe(true)
  })
  test('a scrape that it passes on needs a credential', async () => {
    const b = await makeAppliance({ trustedProxy: '127.0.0.1' })
    await b.kernel.ports.submit(() => {})
    for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }])
      expect((await b.app.inject({ url: '/v1/metrics', headers })).statusCode).toBe(401)
  })
})
