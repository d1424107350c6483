import type { TSchema } from '@sinclair/typebox'
import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { draftSchemas } from '../../../src/domain/record.ts'
import { fieldsOf, RECORD_TYPES, type RecordType } from '../../../src/domain/types/index.ts'
import { COUNTER_TYPES } from '../../../src/records/entry/fields.ts'
import { shownKg } from '../../../src/words/rounding.ts'
import { EN } from '../../support/catalogue.ts'
import type { Document } from '../../support/command.ts'
import { openOffice, type Page, staffOf } from '../../support/office.ts'
import { seeded } from '../../support/records/gate/random.ts'
import {
  code,
  day,
  figure,
  happened,
  PRECISIONS,
  price,
  rowsIn,
  type Stated,
  seen,
  textIn,
  valuesFrom,
  written,
  ZONE,
} from '../../support/stored-values.ts'

/**
 * What people see of records is what is stored: figures, times, money, names and codes, on pages and in lists.
 * `GRANARY_VALUES_SEED=7` makes other values.
 */

const SEED = Number(process.env.GRANARY_VALUES_SEED ?? 11)
const random = seeded(SEED)
const values = valuesFrom(random)
const stored: Document[] = []
/** What the member wrote, to be confirmed; and what was written by mistake. */
const claimed: string[] = []
const claimedPaid: string[] = []
const claimedOwed: string[] = []
const mistaken: string[] = []
const alsoThere: Document[] = []
const ofType = (type: string) => stored.filter((record) => record.type === type)

/** What only others can set, or what leads elsewhere. */
const NOT_MADE = [
  ...['id', 'type', 'record_class', 'received_at', 'derived', 'recorded_at', 'asserted_by', 'on_behalf_of'],
  ...[
    'delegation_id',
    'supersedes',
    'same_as',
    'evidence',
    'occurred_at',
    'occurred_at_precision',
    'signed_by',
    // Names of before.
    'reference_number',
    'verification_number',
  ],
]

/** The parties of records: the member is the first of each, except of a statement, and the cooperative is the other. */
const [THE_MEMBER, THE_COOPERATIVE] = [new Set<string>(), new Set<string>(['filed_by'])]
for (const type of RECORD_TYPES.filter((one) => one !== 'party'))
  for (const [i, { member }] of fieldsOf(type)
    .filter(({ kind, member }) => kind === 'party' && member !== 'filed_by')
    .entries())
    (i === 0 ? THE_MEMBER : THE_COOPERATIVE).add(member)

/** A value of a member, by the schema of the member. */
function madeUp(type: RecordType, name: string, schema: TSchema): unknown {
  if (THE_MEMBER.has(name)) return member
  if (THE_COOPERATIVE.has(name)) return office.coop.cooperative
  if (name === 'party' || name === 'plot' || name === 'device_id')
    return schema.type === 'object' ? { name: values.text(), geometry: PLACE } : uuidv7()
  if (name === 'lot_id') return ofType('lot')[0].id
  if (name === 'obligation_id') return type === 'obligation_confirmation' ? claimedOwed.pop() : uuidv7()
  if (name === 'delivery_id') return claimed.pop()
  if (name === 'payment_id') return claimedPaid.pop()
  if (name === 'settles') return [{ record_id: uuidv7(), amount_minor: 7 }]
  if (name === 'target_id') return mistaken.pop()
  if (name === 'plot_ids') return [uuidv7(), uuidv7()]
  if (name === 'inputs') return [{ record_id: ofType('harvest')[0].id, kg: 0.125 }]
  if (name === 'lawful_basis') return 'special_data_consent'
  if (name === 'quantity') return values.quantity()
  if (name === 'normalized_kg') return 87.0431
  if (type === 'payment' && name === 'amount') return { ...values.price(), amount_minor: 150050 }
  if (name === 'agreed_price' || name === 'amount') return values.price()
  if (name === 'geometry') return PLACE
  if (name === 'decimals') return random.below(16)
  if (name === 'ids')
    return [
      { scheme: 'ug_nin', value: `CM${random.below(1_000_000)}` },
      { scheme: 'tax', value: '0071.50' },
    ]
  if (name === 'area_ha') return random.pick([3.9, 0.12345678, 1250.5, 0.0000001])
  if (name === 'contingency' || name === 'messages') return true
  if (name === 'uuid' || name === 'replaces') return uuidv7()
  // A simplified declaration has such a number, and a statement may.
  if (type === 'due_diligence' && name === 'reference') return `S${values.text()}`.slice(0, 14)
  if (name === 'crops') return ['coffee_green', `Mt. bean ${random.below(100)}.5`]
  if (name === 'crop') return random.pick(['coffee_fresh_cherry', 'maize_grain', 'Sort 3.9_b'])
  if (name === 'country') return 'UG'
  if (name === 'phone') return `+2567721${10000 + random.below(89999)}`
  if (name === 'language') return random.pick(Object.keys(LANGUAGES))
  if (name === 'due_at' || name === 'filed_at') return '2026-03-04T09:00:00.000Z'
  if (Array.isArray(schema.enum)) return random.pick(schema.enum)
  if (type === 'party' && name === 'member_no') return `0${random.below(100000)}.${random.below(9)}`
  if (schema.type === 'string') return values.text().slice(0, schema.maxLength as number)
  throw new Error(`nothing is made up for ${name}`)
}
const LANGUAGES: Readonly<Record<string, string>> = { sw: 'Kiswahili', 'fr-CM': 'Français', luo: 'luo' }
const PLACE = { type: 'Point', coordinates: [34.123456, -0.5] }

/** A record with every member that its type may have. */
function full(type: RecordType, precision?: string): Record<string, unknown> {
  const { properties } = draftSchemas[type] as TSchema & { properties: Record<string, TSchema> }
  const made = Object.entries(properties)
    .filter(([name]) => !NOT_MADE.includes(name))
    .map(([name, schema]) => [name, madeUp(type, name, schema)])
  return { id: uuidv7(), type, ...values.time(precision), ...Object.fromEntries(made) }
}

const plainly = {
  crop: 'maize_grain',
  quantity: { value: 1, unit: 'kg' },
  lawful_basis: 'special_data_consent',
}
const delivered = (precision?: string) => ({
  ...{ id: uuidv7(), type: 'delivery', from_party: member, to_party: office.coop.cooperative },
  ...{ ...plainly, ...values.time(precision) },
})
const paid = (precision?: string) => ({
  ...{ id: uuidv7(), type: 'payment', payer: member, payee: office.coop.cooperative },
  ...{ amount: { amount_minor: 5, currency: 'UGX' }, method: 'cash', purpose: 'repayment' },
  ...{ lawful_basis: 'special_data_consent', ...values.time(precision) },
})
const owed = (precision?: string) => ({
  ...{ id: uuidv7(), type: 'obligation', obligor: office.coop.cooperative, obligee: member },
  ...{ amount: { amount_minor: 5, currency: 'UGX' }, kind: 'pay_for_goods' },
  ...{ lawful_basis: 'special_data_consent', ...values.time(precision) },
})
const harvested = (precision?: string) => ({
  ...{ id: uuidv7(), type: 'harvest', producer: member, ...plainly, ...values.time(precision) },
})

const ORDER = [...RECORD_TYPES].sort((a, b) => rank(a) - rank(b))
function rank(type: string): number {
  return ['harvest', 'lot', 'delivery'].includes(type)
    ? ['harvest', 'lot', 'delivery'].indexOf(type)
    : type === 'retraction'
      ? 9
      : 5
}

const office = await openOffice({ timeZone: ZONE })
const staff = await staffOf(office)
const { clerk } = staff
const memberName: string = 'Nakâto Mt. Elgon 3.9'
const member: string = await office.party('person', memberName, '007.50')
await office.party('institution', 'Harvest Bank', 'BANK')
await office.granted('007.50', 'BANK', '--types delivery,obligation,lot,plot')
const { token } = await office.did('credential', 'issue', '--party', member, '--kind', 'party')
for (const precision of PRECISIONS) {
  const brought = await office.call('/v1/records', delivered(precision), token)
  claimed.push(brought.id)
  const repaid = await office.call('/v1/records', paid(precision), token)
  claimedPaid.push(repaid.id)
  const lent = await office.call('/v1/records', owed(precision), token)
  claimedOwed.push(lent.id)
  const picked = await office.call('/v1/records', harvested(precision))
  mistaken.push(picked.id)
  alsoThere.push(brought, repaid, lent, picked)
}
for (const type of ORDER)
  for (const precision of PRECISIONS) stored.push(await office.call('/v1/records', full(type, precision)))
afterAll(() => office.service.stop())

/** As the registry has it, else as it was sent. */
function cropName(sent: string): string {
  const names: Readonly<Record<string, string>> = {
    coffee_fresh_cherry: 'Coffee, fresh cherry',
    coffee_green: 'Coffee, green bean',
    maize_grain: 'Maize, grain',
  }
  return names[sent] ?? written(sent)
}

const inWords = (text: string): string => (EN as Record<string, string>)[`word.${text}`] ?? code(text)

/** Of every member of every type what a person is to read. */
const READS: Readonly<Record<string, (value: never, record: Document) => string>> = {
  occurred_at: (_, record) => happened(record),
  quantity: seen,
  normalized_kg: (n: number) => figure(n),
  area_ha: (n: number) => figure(n),
  decimals: (n: number) => figure(n),
  agreed_price: price,
  amount: price,
  crop: cropName,
  crops: (codes: string[]) => codes.map(cropName).join('; '),
  kind: inWords,
  language: (tag: string) => String(LANGUAGES[tag]),
  method: inWords,
  purpose: inWords,
  cause: code,
  channel: inWords,
  status: inWords,
  contingency: () => 'yes',
  messages: (said: boolean) => (said ? 'yes' : 'no'),
  reason: code,
  measurement_method: inWords,
  lawful_basis: code,
  due_at: day,
  filed_at: day,
  plot_ids: (ids: string[]) => ids.join(', '),
  inputs: (some: { record_id: string; kg: number }[]) =>
    some.map(({ record_id, kg }) => `${figure(kg)} kg (${record_id})`).join(', '),
  ids: (some: { scheme: string; value: string }[]) =>
    some.map(({ scheme, value }) => `${scheme} ${value}`).join('; '),
  settles: (some: { record_id: string; amount_minor: number }[], { amount }) =>
    some
      .map(({ record_id, amount_minor }) => `${price({ ...amount, amount_minor })} (${record_id})`)
      .join('; '),
  ...Object.fromEntries([...THE_MEMBER].map((name) => [name, () => `${memberName} (007.50)`])),
  ...Object.fromEntries(
    [...THE_COOPERATIVE, 'asserted_by'].map((name) => [name, () => 'Kahawa Cooperative']),
  ),
}
/** Said in the page's own words: the test asks for what they must have in them. */
const CONTAINED: Readonly<Record<string, (value: never) => string[]>> = {
  geometry: () => ['34.123456 -0.5'],
  recorded_at: (at: string) => [day(at)],
  received_at: (at: string) => [day(at)],
}
const ELSEWHERE = ['type', 'record_class', 'derived', 'occurred_at_precision']

const rowOf = (page: Page, id: string): readonly string[] =>
  rowsIn(page.text).find(({ html }) => html.includes(`/records/${id}"`) || html.includes(`/lots/${id}"`))
    ?.cells ?? []

describe('the page of a record', () => {
  test.each(RECORD_TYPES)('shows every member of a record of the type %s as it is stored', async (type) => {
    const { properties } = draftSchemas[type] as TSchema & { properties: Record<string, TSchema> }
    for (const record of ofType(type)) {
      const page = await clerk.get(`/records/${record.id}`)
      expect(page.status).toBe(200)
      const cells = rowsIn(page.text).flatMap((row) => row.cells)
      for (const name of Object.keys(properties).filter((one) => !ELSEWHERE.includes(one))) {
        const value = record[name]
        if (value === undefined) {
          expect(NOT_MADE, `${type} without ${name}`).toContain(name)
          continue
        }
        if (type === 'harvest' && name === 'plot') {
          const { name: called } = value as { name: string }
          expect(cells.join('\n')).toContain(`${written(called)}, `)
          expect(cells.join('\n')).toContain('34.123456 -0.5')
        } else if (name in CONTAINED)
          for (const some of (CONTAINED[name] as (value: never) => string[])(value as never))
            expect(
              cells.some((cell) => cell.includes(some)),
              `${type} ${name}: ${some}\n${cells.join('\n')}`,
            ).toBe(true)
        else {
          const reads = READS[name] ?? ((text: string) => written(text))
          expect(cells, `${type} ${name}`).toContain(reads(value as never, record))
        }
      }
    }
  })
})

test('no form answers in a person’s place: of given words, the basis alone is chosen beforehand', async () => {
  const { id } = alsoThere[0] as Document
  let asked = 0
  for (const address of [...COUNTER_TYPES.map((type) => `/new-record/${type}`), `/records/${id}`]) {
    const { text } = await clerk.get(address)
    for (const [, name, options = ''] of text.matchAll(
      /<select id="\w+" name="(\w+)"[^>]*>(.*?)<\/select>/gs,
    ))
      if (name !== 'lawful_basis') {
        expect(options, `${address} ${name}`).toMatch(/^<option value selected>/)
        asked++
      }
  }
  expect(asked).toBeGreaterThan(3)
  const loss = { lot_id: ofType('lot')[0].id, quantity: '1 kg', occurred_at: 'today', cause: '' }
  const unsaid = await clerk.post('/new-record/loss', {
    ...{ form_token: await clerk.formToken(), id: uuidv7(), lawful_basis: 'contract_performance' },
    ...loss,
  })
  expect([unsaid.status, /id="cause-fault">This is required/.test(unsaid.text)]).toEqual([422, true])
})

describe('lists', () => {
  /** By which of its members a record is told from others. */
  const TOLD_BY = ['crop', 'name', 'reference', 'kind', 'purpose', 'cause', 'reason', 'channel']
  const whatOf = (record: Document): string => {
    // A payment has a reference too, but is told by what it was for.
    const member = TOLD_BY.find(
      (one) => one in record && (one !== 'reference' || record.type === 'due_diligence'),
    )
    return member === undefined ? '' : (READS[member] ?? written)(record[member] as never, record)
  }

  test.each(RECORD_TYPES)('of the type %s show times, what it is, quantities and money', async (type) => {
    const page = await clerk.get(`/records?type=${type}&standing=any`)
    const printed = (await office.said('record', 'list', type, '--standing', 'any')).out
    for (const record of ofType(type)) {
      const cells = rowOf(page, record.id)
      const much = [
        ...(record.quantity ? [seen(record.quantity)] : []),
        ...(record.amount ? [price(record.amount)] : []),
      ].join(', ')
      expect(cells[0]).toBe(happened(record))
      expect(cells[2]).toBe(whatOf(record))
      // A list without any figure has no column for them.
      if (much !== '') expect(cells[3]).toBe(much)
      if (record.quantity || record.derived.kg !== null)
        expect(cells).toContain(record.derived.kg === null ? 'not known' : figure(record.derived.kg))
      const line = printed.split('\n').find((one) => one.includes(record.id)) ?? ''
      expect(line.startsWith(`${happened(record)}  `), line).toBe(true)
      for (const words of [whatOf(record), much].filter(Boolean))
        expect(` ${line.replaceAll(/ +/g, ' ')} `).toContain(` ${words.replaceAll(/ +/g, ' ')} `)
      if (record.derived.kg !== null) expect(` ${line} `).toContain(` ${figure(record.derived.kg)} `)
    }
  })

  test('of a member, and what it takes home', async () => {
    for (const address of [`/members/${member}`, `/members/${member}/statement`]) {
      const page = await clerk.get(address)
      const listed = [...ofType('delivery'), ...ofType('obligation')].filter(
        ({ id }) => rowOf(page, id).length > 0,
      )
      expect(listed.length, address).toBeGreaterThan(4)
      for (const record of listed) {
        const cells = rowOf(page, record.id)
        if (record.type === 'delivery') {
          // The page has the crop below the day; paper has room for a column.
          expect(cells.slice(0, 2).join('')).toContain(happened(record) + cropName(record.crop))
          expect(cells).toContain(seen(record.quantity))
          // Paper and the member's page round; the page of the record has every digit.
          if (record.derived.kg !== null) expect(cells).toContain(figure(shownKg(record.derived.kg)))
        } else expect(cells).toContain(`${seen(record.quantity)}, ${price(record.amount)}`)
      }
    }
  })

  test('of lots, and the page of each', async () => {
    const page = await clerk.get('/lots')
    const { records } = await office.did('record', 'list', 'lot', '--standing', 'any')
    for (const lot of ofType('lot')) {
      const now = records.find(({ id }: Document) => id === lot.id)
      const cells = rowOf(page, lot.id)
      expect(cells[0]).toBe(happened(lot))
      expect(cells).toContain(seen(lot.quantity))
      const own = await clerk.get(`/lots/${lot.id}`)
      const text = textIn(own.text)
      expect(text).toContain(`${happened(lot)}: formed`)
      const figures = [...own.text.matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, one = '']) => one)
      const { inputs_kg, declared_kg, outputs_kg, losses_kg, remaining_kg } = now.derived.mass_balance
      for (const kg of [inputs_kg, declared_kg, outputs_kg, losses_kg, remaining_kg])
        expect(figures).toContain(kg === null ? 'not known' : `${figure(shownKg(kg))} kg`)
    }
    const [lot] = ofType('lot')
    const text = textIn((await clerk.get(`/lots/${lot.id}`)).text)
    for (const transfer of ofType('custody_transfer')) {
      expect(text).toContain(`${happened(transfer)}: from`)
      expect(text).toContain(seen(transfer.quantity))
    }
  })
})

test('no page, paper or command makes a time more exact than its record states', async () => {
  const about = [
    ...RECORD_TYPES.map((type) => `/records?type=${type}&standing=any`),
    ...['/lots', '/unconfirmed', '/to-tell', `/members/${member}`, `/members/${member}/statement`],
    ...ofType('lot').map(({ id }) => `/lots/${id}`),
  ]
  const all = [...stored, ...alsoThere]
  const exact = new Set(all.filter((record) => !isCoarse(record)).map(({ occurred_at }) => day(occurred_at)))
  const invented = stored.filter(isCoarse).map(({ occurred_at }) => day(occurred_at))
  const mondays = new Set(all.map((record) => happened(record).replace('week of ', '')))
  // Today, and the beginning of the season in the heading of the totals.
  const OWN_DAYS = [day(Date.now()), day(`${new Date().getFullYear()}-01-01T12:00:00Z`)]
  for (const address of about) {
    const text = textIn((await clerk.get(address)).text)
    for (const made of invented.filter(
      (one) => !exact.has(one) && !mondays.has(one) && !OWN_DAYS.includes(one),
    ))
      expect(new RegExp(`(?<!since |\\d)${made}`).test(text), `${address}: ${made}`).toBe(false)
  }
})
const isCoarse = ({ occurred_at_precision: how }: Stated) => ['week', 'month', 'season'].includes(how ?? '')
