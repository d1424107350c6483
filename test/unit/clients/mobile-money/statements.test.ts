import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { briefOf } from '../../../../src/clients/mobile-money/brief.ts'
import { readOperatorFile } from '../../../../src/clients/mobile-money/operator-file.ts'
import { type OperatorMap, readOperatorMap } from '../../../../src/clients/mobile-money/operator-map.ts'
import { dueLines, type ListedLine } from '../../../../src/domain/mass-payment.ts'
import type { RecordedPayment } from '../../../../src/domain/operator-lines.ts'
import { paymentPlan } from '../../../../src/domain/operator-plan.ts'
import { referenceKey } from '../../../../src/domain/payment.ts'

/** Statements of mobile money as operators make them: which rows are payments, and what the others are. */

const CASES = join(
  resolve(import.meta.dirname, '../../../..', process.env.GRANARY_REAL_DATA ?? '../shared/data'),
  'cases/operator-statement',
)
const NOW = Date.parse('2026-11-29T09:00:00Z')
const MAP: OperatorMap = {
  ...{ country: 'UG', time_zone: 'Africa/Kampala', currency: 'UGX', thousands: ',' },
  ...{
    reference: 'Account No.',
    telephone: 'Other Party Info',
    amount: 'Withdrawn',
    transaction: 'Receipt No.',
  },
  time: { column: 'Completion Time', formats: ['DD-MM-YYYY HH:mm:ss', 'DD-MM-YYYY HH:mm', 'DD-MM-YYYY'] },
  state: { column: 'Transaction Status', paid: ['Completed'], failed: ['Failed'], reversed: ['Reversed'] },
}
const HEADER =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Other Party Info,Account No.'
const OPEN = new Map([
  ['d1', 120_000],
  ['d2', 220_000],
  ['d4', 420_000],
])
const LIST: readonly ListedLine[] = [...OPEN].flatMap(([id, open_minor]) =>
  dueLines([
    {
      id,
      payee: `member ${id}`,
      open_minor,
      currency: 'UGX',
      type: 'delivery',
      at: '2026-11-01',
      doubt: null,
    },
  ]).map((due) => ({ ...due, phone: `+25677200000${id.slice(1)}` })),
)

/** Books that keep what plans write. */
class Books {
  payments: (RecordedPayment & { readonly reference: string })[] = []

  plan(lines: Awaited<ReturnType<typeof readOperatorFile>>['lines']) {
    const open = new Map(OPEN)
    const live = this.payments.filter(({ standing }) => standing === 'tip')
    for (const { record_id: id, amount_minor } of live.flatMap(({ settles }) => settles))
      open.set(id, (open.get(id) ?? 0) - amount_minor)
    const phoneOf = ({ payee }: RecordedPayment) => LIST.find((due) => due.payee === payee)?.phone ?? ''
    return paymentPlan(lines, {
      ...{ list: LIST, isListChanged: false, open, others: new Map() },
      recorded: Map.groupBy(this.payments, ({ reference }) => referenceKey(reference)),
      paidTo: Map.groupBy(this.payments, phoneOf),
      idOf: (transaction) => `id of ${transaction}`,
    })
  }

  /** Reads a file, writes its plan, and returns what each row was. */
  async read(rows: string | readonly string[], map: Partial<OperatorMap> = {}, header = HEADER) {
    const text = typeof rows === 'string' ? rows : [header, ...rows].join('\n')
    const reading = await readOperatorFile(Buffer.from(text), { ...MAP, ...map }, 'Africa/Kampala', NOW)
    const plan = this.plan(reading.lines)
    for (const { id, line, due, amount, time } of plan.pay)
      this.payments.push({
        ...{ id, standing: 'tip', payee: due.payee, amount, ...time, note: line.note },
        ...{ settles: due.settles, reference: line.transaction },
      })
    for (const { id } of plan.retract)
      this.payments = this.payments.map((one) => (one.id === id ? { ...one, standing: 'retracted' } : one))
    const list = { lines: [], isSealed: true, isChanged: false }
    const { lines, fees } = briefOf({ ...reading, plan, list })
    const rowsAre = lines
      .toSorted((a, b) => a.row - b.row)
      .map(({ act, reason }) => (reason === undefined ? act : reason))
    return { rowsAre, plan, fees, remarks: reading.remarks.map(({ what }) => what), lines: reading.lines }
  }

  get live() {
    return this.payments.filter(({ standing }) => standing === 'tip').map(({ reference }) => reference)
  }
}
const rowsAre = async (rows: string | readonly string[], map: Partial<OperatorMap> = {}, header = HEADER) =>
  (await new Books().read(rows, map, header)).rowsAre

const AT = '28-11-2026 10:12:00'
/** A row of the statement: a number, money in, money out, who, and what else is to be another. */
const row = (
  no: string,
  [paidIn, out]: readonly [string, string],
  who: string,
  { details = 'Business Payment', at = AT, state = 'Completed', reference = '' } = {},
) => `${no},${at},${details},${state},"${paidIn}","${out}",900000,${who},${reference}`
const out = (no: string, amount: string, who: string, more: Parameters<typeof row>[3] = {}) =>
  row(no, ['', amount], who, more)
const came = (no: string, amount: string, who: string, more: Parameters<typeof row>[3] = {}) =>
  row(no, [amount, ''], who, more)
const P1 = '256772000001'
const P2 = '256772000002'
const P4 = '256772000004'

describe.skipIf(!existsSync(CASES))(
  'statements as people have them (skipped without GRANARY_REAL_DATA)',
  () => {
    const map = () => readOperatorMap(readFileSync(join(CASES, 'map.json'), 'utf8'))
    test.each([
      ['negative.csv', ['pay']],
      ['phone-and-name.csv', ['pay']],
      ['fee-row.csv', ['pay', 'fee']],
      ['am-pm.csv', ['pay']],
    ])('%s', async (name, are) => {
      const books = new Books()
      const read = await books.read(readFileSync(join(CASES, name), 'utf8'), map())
      expect(read.rowsAre).toEqual(are)
      expect(books.payments).toMatchObject([
        {
          ...{ reference: 'SKA1', payee: 'member d1', amount: { amount_minor: 120_000, currency: 'UGX' } },
          occurred_at: '2026-11-28T07:12:00.000Z',
        },
      ])
    })
  },
)

describe('directions', () => {
  test.each([
    '-120,000',
    '\u2212120,000.00',
    '120,000-',
    '(120,000)',
    '120,000 Dr',
    'DR 120,000',
    'UGX -120,000',
  ])('money out may be written %s', async (amount) =>
    expect(await rowsAre([out('A1', amount, P1)])).toEqual(['pay']),
  )
  test.each(['UGX 120,000', '120,000/=', 'Shs 120,000.00', '120,000 UGX', '120,000/-'])(
    'an amount may be written %s',
    async (amount) => expect(await rowsAre([out('A1', amount, P1)])).toEqual(['pay']),
  )
  test.each([
    'KES 120,000',
    '120,000 Ksh',
    '-120,000-',
    '(-120,000)',
    '=120000',
    '+120,000',
    '120.000',
    '1,20,000',
  ])('an amount written %s is not read', async (amount) =>
    expect(await rowsAre([out('A1', amount, P1)])).toEqual(['no_match']),
  )

  const ONE = HEADER.replace('Paid In,Withdrawn', 'Was,Withdrawn')
  test('one column has both: those with a minus are money out, and it is said', async () => {
    const rows = [out('A1', '-120,000', P1), out('A2', '220,000', P2), out('A4', '-420,000', P4)]
    const read = await new Books().read(rows, {}, ONE)
    expect([read.rowsAre, read.remarks]).toEqual([['pay', 'in', 'pay'], ['both_ways']])
    expect((await new Books().read(rows, { money_out: 'negative' }, ONE)).remarks).toEqual([])
    expect(await rowsAre(rows, { money_out: 'positive' }, ONE)).toEqual(['in', 'pay', 'in'])
  })
  test('where our own references are on amounts without a minus, one with a minus waits for a person', async () => {
    const [one, two] = LIST
    const rows = [
      out('A1', '120,000', '', { reference: one?.reference ?? '' }),
      out('A9', '-5,000', P4),
      out('A2', '220,000', P2, { reference: two?.reference ?? '' }),
    ]
    const read = await new Books().read(rows, {}, ONE)
    expect([read.rowsAre, read.remarks]).toEqual([['pay', 'no_match', 'pay'], ['unclear_minus']])
  })
  test('where money in has its own column, a minus beside amounts without one waits for a person', async () => {
    expect(await rowsAre([out('A1', '120,000', P1), out('A2', '-220,000', P2)])).toEqual(['pay', 'no_match'])
    const minus = [out('A1', '-120,000', P1), out('A2', '-220,000', P2), out('A2', '-500', '')]
    expect(await rowsAre([...minus, came('A3', '5,000', P4)])).toEqual(['pay', 'pay', 'fee', 'in'])
  })
  test('a part of a statement that has money in alone is read as its map says', async () => {
    expect(await rowsAre([out('A2', '220,000', P2)], { money_out: 'negative' }, ONE)).toEqual(['in'])
  })
  test('debits and credits, in the cell or in a column of their own', async () => {
    expect(await rowsAre([out('A1', '120,000 Dr', P1), out('A2', '220,000 Cr', P2)], {}, ONE)).toEqual([
      'pay',
      'in',
    ])
    const drCr = HEADER.replace('Paid In', 'DR/CR')
    const rows = [row('A1', ['D', '120,000'], P1), row('A2', ['CR', '220,000'], P2)]
    const read = await new Books().read(rows, {}, drCr)
    expect([read.rowsAre, read.remarks]).toEqual([['pay', 'in'], ['direction']])
    const direction = { column: 'Was', out: ['Sortie'], in: ['Entrée'] }
    const french = [row('A1', ['Sortie', '120,000'], P1), row('A2', ['Entrée', '220,000'], P2)]
    expect(await rowsAre(french, { direction }, ONE)).toEqual(['pay', 'in'])
  })
  test('money that came in has a column of its own, named by the map or known by its heading', async () => {
    const rows = [out('A1', '120,000', P1), came('A2', '50,000', P2)]
    expect(await new Books().read(rows)).toMatchObject({ rowsAre: ['pay', 'in'], remarks: ['paid_in'] })
    expect(await new Books().read(rows, { paid_in: 'Paid In' })).toMatchObject({ remarks: [] })
    expect(await rowsAre([row('A1', ['5', '120,000'], P1)], { paid_in: 'Paid In' })).toEqual(['no_match'])
  })
})

describe('fees', () => {
  test('a row under the same number is the fee of that payment', async () => {
    const books = new Books()
    const rows = [
      out('A1', '1,000', P1, { details: 'Business Payment Charge' }),
      out('A1', '120,000', P1),
      out('A2', '220,000', P2),
      out('A2', '500', '', { details: 'x' }),
    ]
    const { rowsAre: are, fees } = await books.read(rows)
    expect(are).toEqual(['fee', 'pay', 'pay', 'fee'])
    expect(fees).toEqual([{ currency: 'UGX', amount_minor: 1_500 }])
    expect(books.payments.map(({ note }) => note)).toEqual([
      'Business Payment Charge: 1,000',
      'Withdrawn: 500',
    ])
    expect((await books.read(rows)).rowsAre).toEqual(['fee', 'already', 'already', 'fee'])
    expect((await books.read(rows.toReversed())).plan).toMatchObject({ pay: [], left: [] })
  })
  test('a fee under a number of its own is one if it names nobody; school fees of a member are none', async () => {
    expect(
      await rowsAre([out('A1', '120,000', P1), out('F1', '1,000', '', { details: 'Frais de service' })]),
    ).toEqual(['pay', 'fee'])
    expect(await rowsAre([out('A1', '120,000', P1, { details: 'School fees' })])).toEqual(['pay'])
    expect(await rowsAre([out('A1', '7,000', P1, { details: 'School fees' })])).toEqual(['no_match'])
  })
  test('two payments under one number still contradict each other', async () => {
    expect(await rowsAre([out('A1', '120,000', P1), out('A1', '100,000', P1)])).toEqual([
      'contradicts',
      'contradicts',
    ])
    expect(await rowsAre([out('A1', '120,000', P1), out('A1', '220,000', P2)])).toEqual([
      'contradicts',
      'contradicts',
    ])
  })
  test('the map has the words of another operator', async () => {
    const kind = { column: 'Details', fee: ['Kommission'], reversal: ['Storno'] }
    const rows = [
      out('A4', '420,000', P4),
      out('A4', '900', P4, { details: 'Kommission B2C' }),
      came('B4', '420,000', P4, { details: 'Storno', at: '28-11-2026 11:00:00' }),
    ]
    expect(await rowsAre(rows, { kind })).toEqual(['pay_and_retract', 'fee', 'retract'])
  })
})

describe('a reversal under a number of its own', () => {
  const paid = out('SKA4', '420,000', `${P4} - RUTH CHEBET`)
  const back = came('SKB9', '420,000', P4, { details: 'Reversal', at: '28-11-2026 11:00:00' })
  test.each([
    ['after its payment', [paid, back], ['pay_and_retract', 'retract']],
    ['before its payment', [back, paid], ['retract', 'pay_and_retract']],
  ] as const)('in the same file, %s', async (_where, rows, are) => {
    const books = new Books()
    expect((await books.read(rows)).rowsAre).toEqual(are)
    expect(books.live).toEqual([])
    expect((await books.read(rows)).rowsAre).toEqual(['already', 'already'])
    // An older file that has the payment alone does not record it as paid.
    expect((await books.read([paid])).rowsAre).toEqual(['already'])
    expect(books.live).toEqual([])
  })
  test('of a recorded payment says which to retract, and retracts nothing', async () => {
    const books = new Books()
    await books.read([paid])
    const { plan } = await books.read([back])
    expect(plan.left).toMatchObject([
      { reason: 'came_back', of: { id: 'id of SKA4', transaction: 'SKA4' }, line: { transaction: 'SKB9' } },
    ])
    expect((await books.read([paid, back])).rowsAre).toEqual(['already', 'came_back'])
    expect(books.live).toEqual(['SKA4'])
    books.payments = books.payments.map((one) => ({ ...one, standing: 'retracted' }))
    expect((await books.read([back])).rowsAre).toEqual(['already'])
  })
  test('may name the payment in its text, also without a telephone number', async () => {
    const named = came('SKB9', '420,000', '', {
      details: 'Reversal of SKA4 by agent',
      at: '28-11-2026 11:00:00',
    })
    expect(await rowsAre([paid, named])).toEqual(['pay_and_retract', 'retract'])
    const books = new Books()
    await books.read([paid])
    expect((await books.read([named])).plan.left).toMatchObject([
      { reason: 'came_back', of: { transaction: 'SKA4' } },
    ])
  })
  test('in a file of one column is no second payment, whatever its sign', async () => {
    const one = HEADER.replace('Paid In', 'Was')
    const reversal = (amount: string) =>
      out('SKB9', amount, P4, { details: 'Reversal', at: '28-11-2026 11:00:00' })
    for (const [paidAs, backAs] of [
      ['420,000', '420,000'],
      ['-420,000', '420,000'],
      ['420,000', '-420,000'],
    ] as const)
      expect(await rowsAre([out('SKA4', paidAs, P4), reversal(backAs)], {}, one)).toEqual([
        'pay_and_retract',
        'retract',
      ])
  })
  test('of an unknown or an uncertain payment waits for a person', async () => {
    expect(await rowsAre([back])).toEqual(['came_back_unknown'])
    expect(await rowsAre([came('SKB9', '7,000', P4, { details: 'Reversal' })])).toEqual(['came_back_unknown'])
    // The second payment has no open debt; which of the two came back is not known.
    expect(await rowsAre([paid, paid.replace('SKA4', 'SKA5'), back])).toEqual([
      'pay',
      'closed',
      'came_back_several',
    ])
    // A payment after the reversal is another.
    const later = out('SKA6', '420,000', P4, { at: '28-11-2026 12:00:00' })
    expect(await rowsAre([paid, back, later])).toEqual(['pay_and_retract', 'retract', 'pay'])
  })
  test('that does not say so is shown, and the payment stays', async () => {
    const quiet = came('SKB9', '420,000', P4, { details: 'Customer payment', at: '28-11-2026 11:00:00' })
    const books = new Books()
    expect((await books.read([paid, quiet])).rowsAre).toEqual(['pay', 'came_in'])
    expect((await books.read([quiet])).plan.left).toMatchObject([{ of: { id: 'id of SKA4' } }])
    expect(books.live).toEqual(['SKA4'])
  })
  test('under the number of its payment is what the operator marks as reversed', async () => {
    const books = new Books()
    await books.read([paid])
    expect((await books.read([came('SKA4', '420,000', P4)])).rowsAre).toEqual(['retract'])
    expect(books.live).toEqual([])
    expect(await rowsAre([paid, came('SKA4', '420,000', P4)])).toEqual(['pay_and_retract', 'retract'])
  })
})

describe('number and name in one cell', () => {
  test.each([
    ['256772000001 - NAKATO GRACE', 'NAKATO GRACE'],
    ['NAKATO GRACE (0772000001)', 'NAKATO GRACE'],
    ['"0772 000 001/NAKATO, GRACE"', 'NAKATO, GRACE'],
    ['NAKATO GRACE +256 772-000-001', 'NAKATO GRACE'],
    ['256772000001.0', undefined],
    ["'256772000001", undefined],
  ])('%s', async (who, name) => {
    const { rowsAre: are, lines } = await new Books().read([out('A1', '120,000', who)])
    expect([are, lines[0]?.phone, lines[0]?.name]).toEqual([['pay'], '+256772000001', name])
  })
  test.each([
    ['2.56772E+11', 'phone_shortened'],
    ['NAKATO GRACE', 'phone_unread'],
    ['0772000001 / 0772000002', 'phone_unread'],
    ['2567****001', 'masked'],
    ['0772***001 - NAKATO GRACE', 'masked'],
    ['+256 77* *** 001', 'masked'],
    ['25677xxxx001', 'masked'],
    ['2567****009', 'no_match'],
  ])('%s does not tell who was paid', async (who, reason) => {
    const { plan } = await new Books().read([out('A1', '120,000', who)])
    expect([plan.pay, plan.left.map((one) => one.reason)]).toEqual([[], [reason]])
    if (reason === 'masked') expect(plan.left[0]?.of?.fits).toBe(LIST[0]?.reference)
  })
  test('a name that begins with X is no mask', async () => {
    const { lines } = await new Books().read([out('A1', '120,000', '256772000001 - XAVIER XX')])
    expect(lines[0]).toMatchObject({ phone: '+256772000001', name: 'XAVIER XX' })
  })
  test('with our reference, what is hidden is no matter, and what is shown must fit', async () => {
    const reference = LIST[0]?.reference ?? ''
    for (const who of ['2567****001', 'NAKATO GRACE', '2.56772E+11'])
      expect(await rowsAre([out('A1', '120,000', who, { reference })])).toEqual(['pay'])
    expect(await rowsAre([out('A1', '120,000', '2567****002', { reference })])).toEqual(['telephone'])
  })
})

describe('the same transaction in two files', () => {
  const BULK = 'Payee Reference,Mobile Number,Amount,Charge,Status,Transaction ID,Completed'
  const bulk = {
    ...{ reference: 'Payee Reference', telephone: 'Mobile Number', amount: 'Amount', fee: 'Charge' },
    transaction: 'Transaction ID',
    time: { column: 'Completed', formats: ['DD/MM/YYYY HH:mm'] },
    state: { column: 'Status', paid: ['Successful'], failed: [], reversed: [] },
  }
  const result = `${LIST[0]?.reference},0772000001,"120,000",500,Successful,SKA1,28/11/2026 10:12`
  const statement = out('ska 1', '-120,000.00', '256772000001 - NAKATO GRACE', { at: '28-11-2026 10:12:20' })
  test('in another format is one payment, whichever is read first', async () => {
    const books = new Books()
    expect((await books.read([result], bulk, BULK)).rowsAre).toEqual(['pay'])
    expect((await books.read([statement])).rowsAre).toEqual(['already'])
    const others = new Books()
    expect((await others.read([statement])).rowsAre).toEqual(['pay'])
    expect((await others.read([result], bulk, BULK)).rowsAre).toEqual(['already'])
    expect(
      (await others.read([out('SKA1', '120,000', '2567****001', { at: '28-11-2026' })])).rowsAre,
    ).toEqual(['already'])
  })
  test('with another amount, fee or day is a contradiction', async () => {
    const books = new Books()
    await books.read([result], bulk, BULK)
    expect((await books.read([out('SKA1', '125,000', P1)])).rowsAre).toEqual(['changed'])
    expect((await books.read([result.replace(',500,', ',600,')], bulk, BULK)).rowsAre).toEqual(['changed'])
    expect((await books.read([out('SKA1', '120,000', P1, { at: '26-11-2026 10:12:00' })])).rowsAre).toEqual([
      'changed',
    ])
  })
  test('months that overlap, in another order', async () => {
    const books = new Books()
    const rows = [out('A1', '120,000', P1), out('A2', '220,000', P2), out('A4', '420,000', P4)]
    await books.read(rows.slice(0, 2))
    expect((await books.read(rows.toReversed())).rowsAre).toEqual(['pay', 'already', 'already'])
  })
})

describe('rows that are no payment', () => {
  test('an amount of 0 is named, with any decimals', async () => {
    const rows = [out('A1', '0', P1), out('A2', '0.00', P2), out('A4', '-0.00', P4)]
    expect(await rowsAre(rows)).toEqual(['zero', 'zero', 'zero'])
    expect(await rowsAre([out('A1', '0', P1, { reference: LIST[0]?.reference ?? '' })])).toEqual(['zero'])
    expect(await rowsAre([out('A1', '0', P1, { state: 'Failed' })])).toEqual(['failed'])
  })
  test('balances, totals, headings of each page and footers are named', async () => {
    const rows = [
      ',01-11-2026 00:00:00,Balance brought forward,Completed,,,"900,000",,',
      out('A1', '120,000', P1),
      'Page 1 of 2,,,,,,,,',
      HEADER,
      'B0,28-11-2026 00:00:00,Opening Balance,Completed,,"900,000",,,',
      out('A2', '220,000', P2),
      'Total,,,,,"340,000",,,',
      'Total: 2 transactions,,,,"0","340,000",,,',
      ',,Closing balance B/F,,,,"560,000",,',
      'Printed on 28-11-2026,,,,,,,,by JANE',
      'This statement was made by a machine and needs no signature.',
    ]
    expect(await rowsAre(rows)).toEqual([
      ...['summary', 'pay', 'summary', 'heading', 'summary', 'pay'],
      ...['summary', 'summary', 'summary', 'summary', 'summary'],
    ])
  })
  test('a payment without number, time or state is no total', async () => {
    expect(await rowsAre([out('', '120,000', P1)])).toEqual(['transaction'])
    expect(await rowsAre([out('A1', '120,000', P1, { state: 'Pending' })])).toEqual(['state'])
    expect(await rowsAre([out('A1', '120,000', P1, { at: 'Total' })])).toEqual(['time'])
    expect(await rowsAre([out('A1', '120,000', P1, { at: AT.replace('2026', '2099') })])).toEqual(['time'])
    expect(await rowsAre([out('2.48E+10', '120,000', P1)])).toEqual(['transaction'])
    expect(await rowsAre([out('A1', '120,000', P1, { reference: 'P0123456789A' })])).toEqual(['other_list'])
    const reference = LIST[0]?.reference ?? ''
    expect(await rowsAre([out('A1', '=120000', P1, { reference })])).toEqual(['amount'])
    expect(await rowsAre([out('A1', '120,000', 'Total Energies - 0772000001')])).toEqual(['pay'])
  })
})
