import { must } from '../base/typed.ts'
import { type Box, boxOf } from '../domain/outline.ts'
import { linesIn } from './parts/outline-lines.ts'
import { useWords } from './reader.tsx'

/** Draws outlines, north up, with one scale. Of faulty outlines it draws the valid positions. */

export interface Drawn {
  readonly geometry: unknown
  /** `own` is the plot that the page is about, `other` one that it overlaps. */
  readonly kind: 'own' | 'other'
  /** Its number in the list beside the drawing. */
  readonly number: number
}

const WIDTH = 320
const HEIGHT = 240
const MARGIN = 24
/** The least width and height of the area shown, about fifty metres, such as around a point. */
const LEAST_DEGREES = 0.0005
const METRES_PER_DEGREE = 111_320
/** The scale line is at most this long. */
const SCALE_WIDTH = 100

type Place = readonly [number, number]
type At = (place: Place) => Place

export function Drawing({ plots, label }: { readonly plots: readonly Drawn[]; readonly label: string }) {
  const { say } = useWords()
  const boxed = plots.filter(({ geometry }) => boxOf(geometry) !== null)
  const own = boxed.filter(({ kind }) => kind === 'own').map(({ geometry }) => must(boxOf(geometry)))
  if (own.length === 0) return <p class="help">{say('plots.notDrawn')}</p>
  const others = boxed.filter(({ kind }) => kind === 'other').map(({ geometry }) => must(boxOf(geometry)))
  const { at, metres } = projection(own, others)
  return (
    <svg class="map" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {boxed
        .toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'other' ? -1 : 1))
        .map((plot) => (
          <Outline plot={plot} at={at} />
        ))}
      <Scale metres={metres} />
    </svg>
  )
}

/** The picture shows neighbours as far as half the plot's own size around it. */
const AROUND = 0.5

function projection(
  own: readonly Box[],
  others: readonly Box[],
): { readonly at: At; readonly metres: number } {
  const plot = around(own)
  const [wider, higher] = [(plot.east - plot.west) * AROUND, (plot.north - plot.south) * AROUND]
  const { west, east, south, north } = around([
    plot,
    ...others.map((box) => ({
      west: Math.max(box.west, plot.west - wider),
      east: Math.min(box.east, plot.east + wider),
      south: Math.max(box.south, plot.south - higher),
      north: Math.min(box.north, plot.north + higher),
    })),
  ])
  const [lon, lat] = [(west + east) / 2, (south + north) / 2]
  // At the poles the width of a degree of longitude is zero.
  const narrow = Math.max(Math.cos((lat * Math.PI) / 180), 0.01)
  const wide = Math.max((east - west) * narrow, LEAST_DEGREES)
  const high = Math.max(north - south, LEAST_DEGREES)
  const scale = Math.min((WIDTH - 2 * MARGIN) / wide, (HEIGHT - 2 * MARGIN) / high)
  return {
    at: ([x, y]) => [WIDTH / 2 + (x - lon) * narrow * scale, HEIGHT / 2 - (y - lat) * scale],
    metres: scale / METRES_PER_DEGREE,
  }
}

const around = (boxes: readonly Box[]): Box => ({
  west: Math.min(...boxes.map((box) => box.west)),
  east: Math.max(...boxes.map((box) => box.east)),
  south: Math.min(...boxes.map((box) => box.south)),
  north: Math.max(...boxes.map((box) => box.north)),
})

function Outline({ plot: { geometry, kind, number }, at }: { readonly plot: Drawn; readonly at: At }) {
  const rings = linesIn(geometry).map((line) => line.map(at))
  const [first] = rings
  const start = first?.[0]
  if (first === undefined || start === undefined) return null
  const isPoint = rings.length === 1 && first.length === 1
  const name = kind === 'own' ? 'plot own' : 'plot other'
  const [x, y] = isPoint ? start : middle(first)
  return (
    <>
      {isPoint ? (
        <circle class={name} cx={tenths(start[0])} cy={tenths(start[1])} r="6" />
      ) : (
        <path class={name} d={rings.map(pathOf).join('')} fill-rule="evenodd" />
      )}
      <text x={tenths(within(isPoint ? x + 12 : x, WIDTH))} y={tenths(within(y + 5, HEIGHT))}>
        {number}
      </text>
    </>
  )
}

/** Keeps a label in the picture, even if most of its plot is outside. */
const within = (at: number, size: number): number => Math.min(Math.max(at, 12), size - 12)

const middle = (line: readonly Place[]): Place => {
  const sums = line.reduce(([x, y], [a, b]): Place => [x + a, y + b], [0, 0])
  return [sums[0] / line.length, sums[1] / line.length]
}

/** Makes an SVG path. Consecutive corners that round to the same point are merged. */
function pathOf(line: readonly Place[]): string {
  const dots = line.map(([x, y]) => `${tenths(x)} ${tenths(y)}`)
  return `M${dots.filter((dot, at) => at === 0 || dot !== dots[at - 1]).join('L')}`
}

/** Limit of coordinates: a neighbour may extend far outside the picture. */
const FAR = 10_000
const tenths = (n: number): number => Math.round(Math.min(Math.max(n, -FAR), FAR) * 10) / 10

/** A scale line for a round number of metres. */
function Scale({ metres }: { readonly metres: number }) {
  const most = SCALE_WIDTH / metres
  const power = 10 ** Math.floor(Math.log10(most))
  const round = [5, 2, 1].map((n) => n * power).find((n) => n <= most) ?? power
  return (
    <>
      <line class="scale" x1="8" y1={HEIGHT - 8} x2={tenths(8 + round * metres)} y2={HEIGHT - 8} />
      <text x="8" y={HEIGHT - 14} class="start">
        {round >= 1000 ? `${round / 1000} km` : `${round} m`}
      </text>
    </>
  )
}
