import { chmodSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Coop, cli, founded, json, served } from '../../support/command.ts'

/** Phones and the doctor, as a clerk meets them, beside the running service. */

let coop: Coop
let service: Awaited<ReturnType<typeof served>>
const did = (...args: string[]) => json(...args, '--data', coop.data)
const said = (...args: string[]) => cli(...args, '--data', coop.data)
beforeAll(async () => {
  coop = await founded()
  service = await served(coop.data)
  await did('party', 'add', '--kind', 'person', '--name', 'Grace Nakato', '--member-no', '17')
})
afterAll(() => service.stop())

const call = (path: string, token: string, body?: object) =>
  fetch(`${service.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

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

test('the doctor numbers its checks, and a fault comes with what to do', async () => {
  const healthy = await did('doctor')
  expect(healthy).toMatchObject({ code: 0, healthy: true })
  chmodSync(coop.data, 0o755)
  const found = await said('doctor')
  chmodSync(coop.data, 0o700)
  expect(found.code).toBe(1)
  expect(found.out).toMatch(/^1\. FAULT .*\n.*Other users.*\n +Close it: chmod go=/)
  expect(found.out).toMatch(/^2\. ok {4}the database answers/m)
})
