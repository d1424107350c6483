import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Actor, type Appliance, makeAppliance } from '../../support/appliance.ts'
import { appended, at, deliveryOf, PURPOSE } from '../../support/flows/help.ts'

/** The page is put together of many replies, and consent may end between two of them. */

let a: Appliance
let grace: Actor
let bank: Actor
beforeAll(async () => {
  a = await makeAppliance()
  grace = await a.party('person', 'Grace')
  bank = await a.party('institution', 'Bank')
  await appended(grace, 'delivery', deliveryOf(grace, a.cooperative))
})
afterAll(() => a.close())
afterEach(() => void vi.restoreAllMocks())

async function opened(): Promise<string> {
  const id = uuidv7()
  const given = await grace.post('/v1/grants', {
    id,
    grantee: bank.id,
    purpose: PURPOSE,
    record_types: ['delivery'],
    expires_at: at(a.clock.nowMs + 3_600_000),
  })
  expect(given.status, given.text).toBe(201)
  return id
}

const page = () => bank.get(`/v1/lender-view?purpose=${PURPOSE}&subject=${grace.id}`)

/** When the deliveries are there, and names are asked for. */
function beforeTheNames(happens: () => unknown): void {
  const { gate } = a.kernel
  const whole = gate.page.bind(gate)
  let hasHappened = false
  vi.spyOn(gate, 'page').mockImplementation(async (requester, purpose, asked, ...rest) => {
    if (!hasHappened && asked.filter.types.includes('party')) {
      hasHappened = true
      await a.kernel.ports.submit(() => void happens())
    }
    return whole(requester, purpose, asked, ...rest)
  })
}

const doer = () => ({ credential: null, operator: 'test' }) as const

test.each<[string, (grant: string) => unknown]>([
  ['revoked', (grant) => a.kernel.grants.revoke(doer(), grace.id, grant, uuidv7())],
  ['over', () => (a.clock.nowMs += 3_600_001)],
])('what a grant opened that is %s before the page is whole is not shown', async (_name, ends) => {
  const grant = await opened()
  const open = await page()
  expect(open.status, open.text).toBe(200)
  expect(open.text).toContain('120 kg')
  beforeTheNames(() => ends(grant))
  const ended = await page()
  expect([ended.status, ended.body?.code]).toEqual([503, 'overloaded'])
  expect((await page()).text).not.toContain('120 kg')
})
