import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'

/** Cards of members: whose there are, in what order, and by how many. How they print is in test/system/office/phones.test.ts. */

let office: Office
let auditor: Visitor
const ids: string[] = []
beforeAll(async () => {
  office = await openOffice()
  auditor = (await staffOf(office)).auditor
  for (let number = 103; number > 0; number--)
    ids.unshift(await office.party('person', `Okello ${number}`, `M-${number}`))
})
afterAll(() => office?.service.stop())

/** The texts of the cards on a page. */
const cardsOn = async (path: string): Promise<string[]> => {
  const { status, text } = await auditor.get(path)
  expect(status).toBe(200)
  return [...text.matchAll(/<section class="member-card".*?<\/section>/gs)].map(([card]) =>
    card.replaceAll(/<svg.*?<\/svg>/gs, '').replaceAll(/<[^>]*>/g, ' '),
  )
}
const numbersOn = async (path: string) =>
  (await cardsOn(path)).map((card) => Number(/Member M-(\d+)/.exec(card)?.[1]))

test('of all members, a hundred on a page, in the order in which people count', async () => {
  const first = await numbersOn('/members/cards')
  expect(first).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
  expect(await numbersOn('/members/cards?page=2')).toEqual([101, 102, 103])
  for (const page of ['99', '-1', 'x']) {
    const numbers = await numbersOn(`/members/cards?page=${page}`)
    expect(numbers.length).toBe(page === '99' ? 3 : 100)
  }
})

test('of a search, of one member, and of nobody who is not one', async () => {
  await office.party('institution', 'Okello Bank')
  await office.party('person', 'Okello without a number')
  expect(await cardsOn('/members/cards?search=without')).toHaveLength(1)
  expect((await auditor.get('/members/cards?search=Bank')).text).not.toContain('class="member-card"')
  expect(await numbersOn(`/members/cards?member=${ids[6]}`)).toEqual([7])
  for (const member of ['', 'x', '019e9a3a-b800-7800-8b5b-6a00999539d2'])
    expect((await auditor.get(`/members/cards?member=${member}`)).status).toBe(404)
})

test('a person who was entered twice has one card', async () => {
  const kept = await office.party('person', 'Namubiru', 'N-1')
  const twice = await office.party('person', 'Namubiru', 'N-2')
  expect(await cardsOn('/members/cards?search=Namubiru')).toHaveLength(2)
  await office.did('party', 'merge', kept, twice, '--yes')
  const [card, another] = await cardsOn('/members/cards?search=Namubiru')
  expect(card).toContain('Member N-1')
  expect(another).toBeUndefined()
})
