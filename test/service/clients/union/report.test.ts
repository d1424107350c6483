import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { takeIn } from '../../../../src/clients/union/apply.ts'
import type { Engine } from '../../../../src/clients/union/engine.ts'
import { endSource } from '../../../../src/clients/union/own-clock.ts'
import { decidedMonths } from '../../../../src/clients/union/report/months.ts'
import {
  type Dimension,
  firstUnreported,
  monthAfter,
  type ReportRow,
  reportRows,
  type Subject,
} from '../../../../src/clients/union/report/rows.ts'
import { STATEMENTS } from '../../../../src/clients/union/statements.ts'
import { Attacker } from '../../../support/clients/union-attacker.ts'
import { pageOf } from '../../../support/clients/union-pages.ts'
import { added, STORES } from '../../../support/clients/union-stores.ts'
import { testsOnNew } from '../../../support/clients/union-tests.ts'
import { cli, json, temporaryFolder } from '../../../support/command.ts'
import { ask } from '../../../support/records/export/duck.ts'
import { seeded } from '../../../support/records/gate/random.ts'

/** What reports of a union print, over months in which records arrive late, are corrected and closed. */

const COOPERATIVE = '019f0d75-0280-7eff-81e7-000000000001'
const NOW = Date.now()
/** The last month that is reported today. */
const LAST = monthAfter(firstUnreported(NOW), -1)
const dayAfter = (month: string, day: number): number =>
  Date.parse(`${monthAfter(month)}-${String(day).padStart(2, '0')}T06:00:00.000Z`)

let made = 0
const newId = () => `019f0d75-0280-7eff-82e7-${String(++made).padStart(12, '0')}`
const people = new Map<string, string>()
const person = (name: string): string => {
  if (!people.has(name)) people.set(name, newId())
  return people.get(name) as string
}

interface Delivery {
  readonly id: string
  readonly month: string
  readonly crop: string
  readonly from: string
  readonly kg: number | null
}
const delivery = (month: string, crop: string, from: string, kg: number | null): Delivery => ({
  id: newId(),
  ...{ month, crop, from, kg },
})
const recordOf = ({ id, month, crop, from, kg }: Delivery, derived: object = {}) => ({
  id,
  type: 'delivery',
  occurred_at: `${month}-15T08:00:00.000Z`,
  received_at: `${month}-15T08:00:00.000Z`,
  asserted_by: COOPERATIVE,
  from_party: person(from),
  to_party: COOPERATIVE,
  crop,
  derived: { standing: 'tip', kg, flags: [], confirmation: null, ...derived },
})
const payment = (
  month: string,
  to: string,
  amount_minor: number,
  more: object = {},
  derived: object = {},
) => ({
  id: newId(),
  type: 'payment',
  occurred_at: `${month}-20T08:00:00.000Z`,
  received_at: `${month}-20T08:00:00.000Z`,
  asserted_by: COOPERATIVE,
  payer: COOPERATIVE,
  payee: person(to),
  amount: { amount_minor, currency: 'UGX' },
  method: 'cash',
  purpose: 'produce',
  ...more,
  derived: { standing: 'tip', flags: [], confirmation: null, ...derived },
})
/** Each of these people brings as much. */
const brought = (month: string, crop: string, from: readonly string[], kg: number): object[] =>
  from.map((one) => recordOf(delivery(month, crop, one, kg)))
const crowd = (word: string, count: number) => Array.from({ length: count }, (_, i) => `${word}${i}`)

describe.for(STORES)('%s', (kind) => {
  let store: string
  let engine: Engine
  let since: Map<string, string>
  let cursors = 0

  const on = testsOnNew(kind, (made) => {
    ;({ store, engine } = made)
    since = new Map()
  })

  const page = async (source: string, atMs: number, more: object = {}): Promise<void> => {
    if (!since.has(source)) {
      await added(engine, source)
      await engine.run('UPDATE source SET cooperative = $2 WHERE source = $1', [source, COOPERATIVE])
    }
    const cursor = `c${++cursors}`
    const clock = { nowMs: atMs, confirmDays: 3650 }
    const taken = await takeIn(engine, source, pageOf(cursor, more), since.get(source) ?? null, clock)
    expect(taken.is).toBe('taken')
    since.set(source, cursor)
  }
  const report = async (
    by: readonly Dimension[],
    of: Subject = 'deliveries',
    atMs = NOW,
  ): Promise<ReportRow[]> => reportRows((await decidedMonths(engine, atMs)).decided, by, of)
  const kg = (rows: readonly ReportRow[]) =>
    rows.map(({ source, crop, month, amount }) => [
      source,
      crop,
      month,
      amount === null ? null : amount / 1e6,
    ])

  on('a month is reported from the fifth day after its end', async () => {
    await page('a', dayAfter(LAST, 1), { changes: brought(LAST, 'maize', crowd('p', 6), 10.5) })
    expect(await report(['month'], 'deliveries', dayAfter(LAST, 4))).toEqual([])
    expect(await report(['month'], 'deliveries', dayAfter(LAST, 5))).toEqual([
      { month: LAST, amount: 63_000_000, count: 6, people: 6, hidden: false, at_least: null },
    ])
  })

  on('counts current deliveries of others than the cooperative, by whoever brought them', async () => {
    const sure = { flags: ['asserted_by_outsider'], confirmation: { channel: 'sms' } }
    const changes = [
      ...brought(LAST, 'maize', crowd('p', 5), 10),
      recordOf(delivery(LAST, 'maize', 'p0', 5)),
      recordOf(delivery(LAST, 'maize', 'p1', null)),
      recordOf(delivery(LAST, 'maize', 'p2', 2), sure),
      recordOf(delivery(LAST, 'maize', 'p9', 1000), { flags: ['asserted_by_outsider'] }),
      recordOf(delivery(LAST, 'maize', 'p9', 1000), { standing: 'superseded' }),
      { ...recordOf(delivery(LAST, 'maize', 'p9', 1000)), from_party: COOPERATIVE },
    ]
    await page('a', NOW, { changes })
    expect(await report(['source'])).toMatchObject([
      { source: 'a', amount: 57_000_000, count: 8, people: 5, from: LAST, to: LAST },
    ])
  })

  on('figures that no appliance sends count for nothing, in reports and in views', async () => {
    const farmers = crowd('p', 6)
    await page('a', NOW, {
      changes: [
        ...brought(LAST, 'maize', farmers, 10),
        ...farmers.map((one) => payment(LAST, one, 5_000)),
        ...[-1_000_000, 1e300].map((kg) => recordOf(delivery(LAST, 'maize', 'p0', kg))),
        ...[-700, 1.5, 1e300, 1e12 + 1, 2 ** 53 - 1].map((units) => payment(LAST, 'p1', units)),
      ],
    })
    expect(await report(['source'])).toMatchObject([{ amount: 60_000_000, count: 8, people: 6 }])
    expect(await report(['source'], 'payments')).toMatchObject([{ amount: 30_000, count: 11, people: 6 }])
    const sum = await engine.all('SELECT SUM(derived_kg) AS kg FROM delivery WHERE source = $1', ['a'])
    expect(sum).toEqual([{ kg: 60 }])
    const csv = join(temporaryFolder(), 'r.csv')
    const asked = ['union', 'report', '--store', store, '--by', 'source', '--of', 'payments', '--csv', csv]
    expect((await json(...asked)).code).toBe(0)
    expect(readFileSync(csv, 'utf8')).toContain(`a,UGX,${LAST},${LAST},30000,11,6,false,,,`)
  })

  on('sums that an earlier version kept and no file can hold are null in every file', async () => {
    await added(engine, 'a')
    const [csv, parquet] = ['r.csv', 'r.parquet'].map((name) => join(temporaryFolder(), name))
    const paid = [1.5, 1e19, 7].map((amount, n) => ({
      ...{ source: 'a', item: `UG${n}` },
      figures: { amount, count: 6, people: 6 },
    }))
    const cells = JSON.stringify({ sources: ['a'], delivered: [], paid })
    await engine.run(STATEMENTS['printed.keep'], ['*', LAST, new Date(NOW).toISOString(), cells])
    const asked = ['union', 'report', '--store', store, '--by', 'source', '--of', 'payments']
    const said = await json(...asked, '--csv', String(csv), '--parquet', String(parquet))
    const members = ['currency', 'amount_minor', 'payments'] as const
    expect(said.rows.map((row: Record<string, unknown>) => members.map((name) => row[name]))).toEqual([
      ['UG0', null, 6],
      ['UG1', null, 6],
      ['UG2', 7, 6],
    ])
    expect(readFileSync(String(csv), 'utf8')).toContain(`a,UG1,${LAST},${LAST},,6,6,false,,,`)
    expect(await ask(`SELECT currency FROM '${parquet}' WHERE amount_minor IS NULL ORDER BY 1`)).toEqual([
      { currency: 'UG0' },
      { currency: 'UG1' },
    ])
  })

  on('what came, was corrected or closed after the first report changes nothing of it', async () => {
    const first = brought(LAST, 'maize', crowd('p', 6), 10)
    await page('a', NOW, { changes: first })
    await page('b', NOW, { changes: brought(LAST, 'maize', crowd('q', 3), 10) })
    const before = await report(['source', 'crop', 'month'])
    expect(kg(before)).toEqual([
      ['a', 'maize', LAST, null],
      ['b', 'maize', LAST, null],
    ])
    expect(kg(await report(['month']))).toEqual([[undefined, undefined, LAST, 90]])
    await page('a', NOW, { closed: first.slice(0, 4).map((record) => (record as Delivery).id) })
    await page('b', NOW, { changes: brought(LAST, 'maize', crowd('r', 9), 10) })
    await page('c', NOW, { changes: brought(LAST, 'tea', crowd('c', 9), 10) })
    expect((await report(['source', 'crop', 'month'])).slice(0, 2)).toEqual(before)
    expect(kg(await report(['crop', 'month']))).toEqual([[undefined, 'maize', LAST, 90]])
  })

  on(
    'a source that has not sent everything since the month ended waits, and is in no total of it',
    async () => {
      const earlier = monthAfter(LAST, -1)
      await page('a', NOW, { changes: brought(earlier, 'maize', crowd('p', 6), 10) })
      await page('b', dayAfter(earlier, 1) - 86_400_000, {
        changes: brought(earlier, 'maize', crowd('q', 7), 10),
      })
      await page('c', NOW, { changes: brought(earlier, 'maize', crowd('r', 7), 10), has_more: true })
      for (const name of ['unread', 'unread-ended']) await added(engine, name)
      await endSource(engine, 'unread-ended', NOW)
      expect((await decidedMonths(engine, NOW)).waiting).toEqual([
        { source: 'b', months: [earlier] },
        { source: 'c', months: [earlier] },
        { source: 'unread', months: [] },
      ])
      const said = (await cli('union', 'report', '--store', store, '--by', 'month')).out
      expect(said.replace(/\s+/g, ' ')).toContain(`c (${earlier}) and unread`)
      expect(kg(await report(['source', 'month']))).toEqual([['a', undefined, earlier, 60]])
      await page('b', NOW)
      expect(kg(await report(['source', 'month']))).toEqual([
        ['a', undefined, earlier, 60],
        ['b', undefined, earlier, 70],
      ])
      expect(kg(await report(['month']))).toEqual([[undefined, undefined, earlier, 60]])
      expect(await report([], 'payments')).toEqual([])
    },
  )

  on('over several months, a sum with a hidden month is hidden, and says what is shown of it', async () => {
    const earlier = monthAfter(LAST, -1)
    const changes = [
      ...brought(earlier, 'maize', crowd('p', 6), 10),
      ...brought(LAST, 'maize', crowd('p', 4), 10),
      ...brought(LAST, 'tea', crowd('p', 8), 1),
      ...brought(earlier, 'tea', crowd('p', 7), 1),
    ]
    await page('a', NOW, { changes })
    expect(await report(['crop'])).toEqual([
      {
        ...{ crop: 'maize', from: earlier, to: LAST, amount: null, count: null, people: null, hidden: true },
        at_least: { amount: 60_000_000, count: 6, people: 6, parts: 1, of: 2 },
      },
      {
        ...{ crop: 'tea', from: earlier, to: LAST, amount: null, count: null, people: null, hidden: true },
        at_least: { amount: 7_000_000, count: 7, people: 7, parts: 1, of: 2 },
      },
    ])
    expect(await report(['source'])).toMatchObject([
      { source: 'a', amount: 115_000_000, people: 8, hidden: false },
    ])
  })

  on('payments: by source and currency, of what was paid for produce', async () => {
    const to = crowd('p', 6)
    const changes = [
      ...brought(LAST, 'maize', to, 10),
      ...to.map((one) => payment(LAST, one, 5000)),
      payment(LAST, 'p0', 700, { purpose: 'advance' }),
      payment(LAST, 'p9', 90_000, { purpose: 'loan' }),
      payment(LAST, 'p9', 90_000, { method: 'offset' }),
      payment(LAST, 'p9', 90_000, {}, { standing: 'retracted' }),
      payment(LAST, 'p0', 90_000, { payee: COOPERATIVE, payer: person('p0') }),
      payment(LAST, 'p1', 3, { amount: { amount_minor: 3, currency: 'USD' } }),
    ]
    await page('a', NOW, { changes })
    await page('b', NOW, {
      changes: [
        ...brought(LAST, 'maize', crowd('q', 4), 10),
        ...crowd('q', 9).map((one) => payment(LAST, one, 10)),
      ],
    })
    const hidden = { amount: null, count: null, people: null, hidden: true }
    // Four brought maize to b, so the maize of a is hidden too, and with it what both paid.
    expect(await report(['source', 'month'], 'payments')).toMatchObject([
      { source: 'a', currency: 'UGX', month: LAST, ...hidden },
      { source: 'a', currency: 'USD', ...hidden },
      { source: 'b', currency: 'UGX', ...hidden },
    ])
  })

  on('payments are shown where everything brought is, and added up over sources', async () => {
    for (const source of ['a', 'b']) {
      const to = crowd(source, 6)
      await page(source, NOW, {
        changes: [...brought(LAST, 'maize', to, 10), ...to.map((one) => payment(LAST, one, 5000))],
      })
    }
    expect(await report(['month'], 'payments')).toEqual([
      { currency: 'UGX', month: LAST, amount: 60_000, count: 12, people: 12, hidden: false, at_least: null },
    ])
  })

  on('two programs that report first at once print the same', async () => {
    await page('a', NOW, { changes: brought(LAST, 'maize', crowd('p', 6), 10) })
    const [one, two] = await Promise.all([decidedMonths(engine, NOW), decidedMonths(engine, NOW + 1)])
    expect(one.decided).toEqual(two.decided)
  })

  on('what is kept of a month names nobody', async () => {
    await page('a', NOW, { changes: brought(LAST, 'maize', [...crowd('p', 6), 'p0'], 10) })
    await page('b', NOW, { changes: brought(LAST, 'tea', ['q'], 123.457) })
    await report(['month'])
    const kept = JSON.stringify(await engine.all(STATEMENTS['printed.all'], []))
    expect(kept).toContain('maize')
    expect(kept).not.toContain('019f0d75')
    expect(kept).not.toContain('123457')
  })

  on('somebody who keeps all reports of a year works out nothing that one of them hides', async () => {
    let paid = 0
    for (const seed of kind === 'sqlite' ? [1, 2, 3] : [1]) {
      const known = await aYear(seed)
      paid += known.paid
      expect(known.leaks).toEqual([])
      expect(known.shown).toBeGreaterThan(20)
      expect(known.hidden).toBeGreaterThan(20)
    }
    expect(paid).toBeGreaterThan(0)
  })

  /** Sources of several sizes, over months; reports by everything after each step. */
  async function aYear(
    seed: number,
  ): Promise<{ leaks: string[]; shown: number; paid: number; hidden: number }> {
    const random = seeded(seed).below
    const crops = ['maize', 'beans', 'tea']
    const sources = ['a', 'b', 'c', 'd', 'e'].map((one) => `${one}${seed}`)
    const held = new Map<string, Delivery & { readonly source: string }>()
    const truth = new Map<string, ReadonlyMap<string, number>>()
    const totalled = new Map<string, Set<string>>()
    const attacker = new Attacker()
    const printed = new Map<string, string>()
    const hiddenCells = new Set<string>()
    const leaks: string[] = []
    let shown = 0
    let paid = 0
    await engine.run('DELETE FROM printed WHERE source IS NOT NULL', [])
    await engine.run('DELETE FROM record WHERE source IS NOT NULL', [])

    const step = async (source: string, months: readonly string[], atMs: number) => {
      // One with a single crop and many people, whose payments may be shown.
      const isLarge = source.startsWith('e')
      const changes: object[] = []
      const closed: string[] = []
      for (const month of months)
        for (const crop of isLarge ? ['cocoa'] : crops) {
          if (!isLarge && random(4) === 0) continue
          const most = isLarge ? 40 : random(random(3) === 0 ? 4 : 14)
          for (let i = 0; i <= most; i++) {
            const one = delivery(
              month,
              crop,
              `${source}${random(25)}`,
              1 + random(!isLarge && random(9) === 0 ? 2000 : 60),
            )
            held.set(one.id, { ...one, source })
            changes.push(recordOf(one), payment(month, one.from, 100 * (one.kg ?? 0)))
          }
        }
      for (const one of [...held.values()].filter((some) => some.source === source)) {
        if (changes.some((change) => (change as Delivery).id === one.id) || random(12) > 0) continue
        held.delete(one.id)
        if (random(2) === 0) closed.push(one.id)
        else {
          changes.push(recordOf(one, { standing: 'superseded' }))
          const better = delivery(one.month, one.crop, one.from, 1 + random(80))
          held.set(better.id, { ...better, source })
          changes.push(recordOf(better))
        }
      }
      await page(source, atMs, { changes, closed })
    }

    /** The cells of a source and month as they were when they were first printed. */
    const cellsNow = (source: string, month: string) => {
      const cells = new Map<string, number>()
      for (const one of held.values())
        if (one.source === source && one.month === month)
          cells.set(one.crop, (cells.get(one.crop) ?? 0) + (one.kg ?? 0))
      return cells
    }
    const learn = async (atMs: number) => {
      const rows = await report(['source', 'crop', 'month'], 'deliveries', atMs)
      const isNew = new Set<string>()
      for (const { source = '', month = '' } of rows) {
        const at = `${source} ${month}`
        if (truth.has(at)) continue
        truth.set(at, cellsNow(source, month))
        isNew.add(at)
      }
      for (const month of new Set(rows.map(({ month = '' }) => month)))
        if (!totalled.has(month)) totalled.set(month, new Set([...isNew].filter((at) => at.endsWith(month))))
      const all: Dimension[][] = [
        ['source', 'crop', 'month'],
        ['source', 'month'],
        ['crop', 'month'],
        ['month'],
        ['source', 'crop'],
        ['source'],
        ['crop'],
      ]
      const isShown = new Map<string, boolean>()
      for (const by of all)
        for (const row of await report(by, 'deliveries', atMs)) {
          const isByMonth = by.includes('month')
          const months = isByMonth ? [row.month ?? ''] : [...totalled.keys()].sort()
          const parts = months.filter(
            (month) => isByMonth || row.amount !== null || isShown.get(key({ ...row, month })) === true,
          )
          if (isByMonth) {
            isShown.set(key(row), !row.hidden)
            const said = JSON.stringify([row.amount, row.count, row.people])
            const before = printed.get(key(row))
            if (before !== undefined && before !== said) leaks.push(`${key(row)} was ${before}, is ${said}`)
            printed.set(key(row), said)
            if (row.hidden) hiddenCells.add(key(row))
          }
          const vector = vectorOf(row, parts)
          const amount = row.amount ?? row.at_least?.amount
          if (amount === undefined) continue
          shown++
          const sum = [...vector].reduce((all, cell) => all + kilogramsOf(cell), 0)
          if (Math.abs(sum - amount / 1e6) > 1e-6)
            leaks.push(`${key(row)} by ${by}: ${amount / 1e6} is not ${sum}`)
          attacker.learn(Object.fromEntries([...vector].map((cell) => [cell, 1])))
        }
    }
    const key = ({ source, crop, month }: ReportRow) => `${source} ${crop} ${month}`
    const seePayments = async (atMs: number) => {
      for (const by of [['source', 'month'], ['month']] as const)
        for (const row of await report(by, 'payments', atMs)) {
          const at = `paid ${row.source} ${row.month}`
          const said = JSON.stringify(row)
          if ((printed.get(at) ?? said) !== said) leaks.push(`${at} was ${printed.get(at)}, is ${said}`)
          printed.set(at, said)
          if (row.amount !== null && row.source !== undefined) paid++
        }
    }
    const kilogramsOf = (cell: string): number => {
      const [source = '', crop = '', month = ''] = cell.split(' ')
      return truth.get(`${source} ${month}`)?.get(crop) ?? 0
    }
    /** The finest cells in a row. */
    const vectorOf = ({ source, crop }: ReportRow, months: readonly string[]): Set<string> => {
      const cells = new Set<string>()
      for (const [at, crops] of truth) {
        const [of = '', month = ''] = at.split(' ')
        if (!months.includes(month) || (source !== undefined && source !== of)) continue
        if (source === undefined && !totalled.get(month)?.has(at)) continue
        for (const one of crops.keys())
          if (crop === undefined || crop === one) cells.add(`${of} ${one} ${month}`)
      }
      return cells
    }

    const months = Array.from({ length: 6 }, (_, i) => monthAfter(LAST, i - 5))
    for (const [i, month] of months.entries()) {
      // One of them is late, and sends the month with the next.
      const late = sources[random(7)]
      for (const source of sources)
        if (source !== late)
          await step(source, [month, ...(i > 0 ? [months[i - 1] as string] : [])], dayAfter(month, 2))
      for (const day of [4, 5, 9]) {
        await learn(dayAfter(month, day))
        await seePayments(dayAfter(month, day))
      }
    }
    for (const source of sources) await page(source, NOW)
    await learn(NOW)
    await seePayments(NOW)
    for (const hidden of hiddenCells) {
      const [source, crop, month = ''] = hidden
        .split(' ')
        .map((one) => (one === 'undefined' ? undefined : one))
      const wanted = vectorOf({ source, crop } as ReportRow, [month])
      if (attacker.canWorkOut(Object.fromEntries([...wanted].map((cell) => [cell, 1]))))
        leaks.push(`${hidden} is known`)
    }
    since = new Map()
    await engine.run('DELETE FROM source WHERE source IS NOT NULL', [])
    return { leaks, shown, paid, hidden: hiddenCells.size }
  }

  on('the command prints one figure in every form', async () => {
    await page('kahawa', NOW, {
      changes: [
        ...brought(LAST, 'coffee_arabica_fresh_cherry', crowd('p', 6), 1000.5),
        ...brought(LAST, 'tea', ['t'], 9),
      ],
    })
    await page('=cmd', NOW, { changes: brought(LAST, 'tea', crowd('q', 8), 20) })
    const out = temporaryFolder()
    const [csv, parquet, html] = ['r.csv', 'r.parquet', 'r.html'].map((name) => join(out, name)) as [
      string,
      string,
      string,
    ]
    const asked = ['union', 'report', '--store', store, '--by', 'source,crop,month']
    const said = await json(...asked, '--csv', csv, '--parquet', parquet, '--html', html)
    const hidden = { kg: null, deliveries: null, people: null, hidden: true }
    expect(said.rows).toMatchObject([
      { source: '=cmd', crop: 'tea', month: LAST, kg: 160, deliveries: 8, people: 8, hidden: false },
      { source: 'kahawa', crop: 'coffee_arabica_fresh_cherry', month: LAST, ...hidden },
      { source: 'kahawa', crop: 'tea', month: LAST, ...hidden },
    ])
    expect(readFileSync(csv, 'utf8').split('\n').slice(0, 3)).toEqual([
      'source,crop,month,kg,deliveries,people,hidden,at_least_kg,at_least_parts,at_least_of',
      `'=cmd,tea,${LAST},160,8,8,false,,,`,
      `kahawa,coffee_arabica_fresh_cherry,${LAST},,,,true,,,`,
    ])
    expect(await ask(`SELECT source, kg, people, hidden FROM '${parquet}' ORDER BY source`)).toEqual([
      { source: '=cmd', kg: 160, people: 8, hidden: false },
      { source: 'kahawa', kg: null, people: null, hidden: true },
      { source: 'kahawa', kg: null, people: null, hidden: true },
    ])
    const text = (await cli(...asked)).out
    for (const shown of [text, readFileSync(html, 'utf8')]) {
      expect(shown).toContain('160.00')
      expect(shown).toContain('fewer than 5 people')
      expect(shown).not.toMatch(/6,003|6,012/)
    }
    const bySource = await json('union', 'report', '--store', store, '--by', 'source')
    expect(bySource.rows).toMatchObject([
      { source: '=cmd', kg: 160 },
      { source: 'kahawa', kg: 6012, people: 7 },
    ])
    for (const wrong of ['source,farmer', 'source,source', ''])
      expect((await json('union', 'report', '--store', store, '--by', wrong)).code).toBe(2)
    expect((await json(...asked, '--of', 'payments')).code).toBe(2)
  })
})
