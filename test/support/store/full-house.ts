import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { makeKeyPair } from '../../../src/appliance/backup/age.ts'
import { FolderPublisher } from '../../../src/proofs/anchor/folder-publisher.ts'
import { Sending } from '../../../src/proofs/anchor/sending.ts'
import type { Store } from '../../../src/store/store.ts'
import { localTasks } from '../../../src/tasks.ts'
import { type Actor, type Appliance, makeAppliance } from '../appliance.ts'
import { aPicture } from '../evidence/scene.ts'
import { sendInside } from '../evidence/uploading.ts'
import {
  actingFor,
  appended,
  cherry,
  confirm,
  deliveryOf,
  granted,
  harvestOf,
  inferred,
  mandate,
  PURPOSE,
  phoneOf,
  read,
  retract,
} from '../flows/help.ts'
import { ringOf } from '../outlines.ts'

/** So that there are whole subtrees of the log. */
const UNITS = 64

/** An appliance with at least one row in every table. */
export async function fullHouse(): Promise<Appliance> {
  const a = await makeAppliance()
  const farmer = await a.party('person', 'Grace', { member_no: 'M-1' })
  const mill = await a.party('business', 'Mill')
  const delegation = await mandate(a, farmer, mill)
  const harvest = await appended(mill, 'harvest', harvestOf(farmer, { ...actingFor(farmer, delegation) }))
  await appended(farmer, 'harvest', harvestOf(farmer, { supersedes: harvest.id }))
  const delivery = await appended(farmer, 'delivery', deliveryOf(farmer, mill))
  await confirm(a, mill, delivery.id)
  await retract(farmer, delivery.id)
  const grant = await granted(a, farmer, mill, ['harvest'])
  const first = await fetched(mill)
  await shownAndCorrected(farmer, mill)
  const second = await fetched(mill, first)
  await farmer.post(`/v1/grants/${grant}/revocation`)
  await fetched(mill, await fetched(mill, second))
  await farmer.post(`/v1/delegations/${delegation}/revocation`)
  const objection = await farmer.post('/v1/objections', { id: uuidv7(), channel: 'app' })
  await farmer.post(`/v1/objections/${objection.body.id}/withdrawal`, { channel: 'written' })
  await farmer.post('/v1/subject-access-requests')
  await accessIsAskedFor(farmer, mill, a)
  await a.kernel.ports.submit(() => memberIsTold(a.kernel.store, farmer))
  await a.kernel.ports.submit(() => readerIsSentTo(a.kernel.store, mill))
  await a.kernel.ports.submit(() => {
    const { credentials, store } = a.kernel
    const last = credentials.list().at(-1)?.credential_id as string
    credentials.revoke('test', last)
    addUnit(store, 'gunny')
    staffComeAndGo(a)
    a.kernel.store.appearance.add('colour', Buffer.from('#0f6b45'), null, a.kernel.store.writer.nowMs)
    fillChunk(store)
  })
  await a.kernel.ports.submit(() => {
    for (let i = 0; i < UNITS; i++) addUnit(a.kernel.store, `unit_${i}`)
  })
  await localTasks(a.kernel).run('notifications.told', 'test', { number: 1 })
  await deviceComes(a, farmer)
  await plotIsDrawn(farmer)
  await plotHasAnId(a.cooperative, farmer)
  await pictureIsCited(a, farmer)
  await modelPredicts(a, farmer)
  await rootsAreFixed(a, farmer)
  await backedUpAndRestored(a)
  a.kernel.store.writeBehind()
  return a
}

/** The program of a reader fetches a page. @returns its cursor */
async function fetched(reader: Actor, since?: string): Promise<string> {
  const from = since === undefined ? '' : `&since=${encodeURIComponent(since)}`
  return (await reader.get(`/v1/sync/changes?purpose=${PURPOSE}${from}`)).body.cursor
}

/** One request is matched and granted, with all terms, one refused, one withdrawn. */
async function accessIsAskedFor(farmer: Actor, mill: Actor, { tasks }: Appliance): Promise<void> {
  const ask = async (about: object): Promise<string> => {
    const { body } = await mill.post('/v1/access-requests', {
      id: uuidv7(),
      about,
      purpose: PURPOSE,
      record_types: ['harvest'],
      occurred_from: '2026-01-01T00:00:00Z',
      expires_at: '2027-01-01T00:00:00Z',
      keep_until: '2027-06-01T00:00:00Z',
      reason: 'About a loan.',
    })
    return body.id
  }
  const matched = await ask({ member_no: 'M-1' })
  await tasks.run('access-request.match', 'test', { id: matched, party: farmer.id })
  const granted = await farmer.post(`/v1/access-requests/${matched}/decision`, { grant: { id: uuidv7() } })
  expect(granted.status, granted.text).toBe(201)
  const refused = await ask({ party: farmer.id })
  expect((await farmer.post(`/v1/access-requests/${refused}/decision`, { refuse: true })).status).toBe(201)
  const withdrawn = await ask({ phone: '+256772000009' })
  expect((await mill.post(`/v1/access-requests/${withdrawn}/withdrawal`)).status).toBe(201)
}

async function deviceComes(a: Appliance, farmer: Actor): Promise<void> {
  const phone = await phoneOf(a, farmer)
  await phone.post('/v1/sync/outbox', { records: [] })
  await phone.get('/v1/sync/changes')
}

async function plotIsDrawn(farmer: Actor): Promise<void> {
  const corners = ringOf('32.1 0.1, 32.2 0.1, 32.2 0.2, 32.1 0.1')
  const geometry = { type: 'Polygon', coordinates: [corners] }
  await appended(farmer, 'plot', { plot: uuidv7(), holder: farmer.id, country: 'UG', geometry })
}

async function plotHasAnId(cooperative: Actor, { id: holder }: Actor): Promise<void> {
  const ids = [{ scheme: 'ug_plot', value: 'MBL 12/7' }]
  await appended(cooperative, 'plot', { plot: uuidv7(), holder, country: 'UG', ids })
}

async function pictureIsCited(a: Appliance, farmer: Actor): Promise<void> {
  const sha256 = await sendInside(a.app, farmer.token, await aPicture())
  const evidence = [{ sha256, media_type: 'image/jpeg' }]
  await appended(farmer, 'harvest', harvestOf(farmer, { evidence }))
}

/** Over a loss too, of which it might come to be known later whom it is about. */
async function modelPredicts(a: Appliance, farmer: Actor): Promise<void> {
  const lot = await appended(farmer, 'lot', { holder: farmer.id, ...cherry() })
  const loss = await appended(farmer, 'loss', {
    lot_id: lot.id,
    cause: 'drying',
    quantity: { value: 1, unit: 'kg' },
  })
  await inferred(a, farmer, [lot.id, loss.id])
}

/** One of them is published, and one cannot be. */
async function rootsAreFixed(a: Appliance, farmer: Actor): Promise<void> {
  const { store, anchors, ports } = a.kernel
  const outside = mkdtempSync(join(tmpdir(), 'published-'))
  const sending = new Sending(store, new FolderPublisher(outside))
  await ports.submit(() => anchors.makeBatch())
  expect(await sending.send(true)).toBe('published')
  rmSync(outside, { recursive: true })
  await appended(farmer, 'harvest', harvestOf(farmer))
  await ports.submit(() => anchors.makeBatch())
  expect(await sending.send(true)).toHaveProperty('what')
}

/** As the log tells of it; what is copied where: test/service/appliance/backup. */
async function backedUpAndRestored({ kernel, clock }: Appliance): Promise<void> {
  const { run } = localTasks(kernel)
  const { recipient } = await makeKeyPair()
  await run('backup.key', 'test', { recipient, replace: false })
  const failed = { begunAtMs: clock.nowMs, place: 'file:/mnt/usb', made: null, reason: 'it was not there' }
  await run('backup.end', 'test', failed)
  await run('backup.restored', 'test', { backup: '20260628t071500z-0123abcd', madeAtMs: clock.nowMs })
  await run('backup.confirm', 'test', {})
}

async function shownAndCorrected(farmer: Actor, mill: Actor): Promise<void> {
  const shown = await appended(farmer, 'harvest', harvestOf(farmer))
  await read(mill, shown.id)
  await appended(farmer, 'harvest', harvestOf(farmer, { supersedes: shown.id }))
}

function staffComeAndGo({ kernel: { staff } }: Appliance): void {
  staff.add('test', 'Grace Nakato', 'clerk')
  staff.setRole('test', 'Grace Nakato', 'manager')
  staff.end('test', 'Grace Nakato')
}

function addUnit(store: Store, id: string): void {
  const actId = uuidv7()
  const { nowMs } = store.writer
  const act = { id: actId, kind: 'units', row: { id }, received_at: new Date(nowMs).toISOString() }
  store.acts.append('registry_row', actId, nowMs, act)
}

/** The index of the audit log goes to the disk when it has enough. */
function fillChunk(store: Store): void {
  for (let i = 0; i < 4_096; i++)
    store.audit.append(store.writer.nowMs, { credential: null, action: 'read', outcome: 'no_such_record' })
}

/** A feed that is sent: a page that was acknowledged, one that did not arrive, and its end. */
function readerIsSentTo(store: Store, { id }: Actor): void {
  const { feedsSent, log, writer, parties } = store
  const of = { party: parties.find(id) as number, purpose: 'credit_assessment', url: 'https://example.org/' }
  const at = writer.nowMs
  const feed = feedsSent.add({ ...of, fingerprint: 'a'.repeat(64), tokenFile: '/token', at })
  feedsSent.acknowledge(feed, { at, cursor: 'c', grants: log.size, records: 1, closed: 0, hasMore: false })
  feedsSent.fail(feed, { at, code: 'status 500' })
  feedsSent.end(feed, at, null)
}

/** Two messages, of which the second tells the first too. */
function memberIsTold(store: Store, { id }: Actor): void {
  const { messages, log, writer, parties } = store
  const party = parties.find(id) as number
  messages.addNote('through', log.size, null, writer.nowMs)
  const first = messages.make(log.size, 0, party, writer.nowMs) as number
  const second = messages.make(log.size, 10, party, writer.nowMs) as number
  messages.note(first, writer.nowMs, { state: 'told', toldBy: second })
  const said = { parts: 1, reference: 'r', code: '101', words: 'Success' }
  messages.note(second, writer.nowMs, { state: 'sent', ...said })
}
