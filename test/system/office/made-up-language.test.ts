import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OFFICE_ROUTES } from '../../../src/office/addresses.ts'
import { COUNTER_TYPES } from '../../../src/records/entry/fields.ts'
import { started, withSettings } from '../../support/child-programs.ts'
import { founded } from '../../support/command.ts'
import { ANSWERS_AT, addressIn, heard } from '../../support/heard.ts'
import { MADE_UP, programWithMadeUp, wordsOutside } from '../../support/made-up.ts'
import { type Office, officeOf, staffOf, type Visitor } from '../../support/office.ts'

interface Service {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** A service whose program was built with that folder. */
async function servedByOther(data: string): Promise<Service> {
  const program = await programWithMadeUp()
  const env = withSettings({ GRANARY_MIN_FREE_BYTES: '0', GRANARY_LOG_LEVEL: 'error' })
  const args = [program, 'serve', '--data', data, '--listen', '127.0.0.1:0']
  const child = spawn(process.execPath, args, { env })
  const url = addressIn(await heard(started(child)).says(ANSWERS_AT))
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Addresses that lead on, or give a file. */
const NO_PAGE = ['/machine/support', '/go-on']

let office: Office<Service>
let manager: Visitor
const addresses: string[] = []

beforeAll(async () => {
  const coop = await founded()
  office = officeOf(coop, await servedByOther(coop.data))
  manager = (await staffOf(office)).manager
  const sent = { form_token: await manager.formToken(), act: 'language', language: MADE_UP }
  expect((await manager.post('/account', sent)).status).toBe(303)
  const { did } = office
  const grace = await office.party('person', 'Nakato', '71')
  const bank = await office.party('institution', 'Sacco', 'S1')
  const { token } = await did('credential', 'issue', '--party', 'S1', '--kind', 'reader')
  const asked = uuidv7()
  const terms = { record_types: ['delivery'], expires_at: '2099-06-30T00:00:00Z', reason: 'Mbeu' }
  const whom = { id: asked, about: { member_no: '71' }, purpose: 'credit_assessment' }
  await office.call('/v1/access-requests', { ...whom, ...terms }, token)
  const deliver = 'record add delivery --from 71 --to cooperative --crop maize_grain --date today'
  const { id: delivery } = await did(deliver, '--quantity', '90 kg')
  const { id: lot } = await did(
    'record add lot --holder cooperative --crop maize_grain --date today',
    `--input ${delivery}:88 --quantity`,
    '88 kg',
  )
  await did('record add loss --cause drying --date today --lot', lot, '--quantity', '3 kg')
  await did(
    'grant record --subject 71 --grantee S1 --purpose credit_assessment',
    '--types delivery --expires 2099-06-30 --channel in_person',
  )
  await did(
    'delegation record --principal 71 --delegate cooperative --types harvest',
    '--acts assert --from 2026-01-01 --until 2099-01-01 --basis in_person_signature',
  )
  await did('objection lodge --subject 71 --purposes insurance --channel in_person')
  await did('device', 'enrol', '--party', '71')
  const { id: request } = await did('subject-access', 'open', '--party', '71')
  const ids: Readonly<Record<string, string>> = {
    members: grace,
    consent: grace,
    readers: bank,
    records: delivery,
    lots: lot,
    access: request,
    requests: asked,
  }
  for (const route of Object.keys(OFFICE_ROUTES)) {
    const [method, path] = route.split(' ') as [string, string]
    const [, room] = path.split('/') as [string, string]
    if (method !== 'GET' || room === 'import' || NO_PAGE.includes(path)) continue
    const own = path.endsWith(':type')
      ? COUNTER_TYPES.map((type) => path.replace(':type', type))
      : [path.replace(':id', () => ids[room] as string)]
    addresses.push(...own)
  }
})
afterAll(() => office?.service.stop())

/** What a page shows as text. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<(style|script|svg|code|pre)\b.*?<\/\1>/gs, ' ')
    // Countries are named by the engine.
    .replaceAll(/<select id="country".*?<\/select>/gs, ' ')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/&\w+;/g, ' ')

/** What people wrote, names of accounts and users, codes of the audit log, and what is the same in every language. */
const DATA =
  /^(Kahawa|Cooperative|Nakato|Sacco|Mbeu|kg|ha|UTC|http|root|The|manager|clerk|auditor|day|crop|English|Français|Kiswahili|Made|up)$/

test('a language is a file: every page is in it, and nothing else is on a page', async () => {
  const found: Record<string, string[]> = {}
  for (const path of addresses) {
    const { status, text } = await manager.get(path)
    if (status === 303) continue
    expect(text, path).toContain('⟦')
    const words = wordsOutside(textOf(text)).filter((word) => !DATA.test(word))
    if (words.length > 0) found[path] = words
  }
  expect(found).toEqual({})
})
