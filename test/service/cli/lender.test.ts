import { afterAll, expect, test } from 'vitest'
import { founded, served } from '../../support/command.ts'

/** Inviting a lender: one sheet with everything that it needs. */

const coop = await founded()
const { did, said } = coop
const service = await served(coop.data)
const bank = await coop.party('institution', 'Harvest Bank')
afterAll(() => service.stop())

test('the sheet has the address, the token, the steps and whom to call; the token reads, for a year', async () => {
  const sheet = await said('lender', 'invite', bank, '--call', 'Mary, +256 772 000 111')
  expect(sheet.code).toBe(0)
  const [, token] = /^Token {5}(gry_\S+)$/m.exec(sheet.out) as RegExpExecArray
  for (const words of [
    'Access for Harvest Bank (institution)',
    'Address   http://127.0.0.1:',
    'Call      Mary, +256 772 000 111',
  ])
    expect(sheet.out).toContain(words)
  expect(sheet.out).toMatch(/ {2}1\. Open http[\s\S]* {2}3\. Choose a name to read/)
  expect(sheet.out).not.toContain('fingerprint')
  expect(Math.max(...sheet.out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  expect(sheet.err).toContain('Only this machine can reach that address.')
  expect(sheet.err).toContain('granary credential revoke ')
  const as = (accept: string) =>
    fetch(`${service.url}/v1/lender-view?purpose=credit_assessment`, {
      headers: { authorization: `Basic ${btoa(`me:${token}`)}`, accept },
    })
  expect(await (await as('text/html,*/*;q=0.8')).text()).toMatch(/^<!doctype html>/)
  expect(await (await as('*/*')).text()).toMatch(/^=+\nWHO HAS OPENED/)
  const { credentials } = await did('credential', 'list')
  const made = (credentials as { kind: string; expires_at: string; name: string }[]).at(-1)
  expect(made).toMatchObject({ kind: 'reader', name: 'Harvest Bank' })
  const days = (Date.parse(made?.expires_at as string) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(365)
})

test('for programs it is one document', async () => {
  const made = await did('lender', 'invite', bank, '--expires', '2099-12-31')
  expect(made).toMatchObject({
    code: 0,
    party: bank,
    party_name: 'Harvest Bank (institution)',
    fingerprint_sha256: null,
  })
  expect(made.token).toMatch(/^gry_/)
  expect(made.cooperative).toMatchObject({ name: expect.any(String) })
})

test.each([
  [['lender', 'invite', '99'], 1, 'party list'],
  [['lender', 'invite'], 2, "missing required argument 'party'"],
  [['lender', 'invite', 'cooperative', '--expires', 'soon'], 2, '2026-12-31'],
  [['lender', 'invite', 'cooperative', '--expires', '2001-01-01'], 1, 'must lie in the future'],
])('%j is refused with its remedy', async (args, code, remedy) => {
  const refused = await said(...args)
  expect([refused.code, refused.err]).toEqual([code, expect.stringContaining(remedy)])
})
