import { afterAll, expect, test } from 'vitest'
import { openOffice, staffOf, sureIn } from '../../support/office.ts'

/** Members who look alike, on the page: they are made one, or are said to be two. */

const office = await openOffice()
const clerk = (await staffOf(office)).clerk
afterAll(() => office.service.stop())

const add = (name: string, ...more: string[]) => office.party('person', name, ...more)

test('a pair leaves the list as two people, or as one after a last look', async () => {
  expect((await clerk.get('/members')).text).toContain('href="/members/alike"')
  expect((await clerk.get('/members/alike')).text).toContain('No two members look alike.')
  const [kept, twice] = [await add('Ng’ethe Kamau', '00017'), await add("Ng'ethe Kamau")]
  const page = await clerk.get('/members/alike')
  for (const id of [kept, twice]) expect(page.text).toContain(`href="/members/${id}"`)

  const asked = await clerk.answer('/members/alike', page, { one: kept, other: twice, keep: kept })
  expect(asked.text).toContain('Keep Ng’ethe Kamau')
  const sure = sureIn(asked)
  // Not agreed to yet.
  expect((await clerk.get('/members/alike')).text).toContain(twice)
  const done = await clerk.answer('/members/alike', asked, { one: kept, other: twice, keep: kept, sure })
  expect([done.status, done.location]).toEqual([303, '/members/alike?done'])
  expect((await clerk.get('/members/alike')).text).toContain('No two members look alike.')
  expect(
    (await office.did('party', 'list', 'ngethe')).parties.map(({ party }: { party: string }) => party),
  ).toEqual([kept])

  const [one, other] = [await add('Zoé Achieng'), await add('Zoe Achieng')]
  const two = await clerk.get('/members/alike')
  expect(two.text).toContain('Zoé Achieng')
  expect((await clerk.answer('/members/alike', two, { one, other, keep: '' })).status).toBe(303)
  expect((await clerk.get('/members/alike')).text).toContain('No two members look alike.')
  // The command leaves them out too.
  expect((await office.did('party', 'alike')).pairs).toEqual([])
})
