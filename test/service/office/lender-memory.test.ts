import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { makeServer } from '../../../src/assemble.ts'
import { newParty } from '../../support/actors.ts'
import { makeAppliance, START_MS } from '../../support/appliance.ts'
import { at, cherry, DAY_MS, PURPOSE } from '../../support/flows/help.ts'
import { Visitor } from '../../support/office.ts'

/** A lender's page in a browser is made within the same memory as by the public API. */

const KIB = 1024
const a = await makeAppliance()
const app = await makeServer(a.kernel, { runAs: () => ({ run: () => {}, stream: () => {} }) as never })
const url = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  await app.close()
  await a.close()
})

test('where there is no room for what is read for it, it is refused as the API refuses it', async () => {
  const grace = await newParty(a, 'person', 'Grace')
  const bank = await newParty(a, 'institution', 'Bank')
  for (let day = 1; day <= 30; day++) {
    const said = { from_party: grace.id, to_party: a.cooperative.id, ...cherry(50), note: 'x'.repeat(400) }
    const delivery = { id: uuidv7(), type: 'delivery', ...said, lawful_basis: 'consent' }
    const made = await grace.post('/v1/records', { ...delivery, occurred_at: at(START_MS - day * DAY_MS) })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
  }
  const given = { grantee: bank.id, purpose: PURPOSE, record_types: ['delivery'] }
  const grant = { id: uuidv7(), ...given, expires_at: at(START_MS + 200 * DAY_MS) }
  expect((await grace.post('/v1/grants', grant)).status).toBe(201)

  const lender = new Visitor(url)
  await lender.post('/lender', { token: bank.token })
  const search = `?purpose=${PURPOSE}&subject=${grace.id}`
  const read = async () => {
    const headers = { authorization: `Bearer ${bank.token}` }
    const byApi = await fetch(`${url}/v1/lender-view${search}`, { headers })
    await byApi.text()
    const byPage = await lender.get(`/lender/view${search}`)
    return [byApi.status, byPage.status]
  }
  expect(await read()).toEqual([200, 200])
  const others = {}
  expect(a.kernel.memory.hold(others, [], a.kernel.memory.most - 64 * KIB)).toBeNull()
  expect(await read()).toEqual([503, 503])
  a.kernel.memory.leave(others)
  expect(await read()).toEqual([200, 200])
})
