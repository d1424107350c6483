import { plainFigure } from '../../words/english.ts'
import { WAYS } from '../../words/ways.ts'
import type { ReportKey } from './report.ts'
import type { Report } from './report-tasks.ts'

/** Figures as plain numbers, so that a spreadsheet counts with them. */
export function csvRows(rows: Report['rows'], by: ReportKey): string[][] {
  const isDated = by === 'day' || by === 'week'
  const key = by === 'crop' ? [] : by === 'member' ? ['member_no', 'name', 'party'] : [by]
  return [
    [
      'direction',
      ...key,
      'crop',
      'crop_name',
      'deliveries',
      'kg',
      ...WAYS.map(wayColumn),
      'confirmed_kg',
      'quantity',
      'unit',
      'without_kg',
      'forked',
      'claimed',
      'claimed_kg',
      ...(isDated ? ['known_by'] : []),
    ],
    ...rows.map((row) => [
      row.direction,
      ...(by === 'crop' ? [] : by === 'member' ? [row.member_no ?? '', row.name ?? '', row.key] : [row.key]),
      row.crop,
      row.crop_name,
      String(row.deliveries),
      plainFigure(row.kg),
      ...WAYS.map((way) => (row.ways[way] === undefined ? '' : plainFigure(row.ways[way]))),
      plainFigure(row.confirmed_kg),
      row.quantity == null ? '' : plainFigure(row.quantity.value),
      row.quantity?.unit ?? '',
      String(row.without_kg),
      String(row.forked),
      String(row.claimed),
      plainFigure(row.claimed_kg),
      ...(isDated ? [row.known_by ?? by] : []),
    ]),
  ]
}

const wayColumn = (way: string) => `kg_${way.replaceAll(' ', '_')}`
