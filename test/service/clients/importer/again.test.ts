import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import { reportText } from '../../../../src/clients/importer/report.ts'
import type { ImportOptions, ImportResult } from '../../../../src/clients/importer/run.ts'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { allRecords, importInto, registry, SMALL, WORDS } from '../../../support/clients/importer/support.ts'

/** A sheet that is imported, changed, and imported again. What a dry run says is what then happens, to the record. */

const MAP = compileMap(
  {
    ...SMALL,
    key: ['Receipt'],
    thousands: ',',
    parties: {
      farm: {
        ...SMALL.parties.farm,
        keyed_by: ['No'],
        member_no: { column: 'No' },
        phone: { column: 'Tel' },
      },
    },
    records: {
      delivery: {
        ...SMALL.records.delivery,
        grade: { column: 'Score', after: ' points' },
        note: [{ label: 'Clerk', column: 'Clerk' }, { column: 'Remark' }],
      },
    },
  },
  registry,
)
const HEADER = 'Receipt,Day,Farm,No,Tel,Weight,Score,Clerk,Remark,Unread'
const ROWS = [
  'R1,1/2/2026,Grace Nakato,17,+256772000001,"1,060 kg",7.83,Odongo,,a',
  'R2,1/2/2026,Ruth Chebet,18,,5.5 kg,8,Odongo,wet,b',
  'R3,2/2/2026,Grace Nakato,17,+256772000001,7 lbs,,,,c',
]
const sheet = (rows: readonly string[] = ROWS) => [HEADER, ...rows, ''].join('\n')
const changed = (row: number, from: string | RegExp, to: string, rows = ROWS) =>
  rows.with(row, (rows[row] as string).replace(from, to))

let a: Appliance
beforeEach(async () => {
  a = await makeAppliance()
})
afterEach(() => a.close())

const held = () =>
  new Set(
    (
      a.kernel.store.db.prepare('SELECT lower(hex(id)) FROM entry WHERE kind < 31').pluck().all() as string[]
    ).map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')),
  )

/** Imports twice, the first time to see only. */
async function imported(text: string, map = MAP, more: Partial<ImportOptions> = {}): Promise<ImportResult> {
  const before = held()
  const dry = await importInto(a, text, map, { ...more, dryRun: true })
  expect(held()).toEqual(before)
  const result = await importInto(a, text, map, more)
  expect(new Set(dry.written)).toEqual(new Set([...held()].filter((id) => !before.has(id))))
  expect({ ...dry, dryRun: false }).toEqual(result)
  return result
}

describe('a sheet imported again', () => {
  it.each([
    ['as it was', ROWS],
    ['with another column changed', ROWS.map((row) => `${row} seen`)],
    [
      'with numbers, a date, spaces and capital letters written differently',
      changed(0, '"1,060 kg"', '1060.00kg', changed(1, ',8,', ',8.0,'))
        .with(2, 'R3 , 02/02/2026 , Grace  Nakato,17,+256772000001,7 lbs,,,,c')
        .map((row) => row.replace('7.83', '7.830').replace('Ruth Chebet', ' RUTH CHEBET ')),
    ],
    ['in part and in another order', ROWS.slice(1).toReversed()],
  ])('%s is imported already', async (_, rows) => {
    await imported(sheet())
    const again = await imported(sheet(rows))
    expect(again.rows).toEqual({
      total: rows.length,
      done: rows.length,
      new: 0,
      known: rows.length,
      changed: 0,
      faulty: 0,
      leftOut: 0,
    })
    expect(again.changes).toEqual([])
    expect(reportText(WORDS, again)).toContain('Nothing: the sheet is complete.')
  })

  it('without a key: the same holds, and a changed row is another', async () => {
    const map = compileMap({ ...MAP.spec, name: 'keyless', key: undefined }, registry)
    const keyless = (rows: readonly string[]) => imported(sheet(rows), map)
    await keyless(ROWS)
    const rewritten = changed(0, '7.83', '7.8300', changed(1, ',wet,b', ', wet ,x'))
    expect((await keyless(rewritten)).rows).toMatchObject({ new: 0, known: 3 })
    const again = await keyless(changed(2, '7 lbs', '8 lbs'))
    expect(again.rows).toMatchObject({ new: 1, known: 2 })
    const report = reportText(WORDS, again)
    expect(report).toContain('The map names no key, so a changed row counts as new')
    expect(report).toMatch(/If you did\s+not\s+expect\s+1\s+new\s+row\s+\(4\),/)
  })

  it.each([
    ['Weight', changed(1, '5.5 kg', '6.5 kg'), '5.5 kg', '6.5 kg'],
    ['Day', changed(1, '1/2/2026', '3/2/2026'), '2026-02-01', '3/2/2026'],
    ['Score', changed(1, ',8,', ',9,'), '8 points', '9'],
    ['Clerk', changed(1, 'Odongo', 'Namono'), 'Odongo', 'Namono'],
    ['Remark', changed(1, 'wet', ''), '', ''],
    ['Tel', changed(1, '18,,', '18,+256772000002,'), '', '+256772000002'],
    ['Farm', changed(1, 'Ruth', 'Rut'), 'Ruth Chebet', 'Rut Chebet'],
  ])(
    'with another %s has changed: it is said, and corrected where that is wanted',
    async (column, rows, was, now) => {
      await imported(sheet())
      const before = held()
      const said = await imported(sheet(rows))
      expect(said.rows).toMatchObject({ new: 0, known: 2, changed: 1, faulty: 0 })
      expect(held()).toEqual(before)
      if (column === 'Remark') expect(said.changes.map((change) => change.row)).toEqual([3])
      else expect(said.changes).toEqual([{ row: 3, column, was, now }])
      expect(reportText(WORDS, said)).toMatch(/run the command with\s+--correct/)
      const corrected = await imported(sheet(rows), MAP, { correct: true })
      expect(corrected.rows).toMatchObject({ known: 2, changed: 1 })
      expect(corrected.written).toHaveLength(1)
      // It says so now, and is not corrected twice; what was said first is kept.
      expect((await imported(sheet(rows), MAP, { correct: true })).rows).toMatchObject({
        known: 3,
        changed: 0,
      })
      expect(held().size).toBe(before.size + 1)
      expect(await allRecords(a, 'delivery')).toHaveLength(3)
    },
  )

  it('corrects what it says to correct', async () => {
    await imported(sheet())
    await imported(sheet(changed(1, '5.5 kg', '6.5 kg')), MAP, { correct: true })
    await imported(
      sheet(changed(0, '+256772000001', '+256772000009', changed(2, '+256772000001', '+256772000009'))),
      MAP,
      {
        correct: true,
      },
    )
    const weights = (await allRecords(a, 'delivery')).map(({ derived }) => derived.kg)
    // The second sheet said 5.5 kg again.
    expect(weights.sort()).toEqual([1060, 3.175147, 5.5].sort())
    const { people } = a.kernel
    const phones = ['17', '18'].map((no) => people.facts(people.withMemberNumber(no)[0] as number).phone)
    expect(phones).toEqual(['+256772000009', null])
  })

  it('with new rows beside changed ones: the new go in, the changed stay as they are', async () => {
    await imported(sheet())
    const more = [...changed(0, '"1,060 kg"', '1061 kg'), 'R4,3/2/2026,Drani Peter,19,,9 kg,,,,d']
    const result = await imported(sheet(more))
    expect(result.rows).toMatchObject({ new: 1, known: 2, changed: 1 })
    expect(result.records).toEqual({
      party: { written: 1, corrected: 0, there: 2, refused: 0 },
      delivery: { written: 1, corrected: 0, there: 2, refused: 0 },
    })
    expect(reportText(WORDS, result)).toContain(
      '1 imported, 2 already imported, 1 changed since (left as they were), 0 at fault.',
    )
    expect(reportText(WORDS, result)).toContain('Row 2: Weight “1061 kg” (before: “1060 kg”)')
  })

  it('after the map was changed shows what the map changed', async () => {
    await imported(sheet())
    const map = compileMap(
      { ...MAP.spec, lawful_basis: 'legal_obligation', crop: { constant: 'coffee_arabica_green' } },
      registry,
    )
    const result = await imported(sheet(), map)
    expect(result.rows).toMatchObject({ new: 0, changed: 3 })
    expect(result.changes[0]).toEqual({
      row: 2,
      column: '',
      was: 'lawful basis: contract_performance',
      now: '',
    })
  })
})

describe('what the office did since', () => {
  const deliveryOf = async (kg: number) =>
    (await allRecords(a, 'delivery')).find(({ derived }) => derived.kg === kg)
  const correction = async (kg: number, toKg: number) => {
    const { derived: _, id, ...said } = await deliveryOf(kg)
    const quantity = { value: toKg, unit: 'kg' }
    const draft = { ...said, id: uuidv7(), supersedes: id, quantity }
    await a.tasks.run('record.append', 'test', { draft })
  }

  it('is no change of the sheet, and never undone by it', async () => {
    await imported(sheet())
    await correction(5.5, 6)
    expect((await imported(sheet(), MAP, { correct: true })).rows).toMatchObject({ known: 3, changed: 0 })
    expect(await deliveryOf(6)).toBeDefined()
    // The sheet follows.
    expect((await imported(sheet(changed(1, '5.5 kg', '6 kg')))).rows).toMatchObject({ known: 3 })
  })

  it('and the sheet changed to something else is a fault', async () => {
    await imported(sheet())
    await correction(5.5, 6)
    const result = await imported(sheet(changed(1, '5.5 kg', '7 kg')), MAP, { correct: true })
    expect(result.rows).toMatchObject({ known: 2, faulty: 1 })
    expect(result.faults[0]?.message).toBe('changed, and its stored delivery was corrected after the import')
    expect(await deliveryOf(6)).toBeDefined()
  })

  it('and took back stays so', async () => {
    await imported(sheet())
    const { id } = await deliveryOf(5.5)
    const said = await a.cooperative.append('retraction', { target_id: id, reason: 'did_not_happen' })
    expect(said.status).toBe(201)
    expect((await imported(sheet(), MAP, { correct: true })).rows).toMatchObject({ known: 3 })
    const result = await imported(sheet(changed(1, '5.5 kg', '7 kg')), MAP, { correct: true })
    expect(result.faults.map(({ row, message }) => [row, message])).toEqual([
      [3, 'changed, and its stored delivery was retracted'],
    ])
  })
})
