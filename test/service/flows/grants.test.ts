import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { makeAppliance } from '../../support/any-appliance.ts'
import { appended, at, DAY_MS, expectRefused, harvestOf, PURPOSE } from '../../support/flows/help.ts'

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const lender = await a.party('institution', 'Bank')
const stranger = await a.party('person', 'Stranger')
const harvest: string = (await appended(farmer, 'harvest', harvestOf(farmer))).id

const draft = (more: object = {}) => ({
  id: uuidv7(),
  grantee: lender.id,
  purpose: PURPOSE,
  record_types: ['harvest'],
  expires_at: '2027-01-01T03:00:00+03:00',
  ...more,
})
const give = (more: object = {}) => farmer.post('/v1/grants', draft(more))

test('a grant is returned as it is kept, and how it stands', async () => {
  const sent = draft({ channel: 'ussd_pin', record_types: ['inference', 'harvest'] })
  const answer = await farmer.post('/v1/grants', sent)
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toEqual({
    ...sent,
    subject: farmer.id,
    // An id alone reveals no name (test/service/consent/names.test.ts).
    grantee_name: null,
    grantee_kind: null,
    record_types: ['harvest', 'inference'],
    valid_from: at(a.clock.nowMs),
    expires_at: '2027-01-01T00:00:00.000Z',
    received_at: at(a.clock.nowMs),
    revoked_at: null,
    status: 'live',
    live: true,
    ended: null,
  })
})

test('a grant is refused for a purpose that nobody registered, though reads may name any', async () => {
  expectRefused(await give({ purpose: 'curiosity' }), 422, 'purpose_unknown', ['/purpose'])
  expect((await farmer.get(`/v1/records/${harvest}?purpose=curiosity`)).status).toBe(200)
})

test('taking a grant back needs no body, even from a client that names its type', async () => {
  const { id } = (await give()).body
  const answer = await farmer.post(`/v1/grants/${id}/revocation`, '', {
    'content-type': 'application/json',
  })
  expect(answer.status, answer.text).toBe(201)
})

test('the list of grants is what it was granted for a reader, who can grant nothing', async () => {
  const bank = await a.party('institution', 'Reading Bank')
  const given = (await give({ grantee: bank.id })).body.id
  const reader = a.holder(await a.credential(bank.id, 'reader'), bank.id)
  const ids = async (role: string) =>
    (await reader.get(`/v1/grants${role}`)).body.grants.map(({ id }: { id: string }) => id)
  expect([await ids(''), await ids('?role=subject')]).toEqual([[given], []])
})

describe('terms', () => {
  const terms = {
    occurred_from: '2026-01-01T03:00:00+03:00',
    occurred_to: '2026-07-01T00:00:00Z',
    keep_until: '2028-01-01T00:00:00Z',
  }
  const stored = {
    occurred_from: '2026-01-01T00:00:00.000Z',
    occurred_to: '2026-07-01T00:00:00.000Z',
    keep_until: '2028-01-01T00:00:00.000Z',
  }

  test('are returned as they are kept, and sent again in other words are a replay', async () => {
    const sent = draft(terms)
    const answer = await farmer.post('/v1/grants', sent)
    expect([answer.status, answer.body]).toEqual([201, expect.objectContaining(stored)])
    const again = await farmer.post('/v1/grants', { ...sent, ...stored })
    expect([again.status, again.body]).toEqual([200, answer.body])
    expect((await lender.get('/v1/grants?role=grantee')).body.grants).toContainEqual(
      expect.objectContaining({ id: sent.id, ...stored }),
    )
  })

  test.each([
    ['occurred_to', terms.occurred_from],
    ['keep_until', '2026-12-31T00:00:00Z'],
    ['expires_at', at(a.clock.nowMs)],
  ] as const)('%s that is %s is refused by name', async (member, value) => {
    const answer = await give({ ...terms, [member]: value })
    expectRefused(answer, 422, 'period_invalid', [`/${member}`])
  })

  test('a grant that is replaced ends in the same instant; what may not be replaced gets the same words', async () => {
    const first = await give({ purpose: 'insurance' })
    const second = await give({ purpose: 'insurance', replaces: first.body.id })
    expect([second.status, second.body.replaces]).toEqual([201, first.body.id])
    const { grants } = (await farmer.get('/v1/grants')).body
    expect(grants.find((one: { id: string }) => one.id === first.body.id)).toMatchObject({
      live: false,
      revoked_at: second.body.received_at,
    })
    const others = await stranger.post('/v1/grants', draft({ purpose: 'insurance' }))
    const elsewhere = await give({ purpose: 'insurance', grantee: stranger.id })
    const answers = []
    for (const replaces of [first.body.id, others.body.id, elsewhere.body.id, harvest, uuidv7()])
      answers.push(await give({ purpose: 'insurance', replaces }))
    answers.push(await give({ purpose: 'research', replaces: second.body.id }))
    for (const answer of answers) {
      expectRefused(answer, 422, 'reference_unresolved', ['/replaces'])
      expect({ ...answer.body, correlation_id: '' }).toEqual({ ...answers[0]?.body, correlation_id: '' })
    }
    const later = await give({
      purpose: 'insurance',
      replaces: second.body.id,
      valid_from: at(a.clock.nowMs + DAY_MS),
    })
    expectRefused(later, 422, 'period_invalid', ['/valid_from'])
    expect((await farmer.get('/v1/grants')).body.grants[0]).toMatchObject({ live: true })
  })
})
