import { uuidv7 } from 'uuidv7'
import { afterEach, expect, test, vi } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'
import { appended, at, deliveryOf, granted, PURPOSE } from '../../support/flows/help.ts'

/** The page is put together of many replies, and consent may end between two of them. */

const a = await makeAppliance()
const grace = await a.party('person', 'Grace')
const bank = await a.party('institution', 'Bank')
await appended(grace, 'delivery', deliveryOf(grace, a.cooperative))
afterEach(() => void vi.restoreAllMocks())

async function opened(): Promise<string> {
  const id = uuidv7()
  await granted(a, grace, bank, ['delivery'], PURPOSE, { id, expires_at: at(a.clock.nowMs + 3_600_000) })
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
