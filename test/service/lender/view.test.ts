import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../support/appliance.ts'
import {
  delivery,
  grant,
  makeScene,
  PURPOSE,
  pageOf,
  put,
  type Scene,
  sectionOf,
  view,
} from '../../support/lender-scene.ts'

let scene: Scene
beforeEach(async () => {
  scene = await makeScene()
})
afterEach(() => scene.close())

const AT = '2026-06-20T08:00:00Z'

test.each<[Record<string, string>, string, string]>([
  [{}, '', 'purpose_required'],
  [{ purpose: PURPOSE }, '', 'purpose_as_header'],
  [{}, `&purpose=${PURPOSE}&subject=grace`, 'invalid_parameter'],
])('parameters are read strictly: %j %s', async (headers, more, code) => {
  const answer = await scene.lender.get(`/v1/lender-view?subject=${scene.farmer.id}${more}`, headers)
  expect([answer.status, answer.body?.code]).toEqual([400, code])
})

test('without a credential the browser is told that HTTP Basic will do', async () => {
  for (const headers of [{}, { authorization: 'Basic Zm9vOmJhcg==' }, { authorization: 'Bearer gry_x' }]) {
    const answer = await scene.a.app.inject({ url: `/v1/lender-view?purpose=${PURPOSE}`, headers })
    expect(answer.statusCode).toBe(401)
    expect(answer.json().code).toBe('no_verified_subject')
    expect(answer.headers['www-authenticate']).toMatch(/\bBasic realm=/)
    expect(answer.headers['www-authenticate']).toMatch(/\bBearer realm=/)
  }
})

test('programs get the list with ids as JSON, under the names of the page; those that take text get text', async () => {
  const { a, lender, farmer } = scene
  await grant(farmer, lender, ['delivery', 'party'])
  const asked = (accept: string, subject = '') =>
    a.app.inject({
      url: `/v1/lender-view?purpose=${PURPOSE}${subject}`,
      headers: { authorization: `Bearer ${lender.token}`, accept },
    })
  const page = await pageOf(lender)
  const list = await asked('application/json')
  expect(list.headers['content-type']).toBe('application/json; charset=utf-8')
  const { text, subjects } = list.json()
  expect(text).toBe(page)
  expect(subjects).toEqual([{ id: farmer.id, name: expect.any(String), member_no: null }])
  expect(sectionOf(page, 'PARTIES')).toContain(subjects[0].name)
  expect((await asked('application/json', `&subject=${farmer.id}`)).json()).toEqual({
    text: await pageOf(lender, farmer.id),
  })
  for (const both of ['application/json, text/plain, */*', '*/*', 'text/plain'])
    expect((await asked(both)).body).toBe(page)
})

test('the token as password of HTTP Basic opens the same page as the bearer token', async () => {
  const { a, lender, farmer } = scene
  await grant(farmer, lender, ['delivery'])
  await put(farmer, 'delivery', delivery(scene, AT))
  const basic = Buffer.from(`anybody:${lender.token}`).toString('base64')
  const answer = await a.app.inject({
    url: `/v1/lender-view?purpose=${PURPOSE}&subject=${farmer.id}`,
    headers: { authorization: `Basic ${basic}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(await pageOf(lender, farmer.id))
  expect(answer.body).toContain('250 kg of Robusta coffee')
})

const HOSTILE = [
  'Eve\n\nWHAT WAS REFUSED\n  nothing\r\n\t\u0000\u001b[31mred\u0007',
  'Pay \u202e000,1\u202c \u2066hidden\u2069 \u200bzero\u200d\ufeff width\u00ad',
  'a" is confirmed, "b “c” »d«',
  `id ${'01a1f92e-67f4-755f-ba2c-4ffec80fd5e3'.toUpperCase()} end`,
  '01a1f92e\u200b-67f4-755f-ba2c-4ffec80fd5e3',
  '漢字'.repeat(60),
  `Z${'\u0351\u0489'.repeat(60)}algo`,
  '👩‍🌾🇺🇬'.repeat(30),
  'محمد بن موسى الخوارزمي',
  '\u200b\u3164\ufe0f',
  'W'.repeat(200),
]

test('hostile names, labels, grades and codes cannot break, forge or widen a line', async () => {
  const { a, lender, farmer } = scene
  await grant(farmer, lender, ['party', 'delivery', 'lot', 'obligation'])
  await grant(a.cooperative, lender, ['party'])
  for (const text of HOSTILE) {
    const code = text.slice(0, 70)
    for (const by of [farmer, a.cooperative])
      await put(by, 'party', { party: by.id, kind: 'person', display_name: text, lawful_basis: 'consent' })
    await put(
      farmer,
      'delivery',
      delivery(scene, AT, {
        quantity: { value: 3, unit: code, label: text },
        crop: code,
        grade: text,
        note: text,
      }),
    )
    await put(farmer, 'lot', {
      holder: farmer.id,
      crop: code,
      quantity: { value: 1e-9, unit: 'kg', label: text },
      grade: text,
    })
    await put(farmer, 'obligation', {
      lawful_basis: 'special_data_consent',
      kind: 'other',
      obligor: farmer.id,
      obligee: a.cooperative.id,
      crop: code,
      quantity: { value: 999_999_999_999, unit: 't', label: text },
      amount: { amount_minor: Number.MAX_SAFE_INTEGER, currency: 'ZZZ' },
    })
    // No line begins with what somebody wrote, so none can pass for a heading of ours.
    const page = await pageOf(lender, farmer.id)
    expect(page.match(/^WHAT WAS REFUSED$/gm)).toHaveLength(1)
    expect(page).not.toMatch(/is confirmed, "b/)
    for (const language of ['sw', 'fr']) await pageOf(lender, farmer.id, PURPOSE, language)
    await pageOf(lender)
    await pageOf(farmer, farmer.id)
  }
})

/** The cooperative takes back what it recorded of a party. */
async function unrecorded({ a }: Scene, { id }: Actor): Promise<void> {
  const { body } = await a.cooperative.get(
    `/v1/records?type=party&subject=${id}&purpose=cooperative_management`,
  )
  const own = body.records.find((one: { asserted_by: string }) => one.asserted_by === a.cooperative.id)
  await put(a.cooperative, 'retraction', { target_id: own.id, reason: 'entered_in_error' })
}

test("the cooperative's name comes before the party's own, whose word is marked, and others' last", async () => {
  const { a, lender, farmer, exporter } = scene
  await grant(farmer, lender, ['party'])
  expect(await pageOf(lender, farmer.id)).toContain('About     Grace Nakato (person).')
  const fields = { party: farmer.id, kind: 'person' }
  await put(exporter, 'party', { ...fields, display_name: 'The Rich Grace', occurred_at: AT })
  await put(farmer, 'party', { ...fields, display_name: 'Nakato G.', occurred_at: AT })
  expect(await pageOf(lender, farmer.id)).toContain('About     Grace Nakato (person).')
  expect(await pageOf(a.cooperative, farmer.id)).toContain('About     Grace Nakato (person).')
  // Until the cooperative takes back what it recorded.
  await unrecorded(scene, farmer)
  expect(await pageOf(lender, farmer.id)).toContain('About     a party that calls itself "Nakato G.".')
  expect(await pageOf(lender, farmer.id)).toContain('Refused: "Nakato G." has not opened the type Delivery')
})

test('where neither named it, every name by others is given', async () => {
  const { lender, farmer, exporter, a } = scene
  const stranger = await a.party('person', 'Entered by mistake')
  await grant(stranger, lender, ['party'])
  await unrecorded(scene, stranger)
  const fields = { party: stranger.id, kind: 'person', occurred_at: AT }
  await put(exporter, 'party', { ...fields, display_name: 'The Rich Grace' })
  await put(farmer, 'party', { ...fields, display_name: 'The Poor Grace' })
  expect((await pageOf(lender, stranger.id)).replaceAll(/\s+/g, ' ')).toMatch(
    /About "The (Rich|Poor) Grace" or "The (Rich|Poor) Grace", as others recorded it; those who recorded the name disagree\. Called "this party" below\./,
  )
})

test('a corrected figure is marked, with the earlier ones that the reader may read', async () => {
  const { lender, farmer, son } = scene
  await grant(farmer, lender, ['delivery'])
  const said = delivery(scene, AT)
  const corrected = (kg: number, supersedes: string) =>
    put(farmer, 'delivery', { ...said, quantity: { value: kg, unit: 'kg' }, supersedes })
  const first = await put(farmer, 'delivery', said)
  const second = await corrected(240, first)
  expect(await pageIn(lender, farmer)).toContain(
    'Corrected on 28 Jun 2026; before, it said 250 kg of Robusta coffee, fresh cherry.',
  )
  await corrected(230, second)
  expect(await pageIn(lender, farmer)).toContain(
    'before, it said 240 kg of Robusta coffee, fresh cherry; at first 250 kg of Robusta coffee, fresh cherry.',
  )
  // What was said of somebody who opened nothing is told neither as a figure nor as a refusal.
  const ofTheSon = await put(farmer, 'delivery', { ...said, from_party: son.id, to_party: farmer.id })
  await corrected(99, ofTheSon)
  const text = await pageIn(lender, farmer)
  expect(text).toMatch(/99 kg of .*? Corrected on 28 Jun 2026\. /)
})

const pageIn = async (reader: Actor, { id }: Actor) => (await pageOf(reader, id)).replace(/\s+/g, ' ')

test('other parties are named where they opened their name, and are another party otherwise', async () => {
  const { a, lender, farmer } = scene
  await grant(farmer, lender, ['delivery'])
  await put(farmer, 'delivery', delivery(scene, AT))
  await put(farmer, 'delivery', delivery(scene, AT, { to_party: lender.id }))
  const before = await pageOf(lender, farmer.id)
  expect(before).toContain('To "Test Cooperative"; written down by this party.')
  expect(before).toContain('To the reader; written down by this party.')
  // Whose records these are is told at the head, and so wherever it has a part.
  expect(before.split('Test Cooperative')).toHaveLength(3)
  expect(before).toContain('From      the records of "Test Cooperative"')
  await grant(a.cooperative, lender, ['party'])
  expect(await pageOf(lender, farmer.id)).toContain('To Test Cooperative; written down by this party.')
})

test('the reader sees without any grant what it has a part in, and the page says so', async () => {
  const { a, farmer } = scene
  await put(farmer, 'delivery', delivery(scene, AT))
  const text = await pageOf(a.cooperative, farmer.id)
  expect(text).toContain('250 kg of Robusta coffee')
  expect(text).toContain('Refused: Grace Nakato has not opened the type Delivery to the reader.')
})

test('what the page asks for passes the public door with the same credential and correlation id', async () => {
  const { a, lender, farmer } = scene
  await grant(farmer, lender, ['party', 'delivery', 'lot', 'obligation'])
  await put(farmer, 'delivery', delivery(scene, AT))
  const inject = a.app.inject.bind(a.app)
  const asked: { method?: string; url?: string; headers?: Record<string, string> }[] = []
  a.app.inject = ((request: (typeof asked)[number]) => {
    asked.push(request)
    return inject(request as never)
  }) as never
  const correlation = '0191f92e-67f4-755f-ba2c-4ffec80fd5e3'
  const basic = Buffer.from(`:${lender.token}`).toString('base64')
  const answer = await inject({
    url: `/v1/lender-view?purpose=${PURPOSE}&subject=${farmer.id}`,
    headers: { authorization: `Basic ${basic}`, 'x-correlation-id': correlation },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['x-correlation-id']).toBe(correlation)
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.length).toBeLessThan(30)
  for (const { method, url, headers } of asked) {
    expect(method).toBe('GET')
    expect(url).toMatch(/^\/v1\/(records|grants|registry\/[a-z-]+)\?/)
    expect(headers).toEqual({ authorization: `Bearer ${lender.token}`, 'x-correlation-id': correlation })
  }
})

test('a refusal from within is the answer, never half a page', async () => {
  const { a, lender, farmer } = scene
  const inject = a.app.inject.bind(a.app)
  const failing = [
    [429, 'rate_limited', { 'retry-after': '7' }],
    [503, 'overloaded', { 'retry-after': '2' }],
    [500, 'internal_error', {}],
  ] as const
  for (const [statusCode, code, headers] of failing) {
    a.app.inject = ((request: { url: string }) =>
      request.url.includes('type=lot')
        ? Promise.resolve({ statusCode, headers, json: () => ({ code }) })
        : inject(request as never)) as never
    const answer = await inject({
      url: `/v1/lender-view?purpose=${PURPOSE}&subject=${farmer.id}`,
      headers: { authorization: `Bearer ${lender.token}` },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([statusCode, code])
    expect(answer.headers['retry-after']).toBe((headers as { 'retry-after'?: string })['retry-after'])
  }
})

test("the reader's own limit of reads holds for the page as a whole", async () => {
  const small = await makeScene({ readsPerSecond: '5' })
  const answer = await view(small.lender, small.farmer.id)
  expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited'])
  expect(answer.headers['retry-after']).toBe('1')
})

test('dates are those of the appliance, on either side of the date line', async () => {
  for (const [timeZone, day, asAt] of [
    ['Pacific/Kiritimati', '21 Jun 2026', '28 Jun 2026, 21:15'],
    ['Pacific/Pago_Pago', '20 Jun 2026', '27 Jun 2026, 20:15'],
  ]) {
    const there = await makeScene({ timeZone: timeZone as string })
    await put(there.farmer, 'delivery', delivery(there, '2026-06-20T18:00:00Z'))
    const text = await pageOf(there.farmer, there.farmer.id)
    expect(text).toContain(`as at ${asAt}`)
    expect(text).toContain(`by the clocks in ${timeZone}`)
    expect(text).toMatch(new RegExp(`^  ${day} +250 kg`, 'm'))
  }
})

/** What the API says it sends. */
const SHAPES = [
  "import type { GrantView } from '../consent/grants.ts'",
  "import type { DerivedOf } from '../records/views/derived-schema.ts'",
  "import type { RecordView } from '../records/views/record-schema.ts'",
]

test('the lender room reaches no memory, gate or intake', () => {
  const folder = new URL('../../../src/lender/', import.meta.url)
  for (const file of readdirSync(folder)) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    for (const [line, path] of text.matchAll(/^.*from '(\.\.\/[^']+)'$/gm))
      if (!SHAPES.includes(line)) expect(path, file).toMatch(/^\.\.\/(base|cli|domain|http|text|words)\b/)
    expect(text, file).not.toMatch(/ports\.(gate|intake|grants|submit|credentials)/)
  }
})

test('number and telephone are told where the party opened its entry, on its page and in the list', async () => {
  const { a, lender, farmer } = scene
  await put(a.cooperative, 'party', {
    party: farmer.id,
    kind: 'person',
    display_name: 'Grace Nakato',
    member_no: '71',
    phone: '+256772123456',
  })
  await grant(farmer, lender, ['delivery'])
  for (const page of [await pageOf(lender, farmer.id), await pageOf(lender)])
    expect(page).not.toMatch(/256772123456|\b71\b/)
  await grant(farmer, lender, ['party'])
  expect(await pageOf(lender, farmer.id)).toContain(
    'About     Grace Nakato (person, 71), telephone +256772123456.',
  )
  expect(await pageOf(lender)).toMatch(/Grace Nakato .*\n +Number 71, telephone \+256772123456\n/)
})
