import { unlinkSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataFiles } from '../../../../src/config/config.ts'
import { parseCheckpoint } from '../../../../src/domain/checkpoint.ts'
import { isConsistent } from '../../../../src/domain/merkle-proof.ts'
import { openNote, parseVkey, signedBy } from '../../../../src/domain/note.ts'
import type { FeedSource } from '../../../../src/records/sync/sync-shapes.ts'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { granted, PURPOSE } from '../../../support/flows/help.ts'
import { restored } from '../../../support/records/restored.ts'
import { bring, makeBatch } from '../../proofs/anchor/help.ts'

/** Which log the pages of the feed come from: its newest root, proved from the one that the reader was told (contract §21). */

let a: Appliance
let grace: Actor
let bank: Actor
beforeEach(async () => {
  a = await makeAppliance()
  grace = await a.party('person', 'Grace')
  bank = await a.party('institution', 'Bank')
  await granted(a, grace, bank, ['harvest'], PURPOSE)
})
afterEach(() => a.close())

interface Page {
  readonly changes: readonly object[]
  readonly cursor: string
  readonly has_more: boolean
  readonly source?: FeedSource
}
async function pull(since?: string, more: Record<string, string> = { purpose: PURPOSE }): Promise<Page> {
  const query = new URLSearchParams({ ...(since === undefined ? {} : { since }), ...more })
  const { status, body, text } = await bank.get(`/v1/sync/changes?${query}`)
  expect(status, text).toBe(200)
  return body
}
/** The root of a page, which its own key has signed. */
async function rootOf({ source }: Page) {
  expect(source).toBeDefined()
  const { log, key, checkpoint, consistency } = source as FeedSource
  const note = openNote(checkpoint)
  expect(signedBy(note, parseVkey(key))).toBe(true)
  const { origin, size, root } = parseCheckpoint(note.text)
  expect([origin, parseVkey(key).name]).toEqual([log, log])
  return { size, root, path: consistency.map((hash) => Buffer.from(hash, 'base64')) }
}
test('a page has the newest root, later pages have none until there is a newer one, which is proved from it', async () => {
  await bring(grace, 40)
  const none = await pull()
  expect(none).not.toHaveProperty('source')
  await makeBatch(a)
  const first = await pull(none.cursor)
  const { parties, appliance } = a.kernel.store
  expect(first.source).toMatchObject({
    cooperative: parties.id(appliance.cooperative as number),
    log: (await bank.get('/v1/anchors/key')).body.origin,
    key: (await bank.get('/v1/anchors/key')).body.vkey,
    consistency: [],
  })
  const begun = await rootOf(first)
  await bring(grace, 1)
  const second = await pull(first.cursor)
  expect(second.changes).toHaveLength(1)
  expect(second).not.toHaveProperty('source')
  for (const more of [30, 3]) {
    await bring(grace, more)
    await makeBatch(a)
  }
  const third = await pull(second.cursor)
  const now = await rootOf(third)
  expect(now.size).toBe(a.kernel.store.log.size)
  expect(now.path).not.toEqual([])
  expect(isConsistent(begun.size, now.size, begun.root, now.root, now.path)).toBe(true)
  // The reply was lost, and is asked for again.
  expect((await pull(second.cursor)).source).toEqual(third.source)
  expect(await pull(third.cursor)).not.toHaveProperty('source')
})

test('the first of many pages has it', async () => {
  await bring(grace, 5)
  await makeBatch(a)
  const first = await pull(undefined, { purpose: PURPOSE, limit: '3' })
  expect(first.has_more).toBe(true)
  expect((await rootOf(first)).path).toEqual([])
  expect(await pull(first.cursor, { purpose: PURPOSE, limit: '3' })).not.toHaveProperty('source')
})

test('a feed of one’s own records, as phones fetch it, has none', async () => {
  await makeBatch(a)
  expect(await pull(undefined, {})).not.toHaveProperty('source')
  expect(await pull(undefined, { asserted_by: 'own' })).not.toHaveProperty('source')
})

test('the key is the one that signed the root, though it was replaced since', async () => {
  await makeBatch(a)
  unlinkSync(dataFiles(a.kernel.config.data).anchorKey)
  await a.kernel.ports.submit(() => a.kernel.anchorKey.renew('test'))
  const first = await pull()
  const begun = await rootOf(first)
  const { vkey, earlier } = (await bank.get('/v1/anchors/key')).body
  expect(earlier).toEqual([first.source?.key])
  await makeBatch(a)
  const second = await pull(first.cursor)
  const now = await rootOf(second)
  expect(second.source?.key).toBe(vkey)
  expect(isConsistent(begun.size, now.size, begun.root, now.root, now.path)).toBe(true)
})

test('after a restore the log has another name, and nothing leads to it from the roots of the former one', async () => {
  await bring(grace, 3)
  await makeBatch(a)
  const first = await pull()
  await restored(a)
  const answer = await bank.get(`/v1/sync/changes?purpose=${PURPOSE}&since=${first.cursor}`)
  expect([answer.status, answer.body.code]).toEqual([409, 'restored_from_backup'])
  // Until the schedule has made a root under the new name.
  const anew = await pull(answer.body.cursor)
  expect(anew).not.toHaveProperty('source')
  await makeBatch(a)
  const next = await pull(anew.cursor)
  expect((await rootOf(next)).path).toEqual([])
  expect(next.source?.log).not.toBe(first.source?.log)
})

test('a party without a grant has it too: the proof of its own record gives it the same name, key and checkpoint', async () => {
  await bring(grace, 40)
  await makeBatch(a)
  const { source } = await pull(undefined, { purpose: 'insurance' })
  const { changes } = (await bank.get('/v1/sync/changes')).body
  const proof = await bank.get(`/v1/records/${changes[0].id}/proof?purpose=insurance`)
  expect(proof.status, proof.text).toBe(200)
  expect(proof.body.checkpoint).toBe(source?.checkpoint)
  expect((await a.app.inject('/v1/anchors/key')).json()).toMatchObject({
    origin: source?.log,
    vkey: source?.key,
  })
})
