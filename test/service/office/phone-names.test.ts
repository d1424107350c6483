import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { openOffice, staffOf } from '../../support/office.ts'

/** Names of phones, as the office changes them on their pages. */

const office = await openOffice()
const { manager } = await staffOf(office)
afterAll(() => office.service.stop())

test("a new name for a member's phone leaves the member who carries it; another person is one by name alone", async () => {
  const grace = await office.party('person', 'Grace Nakato', '71')
  const { enrolment_code } = await office.did('device', 'enrol', '--party', '71')
  const id = uuidv7()
  await office.call('/v1/devices', { id, name: 'Android 14' }, enrolment_code)
  const named = async (name: string, usedBy: string) => {
    const form_token = await manager.formToken()
    await manager.post('/devices', { form_token, act: 'name', device: id, name, usedBy })
    const { devices } = await office.did('device', 'list')
    return devices.find((device: { id: string }) => device.id === id)
  }
  expect(await named('Phone 9', 'Grace Nakato')).toMatchObject({
    name: 'Phone 9',
    used_by: { name: 'Grace Nakato', party: grace },
  })
  expect((await named('Phone 9', 'Peter Okot')).used_by).toEqual({ name: 'Peter Okot' })
})
