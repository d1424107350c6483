import { describe, expect, test } from 'vitest'
import { mergedIn, spread } from '../../../../src/clients/sheets/merged.ts'
import { csvTextOf, sheetText, spreadsIn } from '../../../../src/clients/sheets/spreadsheet.ts'
import { workbookRemarks } from '../../../../src/clients/sheets/workbook-remarks.ts'
import { rowsOf, small, WORDS } from '../../../support/clients/importer/support.ts'
import { type WorkbookCell, withMerged, workbook } from '../../../support/clients/workbook.ts'

/** Cells that people merged over several rows. */

const told = async (bytes: Uint8Array, lines = 1) =>
  (await workbookRemarks(bytes, undefined, lines)).map(WORDS.tell)

const DELIVERIES: readonly (readonly WorkbookCell[])[] = [
  ['Day', 'Farmer', 'kg'],
  [{ serial: 46328 }, 'Grace Nakato', 120],
  [null, null, 80],
  [null, null, 64],
  [{ serial: 46329 }, 'Sarah Akello', 5],
]

test('a name or a day of merged cells holds for each row, and a person is told', async () => {
  const bytes = withMerged(DELIVERIES, 'A2:A4', 'B2:B4')
  expect(await csvTextOf(bytes)).toBe(
    'Day,Farmer,kg\n2026-11-02,Grace Nakato,120\n2026-11-02,Grace Nakato,80\n2026-11-02,Grace Nakato,64\n2026-11-03,Sarah Akello,5\n',
  )
  expect(await told(bytes)).toEqual([
    'The text or day of merged cells is read in each row that they cover: A2:A4, B2:B4.',
  ])
})

test('a row of the block that has nothing else stays empty', async () => {
  const bytes = withMerged(
    DELIVERIES.map((cells, i) => (i === 3 ? [] : cells)),
    'A2:A4',
    'B2:B4',
  )
  expect((await csvTextOf(bytes)).split('\n').slice(2, 4)).toEqual(['2026-11-02,Grace Nakato,80', ',,'])
})

test('headings and titles are not rows', async () => {
  const bytes = withMerged(
    [
      ['Deliveries of November', null, null, null],
      ['Day', 'Farmer', 'Weight (kg)', null],
      [null, null, 'Gross', 'Net'],
      [{ serial: 46328 }, 'Grace Nakato', 122, 120],
    ],
    'A2:A3',
    'B2:B3',
    'C2:D2',
    'A1:D1',
  )
  expect(await csvTextOf(bytes)).toBe(
    'Deliveries of November,,,\nDay,Farmer,Weight (kg),\n,,Gross,Net\n2026-11-02,Grace Nakato,122,120\n',
  )
  expect(await told(bytes, 3)).toEqual([])
})

test('where the first row has no figure, a person is told that the others have an empty cell', async () => {
  const bytes = withMerged(
    [
      ['Farmer', 'Crop'],
      ['Grace Nakato', 'coffee'],
      [null, 'beans'],
    ],
    'A2:A3',
  )
  expect(await told(bytes)).toEqual([
    'Merged cells have their text in the first row only; the rows below have an empty cell: A2:A3.',
  ])
})

describe('a figure of merged cells', () => {
  const bytes = withMerged(
    [
      ['No', 'Farmer', 'kg'],
      [71, 'Grace Nakato', 120],
      [null, null, null],
      [null, null, 64],
      [72, 'Sarah Akello', 5],
    ],
    'A2:A4',
    'B2:B4',
    'C2:C3',
  )

  test('is given with its rows', async () => {
    // The third row of the sheet has nothing of its own.
    expect((await sheetText(bytes)).merged).toEqual([
      { row: 2, column: 0, figure: 71, at: 'A2:A4' },
      { row: 4, column: 0, figure: 71, at: 'A2:A4' },
    ])
    expect(await told(bytes)).toEqual([
      'The text or day of merged cells is read in each row that they cover: B2:B4.',
      expect.stringMatching(/^The figure in merged cells may be that of one row or of all of them: A2:A4\./),
    ])
  })

  test('is given by the rows of all sheets together', async () => {
    const { merged, text } = await sheetText(bytes, { every_sheet: true })
    expect(text.split('\n')[1]).toBe('Ledger,,Grace Nakato,64')
    expect(merged).toEqual([
      { row: 1, column: 1, figure: 71, at: 'A2:A4' },
      { row: 2, column: 1, figure: 71, at: 'A2:A4' },
    ])
  })
})

test('merged cells that overlap are damaged, and are not read', () => {
  const merged = [
    { top: 0, bottom: 2, left: 0, right: 1 },
    { top: 0, bottom: 2, left: 1, right: 1 },
    { top: 1, bottom: 2, left: 0, right: 0 },
  ]
  const rows = [
    ['Grace', 1],
    [null, 2],
    [null, 3],
  ]
  expect(spread(rows, merged).rows).toEqual(rows)
})

test('a sheet that begins further down and to the right has its merged cells where they are', async () => {
  const bytes = withMerged(
    [[], [], [null, 'Farmer', 'kg'], [null, 'Grace Nakato', 120], [null, null, 80]],
    'B4:B5',
  )
  expect((await csvTextOf(bytes)).split('\n').at(-2)).toBe(',Grace Nakato,80')
})

test('a part names merged cells with any prefix', () => {
  expect(
    mergedIn('<x:mergeCells><x:mergeCell ref="AA2:AB3"/><x:mergeCell ref="A1:C1"/></x:mergeCells>'),
  ).toEqual([{ top: 1, bottom: 2, left: 26, right: 27 }])
})

test('a workbook without merged cells is not read for them', async () => {
  expect(await spreadsIn(workbook({ A: [['Farmer'], ['Grace']] }))).toEqual(new Map())
})

describe('a row with a figure of merged cells', () => {
  const rows = async (kg: readonly WorkbookCell[], change: object = {}) => {
    const bytes = withMerged(
      [
        ['Member', 'Farm', 'Day', 'Weight', 'Slip'],
        [71, 'Grace', '2/3/2026', ...kg.slice(0, 1), 'A-1'],
        [null, null, '3/3/2026', ...kg.slice(1), 'A-2'],
      ],
      'A2:A3',
      'B2:B3',
      ...(kg.includes(null) ? ['D2:D3'] : []),
    )
    const { text, merged = [] } = await sheetText(bytes)
    const map = small({ quantities: { weight: { column: 'Weight', unit: 'kg' } }, ...change })
    return rowsOf(text, map, { merged })
  }
  const party = {
    name: { column: 'Farm' },
    kind: 'unknown',
    member_no: { column: 'Member' },
    keyed_by: ['Member'],
  }

  test('is of the member whose number it is', async () => {
    const [first, second] = await rows([120, 80], { parties: { farm: party } })
    expect([first?.faults, second?.faults]).toEqual([[], []])
    expect(second?.parties[0]?.statement?.member_no).toBe('71')
    expect(second?.parties[0]?.id).toBe(first?.parties[0]?.id)
  })

  test('is at fault if it is a weight, the first row too', async () => {
    for (const row of await rows([200, null]))
      expect(row).toMatchObject({
        records: [],
        faults: [
          {
            column: 'Weight',
            message:
              'is part of the merged cells D2:D3, whose figure may be that of one row or of all of them',
            remedy: 'Undo the merge, and write each row’s own figure.',
          },
        ],
      })
  })

  test.each(['135 kg', '120,5'])('is at fault if it is a weight written as text: %s', async (weight) => {
    for (const { records, faults } of await rows([weight, null]))
      expect({ records, columns: faults.map(({ column }) => column) }).toEqual({
        records: [],
        columns: ['Weight'],
      })
  })

  test('says what, where and in which unit in each row that it covers', async () => {
    const { delivery } = small().spec.records ?? {}
    const places = (location: WorkbookCell) =>
      withMerged(
        [
          ['Farm', 'Day', 'Weight', 'Unit', 'Place', 'Remark'],
          ['Grace 2', '2/3/2026', 120, 'bag 60', location, 'lorry 12'],
          [null, null, 80, null, null, null],
        ],
        ...['A2:A3', 'B2:B3', 'D2:D3', 'E2:E3', 'F2:F3'],
      )
    const map = small({
      units: { 'bag 60': { unit: 'bag_60kg' } },
      quantities: { weight: { column: 'Weight', unit_column: 'Unit' } },
      records: { delivery: { ...delivery, location: { column: 'Place' }, note: [{ column: 'Remark' }] } },
    })
    for (const location of ['Shed 4', 4]) {
      const { text, merged = [] } = await sheetText(places(location))
      const [first, second] = rowsOf(text, map, { merged })
      expect([first?.faults, second?.faults]).toEqual([[], []])
      const draft = second?.records.at(-1)?.draft
      expect(draft).toMatchObject({ location: String(location), quantity: { value: 80 } })
      expect(first?.records.at(-1)?.draft).toMatchObject({ note: 'lorry 12' })
      expect(draft).not.toHaveProperty('note')
      expect(second?.parties[0]?.id).toBe(first?.parties[0]?.id)
    }
  })

  test('has it in no note but that of the first row', async () => {
    const { delivery } = small().spec.records ?? {}
    const [first, second] = await rows([120, 80], {
      records: { delivery: { ...delivery, note: [{ column: 'Member' }] } },
    })
    expect(first?.records.at(-1)?.draft).toMatchObject({ note: '71' })
    expect(second?.records.at(-1)?.draft).not.toHaveProperty('note')
  })
})

describe('in a register with a column for each day', () => {
  const register = withMerged(
    [
      ['Member', 'Farm', '1/3/2026', '2/3/2026'],
      [71, 'Grace', 135, 40],
      [72, 'Sarah', null, 41],
      [null, null, '12 kg', 42],
      [74, 'Mary', null, 43],
    ],
    'A3:A4',
    'B3:B4',
    'C2:C3',
    'C4:C5',
  )
  const csv = { across: { formats: ['D/M/YYYY'], day: 'Day', amount: 'Weight' } }
  const map = (more: object = {}) =>
    small({
      csv: { ...csv, ...more },
      quantities: { weight: { column: 'Weight', unit: 'kg' } },
      parties: {
        farm: { name: { column: 'Farm' }, kind: 'unknown', member_no: { column: 'Member' } },
      },
    })

  test.each([
    ['one sheet', {}],
    ['all sheets', { every_sheet: true }],
  ])('a weight is refused on its day alone: %s', async (_, more) => {
    const { text, header, merged = [] } = await sheetText(register, { ...csv, ...more })
    const told = rowsOf(text, map(more), { merged, header }).map(({ faults, parties, cells, row }) => [
      ...(header === undefined ? [row] : []),
      cells[cells.length - 2],
      cells[cells.length - 1],
      parties[0]?.statement?.member_no,
      ...faults.map(({ message }) => /[A-Z]\d:[A-Z]\d/.exec(message)?.[0] ?? message),
    ])
    const rows = header === undefined ? [2, 2, 3, 4, 4, 5, 5] : []
    expect(told).toEqual(
      [
        ['1/3/2026', '135', '71', 'C2:C3'],
        ['2/3/2026', '40', '71'],
        ['2/3/2026', '41', '72'],
        ['1/3/2026', '12 kg', '72', 'C4:C5'],
        ['2/3/2026', '42', '72'],
        ['1/3/2026', '12 kg', '74', 'C4:C5'],
        ['2/3/2026', '43', '74'],
      ].map((one, i) => [...rows.slice(i, i + 1), ...one]),
    )
  })
})
