import { uuidv7 } from 'uuidv7'
import { afterEach, describe, expect, test } from 'vitest'
import { type Appliance, makeAppliance, type Settings } from '../../support/appliance.ts'
import { appended, harvestOf } from '../../support/flows/help.ts'

let a: Appliance
afterEach(() => a.close())

/** What a person reads who objects, and who asks what is held about them. */
async function papers(settings: Settings, region?: string): Promise<string> {
  a = await makeAppliance(settings)
  if (region !== undefined)
    await appended(a.cooperative, 'party', {
      party: a.cooperative.id,
      kind: 'cooperative',
      display_name: 'Test Cooperative',
      region,
    })
  const anna = await a.party('person', 'Anna')
  await appended(anna, 'harvest', harvestOf(anna, { lawful_basis: 'contract_performance' }))
  const objected = await anna.post('/v1/objections', { id: uuidv7(), channel: 'app' })
  expect(objected.status, objected.text).toBe(201)
  const held = await anna.post('/v1/subject-access-requests', undefined, { accept: 'text/plain' })
  expect(held.status).toBe(201)
  return `${objected.body.sentences.join(' ')} ${held.text}`.replace(/\s+/g, ' ')
}

describe('papers cite the law of the country', () => {
  test('none where no country is set', async () => {
    const text = await papers({})
    expect(text).toContain('kept on the ground "Performance of a contract". Anyone')
    expect(text).toContain('[a] Kept on the ground "Performance of a contract".')
    expect(text).not.toMatch(/\b[Ss]ections?\b|\bAct\b|Uganda|Kenya|2019/)
  })
  test('none of a country whose law is not known', async () => {
    expect(await papers({ country: 'GT' })).not.toMatch(/\b[Ss]ections?\b|\bAct\b|Uganda|Kenya|2019/)
  })
  test.each([
    ['UG', 'section 7(2)(c)', 'Data Protection and Privacy Act, 2019 (Act 9 of 2019), Uganda'],
    ['KE', 'section 30(1)(b)(i)', 'Data Protection Act, 2019 (No. 24 of 2019), Kenya'],
  ])('%s, as set', async (country, section, law) => {
    const text = await papers({ country })
    expect(text).toContain(`"Performance of a contract" (${section} of the ${law}). Anyone`)
    expect(text).toContain(`Kept on the ground "Performance of a contract" (${section}).`)
    expect(text).toContain(`Sections of law are those of the ${law}.`)
  })
  test("where none is set, of the region of the cooperative's own record", async () => {
    expect(await papers({}, 'UG-102')).toContain('section 7(2)(c)')
  })
})
