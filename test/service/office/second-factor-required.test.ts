import { afterAll, expect, test } from 'vitest'
import { openOffice, staffOf, turnFactorOn, Visitor } from '../../support/office.ts'

/** Where managers must have a second factor. */

const office = await openOffice({ officeManagersSecondFactor: true })
afterAll(() => office.service.stop())

test('a manager without one can do nothing but turn it on; others are not asked', async () => {
  const { manager, clerk } = await staffOf(office)
  for (const path of ['/today', '/members', '/staff', '/weigh-in', '/records'])
    expect([path, (await manager.get(path)).location]).toEqual([path, '/account'])
  const form_token = await manager.formToken('/account')
  const fields = { act: 'add', name: 'Mallory', role: 'manager', form_token }
  expect((await manager.post('/staff', fields)).location).toBe('/account')
  expect((await office.did('staff', 'list')).staff).toHaveLength(3)
  expect((await manager.get('/account')).text).toContain('Turn it on to continue')
  expect((await clerk.get('/today')).status).toBe(200)
  const { recovery } = await turnFactorOn(manager)
  expect((await manager.get('/staff')).status).toBe(200)
  // Off again: at once nothing else works.
  await manager.post('/account', { act: 'off', proof: recovery[0] ?? '', form_token })
  expect((await manager.get('/staff')).location).toBe('/account')
  expect((await new Visitor(office.url).get('/account')).location).toBe('/sign-in?ended')
})
