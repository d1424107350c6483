import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { calling, founded, served } from '../../support/command.ts'

/** Phones, as a clerk meets them, beside the running service. */

const coop = await founded()
const { did, said } = coop
const service = await served(coop.data)
await coop.party('person', 'Grace Nakato', '17')
afterAll(() => service.stop())

const call = calling(service.url)

test('a phone is let in, listed and shut out, each by one command', async () => {
  const made = await did('device', 'enrol', '--party', '17', '--ttl', '30m')
  expect(made).toMatchObject({ code: 0, party_name: 'Grace Nakato (person, 17)' })
  // The service took any port that was free here, so its settings do not name it.
  expect(made.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
  expect(made.uri).toContain(`code=${made.enrolment_code}`)
  const id = uuidv7()
  const registered = await call('/v1/devices', made.enrolment_code, { id, name: 'Phone\u001b[31m' })
  const { token } = (await registered.json()) as { token: string }
  expect((await call('/v1/sync/changes', token)).status).toBe(200)
  const listed = await said('device', 'list')
  expect(listed.out).toMatch(
    new RegExp(`Phone\\[U\\+001B\\]\\[31m +Grace Nakato .* nothing yet +all until .* ${id}`),
  )
  expect(listed.out).not.toContain('\u001b')
  expect((await did('device', 'revoke', id)).code).toBe(0)
  expect((await call('/v1/sync/changes', token)).status).toBe(401)
  expect((await said('device', 'list')).out).toContain('revoked')
})

test('the code is drawn when that is asked for, and says where it leads', async () => {
  const drawn = await said('device', 'enrol', '--party', '17', '--qr', '--since', '2026-01-01')
  expect(drawn.code).toBe(0)
  expect(drawn.out).toMatch(
    /Code +gryenr_[\w-]+\nValid for +one device of Grace Nakato \(person, 17\), until/,
  )
  expect(drawn.out).toContain('█▀▀▀▀▀█')
  expect(drawn.err).toContain('Only this machine can reach that address.')
  expect((await said('device', 'enrol', '--party', '17')).out).not.toContain('█')
})

test('for the page /field the code is its address, which keeps the secret behind the #', async () => {
  const made = await did('device', 'enrol', '--party', '17', '--field')
  expect(made.field_url).toBe(`${made.url}/field#code=${made.enrolment_code}`)
  // Without TLS there is no certificate to install.
  expect(made).toMatchObject({ certificate_url: null, addresses: [made.url] })
  const { out, err } = await said('device', 'enrol', '--party', '17', '--field')
  expect(out).toMatch(/Open on the phone +http:\/\/127\.0\.0\.1:\d+\/field#code=gryenr_/)
  expect(out).toContain('█▀▀▀▀▀█')
  expect(err).toContain('Only this machine can reach that address.')
})

test('what a phone says of itself is in the list, as its word', async () => {
  const { enrolment_code } = await did('device', 'enrol', '--party', '17')
  const registered = await call('/v1/devices', enrolment_code, { id: uuidv7(), name: 'Field phone' })
  const { token } = (await registered.json()) as { token: string }
  const report = { waiting: 4, rejected: 2, client: 'field 7' }
  expect((await call('/v1/sync/outbox', token, { records: [], report })).status).toBe(200)
  expect((await said('device', 'list')).out).toMatch(/Field phone .* 4 waiting, 2 refused \(/)
})

test.each([
  [['device', 'enrol', '--party', '99'], 1, 'party list'],
  [['device', 'enrol', '--party', '17', '--ttl', '9d'], 2, '30m, 24h or 7d'],
  [['device', 'enrol', '--party', '17', '--since', 'soon'], 2, '2026-12-31'],
  [['device', 'enrol'], 2, '--party'],
  [['device', 'revoke', '019e9a3a-b800-7800-8b5b-6a00999539d2'], 1, 'device list'],
])('%j is refused with its remedy', async (args, code, remedy) => {
  const refused = await said(...args)
  expect(refused.code).toBe(code)
  expect(refused.err).toContain(remedy)
})
