import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import type { Document } from '../../support/command.ts'
import { fieldIn, openOffice, type Page, staffOf, sureIn, valueIn } from '../../support/office.ts'

/** Lots at the office page, beside what the API derives of them. */

const members: string[] = []
const deliveries: string[] = []
const office = await openOffice()
const staff = await staffOf(office)
for (const [number, name, quantity] of [
  ['1', 'Akello', '85 kg'],
  ['2', 'Birungi', '40.5 kg'],
  ['3', 'Chebet', '3 kameme'],
] as const) {
  const party = await office.party('person', name, number)
  members.push(party)
  const [value, unit] = quantity.split(' ')
  const { id } = await office.append('delivery', {
    ...{ from_party: party, to_party: office.coop.cooperative, crop: 'coffee_fresh_cherry' },
    ...{ quantity: { value: Number(value), unit }, measurement_method: 'coop_weighed' },
    location: `Store ${number}`,
  })
  deliveries.push(id)
}
afterAll(() => office.service.stop())

const found = (page: Page) => [...page.text.matchAll(/name="draw_([^"]+)" value="1"( checked)?/g)]
const idIn = (page: Page) => fieldIn(page, 'id')
const find = (more = '') =>
  staff.clerk.get(`/new-lot?crop=coffee_fresh_cherry&since=today&until=today${more}`)
const send = async (fields: Record<string, string>) =>
  staff.clerk.post('/new-lot', { form_token: await staff.clerk.formToken(), ...fields })
const lots = async (): Promise<Document[]> => (await office.did('record', 'list', 'lot')).records
const lotFields = {
  ...{ crop: 'coffee_fresh_cherry', since: 'today', until: 'today', occurred_at: 'today' },
  ...{ lawful_basis: 'contract_performance', measurement_method: 'coop_weighed' },
}

test('deliveries are found with what is left of each; an unknown weight is not invented', async () => {
  const page = await find()
  expect(found(page).map(([, id, checked]) => [id, checked !== undefined])).toEqual([
    [deliveries[0], true],
    [deliveries[1], true],
    [deliveries[2], false],
  ])
  expect(page.text).toContain(
    `name="kg_${deliveries[0]}" inputmode="decimal" autocomplete="off" aria-label="Kilograms of Akello`,
  )
  expect([valueIn(page, `kg_${deliveries[2]}`), page.text.includes('not known')]).toEqual(['', true])
  expect(found(await find('&place=store+2'))).toHaveLength(1)
  expect(found(await staff.clerk.get('/new-lot?crop=maize_grain'))).toHaveLength(0)
})

test('a lot is looked at, then written once, with the draws as they were typed', async () => {
  const id = idIn(await find())
  const fields = {
    ...lotFields,
    id,
    [`draw_${deliveries[0]}`]: '1',
    [`kg_${deliveries[0]}`]: '80',
    [`draw_${deliveries[1]}`]: '1',
    [`kg_${deliveries[1]}`]: '50',
    [`kg_${deliveries[2]}`]: '',
  }
  const unweighed = await send(fields)
  expect([unweighed.status, unweighed.text]).toEqual([
    422,
    expect.stringContaining('the deliveries add up to 130 kg'),
  ])
  const look = await send({ ...fields, quantity: '120 kg' })
  expect(look.status).toBe(200)
  expect(look.text).toContain('80 kg drawn of 85 kg; the rest stays.')
  expect(look.text).toContain('50 kg drawn, but only 40.5 kg left.')
  expect(await lots()).toEqual([])
  const sure = { ...fields, quantity: '120 kg', sure: sureIn(look) }
  expect((await send(sure)).location).toMatch(`/lots/${id}?done=&crop=coffee_fresh_cherry`)
  expect((await send(sure)).location).toMatch(`/lots/${id}?done=&crop=coffee_fresh_cherry`)
  const [lot, ...others] = await lots()
  expect(others).toEqual([])
  expect(lot).toMatchObject({ crop: 'coffee_fresh_cherry', quantity: { value: 120, unit: 'kg' } })
  expect(lot?.inputs).toEqual(
    [
      { record_id: deliveries[0], kg: 80 },
      { record_id: deliveries[1], kg: 50 },
    ].sort((a, b) => ((a.record_id as string) < (b.record_id as string) ? -1 : 1)),
  )
})

test('what was drawn is left out, or is only what is left', async () => {
  const page = await find()
  expect(found(page).map(([, id]) => id)).toEqual([deliveries[0], deliveries[2]])
  expect(page.text).toContain('1 delivery is left out: lots drew all of it.')
  expect(page.text).toMatch(new RegExp(`name="kg_${deliveries[0]}"[^>]* value="5"`))
})

test("the lot's page shows the API's figures, its holders, and leads to the forms", async () => {
  const [lot] = await lots()
  const path = `/lots/${lot?.id}`
  const { derived } = lot as Document
  await office.did(
    'record add custody_transfer --from cooperative --to 1 --date today --lot',
    lot?.id,
    '--quantity',
    '119 kg',
  )
  const page = await staff.auditor.get(path)
  expect(derived.mass_balance.formation_difference_kg).toBe(10)
  expect(page.text).toContain('differed by 10 kg')
  expect(page.text).toContain('the kilograms differ by more than is tolerated')
  expect(page.text).toContain('Held by Akello')
  expect(page.text).toContain('119 kg')
  expect(page.text).not.toContain('Hand it over')
  expect((await staff.clerk.get(path)).text).toContain(`/new-record/loss?lot_id=${lot?.id}`)
  expect((await staff.auditor.get('/lots')).text).toContain(path)
})

test('a delivery that is not there, and one taken back meanwhile, are told of', async () => {
  const nobody = '0190a000-0000-7000-8000-000000000000'
  await office.did('record', 'retract', deliveries[2] as string, '--reason', 'did_not_happen')
  const { text } = await send({
    ...lotFields,
    quantity: '5 kg',
    [`draw_${nobody}`]: '1',
    [`kg_${nobody}`]: '2',
    [`draw_${deliveries[2]}`]: '1',
    [`kg_${deliveries[2]}`]: '3',
  })
  expect(text.match(/nothing more can be drawn from it/g)).toHaveLength(2)
})

test('more deliveries than a lot may draw on go into several lots, and those into one', async () => {
  const deliver = (value: number) =>
    office.append('delivery', {
      ...{ from_party: members[0], to_party: office.coop.cooperative, crop: 'maize_grain' },
      ...{ quantity: { value, unit: 'kg' }, measurement_method: 'coop_weighed' },
    })
  for (let i = 0; i < 260; i++) await deliver(1 + i)
  const maize = (more = '') => staff.clerk.get(`/new-lot?crop=maize_grain&since=today&until=today${more}`)
  const formed = async (page: Page, of: string, quantity: string) => {
    const draws = Object.fromEntries(
      found(page).flatMap(([, id]) => [
        [`draw_${id}`, '1'],
        [`kg_${id}`, new RegExp(`name="kg_${id}"[^>]*value="([^"]*)"`).exec(page.text)?.[1] ?? ''],
      ]),
    )
    const fields = { ...lotFields, crop: 'maize_grain', of, id: idIn(page), quantity, ...draws }
    const look = await send(fields)
    expect(look.status, look.text.slice(0, 2_000)).toBe(200)
    const done = await send({ ...fields, sure: sureIn(look) })
    return { id: fields.id, page: await staff.clerk.get(String(done.location)) }
  }
  const first = await maize()
  expect(found(first)).toHaveLength(256)
  expect(first.text).toContain('There are more than fit into one lot (256). These are the oldest.')
  const one = await formed(first, 'deliveries', '32896 kg')
  const next = /href="([^"]*)">Form the next lot/.exec(one.page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const rest = await staff.clerk.get(next)
  expect(found(rest)).toHaveLength(4)
  expect(rest.text).not.toContain('There are more than fit')
  const two = await formed(rest, 'deliveries', '1034 kg')
  const lotsLeft = await maize('&of=lots')
  expect(found(lotsLeft).map(([, id, checked]) => [id, checked])).toEqual([
    [one.id, undefined],
    [two.id, undefined],
  ])
  const whole = await formed(lotsLeft, 'lots', '33930 kg')
  const lot = (await lots()).find(({ id }) => id === whole.id)
  expect(lot?.inputs).toEqual([
    { record_id: one.id, kg: 32_896 },
    { record_id: two.id, kg: 1_034 },
  ])
  expect(lot?.derived.mass_balance).toMatchObject({ breached: false, inputs_kg: 33_930 })
  expect(found(await maize('&of=lots')).map(([, id]) => id)).toEqual([whole.id])
})

test('the command says what is possible where a lot draws on too much', async () => {
  const inputs = Array.from({ length: 257 }, () => `${uuidv7()}:1`).join(',')
  const flags = [
    '--holder',
    'cooperative',
    '--crop',
    'maize_grain',
    '--quantity',
    '257 kg',
    '--date',
    'today',
  ]
  const said = await office.said('record', 'add', 'lot', ...flags, '--input', inputs)
  expect([said.code, said.err]).toEqual([
    2,
    expect.stringContaining('Form several lots of them, and then one lot'),
  ])
})

test('a list shows kilograms that are stated without a quantity', async () => {
  const [{ id: lot_id } = { id: '' }] = await lots()
  const { cooperative } = office.coop
  const bank = await office.party('institution', 'Weighbridge', 'W-1')
  await office.append('custody_transfer', {
    ...{ lot_id, from_party: cooperative, to_party: bank },
    ...{ normalized_kg: 9.5, conversion_id: 'kg_exact' },
  })
  const { text } = await staff.clerk.get('/records?type=custody_transfer&standing=any')
  expect(text).toContain('data-title="Kilograms"><span>9.5<')
})

test('where kilograms are rounded the page says so, and nowhere else', async () => {
  const { cooperative } = office.coop
  const pageOf = async (kg: number) => {
    const goods = { crop: 'maize_grain', quantity: { value: kg, unit: 'kg' } }
    const { id: record_id } = await office.append('delivery', {
      ...goods,
      ...{ from_party: members[0], to_party: cooperative },
    })
    const { id } = await office.append('lot', { ...goods, holder: cooperative, inputs: [{ record_id, kg }] })
    return (await staff.auditor.get(`/lots/${id}`)).text
  }
  // Beside the balance, and beside the origin.
  expect((await pageOf(12.3456)).split('Kilograms here are rounded to two decimals')).toHaveLength(3)
  expect(await pageOf(12.34)).not.toContain('rounded')
})
