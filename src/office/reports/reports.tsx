import { randomBytes } from 'node:crypto'
import { given } from '../../base/typed.ts'
import { endOfDay, startOfDay } from '../../cli/day.ts'
import { distinctName } from '../../identity/party-search.ts'
import { REPORT_KEYS, type ReportKey } from '../../records/report/report.ts'
import { deliveryCsv } from '../../records/report/report-csv.ts'
import type { Report } from '../../records/report/report-tasks.ts'
import { csvOf } from '../../text/csv.ts'
import { shortName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'

import { cropWords, kgWords, missingWords, waysWords } from '../counter/delivery-words.ts'
import { Totals, type TotalsRow } from '../counter/today.tsx'
import { allRead } from '../frame/fault-words.ts'
import { edge, memberIn } from '../frame/filters.ts'
import { Field, type Filled, Filters, Select } from '../frame/form.tsx'
import { Icon } from '../frame/icons.tsx'
import { SeasonCharts } from '../frame/parts/chart.tsx'
import { Card, Empty } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table, withRows } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** Totals of deliveries over a period, on the page and for a spreadsheet. */

export async function reportsPage(visit: StaffVisit): Promise<Answer> {
  const { calendar, say } = visit.words
  const { query, run, timeZone } = visit
  const { today } = calendar
  const by = REPORT_KEYS.find((key) => key === query.by) ?? 'day'
  const values = { since: today, until: today, ...query }
  const unread = allRead()
  const { faults } = unread
  const asked = { ...visit, query: values }
  const party = await memberIn(visit, values, unread)
  const period = {
    fromMs: 0,
    toMs: 0,
    ...edge(visit.words, asked, 'since', faults, (day) => ({ fromMs: startOfDay(timeZone, day) ?? 0 })),
    // `endOfDay` returns the last second of the day.
    ...edge(visit.words, asked, 'until', faults, (day) => ({ toMs: (endOfDay(timeZone, day) ?? 0) + 1000 })),
  }
  const isFaulty = Object.keys(faults).length > 0
  const totalled = (key: ReportKey) =>
    run('report.deliveries', { ...period, by: key, ...given({ party: party ?? undefined }) })
  const [{ rows }, inAll] = isFaulty
    ? [{ rows: [] }, { rows: [] }]
    : await Promise.all([totalled(by), totalled('crop')])
  const seasons =
    by !== 'season' || isFaulty || query.csv !== undefined
      ? null
      : await run('report.seasons', {
          atMs: calendar.nowMs,
          by: 'month',
          ...given({ party: party ?? undefined }),
        })
  if (query.csv !== undefined && !isFaulty)
    return { file: csvPieces(rows, by), name: 'deliveries.csv', type: 'text/csv' }
  const filled: Filled = { values, ...unread }
  // Random, so that no recorded text can contain it.
  const mark = randomBytes(16).toString('hex')
  const columns = columnsOf(visit.words, by)
  const html = pageText(
    visit,
    say('reports.title'),
    <>
      <Filters
        action="/reports"
        more={
          <button type="submit" class="quiet" name="csv" value="1">
            <Icon name="download" />
            {say('reports.csv')}
          </button>
        }
      >
        <Field name="since" label={say('records.since')} filled={filled} />
        <Field name="until" label={say('records.until')} filled={filled} />
        <Select name="by" label={say('reports.by')} words={REPORT_KEYS} chosen={by} />
        <Field name="member" label={say('weigh.who')} filled={filled} optional />
      </Filters>
      {inAll.rows.length > 0 && (
        <Card title={say('report.title', { period: periodWords(visit.words, period) })}>
          <Totals rows={inAll.rows} isExact />
        </Card>
      )}
      {rows.length === 0 ? (
        <Empty text={say('today.none')} />
      ) : (
        <Table columns={columns} rows={[]} mark={mark} />
      )}
      <p>{say('reports.apart')}</p>
      {seasons !== null && (
        <Card title={say('reports.seasons')}>
          <SeasonCharts seasons={seasons} />
        </Card>
      )}
    </>,
  )
  if (rows.length === 0) return { status: isFaulty ? 422 : 200, html }
  return { pieces: withRows(visit.words, html, mark, columns, cellsOf(visit.words, rows, by)) }
}

/** The first and the last day of a period. */
function periodWords(
  { calendar, say }: Words,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
) {
  const [first, last] = [calendar.day(fromMs), calendar.day(toMs - 1)]
  return first === last ? first : say('report.period', { first, last })
}

/** A few milliseconds of work. */
const CSV_ROWS_AT_ONCE = 200

/** Makes the file while it is sent, so that other requests get their turn. */
async function* csvPieces(rows: Report['rows'], by: ReportKey): AsyncGenerator<string> {
  for (let from = 0; from === 0 || from < rows.length; from += CSV_ROWS_AT_ONCE) {
    const lines = deliveryCsv(rows.slice(from, from + CSV_ROWS_AT_ONCE), by)
    yield `${csvOf(from === 0 ? lines : lines.slice(1))}\n`
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const columnsOf = (words: Words, by: ReportKey) => {
  const { say } = words
  return [
    ...(by === 'crop' ? [] : [{ title: say(`reports.${by}`) }]),
    { title: say('today.crop') },
    { title: say('today.direction') },
    { title: say('today.count'), right: true },
    { title: say('today.kg'), right: true },
    { title: say('reports.confirmed'), right: true },
    { title: say('today.how') },
    { title: say('today.missing') },
    { title: say('reports.claimed'), right: true },
  ]
}

function* cellsOf(words: Words, rows: readonly TotalsRow[], by: ReportKey) {
  const { amount, count, say } = words
  const most = new Map<string, number>()
  for (const { crop, kg } of rows) most.set(crop, Math.max(most.get(crop) ?? 0, kg))
  for (const row of rows)
    yield [
      ...(by === 'crop' ? [] : [keyWords(words, row, by)]),
      cropWords(words, row),
      say(`today.${row.direction}`),
      count(row.deliveries),
      <>
        {kgWords(words, row)}
        <Bar share={row.kg / (most.get(row.crop) || 1)} />
      </>,
      amount(row.confirmed_kg),
      waysWords(words, row),
      missingWords(words, row),
      amount(row.claimed_kg),
    ]
}

const WIDTH = 64

/**
 * A bar relative to the largest row of the same crop; crops are not compared. It is hidden from screen
 * readers: the figure is above it.
 */
const Bar = ({ share }: { share: number }) => (
  <svg width={WIDTH} height="12" aria-hidden="true" class="bar block">
    <rect width={Math.max(1, Math.round(WIDTH * share))} height="12" />
  </svg>
)

function keyWords(words: Words, row: TotalsRow, by: ReportKey) {
  const { say } = words
  if (by === 'member') {
    const { member_no } = row
    const name = row.name && shortName(row.name, words)
    const called =
      name == null
        ? say('reports.noName')
        : distinctName({ party: row.key, name, member_no: member_no ?? null, region: null })
    return <a href={`/members/${row.key}`}>{called}</a>
  }
  if (row.known_by !== undefined) return say(`reports.known.${row.known_by}`, { key: row.key })
  if (row.key === '') return say('reports.noPlace')
  if (by === 'place') return row.key
  const { calendar } = words
  const day = by === 'day' ? startOfDay(calendar.timeZone, row.key) : null
  return <span class="word">{day == null ? row.key : calendar.day(day)}</span>
}
