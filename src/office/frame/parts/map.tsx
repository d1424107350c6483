import { must } from '../../../base/typed.ts'
import { isValidGeometry } from '../../../domain/geometry.ts'
import { type Box, boxOf, hectaresOf } from '../../../domain/outline.ts'
import type { Background, BackgroundFault } from '../../../records/plots/map-files.ts'
import type { Words } from '../../../words/words.ts'
import { useWords } from '../reader.tsx'
import { Table } from '../tables.tsx'
import { Figures, percent, tenths } from './chart.tsx'
import { placeLabels, widthOf } from './labels.ts'
import {
  ASPECT,
  gridOf,
  inWindow,
  onWorld,
  type Point,
  scaleOf,
  tilesIn,
  type Window,
  windowAround,
} from './mercator.ts'
import { linesIn } from './outline-lines.ts'

/**
 * Plots on a map, drawn by the server: outlines over a grid with a scale, and behind them the tiles of the office's
 * own map file, if there is one. It needs neither network nor scripts.
 */

export interface MapPlot {
  readonly geometry: unknown
  /** Empty if the plot has no name. */
  readonly name: string
  /**
   * `own` is a plot that the map is about, `other` one of another holder that it overlaps, `near` one that lies
   * near by.
   */
  readonly kind: 'own' | 'other' | 'near'
  /** The page about the plot. */
  readonly href?: string
}

interface MapProps {
  readonly plots: readonly MapPlot[]
  readonly background: Background | BackgroundFault | null
}

/** At most this many plots, and corners of all of them: some milliseconds of work. */
const MOST_PLOTS = 200
const MOST_CORNERS = 20_000
/** Outlines are drawn in thousandths of this. */
const SIZE = 1_000
/** The narrowest that the map is shown, in pixels: labels that fit then always fit. */
const NARROW = { width: 320, height: 320 / ASPECT }

interface DrawnPlot extends MapPlot {
  /** Its number in the list below the map. */
  readonly number: number
  /** Null if it cannot be drawn, or there is no room for it. */
  readonly box: Box | null
  readonly lines: readonly (readonly Point[])[]
}

export function PlotMap({ plots, background }: MapProps) {
  const words = useWords()
  const { say } = words
  const { shown, left } = shownOf(plots)
  const drawn = shown.filter((plot): plot is DrawnPlot & { box: Box } => plot.box !== null)
  const boxesOf = (isOwn: boolean) =>
    drawn.filter(({ kind }) => (kind === 'own') === isOwn).map(({ box }) => box)
  const window = windowAround(boxesOf(true), boxesOf(false))
  if (window === null) return <p class="help">{say('plots.notDrawn')}</p>
  return (
    <figure class="plots-map">
      <svg role="img" aria-label={say('map.label', { count: drawn.length })}>
        <Tiles window={window} background={background} />
        <Grid window={window} />
        <Outlines window={window} plots={drawn} />
        <Labels window={window} plots={drawn} />
        <Scale window={window} />
      </svg>
      {left > 0 && <p class="note">{say('map.more', { count: left })}</p>}
      <Source background={background} />
      <Figures title={say('chart.figures')}>
        <Table
          columns={[{ title: say('map.number'), right: true }, 'map.plot', { right: 'map.size' }, 'map.what']}
          rows={shown.map((plot) => {
            const name = plot.name || say('plots.unnamed')
            return [
              words.count(plot.number),
              plot.href === undefined ? name : <a href={plot.href}>{name}</a>,
              sizeOf(words, plot.geometry) ?? '',
              plot.box === null ? say('map.undrawn') : say(`map.${plot.kind}`),
            ]
          })}
        />
      </Figures>
    </figure>
  )
}

/** Returns the plots for which there is room, numbered, and how many are left. */
function shownOf(plots: readonly MapPlot[]): { readonly shown: readonly DrawnPlot[]; readonly left: number } {
  const shown: DrawnPlot[] = []
  let corners = 0
  for (const plot of plots.slice(0, MOST_PLOTS)) {
    const box = boxOf(plot.geometry)
    const lines = box === null ? [] : linesIn(plot.geometry)
    const count = lines.reduce((sum, line) => sum + line.length, 0)
    if (shown.length > 0 && corners + count > MOST_CORNERS) break
    corners += count
    const isDrawn = box !== null && count <= MOST_CORNERS
    shown.push({
      ...plot,
      number: shown.length + 1,
      box: isDrawn ? box : null,
      lines: isDrawn ? lines.map((line) => line.map(([lon, lat]) => onWorld(lon, lat))) : [],
    })
  }
  return { shown, left: plots.length - shown.length }
}

const isFault = (background: Background | BackgroundFault): background is BackgroundFault =>
  'fault' in background

function Tiles({ window, background }: { window: Window; background: MapProps['background'] }) {
  if (background === null || isFault(background)) return null
  return (
    <>
      {tilesIn(window, background).map(({ z, x, y, left, top, width, height }) => (
        <image
          href={`/maps/${z}/${x}/${y}?${new URLSearchParams({ of: background.version })}`}
          x={percent(left)}
          y={percent(top)}
          width={exactly(width)}
          height={exactly(height)}
          preserveAspectRatio="none"
        />
      ))}
    </>
  )
}

/** A little more than its share, so that no line shows between two tiles. */
const exactly = (share: number): string => percent(share + 0.0002)

function Source({ background }: Pick<MapProps, 'background'>) {
  const { say } = useWords()
  if (background === null) return null
  if (isFault(background))
    return <p class="note">{say(`map.fault.${background.fault}`, { name: background.name })}</p>
  const { attribution } = background
  return attribution === null ? null : <p class="note">{say('map.background', { attribution })}</p>
}

function Grid({ window }: { readonly window: Window }) {
  const { amount, say } = useWords()
  const { meridians, parallels } = gridOf(window)
  return (
    <>
      {meridians.map(({ at }) => (
        <line class="grid" x1={percent(at)} x2={percent(at)} y1="0" y2="100%" />
      ))}
      {parallels.map(({ at }) => (
        <line class="grid" x1="0" x2="100%" y1={percent(at)} y2={percent(at)} />
      ))}
      {/* Only the first of each is named, so that the names cover little of the map. */}
      {meridians.slice(0, 1).map(({ at, degrees }) => (
        <text class="degrees" x={percent(within(at, 0.1))} y="9">
          {say('map.degrees', { figure: amount(degrees) })}
        </text>
      ))}
      {parallels.slice(-1).map(({ at, degrees }) => (
        <text class="degrees start" x="4" y={percent(within(at, 0.08))}>
          {say('map.degrees', { figure: amount(degrees) })}
        </text>
      ))}
    </>
  )
}

const within = (at: number, edge: number): number => Math.min(Math.max(at, edge), 1 - edge)

/** Limit of coordinates: a neighbour may extend far outside the map. */
const FAR = 10_000
const limited = (share: number): number => tenths(Math.min(Math.max(share * SIZE, -FAR), FAR))

function Outlines({ window, plots }: { readonly window: Window; readonly plots: readonly DrawnPlot[] }) {
  const at = (point: Point) => inWindow(window, point)
  const order = ['near', 'other', 'own']
  const sorted = plots.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return (
    <>
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        preserveAspectRatio="none"
        width="100%"
        height="100%"
        aria-hidden="true"
      >
        {sorted
          .filter(({ lines }) => !isPoint(lines))
          .map(({ kind, lines }) => (
            <path class={kind} d={lines.map((line) => pathOf(line.map(at))).join('')} />
          ))}
      </svg>
      {sorted
        .filter(({ lines }) => isPoint(lines))
        .map(({ kind, lines }) => {
          const { x, y } = at(must(lines[0]?.[0]))
          return <circle class={kind} cx={percent(x)} cy={percent(y)} r="6" />
        })}
    </>
  )
}

const isPoint = (lines: DrawnPlot['lines']): boolean => lines.length === 1 && lines[0]?.length === 1

/** Makes an SVG path. Consecutive corners that round to the same point are merged. */
function pathOf(line: readonly Point[]): string {
  const dots = line.map(({ x, y }) => `${limited(x)} ${limited(y)}`)
  return `M${dots.filter((dot, at) => at === 0 || dot !== dots[at - 1]).join('L')}`
}

/** Names and sizes of the plots, the largest first; only the number where there is no room. */
function Labels({ window, plots }: { readonly window: Window; readonly plots: readonly DrawnPlot[] }) {
  const words = useWords()
  const order = ['own', 'other', 'near']
  const areaOf = ({ box }: DrawnPlot) => (box === null ? 0 : (box.east - box.west) * (box.north - box.south))
  const sorted = plots.toSorted(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || areaOf(b) - areaOf(a),
  )
  const labels = sorted.map((plot) => {
    const { x, y } = inWindow(window, middleOf(must(plot.lines[0])))
    return {
      x: (isPoint(plot.lines) ? x : within(x, 0.04)) * NARROW.width + (isPoint(plot.lines) ? 14 : 0),
      y: within(y, 0.04) * NARROW.height,
      texts: textsOf(words, plot),
    }
  })
  const placed = placeLabels(labels, NARROW, [
    { left: 0, top: NARROW.height - 26, width: NARROW.width * 0.3 + 12, height: 26 },
    { left: NARROW.width - 28, top: 0, width: 28, height: 40 },
  ])
  return (
    <>
      {placed.map((label) =>
        label === null ? null : (
          <text x={percent(label.x / NARROW.width)} y={percent(label.y / NARROW.height)}>
            {label.text}
          </text>
        ),
      )}
    </>
  )
}

/** A label is at most this wide, so that a long name leaves room for others. */
const MOST_WIDE = 140

function textsOf(words: Words, { number, name, geometry }: DrawnPlot): string[] {
  const { say } = words
  const numbered = String(words.count(number))
  if (name === '') return [numbered]
  const hectares = sizeOf(words, geometry)
  const named = say('map.named', { number: numbered, name })
  return [
    ...(hectares === null ? [] : [say('map.sized', { number: numbered, name, hectares })]),
    named,
    numbered,
  ].filter((text) => text === numbered || widthOf(text) <= MOST_WIDE)
}

/** Hectares to a hundredth, of an outline that can be drawn. */
function sizeOf({ amount }: Words, geometry: unknown): string | null {
  const hectares = isValidGeometry(geometry) ? hectaresOf(geometry) : null
  return hectares === null ? null : amount(Math.round(hectares * 100) / 100)
}

function middleOf(line: readonly Point[]): Point {
  // The first corner of a ring is also its last.
  const corners = line.length > 1 ? line.slice(1) : line
  const sums = corners.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 })
  return { x: sums.x / corners.length, y: sums.y / corners.length }
}

function Scale({ window }: { readonly window: Window }) {
  const { amount, say } = useWords()
  const { metres, share } = scaleOf(window)
  return (
    <>
      <svg x="8" y="100%" overflow="visible" aria-hidden="true">
        <line class="scale" x1="0" x2={percent(share)} y1="-8" y2="-8" />
        <text class="start" x="0" y="-18">
          {metres >= 1000
            ? say('map.kilometres', { figure: amount(metres / 1000) })
            : say('map.metres', { figure: amount(metres) })}
        </text>
      </svg>
      <svg x="100%" overflow="visible" aria-hidden="true">
        <path class="arrow" d="M-16 8L-10 26L-16 22L-22 26Z" />
        <text x="-16" y="34">
          {say('map.north')}
        </text>
      </svg>
    </>
  )
}
