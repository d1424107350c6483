import type { ComponentChildren } from 'preact'
import { must } from '../../../base/typed.ts'
import { startOfDay } from '../../../cli/day.ts'
import type { Days, Seasons } from '../../../records/report/course-tasks.ts'
import { mondayOfWeek } from '../../../records/report/season.ts'
import { shownKg } from '../../../words/rounding.ts'
import type { Words } from '../../../words/words.ts'
import { cropWords, kgWords, missingWords } from '../../counter/delivery-words.ts'
import { useWords } from '../reader.tsx'
import { Table } from '../tables.tsx'
import { barIn, everyNth, type Scale, scaleOf } from './scale.ts'
import { type Bar, type BarRow, type SeasonsSeries, seasonsOf, seriesOf } from './series.ts'

/**
 * Charts of deliveries, made by the server. Beside each are its figures as a table, for people who do not see the
 * bars, and for print. Widths are shares of the width that there is, so that letters keep their size on a phone.
 */

/** Pixels of the bars, of the room above them for marks, and of the labels below. */
const PLOT = 130
const ABOVE = 18
const BELOW = 20
const HEIGHT = ABOVE + PLOT + BELOW
/** At most this many charts; the figures of other crops are in the last table. */
const MOST_CHARTS = 4
/** Labels that fit side by side on the narrowest phone. */
const MOST_LABELS = 7

interface Frame {
  readonly caption: string
  /** What the chart shows, for people who do not see it. */
  readonly label: string
  readonly notes: ComponentChildren
  readonly figures: ComponentChildren
  readonly children: ComponentChildren
}

/** A chart with its caption, its notes and its figures. */
export function Chart({ caption, label, notes, figures, children }: Frame) {
  const { say } = useWords()
  return (
    <figure class="chart">
      <figcaption>{caption}</figcaption>
      <svg height={HEIGHT} role="img" aria-label={label}>
        {children}
      </svg>
      {notes}
      <Figures title={say('chart.figures')}>{figures}</Figures>
    </figure>
  )
}

export const Figures = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <details>
    <summary>{title}</summary>
    {children}
  </details>
)

/** The deliveries of seven days, crop by crop; the last day is stressed. */
export function DayCharts({ days: { days, rows } }: { readonly days: Pick<Days, 'days' | 'rows'> }) {
  const { say } = useWords()
  const all = seriesOf(rows, days)
  if (all.length === 0) return <p>{say('chart.none')}</p>
  return (
    <div class="charts">
      {all.map((series, i) => (
        <DayChart series={series} isDrawn={i < MOST_CHARTS} />
      ))}
    </div>
  )
}

function DayChart({ series, isDrawn }: { series: ReturnType<typeof seriesOf>[number]; isDrawn: boolean }) {
  const words = useWords()
  const { calendar, count, mass, say } = words
  const { bars, apart } = series
  const at = (key: string) => instantOf(words, key)
  const [first, last] = [must(bars[0]), must(bars.at(-1))]
  const about = nameOf(words, series)
  const label = say('chart.days', {
    ...about,
    since: calendar.day(at(first.key)),
    until: calendar.day(at(last.key)),
    kg: mass(sum(bars)),
  })
  const dayOf = (key: string) =>
    key === last.key ? `${calendar.day(at(key))} (${say('chart.today')})` : calendar.day(at(key))
  const figures = (
    <Table
      columns={[
        'reports.day',
        { right: 'today.count' },
        { right: 'today.kg' },
        'today.missing',
        { right: 'reports.claimed' },
      ]}
      rows={bars.map(({ key, row }) =>
        row === null
          ? [dayOf(key), count(0), say('chart.noDelivery'), '', mass(0)]
          : [
              dayOf(key),
              count(row.deliveries),
              kgShown(words, row),
              missingWords(words, row),
              mass(row.claimed_kg),
            ],
      )}
    />
  )
  const notes = <Notes bars={bars} apart={apart} />
  if (!isDrawn)
    return (
      <figure class="chart">
        <figcaption>{say('chart.of', about)}</figcaption>
        {notes}
        <Figures title={say('chart.figures')}>{figures}</Figures>
      </figure>
    )
  const scale = scaleOf(bars.map(kgOf))
  return (
    <Chart caption={say('chart.of', about)} label={label} notes={notes} figures={figures}>
      <Axis scale={scale} />
      {bars.map(({ key, row }, slot) => {
        const isLast = key === last.key
        return (
          <>
            <BarMark
              row={row}
              scale={scale}
              place={{ slot, slots: bars.length }}
              name={isLast ? 'fill' : 'soft'}
            />
            <Label at={(slot + 0.5) / bars.length} isStrong={isLast}>
              {calendar.dayAndMonth(at(key))}
            </Label>
          </>
        )
      })}
    </Chart>
  )
}

/** This season beside the last, crop by crop, by week or month. */
export function SeasonCharts({ seasons }: { readonly seasons: Seasons }) {
  const { say } = useWords()
  const { by, season, before } = seasons
  const all = seasonsOf(by, season, before)
  if (all.length === 0) return <p>{say('chart.none')}</p>
  return (
    <div class="charts">
      {all.map((series, i) => (
        <SeasonChart series={series} seasons={seasons} isDrawn={i < MOST_CHARTS} />
      ))}
    </div>
  )
}

interface OfSeasons {
  readonly series: SeasonsSeries
  readonly seasons: Seasons
  readonly isDrawn: boolean
}

function SeasonChart({ series, seasons: { by, day, season, before }, isDrawn }: OfSeasons) {
  const words = useWords()
  const { calendar, mass, say } = words
  const { pairs, apart, apartBefore, direction, crop } = series
  const about = nameOf(words, series)
  const isOf = (row: BarRow) => row.direction === direction && row.crop === crop
  const now = pairs.flatMap(({ now }) => now ?? [])
  const then = pairs.flatMap(({ before }) => before ?? [])
  const current = now.findLastIndex(({ key }) => instantOf(words, key) <= instantOf(words, day))
  const cells = (bar: Bar | null) => [
    bar === null ? say('chart.noPeriod') : periodWords(words, by, bar.key),
    bar?.row == null ? say('chart.noDelivery') : kgShown(words, bar.row),
    bar?.row == null ? '' : missingWords(words, bar.row),
  ]
  const column = by === 'week' ? 'reports.week' : 'reports.month'
  const figures = (
    <Table
      columns={[
        column,
        { right: 'today.kg' },
        'today.missing',
        { title: say('chart.last', { since: calendar.day(instantOf(words, before.since)) }) },
        { right: 'today.kg' },
        'today.missing',
      ]}
      rows={pairs.map((pair) => [...cells(pair.now), ...cells(pair.before)])}
    />
  )
  const notes = (
    <>
      <p class="note">
        {say('chart.soFar', {
          ...about,
          kg: mass(season.total.find(isOf)?.kg ?? 0),
          before: mass(before.total.find(isOf)?.kg ?? 0),
        })}
      </p>
      <Notes bars={[...now, ...then]} apart={[...apart, ...apartBefore]} />
    </>
  )
  if (!isDrawn)
    return (
      <figure class="chart">
        <figcaption>{say('chart.of', about)}</figcaption>
        {notes}
        <Figures title={say('chart.figures')}>{figures}</Figures>
      </figure>
    )
  const scale = scaleOf([...now, ...then].map(kgOf))
  const every = everyNth(pairs.length, MOST_LABELS)
  const key = (
    <ul class="key">
      <KeyLine name="fill">
        {say('chart.this', { since: calendar.day(instantOf(words, season.since)) })}
      </KeyLine>
      <KeyLine name="hollow">
        {say('chart.last', { since: calendar.day(instantOf(words, before.since)) })}
      </KeyLine>
    </ul>
  )
  return (
    <Chart
      caption={say('chart.of', about)}
      label={say(by === 'week' ? 'chart.weeks' : 'chart.months', about)}
      notes={
        <>
          {key}
          {notes}
        </>
      }
      figures={figures}
    >
      <Axis scale={scale} />
      {pairs.map((pair, slot) => {
        const place = { slot, slots: pairs.length, bars: 2 }
        return (
          <>
            {pair.before !== null && (
              <BarMark row={pair.before.row} scale={scale} place={{ ...place, bar: 0 }} name="hollow" />
            )}
            {pair.now !== null && slot <= current && (
              <BarMark row={pair.now.row} scale={scale} place={{ ...place, bar: 1 }} name="fill" />
            )}
            {slot % every === 0 && (
              <Label at={(slot + 0.5) / pairs.length} isStrong={slot <= current && current < slot + every}>
                {shortPeriod(words, by, must(pair.now ?? pair.before).key)}
              </Label>
            )}
          </>
        )
      })}
    </Chart>
  )
}

/** Beyond this share of the width, a label ends at the edge. */
const EDGE = 0.07

/** A label below the bars, within the chart. */
function Label({ at, isStrong, children }: { at: number; isStrong: boolean; children: ComponentChildren }) {
  const edge = at < EDGE ? 'start' : at > 1 - EDGE ? 'end' : ''
  const x = edge === 'start' ? 0 : edge === 'end' ? 1 : at
  return (
    <text class={`${edge} ${isStrong ? 'strong' : ''}`.trim() || undefined} x={percent(x)} y={HEIGHT - 5}>
      {children}
    </text>
  )
}

/** Lines at round figures, with the figures above them at the left. */
function Axis({ scale: { low, high, ticks } }: { readonly scale: Scale }) {
  const { amount } = useWords()
  const yOf = (tick: number) => ABOVE + ((high - tick) / (high - low)) * PLOT
  return (
    <>
      {ticks.map((tick) => (
        <line
          class={tick === 0 ? 'base' : 'grid'}
          x1="0"
          x2="100%"
          y1={tenths(yOf(tick))}
          y2={tenths(yOf(tick))}
        />
      ))}
      <text class="tick" x="0" y={tenths(yOf(high) - 5)}>
        {amount(high)} kg
      </text>
    </>
  )
}

interface BarProps {
  readonly row: BarRow | null
  readonly scale: Scale
  readonly place: Parameters<typeof barIn>[2]
  readonly name: 'fill' | 'soft' | 'hollow'
}

/** The least height of a bar that is not zero, so that it is seen. */
const LEAST = 2

/** One bar; a dash where nothing was delivered; a ring where something is not in the bar. */
function BarMark({ row, scale, place, name }: BarProps) {
  const { x, y, width, height } = barIn(row?.kg ?? 0, scale, place)
  const middle = percent(x + width / 2)
  const zero = ABOVE + (scale.high / (scale.high - scale.low)) * PLOT
  if (row === null || row.deliveries + row.claimed === 0)
    return place.bars === undefined ? (
      <text x={middle} y={tenths(zero - 4)}>
        –
      </text>
    ) : null
  const high = row.kg === 0 ? 0 : Math.max(LEAST, height * PLOT)
  const top = row.kg < 0 ? zero : Math.min(ABOVE + y * PLOT, zero - high)
  return (
    <>
      <rect class={name} x={percent(x)} y={tenths(top)} width={percent(width)} height={tenths(high)} />
      {isPartial(row) && <circle class="mark" cx={middle} cy={tenths(top - 6)} r="3" />}
    </>
  )
}

/** Rounded, as figures on a tile are: the page Reports has every digit. */
const kgShown = (words: Words, { kg, quantity }: BarRow): string =>
  kgWords(words, { kg: shownKg(kg), quantity })

const isPartial = ({ without_kg, forked, claimed }: BarRow): boolean => without_kg + forked + claimed > 0

/** What is not in the bars, and why. */
function Notes({ bars, apart }: { readonly bars: readonly Bar[]; readonly apart: readonly BarRow[] }) {
  const words = useWords()
  const { mass, say } = words
  const rows = bars.flatMap(({ row }) => row ?? [])
  const claimed = [...rows, ...apart].reduce((all, { claimed_kg }) => all + claimed_kg, 0)
  return (
    <>
      {rows.some(isPartial) && <p class="note">{say('chart.mark')}</p>}
      {claimed > 0 && <p class="note">{say('chart.claimed', { kg: mass(exact(claimed)) })}</p>}
      {apart.map((row) => (
        <p class="note">
          {say('chart.apart', {
            known:
              row.known_by === undefined ? row.key : say(`reports.known.${row.known_by}`, { key: row.key }),
            kg: mass(row.kg),
            count: row.deliveries + row.claimed,
          })}
        </p>
      ))}
    </>
  )
}

/** A line of the key: how bars of one kind look. */
export const KeyLine = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <li>
    <svg aria-hidden="true">
      <rect class={name} x="1" y="1" width="12" height="12" />
      {name === 'lost striped' && <path class="stripe" d="M1 13L13 1" />}
    </svg>
    <span>{children}</span>
  </li>
)

const kgOf = ({ row }: Bar): number => row?.kg ?? 0
/** Sums of milligrams, without the noise of binary fractions. */
export const exact = (kg: number): number => Math.round(kg * 1e6) / 1e6
const sum = (bars: readonly Bar[]): number => exact(bars.reduce((all, bar) => all + kgOf(bar), 0))

const nameOf = (
  words: Words,
  { crop, crop_name, direction }: Pick<BarRow, 'crop' | 'crop_name' | 'direction'>,
) => ({
  crop: cropWords(words, { crop, crop_name }),
  direction: words.say(`today.${direction}`),
})

/** Returns when a day, a week or a month begins. */
function instantOf({ calendar }: Words, key: string): number {
  const day = key.includes('W') ? mondayOfWeek(key) : key.length === 'yyyy-mm'.length ? `${key}-01` : key
  return must(startOfDay(calendar.timeZone, day))
}

const periodWords = (words: Words, by: 'week' | 'month', key: string): string =>
  words.calendar.asRecorded({
    occurred_at: new Date(instantOf(words, key)).toISOString(),
    occurred_at_precision: by,
  })

const shortPeriod = (words: Words, by: 'week' | 'month', key: string): string => {
  const at = instantOf(words, key)
  return by === 'week' ? words.calendar.dayAndMonth(at) : words.calendar.shortMonth(at)
}

export const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`
export const tenths = (n: number): number => Math.round(n * 10) / 10
