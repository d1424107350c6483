import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OperatorFault } from '../../../src/base/problem.ts'
import { sha256 } from '../../../src/domain/sha256.ts'
import { ROLES, type Role } from '../../../src/domain/staff.ts'
import { sendPack } from '../../../src/office/lot-pack.tsx'
import { PacksUnderWay } from '../../../src/office/packs.ts'
import { Sessions } from '../../../src/office/sessions.ts'
import type { Answer, StaffVisit } from '../../../src/office/visit.ts'
import type { Pack, PackAsked } from '../../../src/records/pack/pack-tasks.ts'
import type { PackText } from '../../../src/records/pack/plot-parts.ts'
import { type Appliance, makeAppliance } from '../../support/appliance.ts'
import type { Document } from '../../support/command.ts'
import { appended, deliveryOf } from '../../support/flows/help.ts'
import { type Office, openOffice, staffOf, Visitor } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/** The pack of a lot, from the button on its page. */

let office: Office
let staff: Record<Role, Visitor>
let lot: string
let delivery: string
const PRICE = 4_200_000
beforeAll(async () => {
  office = await openOffice()
  staff = await staffOf(office)
  const { party } = await office.did(
    ...['party', 'add', '--kind', 'person', '--name', 'Grace Nakato', '--member-no', '71'],
  )
  const write = async (body: object): Promise<string> => {
    const id = uuidv7()
    const written = await fetch(`${office.url}/v1/records`, {
      method: 'POST',
      headers: { authorization: `Bearer ${office.coop.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ id, occurred_at: '2026-06-01T10:00:00.000Z', lawful_basis: 'special_data_consent' },
        ...body,
      }),
    })
    expect([written.status, await written.text()]).toEqual([201, expect.any(String)])
    return id
  }
  const crop = 'coffee_arabica_parchment'
  const [w, s] = [32.500101, 0.300101]
  const ring = [
    [w, s],
    [w + 0.001, s],
    [w + 0.001, s + 0.001],
    [w, s + 0.001],
    [w, s],
  ]
  await write({
    ...{ type: 'plot', plot: uuidv7(), holder: party, name: 'Hill', country: 'UG', area_ha: 1.23 },
    geometry: { type: 'Polygon', coordinates: [ring] },
  })
  delivery = await write({
    ...{ type: 'delivery', from_party: party, to_party: office.coop.cooperative, crop },
    ...{ quantity: { value: 120, unit: 'kg' }, measurement_method: 'coop_weighed' },
    agreed_price: { amount_minor: PRICE, currency: 'UGX' },
  })
  lot = await write({
    ...{ type: 'lot', holder: office.coop.cooperative, crop, measurement_method: 'coop_weighed' },
    ...{ quantity: { value: 100, unit: 'kg' }, inputs: [{ record_id: delivery, kg: 100 }] },
  })
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
const filesIn = (archive: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  )
const commandFiles = async (...more: string[]): Promise<Record<string, string>> => {
  const out = join(mkdtempSync(join(tmpdir(), 'granary-pack-')), 'pack')
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
  const { party: mill } = await office.did(
    ...['party', 'add', '--kind', 'business', '--name', 'Mill', '--member-no', 'M1'],
  )
  const { token } = await office.did('credential', 'issue', '--party', mill, '--kind', 'party')
  const theirs = uuidv7()
  const written = await fetch(`${office.url}/v1/records`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ id: theirs, type: 'lot', holder: mill, crop: 'maize_grain', quantity: { value: 1, unit: 'kg' } },
      ...{ occurred_at: '2026-06-01T10:00:00.000Z', lawful_basis: 'contract_performance' },
    }),
  })
  expect([written.status, await written.text()]).toEqual([201, expect.any(String)])
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
        ...[
          'record',
          'add',
          'lot',
          '--holder',
          'cooperative',
          '--quantity',
          '10 kg',
          '--input',
          `${delivery}:10`,
        ],
        ...['--crop', 'coffee_arabica_parchment', '--date', 'today', '--basis', 'contract_performance'],
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

describe('one after another', () => {
  let a: Appliance
  let own: string
  const sessions = new Sessions({ idleMs: 60_000, stillIs: (person) => person, nowMs: () => 0 })
  const packs = new PacksUnderWay()
  const person = (id: string) =>
    ({ id, name: id, role: 'clerk', lacksFactor: false }) as StaffVisit['session']['person']
  const visitOf = (cookie: string): StaffVisit => ({
    ...{ path: `/lots/${own}/pack`, query: {}, form: {}, files: {}, address: '', cookie, timeZone: 'UTC' },
    ...{ cooperative: 'Kahawa', session: sessions.find(cookie) as StaffVisit['session'] },
    isGone: () => false,
    run: (task, args) => a.tasks.run(task, 'clerk', args),
    stream: (name, args) => a.tasks.stream(name, 'clerk', args),
  })
  const archiveIn = (answer: Answer): AsyncIterator<Uint8Array> => {
    if (!('archive' in answer)) throw new Error('no archive')
    return answer.archive[Symbol.asyncIterator]()
  }
  const wholeOf = async (answer: Answer): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = []
    for await (const piece of { [Symbol.asyncIterator]: () => archiveIn(answer) }) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  beforeAll(async () => {
    a = await makeAppliance()
    const anna = await a.party('person', 'Anna')
    const given = await appended(a.cooperative, 'delivery', deliveryOf(anna, a.cooperative))
    own = (
      await appended(a.cooperative, 'lot', {
        ...{ holder: a.cooperative.id, crop: given.crop, quantity: { value: 1, unit: 'kg' } },
        inputs: [{ record_id: given.id, kg: 1 }],
      })
    ).id
  })
  afterAll(() => a.close())

  test('the archive has what the command would write, byte for byte', async () => {
    const visit = visitOf(sessions.begin(person('b1')))
    const given = new Map<string, string>()
    const noted: StaffVisit = {
      ...visit,
      stream: (name, args) => heard(visit.stream(name, args)),
    }
    async function* heard<T>(texts: AsyncIterable<T>): AsyncGenerator<T> {
      for await (const one of texts) {
        const { file, text } = one as PackText
        given.set(file, (given.get(file) ?? '') + text)
        yield one
      }
    }
    const archive = await wholeOf(await sendPack(noted, { packs, sessions }))
    expect(filesIn(archive)).toEqual(Object.fromEntries(given))
    const { files } = JSON.parse(given.get('pack.json') as string) as Pack
    const unpacked = unzipSync(archive)
    for (const { name, bytes, sha256: digest } of files) {
      const content = unpacked[name] as Uint8Array
      expect([content.length, sha256(content).toString('hex')]).toEqual([bytes, digest])
    }
  })

  test('signed out meanwhile, no more of it leaves', async () => {
    const cookie = sessions.begin(person('e1'))
    const big: StaffVisit = { ...visitOf(cookie), stream: endless as StaffVisit['stream'] }
    async function* endless(): AsyncGenerator<PackText> {
      for (;;) yield { file: 'plots.csv', text: randomBytes(200_000).toString('base64') }
    }
    const archive = archiveIn(await sendPack(big, { packs, sessions }))
    for (let i = 0; i < 5; i++) expect((await archive.next()).done).toBe(false)
    sessions.end(cookie)
    const rest = async () => {
      for (let i = 0; i < 1000; i++) await archive.next()
    }
    await expect(rest()).rejects.toThrow()
    await wholeOf(await sendPack(visitOf(sessions.begin(person('e1'))), { packs, sessions }))
  })

  test('a download keeps nobody signed in: it breaks off when the session runs out', async () => {
    let now = 0
    const idle = new Sessions({ idleMs: 60_000, stillIs: (one) => one, nowMs: () => now })
    const cookie = idle.begin(person('g1'))
    const visit: StaffVisit = {
      ...visitOf(cookie),
      session: idle.find(cookie) as StaffVisit['session'],
      stream: async function* () {
        for (;;) yield { file: 'plots.csv', text: randomBytes(200_000).toString('base64') }
      } as StaffVisit['stream'],
    }
    const archive = archiveIn(await sendPack(visit, { packs, sessions: idle }))
    const rest = async () => {
      for (let i = 0; i < 1000; i++, now += 10_000) await archive.next()
    }
    await expect(rest()).rejects.toThrow()
    expect([now < 1_000_000, idle.find(cookie)]).toEqual([true, null])
  })

  test('a second press waits until the first pack is sent or its reader has gone', async () => {
    const cookie = sessions.begin(person('c1'))
    const first = await sendPack(visitOf(cookie), { packs, sessions })
    const second = await sendPack(visitOf(cookie), { packs, sessions })
    expect(second).toMatchObject({
      status: 409,
      html: expect.stringContaining('still being made or saved. Wait until'),
    })
    expect(Object.keys(filesIn(await wholeOf(first)))).toContain('pack.json')
    const third = await sendPack(visitOf(cookie), { packs, sessions })
    await archiveIn(third).return?.()
    await wholeOf(await sendPack(visitOf(cookie), { packs, sessions }))
  })

  test('a browser that has gone ends the work behind it, and is not in the way of the next press', async () => {
    const cookie = sessions.begin(person('h1'))
    let isGone = false
    let turns = 0
    const walking: StaffVisit = {
      ...visitOf(cookie),
      isGone: () => isGone,
      // biome-ignore lint/correctness/useYield: its browser goes before the first text
      stream: async function* (_name: string, { goOn }: PackAsked) {
        for (; ; turns++) {
          goOn?.()
          await nextTurn()
        }
      } as StaffVisit['stream'],
    }
    const first = sendPack(walking, { packs, sessions })
    const ended = expect(first).rejects.toThrow()
    await soon(() => expect(turns).toBeGreaterThan(5))
    expect(await sendPack(visitOf(cookie), { packs, sessions })).toMatchObject({ status: 409 })
    isGone = true
    const second = await sendPack(visitOf(cookie), { packs, sessions })
    await ended
    expect(await sendPack(visitOf(cookie), { packs, sessions })).toMatchObject({ status: 409 })
    await wholeOf(second)
  })

  test('nothing is read for a browser that has gone, or somebody signed out, before the first slice', async () => {
    const origins = async () =>
      (await a.tasks.run('audit', 'test', { count: 500 })).entries.filter(({ action }) => action === 'origin')
        .length
    const before = await origins()
    const cookie = sessions.begin(person('i1'))
    const visit = visitOf(cookie)
    await expect(sendPack({ ...visit, isGone: () => true }, { packs, sessions })).rejects.toThrow('busy')
    sessions.end(cookie)
    await expect(sendPack(visit, { packs, sessions })).rejects.toThrow('Not Found')
    expect(await origins()).toBe(before)
  })

  test('few are made at once, and what fails before it begins is not in the way', async () => {
    const cookies = ['d1', 'd2', 'd3', 'd4'].map((id) => sessions.begin(person(id)))
    const visits = cookies.map(visitOf)
    const failing = {
      ...(visits[0] as StaffVisit),
      stream: () => {
        throw new Error('the disk is failing')
      },
    }
    await expect(sendPack(failing, { packs, sessions })).rejects.toThrow('the disk is failing')
    const tooMany: StaffVisit = {
      ...(visits[0] as StaffVisit),
      // biome-ignore lint/correctness/useYield: it fails before its first text
      stream: async function* () {
        throw new OperatorFault(
          'The plots of this lot are too many for one pack.',
          'Make packs for its parts.',
        )
      } as StaffVisit['stream'],
    }
    await expect(sendPack(tooMany, { packs, sessions })).rejects.toThrow('too many')
    const another = {}
    a.kernel.packRoom.hold(another, 100_000_000)
    const large: StaffVisit = {
      ...(visits[0] as StaffVisit),
      // biome-ignore lint/correctness/useYield: it is refused before its first text
      stream: async function* () {
        a.kernel.packRoom.hold({}, 60_000_000)
      } as StaffVisit['stream'],
    }
    expect(await sendPack(large, { packs, sessions })).toMatchObject({
      status: 409,
      html: expect.stringContaining('Another pack is being made. Try again in a minute.'),
    })
    a.kernel.packRoom.leave(another)
    const answers: Answer[] = []
    for (const visit of visits) answers.push(await sendPack(visit, { packs, sessions }))
    expect(answers[3]).toMatchObject({
      status: 409,
      html: expect.stringContaining('Another pack is being made'),
    })
    for (const answer of answers.slice(0, 3)) await wholeOf(answer)
  })
})
