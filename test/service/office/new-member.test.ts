import { afterAll, expect, test } from 'vitest'
import { openOffice, staffOf, sureIn } from '../../support/office.ts'

/** A new member on the page: the same form sent twice. */

const office = await openOffice()
const clerk = (await staffOf(office)).clerk
afterAll(() => office.service.stop())

const membersCalled = async (name: string): Promise<number> => {
  const { text } = await clerk.get(`/members?search=${encodeURIComponent(name)}`)
  return text.split(`>${name}<`).length - 1
}

test('a form that was confirmed adds one member, however often it is sent, and with other words none', async () => {
  await office.party('person', 'Grace Nakato')
  const alike = await clerk.answer('/new-member', await clerk.get('/new-member'), { name: 'Grace Nakatto' })
  expect(alike.status).toBe(422)
  const sure = sureIn(alike)
  const sent = { name: 'Grace Nakatto', sure }
  const first = await clerk.answer('/new-member', alike, sent)
  const second = await clerk.answer('/new-member', alike, sent)
  expect([first.status, second.status]).toEqual([303, 303])
  expect(second.location).toBe(first.location)
  expect(await membersCalled('Grace Nakatto')).toBe(1)
  // The browser's way back, and another name typed over it.
  const other = await clerk.answer('/new-member', alike, { name: 'Peter Okello' })
  expect(other.status).toBe(422)
  expect(await membersCalled('Peter Okello')).toBe(0)
  const again = await clerk.answer('/new-member', other, { name: 'Peter Okello' })
  expect(again.status).toBe(303)
  expect(await membersCalled('Peter Okello')).toBe(1)
})

test('a word for nobody in particular is saved only by a person who says that it is a name', async () => {
  const name = 'mbalimbali'
  const asked = await clerk.answer('/new-member', await clerk.get('/new-member'), { name })
  expect([asked.status, asked.text]).toEqual([
    422,
    expect.stringContaining(`“${name}” is a word for nobody in particular. Is it the name of a person?`),
  ])
  expect(await membersCalled(name)).toBe(0)
  const done = await clerk.answer('/new-member', asked, { name, sure: sureIn(asked) })
  expect(done.status).toBe(303)
  expect(await membersCalled(name)).toBe(1)
  // Then the one who is there is another question.
  const again = await clerk.answer('/new-member', await clerk.get('/new-member'), { name })
  expect(again.text).toContain('It is a name, of someone else: add')
})

test('a mark without a letter is no name, whoever says so', async () => {
  const asked = await clerk.answer('/new-member', await clerk.get('/new-member'), { name: '---' })
  expect(asked.text).toContain('The name has no letter, so it names no one.')
  expect(asked.text).not.toContain('name="sure"')
})

test('an organisation is asked about as such', async () => {
  const page = await clerk.get('/new-member?kind=institution')
  const asked = await clerk.answer('/new-member', page, { name: 'Divers', kind: 'institution' })
  expect(asked.text).toContain('“Divers” is a word for nobody in particular. Is it really a name?')
})
