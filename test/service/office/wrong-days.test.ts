import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { openOffice, type Page, reopened, staffOf } from '../../support/office.ts'

/** Records whose day cannot be right are on the page Today until the office has corrected them. */

const DAY_MS = 86_400_000
let office = await openOffice()
const staff = await staffOf(office)
const grace = await office.party('person', 'Grace Nakato', '12')
afterAll(() => office.service.stop())

const phoneOf = async (party: string): Promise<string> => {
  const { enrolment_code: code } = await office.did('device', 'enrol', '--party', party)
  return (await office.call('/v1/devices', { id: uuidv7(), name: 'Scale phone' }, code)).token
}
const phone = await phoneOf(office.coop.cooperative)
const at = (ms: number) => new Date(ms).toISOString()
async function sent(some: object, token = phone): Promise<string> {
  const record = {
    ...{ id: uuidv7(), type: 'delivery', from_party: grace, to_party: office.coop.cooperative },
    ...{ crop: 'maize_grain', quantity: { value: 12, unit: 'kg' }, lawful_basis: 'contract_performance' },
    ...{ occurred_at: at(Date.now()), recorded_at: at(Date.now()), ...some },
  }
  const { results } = await office.call('/v1/sync/outbox', { records: [record] }, token)
  expect(results[0].status, JSON.stringify(results)).toBe('accepted')
  return record.id
}
/** Lines about days on the page, each with the record to which its button leads. */
const linesIn = ({ text }: Page) =>
  [...text.matchAll(/<tr>(?:(?!<\/tr>).)*Check the day.*?<\/tr>/gs)].map(([row]) => ({
    text: row
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    title: / title="([^"]*)"/.exec(row)?.[1]?.replace(/\s+/g, ' '),
    id: /href="\/records\/([^"/]+)\/correction\?back=today"/.exec(row)?.[1],
  }))
const lines = async () => linesIn(await staff.clerk.get('/today'))

test('a phone in 1970: the record is listed once, with a button to its correction, until its day is corrected', async () => {
  expect(await lines()).toEqual([])
  const id = await sent({
    id: '00000004-93e0-7c95-93fa-4af000000001',
    ...{ occurred_at: '1970-01-01T00:05:00Z', recorded_at: '1970-01-01T00:05:00Z' },
    occurred_at_precision: 'instant',
  })
  const [line, ...others] = await lines()
  expect([line?.id, others]).toEqual([id, []])
  expect(line?.text).toMatch(/^Check the day 1 Jan 1970: delivery, Grace Nakato \(12\) .* Correct$/)
  expect(line?.title).toContain('The clock of its phone showed 1 Jan 1970.')
  // A correction of the weight alone leaves the day as wrong as it was.
  await office.did('record', 'correct', id, '--quantity', '13 kg')
  const [still] = await lines()
  expect(still?.id).not.toBe(id)
  expect((await staff.clerk.get(`/records/${still?.id}/correction`)).text).toContain('name="occurred_at"')
  await office.did('record', 'correct', still?.id ?? '', '--date', 'today')
  expect(await lines()).toEqual([])
})

test('a clock set back by years, a day to come, and a day that a person stated; not what was offline', async () => {
  const now = Date.now()
  await sent({ occurred_at: at(now - 40 * DAY_MS), recorded_at: at(now) })
  expect(await lines()).toEqual([])
  const ids = [
    await sent({ occurred_at: at(now - 637 * DAY_MS), recorded_at: at(now - 637 * DAY_MS) }),
    await sent({ occurred_at: at(now + 9 * DAY_MS), recorded_at: at(now + 9 * DAY_MS) }),
    await sent({ occurred_at: at(now), recorded_at: at(now - 637 * DAY_MS) }),
  ]
  const found = await lines()
  expect(found.map(({ id }) => id)).toEqual([...ids].reverse())
  expect(found[1]?.title).toContain('before that day')
  await office.did('record', 'retract', ids[1] ?? '', '--reason', 'entered_in_error')
  // The stated day may be right: any correction says that somebody has looked.
  await office.did('record', 'correct', ids[2] ?? '', '--note', 'The day is right')
  expect((await lines()).map(({ id }) => id)).toEqual([ids[0]])
})

test('who may not write has no button; records of other parties are not the office’s to correct', async () => {
  await sent({ occurred_at: at(0), recorded_at: at(0) }, await phoneOf(grace))
  expect(await lines()).toHaveLength(1)
  expect(linesIn(await staff.auditor.get('/today')).map(({ id }) => id)).toEqual([undefined])
})

test('the newest ten are listed and the others counted, also after a start', async () => {
  for (let i = 0; i < 12; i++) await sent({ occurred_at: at(i), recorded_at: at(i) })
  expect(await lines()).toHaveLength(10)
  expect((await staff.clerk.get('/today')).text).toContain('3 more records have a day that cannot be right')
  office = await reopened(office)
  const another = await office.account('Another')
  expect(linesIn(await another.get('/today'))).toHaveLength(10)
})
