import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { ask } from '../../support/from-address.ts'
import {
  fieldIn,
  openOffice,
  PASSWORD,
  reopened,
  staffOf,
  turnFactorOn,
  Visitor,
} from '../../support/office.ts'

/**
 * Many guesses, one by one and at once: what is tried, and who signs in meanwhile. Hashes are counted and cheap, and the clock by
 * which an address waits is slow, so that no wait ends on a busy machine.
 */

let hashes = 0
const { scrypt } = crypto
const counted = (password: string, salt: Buffer, bytes: number, options: object, done: never) => {
  hashes++
  scrypt(password, salt, bytes, { ...options, N: 2 ** 10, p: 1 }, done)
}
vi.spyOn(crypto, 'scrypt').mockImplementation(counted as typeof scrypt)
const SLOWER = 1_000
const { uptime } = os
const begunAt = uptime()
vi.spyOn(os, 'uptime').mockImplementation(() => begunAt + (uptime() - begunAt) / SLOWER)
syncBuiltinESMExports()
let office = await openOffice()
await staffOf(office)
afterAll(async () => {
  await office.service.stop()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})
beforeEach(() => {
  hashes = 0
})

const signIn = (from: string, name: string, password: string, headers: Record<string, string> = {}) =>
  ask(office.url, { path: '/sign-in', from, form: { name, password }, headers })
const guess = (from: string, i: number, headers?: Record<string, string>) =>
  signIn(from, `name ${i}`, 'not the password', headers)
const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length
const statusesOf = async (all: readonly Promise<{ readonly status: number }>[]) =>
  (await Promise.all(all)).map(({ status }) => status)

test('an address with ten failures waits, with a new name each time too, and costs no hash more', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 40; i++) statuses.push((await guess('127.0.0.2', i)).status)
  expect([count(statuses, 401), count(statuses, 429), hashes]).toEqual([10, 30, 10])
  // Nor may anybody else there who never signed in from there; elsewhere they may.
  expect((await signIn('127.0.0.2', 'The clerk', PASSWORD)).status).toBe(429)
  expect((await signIn('127.0.0.3', 'The clerk', PASSWORD)).status).toBe(303)
})

test('one address has a small part of the line, and others sign in meanwhile', async () => {
  const flood = Array.from({ length: 60 }, (_, i) => guess('127.0.0.4', i))
  const others = ['127.0.0.5', '127.0.0.6'].map((from) => signIn(from, 'The clerk', PASSWORD))
  const [statuses, found] = [await statusesOf(flood), await statusesOf(others)]
  expect(found).toEqual([303, 303])
  expect(count(statuses, 401) + count(statuses, 429) + count(statuses, 503)).toBe(60)
  // One is hashed and four wait; a tenth of a second later there may be room again.
  expect(hashes).toBeLessThanOrEqual(10 + 2)
})

test('who signed in from an address signs in there while it waits, after a restart too', async () => {
  for (let i = 0; i < 12; i++) await guess('127.0.0.3', i)
  const wrong = await signIn('127.0.0.3', 'The clerk', 'not the password')
  const unknown = await signIn('127.0.0.3', 'Nobody', 'not the password')
  expect([wrong.status, unknown.status]).toEqual([429, 429])
  expect((await signIn('127.0.0.3', 'The clerk', PASSWORD)).status).toBe(303)
  expect((await signIn('127.0.0.3', 'The auditor', PASSWORD)).status).toBe(429)
  office = await reopened(office)
  for (let i = 0; i < 12; i++) await guess('127.0.0.3', i)
  expect((await signIn('127.0.0.3', 'The clerk', PASSWORD)).status).toBe(303)
  expect((await signIn('127.0.0.3', 'The auditor', PASSWORD)).status).toBe(429)
})

test('no address is written down where somebody signed in', async () => {
  const { store } = office.service.kernel
  const rows = store.staff.all().flatMap(({ seq }) => store.staff.valuesSince(seq, 'place', 0))
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toMatch(/^[0-9a-f]{64}$/)
  // Another sign-in on the same day says no more.
  await signIn('127.0.0.3', 'The clerk', PASSWORD)
  expect(store.staff.all().flatMap(({ seq }) => store.staff.valuesSince(seq, 'place', 0))).toEqual(rows)
})

test('of two hundred codes sent at once ten are tried, from whichever addresses', async () => {
  const { recovery } = await turnFactorOn(await office.account('Grace'))
  const proved = fieldIn(await new Visitor(office.url).signIn('Grace'), 'proved')
  const type = (code: string, i: number) =>
    ask(office.url, { path: '/sign-in', from: `127.0.1.${1 + (i % 50)}`, form: { proved, code } })
  const statuses = await statusesOf(
    Array.from({ length: 200 }, (_, i) => type(i < 150 ? '000 000' : (recovery[i % 10] as string), i)),
  )
  expect(count(statuses, 303)).toBeLessThanOrEqual(10)
  expect(count(statuses, 429)).toBe(190)
})

test('of two hundred proofs that a session sends at once ten are tried', async () => {
  const mary = await office.account('Mary')
  const form_token = await mary.formToken('/account')
  const fields = { act: 'password', old: 'guess', password: 'plums at midnight', again: 'plums at midnight' }
  hashes = 0
  const statuses = await statusesOf(
    Array.from({ length: 200 }, () => mary.post('/account', { ...fields, form_token })),
  )
  expect(hashes).toBeGreaterThan(0)
  expect(hashes).toBeLessThanOrEqual(10)
  expect(count(statuses, 303)).toBe(0)
  expect((await mary.get('/today')).status).toBe(200)
})

test('after ten wrong one-time codes the right one is not tried either, and costs no hash', async () => {
  const { one_time_code: right } = await office.did('staff', 'add', 'Ruth', '--role', 'clerk')
  const set = (code: string) =>
    ask(office.url, {
      path: '/password',
      from: '127.0.2.1',
      form: { name: 'Ruth', code, password: PASSWORD, again: PASSWORD },
    })
  for (let i = 0; i < 10; i++) await set('wrong')
  hashes = 0
  expect(await statusesOf(Array.from({ length: 50 }, () => set(right)))).toEqual(Array(50).fill(422))
  expect(hashes).toBe(0)
})

test('of wrong tokens at the page of lenders ten are tried, and the wait is of that address alone', async () => {
  await office.party('institution', 'Harvest Bank', 'BANK')
  const { token } = await office.did('lender', 'invite', 'BANK')
  const enter = (from: string, sent: string) =>
    ask(office.url, { path: '/lender', from, form: { token: sent } })
  const statuses: number[] = []
  // Some at a time: a busy machine resets connections that wait for their turn.
  for (let sent = 0; sent < 200; sent += 20)
    statuses.push(...(await statusesOf(Array.from({ length: 20 }, () => enter('127.0.2.2', 'wrong')))))
  expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 190])
  expect((await enter('127.0.2.2', token)).status).toBe(429)
  const there = await statusesOf([enter('127.0.2.3', 'wrong'), enter('127.0.2.3', token)])
  expect(there.sort()).toEqual([303, 401])
})

test('addresses behind a trusted proxy are told apart, those of IPv6 by their network', async () => {
  office = await reopened(office, { trustedProxy: '127.0.0.9', publicUrl: 'https://granary.example' })
  const guessFrom = (address: string, i: number) =>
    guess('127.0.0.9', i, {
      host: 'granary.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': address,
    })
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await guessFrom(`2001:db8:1:2::${i + 1}`, i)).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  expect((await guessFrom('2001:db8:1:3::1', 0)).status).toBe(401)
})
