import { uuidv7 } from 'uuidv7'
import { fromJson } from '../../base/typed.ts'
import { claim, type RecordReply } from './client.ts'
import type { Cast, Delivered, Scene } from './scene.ts'
import { count, kg } from './words.ts'
import { PARCHMENT } from './world.ts'

/** The lot gets what its buyer files in Europe: the plots behind it, a summary, and proofs. */

/** Squares of some hectares side by side, with six decimals; nobody farms there. */
const WEST = 29.900001
const SOUTH = 0.300001
const SIDE = 0.0012
const APART = 0.002
const IN_A_ROW = 8

interface Pack {
  readonly kg: number
  readonly kg_by: { readonly named: number; readonly holder: number; readonly unknown: number }
  readonly complete: boolean
  readonly plots: { readonly in_files: number }
  readonly proofs: { readonly given: number; readonly with_price: number }
  readonly faults: readonly object[]
  readonly goods: { readonly hs: string | null; readonly scientific_name: string | null }
}

export async function pack(
  scene: Scene,
  { cooperative, exporter }: Cast,
  lot: RecordReply,
  delivered: readonly Delivered[],
): Promise<void> {
  const { stage, calendar, operator } = scene
  stage.begin('pack', 'The lot gets its papers for a buyer in Europe')
  const growers = [...new Map(delivered.map(({ from }) => [from.id, from])).values()]
  await stage.forEach('plots', growers, ({ id, name }, i) =>
    cooperative.append('plot', {
      plot: uuidv7(),
      holder: id,
      name: `Garden of ${name}`,
      country: 'UG',
      crops: [PARCHMENT],
      geometry: square(WEST + APART * (i % IN_A_ROW), SOUTH + APART * Math.floor(i / IN_A_ROW)),
      occurred_at: calendar.at(2),
      lawful_basis: 'contract_performance',
    }),
  )
  await cooperative.append('due_diligence', {
    lot_id: lot.id,
    reference_number: '26UGDEMO000001',
    filed_by: exporter.id,
    filed_at: calendar.at(1),
    occurred_at: calendar.at(1),
    lawful_basis: 'contract_performance',
  })
  const files = await operator.pack(lot.id)
  const textOf = (name: string): string => files.get(name) ?? ''
  const made = fromJson<Pack>(textOf('pack.json'))
  const map = fromJson<{ features: readonly object[] }>(textOf('plots-1.geojson'))
  claim('the map has a plot for each grower', map.features.length === growers.length)
  claim('the summary has the number of the statement', textOf('summary.txt').includes('26UGDEMO000001'))
  stage.print(
    `${count(growers.length, 'plot')} of those who delivered are entered, each with its boundary. The pack of the lot is ${count(files.size, 'file')}: a map as the information system of the European Union takes it (HS ${made.goods.hs}, ${made.goods.scientific_name}), a table, a page to read, and a proof of each record.`,
  )
  stage.print(
    `Behind ${kg(made.kg)} stand ${kg(made.kg_by.holder)} of growers whose plots are all declared; ${kg(made.kg_by.unknown)} come from no plot that is known. ${count(made.proofs.with_price, 'record')} with a price ${made.proofs.with_price === 1 ? 'is' : 'are'} not shown to the buyer. The number of the statement that the buyer filed is kept with the lot.`,
  )
  stage.facts({
    plots: made.plots.in_files,
    files: files.size,
    kg: made.kg,
    unknown_kg: made.kg_by.unknown,
    complete: made.complete,
    faults: made.faults.length,
    proofs: made.proofs.given,
  })
}

const toSix = (degrees: number) => Math.round(degrees * 1e6) / 1e6

function square(west: number, south: number): object {
  const [east, north] = [west + SIDE, south + SIDE]
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon', coordinates: [corners.map((corner) => corner.map(toSix))] }
}
