import { describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import { FIELDS } from '../../../../src/records/entry/fields.ts'
import { type FrontOffice, readField } from '../../../../src/records/entry/read.ts'
import { byName } from '../../../../src/registry/called.ts'
import { embeddedRows, type RegistryRows } from '../../../../src/registry/embedded.ts'
import { languageOf } from '../../../../src/words/language.ts'
import { englishWords, type NamedRow, wordsIn } from '../../../../src/words/words.ts'

/** What a clerk types into the field of a quantity. */

const quantity = FIELDS.delivery.find(({ kind }) => kind === 'quantity')
const office = {
  run: async () => ({
    rows: [
      { id: 'kg', name: 'kilogram' },
      { id: 'bag', name: 'Bag' },
    ],
  }),
  words: englishWords(),
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
  ])('%s', async (text, value, unit) => {
    expect(await read(text)).toEqual({ quantity: { value, unit } })
  })
  test.each(['kg', '0 kg', '1,000 kg', '5 sacks', '-1 kg'])('is not read from %s', async (text) => {
    await expect(read(text)).rejects.toThrow()
  })
  test('that goes on for a million characters is refused in one look', async () => {
    await expect(read(`1${' '.repeat(1_000_000)}x\nx`)).rejects.toThrow('There is no unit')
    await expect(read(`${'1'.repeat(1_000_000)}\nx`)).rejects.toThrow()
  })
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
    ['fr', '3 sacs', 'bag', '3 sac'],
    ['fr', '2 sac de 60 kg', 'bag_60kg', '2 sac de 60 kg'],
    ['fr', '3 kilogrammes', 'kg', '3 kg'],
    ['sw', '3 gunia', 'sack', '3 gunia'],
    ['sw', '2 ekari', 'acre', '2 ekari'],
    ['sw', '3 bags', 'bag', '3 mfuko'],
    ['en', '3 bags', 'bag', '3 Bag'],
  ])('in %s “%s” is in the unit %s', async (language, text, unit, shown) => {
    expect(await reads(language, 'quantity', text)).toMatchObject({ members: { quantity: { unit } }, shown })
  })
  test.each(['crop', 'unit'] as const)('no name means two of them, in whatever language: %s', (kind) => {
    const rows: readonly NamedRow[] = kind === 'crop' ? embeddedRows.crops : embeddedRows.units
    const doubtful = [...byName(kind, rows)].filter(([, called]) => called.length > 1)
    expect(doubtful.map(([name]) => name)).toEqual([])
  })
})
