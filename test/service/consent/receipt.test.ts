import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { type Actor, type Answer, makeAppliance } from '../../support/appliance.ts'
import { at, DAY_MS, expectBare404, granted, grantedAsAsked, PURPOSE } from '../../support/flows/help.ts'

/** A consent as a receipt (`GET /v1/grants/{id}/receipt`): who may ask, and what it says. */

const a = await makeAppliance()
const grace = await a.party('person', 'Nakato Grace')
const bank = await a.party('institution', 'Harvest Bank')
const stranger = await a.party('person', 'Stranger')
const receiptOf = (who: Actor, id: string): Promise<Answer> => who.get(`/v1/grants/${id}/receipt`)
const recordIn = (answer: Answer) => answer.body['dpv:hasRecordOfActivity']

const grant = await granted(a, grace, bank, ['party', 'delivery'])

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
    expect(Object.keys(refused.headers)).toEqual(Object.keys(absent.headers))
  })
})

test('it says what was agreed, in the cooperative’s name, and that it was taken back, to both, from then on', async () => {
  const terms = {
    occurred_from: at(a.clock.nowMs - 30 * DAY_MS),
    keep_until: at(a.clock.nowMs + 400 * DAY_MS),
  }
  const given = await granted(a, grace, bank, ['party', 'harvest'], PURPOSE, terms)
  const { body } = await receiptOf(grace, given)
  expect(body['dct:publisher']).toMatchObject({
    'dpv:hasIdentifier': a.cooperative.id,
    'dpv:hasName': expect.any(String),
  })
  const record = body['dpv:hasRecordOfActivity']
  expect(record['dpv:hasConsentStatus']).toHaveLength(1)
  expect(record['dpv:hasProcess']).toMatchObject({
    'dpv:hasPurpose': { 'dct:identifier': PURPOSE },
    'dpv:hasStorageCondition': { 'dpv:hasDuration': { 'rdf:value': terms.keep_until } },
    'dpv:hasPersonalData': [
      { 'dct:identifier': 'party' },
      { 'dct:identifier': 'harvest', 'dct:temporal': { 'dcat:startDate': terms.occurred_from } },
    ],
  })
  a.clock.nowMs += 1_000
  await grace.post(`/v1/grants/${given}/revocation`)
  for (const who of [grace, bank])
    expect(recordIn(await receiptOf(who, given))['dpv:hasConsentStatus'][1]).toMatchObject({
      '@type': 'dpv:ConsentWithdrawn',
      'dpv:isIndicatedAtTime': at(a.clock.nowMs),
    })
})

test('an id alone names no reader; one that asked is named', async () => {
  expect((await receiptOf(grace, grant)).text).not.toContain('Harvest Bank')
  const asked = await grantedAsAsked(a, grace, bank, ['harvest'])
  const { text } = await receiptOf(grace, asked)
  expect(text).toContain('"dpv:hasName":"Harvest Bank"')
  for (const who of [grace, bank]) expect((await receiptOf(who, asked)).text).not.toContain('Grace')
})
