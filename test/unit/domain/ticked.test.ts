import { expect, test } from 'vitest'
import { meantAmong, onlyOwn, ownFirst } from '../../../src/domain/ticked.ts'

const rows = ['coffee_green', 'coffee_parchment', 'maize_grain', 'own_crop'].map((id) => ({ id }))
const idsOf = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id)

test('ticked rows come first, the rest is behind; where none is ticked, all are own', () => {
  const { own, others } = ownFirst(rows, ['own_crop', 'coffee_parchment'])
  expect([idsOf(own), idsOf(others)]).toEqual([
    ['coffee_parchment', 'own_crop'],
    ['coffee_green', 'maize_grain'],
  ])
  expect(ownFirst(rows, [])).toEqual({ own: rows, others: [] })
})

test('codes that the registry does not have hide nothing', () => {
  expect(ownFirst(rows, ['gone'])).toEqual({ own: rows, others: [] })
  expect(onlyOwn(rows, ['gone'])).toBeNull()
})

test('a form begins with the only ticked row, and with none of several', () => {
  expect(onlyOwn(rows, ['maize_grain', 'gone'])).toEqual({ id: 'maize_grain' })
  expect(onlyOwn(rows, ['maize_grain', 'own_crop'])).toBeNull()
  expect(onlyOwn(rows, [])).toBeNull()
})

test('a word that fits several means the ticked ones, else any of them', () => {
  const coffees = rows.slice(0, 2)
  expect(idsOf(meantAmong(coffees, ['coffee_green', 'maize_grain']))).toEqual(['coffee_green'])
  expect(meantAmong(coffees, ['maize_grain'])).toEqual(coffees)
})
