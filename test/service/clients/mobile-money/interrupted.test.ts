import { readFileSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Run } from '../../../../src/cli/context.ts'
import { openList } from '../../../../src/clients/mobile-money/open-list.ts'
import { readOperatorMap } from '../../../../src/clients/mobile-money/operator-map.ts'
import { type Reading, readingOf, writePlan } from '../../../../src/clients/mobile-money/read-back.ts'
import type { CounterRecord } from '../../../../src/records/record-tasks.ts'
import { Calendar } from '../../../../src/words/calendar.ts'
import { type Appliance, makeAppliance, START_MS } from '../../../support/appliance.ts'

/** A file of many lines, cut off between two of them; and what hostile and unlucky files do. */

const MEMBERS = 240
const map = readOperatorMap(readFileSync('packaging/examples/mobile-money-bulk.map.json', 'utf8'))
const HEADINGS = 'Payee Reference,Mobile Number,Payee Name,Amount,Charge,Status,Transaction ID,Completed'
const DAY = new Date(START_MS - 86_400_000).toISOString()
const [year, month, day] = DAY.slice(0, 10).split('-')
const AT = `${day}/${month}/${year} 10:12`

let a: Appliance
let run: Run
type List = Awaited<ReturnType<typeof openList>>
let list: List
const basis = { lawful_basis: 'special_data_consent', occurred_at: DAY }

async function written(records: readonly object[]): Promise<void> {
  for (const result of await run('record.append-all', { records }))
    expect(result, JSON.stringify(result)).not.toMatchObject({ status: 'rejected' })
}
const payments = async (): Promise<CounterRecord[]> => {
  const found: CounterRecord[] = []
  for (let after: { occurredAt: number; id: string } | undefined; ; ) {
    const asked = {
      type: 'payment',
      subject: null,
      standing: 'any',
      most: 500,
      ...(after && { after }),
    } as const
    const page = await run('record.recent', asked)
    found.push(...page.records)
    if (page.next === undefined) return found
    after = page.next
  }
}
const fileOf = (lines: readonly (readonly string[])[]) =>
  Buffer.from([HEADINGS, ...lines.map((cells) => cells.map((cell) => `"${cell}"`).join(','))].join('\n'))
const reading = (
  lines: readonly (readonly string[])[],
  of: Pick<List, 'payer' | 'lines'> = list,
): Promise<Reading> =>
  readingOf(run, {
    bytes: fileOf(lines),
    map,
    list: of,
    listName: 'list',
    calendar: new Calendar('Africa/Kampala'),
  })
const paidLine = (i: number, number = `T${i}`): readonly string[] => {
  const { reference = '', phone = '' } = list.lines[i] ?? {}
  return [reference, phone, 'x', '1000', '5', 'Successful', number, AT]
}

beforeAll(async () => {
  a = await makeAppliance({ country: 'UG' })
  run = (task, args) => a.tasks.run(task, 'test', args)
  const drafts: object[] = []
  for (let i = 0; i < MEMBERS; i++) {
    const phone = `+2567720${String(i).padStart(5, '0')}`
    const { party } = await run('party.add', {
      ...{ kind: 'person', name: `Member ${String(i).padStart(3, '0')}`, phone, memberNo: String(i + 1) },
      basis: 'contract_performance',
    })
    const goods = {
      crop: 'maize_grain',
      quantity: { value: 10, unit: 'kg' },
      measurement_method: 'coop_weighed',
    }
    drafts.push({
      ...{
        id: uuidv7(),
        type: 'delivery',
        ...basis,
        ...goods,
        from_party: party,
        to_party: a.cooperative.id,
      },
      agreed_price: { amount_minor: 1000, currency: 'UGX' },
    })
  }
  await written(drafts)
  list = await openList(run, { members: null })
})

describe('a file', () => {
  test('that a power cut ends between two payments is finished by reading it again, and repeats nothing', async () => {
    expect(list.lines).toHaveLength(MEMBERS)
    const lines = [...list.lines.keys()].map((i) => paidLine(i))
    lines.push(['', '+256772999999', 'x', '7', '5', 'Successful', 'NOBODY', AT])
    const first = await reading(lines)
    expect(first.plan.pay).toHaveLength(MEMBERS)
    let chunks = 0
    const cut: Run = (task, args) => {
      if (task === 'record.append-all' && ++chunks === 2) throw new Error('power cut')
      return run(task, args)
    }
    await expect(writePlan(cut, { ...first, file: 'nov.csv' })).rejects.toThrow('power cut')
    expect(await payments()).toHaveLength(100)
    const left = await run('payment.waiting', {})
    expect(left.unfinished).toMatchObject([{ file: 'nov.csv' }])
    expect(left.lines.map(({ line }) => line.transaction)).toEqual(['NOBODY'])

    // Also where a chunk was written, but the reply was lost.
    let answered = 0
    const deaf: Run = (task, args) =>
      run(task, args).then((result) => {
        if (task === 'record.append-all' && ++answered === 1) throw new Error('lost reply')
        return result
      })
    const second = await reading(lines)
    expect([second.plan.already.length, second.plan.pay.length]).toEqual([100, MEMBERS - 100])
    await expect(writePlan(deaf, { ...second, file: 'nov.csv' })).rejects.toThrow('lost reply')
    const third = await reading(lines)
    expect(await writePlan(run, { ...third, file: 'nov.csv' })).toEqual({ refused: [], isStopped: false })
    const done = await payments()
    expect(done).toHaveLength(MEMBERS)
    expect(new Set(done.map(({ reference }) => reference)).size).toBe(MEMBERS)
    const after = await run('payment.waiting', {})
    expect([after.unfinished, after.lines.length]).toEqual([[], 1])
    expect((await reading(lines)).plan).toMatchObject({ pay: [], retract: [] })
  })

  test('of the same name is another file; the same bytes and list are the same file', async () => {
    const [one, other] = [await reading([paidLine(0)]), await reading([paidLine(1)])]
    const few = { payer: list.payer, lines: list.lines.slice(0, 2) }
    expect((await reading([paidLine(0)])).key).toBe(one.key)
    expect((await reading([paidLine(0)], few)).key).not.toBe(one.key)
    const wait = (key: string, file: string, isUnfinished: boolean) =>
      run('payment.wait', { key, file, left: [], decided: [], isUnfinished })
    const unfinished = async () => (await run('payment.waiting', {})).unfinished.map(({ key }) => key)
    await wait(one.key, 'nov.csv', true)
    await wait(other.key, 'nov.csv', true)
    expect(await unfinished()).toEqual([other.key, one.key])
    await wait(one.key, 'renamed.csv', false)
    expect(await unfinished()).toEqual([other.key])
    await run('payment.finished', { key: other.key })
    expect(await unfinished()).toEqual([])
  })

  test('reads what it names and no other payment', async () => {
    const asked: unknown[] = []
    const heard: Run = (task, args) => {
      if (task !== 'record.current') asked.push([task, args])
      return run(task, args)
    }
    const few = { payer: list.payer, lines: list.lines.slice(0, 2) }
    const bytes = fileOf([paidLine(0), paidLine(1)])
    await readingOf(heard, {
      bytes,
      map,
      list: few,
      listName: 'list',
      calendar: new Calendar('Africa/Kampala'),
    })
    expect(asked).toEqual([
      ['party.resolve', { text: 'cooperative' }],
      ['import.secret', {}],
      ['payment.named', { references: ['T0', 'T1'] }],
    ])
    const { records } = await run('payment.named', { references: ['t 0', 'nothing'] })
    expect(records.map(({ reference }) => reference)).toEqual(['T0'])
  })

  test('that would leave too much to a person is refused before anything is written', async () => {
    const lines = Array.from({ length: 5_001 }, (_, i) => [
      '',
      '+256772999999',
      'x',
      '7',
      '',
      'Successful',
      `W${i}`,
      AT,
    ])
    lines.push([...paidLine(0, 'NEW')])
    const many = await reading(lines)
    const before = await payments()
    await expect(writePlan(run, { ...many, file: 'wrong.csv' })).rejects.toThrow('would wait')
    expect(await payments()).toHaveLength(before.length)
    expect((await run('payment.waiting', {})).unfinished).toEqual([])
  })

  test.each([
    ['a negative amount', { 3: '-1000' }, 'amount'],
    ['an amount with its currency', { 3: 'KES 1000' }, 'amount'],
    ['no amount', { 3: '' }, 'amount'],
    ['a formula', { 3: '=1000' }, 'amount'],
    ['another’s telephone', { 1: '0772 00 00 01' }, 'telephone'],
    ['no number', { 6: '' }, 'transaction'],
    ['a number that a spreadsheet has shortened', { 6: '2.48E+10' }, 'transaction'],
    ['an unknown word', { 5: 'Perhaps' }, 'state'],
    ['a time to come', { 7: '25/11/2099 10:12' }, 'time'],
    ['the reference of another list', { 0: 'P0123456789A' }, 'other_list'],
  ] as const)('with %s writes nothing', async (_what, cells, reason) => {
    const line = paidLine(0, uuidv7()).map((cell, i) => (cells as Record<number, string>)[i] ?? cell)
    const { plan } = await reading([line])
    expect([plan.pay, plan.retract, plan.left.map((one) => one.reason)]).toEqual([[], [], [reason]])
  })

  test.each(['0772000000', '0772 000 000', '256772000000', '+256 772-000-000', '00256772000000'])(
    'a telephone written as %s is the member’s',
    async (phone) => {
      const line = paidLine(0).map((cell, i) => (i === 0 ? '' : i === 1 ? phone : cell))
      expect((await reading([line])).plan.already.length + (await reading([line])).plan.left.length).toBe(1)
      expect((await reading([line])).lines[0]?.phone).toBe('+256772000000')
    },
  )

  test('with the number of a payment that a stranger recorded is left to a person, and so is one with many', async () => {
    const stranger = await a.party('institution', 'Stranger')
    const token = await a.credential(stranger.id, 'party')
    const them = a.holder(token, stranger.id)
    const payee = list.lines[0]?.payee ?? ''
    for (let i = 0; i < 70; i++) {
      const payment = { payer: a.cooperative.id, payee, amount: { amount_minor: 5, currency: 'UGX' } }
      const { status } = await them.post('/v1/records', {
        ...{ id: uuidv7(), type: 'payment', ...basis, ...payment },
        ...{ method: 'cash', purpose: 'other', reference: i === 0 ? 'THEIRS' : 'CROWD' },
      })
      expect(status).toBe(201)
    }
    const more = await openList(run, { members: null })
    expect(more.lines).toEqual([])
    const { plan } = await reading([paidLine(1, 'theirs'), paidLine(2, 'CROWD')])
    expect(plan.left.map(({ reason }) => reason)).toEqual(['of_other', 'of_other'])
    expect((await run('payment.named', { references: ['CROWD'] })).records.length).toBeLessThanOrEqual(64)
  })

  test('whose reversal waited and is now carried out has no row that waits; a refused one still waits', async () => {
    const reversed = paidLine(3).map((cell) => (cell === 'Successful' ? 'Reversed' : cell))
    const read = await reading([reversed])
    const { line } = read.plan.retract[0] ?? {}
    const left = [{ line: line as never, reason: 'forked' as const }]
    await run('payment.wait', { key: 'x', file: 'old.csv', left, decided: [], isUnfinished: false })
    const waiting = async () =>
      (await run('payment.waiting', {})).lines.filter((one) => one.line.transaction === 'T3')
    const refusing: Run = (task, args) =>
      task === 'record.append-all'
        ? (Promise.resolve([{ status: 'rejected', problem: { title: 'no' } }]) as never)
        : run(task, args)
    await writePlan(refusing, { ...read, file: 'nov.csv' })
    expect(await waiting()).toMatchObject([{ reason: 'refused' }])
    expect(await writePlan(run, { ...read, file: 'nov.csv' })).toMatchObject({ refused: [] })
    expect(await waiting()).toEqual([])
  })
})
