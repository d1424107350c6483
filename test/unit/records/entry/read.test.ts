import { describe, expect, test } from 'vitest'
import { FIELDS } from '../../../../src/records/entry/fields.ts'
import { type FrontOffice, readField } from '../../../../src/records/entry/read.ts'

/** What a clerk types into the field of a quantity. */

const quantity = FIELDS.delivery.find(({ kind }) => kind === 'quantity')
const office = {
  run: async () => ({ rows: [{ id: 'kg', name: 'kilogram' }, { id: 'bag' }] }),
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
  const registry = { run: async () => ({ rows }) } as unknown as FrontOffice
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
