import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { englishWords } from '../../../src/words/words.ts'
import { openOffice, staffOf, valueIn } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/**
 * A machine without a battery that starts on an earlier day. Pages and commands go on with the day of the newest
 * entry; who enters a record is asked for the day.
 */

const DAY_MS = 86_400_000
const office = await openOffice()
const staff = await staffOf(office)
const { calendar } = englishWords()
const from_party = await office.party('person', 'Grace Nakato', '12')
const { id } = await office.append('delivery', {
  ...{ from_party, to_party: office.coop.cooperative, crop: 'coffee_fresh_cherry' },
  quantity: { value: 40, unit: 'kg' },
})
const day = calendar.isoDay(Date.now())
const wrongDay = calendar.isoDay(Date.now() - 10 * DAY_MS)
beforeAll(() => {
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 10 * DAY_MS)
})
afterAll(() => office.service.stop())

const BEHIND = 'The clock of this machine is behind'

test('the page Today is that of the newest entry, and names the clock with what to do', async () => {
  const { text } = await staff.clerk.get('/today')
  expect(text).toMatch(/Coffee, fresh cherry, delivered today.*?40/s)
  expect(text).toContain(calendar.day(day))
  expect(text).not.toContain(calendar.day(wrongDay))
  const earlier = 'The newest entry is of [^<]* but the clock shows [^<]* 10 days earlier\\.'
  expect(text).toMatch(new RegExp(`${earlier}(?:(?!<tr>).)*>tell a manager<`, 's'))
  expect((await staff.manager.get('/today')).text).toMatch(new RegExp(`${earlier}[^<]*timedatectl`))
})

test('readiness and status report it with the remedy; no reply states the time', async () => {
  // The service looks at the clock once a second.
  const ready = await soon(async () => {
    const answer = await fetch(`${office.url}/v1/ready`)
    expect([answer.status, answer.headers.get('date')]).toEqual([503, null])
    return answer
  })
  expect((await ready.json()).parts.clock).toMatch(/earlier day than the newest entry; .*set it/)
  const { out } = await office.said('status')
  expect(out).toMatch(/BEHIND: the newest entry is of/)
  expect(out).toMatch(/^7\. The newest entry is of .*\(timedatectl/m)
})

test('a form leaves the day to the person, and accepts no word for it', async () => {
  for (const path of ['/new-record/harvest', '/new-lot?crop=coffee_fresh_cherry', '/payments?who=12']) {
    const page = await staff.clerk.get(path)
    expect([path, valueIn(page, 'occurred_at')]).toEqual([path, ''])
    expect(page.text).toContain(BEHIND)
  }
  const page = await staff.clerk.get('/weigh-in')
  expect([valueIn(page, 'day'), page.text.includes(BEHIND)]).toEqual(['', true])
  const weigh = async (day: string) =>
    staff.clerk.post('/weigh-in', {
      ...{ id: uuidv7(), form_token: await staff.clerk.formToken('/weigh-in'), who: '12', quantity: '38' },
      ...{ unit: 'kg', crop: 'coffee_fresh_cherry', to: 'cooperative', day },
    })
  for (const word of ['', 'today', 'yesterday'])
    expect([word, (await weigh(word)).status]).toEqual([word, 422])
  const next = calendar.isoDay(Date.parse(day) + DAY_MS)
  const { location } = await weigh(next)
  expect(location).toMatch(/^\/weigh-in\?/)
  expect((await office.said('record list delivery --since', next)).out).toContain('38')
})

test('a command without a date asks for it; a word for the day is refused, a day is accepted', async () => {
  const retract = (...more: string[]) =>
    office.said('record', 'retract', id, '--reason', 'entered_in_error', ...more)
  expect(await retract()).toMatchObject({ code: 2, err: expect.stringContaining('--date') })
  expect(await retract('--date', 'today')).toMatchObject({ err: expect.stringContaining(BEHIND) })
  expect((await retract('--date', day)).code).toBe(0)
})
