import { h, type JSX } from 'preact'
import { DayCharts, SeasonCharts } from '../../src/office/frame/parts/chart.tsx'
import { LotFlow } from '../../src/office/frame/parts/flow.tsx'
import { type MapPlot, PlotMap } from '../../src/office/frame/parts/map.tsx'
import type { BarRow } from '../../src/office/frame/parts/series.ts'
import { renderedFor } from '../../src/office/frame/reader.tsx'
import { styleOf } from '../../src/office/frame/style.ts'
import { dayAway } from '../../src/records/report/days.ts'
import { PLAIN_LOOK } from '../../src/text/colours.ts'
import type { Words } from '../../src/words/words.ts'
import { pointAt, polygonOf, squareAt } from './outlines.ts'

/** Every part of a page that is a chart or a map, with figures that are hard to draw. */

const DAYS = Array.from({ length: 7 }, (_, i) => dayAway('2026-11-21', i))

/** The colours of the pages. */
export const COLOURS = `:root{--ground:#f6f5f1;--card:#fff;--ink:#1d2420;--quiet:#5d665f;--line:#e2e0d8;--green:#0f6b45;--green-ink:#0b5335;--wash:#e8f2ec;--amber:#8a5a00;--amber-wash:#fdf3dd;--red:#a3262a;--red-wash:#fbeaea;--blue:#28557f;--blue-wash:#e8f0f8}
@media screen and (prefers-color-scheme:dark){:root{--ground:#141816;--card:#1c211e;--ink:#e9ece9;--quiet:#a3ada6;--line:#303733;--green:#5cc796;--green-ink:#7fd8ae;--wash:#1d3328;--amber:#e9bb62;--amber-wash:#352a12;--red:#f19a9c;--red-wash:#3a1d1e;--blue:#9cc3e8;--blue-wash:#1b2a38}}
body{background:var(--ground);color:var(--ink)}`

export const rowOf = (row: Partial<BarRow>): BarRow => ({
  ...{
    direction: 'in',
    key: '',
    crop: 'coffee_fresh_cherry',
    crop_name: 'Coffee, fresh cherry',
    deliveries: 1,
  },
  ...{
    kg: 0,
    confirmed_kg: 0,
    quantity: null,
    ways: {},
    without_kg: 0,
    forked: 0,
    claimed: 0,
    claimed_kg: 0,
  },
  ...row,
})

const maize = { crop: 'maize_grain', crop_name: 'Maize, grain' }
const days = {
  days: DAYS,
  rows: [
    ...[120.5, 842, 0.5, 1_310, 77, 990.25].map((kg, i) =>
      rowOf({ key: DAYS[i < 3 ? i : i + 1] as string, kg, without_kg: i === 1 ? 2 : 0 }),
    ),
    rowOf({ ...maize, key: DAYS[2] as string, kg: 1e9 }),
    rowOf({ ...maize, key: DAYS[6] as string, kg: 0, without_kg: 1, claimed: 1, claimed_kg: 50 }),
    rowOf({ ...maize, key: '2026-W48', known_by: 'week', kg: 300, deliveries: 2 }),
  ],
}

const seasonRows = (since: string, by: 'week' | 'month', count: number) =>
  Array.from({ length: count }, (_, i) =>
    rowOf({
      key:
        by === 'week'
          ? `${since.slice(0, 4)}-W${String(i + 1).padStart(2, '0')}`
          : `${since.slice(0, 4)}-${String(i + 1).padStart(2, '0')}`,
      kg: Math.round(1000 * (1 + Math.sin(i / (by === 'week' ? 6 : 1.5)))),
      forked: i === 2 ? 1 : 0,
    }),
  )
const seasons = (by: 'week' | 'month') => ({
  ...{ day: '2026-11-27', by },
  season: {
    ...{ since: '2026-01-01', until: '2027-01-01' },
    rows: seasonRows('2026', by, by === 'week' ? 47 : 11),
    total: [rowOf({ kg: 12_345.5 })],
  },
  before: {
    ...{ since: '2025-01-01', until: '2026-01-01' },
    rows: seasonRows('2025', by, by === 'week' ? 52 : 12),
    total: [rowOf({ kg: 9_800 })],
  },
})

const balances = [
  { inputs_kg: 1_020, declared_kg: 1_000, outputs_kg: 400, losses_kg: 25.5, remaining_kg: 574.5 },
  { inputs_kg: 900, declared_kg: 1_000, outputs_kg: 1_100, losses_kg: 20, remaining_kg: -120 },
  { inputs_kg: null, declared_kg: null, outputs_kg: 0, losses_kg: 0, remaining_kg: null },
]

/** Where Kampala's tiles of level 15 are. */
export const WEST = 32.5625
export const SOUTH = 0.3385
export const plots: readonly MapPlot[] = [
  {
    kind: 'own',
    name: 'Hilltop',
    geometry: polygonOf(squareAt(WEST, SOUTH, 0.001)),
    href: '/members/1/plots',
  },
  {
    kind: 'own',
    name: 'By the river, below the old mill',
    geometry: polygonOf(
      squareAt(WEST + 0.0012, SOUTH + 0.0002, 0.0006),
      squareAt(WEST + 0.0014, SOUTH + 0.0004, 0.0002),
    ),
  },
  { kind: 'own', name: 'Corner', geometry: polygonOf(squareAt(WEST + 0.00105, SOUTH, 0.0001)) },
  { kind: 'own', name: '', geometry: pointAt(WEST + 0.0004, SOUTH - 0.0004) },
  { kind: 'own', name: 'Lost', geometry: { type: 'Polygon', coordinates: [] } },
  { kind: 'other', name: 'Opio’s', geometry: polygonOf(squareAt(WEST - 0.0003, SOUTH + 0.0005, 0.0008)) },
  { kind: 'near', name: 'Road', geometry: polygonOf(squareAt(WEST + 0.0005, SOUTH - 0.0012, 0.0007)) },
]

export function sampleParts(words: Words): string {
  const parts: JSX.Element[] = [
    h(DayCharts, { days }),
    h(DayCharts, { days: { days: DAYS, rows: [] } }),
    h(SeasonCharts, { seasons: seasons('month') }),
    h(SeasonCharts, { seasons: seasons('week') }),
    ...balances.map((balance) => h(LotFlow, { balance })),
    h(PlotMap, { plots, background: null }),
    h(PlotMap, { plots: plots.slice(0, 1), background: { fault: 'vector', name: 'uganda.pmtiles' } }),
  ]
  const html = parts.map((part) => renderedFor(words, part)).join('\n')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Parts</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>${COLOURS}${styleOf(PLAIN_LOOK)}${COLOURS}</style></head><body><main><h1>Parts</h1>
${html}</main></body></html>`
}
