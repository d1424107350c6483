import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')

/**
 * A phone on a bad link asks twice, because the first answer did not come; it uses the token that the second request brought,
 * and only then the first one is done.
 */
test('a registration that is done late does not end the token that the device uses by then', async () => {
  const { devices, credentials, ports } = a.kernel
  const { enrolment_code } = await a.tasks.run('device.enrol', 'test', {
    party: farmer.id,
    lifeMs: 3_600_000,
    sinceMs: null,
  })
  const draft = { id: uuidv7(), name: 'Phone', platform: 'Android 14' }
  const by = devices.admittedBy(enrolment_code)
  if (by === null) throw new Error('the code is not known')
  const { value } = await ports.submit(() => devices.register(by, draft))
  const token = value.token as string
  const late = ports.submit(() => devices.register(by, draft))
  // The request is let in at once, before any job is done.
  expect(credentials.verify(token)?.deviceId).toBe(draft.id)
  expect((await late).value.token).toBeUndefined()
  await ports.submit(() => {})
  expect(credentials.verify(token)?.deviceId).toBe(draft.id)
})
