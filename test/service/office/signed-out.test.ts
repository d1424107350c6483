import { afterAll, expect, test } from 'vitest'
import { openOffice, staffOf, Visitor } from '../../support/office.ts'

/** How often an address may ask without a session, and that it shuts out nobody who is signed in there. */

const office = await openOffice({ signedOutPerMinute: '12' })
afterAll(() => office.service.stop())

test('requests of strangers are counted by address, and not those of whoever is signed in there', async () => {
  const { clerk } = await staffOf(office)
  await office.party('institution', 'Harvest Bank', 'BANK')
  const { token } = await office.did('lender', 'invite', 'BANK')
  const lender = new Visitor(office.url)
  expect((await lender.post('/lender', { token })).location).toBe('/lender')
  const stranger = new Visitor(office.url)
  // Every five seconds, an address may ask once more: how fast this machine is must not matter.
  const refused = async (path: string, language = 'en') => {
    const asked = { 'accept-language': language }
    let answer = await stranger.get(path, asked)
    for (let i = 0; i < 12 && answer.status !== 429; i++) answer = await stranger.get(path, asked)
    return answer
  }
  expect((await refused('/sign-in')).status).toBe(429)
  for (const [language, text] of [
    ['en', 'Too many requests; wait and try again.'],
    ['sw', 'Maombi ni mengi mno; subiri kisha ujaribu tena.'],
    ['fr', 'Trop de demandes\u00a0; attendez puis réessayez.'],
  ] as const)
    expect((await refused('/sign-in', language)).text).toContain(text)
  const style = await refused('/office.css')
  expect([style.status, Number(style.headers.get('retry-after')) > 0]).toEqual([429, true])
  stranger.cookie = `granary=${'A'.repeat(43)}`
  expect((await refused('/today')).status).toBe(429)
  for (let i = 0; i < 20; i++) {
    expect((await clerk.get('/members')).status).toBe(200)
    expect((await lender.get('/lender')).status).toBe(200)
  }
  expect((await refused('/sign-in')).status).toBe(429)
})
