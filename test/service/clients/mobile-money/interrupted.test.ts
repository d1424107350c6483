import { readFileSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Run } from '../../../../src/cli/context.ts'
import { openList } from '../../../../src/clients/mobile-money/open-list.ts'
import { readOperatorMap } from '../../../../src/clients/mobile-money/operator-map.ts'
import {
  digestOf,
  type FileRead,
  readingOf,
  writePlan,
} from '../../../../src/clients/mobile-money/read-back.ts'
import type { CounterRecord } from '../../../../src/records/record-tasks.ts'
import { Calendar } from '../../../../src/words/calendar.ts'
import { type Appliance, makeAppliance, START_MS } from '../../../support/appliance.ts'

/** A file of many lines, cut off between two of them; and what hostile and unlucky files do. */

/** More than two hundred are written in three parts. */
const MEMBERS = 203
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
  by: Run = run,
): Promise<FileRead> =>
  readingOf(by, {
    bytes: fileOf(lines),
    map,
    list: { ...of, isSealed: true, isChanged: false },
    listName: 'list',
    calendar: new Calendar('Africa/Kampala'),
  })
const paidLine = (i: number, number = `T${i}`): readonly string[] => {
  const { reference = '', phone = '' } = list.lines[i] ?? {}
  return [reference, phone, 'x', '1000', '5', 'Successful', number, AT]
}

const member = async (name: string, phone: string, memberNo: string): Promise<string> =>
  (await run('party.add', { kind: 'person', name, phone, memberNo, basis: 'contract_performance' })).party
/** What they brought, for which they are to be paid. */
const brought = (from_party: string, amount_minor: number) => ({
  ...{ id: uuidv7(), type: 'delivery', ...basis, from_party, to_party: a.cooperative.id },
  ...{ crop: 'maize_grain', quantity: { value: 10, unit: 'kg' }, measurement_method: 'coop_weighed' },
  agreed_price: { amount_minor, currency: 'UGX' },
})

beforeAll(async () => {
  a = await makeAppliance({ country: 'UG' })
  run = (task, args) => a.tasks.run(task, 'test', args)
  const drafts: object[] = []
  for (let i = 0; i < MEMBERS; i++) {
    const name = `Member ${String(i).padStart(3, '0')}`
    drafts.push(brought(await member(name, `+2567720${String(i).padStart(5, '0')}`, String(i + 1)), 1000))
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
    expect(await writePlan(run, { ...third, file: 'nov.csv' })).toEqual({
      ...{ refused: [], unkept: 0, isStopped: false },
    })
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
    await reading([paidLine(0), paidLine(1)], few, heard)
    expect(asked).toEqual([
      ['party.resolve', { text: 'cooperative' }],
      ['import.secret', {}],
      ['payment.named', { references: ['T0', 'T1'] }],
    ])
    const { records } = await run('payment.named', { references: ['t 0', 'nothing'] })
    expect(records.map(({ reference }) => reference)).toEqual(['T0'])
  })

  test('that leaves more to a person than can wait is recorded, and its other rows are counted and noted', async () => {
    const nobody = (i: number) => ['', '+256772999999', 'x', '7', '', 'Successful', `W${i}`, AT]
    const lines = [...Array.from({ length: 5_003 }, (_, i) => nobody(i)), [...paidLine(0, 'NEW')]]
    const asked: number[] = []
    const heard: Run = (task, args) => {
      if (task === 'payment.wait') asked.push((args as { left: readonly unknown[] }).left.length)
      return run(task, args)
    }
    // Debts of the list are paid by now: another member's debt is still open.
    const party = await member('Late', '+256772088888', '999')
    await written([brought(party, 700)])
    const late = await openList(run, { members: new Set([party]) })
    const { reference = '', phone = '' } = late.lines[0] ?? {}
    lines.push([reference, phone, 'x', '700', '5', 'Successful', 'LATE', AT])
    const many = await reading(lines, late)
    const before = await payments()
    const waitedBefore = (await run('payment.waiting', {})).lines.length
    const done = await writePlan(heard, { ...many, file: 'long.csv' })
    // One row of another list waits too.
    const unkept = 5_004 + waitedBefore - 5_000
    expect(done).toMatchObject({ refused: [], unkept, isStopped: false })
    expect((await payments()).length).toBe(before.length + 1)
    expect(Math.max(...asked)).toBeLessThanOrEqual(2_000)
    const waiting = await run('payment.waiting', {})
    expect(waiting.lines).toHaveLength(5_000)
    expect(waiting.unfinished).toMatchObject([{ file: 'long.csv', unkept }])

    // Read again, nothing is written twice, and what has room by then waits too.
    for (const { key } of waiting.lines.slice(-10)) await run('payment.decide', { key, how: 'set_aside' })
    const again = await writePlan(run, { ...(await reading(lines, late)), file: 'long.csv' })
    expect(again).toMatchObject({ unkept: 0 })
    expect((await payments()).length).toBe(before.length + 1)
    expect((await run('payment.waiting', {})).unfinished).toEqual([])
    const decided = (await run('payment.waiting', {})).lines.map(({ key }) => key)
    await run('payment.wait', { key: 'x', file: 'x', left: [], decided, isUnfinished: false })
  })

  test('with a number that others used is recorded all the same, and their statements are reported', async () => {
    const payee = list.lines[0]?.payee ?? ''
    const stranger = await a.party('institution', 'Stranger')
    const ids: string[] = []
    const state = async (token: string, as: string, reference: string, more: object = {}) => {
      const payment = { payer: a.cooperative.id, payee, amount: { amount_minor: 5, currency: 'UGX' } }
      const id = uuidv7()
      ids.push(id)
      const { status, body } = await a.holder(token, as).post('/v1/records', {
        ...{
          id,
          type: 'payment',
          ...basis,
          ...payment,
          method: 'cash',
          purpose: 'other',
          reference,
          ...more,
        },
      })
      expect(status, JSON.stringify(body)).toBe(201)
    }
    const theirs = await a.credential(stranger.id, 'party')
    for (let i = 0; i < 70; i++) await state(theirs, stranger.id, 'CROWD')
    await state(await a.credential(payee, 'party'), payee, 'MINE')
    const party = await member('Later', '+256772077777', '998')
    await written([brought(party, 900)])
    const later = await openList(run, { members: new Set([party]) })
    const { reference = '', phone = '' } = later.lines[0] ?? {}
    const row = (number: string) => [reference, phone, 'x', '900', '5', 'Successful', number, AT]

    for (const number of ['crowd', 'mine']) {
      const { plan } = await reading([row(number)], later)
      expect([plan.pay.length, plan.left, plan.warned.length]).toEqual([1, [], 1])
      expect(ids).toContain(plan.warned[0]?.id)
    }
    // A look-up costs what the payer wrote: of a crowd, a few are read.
    const named = await run('payment.named', { references: ['CROWD'] })
    expect(named.records).toEqual([])
    expect(named.others.length).toBeLessThanOrEqual(4)

    const file = { ...(await reading([row('crowd')], later)), file: 'dec.csv' }
    // What a stranger states meanwhile does not hold up what the person saw.
    await state(theirs, stranger.id, 'crowd')
    expect(digestOf((await reading([row('crowd')], later)).plan)).toBe(digestOf(file.plan))
    expect(await writePlan(run, file)).toMatchObject({ refused: [] })
    expect((await openList(run, { members: new Set([party]) })).lines).toEqual([])
    const { plan } = await reading([row('crowd')], later)
    expect([plan.already.length, plan.pay, plan.warned]).toEqual([1, [], []])
    expect((await run('payment.named', { references: ['CROWD'] })).records).toHaveLength(1)
  })

  test('with the number of a delegate’s payment for the payer is recorded before; a past delegate’s is not', async () => {
    const [now, past] = [await a.party('institution', 'Agent'), await a.party('institution', 'Past agent')]
    const payee = list.lines[1]?.payee ?? ''
    const us = a.holder(await a.credential(a.cooperative.id, 'party'), a.cooperative.id)
    for (const [delegate, number] of [
      [now, 'AGENT'],
      [past, 'PAST'],
    ] as const) {
      const id = uuidv7()
      const period = { valid_from: '2020-01-01T00:00:00Z', valid_until: '2099-01-01T00:00:00Z' }
      const given = { id, principal: a.cooperative.id, delegate: delegate.id, record_types: ['payment'] }
      const mandate = { ...given, acts: ['assert'], ...period, basis: 'in_person_signature' }
      expect((await us.post('/v1/delegations', mandate)).status).toBe(201)
      if (delegate === past)
        expect((await us.post(`/v1/delegations/${id}/revocation`)).status).toBeLessThan(300)
      const them = a.holder(await a.credential(delegate.id, 'party'), delegate.id)
      const payment = { payer: a.cooperative.id, payee, amount: { amount_minor: 1000, currency: 'UGX' } }
      const made = { on_behalf_of: a.cooperative.id, delegation_id: id, method: 'cash', purpose: 'other' }
      const { status, body } = await them.post('/v1/records', {
        ...{ id: uuidv7(), type: 'payment', ...basis, ...payment, ...made, reference: number },
      })
      expect(status, JSON.stringify(body)).toBe(201)
    }
    const { plan } = await reading([paidLine(1, 'agent'), paidLine(2, 'past')])
    expect(plan.already.map(({ transaction }) => transaction)).toEqual(['agent'])
    const named = await run('payment.named', { references: ['AGENT', 'PAST'] })
    expect(named.records.map((one) => one.reference)).toEqual(['AGENT'])
    expect(named.others.map((one) => one.reference)).toEqual(['PAST'])
  })

  test('of the operator in another format keeps a row that waits once', async () => {
    const nobody = ['', '+256772999999', 'x', '7', '5', 'Successful', 'TWICE', AT]
    const later = nobody.map((cell, i) =>
      i === 7 ? AT.replace('10:12', '10:12:20') : i === 1 ? 'HIDDEN' : cell,
    )
    const waiting = async () =>
      (await run('payment.waiting', {})).lines.filter(({ line }) => line.transaction === 'TWICE')
    await writePlan(run, { ...(await reading([nobody])), file: 'bulk.csv' })
    await writePlan(run, { ...(await reading([later])), file: 'statement.csv' })
    expect(await waiting()).toMatchObject([{ file: 'statement.csv', reason: 'phone_unread' }])
    // Rows of one file that contradict each other both wait, and what is set aside stays so in every format.
    const [first] = await waiting()
    await run('payment.decide', { key: first?.key ?? '', how: 'set_aside' })
    await writePlan(run, { ...(await reading([nobody])), file: 'bulk.csv' })
    expect(await waiting()).toEqual([])
    const other = nobody.map((cell, i) => (i === 6 ? 'BOTH' : cell))
    const others = other.map((cell, i) => (i === 1 ? '+256772999998' : cell))
    await writePlan(run, { ...(await reading([other, others])), file: 'bulk.csv' })
    const both = (await run('payment.waiting', {})).lines.filter(({ line }) => line.transaction === 'BOTH')
    expect(both.map(({ reason }) => reason)).toEqual(['contradicts', 'contradicts'])
  })

  test('that has the name of another keeps a row of both once', async () => {
    const row = ['', '+256772999997', 'x', '7', '5', 'Successful', 'ONCE', AT]
    const later = row.map((cell, i) => (i === 1 ? 'HIDDEN' : cell))
    for (const one of [row, later]) await writePlan(run, { ...(await reading([one])), file: 'statement.csv' })
    const waiting = (await run('payment.waiting', {})).lines
    expect(waiting.filter(({ line }) => line.transaction === 'ONCE')).toMatchObject([
      { file: 'statement.csv', reason: 'phone_unread' },
    ])
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
