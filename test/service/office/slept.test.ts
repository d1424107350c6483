import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { afterAll, expect, test, vi } from 'vitest'
import { openOffice, Visitor } from '../../support/office.ts'

/** Sessions on a machine that sleeps: its monotonic clock stands still meanwhile (contract §19). */

const MINUTE = 60
const { uptime } = os
let slept = 0
vi.spyOn(os, 'uptime').mockImplementation(() => uptime() + slept)
syncBuiltinESMExports()
const office = await openOffice()
const clerk = await office.account('The clerk')
afterAll(async () => {
  await office.service.stop()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test('a session of the staff ends while the machine sleeps', async () => {
  slept += 29 * MINUTE
  expect((await clerk.get('/today')).status).toBe(200)
  slept += 31 * MINUTE
  expect((await clerk.get('/today')).location).toBe('/sign-in?ended')
})

test('so does a session of a lender', async () => {
  await office.party('institution', 'Harvest Bank', 'BANK')
  const { token } = await office.did('lender', 'invite', 'BANK')
  const lender = new Visitor(office.url)
  expect((await lender.post('/lender', { token })).location).toBe('/lender')
  slept += 29 * MINUTE
  expect((await lender.get('/lender/requests')).status).toBe(200)
  slept += 31 * MINUTE
  expect((await lender.get('/lender/requests')).location).toBe('/lender?ended')
})
