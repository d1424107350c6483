import { expect, test } from 'vitest'
import type { CompiledMap } from '../../../../src/clients/importer/compiled-map.ts'
import {
  COOPERATIVE,
  HERE,
  importing,
  MemoryStore,
  registry,
  SECRET,
  SMALL,
  small,
  WORDS,
} from '../../../support/clients/importer/support.ts'

/** What is written of a row, by what is stored already. */

const into = (store: MemoryStore, text: string, map: CompiledMap, more: { readonly correct?: true } = {}) =>
  importing({
    ...{ text, map, registry, cooperative: COOPERATIVE, secret: SECRET, people: [], store, ...HERE },
    ...{ words: WORDS, ...more },
  })
const typesIn = ({ records }: MemoryStore) =>
  [...records.values()].map((text) => (JSON.parse(text) as { readonly type: string }).type)

test('a row that makes one record more has changed, and writes it only where changes are wanted', async () => {
  const harvest = { producer: ['farm'], occurred_at: 'day', quantity: 'weight' } as const
  const delivery = { ...SMALL.records.delivery, only_if: ['Sold'] }
  const map = small({ key: ['No'], records: { harvest, delivery } })
  const sheet = (sold: string) => `No,Farm,Day,Weight,Sold\n1,Rio,1/2/2026,60 kg,${sold}\n`
  const store = new MemoryStore()
  await into(store, sheet(''), map)
  await into(store, sheet('yes'), map)
  expect(typesIn(store)).toEqual(['party', 'harvest'])
  await into(store, sheet('yes'), map, { correct: true })
  expect(typesIn(store)).toEqual(['party', 'harvest', 'delivery'])
})

test('a row that names a lot of another sheet is at fault until the lot is there', async () => {
  const lots = small({
    ...{ name: 'lots', key: ['Lot'] },
    records: { lot: { holder: ['farm'], occurred_at: 'day', quantity: 'weight' } },
  })
  const losses = small({
    ...{ name: 'losses', parties: undefined, key: ['No'] },
    records: {
      loss: {
        ...{ of_lot: { map: 'lots', key: ['Lot'] }, occurred_at: 'day', quantity: 'weight' },
        cause: { constant: 'pests' },
      },
    },
  })
  const sheet = 'No,Lot,Farm,Day,Weight\n1,L1,Rio,1/2/2026,60 kg\n'
  const store = new MemoryStore()
  const faults = async () =>
    (await into(store, sheet, losses)).faults.map(({ column, message }) => [column, message])
  expect(await faults()).toEqual([['Lot', 'names a lot that is not imported, or was retracted']])
  expect(typesIn(store)).toEqual([])
  await into(store, sheet, lots)
  expect(await faults()).toEqual([])
  expect(typesIn(store)).toEqual(['party', 'lot', 'loss'])
})
