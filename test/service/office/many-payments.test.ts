import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Document, isBuilt, PROGRAM, temporaryFolder } from '../../support/command.ts'
import {
  fieldIn,
  type Office,
  openOffice,
  type Page,
  staffOf,
  sureIn,
  type Visitor,
} from '../../support/office.ts'

/** Payments to many members at the office page: the list, the operator's file, and the rows that wait. */

const read = ({ text }: Page): string =>
  text
    .replace(/<header>.*?<\/header>/s, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ')

const HEADINGS = 'Payee Reference,Mobile Number,Payee Name,Amount,Charge,Status,Transaction ID,Completed'
const row = (reference: string, phone: string, amount: string, state: string, number: string, fee = '500') =>
  `${reference},${phone},NAME,"${amount}",${fee},${state},${number},25/11/2026 10:12`

describe.skipIf(!isBuilt)('many payments (skipped if not built)', () => {
  let office: Office
  let clerk: Visitor
  let auditor: Visitor
  const references = new Map<string, string>()
  let list = ''
  const payments = async (): Promise<Document[]> =>
    (await office.did('record', 'list', 'payment', '--standing', 'any')).records
  const post = async (path: string, fields: Record<string, string>) =>
    clerk.post(path, { form_token: await clerk.formToken(), ...fields })
  const made = async (fields: Record<string, string> = {}) =>
    post('/payments/lists', { id: uuidv7(), ...fields })

  beforeAll(async () => {
    office = await openOffice({ country: 'UG', timeZone: 'Africa/Kampala' }, [process.execPath, PROGRAM])
    const staff = await staffOf(office)
    clerk = staff.clerk
    auditor = staff.auditor
    for (const [name, number, phone] of [
      ['Akello Sarah', '17', '+256772000001'],
      ['Byaruhanga John', '21', '+256772000002'],
      ['Chebet Ruth', '34', '+256772000003'],
      ['Without Telephone', '40', ''],
    ] as const)
      await office.party('person', name, number, ...(phone === '' ? [] : ['--phone', phone]))
    for (const [from, price, crop, date] of [
      ['17', '200000 UGX', 'beans_dry', '2026-11-20'],
      ['17', '40000 UGX', 'maize_grain', '2026-11-02'],
      ['21', '98000 UGX', 'beans_dry', '2026-11-20'],
      ['34', '135000 UGX', 'beans_dry', '2026-11-20'],
      ['34', '7 USD', 'beans_dry', '2026-11-20'],
      ['40', '10 UGX', 'beans_dry', '2026-11-20'],
    ] as const)
      await office.delivered(
        from,
        '100 kg',
        `--crop ${crop} --date ${date} --basis special_data_consent --price`,
        price,
      )
  })
  afterAll(() => office?.service.stop())

  async function upload(
    lines: readonly string[],
    more: Record<string, string> = {},
    to = list,
    name = 'nov.csv',
  ) {
    const form = new FormData()
    form.set('form_token', await clerk.formToken())
    form.set('map', 'bulk')
    for (const [field, text] of Object.entries(more))
      form.set(field, field === 'own' ? new File([text], 'own.json') : text)
    form.set('sheet', new File([[HEADINGS, ...lines].join('\n')], name))
    return clerk.send(`/payments/lists/${to}`, form)
  }
  /** The page of a file once its step is done: on a busy machine, a form is answered while the step still runs. */
  async function settled(path: string): Promise<Page & { readonly path: string }> {
    for (;;) {
      const page = await clerk.get(path)
      if (!page.headers.has('refresh')) return { ...page, path }
    }
  }
  async function shown(sent: Page): Promise<Page & { readonly path: string }> {
    expect(sent.status, read(sent)).toBe(303)
    return settled(String(sent.location))
  }
  async function brought(text: string) {
    const form = new FormData()
    form.set('form_token', await clerk.formToken())
    form.set('id', uuidv7())
    form.set('copy', new File([text], 'copy.json'))
    const page = await shown(await clerk.send('/payments/lists', form))
    return page.status === 303
      ? { ...(await clerk.get(String(page.location))), path: String(page.location) }
      : page
  }
  const act = async (page: { path: string; text: string }, name: string, sure = sureIn(page)) =>
    shown(await post(page.path, { act: name, ...(sure === '' ? {} : { sure }) }))
  const written = async (lines: readonly string[], more = {}) =>
    act(await shown(await upload(lines, more)), 'write')

  test('a list is chosen by currency, crop, period and purpose, and made once', async () => {
    expect((await auditor.post('/payments/lists', {})).status).toBe(403)
    expect((await made({ currency: 'XXQ' })).status).toBe(422)
    expect((await made({ crop: 'nothing like it' })).status).toBe(422)
    expect((await made({ since: 'soonish' })).status).toBe(422)
    const nothing = await made({ since: '2026-12-01' })
    expect([nothing.status, read(nothing)]).toEqual([422, expect.stringContaining('nothing to pay')])
    const empty = await clerk.get('/payments/many')
    expect(read(empty)).toContain('No list has been made.')
    expect(empty.text).toMatch(/<input value="UGX"[^>]* name="currency"/)

    const beans = await clerk.get(
      String((await made({ currency: 'ugx', crop: 'beans_dry', purpose: 'second_payment' })).location),
    )
    expect(read(beans)).toContain('3 payments to make: UGX 433,000.')
    expect(read(beans)).toContain('second payment')
    expect(read(beans)).toContain('no telephone number')
    expect(read(beans)).not.toContain('USD')

    const id = uuidv7()
    const first = await made({ id, currency: 'UGX', since: '1/11/2026', until: '30/11/2026' })
    expect(first.location).toBe(`/payments/lists/${id}`)
    expect((await made({ id, currency: 'USD' })).location).toBe(`/payments/lists/${id}`)
    expect(read(await clerk.get(`/payments/lists/${id}`))).toContain('3 payments to make: UGX 473,000.')
    const csv = await clerk.get(`/payments/lists/${id}/csv`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.text.replaceAll(/P[0-9A-Z]{11}/g, 'REFERENCE')).toBe(
      [
        'member_no,name,telephone,amount,currency,reference',
        '17,Akello Sarah,+256772000001,240000,UGX,REFERENCE',
        '21,Byaruhanga John,+256772000002,98000,UGX,REFERENCE',
        '34,Chebet Ruth,+256772000003,135000,UGX,REFERENCE',
        '',
      ].join('\n'),
    )
    for (const line of csv.text.split('\n').slice(1, -1))
      references.set(line.split(',')[0] ?? '', line.split(',')[5] ?? '')
    list = id
    // The copy that the command would have kept is the same.
    const file = join(temporaryFolder(), 'command.csv')
    const command = await office.did('payment open --currency UGX --since 2026-11-01 --out', file)
    const copy = JSON.parse((await clerk.get(`/payments/lists/${id}/copy`)).text)
    expect(copy).toEqual(JSON.parse(readFileSync(command.copy, 'utf8')))
    expect(await payments()).toEqual([])
  })

  const us = (no: string) => references.get(no) ?? ''
  const file = () => [
    row(us('17'), '0772 000 001', '240,000', 'Successful', 'T1', '1500'),
    row(us('21'), '256772000002', '98,000', 'Failed', 'T2'),
    row(us('34'), '+256 772 000003', '135,000', 'Reversed', 'T3'),
    row('', '256772000009', '5,000', 'Successful', 'T4'),
    row('=HYPERLINK(1)', '256772000001', '-5', 'Successful', 'T5'),
  ]

  test('an operator’s file shows what each row would do, and writes what was agreed, once', async () => {
    const page = await shown(await upload(file()))
    const text = read(page)
    expect(text).toContain('Nothing has been saved yet.')
    expect(text).toContain('Will be recorded as paid 1')
    expect(text).toContain('Paid and reversed: will be recorded and retracted 1')
    expect(text).toContain('Failed: not paid 1')
    expect(text).toContain('Waits for a decision 2')
    expect(text).toContain('To record as paid: UGX 240,000.')
    expect(text).toContain('Fees, which are in no payment: UGX 1,500.')
    expect(text).toMatch(/Will be recorded as paid Akello Sarah produce/i)
    expect(await payments()).toEqual([])
    expect(read(await clerk.get('/payments/waiting'))).toContain('No row waits.')

    // Without the seal, or with another one, nothing is written.
    await post(page.path, { act: 'write' })
    await settled(page.path)
    await post(page.path, { act: 'write', sure: 'x' })
    await settled(page.path)
    expect(await payments()).toEqual([])

    const done = await act(page, 'write')
    expect(read(done)).toContain('Recorded as paid 1')
    expect((await payments()).map(({ reference }) => reference).sort()).toEqual(['T1', 'T3'])
    await act(page, 'write')
    expect(await payments()).toHaveLength(2)
    const rejects = await clerk.get(`${page.path}/rejects`)
    expect(rejects.text).toContain('T4')
    expect(rejects.text).toContain(`'=HYPERLINK`)

    // Last week's file writes nothing, and its rows wait once.
    const again = await shown(await upload(file(), {}, list, 'again.csv'))
    expect(read(again)).toContain('Recorded before: nothing changes 2')
    expect(read(again)).not.toContain('Will be recorded')
    await act(again, 'write')
    expect(await payments()).toHaveLength(2)
    expect(read(await clerk.get('/payments/many'))).toContain('2 rows wait for a decision')
  })

  test('what changed since the preview is shown again before anything is written', async () => {
    const page = await shown(await upload([row(us('21'), '256772000002', '98,000', 'Successful', 'T6')]))
    expect(read(page)).toContain('Will be recorded as paid 1')
    await office.did(
      'record add payment --payer cooperative --payee 21 --amount',
      '98000 UGX',
      '--method mobile_money --purpose produce --date 2026-11-25 --reference t6',
    )
    const late = await post(page.path, { act: 'write', sure: sureIn(page) })
    const now = await settled(page.path)
    expect(read(late.status === 303 ? now : late)).toContain('Something changed')
    expect(read(now)).toContain('Recorded before: nothing changes 1')
    expect((await payments()).filter(({ reference }) => /t6/i.test(reference))).toHaveLength(1)
  })

  test('a row that waits is paid by hand, or set aside and put back', async () => {
    const waiting = await clerk.get('/payments/waiting')
    expect(read(waiting)).toContain('No row of the list has its reference')
    const keys = [...waiting.text.matchAll(/waiting=([0-9a-f]+)/g)].map((match) => match[1] ?? '')
    expect(keys).toHaveLength(2)
    const key = keys[0] as string
    const search = await clerk.get(`/payments?waiting=${key}`)
    expect(read(search)).toContain('T4')
    expect(search.text).toContain('value="+256772000009"')
    const form = await clerk.get(`/payments?who=34&waiting=${key}`)
    expect(form.text).toContain('value="5000 UGX"')
    const fields = {
      ...{ id: fieldIn(form, 'id'), who: fieldIn(form, 'who'), act: 'pay', waiting: key, amount: '5000 UGX' },
      ...{ occurred_at: '2026-11-25', method: 'mobile_money', purpose: 'advance', reference: 'T4' },
    }
    const look = await post('/payments', fields)
    expect(look.status, read(look)).toBe(200)
    const done = await post('/payments', { ...fields, sure: sureIn(look) })
    expect(done.location).toBe('/payments/waiting')
    expect((await payments()).filter(({ reference }) => reference === 'T4')).toHaveLength(1)
    expect(read(await clerk.get('/payments/waiting'))).not.toContain('T4')

    const other = keys[1] as string
    await post('/payments/waiting', { key: other, act: 'set_aside' })
    await post('/payments/waiting', { key: 'nothing', act: 'set_aside' })
    const aside = await clerk.get('/payments/waiting')
    expect(read(aside)).toContain('No row waits.')
    expect(read(aside)).toContain('1 row was set aside')
    // The same file brings back neither.
    await written(file())
    expect(read(await clerk.get('/payments/waiting'))).toContain('No row waits.')
    await post('/payments/waiting', { key: other, act: 'put_back' })
    expect(read(await clerk.get('/payments/waiting'))).toContain('T5')
    expect(read(await clerk.get('/today'))).toMatch(/rows? of (an )?operator’?s?’? files? waits? .*Decide/)
  })

  test('a payment that was recorded before its row was decided is shown with the row', async () => {
    await written([row('', '256772000009', '6,000', 'Successful', 'T7')])
    await office.did(
      'record add payment --payer cooperative --payee 34 --amount',
      '6000 UGX',
      '--method mobile_money --purpose advance --date 2026-11-25 --reference',
      'T 7',
    )
    expect(read(await clerk.get('/payments/waiting'))).toContain('A payment with this number is recorded')
  })

  test('what is no file, map or list is refused in words, and writes nothing', async () => {
    const before = (await payments()).length
    const none = await upload([], {}, uuidv7())
    expect(none.status).toBe(404)
    expect((await shown(await upload(['x'], { own: '{}' }))).status).toBe(422)
    const wrong = await shown(await upload([], { map: 'statement' }))
    expect(wrong.status).toBe(422)
    const form = new FormData()
    form.set('form_token', await clerk.formToken())
    form.set('id', uuidv7())
    form.set('copy', new File(['{"payment_list":1}'], 'copy.json'))
    expect((await shown(await clerk.send('/payments/lists', form))).status).toBe(422)
    const same = await brought((await clerk.get(`/payments/lists/${list}/copy`)).text)
    expect(read(same)).toContain('3 payments to make')
    expect(read(same)).not.toContain('seal')
    for (const path of [
      '/payments/lists/x',
      `/payments/lists/${uuidv7()}/csv`,
      '/payments/files/x',
      '/payments/maps/x',
    ])
      expect((await clerk.get(path)).status, path).toBe(404)
    expect((await clerk.get('/payments/maps/bulk')).text).toContain('Payee Reference')
    expect(await payments()).toHaveLength(before)
  })

  test('a copy that was changed is brought with its changes named, and pays no changed row', async () => {
    const before = (await payments()).length
    const copy = JSON.parse((await clerk.get(`/payments/lists/${list}/copy`)).text)
    expect(read(await clerk.get(`/payments/lists/${list}`))).not.toContain('seal')
    const at = copy.lines.findIndex((line: Document) => line.member_no === '34')
    copy.lines[at].phone = '+256772111111'
    const sent = await brought(JSON.stringify(copy))
    const page = read(sent)
    expect(page).toContain('was changed after it was made')
    expect(page).toContain(`Row ${at + 1} of the list, Chebet Ruth: the telephone number`)
    const to = sent.path.split('/')[3]
    const file = await shown(
      await upload([row(us('34'), '256772111111', '135,000', 'Successful', 'C1')], {}, to, 'changed.csv'),
    )
    expect(read(file)).toContain('Waits for a decision 1')
    await act(file, 'write')
    expect(await payments()).toHaveLength(before)
    expect(read(await clerk.get('/payments/waiting'))).toContain('The copy of the list was changed')
  })

  test('a copy and a map are read by another process, and refused with what is wrong', async () => {
    const parsed = vi.spyOn(JSON, 'parse')
    const copy = `{"payment_list":1,"lines":[${'{},'.repeat(200_000)}{}]}`
    const refused = await brought(copy)
    expect([refused.status, read(refused)]).toEqual([422, expect.stringContaining('copy.json is not a list')])
    expect(parsed.mock.calls.filter(([text]) => String(text).includes('{},{},{}'))).toEqual([])
    parsed.mockRestore()
    const map = await shown(await upload(['x'], { own: `{"about": [${'1,'.repeat(1_000)}1]}` }))
    expect([map.status, read(map)]).toEqual([422, expect.stringContaining('/currency')])
    expect((await clerk.get(`/payments/lists/${list}`)).text).not.toContain('value="kept"')
    const own = (await clerk.get('/payments/maps/bulk')).text
    await shown(await upload([row(us('17'), '0772000001', '240,000', 'Successful', 'T1', '1500')], { own }))
    expect((await clerk.get(`/payments/lists/${list}`)).text).toContain('value="kept"')
  })

  test('a statement shows what each row is, and a payment that came back', async () => {
    const own = JSON.stringify({
      ...{ country: 'UG', time_zone: 'Africa/Kampala', currency: 'UGX', thousands: ',' },
      ...{ reference: 'Ref', telephone: 'Party', amount: 'Withdrawn', transaction: 'Receipt' },
      time: { column: 'Time', formats: ['DD/MM/YYYY HH:mm'] },
      state: { column: 'State', paid: ['Completed'], failed: [], reversed: [] },
    })
    const statement = async (lines: readonly string[], name: string) => {
      const form = new FormData()
      form.set('form_token', await clerk.formToken())
      form.set('own', new File([own], 'own.json'))
      const heading = 'Receipt,Time,Details,State,Paid In,Withdrawn,Party,Ref'
      form.set('sheet', new File([[heading, ...lines].join('\n')], name))
      return shown(await clerk.send(`/payments/lists/${list}`, form))
    }
    const line = (no: string, details: string, [paidIn, out]: readonly string[], party: string, ref = '') =>
      `${no},25/11/2026 11:12,${details},Completed,"${paidIn}","${out}",${party},${ref}`
    const page = await statement(
      [
        ',25/11/2026 00:00,Balance brought forward,Completed,,,,',
        line('S1', 'Business Payment', ['', '-135,000'], '256772000003 - RUTH CHEBET', us('34')),
        line('S1', 'Business Payment Charge', ['', '-900'], ''),
        line('S2', 'Reversal', ['135,000', ''], '0772000003'),
        line('S3', 'Business Payment', ['', '-8,000'], '2567****003'),
        line('S4', 'Business Payment', ['', '0.00'], '256772000003'),
        line('S5', 'Deposit', ['1,000,000', ''], 'BANK'),
      ],
      'statement.csv',
    )
    const text = read(page)
    expect(text).toContain(
      'Paid and reversed: will be recorded and retracted. Its money came back in row 5: S2.',
    )
    expect(text).toContain('Reversed: the payment will be retracted. It takes back S1 of row 3.')
    expect(text).toContain('Fee of the operator: no payment 1')
    expect(text).toContain('Amount of 0: no payment 1')
    expect(text).toContain('Money that came in: nothing is recorded 1')
    expect(text).toContain('Balance, total or text: no payment 1')
    expect(text).toContain('The column Paid In was read as money that came in')
    await act(page, 'write')
    const named = async (no: string) => (await payments()).filter(({ reference }) => reference === no)
    expect(await named('S1')).toMatchObject([{ derived: { standing: 'retracted' } }])

    // The debt is open again; what is recorded and comes back later is a person's to retract.
    await act(await statement([line('S600', 'x', ['', '-135,000'], '0772000003')], 'paid.csv'), 'write')
    const [recorded] = await named('S600')
    const back = await statement([line('S700', 'Reversal of S600', ['135,000', ''], '')], 'back.csv')
    expect(read(back)).toContain('it reverses payment S600, which is recorded as paid')
    expect(back.text).toContain(`/records/${recorded?.id}`)
    await act(back, 'write')
    expect(await named('S600')).toMatchObject([{ derived: { standing: 'tip' } }])
    const waits = await clerk.get('/payments/waiting')
    expect(read(waits)).toContain('it reverses payment S600')
    expect(waits.text).toContain(`/records/${recorded?.id}`)
    await office.did('record retract', String(recorded?.id), '--reason did_not_happen')
    expect(
      read(await statement([line('S700', 'Reversal of S600', ['135,000', ''], '')], 'once more.csv')),
    ).toContain('Recorded before: nothing changes 1')

    // A reversal that was read before the file with its payment waits, and then leads to that payment.
    await act(await statement([line('S900', 'Reversal of S800', ['135,000', ''], '')], 'early.csv'), 'write')
    expect(read(await clerk.get('/payments/waiting'))).toContain('no payment that it reverses is recorded')
    await act(await statement([line('S800', 'x', ['', '-135,000'], '0772000003')], 'late.csv'), 'write')
    const [late] = await named('S800')
    expect((await clerk.get('/payments/waiting')).text).toContain(`/records/${late?.id}`)
  })
})
