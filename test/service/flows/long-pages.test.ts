import { uuidv7 } from 'uuidv7'
import { afterEach, expect, test, vi } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'
import { appended, granted, harvestOf, PURPOSE } from '../../support/flows/help.ts'

/** Lists of acts and answers to subject access, where there is much of them: what they hold, and what each row costs. */

const a = await makeAppliance()
const anna = await a.party('person', 'Anna')
afterEach(() => void vi.restoreAllMocks())

test('a page of objections makes no calendar for each', async () => {
  for (let i = 0; i < 20; i++) await anna.post('/v1/objections', { id: uuidv7(), channel: 'app' })
  // What is made once for good is there by then.
  await anna.get('/v1/objections?limit=1')
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const { body } = await anna.get('/v1/objections?limit=20')
  expect(body.objections).toHaveLength(20)
  expect(body.objections[0].sentences[0]).toContain('On 28 Jun 2026 you objected')
  expect(made.mock.calls.length).toBeLessThanOrEqual(1)
})

test('an answer about disclosures asks once whose a credential is, however often it was used', async () => {
  const lender = await a.party('institution', 'Bank')
  await granted(a, anna, lender, ['harvest'])
  const { id } = await appended(anna, 'harvest', harvestOf(anna))
  for (let i = 0; i < 30; i++) await lender.get(`/v1/records/${id}?purpose=${PURPOSE}`)
  const asked = vi.spyOn(a.kernel.store, 'readerOf')
  const { body } = await anna.post('/v1/subject-access-requests', {})
  expect(body.disclosures).toHaveLength(30)
  // Her own credential, the lender's, and the cooperative's that asserted her.
  expect(asked.mock.calls.length).toBeLessThanOrEqual(3)
})
