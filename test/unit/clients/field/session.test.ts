import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../../src/clients/field/engine/database.ts'
import { Inside, type PhoneSession } from '../../../../src/clients/field/engine/inside.ts'
import type { Telling } from '../../../../src/clients/field/engine/telling.ts'
import type { Vault } from '../../../../src/clients/field/engine/vault.ts'

/** The session of an open phone, while a reply and a new code come at once. */

const old: PhoneSession = { device: 'd', party: 'grace', token: 'old', name: 'Phone', ended: false }
const renewed: PhoneSession = { ...old, token: 'new' }
const called = { name: 'Store phone', used_by: { party: 'grace', name: 'Grace' } }

/** What is on the disk. */
let kept: unknown
let named: PhoneSession[]
let phone: Inside

beforeEach(() => {
  kept = old
  named = []
  const rows = {
    put: async (row: unknown) => {
      kept = row
    },
  }
  const transaction = () => ({ objectStore: () => rows, done: Promise.resolve() })
  // A row takes a while to be sealed.
  const write = async (store: string, key: string, row: unknown) => {
    for (let i = 0; i < 5; i++) await Promise.resolve()
    return { store, key, row }
  }
  const telling = { changed: () => {} } as unknown as Telling
  const database = { transaction } as unknown as Database
  const vault = { write } as unknown as Vault
  phone = new Inside(database, vault, {} as never, telling, {} as never, () => false, old)
  phone.onName = async (session) => void named.push(session)
})

test('a new code that is accepted while the phone gets a name stays', async () => {
  await Promise.all([phone.nameIt(called), phone.keepSession(renewed)])
  expect([kept, phone.session]).toEqual([renewed, renewed])
  await phone.nameIt(called)
  expect(kept).toMatchObject({ token: 'new', name: 'Store phone' })
  expect(named.at(-1)).toEqual(kept)
})

test('a name that comes while a new code is written does not undo it', async () => {
  await Promise.all([phone.keepSession(renewed), phone.nameIt(called)])
  expect([kept, phone.session]).toEqual([renewed, renewed])
  expect(named).toEqual([])
})

test('the end of the old token does not end the new one', async () => {
  await Promise.all([phone.keepSession(renewed), phone.ended()])
  expect([kept, phone.session]).toEqual([renewed, renewed])
  await phone.ended()
  expect(kept).toEqual({ ...renewed, ended: true })
})

test('a write that fails does not hold up the next', async () => {
  const { vault } = phone
  const { write } = vault
  vault.write = () => Promise.reject(new Error('broken'))
  await expect(phone.keepSession(renewed)).rejects.toThrow('broken')
  vault.write = write
  await phone.keepSession(renewed)
  expect(kept).toEqual(renewed)
})
