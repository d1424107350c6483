import { plainFigure } from '../../words/figure.ts'
import { WAYS } from '../../words/ways.ts'
import type { ReportKey } from './report.ts'
import type { Report } from './report-tasks.ts'

type Column = readonly [name: string, cell: (row: Report['rows'][number]) => string]

/** Figures are plain numbers, so that a spreadsheet can calculate with them. */
export function csvRows(rows: Report['rows'], by: ReportKey): string[][] {
  const columns = columnsOf(by)
  return [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
}

function columnsOf(by: ReportKey): Column[] {
  const isDated = by === 'day' || by === 'week' || by === 'month'
  return [
    ['direction', (row) => row.direction],
    ...keyColumns(by),
    ['crop', (row) => row.crop],
    ['crop_name', (row) => row.crop_name],
    ['deliveries', (row) => String(row.deliveries)],
    ['kg', (row) => plainFigure(row.kg)],
    ...WAYS.map(
      (way): Column => [
        `kg_${way.replaceAll(' ', '_')}`,
        ({ ways }) => (ways[way] === undefined ? '' : plainFigure(ways[way])),
      ],
    ),
    ['confirmed_kg', (row) => plainFigure(row.confirmed_kg)],
    ['quantity', (row) => (row.quantity == null ? '' : plainFigure(row.quantity.value))],
    ['unit', (row) => row.quantity?.unit ?? ''],
    ['without_kg', (row) => String(row.without_kg)],
    ['forked', (row) => String(row.forked)],
    ['claimed', (row) => String(row.claimed)],
    ['claimed_kg', (row) => plainFigure(row.claimed_kg)],
    ...(isDated ? [['known_by', (row) => row.known_by ?? by] satisfies Column] : []),
  ]
}

function keyColumns(by: ReportKey): Column[] {
  if (by === 'crop') return []
  if (by !== 'member') return [[by, (row) => row.key]]
  return [
    ['member_no', (row) => row.member_no ?? ''],
    ['name', (row) => row.name ?? ''],
    ['party', (row) => row.key],
  ]
}
