import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { copyIn } from '../../../../src/clients/mobile-money/list-file.ts'
import { type Document, founded, served, temporaryFolder } from '../../../support/command.ts'

/** `granary payment open` and `granary payment read`, with the two example maps. */

const EXAMPLES = 'packaging/examples'
const example = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8')
const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const file = (name: string, text: string) => {
  writeFileSync(at(name), text)
  return at(name)
}
const coop = await founded()
const { did, said } = coop

const person = (name: string, no: string, phone: string) =>
  coop.party('person', name, no, ...(phone === '' ? [] : ['--phone', phone]))
const sarah = await person('Akello Sarah', '17', '+256772000001')
await person('Byaruhanga John', '21', '+256772000002')
await person('Chebet Ruth', '34', '+256772000003')
await person('Without Telephone', '40', '')

const delivery = (from: string, price: string) =>
  did(
    `record add delivery --from ${from} --to cooperative --crop beans_dry --date 2026-11-20`,
    '--quantity',
    '100 kg',
    '--price',
    price,
    '--basis special_data_consent',
  )
const read = (name: string, map: string, ...more: string[]): Promise<Document> =>
  did('payment read', at(name), '--map', map, '--list', at('list.json'), '--rejects', at('left.csv'), ...more)
const payments = async (): Promise<Document[]> => (await did('record list payment --standing any')).records
const BULK = join(EXAMPLES, 'mobile-money-bulk.map.json')

let bulk = ''
const first = await delivery('17', '200000 UGX')
beforeAll(async () => {
  expect(first).toMatchObject({ code: 0 })
  await delivery('17', '40000 UGX')
  await delivery('21', '98000 UGX')
  await delivery('34', '135000 UGX')
  await delivery('40', '10 UGX')
})

describe('the list', () => {
  test('has one line for each member, and leaves out those without a telephone', async () => {
    const made = await did('payment open --out', at('list.csv'))
    expect(made).toMatchObject({ code: 0, list: at('list.csv'), copy: at('list.json') })
    expect(made.left_out).toMatchObject([{ name: 'Without Telephone', reason: 'no_phone' }])
    const csv = readFileSync(at('list.csv'), 'utf8')
    expect(csv.replace(/P[0-9A-Z]{11}/g, 'REFERENCE')).toBe(
      [
        'member_no,name,telephone,amount,currency,reference',
        '17,Akello Sarah,+256772000001,240000,UGX,REFERENCE',
        '21,Byaruhanga John,+256772000002,98000,UGX,REFERENCE',
        '34,Chebet Ruth,+256772000003,135000,UGX,REFERENCE',
        '',
      ].join('\n'),
    )
    // The operator learns nothing about the debts.
    expect(csv).not.toContain(first.id)
    const references = new Map(
      csv.split('\n').map((line) => [line.split(',')[2]?.replace('+', ''), line.split(',')[5] ?? '']),
    )
    bulk = example('mobile-money-bulk.csv').replace(
      /^P\w{11},(\d+)/gm,
      (_, phone: string) => `${references.get(phone)},${phone}`,
    )
  })
  test('is never written over, and is the same while nothing changes', async () => {
    expect(await did('payment open --out', at('list.csv'))).toMatchObject({ code: 1 })
    const again = await did('payment open 17 --out', at('again.csv'))
    expect(again.lines).toEqual(JSON.parse(readFileSync(at('list.json'), 'utf8')).lines.slice(0, 1))
    expect(await did('payment open 999 --out', at('none.csv'))).toMatchObject({ code: 1 })
    expect(existsSync(at('none.csv'))).toBe(false)
  })
})

describe('the operator’s file', () => {
  test('is shown without writing, then recorded once', async () => {
    file('bulk.csv', bulk)
    const dry = await read('bulk.csv', BULK, '--dry-run')
    expect(dry).toMatchObject({ code: 0, dry_run: true, lines: 4, already: [], failed: [3] })
    expect(await payments()).toEqual([])
    expect(existsSync(at('left.csv'))).toBe(false)

    const done = await read('bulk.csv', BULK)
    expect(done.code).toBe(3)
    expect(done.payments).toEqual(dry.payments)
    expect(done.left).toMatchObject([{ row: 5 }])
    expect(readFileSync(at('left.csv'), 'utf8')).toContain('granary_fault')
    const [paid, ...rest] = (await payments()).filter((one) => one.reference === '24801377201')
    expect(rest).toEqual([])
    expect(paid).toMatchObject({
      payer: coop.cooperative,
      payee: sarah,
      amount: { amount_minor: 240_000, currency: 'UGX' },
      method: 'mobile_money',
      purpose: 'produce',
      occurred_at: '2026-11-25T07:12:00.000Z',
      note: expect.stringContaining('Charge: 1500'),
      derived: { standing: 'tip', unallocated_minor: 0 },
    })
    // The example is of November 2026: thirty days later it is received late.
    expect(paid?.derived.flags.filter((flag: string) => flag !== 'received_late')).toEqual([])
    expect((await did('record show', first.id)).derived.paid).toMatchObject({
      claimed_minor: 200_000,
      remaining_minor: 200_000,
    })
    // The reversed payment is recorded as paid and taken back.
    expect((await payments()).filter((one) => one.reference === '24801377203')).toMatchObject([
      { derived: { standing: 'retracted' } },
    ])
    const before = await payments()
    const again = await read('bulk.csv', BULK)
    expect(again).toMatchObject({ payments: [], retractions: [], already: [2, 4] })
    expect(await payments()).toEqual(before)
  })
  test('leaves what was claimed as paid out of the next list', async () => {
    const next = await did('payment open --out', at('next.csv'))
    expect(next.lines.map((line: Document) => line.name)).toEqual(['Byaruhanga John', 'Chebet Ruth'])
  })
  test('reports a changed line, a second payment of the same debts and a broken copy; a reversal retracts', async () => {
    const [header = '', line = ''] = bulk.split('\n')
    file(
      'changed.csv',
      [header, line.replace('240,000', '250,000'), line.replace('377201', '377299')].join('\n'),
    )
    const changed = await read('changed.csv', BULK)
    expect(changed).toMatchObject({ code: 3, payments: [], left: [{ row: 2 }, { row: 3 }] })
    expect(changed.left.map((one: Document) => one.message)).toEqual([
      'differs from what is recorded under its transaction number',
      'pays debts that were paid, corrected or retracted after the list was made',
    ])
    file('reversed.csv', [header, line.replace('Successful', 'Reversed')].join('\n'))
    const reversed = await read('reversed.csv', BULK)
    expect(reversed).toMatchObject({ code: 0, payments: [], retractions: [{ reference: '24801377201' }] })
    expect((await did('record show', first.id)).derived.paid.claimed_minor).toBe(0)
    expect(await read('reversed.csv', BULK)).toMatchObject({ code: 0, retractions: [], already: [2] })
    expect(await read('bulk.csv', BULK)).toMatchObject({ payments: [], already: [2, 4] })

    const refused = (list: string) => did('payment read', at('bulk.csv'), '--map', BULK, '--list', list)
    expect(await refused(at('list.csv'))).toMatchObject({ code: 2 })
    expect(
      await did('payment read', at('bulk.csv'), '--map', file('map.json', '{}'), '--list', at('list.json')),
    ).toMatchObject({ code: 2 })
  })
  test('is read through the service, matched by telephone and amount where it has no reference', async () => {
    const kenya = await founded()
    for (const [no, price] of [
      ['1', '12400.50 KES'],
      ['2', '3150 KES'],
    ] as const) {
      await kenya.party('person', `Member ${no}`, no, '--phone', `+25472200000${no}`)
      const words = `record add delivery --from ${no} --to cooperative --crop beans_dry --date 2026-11-20`
      await kenya.did(words, '--quantity', '1 kg', '--price', price, '--basis special_data_consent')
    }
    const service = await served(kenya.data)
    try {
      await kenya.did('payment open --out', at('kenya.csv'))
      const asked = ['--map', join(EXAMPLES, 'mobile-money-statement.map.json'), '--list', at('kenya.json')]
      const done = await kenya.said('payment read', join(EXAMPLES, 'mobile-money-statement.csv'), ...asked)
      expect(done).toMatchObject({ code: 0, err: '' })
      expect(done.out).toContain('2 recorded as paid, 0 retracted, 0 already recorded, 1 not paid, 0 left')
      expect(done.out).toContain('KES\u00a015,550.50')
      const again = await kenya.said('payment read', join(EXAMPLES, 'mobile-money-statement.csv'), ...asked)
      expect(again.out).toContain('0 recorded as paid, 0 retracted, 2 already recorded')
    } finally {
      await service.stop()
    }
  })
})

test('a statement: what is no payment is named, and a payment that came back says what to do', async () => {
  const coop = await founded()
  for (const no of ['1', '2']) await coop.party('person', `Member ${no}`, no, '--phone', `+25677200000${no}`)
  const words = '--to cooperative --crop beans_dry --date 2026-11-20 --basis special_data_consent'
  for (const [no, price] of [
    ['1', '120000 UGX'],
    ['2', '220000 UGX'],
  ] as const)
    await coop.did(`record add delivery --from ${no} ${words}`, '--quantity', '1 kg', '--price', price)
  await coop.did('payment open --out', at('statement.csv'))
  const map = file(
    'statement.map.json',
    JSON.stringify({
      ...{ country: 'UG', time_zone: 'Africa/Kampala', currency: 'UGX', thousands: ',', paid_in: 'In' },
      ...{ reference: 'Ref', telephone: 'Party', amount: 'Out', transaction: 'Receipt' },
      time: { column: 'Time', formats: ['DD/MM/YYYY HH:mm'] },
      state: { column: 'State', paid: ['Completed'], failed: [], reversed: [] },
    }),
  )
  const rows = (...lines: string[]) =>
    file('rows.csv', ['Receipt,Time,Details,State,In,Out,Party,Ref', ...lines].join('\n'))
  const asked = ['--map', map, '--list', at('statement.json'), '--rejects', at('rest.csv')]
  const paid = 'S1,25/11/2026 10:12,Pay,Completed,,"-120,000",256772000001 - A,'
  const first = await coop.said(
    'payment read',
    rows(
      paid,
      'S1,25/11/2026 10:12,Charge,Completed,,-500,,',
      'S2,25/11/2026 10:12,Pay,Completed,,0,0772000002,',
      'Total,,,,,"-120,500",,',
    ),
    ...asked,
  )
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out.replaceAll(/\s+/g, ' ')).toContain(
    '3 rows are no payment, and need nothing: 1 fee of the operator (row 3), 1 amount of 0 (row 4) and 1 balance, total or line of text (row 5).',
  )
  const { records } = await coop.did('record list payment')
  expect(records).toMatchObject([{ reference: 'S1', note: 'Charge: -500' }])
  const back = await coop.did(
    'payment read',
    rows('S9,25/11/2026 12:12,Reversal,Completed,"120,000",,0772000001,', paid),
    ...asked,
  )
  expect(back).toMatchObject({ code: 3, payments: [], retractions: [], already: [3] })
  expect(back.left).toMatchObject([
    {
      row: 2,
      message: expect.stringContaining('S1'),
      remedy: expect.stringContaining(`that payment (${records[0].id}), and retract it`),
    },
  ])
})

describe('a copy of the list', () => {
  const asked = (copy: string) =>
    ['payment read', at('seal.csv'), '--map', BULK, '--list', file('copy.json', copy), '--dry-run'] as const
  const reading = (copy: string): Promise<Document> => did(...asked(copy))
  const told = async (copy: string) => (await said(...asked(copy))).out
  let copy = ''
  type Line = { reference: string; phone: string }
  const changed = (change: (list: { lines: Line[]; seal?: string }) => unknown): string => {
    const list = JSON.parse(copy)
    change(list)
    return JSON.stringify(list)
  }
  beforeAll(async () => {
    await did('payment open --out', at('sealed.csv'))
    copy = readFileSync(at('sealed.json'), 'utf8')
    const row = ({ reference, phone, amount_minor }: Line & { amount_minor: number }, number: string) =>
      `${reference},${phone},x,${amount_minor},5,Successful,${number},25/11/2026 10:12`
    const [header = ''] = bulk.split('\n')
    const { lines } = JSON.parse(copy)
    file('seal.csv', [header, ...lines.map((line: never, i: number) => row(line, `S${i}`))].join('\n'))
  })

  test('is read as it was made, in whatever form its lines are written', async () => {
    const same = await reading(changed((list) => list.lines.reverse()))
    expect(same).toMatchObject({ code: 0, list: { sealed: true, changed: false }, left: [] })
    expect(same.payments).toHaveLength(3)
  })
  test('with another telephone number pays nothing to that member, and the change is named', async () => {
    const copied = changed((list) => Object.assign(list.lines[1] as Line, { phone: '+256772999999' }))
    const read = await reading(copied)
    expect(read.payments).toHaveLength(2)
    expect(read.left).toMatchObject([{ row: 3, message: expect.stringContaining('changed') }])
    expect(read.list).toMatchObject({ changed: true, changed_rows: [{ row: 2, cells: ['telephone'] }] })
    expect(await told(copied)).toMatch(/Row 2 of the list, Byaruhanga John: the telephone\s+number/)
    // Also where the operator paid the number in the changed copy, and returned no reference.
    const rows = readFileSync(at('seal.csv'), 'utf8').split('\n')
    const paid = rows[2]?.replace(/^P\w+/, '').replace('+256772000002', '+256772999999')
    file('seal.csv', [...rows, paid?.replace(',S1,', ',S9,')].join('\n'))
    expect((await reading(copied)).left.map((one: Document) => one.row)).toEqual([3, 5])
    file('seal.csv', rows.join('\n'))
  })
  test('whose lines were removed is noticed', async () => {
    const fewer = changed((list) => list.lines.pop())
    expect(await reading(fewer)).toMatchObject({
      list: { sealed: true, changed: true, changed_rows: [] },
      left: [{ row: 4 }],
    })
    expect(await told(fewer)).toMatch(/Rows were added to it or\s+removed/)
  })
  test('of an earlier version, without seals, is read with a warning; it must agree with itself', async () => {
    const strip = (list: { lines: Line[]; seal?: string }) => {
      delete list.seal
      for (const line of list.lines) delete (line as { seal?: string }).seal
    }
    const older = changed(strip)
    const read = await reading(older)
    expect(read).toMatchObject({ code: 0, list: { sealed: false, changed: false } })
    expect(read.payments).toHaveLength(3)
    expect(await told(older)).toContain('has no seal')
    // Somebody who removes the seals may change no telephone number.
    const redirected = changed((list) => {
      strip(list)
      Object.assign(list.lines[0] as Line, { phone: '+256772999999' })
    })
    const { list, payments: made } = await reading(redirected)
    expect(list).toMatchObject({
      sealed: false,
      changed: true,
      changed_rows: [{ row: 1, cells: ['telephone'] }],
    })
    expect(made).toHaveLength(2)
    const spoiled = changed((list) => {
      strip(list)
      Object.assign(list.lines[0] as Line, { amount_minor: 1 })
    })
    expect((await reading(spoiled)).list.changed_rows).toMatchObject([{ row: 1, cells: ['amount'] }])
  })
  test('of millions of empty lines is refused before it is parsed, and one of many before all faults are made', async () => {
    const parsed = vi.spyOn(JSON, 'parse')
    const empty = `{"payment_list":1,"payer":"${coop.cooperative}","lines":[{}${',{}'.repeat(1_100_000)}]}`
    expect(() => copyIn(empty, 'copy.json')).toThrow('copy.json')
    expect(parsed.mock.calls.filter(([text]) => text === empty)).toEqual([])
    parsed.mockRestore()
    expect(await reading(`{"payment_list":1,"lines":[${'{},'.repeat(1_000)}{}]}`)).toMatchObject({ code: 2 })
  })
  test('that is larger than any list, or a map that is, is refused before it is read', async () => {
    const large = at('large.json')
    writeFileSync(large, '')
    truncateSync(large, 65 * 1024 * 1024)
    const refused = (list: string, map: string) =>
      did('payment read', at('seal.csv'), '--map', map, '--list', list)
    for (const result of [await refused(large, BULK), await refused(at('sealed.json'), large)])
      expect(result).toMatchObject({ code: 1, error: { message: expect.stringContaining('larger than') } })
  })
})

test('people read in a few lines what a list has, and what was read', async () => {
  const list = await said('payment open --out', at('told.csv'))
  expect(list.out).toContain('3 payments to make: UGX\u00a0473,000.')
  expect(list.out).toContain('no telephone number')
  const dry = await said(
    'payment read',
    at('bulk.csv'),
    '--map',
    BULK,
    '--list',
    at('told.json'),
    '--dry-run',
  )
  expect(dry.out).toContain('nothing was written')
  expect(dry.out).toContain('matches no row of the list')
})
