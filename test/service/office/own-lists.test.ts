import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { fieldIn, openOffice, type Page, staffOf } from '../../support/office.ts'

/** What the cooperative ticked as its own, and words that fit several. */

const office = await openOffice()
const { auditor, clerk, manager } = await staffOf(office)
const grace = await office.party('person', 'Grace Nakato', '12')
await office.party('person', 'Grace Nakato', '13')
afterAll(() => office.service.stop())

const tick = async (fields: Record<string, string>) =>
  manager.post('/cooperative/lists', { form_token: await manager.formToken(), ...fields })
const offered = ({ text }: Page, field: string) =>
  [
    ...(new RegExp(`<datalist id="${field}-list">(.*?)</datalist>`).exec(text)?.[1] ?? '').matchAll(
      /value="([^"]*)"/g,
    ),
  ].map(([, value]) => value)
const choices = ({ text }: Page, field: string) =>
  [
    ...text.matchAll(new RegExp(`<input type="radio" name="${field}_is" value="([^"]*)"[^>]*>([^<]*)`, 'g')),
  ].map(([, value = '', name]) => ({ value, name }))
const weigh = async (fields: Record<string, string>) => {
  const form_token = await clerk.formToken('/weigh-in')
  const usual = { id: uuidv7(), who: '12', quantity: '50', unit: 'kg', crop: 'maize_grain' }
  return clerk.post('/weigh-in', { ...usual, to: 'cooperative', day: 'today', ...fields, form_token })
}
const saved = async (page: Page) => {
  expect(page.status, page.text).toBe(303)
  return /<strong>(Saved[^<]*)/.exec((await clerk.get(page.location ?? '')).text)?.[1]
}

/** What is saved once a person has agreed to what the page warns of. */
const savedAgain = async (page: Page, fields: Record<string, string>) => {
  const sure = /name="sure" value="([^"]+)"/.exec(page.text)?.[1]
  return saved(sure === undefined ? page : await weigh({ ...fields, sure }))
}

test('with nothing ticked every crop is offered, no unit and no place; only a manager ticks', async () => {
  const page = await clerk.get('/weigh-in')
  expect(offered(page, 'crop').length).toBeGreaterThan(100)
  expect(offered(page, 'crop')).not.toContain('others')
  expect([offered(page, 'unit'), offered(page, 'place'), fieldIn(page, 'crop')]).toEqual([[], [], ''])
  for (const visitor of [clerk, auditor]) expect((await visitor.get('/cooperative/lists')).status).toBe(403)
  expect((await manager.get('/cooperative')).text).toContain('none ticked: lists show all')
})

test('where exactly one is ticked, forms begin with it; the rest is behind others', async () => {
  const done = await tick({ crops_coffee_parchment: '1', units_debe: '1', places: 'Main store, Bugoye' })
  expect(done.location).toBe('/cooperative?stepped')
  expect((await manager.get('/cooperative')).text).toContain('Coffee, parchment')
  expect((await manager.get('/cooperative/lists')).text).toContain('value="Main store, Bugoye"')
  const page = await clerk.get('/weigh-in')
  expect(offered(page, 'crop')).toEqual(['Coffee, parchment', 'others'])
  expect((await clerk.get(`/members/${grace}/new-plot`)).text).toMatch(
    /<input value="Coffee, parchment"[^>]* name="crops"/,
  )
  expect(offered(page, 'place')).toEqual(['Main store, Bugoye'])
  for (const [name, value] of [
    ['crop', 'Coffee, parchment'],
    ['unit', 'debe'],
    ['place', 'Main store, Bugoye'],
  ])
    expect(page.text).toMatch(new RegExp(`<input value="${value}"[^>]* name="${name}"`))
  for (const path of ['/new-record/harvest', '/new-lot'])
    expect((await clerk.get(path)).text, path).toMatch(/<input value="Coffee, parchment"[^>]* name="crop"/)
  expect(offered(await clerk.get('/new-record/delivery'), 'location')).toEqual(['Main store, Bugoye'])
})

test('others are chosen from a list, and the next form has the one that was chosen', async () => {
  const id = uuidv7()
  const page = await weigh({ id, crop: 'others' })
  expect(page.status).toBe(422)
  const [, list = ''] = /<select name="crop_is"[^>]* autofocus>(.*?)<\/select>/.exec(page.text) ?? []
  expect(list).not.toContain('Coffee, parchment')
  const value = /value="(vanilla_cured[^"]*)"/.exec(list)?.[1] ?? ''
  const done = await weigh({ id, crop: 'others', crop_is: value })
  expect(await saved(done)).toContain('Vanilla, cured beans')
  expect((await clerk.get('/weigh-in')).text).toMatch(/<input value="Vanilla, cured beans"[^>]* name="crop"/)
})

test('a member whose name fits several is chosen by key, and not for other words', async () => {
  const id = uuidv7()
  const asked = await weigh({ id, who: 'grace', crop: 'coffee', quantity: '53' })
  expect(asked.status).toBe(422)
  expect(asked.text).toContain('Several fit. Choose one')
  const [one, other] = choices(asked, 'who')
  expect([one?.name, other?.name]).toEqual(['12 Grace Nakato', '13 Grace Nakato'])
  expect(asked.text.match(/ autofocus/g)).toHaveLength(1)
  expect(asked.text).toMatch(/<input type="radio" name="who_is"[^>]* autofocus/)
  expect(asked.text).not.toMatch(/<input type="radio"[^>]* checked/)
  // Without a choice, the page asks again; a choice for other words does not count.
  expect((await weigh({ id, who: 'grace', crop: 'coffee', quantity: '53' })).status).toBe(422)
  expect((await weigh({ id, who: 'nakato', who_is: other?.value ?? '', crop: 'coffee' })).status).toBe(422)
  const done = await weigh({ id, who: 'grace', who_is: other?.value ?? '', crop: 'coffee', quantity: '53' })
  expect(await saved(done)).toContain('Grace Nakato (13)')
})

test('a crop and a unit that fit several are chosen, wherever the unit was written', async () => {
  await tick({})
  const id = uuidv7()
  const asked = await weigh({ id, crop: 'maize', quantity: '3', unit: 'can' })
  expect(choices(asked, 'crop').map(({ name }) => name)).toContain('Maize, grain')
  const units = choices(asked, 'unit')
  expect(units.length).toBeGreaterThan(1)
  const crop = choices(asked, 'crop').find(({ name }) => name === 'Maize, grain')?.value ?? ''
  const can = units.find(({ name }) => name === 'Jerrycan, 20 litres')?.value ?? ''
  const chosen = { crop: 'maize', crop_is: crop }
  const look = await weigh({ id, ...chosen, quantity: '3', unit: 'can', unit_is: can })
  expect(await savedAgain(look, { id, ...chosen, quantity: '3', unit: 'can', unit_is: can })).toContain(
    '3 jerrycan_20l',
  )
  expect((await clerk.get('/weigh-in')).text).toMatch(/<input value="jerrycan_20l"[^>]* name="unit"/)
  // Written behind the figure, it is chosen at the figure.
  const behind = await weigh({ ...chosen, quantity: '4 can', unit: 'kg' })
  const [one] = choices(behind, 'quantity')
  const written = { id: uuidv7(), ...chosen, quantity: '4 can', quantity_is: one?.value ?? '', unit: 'kg' }
  expect(await savedAgain(await weigh(written), written)).toMatch(/4 (milk_can|jerrycan)/)
})

test.each([
  ['/records', 'member'],
  ['/reports', 'member'],
  ['/audit', 'member'],
  ['/audit', 'by'],
  ['/consent', 'member'],
  ['/readers', 'member'],
])('%s offers whom its %s may mean', async (path, field) => {
  const asked = await manager.get(`${path}?${field}=grace`)
  const [, other] = choices(asked, field)
  expect([asked.status, other?.name]).toEqual([422, '13 Grace Nakato'])
  const found = await manager.get(
    `${path}?${new URLSearchParams({ [field]: 'grace', [`${field}_is`]: other?.value ?? '' })}`,
  )
  if (found.status === 200) expect(fieldIn(found, `${field}_is`)).toBe(other?.value)
  else expect(found.location).toBe(`${path}/${other?.value.split(' ')[0]}`)
})

test.each([
  [
    'a consent',
    `/consent/${grace}/grant`,
    'grantee',
    { purpose: 'insurance', type_delivery: '1', until: '2030-06-30' },
  ],
  [
    'a mandate',
    `/consent/${grace}/mandate`,
    'delegate',
    { act_assert: '1', type_delivery: '1', from: 'today', until: '2030-06-30', basis: 'witnessed' },
  ],
  ['a phone', '/devices', 'party', { act: 'enrol', carrier: 'member' }],
])('%s offers whom it may be for', async (_what, path, field, said) => {
  const asked = await manager.answer(path, await manager.get(path), {
    channel: 'in_person',
    ...said,
    [field]: 'nakato',
  })
  const [, other] = choices(asked, field)
  expect([asked.status, other?.name]).toEqual([422, '13 Grace Nakato'])
  const chosen = { ...said, [field]: 'nakato', [`${field}_is`]: other?.value ?? '', channel: 'in_person' }
  const done = await manager.answer(path, asked, chosen)
  expect([200, 303], done.text).toContain(done.status)
})

test('gross and tare offer what their unit may mean, at the field that names it', async () => {
  const behind = await weigh({ quantity: '', gross: '60 can', tare: '2 kg' })
  expect(choices(behind, 'gross').map(({ name }) => name)).toContain('Jerrycan, 20 litres')
  expect(choices(behind, 'tare')).toEqual([])
  const inUnit = await weigh({ quantity: '', gross: '60', tare: '2', unit: 'can' })
  expect(choices(inUnit, 'unit').map(({ name }) => name)).toContain('Jerrycan, 20 litres')
  expect(choices(inUnit, 'gross')).toEqual([])
})

test("the cooperative's phones are told what is ticked, and nobody else is", async () => {
  const told = async (token: string, more = '?asserted_by=own') =>
    (await office.call(`/v1/sync/changes${more}`, undefined, token)).ticked
  expect(await told(office.coop.token)).toBeUndefined()
  await tick({ crops_coffee_parchment: '1', places: 'Kilembe store; Main store, Bugoye' })
  const ticked = { crops: ['coffee_parchment'], units: [], places: ['Kilembe store', 'Main store, Bugoye'] }
  expect(await told(office.coop.token)).toEqual(ticked)
  expect(await told(office.coop.token, '?asserted_by=own&limit=1')).toBeUndefined()
  expect(await told(office.coop.token, '')).toBeUndefined()
  const { token } = await office.did('credential', 'issue', '--party', '12', '--kind', 'party')
  expect(await told(token)).toBeUndefined()
})
