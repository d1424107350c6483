import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { type Document, founded, served } from '../../support/command.ts'

/** Requests of lenders, as a clerk meets them with the command. */

const coop = await founded()
const { did, said } = coop
const service = await served(coop.data)
const phone = ['--phone', '+256772000001']
const grace = await coop.party('person', 'Grace Nakato', '17', ...phone)
await coop.party('person', 'Okello James', '18', ...phone)
await coop.party('institution', 'Harvest Bank', 'BANK')
const token: string = (await did('lender', 'invite', 'BANK')).token
afterAll(() => service.stop())

async function ask(more: object = {}): Promise<string> {
  const id = uuidv7()
  const body = {
    id,
    about: { phone: '+256772000001' },
    purpose: 'credit_assessment',
    record_types: ['party', 'delivery'],
    occurred_from: '2025-01-01T00:00:00Z',
    occurred_to: '2026-01-01T00:00:00Z',
    expires_at: '2099-12-31T00:00:00Z',
    keep_until: '2100-06-30T00:00:00Z',
    reason: 'A loan of "two million",\u001b[2J\nas you asked.',
    ...more,
  }
  const { status } = await fetch(`${service.url}/v1/access-requests`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(status).toBe(201)
  return id
}
const flat = (text: string) => text.replace(/\s+/g, ' ')

test('the candidates are shown, and none is chosen', async () => {
  const id = await ask()
  const { out } = await said('access-request', 'show', id)
  expect(out).toContain(`Okello James, 18: granary access-request match ${id} --party`)
  expect(out).toContain(`Grace Nakato, 17: granary access-request match ${id} --party ${grace}`)
  expect(out).toContain('not known yet')
  const { candidates, request } = await did('access-request', 'show', id)
  expect(candidates.map(({ name }: Document) => name).sort()).toEqual(['Grace Nakato', 'Okello James'])
  expect(request.person).toBeNull()
  const early = await said('access-request', 'grant', id, '--channel', 'in_person')
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('not known yet whom')])
  expect((await said('status')).out).toMatch(/Access requests waiting +1/)
})

test('it is matched, read out with all terms, and granted', async () => {
  const id = await ask()
  expect((await did('access-request', 'match', id, '--party', '17')).person_name).toBe(
    'Grace Nakato (person, 17)',
  )
  const granted = await said('access-request', 'grant', id, '--channel', 'written', '--types', 'delivery')
  expect(flat(granted.err)).toContain(
    flat(`Read this out to Grace Nakato (person, 17):
      Harvest Bank (institution, BANK) asks to see records about you. They say: "A loan of 'two million',[U+001B][2J as you asked."
      You need not agree. If you refuse, or do not answer, they are not told which. If you agree:
      You let Harvest Bank (institution, BANK) see your deliveries with their prices until 30 December 2099.
      Only for this: credit assessment (`),
  )
  expect(flat(granted.err)).toContain('Only what happened from 1 January 2025 up to 31 December 2025,')
  expect(flat(granted.err)).toContain('They may keep copies of what they were shown until')
  const list = (await said('grant', 'list', '--subject', '17')).out
  expect(list).toContain(id)
  expect(list).toMatch(/Happened from +1 Jan 2025/)
  const again = await said('access-request', 'refuse', id, '--channel', 'written')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('has been decided')])
})

test('what is wider than asked is not read out', async () => {
  const id = await ask()
  await did('access-request', 'match', id, '--party', '17')
  for (const wider of [
    ['--types', 'lot'],
    ['--expires', '2100-01-01'],
    ['--happened-from', '2024-12-31'],
    ['--happened-to', '2026-01-01'],
    ['--keep-until', '2100-07-01'],
  ]) {
    const refused = await said('access-request', 'grant', id, '--channel', 'written', ...wider)
    expect([wider, refused.code]).toEqual([wider, 1])
    expect(refused.err).toContain('may not open more than was asked for')
    expect(refused.err).not.toContain('Read this out')
  }
})

test('one of nobody is put aside, and matched to somebody after all', async () => {
  const id = await ask({ about: { member_no: '99' } })
  expect((await said('access-request', 'show', id)).out).toContain('No one known here has this number now.')
  await did('access-request', 'match', id, '--nobody')
  const listed = async (...all: string[]) =>
    (await did('access-request', 'list', ...all)).requests.some((one: Document) => one.id === id)
  expect([await listed(), await listed('--all')]).toEqual([false, true])
  await did('access-request', 'match', id, '--party', '18')
  expect(await listed()).toBe(true)
  const { out } = await said('access-request', 'refuse', id, '--channel', 'in_person')
  expect(out).toContain('Harvest Bank (institution, BANK) is not told')
})

test('a request by an id is not matched, but asked about', async () => {
  const id = await ask({ about: { party: grace } })
  const refused = await said('access-request', 'match', id, '--party', '18')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('by its id')])
  expect((await did('access-request', 'refuse', id, '--channel', 'written')).status).toBe('ended')
})

describe('what is malformed is told', () => {
  test.each([
    [['show', 'x'], 1, 'There is no access request x.'],
    [['grant', uuidv7(), '--channel', 'written'], 1, 'There is no access request'],
    [['refuse', uuidv7(), '--channel', 'telex'], 2, 'Allowed choices'],
    [['match', uuidv7()], 2, 'either --party PARTY or --nobody'],
    [['match', uuidv7(), '--nobody', '--party', '17'], 2, 'either --party PARTY or --nobody'],
    [['match', uuidv7(), '--nobody'], 1, 'There is no access request'],
  ])('%j', async (args, code, words) => {
    const refused = await said('access-request', ...args)
    expect([refused.code, refused.err]).toEqual([code, expect.stringContaining(words)])
  })
  test('evidence and types', async () => {
    const id = await ask({ about: { party: grace } })
    for (const bad of [
      ['--evidence', 'x'],
      ['--types', 'everything'],
      ['--expires', 'soon'],
    ])
      expect((await said('access-request', 'grant', id, '--channel', 'written', ...bad)).code).not.toBe(0)
  })
})

test('consent that is recorded without a request takes the same terms', async () => {
  const terms = ['--subject', '18', '--grantee', 'BANK', '--purpose', 'insurance', '--types', 'harvest']
  const record = (...more: string[]) =>
    did('grant', 'record', ...terms, '--channel', 'written', '--expires', '2099-06-30', ...more)
  const first = await record('--happened-from', '2025-01-01', '--happened-to', '31/12/2025')
  const { grants } = await did('grant', 'list', '--subject', '18')
  expect(grants[0]).toMatchObject({
    occurred_from: '2025-01-01T00:00:00.000Z',
    occurred_to: '2026-01-01T00:00:00.000Z',
  })
  const second = await record('--keep-until', '2099-12-31', '--replaces', first.id)
  expect(second).toMatchObject({ replaces: first.id, live: true })
  const refused = await said(
    'grant record',
    ...terms,
    `--channel written --expires 2099-06-30 --replaces ${first.id}`,
  )
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('that has not ended')])
})
