import { afterAll, expect, test } from 'vitest'
import { openOffice, staffOf } from '../../support/office.ts'

/** A consent as a receipt: printed for the person at the office, and by the command. */

const office = await openOffice()
const { clerk } = await staffOf(office)
const grace: string = await office.party('person', 'Akello Grace', '7')
const ben: string = await office.party('person', 'Busulwa Ben', '8')
await office.party('institution', 'Hills Sacco', 'S1')
afterAll(() => office.service.stop())

const HASH = 'ab'.repeat(32)
const id = await office.granted('7', 'S1', `--channel written --evidence ${HASH}`)
const path = `/consent/${grace}/receipt/${id}`

test('each consent of a person has a link to its receipt, also when it has ended', async () => {
  expect((await clerk.get(`/consent/${grace}`)).text).toContain(`href="${path}"`)
  const page = await clerk.get(path)
  expect(page.status).toBe(200)
  for (const said of [
    'Receipt of a consent for Akello Grace',
    'in writing.',
    HASH,
    'You let Hills Sacco (institution, S1) see your deliveries with their prices until 30 June 2099.',
    'This consent is in force.',
    'For the cooperative',
    `Consent ${id}`,
  ])
    expect(page.text).toContain(said)
})

test('another person’s page has no such receipt, and no page has one of nothing', async () => {
  for (const other of [`/consent/${ben}/receipt/${id}`, `/consent/${grace}/receipt/${ben}`]) {
    const { status, text } = await clerk.get(other)
    expect(status).toBe(404)
    expect(text).not.toContain('Hills Sacco')
  }
})

test('the command prints the same, and the document with --json', async () => {
  const { code, out } = await office.said('grant', 'receipt', id)
  expect(code).toBe(0)
  for (const said of ['Receipt of a consent for Akello Grace', 'This consent is in force.', `Consent ${id}`])
    expect(out).toContain(said)
  const document = await office.did('grant', 'receipt', id)
  expect(document['@type']).toBe('dpv:ConsentReceipt')
  expect(document['dpv:hasRecordOfActivity']['dpv:hasDataController']).toMatchObject({
    'dpv:hasName': 'Hills Sacco',
  })
})
