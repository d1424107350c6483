import { readdirSync, readFileSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Actor, actor } from '../../support/appliance.ts'
import {
  delivery,
  expectSound,
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

test('parameters and purpose are read as strictly as on the records routes', async () => {
  const { lender, farmer } = scene
  const refusals = [
    [`/v1/lender-view?subject=${farmer.id}`, {}, 'purpose_required'],
    [`/v1/lender-view?subject=${farmer.id}`, { purpose: PURPOSE }, 'purpose_as_header'],
    [`/v1/lender-view?purpose=Lending&subject=${farmer.id}`, {}, 'invalid_purpose'],
    [`/v1/lender-view?purpose=${PURPOSE}&subject=grace`, {}, 'invalid_parameter'],
    [`/v1/lender-view?purpose=${PURPOSE}&subject=${farmer.id}&subject=${farmer.id}`, {}, 'invalid_parameter'],
    [`/v1/lender-view?purpose=${PURPOSE}&party=${farmer.id}`, {}, 'invalid_parameter'],
  ] as const
  for (const [url, headers, code] of refusals) {
    const answer = await lender.get(url, headers as Record<string, string>)
    expect([answer.status, answer.body?.code], url).toEqual([400, code])
  }
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

test('a reader credential sees the page, a metrics credential does not', async () => {
  const { a, lender, farmer } = scene
  for (const [kind, status] of [
    ['reader', 200],
    ['metrics', 403],
  ] as const) {
    const reader = actor(a.app, a.clock, lender.id, await a.credential(lender.id, kind))
    expect((await view(reader, farmer.id)).status).toBe(status)
  }
})

test('an unknown subject and one that granted nothing get the same bytes', async () => {
  const { lender, farmer, exporter, son } = scene
  await put(farmer, 'delivery', delivery(scene, AT))
  await put(farmer, 'lot', { holder: farmer.id, crop: 'maize_grain', quantity: { value: 1, unit: 't' } })
  await grant(farmer, exporter, ['party', 'delivery', 'lot'])
  await grant(farmer, lender, ['party', 'delivery', 'lot'], '2027-01-01T00:00:00Z', 'insurance')
  await grant(son, lender, ['party', 'delivery'])
  const known = await view(lender, farmer.id)
  const unknown = await view(lender, uuidv7())
  expect(known.text).toBe(unknown.text)
  // The two requests may fall into different seconds.
  const named = ({ headers }: typeof known) => ({ ...headers, 'x-correlation-id': '', date: '' })
  expect(named(known)).toEqual(named(unknown))
})

test('a weight that no person delivers at once is marked in words, with the limit that was used', async () => {
  const { lender, farmer } = scene
  await grant(farmer, lender, ['delivery'])
  await put(farmer, 'delivery', delivery(scene, AT, { quantity: { value: 999_999, unit: 't' } }))
  const text = await pageOf(lender, farmer.id)
  const inWords = (title: string) => sectionOf(text, title).replace(/\s+/g, ' ')
  expect(inWords('DELIVERIES')).toContain('Flags: implausible quantity [implausible_quantity]')
  expect(inWords('WHAT THE FLAGS MEAN')).toMatch(
    /implausible quantity \[implausible_quantity\]: [A-Z][^.]+\./,
  )
  expect(inWords('THRESHOLDS USED')).toContain(
    'more than 100,000 kg in one harvest or delivery of a natural person',
  )
  expect(text).not.toContain('withheld')
})

test('an opened type that the page does not print is named, and what is not opened is refused by type', async () => {
  const { lender, farmer } = scene
  await grant(farmer, lender, ['harvest', 'delivery'])
  const text = sectionOf(await pageOf(lender, farmer.id), 'WHAT WAS REFUSED')
  expect(text).toContain('until 1 Jan 2027: Delivery, Harvest')
  expect(text).toContain('does not print it: Harvest.')
  expect(text.replace(/\s+/g, ' ')).toContain(
    'has not opened it: Custody transfer, Delivery confirmation, Due diligence statement, Inference, Loss, Lot, Obligation, Obligation confirmation, Party, Payment, Payment confirmation, Plot, Retraction',
  )
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
  const { body } = await a.cooperative.get(
    `/v1/records?type=party&subject=${farmer.id}&purpose=cooperative_management`,
  )
  const own = body.records.find((one: { asserted_by: string }) => one.asserted_by === a.cooperative.id)
  await put(a.cooperative, 'retraction', { target_id: own.id, reason: 'entered_in_error' })
  expect(await pageOf(lender, farmer.id)).toContain('About     a party that calls itself "Nakato G.".')
  expect(await pageOf(lender, farmer.id)).toContain('Refused: "Nakato G." has not opened the type Delivery')
})

test('where neither named it, every name by others is given', async () => {
  const { lender, farmer, exporter, a } = scene
  const stranger = await a.party('person', 'Entered by mistake')
  await grant(stranger, lender, ['party'])
  const { body } = await a.cooperative.get(
    `/v1/records?type=party&subject=${stranger.id}&purpose=cooperative_management`,
  )
  await put(a.cooperative, 'retraction', { target_id: body.records[0].id, reason: 'entered_in_error' })
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

test('the contract names the page and its type', async () => {
  const { body } = await scene.lender.get('/v1/openapi.json')
  const { get } = body.paths['/v1/lender-view']
  expect(get.operationId).toBe('readLenderView')
  expect(get.responses['200'].content['text/plain'].schema).toEqual({ type: 'string' })
  expect(Object.keys(get.responses)).toEqual(['200', '400', '401', '403', '429', '503'])
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

test('a page of many parties stays sound', async () => {
  const { a, lender } = scene
  for (let i = 0; i < 12; i++) {
    const member = await a.party('person', `Member ${i}`)
    await grant(member, lender, i % 2 === 0 ? ['party', 'delivery'] : ['delivery'])
  }
  const text = await pageOf(lender)
  expect(text).toContain('12 parties by 12 live grants')
  expect(text.match(/name not opened/g)).toHaveLength(6)
  expectSound(text)
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
