import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, Option } from 'commander'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draftSchemas } from '../../../src/domain/record.ts'
import { GRANTABLE_TYPES, RECORD_TYPES, type RecordType } from '../../../src/domain/types/index.ts'
import { LENDER_ROUTES, OFFICE_ROUTES } from '../../../src/office/addresses.ts'
import { makeProgram } from '../../../src/program.ts'
import { SMALL } from '../../support/clients/importer/support.ts'
import { isBuilt, PROGRAM, temporaryFolder } from '../../support/command.ts'
import { hostileValue } from '../../support/hostile-value.ts'
import { type Office, openOffice, type Page, Visitor } from '../../support/office.ts'
import { filesIn } from '../../support/office-pack.ts'
import { paidTogether } from '../../support/office-pages.ts'
import { soon } from '../../support/soon.ts'
import { deceptionIn, HOSTILE, SEEN } from '../../support/strange-text.ts'

/**
 * Every page, letter, sheet and command, with a hostile name in every field that takes one: nothing that deceives is in what it
 * says. Pages, fields, record types and commands are those that there are, so that a new one is walked too.
 */

let office: Office
let manager: Visitor
let lender: Visitor
let form_token: string
/** By the first part of an address. */
const ids: Record<string, string> = {}
/** One of each type. */
const records = {} as Record<RecordType, string>
const sheets: string[] = []

beforeAll(async () => {
  if (!isBuilt) return
  office = await openOffice({}, [process.execPath, PROGRAM])
  await peopled()
  await recorded()
  await opened()
})
afterAll(() => office?.service.stop())

/** Somebody of each kind, and the accounts, all with the same name. */
async function peopled(): Promise<void> {
  manager = await office.account(HOSTILE, 'manager')
  form_token = await manager.formToken()
  for (const [room, kind] of [
    ['members', 'person'],
    ['readers', 'institution'],
  ] as const)
    ids[room] = await office.party(kind, HOSTILE, `${HOSTILE}${kind}`.slice(0, 40))
  ids.consent = ids.members as string
}

const REFERENCES: Readonly<Record<string, () => string>> = {
  party: () => ids.members as string,
  same_as: () => ids.readers as string,
  to_party: () => office.coop.cooperative,
  obligee: () => office.coop.cooperative,
  payee: () => office.coop.cooperative,
  filed_by: () => office.coop.cooperative,
  lot_id: () => records.lot,
  delivery_id: () => records.delivery,
  payment_id: () => records.payment,
  obligation_id: () => records.obligation,
  target_id: () => records.loss,
}
const idOf = (member: string): string =>
  REFERENCES[member]?.() ?? (member.endsWith('id') || member === 'plot' ? uuidv7() : (ids.members as string))

async function recorded(): Promise<void> {
  const { token } = await office.did('credential issue --kind party --party', ids.members as string)
  const first: readonly RecordType[] = ['harvest', 'lot', 'obligation', 'delivery']
  for (const type of [...first, ...RECORD_TYPES.filter((one) => !first.includes(one))]) {
    const draft = hostileValue('', draftSchemas[type], idOf) as Record<string, unknown>
    // A signature on paper is recorded by the office alone. A party cannot confirm its own delivery, payment or debt.
    delete draft.signed_by
    // The older names of two members are refused beside the newer ones.
    delete draft.reference_number
    delete draft.verification_number
    records[type] = (
      await office.call('/v1/records', draft, type.endsWith('_confirmation') ? token : undefined)
    ).id
  }
  Object.assign(ids, { records: records.delivery, lots: records.lot, receipt: records.delivery })
}

async function opened(): Promise<void> {
  const { did } = office
  const reader = ids.readers as string
  const { token } = await did('credential', 'issue', '--party', reader, '--kind', 'reader')
  ids.token = token
  await office.granted(ids.members as string, reader, '--types', GRANTABLE_TYPES.join(','))
  await did(
    'delegation record --types harvest --acts assert --from 2026-01-01',
    `--until 2099-01-01 --basis in_person_signature --principal ${ids.members}`,
    `--delegate ${reader}`,
  )
  await did('objection lodge --purposes insurance --channel in_person --subject', ids.members as string)
  const { enrolment_code } = await did('device', 'enrol', '--party', ids.members as string)
  ids.devices = uuidv7()
  const device = { id: ids.devices, name: HOSTILE.slice(0, 80), platform: HOSTILE.slice(0, 80) }
  const phone = await office.call('/v1/devices', device, enrolment_code)
  const report = { waiting: 1, rejected: 1, client: HOSTILE.slice(0, 64) }
  await office.call('/v1/sync/outbox', { records: [], report }, phone.token)
  ids.access = (await did('subject-access', 'open', '--party', ids.members as string)).id
  ids.requests = uuidv7()
  await office.call(
    '/v1/access-requests',
    {
      ...{
        id: ids.requests,
        about: { member_no: HOSTILE.slice(0, 40) },
        purpose: 'credit_assessment',
        record_types: ['delivery'],
      },
      ...{ expires_at: '2099-06-30T00:00:00Z', reason: HOSTILE },
    },
    token,
  )
  await office.call('/v1/inferences', {
    ...{ id: uuidv7(), model_id: HOSTILE, model_version: HOSTILE, inputs: [records.delivery] },
    ...{
      output: { name: HOSTILE, value: 5, unit: HOSTILE },
      occurred_at: '2026-06-27T09:00:00Z',
      lawful_basis: 'special_data_consent',
    },
  })
  const paid = await paidTogether(manager, HOSTILE)
  Object.assign(ids, { 'payments/lists': paid.list, 'payments/files': paid.file })
  lender = new Visitor(office.url)
  expect((await lender.post('/lender', { token })).status).toBe(303)
  // One with a question, and one with a row at fault.
  for (const isMapped of [false, true]) {
    const form = new FormData()
    form.set('form_token', form_token)
    form.set(
      'sheet',
      new File([`Day;${HOSTILE};Weight;Farm\n1/6/2026;${HOSTILE};${HOSTILE};${HOSTILE}`], `${HOSTILE}.csv`),
    )
    if (isMapped)
      form.set('map', new File([JSON.stringify({ ...SMALL, csv: { delimiter: ';' } })], 'map.json'))
    const { location } = await manager.send('/import', form)
    await soon(async () => expect((await manager.get(String(location))).headers.has('refresh')).toBe(false))
    sheets.push(String(location).split('/').at(-1) as string)
  }
}

/** The files of a lot's pack that people read. */
async function packed(): Promise<void> {
  const answer = await fetch(`${office.url}/lots/${records.lot}/pack`, {
    method: 'POST',
    body: new URLSearchParams({ form_token }),
    headers: { cookie: manager.cookie, 'sec-fetch-site': 'same-origin' },
  })
  for (const [name, text] of Object.entries(filesIn(new Uint8Array(await answer.arrayBuffer()))))
    if (/\.(txt|csv|md|html)$/.test(name)) said.push([name, text])
  expect(said.length).toBeGreaterThan(1)
}

const said: [where: string, text: string][] = []
const listen = (where: string, { status, text }: Page): Page => {
  expect(status, `${where} ${text.slice(0, 300)}`).toBeLessThan(500)
  said.push([where, text])
  return { status, text } as Page
}
/** @returns how many of them had the name */
function judged(): number {
  const heard = said.splice(0)
  expect(
    heard.map(([where, text]) => [where, deceptionIn(text)]).filter(([, found]) => found !== null),
  ).toEqual([])
  return heard.filter(([, text]) => text.includes(SEEN)).length
}

/** Addresses of a route, with what is there. */
function addressesOf(path: string): string[] {
  const room = path.split('/')[1] as string
  if (path.includes(':type')) return RECORD_TYPES.map((type) => path.replace(':type', type))
  if (path.includes(':map')) return [path.replace(':map', 'bulk')]
  if (!path.includes(':id')) return [path]
  const every =
    room === 'records' || room === 'receipt'
      ? Object.values(records)
      : room === 'import'
        ? sheets
        : [ids[room === 'payments' ? path.split('/').slice(1, 3).join('/') : room] as string]
  return every.map((id) => path.replace(':id', id))
}
/** An import and an operator's file have their own steps; the others end or make something. */
const LEFT_OUT = ['/sign-out', '/lots/:id/pack', '/import/:id', '/payments/files/:id', '/machine']
const MORE = 'search who holder producer member party since until crop place name'.split(' ')
const typed = `?${new URLSearchParams(MORE.map((name) => [name, HOSTILE]))}`
const REPORTS = ['crop', 'member', 'place', 'day'].flatMap((by) => [
  `/reports?by=${by}`,
  `/reports?by=${by}&csv=1`,
])

describe.skipIf(!isBuilt)('text that somebody else wrote (skipped if not built)', () => {
  test('the pages of the office, and what they say of forms', async () => {
    const names = new Map<string, string>()
    const visited = async (path: string) => {
      const page = listen(path, await manager.get(path))
      for (const [, tag] of page.text.matchAll(/<(?:input|select|button)\b([^>]*)/g)) {
        const [, name] = / name="([^"]+)"/.exec(tag as string) ?? []
        if (name !== undefined) names.set(name, /type="hidden"/.test(tag as string) ? '' : HOSTILE)
      }
    }
    const routes = Object.keys(OFFICE_ROUTES).map((route) => route.split(' ') as [string, string])
    // A tile of a map is a picture, and has no text.
    const pages = routes.filter(([method, path]) => method === 'GET' && !path.startsWith('/maps/'))
    const paths = pages.flatMap(([, path]) => addressesOf(path))
    for (const path of [...paths, ...paths.map((one) => one + typed), ...REPORTS, `/members?search=${SEEN}`])
      await visited(path)
    await packed()
    expect(judged()).toBeGreaterThan(60)

    const fields = Object.fromEntries([...names].filter(([name, value]) => value !== '' && name !== 'edit'))
    for (const [method, path] of routes) {
      if (method !== 'POST' || LEFT_OUT.includes(path)) continue
      for (const address of addressesOf(path)) {
        const sent = { ...fields, form_token, id: uuidv7() }
        for (const form of [sent, { ...sent, act: 'add' }, { form_token, id: uuidv7(), name: HOSTILE }])
          listen(`POST ${address}`, await manager.post(address, form))
      }
    }
    expect(judged()).toBeGreaterThan(30)
  })

  test('the pages of lenders, and the view as text', async () => {
    const view = `?purpose=credit_assessment&subject=${ids.members}`
    for (const route of Object.keys(LENDER_ROUTES)) {
      const [method, path] = route.split(' ') as [string, string]
      if (method === 'GET') for (const more of ['', view]) listen(path, await lender.get(path + more))
      else if (path !== '/lender/sign-out') {
        const token = await lender.formToken('/lender/requests')
        listen(
          route,
          await lender.post(path, {
            form_token: token,
            id: uuidv7(),
            name: HOSTILE,
            member_no: HOSTILE,
            phone: HOSTILE,
            reason: HOSTILE,
            purpose: HOSTILE,
          }),
        )
      }
    }
    for (const query of ['?purpose=credit_assessment', view]) {
      const headers = { authorization: `Bearer ${ids.token}`, accept: 'text/plain' }
      const answer = await fetch(`${office.url}/v1/lender-view${query}`, { headers })
      listen(`text ${query}`, { status: answer.status, text: await answer.text() } as Page)
    }
    expect(judged()).toBeGreaterThan(3)
  })

  /** Commands that ask, serve, or make whole folders. */
  const NOT_RUN =
    'setup init serve demo rebuild backup completion man openapi doctor support-bundle tls clock'.split(' ')

  /** Flags that name where something is read or written. */
  const ELSEWHERE = ['--data', '--out', '--rejects', '--map', '--point', '--export']

  test('the commands: what they print, and what they write', async () => {
    process.env.GRANARY_TOKEN = ids.token as string
    const leaves = (command: Command, path: readonly string[]): [Command, string[]][] =>
      command.commands.length === 0
        ? [[command, [...path]]]
        : command.commands.flatMap((one) => leaves(one, [...path, one.name()]))
    const folder = temporaryFolder()
    // What a command writes beside itself goes with the rest.
    process.chdir(folder)
    const sheet = join(folder, 'sheet.csv')
    writeFileSync(sheet, `Delivered,${HOSTILE},Kg\n1/6/2026,${HOSTILE},many\n`)
    const givenFor = (name: string, path: readonly string[]): string => {
      if (/party|subject|grantee|principal|delegate|keep|duplicate|holder|producer|^from$|^to$/.test(name))
        return ids.members as string
      if (name === 'id' || name === 'record' || name === 'lot')
        return path.includes('lot') || name === 'lot'
          ? records.lot
          : path[0] === 'subject-access'
            ? (ids.access as string)
            : path[0] === 'access-request'
              ? (ids.requests as string)
              : records.delivery
      if (name === 'purpose' || name === 'purposes') return 'credit_assessment'
      if (name === 'url') return office.url
      if (name === 'file') return sheet
      return HOSTILE
    }
    const ran = new Set<string>()
    const run = async (...args: string[]) => {
      const { out, err } = await office.said(...args)
      said.push([args.join(' '), out + err])
    }
    const withParty = ['--subject', ids.members as string]
    for (const form of [[], ['--json']]) {
      await run('member', 'statement', ids.members as string, ...form)
      for (const whose of [[], withParty])
        await run('lender-view', '--purpose', 'credit_assessment', '--url', office.url, ...whose, ...form)
      await run(
        'subject-access',
        'answer',
        ids.access as string,
        '--out',
        join(folder, `answer${form}`),
        ...form,
      )
    }
    for (const [command, path] of leaves(makeProgram(), [])) {
      if (NOT_RUN.includes(path[0] as string)) continue
      const flag = (one: Option): string[] => [
        one.long as string,
        one.argChoices?.[0] ?? givenFor(one.attributeName(), path),
      ]
      const needed = [
        ...command.registeredArguments
          .filter(({ required }) => required)
          .map((one) => one.argChoices?.[0] ?? givenFor(one.name(), path)),
        ...command.options.filter(({ mandatory }) => mandatory).flatMap(flag),
      ]
      const more = command.options
        .filter(({ long, required }) => required && !ELSEWHERE.includes(long as string))
        .flatMap(flag)
      for (const args of [needed, needed.map(() => HOSTILE), [...needed, ...more], [...needed, '--json']])
        await run(...path, ...args)
      ran.add(path.join(' '))
    }
    for (const file of readdirSync(folder).filter((name) => name.startsWith('answer')))
      said.push([file, readFileSync(join(folder, file), 'utf8')])
    delete process.env.GRANARY_TOKEN
    expect(ran.size).toBeGreaterThan(40)
    expect(judged()).toBeGreaterThan(30)
  })
})
