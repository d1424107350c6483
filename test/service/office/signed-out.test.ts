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
  let status = 200
  for (let i = 0; i < 12 && status === 200; i++) status = (await stranger.get('/sign-in')).status
  const refused = await stranger.get('/office.css')
  expect([status, refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, 429, true])
  stranger.cookie = `granary=${'A'.repeat(43)}`
  expect((await stranger.get('/today')).status).toBe(429)
  for (let i = 0; i < 20; i++) {
    expect((await clerk.get('/members')).status).toBe(200)
    expect((await lender.get('/lender')).status).toBe(200)
  }
  expect((await stranger.get('/sign-in')).status).toBe(429)
})
