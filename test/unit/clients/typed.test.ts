import { expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import {
  type DraftKind,
  type FormFacts,
  LONGEST,
  faultsOf as phoneFaultsOf,
  saysOf,
  type Typed,
} from '../../../src/clients/field/rules/drafts.ts'
import { fieldsOf, type RecordMember, type RecordType } from '../../../src/domain/types/index.ts'
import type { AskedKind } from '../../../src/domain/types/kinds.ts'
import { phoneReader } from '../../../src/identity/phone.ts'
import { FIELDS } from '../../../src/records/entry/fields.ts'
import { type FrontOffice, readField } from '../../../src/records/entry/read.ts'
import { embeddedRows, type RegistryRows } from '../../../src/registry/embedded.ts'
import { OperatorFault } from '../../../src/words/fault.ts'
import { languageOf } from '../../../src/words/language.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { rowsOf, SMALL, small } from '../../support/clients/importer/support.ts'

/**
 * The same text means the same wherever people type it: in a form of the office, in a sheet, and on a phone. Each row has what a
 * text means there, or null if it is refused; a real difference says why.
 */

const NOW_MS = Date.UTC(2026, 5, 28, 9)
const LANGUAGES = ['en', 'sw', 'fr'] as const
type LanguageCode = (typeof LANGUAGES)[number]

/** What was read; null if it was refused; undefined if the field is empty, and may be. */
type Meaning = unknown

async function office(
  code: LanguageCode,
  type: RecordType,
  member: RecordMember,
  text: string,
): Promise<Meaning> {
  const run = async (task: string, args: { readonly text: string; readonly kind: keyof RegistryRows }) =>
    task === 'party.phone' ? { phone: (await phoneReader(''))(args.text) } : { rows: embeddedRows[args.kind] }
  const words = wordsIn(must(languageOf(code)), 'Africa/Kampala')
  const field = must(FIELDS[type].find((one) => one.member === member))
  const read = readField({ run, words, now: () => NOW_MS, unit: null } as unknown as FrontOffice, field, text)
  return read.then(
    (reading) => reading?.members[member],
    (error: unknown) => {
      if (error instanceof OperatorFault) return null
      throw error
    },
  )
}

const CELLS = { Farm: 'Rio', Day: '1/2/2026', Weight: '60', Price: '5', Country: 'UG', Area: '1', Word: 'cash', Place: 'x', Number: '' } // biome-ignore format: one row
const PARTIES = { farm: { name: { column: 'Farm' }, kind: 'unknown', phone: { column: 'Number' } } }
const SHEETS = {
  delivery: (money: Beside) => ({
    ...SMALL.records.delivery,
    agreed_price: { column: 'Price', currency: { constant: money.currency }, decimals: money.decimals },
    location: { column: 'Place' },
  }),
  plot: () => ({ holder: ['farm'], country: { column: 'Country' }, area: { column: 'Area' } }),
  payment: (money: Beside) => ({
    ...{ payer: ['cooperative'], payee: ['farm'], occurred_at: 'day', purpose: { constant: 'produce' } },
    amount: { column: 'Price', currency: { constant: money.currency }, decimals: money.decimals },
    method: { column: 'Word' },
  }),
  party: () => ({}),
}

interface Beside {
  readonly currency: string
  readonly decimals: number
}
const UGX: Beside = { currency: 'UGX', decimals: 0 }

/** By a map that states the signs of the language. */
function sheet(
  code: LanguageCode,
  type: keyof typeof SHEETS,
  column: keyof typeof CELLS,
  member: string,
  text: string,
  money = UGX,
): Meaning {
  const map = small({
    ...SMALL,
    ...(code === 'fr' ? { decimal: ',', thousands: ' ' } : { decimal: '.', thousands: ',' }),
    key: ['Farm'],
    lawful_basis: 'special_data_consent',
    parties: PARTIES,
    quantities: { weight: { column: 'Weight', unit: 'kg' } },
    dates: { day: { column: 'Day', formats: ['D/M/YYYY', 'YYYY-MM-DD'] } },
    records: type === 'party' ? SMALL.records : { [type]: SHEETS[type](money) },
  })
  const cells = Object.values({ ...CELLS, [column]: text }).map((cell) => `"${cell.replaceAll('"', '""')}"`)
  const [row] = rowsOf(`${Object.keys(CELLS).join(',')}\n${cells.join(',')}\n`, map)
  if (row === undefined || row.faults.length > 0) return null
  const made = row.records.find(({ draft }) => draft.type === type)
  return must(made).draft[member]
}

const WHOLE: Partial<Record<DraftKind, Typed>> = {
  delivery: { member: 'g', weight: '60', unit: 'kg', crop: 'c' },
  payment: { member: 'g', amount: '5', currency: 'UGX', direction: 'out', method: 'cash', purpose: 'produce', consent: 'yes' },
  plot: { member: 'g', country: 'UG' },
  party: { name: 'x' },
} // biome-ignore format: one list

function phone(code: LanguageCode, kind: DraftKind, member: RecordMember, typed: Typed): Meaning {
  const { signs } = must(languageOf(code))
  const units = [{ id: 'kg', dimension: 'mass' }]
  const facts: FormFacts = { nowMs: NOW_MS, own: 'coop', conversions: [], units, newId: () => 'n', signs }
  const draft = {
    typed: { ...WHOLE[kind], ...typed },
    outline: { type: 'Point', coordinates: [0, 0] } as never,
  }
  return phoneFaultsOf(kind, draft, facts).length > 0 ? null : saysOf(kind, draft, facts)[member]
}

/** What each place makes of a text. A place without such a field is left out. */
interface Ways {
  readonly office: Meaning
  readonly sheet: Meaning
  readonly phone?: Meaning
}
const part = (meaning: Meaning, name: string): Meaning =>
  (meaning as Readonly<Record<string, unknown>> | null | undefined)?.[name] ?? meaning ?? null
const dayOf = (meaning: Meaning): Meaning => (typeof meaning === 'string' ? meaning.slice(0, 10) : meaning)

const quantity = async (code: LanguageCode, text: string): Promise<Ways> => ({
  office: part(await office(code, 'delivery', 'quantity', `${text} kg`), 'value'),
  sheet: part(sheet(code, 'delivery', 'Weight', 'quantity', text), 'value'),
  phone: part(phone(code, 'delivery', 'quantity', { weight: text }), 'value'),
})
const money =
  (beside: Beside) =>
  async (code: LanguageCode, text: string): Promise<Ways> => ({
    office: part(await office(code, 'payment', 'amount', `${text} ${beside.currency}`), 'amount_minor'),
    sheet: part(sheet(code, 'delivery', 'Price', 'agreed_price', text, beside), 'amount_minor'),
    phone: part(
      phone(code, 'payment', 'amount', { amount: text, currency: beside.currency }),
      'amount_minor',
    ),
  })
const hectares = async (code: LanguageCode, text: string): Promise<Ways> => ({
  office: (await office(code, 'plot', 'area_ha', text)) ?? null,
  sheet: sheet(code, 'plot', 'Area', 'area_ha', text) ?? null,
})

/** Why a place may read a text in another way. */
const WHY = {
  /** Its map states one sign before decimals and one between thousands: all else is refused. */
  style: 'a sheet accepts only the signs that its map states',
  /** So `1,250`, which people are asked about, has one reading; and `1.250` is 1.25 where the map has a decimal point. */
  oneReading: 'the signs of a sheet leave one reading',
  /** `1 250 kg` could be one unit called `250 kg`, so a space is a sign between thousands only where the language writes it. */
  unitBehind: 'in the office the unit is behind the figure, and may begin with a figure',
  /** In a sheet and on a phone, a zero stands in a cell or a field that nobody filled in. */
  zero: 'in the office zero is a price, and says that nothing is paid of a debt',
  /** Its step begins with today. */
  today: 'a phone has the day of today until another is chosen',
  /** The clerk sees the remark `in the future` before anything is written; nobody looks at a row or a phone again. */
  future: 'the office shows that a day is in the future, and the others refuse it',
  words: 'only the office knows the words for days, and instants with a zone',
  year: 'a year before 1900 or after 2199 is a slip of the program that wrote the sheet',
  tables:
    'only the office has tables of the forms of numbers in each country; a sheet keeps a number as written without them',
} as const

/** Exceptions: the text, where it means something else, what it means there, and why. */
type Except = readonly [place: keyof Ways, meaning: Meaning, why: keyof typeof WHY]

const refusedInSheet: Except = ['sheet', null, 'style']

/** Figures: the text, what it means in English and Swahili, what it means in French, and exceptions in each. */
const FIGURES: readonly (readonly [
  string,
  number | null,
  number | null,
  (readonly Except[])?,
  (readonly Except[])?,
])[] = [
  ['120', 120, 120],
  ['007', 7, 7],
  ['  85.5  ', 85.5, 85.5, [], [refusedInSheet]],
  ['85,5', 85.5, 85.5, [refusedInSheet]],
  ['85.50', 85.5, 85.5, [], [refusedInSheet]],
  ['0.1234567', 0.1234567, 0.1234567, [], [refusedInSheet]],
  ['1,250', null, null, [['sheet', 1250, 'oneReading']], [['sheet', 1.25, 'oneReading']]],
  ['1.250', 1.25, null, [], []],
  ['1,2500', 1.25, 1.25, [refusedInSheet]],
  ['0,125', 0.125, 0.125, [refusedInSheet]],
  ['0,125,000', null, null],
  ['1,250.5', 1250.5, 1250.5, [], [refusedInSheet]],
  ['1.250,5', 1250.5, 1250.5, [refusedInSheet], [refusedInSheet]],
  ['1,250,000', 1_250_000, 1_250_000, [], [refusedInSheet]],
  ['1.250.000', 1_250_000, 1_250_000, [refusedInSheet], [refusedInSheet]],
  ['1 250', 1250, 1250, [refusedInSheet, ['office', null, 'unitBehind']]],
  ['1\u00a0250', 1250, 1250, [refusedInSheet, ['office', null, 'unitBehind']]],
  ['1\u202f250,75', 1250.75, 1250.75, [refusedInSheet, ['office', null, 'unitBehind']]],
  ['1 250.5', 1250.5, 1250.5, [refusedInSheet, ['office', null, 'unitBehind']], [refusedInSheet]],
  ['1’250', 1250, 1250, [refusedInSheet, ['office', null, 'unitBehind']], [refusedInSheet, ['office', null, 'unitBehind']]], // biome-ignore format: one row
  ['1 25', null, null],
  ['12 50', null, null],
  ['1 ,250', null, null],
  ['1,25,000', null, null],
  ['0', null, null],
  ['0,0', null, null],
  ['-1', null, null],
  ['+1', null, null],
  ['1e3', null, null],
  ['.5', null, null],
  ['5.', null, null],
  ['½', null, null],
  ['١٢٣', null, null],
  ['abc', null, null],
  ['1000000000000', 1e12, 1e12],
  ['1000000000001', null, null],
  ['99999999999999999999', null, null],
  ['1'.repeat(41), null, null],
]

async function compare(ways: Ways, meaning: Meaning, excepted: readonly Except[] = []): Promise<void> {
  const expected = Object.fromEntries(Object.keys(ways).map((place) => [place, meaning]))
  for (const [place, other] of excepted) if (place in ways) expected[place] = other
  expect(ways).toEqual(expected)
}

const inEachLanguage = <Row extends readonly [text: string, ...unknown[]]>(rows: readonly Row[]) =>
  LANGUAGES.flatMap((code) => rows.map((row) => [code, row[0], row] as const))

test.each(inEachLanguage(FIGURES))(
  'a quantity in %s: %j',
  async (code, text, [, english, french, ofEnglish, ofFrench]) => {
    const [meaning, excepted] = code === 'fr' ? [french, ofFrench] : [english, ofEnglish]
    await compare(await quantity(code, text), meaning, excepted)
  },
)

test.each(inEachLanguage(FIGURES))(
  'hectares in %s: %j',
  async (code, text, [, english, french, ofEnglish, ofFrench]) => {
    const [value, excepted = []] = code === 'fr' ? [french, ofFrench] : [english, ofEnglish]
    // Nobody owns more, and no unit is behind the figure.
    const meaning = value !== null && value > 1e9 ? null : value
    await compare(
      await hectares(code, text),
      meaning,
      excepted.filter(([, , why]) => why !== 'unitBehind'),
    )
  },
)

/** Amounts in shillings of Uganda, which have no decimals, and of Kenya, which have two: in minor units. */
const AMOUNTS: readonly (readonly [string, Beside, number | null, number | null, (readonly Except[])?, (readonly Except[])?])[] = [
  ['250000', UGX, 250_000, 250_000],
  ['1,250', UGX, 1250, 1250, [], [['sheet', null, 'oneReading']]],
  ['1.250', UGX, 1250, 1250, [['sheet', null, 'oneReading']], [refusedInSheet]],
  ['1 250 000', UGX, 1_250_000, 1_250_000, [refusedInSheet]],
  ["1'250", UGX, 1250, 1250, [refusedInSheet], [refusedInSheet]],
  ['1.5', UGX, null, null],
  ['0', UGX, null, null, [['office', 0, 'zero']], [['office', 0, 'zero']]],
  ['12 50', UGX, null, null],
  ['9007199254740991', UGX, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ['9007199254740993', UGX, null, null],
  ['١٢٣', UGX, null, null],
  ['5 UGX', UGX, null, null],
  ['85.5', { currency: 'KES', decimals: 2 }, 8550, 8550, [], [refusedInSheet]],
  ['85,50', { currency: 'KES', decimals: 2 }, 8550, 8550, [refusedInSheet]],
  ['12.5055', { currency: 'KES', decimals: 2 }, null, null],
  ['1.250', { currency: 'KES', decimals: 2 }, 125_000, 125_000, [['sheet', 125, 'oneReading']], [refusedInSheet]],
  ['1,250.50', { currency: 'KES', decimals: 2 }, 125_050, 125_050, [], [refusedInSheet]],
  ['1.234', { currency: 'KWD', decimals: 3 }, 1234, null],
  ['1,250', { currency: 'KWD', decimals: 3 }, null, null, [['sheet', 1_250_000, 'oneReading']], [['sheet', 1250, 'oneReading']]],
] // biome-ignore format: one table

test.each(inEachLanguage(AMOUNTS))(
  'money in %s: %j',
  async (code, text, [, beside, english, french, ofEnglish, ofFrench]) => {
    const [meaning, excepted] = code === 'fr' ? [french, ofFrench] : [english, ofEnglish]
    await compare(await money(beside)(code, text), meaning, excepted)
  },
)

test.each<[string, string | null, ...Except[]]>([
  ['2026-06-01', '2026-06-01'],
  ['01/06/2026', '2026-06-01'],
  ['1/6/2026', '2026-06-01'],
  ['1.6.2026', '2026-06-01', refusedInSheet],
  ['1-6-2026', '2026-06-01', refusedInSheet],
  ['06/15/2026', null],
  ['31/2/2026', null],
  ['2026-02-30', null],
  ['2026-2-3', null],
  ['1/6/26', null],
  ['2026/06/01', null],
  ['1 June 2026', null],
  ['١/٦/٢٠٢٦', null],
  ['0026-01-01', null],
  ['1899-01-01', '1899-01-01', ['sheet', null, 'year']],
  ['', null, ['phone', '2026-06-28', 'today']],
  ['2026-07-01', '2026-07-01', ['sheet', null, 'future'], ['phone', null, 'future']],
  ['today', '2026-06-28', ['sheet', null, 'words'], ['phone', null, 'words']],
  ['2026-06-01T08:00:00Z', '2026-06-01', ['sheet', null, 'words'], ['phone', null, 'words']],
])('a day: %j', async (text, meaning, ...excepted) => {
  for (const code of LANGUAGES)
    await compare(
      {
        office: dayOf(await office(code, 'delivery', 'occurred_at', text)),
        sheet: dayOf(sheet(code, 'delivery', 'Day', 'occurred_at', text)),
        phone: dayOf(phone(code, 'delivery', 'occurred_at', { day: text })),
      },
      meaning,
      excepted,
    )
})

test.each([
  ['UG', 'UG'],
  ['ug', 'UG'],
  [' Ug ', 'UG'],
  ['UGA', null],
  ['U1', null],
  ['ÜG', null],
  ['', null],
])('a country: %j', async (text, meaning) => {
  await compare(
    {
      office: await office('en', 'plot', 'country', text),
      sheet: sheet('en', 'plot', 'Country', 'country', text),
      phone: phone('en', 'plot', 'country', { country: text }),
    },
    meaning,
  )
})

test.each([
  ['mobile_money', 'mobile_money'],
  [' cash ', 'cash'],
  ['offset', 'offset'],
  ['Cash', null],
  ['money', null],
  ['', null],
])('a word of a closed list: %j', async (text, meaning) => {
  await compare(
    {
      office: await office('en', 'payment', 'method', text),
      sheet: sheet('en', 'payment', 'Word', 'method', text),
      phone: phone('en', 'payment', 'method', { method: text }),
    },
    meaning,
  )
})

test.each([
  [' Store 2 ', 'Store 2'],
  ['🌍'.repeat(200), '🌍'.repeat(200)],
  ['x'.repeat(201), null],
  [' ', undefined],
])('a text: %j', async (text, meaning) => {
  await compare(
    {
      office: await office('en', 'delivery', 'location', text),
      sheet: sheet('en', 'delivery', 'Place', 'location', text),
      phone: phone('en', 'delivery', 'location', { place: text }),
    },
    meaning,
  )
})

test.each<[string, string | null, ...Except[]]>([
  ['+256 700 123456', '+256700123456'],
  ['+256-700-123456', '+256700123456'],
  ['00256700123456', '+256700123456', ['sheet', null, 'tables']],
  ['(+256) 700.123456', null, ['phone', '+256700123456', 'tables']],
  ['0700123456', null],
  ['+123', null, ['sheet', '+123', 'tables']],
  ['abc', null],
])('a telephone number: %j', async (text, meaning, ...excepted) => {
  await compare(
    {
      office: await office('en', 'party', 'phone', text),
      sheet: sheet('en', 'party', 'Number', 'phone', text),
      phone: phone('en', 'party', 'phone', { phone: text }),
    },
    meaning,
    excepted,
  )
})

test('the kinds that only one or two places have are read by one function each, and all others are above', () => {
  const above: readonly AskedKind[] = [
    'quantity',
    'hectares',
    'money',
    'happened',
    'country',
    'word',
    'text',
    'phone',
  ]
  const elsewhere: Readonly<Partial<Record<AskedKind, string>>> = {
    day: 'read like what happened',
    party:
      'found among the parties of the place: by id, name or number; by the keys of a map; chosen from a list',
    reference: 'an id or the number of a receipt; a row of a map; chosen from a list',
    crop: 'a name or code of the registry; a value of a map; chosen from a list',
    crops: 'several of them',
    region: 'a code; a value of a map; chosen from a list',
    inputs: 'ids and figures in the office; the record of the same row',
    parts: 'ids and amounts in the office; the record of the same row',
    ids: 'idsTyped, for the office and sheets',
    language: 'languageTyped, for the office and sheets',
    yes: 'the office alone',
    answer: 'the office alone',
    pictures: 'the office alone; a phone has a camera',
  }
  const kinds = new Set(Object.values(FIELDS).flatMap((fields) => fields.map(({ kind }) => kind)))
  expect([...kinds].sort()).toEqual([...above, ...(Object.keys(elsewhere) as AskedKind[])].sort())
})

test('a phone takes texts as long as the schema does', () => {
  const mostOf = (type: RecordType, name: RecordMember) =>
    fieldsOf(type).find(({ member }) => member === name)?.most
  expect(LONGEST).toEqual({
    place: mostOf('delivery', 'location'),
    grade: mostOf('delivery', 'grade'),
    season: mostOf('harvest', 'season'),
    name: mostOf('party', 'display_name'),
    number: mostOf('party', 'member_no'),
    reference: mostOf('payment', 'reference'),
    note: 2000,
  })
})
