import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { OFFICE_ROUTES } from '../../src/office/addresses.ts'
import { COUNTER_TYPES } from '../../src/records/entry/fields.ts'
import { type Office, sureIn, type Visitor } from './office.ts'
import { polygonOf, rectangle } from './outlines.ts'

/** What somebody can name themselves: markup, a formula, letters that turn the line around, a word without an end. */
const HOSTILE = `<b>=HYPERLINK("x")</b> \u202Eevil\u202C ${'W'.repeat(70)}`

/** Settings, commands, and stores of objects: those who do not run the server cannot use them. */
export const OF_THE_SERVER = /GRANARY_[A-Z]|\bgranary [a-z-]+|\bbuckets?\b|(?<![\w-])--[a-z]|\b0 hours old/

/** Routes whose answer is a file. */
const FILES = [
  ...['GET /import/:id/rejects', 'GET /import/:id/map', 'GET /machine/support', 'GET /maps/:z/:x/:y'],
  ...['GET /payments/lists/:id/csv', 'GET /payments/lists/:id/copy', 'GET /payments/files/:id/rejects'],
  ...['GET /payments/maps/:map', 'GET /pictures/:sha256', 'GET /consent/:id/receipt/:grant/paper'],
]

type Filled = Pick<Office, 'call' | 'delivered' | 'did' | 'granted' | 'party'>

/** Two plots on each other, of two members, written over the page. */
async function plotted(office: Filled, manager: Visitor, member: string, name: string): Promise<void> {
  const neighbour = await office.party('person', 'Opio', '72')
  for (const [holder, west] of [
    [member, 32.500101],
    [neighbour, 32.500501],
  ] as const) {
    const fields: Record<string, string> = {
      // The token comes first: without it the rest is not read.
      form_token: await manager.formToken(),
      ...{ id: uuidv7(), plot: uuidv7(), name, country: 'UG', area_ha: '7', occurred_at: 'today' },
      ...{ lawful_basis: 'contract_performance' },
      outline: JSON.stringify(polygonOf(rectangle(west, 0.300101, west + 0.000901, 0.301001))),
    }
    const send = async () => {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      return manager.send(`/members/${holder}/new-plot`, form)
    }
    const { text } = await send()
    fields.sure = sureIn({ text })
    expect((await send()).status).toBe(303)
  }
}

/** A phone of the party that has sent, and reported about itself. @returns its id */
async function phoned({ call, did }: Filled, party: string, name: string, held_on?: string): Promise<string> {
  const { enrolment_code } = await did('device', 'enrol', '--party', party)
  const id = uuidv7()
  const { token } = await call(
    '/v1/devices',
    { id, name: name.slice(0, 80), platform: 'Android 14', ...(held_on && { held_on }) },
    enrolment_code,
  )
  const report = {
    waiting: 2,
    rejected: 1,
    oldest_waiting_at: '2026-05-01T08:00:00Z',
    client: name.slice(0, 64),
  }
  await call('/v1/sync/outbox', { records: [{ type: name }], report }, token)
  return id
}

/** A list of open amounts, and an operator's file that was read back with it: a row that waits, and one at another step. */
export async function paidTogether(manager: Visitor, name: string): Promise<{ list: string; file: string }> {
  const form_token = await manager.formToken()
  const list = uuidv7()
  expect((await manager.post('/payments/lists', { form_token, id: list })).status).toBe(303)
  const sent = async (transaction: string, charge: string) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ form_token, map: 'bulk' })) form.set(field, value)
    const headings = 'Payee Reference,Mobile Number,Payee Name,Amount,Charge,Status,Transaction ID,Completed'
    const reference = name.replaceAll('"', "'").slice(0, 60)
    const row = `"${reference}",0772000079,x,"5,000","${charge}",Successful,${transaction},25/11/2026 10:12`
    form.set('sheet', new File([`${headings}\n${row}`], `${name}.csv`))
    const { location } = await manager.send(`/payments/lists/${list}`, form)
    const path = String(location)
    for (;;) {
      const page = await manager.get(path)
      if (!page.headers.has('refresh')) return { path, page }
    }
  }
  const first = await sent('T1', '500')
  await manager.post(first.path, { form_token, act: 'write', sure: sureIn(first.page) })
  const { path } = await sent('T2', name.replaceAll('"', "'"))
  return { list, file: path.split('/').at(-1) as string }
}

/**
 * Fills an office so that every page of the table of routes has something on it.
 * @param name of the member, and whatever else somebody can name themselves
 * @returns the addresses of each route that answers with a page
 */
export async function everyPage(
  office: Filled,
  manager: Visitor,
  name = HOSTILE,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const addresses = new Map<string, readonly string[]>()
  const { did } = office
  const grace = await office.party('person', name, '71', '--phone', '+256772000071')
  const bank = await office.party('institution', 'Hills Sacco', 'S1')
  const { token } = await did('credential', 'issue', '--party', 'S1', '--kind', 'reader')
  const asked = uuidv7()
  const terms = { record_types: ['delivery'], expires_at: '2099-06-30T00:00:00Z', reason: name }
  const whom = { id: asked, about: { member_no: '71' }, purpose: 'credit_assessment' }
  await office.call('/v1/access-requests', { ...whom, ...terms }, token)
  const delivery = await office.delivered('71', '90 kg', '--location', name)
  const { id: lot } = await did(
    'record add lot --holder cooperative --crop maize_grain --date today',
    `--input ${delivery}:88 --quantity`,
    '88 kg',
  )
  await did('record add loss --cause drying --date today --lot', lot, '--quantity', '3 kg')
  await did(
    'record add custody_transfer --from cooperative --to S1 --date today',
    `--lot ${lot} --quantity`,
    '80 kg',
  )
  const grant = await office.granted('71', 'S1')
  await did(
    'delegation record --principal 71 --delegate cooperative --types harvest',
    '--acts assert --from 2026-01-01 --until 2099-01-01 --basis in_person_signature',
  )
  await did('objection lodge --subject 71 --purposes insurance --channel in_person')
  const phone = await phoned(office, 'cooperative', name)
  const held = await phoned(office, '71', name, phone)
  // Its page shows the code to the session that made it.
  const enrol = {
    form_token: await manager.formToken(),
    id: uuidv7(),
    act: 'enrol',
    carrier: 'member',
    party: '71',
  }
  const { location: enrolment } = await manager.post('/devices', enrol)
  const confirms = { ...enrol, id: uuidv7(), act: 'confirms', party: grace }
  const { location: confirming } = await manager.post('/devices', confirms)
  const { id: request } = await did('subject-access', 'open', '--party', '71')
  await plotted(office, manager, grace, name)
  const form = new FormData()
  form.set('form_token', await manager.formToken())
  form.set('sheet', new File([`Delivered;Farmer name;Kg\n1/6/2026;${name};many`], `${name}.csv`))
  const { location: sheet } = await manager.send('/import', form)
  await office.delivered('71', '90 kg', '--price', '170000 UGX')
  await did(
    'record add obligation --kind repay_loan --obligor 71 --obligee cooperative --date today',
    '--amount',
    '50000 UGX',
  )
  await did(
    'record add payment --payer cooperative --payee 71 --amount',
    '5000 UGX',
    '--method cash --purpose advance --date today',
  )
  const { list, file } = await paidTogether(manager, name)
  const ids: Readonly<Record<string, string>> = {
    'payments/lists': list,
    'payments/files': file,
    members: grace,
    consent: grace,
    readers: bank,
    records: delivery,
    lots: lot,
    access: request,
    requests: asked,
    import: String(sheet).split('/').at(-1) as string,
    devices: phone,
    receipt: delivery,
  }
  const whole: Readonly<Record<string, string>> = {
    '/devices/enrolment/:id': String(enrolment),
    '/lend': `/lend?who=${grace}`,
    '/consent/:id/receipt/:grant': `/consent/${grace}/receipt/${grant}`,
  }
  const more: Readonly<Record<string, readonly string[]>> = {
    '/members': ['/members?search=7'],
    '/members/cards': ['/members/cards?search=7', `/members/cards?member=${grace}`],
    '/search': ['/search?q=7'],
    '/devices/:id': [`/devices/${held}`],
    '/devices/enrolment/:id': [String(confirming)],
    '/reports': ['member', 'place', 'day'].map((by) => `/reports?by=${by}`),
    '/audit': ['/audit?member=71'],
    '/new-lot': ['/new-lot?crop=maize_grain'],
    '/payments': ['pay', 'receive', 'offset'].map((act) => `/payments?who=71&act=${act}`),
    '/new-member': ['/new-member?kind=institution'],
    '/records': ['/records?type=delivery&standing=any'],
  }
  for (const route of Object.keys(OFFICE_ROUTES)) {
    const [method, path] = route.split(' ') as [string, string]
    if (method !== 'GET' || FILES.includes(route)) continue
    const [, first = '', second] = path.split('/')
    const room = first === 'payments' ? `${first}/${second}` : first
    const own = path.endsWith(':type')
      ? COUNTER_TYPES.map((type) => path.replace(':type', type))
      : [whole[path] ?? path.replace(':id', () => ids[room] as string), ...(more[path] ?? [])]
    addresses.set(route, own)
  }
  return addresses
}
