import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Actor,
  type AnyAppliance,
  insideOf,
  isProgram,
  makeAppliance,
} from '../../support/any-appliance.ts'
import { appended, granted, harvestOf, PURPOSE } from '../../support/flows/help.ts'

/** Lists of acts and answers to subject access, where there is much of them: what they hold, and what each row costs. */

let a: AnyAppliance
let anna: Actor
beforeEach(async () => {
  a = await makeAppliance()
  anna = await a.party('person', 'Anna')
})
afterEach(() => a.close())

// Counted inside.
test.skipIf(isProgram)('a page of objections makes no calendar for each', async () => {
  for (let i = 0; i < 20; i++) await anna.post('/v1/objections', { id: uuidv7(), channel: 'app' })
  // What is made once for good is there by then.
  await anna.get('/v1/objections?limit=1')
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const { body } = await anna.get('/v1/objections?limit=20')
  const count = made.mock.calls.length
  made.mockRestore()
  expect(body.objections).toHaveLength(20)
  expect(body.objections[0].sentences[0]).toContain('On 28 Jun 2026 you objected')
  expect(count).toBeLessThanOrEqual(1)
})

test.skipIf(isProgram)(
  'an answer about disclosures asks once whose a credential is, however often it was used',
  async () => {
    const lender = await a.party('institution', 'Bank')
    await granted(a, anna, lender, ['harvest'])
    const { id } = await appended(anna, 'harvest', harvestOf(anna))
    for (let i = 0; i < 30; i++)
      for (const who of [anna, lender]) await who.get(`/v1/records/${id}?purpose=${PURPOSE}`)
    const asked = vi.spyOn(insideOf(a).kernel.store, 'readerOf')
    const { body } = await anna.post('/v1/subject-access-requests', {})
    const count = asked.mock.calls.length
    asked.mockRestore()
    expect(body.disclosures).toHaveLength(30)
    // Her own credential, the lender's, and the cooperative's that asserted her.
    expect(count).toBeLessThanOrEqual(3)
  },
)
