import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { cli, json, type Said, temporaryFolder } from '../../support/command.ts'
import { openOffice } from '../../support/office.ts'

/** A party that only calls itself something, as a French reader of the command and of the office page sees its name. */

const NAME = 'Harvest Bank'
const office = await openOffice({ timeZone: 'Africa/Kampala' })
const { append, call, said } = office
const did: typeof office.did = async (...typed) => {
  const done = await office.did(...typed)
  expect(done.code, `${typed} ${done.err}`).toBe(0)
  return done
}
afterAll(() => office.service.stop())
afterEach(() => vi.unstubAllEnvs())

/** The cooperative took back what it wrote of it. */
const { party, record_id } = await did('party add --kind institution --phone +256772000001 --name', 'A slip')
const { token } = await did('credential issue --party', party)
await append('party', { party, kind: 'institution', display_name: NAME, phone: '+256772000001' }, token)
const grace = await office.party('person', 'Grace Nakato', '17')
const { id: delivery } = await append('delivery', {
  ...{ from_party: party, to_party: office.coop.cooperative, crop: 'maize_grain' },
  quantity: { value: 120, unit: 'kg' },
})
const { id: sold } = await append('delivery', {
  ...{ from_party: grace, to_party: office.coop.cooperative, crop: 'maize_grain' },
  quantity: { value: 80, unit: 'kg' },
})
const { enrolment_code } = await did('device enrol --party', party)
const device = uuidv7()
await call('/v1/devices', { id: device, name: 'Phone', platform: 'Android 14' }, enrolment_code)
const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
await did(
  `grant record --subject ${grace} --grantee ${party} --purpose credit_assessment`,
  `--types delivery --channel in_person --expires ${until}`,
)
await did(
  `delegation record --principal ${party} --delegate ${grace} --types delivery --acts assert`,
  `--from 2026-01-01 --until 2099-12-31 --basis organisational_bylaw`,
)
await call(`/v1/records/${sold}?purpose=credit_assessment`, undefined, token)
await did('record correct', sold, '--quantity', '81 kg')
await did('subject-access open --party', party)
await did('record retract', record_id, '--reason entered_in_error')
const request = uuidv7()
await call(
  '/v1/access-requests',
  {
    ...{ id: request, about: { phone: '+256772000001' }, purpose: 'credit_assessment' },
    ...{ record_types: ['delivery'], reason: 'A loan.' },
    ...{ occurred_from: '2025-01-01T00:00:00Z', occurred_to: '2026-01-01T00:00:00Z' },
    ...{ expires_at: '2099-12-31T00:00:00Z', keep_until: '2100-06-30T00:00:00Z' },
  },
  token,
)
const manager = await office.account('Kato', 'manager')
const identity = join(temporaryFolder(), 'identity')
writeFileSync(identity, (await did('backup key')).identity)
const place = `file:${join(temporaryFolder(), 'backups')}`
await did('backup create --to', place)
const restored = join(temporaryFolder(), 'restored')
expect(
  (await json('backup', 'restore', '--data', restored, '--from', place, '--identity', identity)).code,
).toBe(0)

const COMMANDS: readonly (readonly [string, readonly string[]])[] = [
  ['devices', ['device', 'list']],
  ['parties', ['party', 'others']],
  ['credentials', ['credential', 'list']],
  ['the status', ['status']],
  ['the audit log', ['audit']],
  ['the receipt', ['receipt', delivery]],
  ['the report', ['report', '--by', 'member', '--from', '2026-01-01', '--to', '2099-12-31']],
  ['requests for what is held', ['subject-access', 'list']],
  ['a request of a lender', ['access-request', 'show', request]],
  ['notifications', ['notifications', 'list']],
  ['the statement of a member', ['member', 'statement', grace]],
  ['a record', ['record', 'show', delivery]],
  ['records', ['record', 'list', 'delivery']],
  ['a grant', ['grant', 'list', '--subject', grace]],
  ['a backup', ['backup', 'read', '--member', party, '--from', place, '--identity', identity]],
]

const PAGES: readonly (readonly [string, string])[] = [
  ['today', '/today'],
  ['consent', '/consent'],
  ['consent of the party', `/consent/${grace}`],
  ['the party', `/members/${party}`],
  ['its cards', `/members/cards?member=${party}`],
  ['its tokens', `/readers/${party}`],
  ['devices', '/devices'],
  ['a device', `/devices/${device}`],
  ['records', '/records'],
  ['a record', `/records/${delivery}`],
  ['who must be told', '/to-tell'],
  ['requests', '/requests'],
  ['a request', `/requests/${request}`],
  ['the report', '/reports?by=member'],
  ['the audit log', '/audit'],
  ['what a member was told', `/members/${grace}/statement`],
]

/** Words of the English catalogue around a name, and a name that was printed as it is stored. */
const WRONG = /calls itself|not recorded by the cooperative|memberNo|\[object Object\]/

/** In French, the party is named so. */
const FRENCH = /se nomme "Harvest Bank"/

describe('in French', () => {
  const french = async (print: () => Promise<Said>) => {
    vi.stubEnv('GRANARY_LANGUAGE', 'fr')
    const { code, out, err } = await print()
    expect(code, err).toBe(0)
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(FRENCH)
    expect(`${out}${err}`).not.toMatch(WRONG)
  }
  test.each(COMMANDS)('the command prints %s', async (_what, typed) =>
    french(() => said(...(typed as [string]))),
  )
  test('the command prints what a restored folder permits', async () =>
    french(() => cli('backup', 'confirm', '--dry-run', '--data', restored)))
  test.each(PAGES)('the office page shows %s', async (_what, path) => {
    const { status, text } = await manager.get(path, { 'accept-language': 'fr' })
    expect(status, path).toBe(200)
    expect(text.replaceAll(/&quot;/g, '"')).toMatch(FRENCH)
    expect(text).not.toMatch(WRONG)
  })
})

test('for programs, the name is text, and a member beside it says whose word it is', async () => {
  vi.stubEnv('GRANARY_LANGUAGE', 'fr')
  const { credentials } = await did('credential list')
  const itself = { name: NAME, name_by: 'itself' }
  expect(credentials.find((one: { party: string }) => one.party === party)).toMatchObject(itself)
  const { devices } = await did('device list')
  expect(devices).toMatchObject([{ party_name: NAME, party_name_by: 'itself' }])
  expect(await did('receipt', delivery)).toMatchObject({ from: itself })
  const { grants_ending } = await did('status')
  expect(grants_ending).toMatchObject([{ subject_name: 'Grace Nakato', grantee_name: NAME }])
})
