import { describe, expect, it } from 'vitest'
import { decodeCsv, MAX_FILE_BYTES, readTable, writeTable } from '../../../../src/clients/sheets/csv.ts'
import { ImportFault } from '../../../../src/clients/sheets/fault.ts'
import { faultsOf, rowsOf, small } from '../../../support/clients/importer/support.ts'

const faultOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof ImportFault) return `${error.message} ${error.remedy}`
    throw error
  }
  return 'none'
}
const ROW = 'Rio,1/2/2026,60 kg\n'

describe('bytes', () => {
  it('that are no UTF-8 are named by their line, with what to do', () => {
    const latin1 = Buffer.concat([
      Buffer.from(`Farm,Day,Weight\n${ROW}`),
      Buffer.from('Caf\xe9,1/2/2026,60 kg\n', 'latin1'),
    ])
    expect(faultOf(() => decodeCsv(latin1))).toMatch(/^Line 3 .*CSV UTF-8.*windows-1252/)
  })

  it('of an old Excel are read when the map says so', () => {
    const bytes = Buffer.from('Caf\xe9 \x80', 'latin1')
    expect(decodeCsv(bytes, { encoding: 'windows-1252' })).toBe('Café €')
    expect(decodeCsv(Buffer.from('\uFEFFCafé'), { encoding: 'windows-1252' })).toBe('\uFEFFCafé')
  })

  it('beyond the limit are refused by name', () => {
    expect(faultOf(() => decodeCsv(new Uint8Array(MAX_FILE_BYTES + 1)))).toMatch(/larger than 64 MiB.*Split/)
  })

  it('that were lost on the way are named in the cell', () => {
    expect(faultsOf('Farm,Day,Weight\nCaf\uFFFD,1/2/2026,60 kg\n')).toEqual(['2 Farm: has lost letters'])
  })
})

describe('a table', () => {
  it.each([
    ['line ends of Windows', `Farm,Day,Weight\r\nRio,1/2/2026,60 kg\r\n`],
    ['line ends of old Macs', `Farm,Day,Weight\rRio,1/2/2026,60 kg\r`],
    ['mixed line ends', `Farm,Day,Weight\r\nRio,1/2/2026,60 kg\n`],
    ['a byte order mark', `\uFEFFFarm,Day,Weight\n${ROW}`],
    ['quotes around everything', `"Farm","Day","Weight"\n"Rio","1/2/2026","60 kg"\n`],
    ['no line end at the end', 'Farm,Day,Weight\nRio,1/2/2026,60 kg'],
    ['blank lines', `Farm,Day,Weight\n\n${ROW},,\n`],
    ['spaces in the header', `" Farm ","Day",Weight \n${ROW}`],
  ])('with %s is read alike', (_, text) => {
    const rows = rowsOf(text)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.faults).toEqual([])
    expect(rows[0]?.records[1]?.draft).toMatchObject({ quantity: { value: 60 } })
  })

  it('is cut at the sign the map names', () => {
    const text = 'Farm;Day;Weight\nRio;1/2/2026;60 kg\n'
    expect(rowsOf(text, small({ csv: { delimiter: ';' } }))[0]?.faults).toEqual([])
    expect(faultOf(() => rowsOf(text))).toMatch(/lacks columns of the map: .*"csv": { "delimiter": ";" }/)
  })

  it('numbers rows as a spreadsheet does: a cell of three lines is one row, and a blank line is one', () => {
    const text = `Farm,Day,Weight\n"Rio\nVerde\nAlto",1/2/2026,60 kg\n\n"Rio",1/2/2026,6\n`
    expect(rowsOf(text).map(({ row }) => row)).toEqual([2, 4])
    expect(faultsOf(text)).toEqual(['4 Weight: has no unit'])
    expect(rowsOf(text)[0]?.records[0]?.draft.display_name).toBe('Rio Verde Alto')
  })

  it.each([
    ['a quote that is never closed', `Farm,Day,Weight\n"Rio,1/2/2026,60 kg\n${ROW}`, /none closes it/],
    ['a quote out of place', `Farm,Day,Weight\n${ROW}"Rio"x,1/2/2026,60 kg\n`, /out of place near line 3/],
    ['no header', '\n', /no header/],
    ['nothing in it', '', /no header/],
    ['a column too few', 'Farm,Day\nRio,1/2/2026\n', /lacks a column of the map: Weight/],
    ['the same column twice', `Farm,Day,Weight,Farm\n${ROW}`, /has a column twice: Farm/],
  ])('with %s is refused as a whole, with what would make it right', (_, text, fault) => {
    expect(faultOf(() => rowsOf(text))).toMatch(fault)
  })

  it('keeps a row of ten thousand cells, and a short one, from the others', () => {
    const wide = Array.from({ length: 10_000 }, () => 'x').join(',')
    expect(faultsOf(`Farm,Day,Weight\n${wide}\n${ROW}Rio\n`)).toEqual([
      '2 : has more cells than the header',
      '4 : has fewer cells than the header',
    ])
  })

  it('takes cells beyond the header for nothing when they are empty', () => {
    expect(faultsOf('Farm,Day,Weight\nRio,1/2/2026,60 kg,,,\n')).toEqual([])
  })

  it.each([
    ['=cmd|"/C calc"!A0', 'is a formula of a spreadsheet'],
    ['@SUM(A1:A9)', 'is a formula of a spreadsheet'],
    ["+cmd|' /C calc'!A0", 'is a formula of a spreadsheet'],
    ['-2+3+cmd|x', 'is a formula of a spreadsheet'],
    ['Rio\u0000Verde', 'contains characters that are not text'],
    ['\u001b[31mRio', 'contains characters that are not text'],
    ['Rio \ud800', 'has lost letters'],
    ['test', 'marks the row as not real'],
    ['x'.repeat(201), 'makes a display_name that must NOT have more than 200 characters'],
  ])('refuses the farm %j by name', (farm, message) => {
    const text = writeTable({ delimiter: ',', hasMark: false }, [
      ['Farm', 'Day', 'Weight'],
      [farm, '1/2/2026', '60 kg'],
    ])
    expect(faultsOf(text)).toEqual([`2 Farm: ${message}`])
  })

  it('does not look into columns the map does not read', () => {
    expect(faultsOf('Farm,Day,Weight,Remark\nRio,1/2/2026,60 kg,"=1+1"\n')).toEqual([])
  })

  it('is written so that it reads the same', () => {
    const cells = [
      ['a', 'b "c"', ' d'],
      ['e\nf', 'g;h', ''],
      ['i,j', 'k\r\nl', "'"],
    ]
    for (const delimiter of [',', ';', '\t', '|'] as const) {
      const text = writeTable({ delimiter, hasMark: true }, [['x', 'y', 'z'], ...cells])
      const table = readTable(text, { delimiter })
      expect(table.rows.map((row) => row.cells)).toEqual(cells)
      expect(table.hasMark).toBe(true)
    }
  })
})
