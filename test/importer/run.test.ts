import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTable, writeTable } from '../../src/importer/csv.ts'
import { faultGroups, reportJson, reportText } from '../../src/importer/report.ts'
import { type ImportOptions, type RecordSink, runImport } from '../../src/importer/run.ts'
import { harmless, readSheet } from '../../src/importer/sheet.ts'
import { BATCH_RECORDS } from '../../src/importer/tally.ts'
import { OperatorFault, Problem } from '../../src/problem.ts'
import { countingCpuMs } from '../support/cpu-time.ts'
import { COOPERATIVE, MemorySink, NOW_MS, registry, SECRET, small } from './support.ts'

const run = (text: string, more: Partial<ImportOptions> = {}) =>
  runImport({
    text,
    map: small(),
    registry,
    cooperative: COOPERATIVE,
    secret: SECRET,
    nowMs: NOW_MS,
    ...more,
  })
const fileOf = (rows: readonly (readonly string[])[], header = ['Farm', 'Day', 'Weight']) =>
  writeTable({ delimiter: ',', hasMark: false }, [header, ...rows])
const good = (count: number) =>
  fileOf(Array.from({ length: count }, (_, i) => [`Farm ${i % 50}`, '1/2/2026', `${i + 1} kg`]))
const MIXED = fileOf([
  ['Rio', '1/2/2026', '60 kg'],
  ['Rio', '1/2/2026', '0 lbs'],
  ['', '1/2/2026', '5 kg'],
  ['Rio', '1/2/2026', '0 lbs'],
  ['Alta', '1/2/2026', '7 lbs'],
])
/** The rejects, one cell of one column changed in every row. */
function mended(rejects: string, column: string, to: string): string {
  const { header, rows, ...table } = readTable(rejects)
  const at = header.indexOf(column)
  return writeTable(table, [header, ...rows.map(({ cells }) => cells.with(at, to))])
}

describe('an import', () => {
  it('writes what can be read, and names the rest', async () => {
    const sink = new MemorySink()
    const result = await run(MIXED, { sink })
    expect(result).toMatchObject({
      map: 'small',
      dryRun: false,
      stopped: null,
      rows: { total: 5, done: 5, imported: 2, alreadyThere: 0, rejected: 3 },
      records: { party: { accepted: 2 }, delivery: { accepted: 2 } },
    })
    expect(sink.records.size).toBe(4)
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
          const sink = new MemorySink()
          const first = await run(text, { sink })
          const size = sink.records.size
          const again = await run(text, { sink })
          expect(sink.records.size).toBe(size)
          expect(again.rows).toEqual({ ...first.rows, imported: 0, alreadyThere: first.rows.imported })
          expect(again.rejects).toBe(first.rejects)
        },
      ),
    )
  })

  it('that is only tried sends nothing, and tells the same faults', async () => {
    const dry = await run(MIXED, { dryRun: true })
    const real = await run(MIXED, { sink: new MemorySink() })
    expect(dry.rows).toEqual(real.rows)
    expect(dry.faults).toEqual(real.faults)
    expect(dry.rejects).toBe(real.rejects)
    await expect(run(MIXED)).rejects.toThrow(RangeError)
  })

  it('goes in batches of whole rows, each party once, and tells how far it is', async () => {
    const sink = new MemorySink()
    const progress: number[] = []
    await run(good(1000), { sink, onProgress: ({ rowsDone }) => progress.push(rowsDone) })
    expect(sink.records.size).toBe(1050)
    expect(sink.batches.reduce((sum, size) => sum + size)).toBe(1050)
    expect(Math.max(...sink.batches)).toBeLessThanOrEqual(BATCH_RECORDS)
    expect(progress.at(-1)).toBe(1000)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })

  it('that is interrupted goes on where it stopped, to the same end', async () => {
    const whole = new MemorySink()
    await run(good(1000), { sink: whole })
    const sink = new MemorySink()
    const abort = new AbortController()
    const first = await run(good(1000), {
      sink,
      signal: abort.signal,
      onProgress: ({ rowsDone }) => {
        if (rowsDone > 300) abort.abort()
      },
    })
    expect(first.stopped).toBe('It was interrupted.')
    expect(first.rows.done).toBeLessThan(1000)
    expect(sink.batches.length).toBe(2)
    const second = await run(good(1000), { sink })
    expect(second.rows).toMatchObject({ imported: 1000 - first.rows.done, alreadyThere: first.rows.done })
    expect([...sink.records].sort()).toEqual([...whole.records].sort())
  })

  it('can be interrupted while it is only tried', async () => {
    const abort = new AbortController()
    setImmediate(() => abort.abort())
    const result = await run(good(5000), { dryRun: true, signal: abort.signal })
    expect(result.rows.done).toBeLessThan(5000)
  })

  it.each([
    ['the disk is full', () => new Problem('storage_full'), /disk is full/],
    [
      'the server went away',
      () => new OperatorFault('The running server did not answer.', 'Look.'),
      /did not answer/,
    ],
  ])('stops when %s, blaming no row', async (_, error, reason) => {
    const memory = new MemorySink()
    const sink: RecordSink = {
      append: (records) => (memory.batches.length < 2 ? memory.append(records) : Promise.reject(error())),
    }
    const result = await run(good(1000), { sink })
    expect(result.stopped).toMatch(reason)
    expect(result.rows).toMatchObject({ rejected: 0, done: result.rows.imported })
    expect(reportText(result)).toMatch(/STOPPED after .* rows: .*\n.*nothing is written twice/)
    expect((await run(good(1000), { sink: memory })).rows.alreadyThere).toBe(result.rows.done)
  })

  it('stops when a record comes back with a refusal of the service as such', async () => {
    const sink: RecordSink = {
      append: async (records) =>
        records.map((record) => ({
          id: (record as { id: string }).id,
          status: 'rejected' as const,
          problem: { code: 'quota_exceeded' },
        })),
    }
    expect(await run(good(3), { sink })).toMatchObject({
      rows: { done: 0, rejected: 0 },
      stopped: /written as much/,
    })
  })

  it('makes a reject of a row whose record the service refuses, in its words', async () => {
    const memory = new MemorySink()
    const sink: RecordSink = {
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
    const result = await run(MIXED, { sink })
    expect(result.rows).toMatchObject({ imported: 1, rejected: 4 })
    expect(result.records.delivery).toEqual({ accepted: 1, replayed: 0, rejected: 1 })
    expect(result.faults[0]).toMatchObject({
      row: 2,
      column: 'Weight',
      message: /delivery was refused: \/quantity is odd/,
    })
  })

  it('says so when a row was imported before and says something else now', async () => {
    const sink = new MemorySink()
    await run(MIXED, { sink })
    const map = small({ dates: { day: { column: 'Day', formats: ['M/D/YYYY'] } } })
    const size = sink.records.size
    const result = await run(MIXED, { sink, map })
    expect(sink.records.size).toBe(size)
    expect(result.faults[0]?.message).toMatch(/imported before, and said something else/)
  })

  it('rejects every row of a party that was refused, in later batches too', async () => {
    const memory = new MemorySink()
    const sink: RecordSink = {
      append: async (records) =>
        (await memory.append(records)).map((result, i) =>
          (records[i] as { display_name?: string }).display_name === 'Farm 0'
            ? { ...result, status: 'rejected', problem: { code: 'body_too_large' } }
            : result,
        ),
    }
    const result = await run(good(500), { sink })
    expect(result.rows).toMatchObject({ imported: 490, rejected: 10 })
  })

  it('asks for each member number once', async () => {
    const asked: string[] = []
    const map = small({ parties: undefined, members: { farm: { member_no: { column: 'Farm' } } } })
    const text = fileOf(['17', '18', '17'].map((farm) => [farm, '1/2/2026', '1 kg']))
    const findMember = async (memberNo: string) => {
      asked.push(memberNo)
      return memberNo === '17' ? '01900000-0000-7000-8000-000000000017' : null
    }
    const result = await run(text, { sink: new MemorySink(), map, findMember })
    expect(asked).toEqual(['17', '18'])
    expect(result.rows).toMatchObject({ imported: 2, rejected: 1 })
  })
})

it('is refused while the map speaks of a day to come', async () => {
  await expect(run(MIXED, { dryRun: true, nowMs: Date.UTC(2025, 0, 1) })).rejects.toThrow(
    /as_of lies in the future/,
  )
})

describe('rejects', () => {
  it('are the rows as they stood, with who they are and what is wrong with them', async () => {
    const { rejects } = await run(MIXED, { dryRun: true })
    const rows = parse(rejects, { columns: true }) as Record<string, string>[]
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'granary_row',
      'granary_import_id',
      'granary_fault',
      'Farm',
      'Day',
      'Weight',
    ])
    expect(rows.map(({ granary_row, Farm, Weight }) => [granary_row, Farm, Weight])).toEqual([
      ['3', 'Rio', '0 lbs'],
      ['4', '', '5 kg'],
      ['5', 'Rio', '0 lbs'],
    ])
    expect(rows[0]?.granary_fault).toBe('Weight “0 lbs” is zero. Write how much it was.')
    expect(new Set(rows.map((row) => row.granary_import_id)).size).toBe(3)
  })

  it('mended are imported once, beside rows that say the same', async () => {
    const sink = new MemorySink()
    const first = await run(MIXED, { sink })
    const text = mended(mended(first.rejects, 'Weight', '60 kg'), 'Farm', 'Rio')
    const second = await run(text, { sink })
    expect(second.rows).toMatchObject({ imported: 3, rejected: 0 })
    const weights = [...sink.records.values()].filter((said) => said.includes('"value":60,'))
    expect(weights).toHaveLength(4)
    const third = await run(text, { sink })
    expect(third.rows).toMatchObject({ imported: 0, alreadyThere: 3 })
    expect((await run(MIXED, { sink })).rows).toMatchObject({ imported: 0, alreadyThere: 2, rejected: 3 })
  })

  it('mended in any sheet bring every row in once, however often they are imported', async () => {
    const row = fc.tuple(fc.constantFrom('Rio', 'Alta', ''), fc.constantFrom('1 kg', '2 lbs', '3', '0 kg'))
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 25 }), async (rows) => {
        const sink = new MemorySink()
        const text = fileOf(rows.map(([farm, weight]) => [farm, '1/2/2026', weight]))
        const first = await run(text, { sink })
        if (first.rejects !== '') {
          const repaired = mended(mended(first.rejects, 'Weight', '1 kg'), 'Farm', 'Rio')
          expect((await run(repaired, { sink })).rows).toMatchObject({
            imported: first.rows.rejected,
            rejected: 0,
          })
          expect((await run(repaired, { sink })).rows).toMatchObject({ imported: 0 })
        }
        await run(text, { sink })
        const deliveries = [...sink.records.values()].filter((said) => said.includes('"type":"delivery"'))
        expect(deliveries).toHaveLength(rows.length)
      }),
    )
  })

  it('that were not mended are refused again, under the number they had first', async () => {
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

  it('whose identity was changed or copied are named', async () => {
    const { rejects } = await run(MIXED, { dryRun: true })
    const same = mended(mended(rejects, 'granary_import_id', `row-${'a'.repeat(32)}`), 'Weight', '1 kg')
    expect((await run(same, { dryRun: true })).faults.map(({ message }) => message)).toContain(
      'stands in another row, too',
    )
    const changed = mended(rejects, 'granary_import_id', 'row-7')
    expect((await run(changed, { dryRun: true })).faults[0]).toMatchObject({
      column: 'granary_import_id',
      message: 'was changed',
    })
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
      ...[...FORMULAS, ...NUMBERS].map((cell) => ['Rio', '1/2/2026', '0 lbs', cell]),
      ['=cmd|"/C calc"!A0', '1/2/2026', '60 kg', ''],
      ['Rio', '1/2/2026', '60 kg', 'x', '=1+1'],
    ])
    const first = await run(text, { dryRun: true })
    const table = parse(first.rejects, { relax_column_count: true }) as string[][]
    expect(table.length).toBe(FORMULAS.length + NUMBERS.length + 3)
    for (const cell of table.flat()) expect(cell).not.toMatch(/^[=@＝\t\r]|^[+-][^\d]|^[+-].*[+-]/)
    const last = table.slice(1).map((cells) => cells[6])
    for (const number of NUMBERS) expect(last).toContain(number)
    // Read again they are what they were: the same rows are refused for the same reasons.
    const again = await run(first.rejects, { dryRun: true })
    expect(again.rejects).toBe(first.rejects)
    const { header, rows } = readSheet(first.rejects)
    expect(header.at(-1)).toBe('=HYPERLINK("x")')
    expect(rows.slice(0, FORMULAS.length + NUMBERS.length).map(({ cells }) => cells[6])).toEqual([
      ...FORMULAS,
      ...NUMBERS,
    ])
  })

  it('come in with the cell that the sheet had', async () => {
    const map = small({ csv: { delimiter: ',' } })
    const text = "Farm,Day,Weight,Remark\nRio,1/2/2026,0 kg,'-1+2\n"
    const { rejects } = await run(text, { dryRun: true, map })
    expect(rejects).toContain("''-1+2")
    const repaired = mended(rejects, 'Weight', '1 kg')
    expect((await run(repaired, { dryRun: true, map })).rows).toMatchObject({ rejected: 0 })
  })

  it('keep any cell, read as a rejects file is read', () => {
    const cell = fc.string({
      unit: fc.constantFrom("'", '=', '-', '+', '@', '1', '.', ',', ';', 'a', '"', '\t', '\n', '\r', ' '),
    })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const head = ['granary_import_id', ...cells.map((_, i) => `c${i}`)]
        const text = writeTable({ delimiter: ',', hasMark: false }, [head, ['row-1', ...cells]], harmless)
        expect(readSheet(text).rows[0]?.cells.slice(1)).toEqual(cells)
      }),
      { numRuns: 2000 },
    )
  })

  it('keep the signs and the byte order mark of the sheet', async () => {
    const text = '\uFEFFFarm;Day;Weight\r\nRio;1/2/2026;0 kg\r\n'
    const { rejects } = await run(text, { dryRun: true, map: small({ csv: { delimiter: ';' } }) })
    expect(
      rejects.startsWith('\uFEFFgranary_row;granary_import_id;granary_fault;Farm;Day;Weight\n2;row-'),
    ).toBe(true)
  })

  it('are empty when there are none', async () => {
    expect((await run(good(3), { dryRun: true })).rejects).toBe('')
  })
})

describe('a report', () => {
  it('says four hundred faults in a few lines', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => ['Rio', '1/2/2026', i % 2 ? '6' : `${i + 1} stones`])
    const result = await run(fileOf(rows), { dryRun: true })
    const text = reportText(result)
    expect(result.faults.length).toBe(400)
    expect(text.split('\n').length).toBeLessThan(20)
    expect(text).toContain('0 can be imported, 400 must be mended first.')
    expect(text).toContain('Weight has no unit (200 rows: 3, 5, 7, 9, 11, …)')
    expect(text).toContain('“1 stones” “3 stones”')
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })

  it('groups by column, message and remedy, the most frequent first', async () => {
    const { faults } = await run(MIXED, { dryRun: true })
    expect(faultGroups(faults).map(({ column, count }) => [column, count])).toEqual([
      ['Weight', 2],
      ['Farm', 1],
    ])
  })

  it('is a document for programs, too', async () => {
    const result = await run(MIXED, { sink: new MemorySink() })
    expect(JSON.parse(JSON.stringify(reportJson(result)))).toMatchObject({
      map: 'small',
      dry_run: false,
      stopped: null,
      rows: { total: 5, done: 5, imported: 2, already_there: 0, rejected: 3 },
      records: { delivery: { accepted: 2, replayed: 0, rejected: 0 } },
      faults: [{ row: 3, column: 'Weight', value: '0 lbs', message: 'is zero' }, { row: 4 }, { row: 5 }],
    })
    expect(reportText(result)).toContain('2 imported, 0 there already, 3 refused.')
  })
})

it('a hundred thousand rows need no more than a moment', async () => {
  const text = good(100_000)
  const workedMs = countingCpuMs()
  const result = await run(text, { dryRun: true })
  expect(result.rows.imported).toBe(100_000)
  expect(workedMs()).toBeLessThan(30_000)
})
