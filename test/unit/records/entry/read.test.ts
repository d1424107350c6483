import { describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import type { FieldKind } from '../../../../src/domain/types/kinds.ts'
import { FIELDS, labelOf } from '../../../../src/records/entry/fields.ts'
import { type FrontOffice, readField } from '../../../../src/records/entry/read.ts'
import { embeddedRows, type RegistryRows } from '../../../../src/registry/embedded.ts'
import { AnswerFault } from '../../../../src/words/fault.ts'
import { languageOf } from '../../../../src/words/language.ts'
import { englishWords, wordsIn } from '../../../../src/words/words.ts'

/** What a clerk types, in each language. */

const quantity = FIELDS.delivery.find(({ kind }) => kind === 'quantity')
const rows = Object.entries({ kg: 'kilogram', bag: 'Bag' }).map(([id, name]) => ({ id, name }))
const office = {
  run: async () => ({ rows }),
  words: englishWords('UTC'),
  unit: 'kg',
} as unknown as FrontOffice
const read = async (text: string) => (await readField(office, quantity as never, text))?.members

describe('crops, separated by commas', () => {
  const crops = FIELDS.plot.find(({ kind }) => kind === 'crops')
  const rows = [
    { id: 'coffee', name: 'Coffee' },
    { id: 'coffee_fresh_cherry', name: 'Coffee, fresh cherry' },
    { id: 'mbuni', name: 'Arabica coffee, dried cherry (mbuni, drugar)' },
    { id: 'beans', name: 'Beans' },
  ]
  const registry = { run: async () => ({ rows }), words: englishWords() } as unknown as FrontOffice
  test.each([
    ['Coffee, fresh cherry', ['coffee_fresh_cherry']],
    ['Beans, coffee,fresh cherry , Coffee', ['beans', 'coffee_fresh_cherry', 'coffee']],
    ['Arabica coffee, dried cherry (mbuni, drugar), beans', ['mbuni', 'beans']],
    ['coffee_fresh_cherry,,beans,', ['coffee_fresh_cherry', 'beans']],
  ])('%s', async (text, codes) => {
    expect((await readField(registry, crops as never, text))?.members).toEqual({ crops: codes })
  })
  test('are not read from what is in no name', async () => {
    await expect(readField(registry, crops as never, 'Coffee, dry')).rejects.toThrow('There is no crop "dry"')
  })
})

describe('a quantity', () => {
  test.each([
    ['120', 120, 'kg'],
    ['120.5kg', 120.5, 'kg'],
    ['2,5  kilogram', 2.5, 'kg'],
    ['3 bags', 3, 'bag'],
    ['1.250 kg', 1.25, 'kg'],
    ['0,125 kg', 0.125, 'kg'],
    ['1,250.5 kg', 1250.5, 'kg'],
    ['1.250,5 kg', 1250.5, 'kg'],
    ['1,250,000 kg', 1_250_000, 'kg'],
    // The unit has a field of its own.
    ['1 250', 1250, 'kg'],
    ['1’250', 1250, 'kg'],
  ])('%s', async (text, value, unit) => {
    expect(await read(text)).toEqual({ quantity: { value, unit } })
  })
  test.each(['kg', '0 kg', '1,000 kg', '1 250 kg', '5 sacks', '-1 kg'])(
    'is not read from %s',
    async (text) => {
      await expect(read(text)).rejects.toThrow()
    },
  )
  test('is not taken for a unit that nobody wrote', async () => {
    for (const unit of [null, 'kg']) {
      const taking = { ...office, unit, takeUnknownUnit: () => {} } as unknown as FrontOffice
      await expect(readField(taking, quantity as never, '12 250 50')).rejects.toThrow()
    }
  })
  test('that goes on for a million characters is refused in one look', async () => {
    await expect(read(`1${' '.repeat(1_000_000)}x\nx`)).rejects.toThrow('There is no unit')
    await expect(read(`${'1'.repeat(1_000_000)}\nx`)).rejects.toThrow()
  })
})

test('a lot may name a record of which it took nothing', async () => {
  const inputs = FIELDS.lot.find(({ kind }) => kind === 'inputs')
  const id = '0190a000-0000-7000-8000-000000000000'
  const said = await readField(office, inputs as never, `${id}:0`)
  expect(said?.members).toEqual({ inputs: [{ record_id: id, kg: 0 }] })
  await expect(readField(office, inputs as never, `${id}:`)).rejects.toThrow()
})

describe('crops and units that ship', () => {
  const run = async (_task: string, { kind }: { readonly kind: keyof RegistryRows }) => ({
    rows: embeddedRows[kind],
  })
  const reads = async (language: string, kind: string, text: string) => {
    const words = wordsIn(must(languageOf(language)), '')
    const field = must(FIELDS.harvest.find((one) => one.kind === kind))
    return readField({ run, words, unit: null } as unknown as FrontOffice, field, text)
  }

  test.each([
    ['fr', 'Café, cerises fraîches', 'coffee_fresh_cherry'],
    ['fr', 'haricots verts', 'beans_green'],
    ['fr', 'niébé', 'cowpea_dry'],
    ['sw', 'MPUNGA', 'rice_paddy'],
    ['sw', 'maziwa ya ng’ombe', 'milk_cow_raw'],
    ['sw', 'Café arabica, parche', 'coffee_arabica_parchment'],
    ['en', 'Maize, grain', 'maize_grain'],
    ['fr', 'maize_grain', 'maize_grain'],
  ])('in %s “%s” is the crop %s', async (language, text, crop) => {
    expect((await reads(language, 'crop', text))?.members).toEqual({ crop })
  })
  test('are shown as the reader calls them, also where several are meant', async () => {
    expect((await reads('fr', 'crop', 'maize_grain'))?.shown).toBe('Maïs, grains')
    await expect(reads('fr', 'crop', 'piments')).rejects.toThrow(/"Piments, frais".*"Piments, séchés"/)
    await expect(reads('sw', 'crop', 'mahindi')).rejects.toThrow('"Mahindi, punje"')
  })
  test.each([
    ['fr', '3 sacs', 'bag', '3 sacs'],
    ['fr', '2 sac de 60 kg', 'bag_60kg', '2 sacs de 60 kg'],
    ['fr', '2 sacs de 60 kg', 'bag_60kg', '2 sacs de 60 kg'],
    ['fr', '3 kilogrammes', 'kg', '3 kg'],
    ['sw', '3 gunia', 'sack', '3 magunia'],
    ['sw', '2 ekari', 'acre', '2 ekari'],
    ['sw', '3 bags', 'bag', '3 mifuko'],
    ['en', '3 bags', 'bag', '3 Bag'],
  ])('in %s “%s” is in the unit %s', async (language, text, unit, shown) => {
    expect(await reads(language, 'quantity', text)).toMatchObject({ members: { quantity: { unit } }, shown })
  })
})

const AT = Date.UTC(2026, 5, 28, 9)
const inLanguage = (code: string) => {
  const words = wordsIn(must(languageOf(code)), 'Africa/Kampala')
  const at = { ...office, words, now: () => AT }
  const called = async (kind: FieldKind, text: string) => {
    const field = must(
      Object.values(FIELDS)
        .flat()
        .find((one) => one.kind === kind),
    )
    return readField(at, field, text)
  }
  const refused = async (kind: FieldKind, text: string) => {
    const fault: unknown = await called(kind, text).catch((error: unknown) => error)
    return fault instanceof AnswerFault ? fault.toldIn(words) : fault
  }
  return { called, refused }
}

describe('a clerk who works in French', () => {
  const { called, refused } = inLanguage('fr')
  test.each([
    ['85,5', 85.5],
    ['85.5 kg', 85.5],
    ['1\u00a0250,75 kg', 1250.75],
    ['1,2500 kg', 1.25],
    ['3 50 bag', null],
  ])('weighs %s', async (text, value) => {
    const reading = await called('quantity', text).catch(() => null)
    expect(reading?.members).toEqual(value === null ? undefined : { quantity: { value, unit: 'kg' } })
  })
  test.each(['1,250', '1.250'])('is asked what %s means', async (text) => {
    expect(await refused('quantity', `${text} kg`)).toBe(
      `«\u00a0${text}\u00a0» peut se lire de deux façons\u00a0: pour des milliers, saisissez 1250\u00a0; pour des décimales, 1,2500.`,
    )
    expect(await refused('hectares', text)).toMatch(/1250\u00a0; pour des décimales, 1,2500/)
  })
  test.each([
    ['1250,50 KES', 125_050, 'KES'],
    ['1 250 000 UGX', 1_250_000, 'UGX'],
    ['1,250 UGX', 1_250, 'UGX'],
    ['1.250 KES', 125_000, 'KES'],
  ])('pays %s', async (text, amount_minor, currency) => {
    expect(Object.values((await called('money', text))?.members ?? {})).toEqual([{ amount_minor, currency }])
  })
  test('takes inputs with decimals', async () => {
    const [one, other] = ['0190a0c0-0000-7000-8000-000000000001', '0190a0c0-0000-7000-8000-000000000002']
    const inputs = Object.entries({ [one]: 12.5, [other]: 3 }).map(([record_id, kg]) => ({ record_id, kg }))
    for (const typed of [`${one}:12,5; ${other}:3`, `${one}:12,5,${other}:3`])
      expect((await called('inputs', typed))?.members).toEqual({ inputs })
  })
  test.each([
    ["AUJOURD'HUI", '28\u00a0juin\u00a02026 (aujourd’hui)'],
    ['hier', '27\u00a0juin\u00a02026'],
    ['1/7/2026', '1er\u00a0juil.\u00a02026 (dans le futur)'],
  ])('writes the day as %s', async (text, shown) => {
    expect((await called('happened', text))?.shown).toBe(shown)
  })
  test('reads what would be right', async () => {
    expect(await refused('quantity', '5 bidules')).toBe(
      'Il n’y a pas d’unité «\u00a0bidules\u00a0». Saisissez une unité du référentiel, comme kg, g, t ou lb.',
    )
    expect(await refused('happened', 'leo')).toMatch(/^Saisissez aujourd’hui, hier/)
    expect(await refused('money', '1,5 UGX')).toBe(
      'Le code UGX admet 0 décimales\u00a0; n’en saisissez pas davantage.',
    )
  })
})

describe('a clerk who works in Swahili', () => {
  const { called, refused } = inLanguage('sw')
  test('writes the day in it', async () => {
    expect((await called('happened', 'leo'))?.shown).toBe('28\u00a0Jun\u00a02026 (leo)')
  })
  test('is asked what 1,250 means, and writes decimals with a point or a comma', async () => {
    expect(await refused('quantity', '1,250 kg')).toBe(
      '“1,250” inaweza kusomwa kwa njia mbili: kwa maelfu andika 1250, kwa desimali andika 1.250.',
    )
    expect((await called('quantity', '1.250 kg'))?.members).toEqual({ quantity: { value: 1.25, unit: 'kg' } })
    expect((await called('quantity', '85,5 kg'))?.members).toEqual({ quantity: { value: 85.5, unit: 'kg' } })
  })
})

test('a unit by its name in a language, as a correction shows it, is read back as that unit', async () => {
  const { units } = embeddedRows
  for (const code of ['sw', 'fr']) {
    const words = wordsIn(must(languageOf(code)), 'UTC')
    const registry = { run: async () => ({ rows: units }), words, unit: 'kg' } as unknown as FrontOffice
    for (const { id } of units)
      for (const value of [1, 2]) {
        const typed = `${value} ${words.unitNamed(id, value)}`
        expect((await readField(registry, quantity as never, typed))?.members, typed).toEqual({
          quantity: { value, unit: id },
        })
      }
  }
})

test('each field has a name in each language', () => {
  for (const field of Object.values(FIELDS).flat())
    for (const code of ['sw', 'fr'])
      expect(labelOf(wordsIn(must(languageOf(code)), ''), field)).not.toMatch(/_/)
})
