import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, type Answer, makeAppliance } from '../../support/appliance.ts'
import { at, DAY_MS, expectBare404, granted, PURPOSE } from '../../support/flows/help.ts'

/** A consent as a receipt (`GET /v1/grants/{id}/receipt`): who may ask, and what it says. */

const a = await makeAppliance()
const grace = await a.party('person', 'Nakato Grace')
const bank = await a.party('institution', 'Harvest Bank')
const stranger = await a.party('person', 'Stranger')
const receiptOf = (who: Actor, id: string): Promise<Answer> => who.get(`/v1/grants/${id}/receipt`)
const recordIn = (answer: Answer) => answer.body['dpv:hasRecordOfActivity']

let grant: string
beforeAll(async () => {
  grant = await granted(a, grace, bank, ['party', 'delivery'], PURPOSE, { channel: 'app' })
})

describe('who may ask', () => {
  test.each([
    ['the person who gave it', grace],
    ['its reader', bank],
  ])('%s', async (_who, who) => {
    const answer = await receiptOf(who, grant)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['content-type']).toBe('application/ld+json; charset=utf-8')
    expect(recordIn(answer)).toMatchObject({
      '@id': `urn:uuid:${grant}`,
      'dpv:hasDataSubject': { 'dpv:hasIdentifier': grace.id },
      'dpv:hasDataController': { 'dpv:hasIdentifier': bank.id },
    })
  })

  test('its reader with a credential that only reads', async () => {
    const reader = a.holder(await a.credential(bank.id, 'reader'), bank.id)
    expect((await receiptOf(reader, grant)).status).toBe(200)
  })

  test.each([
    ['a stranger', stranger],
    ['the cooperative, which is neither', a.cooperative],
  ])('not %s, who gets what nothing gets', async (_who, who) => {
    const refused = await receiptOf(who, grant)
    const absent = await receiptOf(who, uuidv7())
    for (const answer of [refused, absent, await receiptOf(who, 'no-id')]) expectBare404(answer)
    const { correlation_id: _, ...body } = refused.body
    const { correlation_id: __, ...other } = absent.body
    expect(body).toEqual(other)
    expect(Object.keys(refused.headers)).toEqual(Object.keys(absent.headers))
  })

  test('and no id of anything else', async () => {
    const objection = await grace.post('/v1/objections', {
      id: uuidv7(),
      channel: 'app',
      purposes: ['insurance'],
    })
    expectBare404(await receiptOf(grace, objection.body.id))
  })
})

describe('what it says', () => {
  test('the purpose, the types, the window, and until when', async () => {
    const terms = {
      occurred_from: at(a.clock.nowMs - 30 * DAY_MS),
      occurred_to: at(a.clock.nowMs),
      keep_until: at(a.clock.nowMs + 400 * DAY_MS),
    }
    const narrow = await granted(a, grace, bank, ['party', 'harvest'], PURPOSE, terms)
    const { 'dpv:hasProcess': process } = recordIn(await receiptOf(grace, narrow))
    expect(process).toMatchObject({
      'dpv:hasPurpose': { 'dct:identifier': PURPOSE },
      'dpv:hasStorageCondition': { 'dpv:hasDuration': { 'rdf:value': terms.keep_until } },
    })
    const window = { 'dcat:startDate': terms.occurred_from, 'dcat:endDate': terms.occurred_to }
    expect(process['dpv:hasPersonalData']).toEqual([
      { '@type': 'dpv:PersonalData', 'dct:identifier': 'party' },
      {
        '@type': 'dpv:PersonalData',
        'dct:identifier': 'harvest',
        'dct:temporal': { '@type': 'dct:PeriodOfTime', ...window },
      },
    ])
  })

  test('the cooperative keeps it, by its name', async () => {
    const { body } = await receiptOf(grace, grant)
    expect(body['dct:publisher']).toMatchObject({ 'dpv:hasIdentifier': a.cooperative.id })
    expect(body['dct:publisher']['dpv:hasName']).toEqual(expect.any(String))
  })

  test('an id alone names no reader; one that asked is named', async () => {
    expect((await receiptOf(grace, grant)).text).not.toContain('Harvest Bank')
    const asked = await bank.post('/v1/access-requests', {
      id: uuidv7(),
      about: { party: grace.id },
      purpose: PURPOSE,
      record_types: ['harvest'],
      expires_at: at(a.clock.nowMs + DAY_MS),
      reason: 'About a loan.',
    })
    const id = uuidv7()
    const decided = await grace.post(`/v1/access-requests/${asked.body.id}/decision`, { grant: { id } })
    expect(decided.status, decided.text).toBeLessThan(300)
    const { text } = await receiptOf(grace, id)
    expect(text).toContain('"dpv:hasName":"Harvest Bank"')
    expect(text).not.toContain('Grace')
    expect((await receiptOf(bank, id)).text).not.toContain('Grace')
  })

  test('that it was taken back, to both, from then on', async () => {
    const given = await granted(a, grace, bank, ['harvest'])
    expect(recordIn(await receiptOf(bank, given))['dpv:hasConsentStatus']).toHaveLength(1)
    a.clock.nowMs += 1_000
    await grace.post(`/v1/grants/${given}/revocation`)
    for (const who of [grace, bank]) {
      const [, end] = recordIn(await receiptOf(who, given))['dpv:hasConsentStatus']
      expect(end).toMatchObject({
        '@type': 'dpv:ConsentWithdrawn',
        'dpv:isIndicatedAtTime': at(a.clock.nowMs),
      })
    }
    expectBare404(await receiptOf(stranger, given))
  })

  test('that its last day is over', async () => {
    const expires_at = at(a.clock.nowMs + DAY_MS)
    const given = await granted(a, grace, bank, ['harvest'], PURPOSE, { expires_at })
    a.clock.nowMs += 2 * DAY_MS
    const [, end] = recordIn(await receiptOf(grace, given))['dpv:hasConsentStatus']
    expect(end).toEqual({ '@type': 'dpv:ConsentExpired', 'dpv:isIndicatedAtTime': expires_at })
  })
})
