import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../../src/base/problem.ts'
import { reportJson, reportText } from '../../../../src/clients/importer/report.ts'
import type { ImportOptions, ImportStore } from '../../../../src/clients/importer/run.ts'
import { BATCH_RECORDS } from '../../../../src/clients/importer/tally.ts'
import { readTable, writeTable } from '../../../../src/clients/sheets/csv.ts'
import { faultGroups } from '../../../../src/clients/sheets/fault-report.ts'
import { readSheet } from '../../../../src/clients/sheets/sheet.ts'
import { cellOf } from '../../../../src/text/csv.ts'
import { OperatorFault } from '../../../../src/words/fault.ts'
import { importing, MemoryStore, small, WORDS } from '../../../support/clients/importer/support.ts'
import { countingThreadMs, quietMs } from '../../../support/cpu-time.ts'

const run = (text: string, more: Partial<ImportOptions> = {}) => importing({ text, map: small(), ...more })
const fileOf = (rows: readonly (readonly string[])[], header = ['Farm', 'Day', 'Weight']) =>
  writeTable({ delimiter: ',', hasMark: false }, [header, ...rows])
const good = (count: number) =>
  fileOf(Array.from({ length: count }, (_, i) => [`Farm ${i % 50}`, '1/2/2026', `${i + 1} kg`]))
const MIXED = fileOf([
  ['Rio', '1/2/2026', '60 kg'],
  ['Rio', '1/2/2026', '0 lbs'],
  ['', '1/2/2026', '5 kg'],
  ['Alta', '1/2/2026', '0 lbs'],
  ['Alta', '1/2/2026', '7 lbs'],
])
/** The rejects, one column changed: in every row, or where it says this. */
function corrected(
  rejects: string,
  column: string,
  ...change: [to: string] | [from: string, to: string]
): string {
  const { header, rows, ...table } = readTable(rejects)
  const at = header.indexOf(column)
  const [from, to] = change.length === 1 ? [undefined, ...change] : change
  const changed = rows.map(({ cells }) =>
    from === undefined || cells[at] === from ? cells.with(at, to) : cells,
  )
  return writeTable(table, [header, ...changed])
}

describe('an import', () => {
  it('writes what can be read, and names the rest', async () => {
    const store = new MemoryStore()
    const result = await run(MIXED, { store })
    expect(result).toMatchObject({
      map: 'small',
      dryRun: false,
      stopped: null,
      rows: { total: 5, done: 5, new: 2, known: 0, changed: 0, faulty: 3 },
      records: { party: { written: 2 }, delivery: { written: 2 } },
    })
    expect(store.records.size).toBe(4)
    expect(result.faults.map(({ row, column, value }) => [row, column, value])).toEqual([
      [3, 'Weight', '0 lbs'],
      [4, 'Farm', ''],
      [5, 'Weight', '0 lbs'],
    ])
  })

  it('made twice writes nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('Rio', 'Alta', ''), fc.constantFrom('1 kg', '2 lbs', '3')), {
          maxLength: 40,
        }),
        async (rows) => {
          const text = fileOf(rows.map(([farm, weight]) => [farm, '1/2/2026', weight]))
          const store = new MemoryStore()
          const first = await run(text, { store })
          const size = store.records.size
          const again = await run(text, { store })
          expect(store.records.size).toBe(size)
          expect(again.rows).toEqual({ ...first.rows, new: 0, known: first.rows.new })
          expect(again.rejects).toBe(first.rejects)
        },
      ),
    )
  })

  it('goes in batches of whole rows, each party once, and tells how far it is', async () => {
    const store = new MemoryStore()
    const progress: number[] = []
    await run(good(1000), { store, onProgress: ({ rowsDone }) => progress.push(rowsDone) })
    expect(store.records.size).toBe(1050)
    expect(store.batches.reduce((sum, size) => sum + size)).toBe(1050)
    expect(Math.max(...store.batches)).toBeLessThanOrEqual(BATCH_RECORDS)
    expect(progress.at(-1)).toBe(1000)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })

  it('that is interrupted goes on where it stopped, to the same end', async () => {
    const whole = new MemoryStore()
    await run(good(1000), { store: whole })
    const store = new MemoryStore()
    const abort = new AbortController()
    const first = await run(good(1000), {
      store,
      signal: abort.signal,
      onProgress: ({ rowsDone }) => {
        if (rowsDone > 300) abort.abort()
      },
    })
    expect(first.stopped).toBe('It was interrupted.')
    expect(first.rows.done).toBeLessThan(1000)
    expect(store.batches.length).toBe(2)
    const second = await run(good(1000), { store })
    expect(second.rows).toMatchObject({ new: 1000 - first.rows.done, known: first.rows.done })
    expect([...store.records].sort()).toEqual([...whole.records].sort())
  })

  it('can be interrupted while it is only tried', async () => {
    const abort = new AbortController()
    setImmediate(() => abort.abort())
    const result = await run(good(5000), { dryRun: true, signal: abort.signal })
    expect(result.rows.done).toBeLessThan(5000)
  })

  it.each([
    ['the disk is full', () => new Problem('storage_full'), /disk is full.*\. Free some space/],
    [
      'the server went away',
      () => new OperatorFault('The running server did not answer.', 'Look.'),
      /did not answer/,
    ],
  ])('stops when %s, blaming no row', async (_, error, reason) => {
    const memory = new MemoryStore()
    const store: ImportStore = {
      held: (ids) => memory.held(ids),
      append: (records) => (memory.batches.length < 2 ? memory.append(records) : Promise.reject(error())),
    }
    const result = await run(good(1000), { store })
    expect(result.stopped).toMatch(reason)
    expect(result.rows).toMatchObject({ faulty: 0, done: result.rows.new })
    expect(reportText(WORDS, result)).toMatch(/STOPPED after \d+ rows: [\s\S]*\n.*nothing is written twice/)
    expect(reportText(WORDS, result)).not.toContain('What to do next')
    expect((await run(good(1000), { store: memory })).rows.known).toBe(result.rows.done)
  })

  it('stops when the server went away while it looked something up', async () => {
    const memory = new MemoryStore()
    const store: ImportStore = {
      held: (ids) =>
        memory.batches.length === 0
          ? memory.held(ids)
          : Promise.reject(new OperatorFault('The running server did not answer.', 'Look.')),
      append: (records) => memory.append(records),
    }
    const result = await run(good(1000), { store })
    expect(result.stopped).toMatch(/did not answer/)
    expect(result.rows).toMatchObject({ faulty: 0, done: result.rows.new })
    expect(result.rows.new).toBeGreaterThan(0)
  })

  it.each([
    ['quota_exceeded', /used up its quota/],
    ['clock_in_doubt', /clock of this service may be wrong.*granary clock confirm/],
  ])('stops when a record comes back with a refusal of the service as such: %s', async (code, stopped) => {
    const store: ImportStore = {
      held: async () => [],
      append: async (records) =>
        records.map((record) => ({
          id: (record as { id: string }).id,
          status: 'rejected' as const,
          problem: { code },
        })),
    }
    const result = await run(good(3), { store })
    expect(result.rows).toMatchObject({ done: 0, faulty: 0 })
    expect(result.stopped).toMatch(stopped)
  })

  it('makes a reject of a row whose record the service refuses, in its words', async () => {
    const memory = new MemoryStore()
    const store: ImportStore = {
      held: (ids) => memory.held(ids),
      append: async (records) =>
        (await memory.append(records)).map((result, i) =>
          (records[i] as { quantity?: { value: number } }).quantity?.value === 60
            ? {
                ...result,
                status: 'rejected',
                problem: { code: 'schema_violation', errors: [{ pointer: '/quantity', message: 'is odd' }] },
              }
            : result,
        ),
    }
    const result = await run(MIXED, { store })
    expect(result.rows).toMatchObject({ new: 1, faulty: 4 })
    expect(result.records.delivery).toEqual({ written: 1, corrected: 0, there: 0, refused: 1 })
    expect(result.faults[0]).toMatchObject({
      row: 2,
      column: 'Weight',
      message: expect.stringMatching(/delivery was refused: \/quantity is odd/),
    })
  })

  it('rejects every row of a party that was refused, in later batches too', async () => {
    const memory = new MemoryStore()
    const store: ImportStore = {
      held: (ids) => memory.held(ids),
      append: async (records) =>
        (await memory.append(records)).map((result, i) =>
          (records[i] as { display_name?: string }).display_name === 'Farm 0'
            ? { ...result, status: 'rejected', problem: { code: 'body_too_large' } }
            : result,
        ),
    }
    const result = await run(good(500), { store })
    expect(result.rows).toMatchObject({ new: 490, faulty: 10 })
  })
})

it('is refused while the map speaks of a day to come', async () => {
  await expect(run(MIXED, { dryRun: true, nowMs: Date.UTC(2025, 0, 1) })).rejects.toThrow(
    /as_of is in the future/,
  )
})

describe('rejects', () => {
  it('are the rows as they stood, with who they are and what is wrong with them', async () => {
    const { rejects } = await run(MIXED, { dryRun: true })
    const rows = parse(rejects, { columns: true }) as Record<string, string>[]
    expect(Object.keys(rows[0] ?? {})).toEqual(['granary_row', 'granary_fault', 'Farm', 'Day', 'Weight'])
    expect(rows.map(({ granary_row, Farm, Weight }) => [granary_row, Farm, Weight])).toEqual([
      ['3', 'Rio', '0 lbs'],
      ['4', '', '5 kg'],
      ['5', 'Alta', '0 lbs'],
    ])
    expect(rows[0]?.granary_fault).toBe('Weight “0 lbs” is zero. Write the real amount.')
  })

  it('corrected are imported once, whether there or in the sheet', async () => {
    const store = new MemoryStore()
    const first = await run(MIXED, { store })
    const text = corrected(corrected(first.rejects, 'Weight', '61 kg'), 'Farm', '', 'Nueva')
    expect((await run(text, { store })).rows).toMatchObject({ new: 3, faulty: 0 })
    expect((await run(text, { store })).rows).toMatchObject({ new: 0, known: 3 })
    expect((await run(MIXED, { store })).rows).toMatchObject({ new: 0, known: 2, faulty: 3 })
    const sheet = MIXED.replaceAll('0 lbs', '61 kg').replace(',1/2/2026,5 kg', 'Nueva,1/2/2026,61.0kg')
    expect((await run(sheet, { store })).rows).toMatchObject({ total: 5, new: 0, known: 5 })
  })

  it('that were not corrected are refused again, under the number they had first', async () => {
    const first = await run(MIXED, { dryRun: true })
    const again = await run(first.rejects, { dryRun: true })
    expect(again.faults.map(({ row }) => row)).toEqual([2, 3, 4])
    expect(again.rejects).toBe(first.rejects)
  })

  it('keep every cell of a row that is too wide, and nothing of a short one is filled in', async () => {
    const text = 'Farm,Day,Weight\nRio,1/2/2026,60 kg,more,still\nRio,1/2/2026\n'
    const { rejects } = await run(text, { dryRun: true })
    const [, wide, short] = rejects.split('\n')
    expect(wide).toMatch(/,Rio,1\/2\/2026,60 kg,more,still$/)
    expect(short).toMatch(/,Rio,1\/2\/2026$/)
    expect((await run(rejects, { dryRun: true })).rejects).toBe(rejects)
  })

  const FORMULAS = [
    '=1+1',
    '+A1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1+1',
    "'=1",
    "''=1",
    '-',
    "O'Neil",
    "'tis",
  ]
  const NUMBERS = ['-3.5', '+256700123456', '12', '-1,200.50', '']

  it('hold nothing that a spreadsheet works out, and numbers stay numbers', async () => {
    const text = writeTable({ delimiter: ',', hasMark: false }, [
      ['Farm', 'Day', 'Weight', '=HYPERLINK("x")'],
      ...[...FORMULAS, ...NUMBERS].map((cell, i) => [`Rio ${i}`, '1/2/2026', '0 lbs', cell]),
      ['=cmd|"/C calc"!A0', '1/2/2026', '60 kg', ''],
      ['Rio', '1/2/2026', '60 kg', 'x', '=1+1'],
    ])
    const first = await run(text, { dryRun: true })
    const table = parse(first.rejects, { relax_column_count: true }) as string[][]
    expect(table.length).toBe(FORMULAS.length + NUMBERS.length + 3)
    for (const cell of table.flat()) expect(cell).not.toMatch(/^[=@＝\t\r]|^[+-][^\d]|^[+-].*[+-]/)
    const last = table.slice(1).map((cells) => cells[5])
    for (const number of NUMBERS) expect(last).toContain(number)
    // Read again they are what they were: the same rows are refused for the same reasons.
    const again = await run(first.rejects, { dryRun: true })
    expect(again.rejects).toBe(first.rejects)
    const { header, rows } = readSheet(first.rejects)
    expect(header.at(-1)).toBe('=HYPERLINK("x")')
    expect(rows.slice(0, FORMULAS.length + NUMBERS.length).map(({ cells }) => cells[5])).toEqual([
      ...FORMULAS,
      ...NUMBERS,
    ])
  })

  it('keep any cell, read as a rejects file is read', () => {
    const cell = fc.string({
      unit: fc.constantFrom(...'\'=-+@1.,;a"\t\n\r \u00a0\u200b\ufeff\u202e[', '[U+202E]'),
    })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const head = ['granary_fault', ...cells.map((_, i) => `c${i}`)]
        const text = writeTable({ delimiter: ',', hasMark: false }, [head, ['is zero', ...cells]], cellOf)
        expect(readSheet(text).rows[0]?.cells.slice(1)).toEqual(cells)
      }),
      { numRuns: 500 },
    )
  })

  it('keep the signs and the byte order mark of the sheet', async () => {
    const text = '\uFEFFFarm;Day;Weight\r\nRio;1/2/2026;0 kg\r\n'
    const { rejects } = await run(text, { dryRun: true, map: small({ csv: { delimiter: ';' } }) })
    expect(rejects.startsWith('\uFEFFgranary_row;granary_fault;Farm;Day;Weight\n2;')).toBe(true)
  })

  it('are empty when there are none', async () => {
    expect((await run(good(3), { dryRun: true })).rejects).toBe('')
  })
})

describe('a report', () => {
  it('says four hundred faults in a few lines', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => [
      'Rio',
      '1/2/2026',
      i % 2 ? `${i}` : `${i + 1} stones`,
    ])
    const result = await run(fileOf(rows), { dryRun: true })
    const text = reportText(WORDS, result)
    expect(result.faults.length).toBe(400)
    expect(text.split('\n').length).toBeLessThan(20)
    expect(text).toContain('0 new, 0 already imported, 0 changed since, 400 at fault.')
    expect(text).toContain('Weight has no unit (200 rows: 3, 5, 7, 9, 11, …)')
    expect(text).toContain('“1 stones” “3 stones”')
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })

  it('groups by column, message and remedy, the most frequent first', async () => {
    const { faults } = await run(MIXED, { dryRun: true })
    expect(faultGroups(WORDS, faults).map(({ column, count }) => [column, count])).toEqual([
      ['Weight', 2],
      ['Farm', 1],
    ])
  })

  it('is a document for programs, too', async () => {
    const result = await run(MIXED, { store: new MemoryStore() })
    expect(JSON.parse(JSON.stringify(reportJson(WORDS, result)))).toMatchObject({
      map: 'small',
      dry_run: false,
      stopped: null,
      rows: { total: 5, done: 5, new: 2, already_imported: 0, changed: 0, at_fault: 3 },
      records: { delivery: { written: 2, corrected: 0, there: 0, refused: 0 } },
      faults: [{ row: 3, column: 'Weight', value: '0 lbs', message: 'is zero' }, { row: 4 }, { row: 5 }],
    })
    expect(reportText(WORDS, result)).toContain(
      '2 imported, 0 already imported, 0 changed since, 3 at fault.',
    )
  })
})

it('many rows need no more than a moment, and ten times as many some ten times the work', async () => {
  const workOf = async (rows: number) => {
    const workedMs = countingThreadMs()
    const result = await run(good(rows), { dryRun: true })
    expect(result.rows.new).toBe(rows)
    return workedMs()
  }
  await workOf(500)
  const few = await workOf(1_000)
  const many = await workOf(10_000)
  expect(many / few).toBeLessThan(40)
  expect(quietMs(many)).toBeLessThan(3_000)
})
