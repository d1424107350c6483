import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { sha256 } from '../../../src/domain/sha256.ts'
import { ROLES } from '../../../src/domain/staff.ts'
import type { Pack } from '../../../src/records/pack/pack-tasks.ts'
import { type Document, temporaryFolder } from '../../support/command.ts'
import { openOffice, staffOf, Visitor } from '../../support/office.ts'
import { filesIn } from '../../support/office-pack.ts'
import { polygonOf, squareAt } from '../../support/outlines.ts'
import { soon } from '../../support/soon.ts'

/** The pack of a lot, from the button on its page. */

const PRICE = 4_200_000
const office = await openOffice()
const staff = await staffOf(office)
const party = await office.party('person', 'Grace Nakato', '71')
const then = { occurred_at: '2026-06-01T10:00:00.000Z', lawful_basis: 'special_data_consent' }
const write = async (type: string, fields: object): Promise<string> =>
  (await office.append(type, { ...then, ...fields })).id
const crop = 'coffee_arabica_parchment'
await write('plot', {
  ...{ plot: uuidv7(), holder: party, name: 'Hill', country: 'UG', area_ha: 1.23 },
  geometry: polygonOf(squareAt(32.500101, 0.300101, 0.001)),
})
const delivery = await write('delivery', {
  ...{ from_party: party, to_party: office.coop.cooperative, crop },
  ...{ quantity: { value: 120, unit: 'kg' }, measurement_method: 'coop_weighed' },
  agreed_price: { amount_minor: PRICE, currency: 'UGX' },
})
const lot = await write('lot', {
  ...{ holder: office.coop.cooperative, crop, measurement_method: 'coop_weighed' },
  ...{ quantity: { value: 100, unit: 'kg' }, inputs: [{ record_id: delivery, kg: 100 }] },
})
afterAll(() => office.service.stop())

/** As a browser sends the form and keeps the file. */
async function asked(visitor: Visitor, id: string, fields: Record<string, string> = {}) {
  const answer = await fetch(`${office.url}/lots/${id}/pack`, {
    method: 'POST',
    body: new URLSearchParams({ form_token: await visitor.formToken(), ...fields }),
    headers: { cookie: visitor.cookie, 'sec-fetch-site': 'same-origin' },
  })
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}
const commandFiles = async (...more: string[]): Promise<Record<string, string>> => {
  const out = join(temporaryFolder(), 'pack')
  await office.did('lot', 'pack', lot, '--out', out, ...more)
  return Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]))
}
/** Two packs differ in when they were made, in the state of the audit log that their checkpoints fix, and in what follows from both. */
const untimed = (files: Record<string, string>) => {
  const { made_at, files: listed, ...pack } = JSON.parse(files['pack.json'] as string) as Pack
  expect(made_at).toMatch(/^\d{4}-/)
  const names = listed.map(({ name, bytes }) => [name, bytes])
  return Object.fromEntries(
    Object.entries({ ...files, 'pack.json': JSON.stringify({ names, ...pack }) }).map(([name, text]) => [
      name,
      text.replaceAll(/audit \d+ .{44}\\n\\n— (\S+) .{92}\\n/g, 'audit and signature of $1'),
    ]),
  )
}

test.each([
  ['without prices', {}, []],
  ['with prices', { with_prices: '1' }, ['--with-prices']],
])('%s: the same files as the command makes', async (_how, fields, flags) => {
  const { status, headers, bytes } = await asked(staff.clerk, lot, fields)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/zip')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="lot-${lot}.zip"`)
  expect(headers.get('cache-control')).toBe('no-store')
  const files = filesIn(bytes)
  for (const { name, sha256: digest } of (JSON.parse(files['pack.json'] as string) as Pack).files)
    expect(sha256(Buffer.from(files[name] as string)).toString('hex'), name).toBe(digest)
  const byCommand = await commandFiles(...flags)
  expect(Object.keys(files).sort()).toEqual(Object.keys(byCommand).sort())
  expect(untimed(files)).toEqual(untimed(byCommand))
  expect(JSON.stringify(files).includes(String(PRICE))).toBe(flags.length > 0)
})

test.each(ROLES)('%s: may have it, as they may see the page', async (role) => {
  const page = await staff[role].get(`/lots/${lot}`)
  expect(page.text).toContain(`action="/lots/${lot}/pack"`)
  expect(page.text).toContain('these tell the buyer what members were paid')
  expect((await asked(staff[role], lot)).status).toBe(200)
})

test('nobody gets it without being signed in, or from the form of another page', async () => {
  const nobody = await new Visitor(office.url).post(`/lots/${lot}/pack`, {})
  expect([nobody.status, nobody.location]).toEqual([303, '/sign-in?ended'])
  const fields = { form_token: await staff.clerk.formToken() }
  const other = await staff.clerk.post(`/lots/${lot}/pack`, fields, { 'sec-fetch-site': 'cross-site' })
  expect(other.status).toBe(403)
  expect((await staff.clerk.post(`/lots/${lot}/pack`, {})).status).toBe(403)
})

test('what is not there, is no lot, or is of others: one answer, that of the page', async () => {
  const mill = await office.party('business', 'Mill', 'M1')
  const { token } = await office.did('credential', 'issue', '--party', mill, '--kind', 'party')
  const own = { holder: mill, crop: 'maize_grain', quantity: { value: 1, unit: 'kg' } }
  const { id: theirs } = await office.append('lot', own, token)
  const form_token = await staff.clerk.formToken()
  const texts = new Set<string>()
  for (const id of [theirs, delivery, uuidv7(), 'nothing', '..%2fetc']) {
    const { status, text, headers } = await staff.clerk.post(`/lots/${id}/pack`, { form_token })
    expect([status, headers.get('content-disposition')]).toEqual([404, null])
    texts.add(text)
    texts.add((await staff.clerk.get(`/lots/${id}`)).text)
  }
  expect([...texts]).toHaveLength(1)
})

test('a browser that hangs up, at once or while it reads, leaves the way free for the next press', async () => {
  const visitor = staff.manager
  const form_token = await visitor.formToken()
  for (const wait of [0, 1, 5, 20, 50]) {
    const hangUp = new AbortController()
    const answer = fetch(`${office.url}/lots/${lot}/pack`, {
      method: 'POST',
      body: new URLSearchParams({ form_token }),
      headers: { cookie: visitor.cookie, 'sec-fetch-site': 'same-origin' },
      signal: hangUp.signal,
    }).catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, wait))
    hangUp.abort()
    await answer
  }
  await soon(async () => expect((await asked(visitor, lot)).status).toBe(200))
})

test('is in the audit log as when the command makes it, with who asked', async () => {
  await asked(staff.auditor, lot)
  const { entries } = await office.did('audit', '--staff', 'The auditor', '--limit', '100')
  const actions = (entries as Document[]).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['lot.pack', 'origin', 'proof']))
})

describe('roots of the log', () => {
  const batches = async () => ((await office.did('anchor', 'status', '--limit', '999')).batches as []).length
  const packOf = async (visitor: Visitor, of = lot): Promise<Pack> =>
    JSON.parse(filesIn((await asked(visitor, of)).bytes)['pack.json'] as string)
  const somethingWritten = () =>
    office.did('party', 'add', '--kind', 'person', '--name', 'Another', '--member-no', uuidv7().slice(-8))

  test('however often a pack is made, the same records have one', async () => {
    await somethingWritten()
    const before = await batches()
    const packs = [await packOf(staff.clerk), await packOf(staff.manager), await packOf(staff.clerk)]
    expect(await batches()).toBe(before + 1)
    expect(new Set(packs.map(({ checkpoint }) => checkpoint)).size).toBe(1)
    await commandFiles()
    expect(await batches()).toBe(before + 1)
    await somethingWritten()
    expect((await packOf(staff.clerk)).log_size).toBeGreaterThan(packs[0]?.log_size as number)
    expect(await batches()).toBe(before + 2)
  })

  test("an auditor's pack makes none, and counts what the newest one does not cover", async () => {
    const [{ proofs, log_size }, before] = [await packOf(staff.clerk), await batches()]
    expect((await packOf(staff.auditor)).proofs).toEqual(proofs)
    const late: string = (
      await office.did(
        'record add lot --holder cooperative --crop coffee_arabica_parchment',
        `--date today --basis contract_performance --input ${delivery}:10 --quantity`,
        '10 kg',
      )
    ).id
    const entries = async () => (await office.did('anchor', 'status')).log_entries
    const written = await entries()
    const audited = await packOf(staff.auditor, late)
    expect(audited).toMatchObject({ log_size, proofs: { ...proofs, given: proofs.given - 1, missing: 1 } })
    expect([await batches(), await entries()]).toEqual([before, written])
    expect((await packOf(staff.clerk, late)).proofs).toEqual(proofs)
    expect(await batches()).toBe(before + 1)
  })
})
