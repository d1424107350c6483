import { entriesOf, keysOf, must } from '../../base/typed.ts'
import type { Run } from '../../cli/context.ts'
import { endOfDay, startOfDay } from '../../cli/day.ts'
import { allows } from '../../domain/staff.ts'
import { shownKg } from '../../words/rounding.ts'
import type { Words } from '../../words/words.ts'
import { DayCharts } from '../frame/parts/chart.tsx'
import { Action, Card, Facts, Figure, Grid } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { cropWords, kgWords, missingWords, waysWords } from './delivery-words.ts'
import { firstDay } from './first-day.tsx'
import { Outstanding, type OutstandingStatus, outstanding, statusOf } from './outstanding.tsx'

/** The figures of the day, outstanding work, the season so far, and how the machine is. */
export async function todayPage(visit: StaffVisit): Promise<Answer> {
  const { calendar, say } = visit.words
  const { run, timeZone, session } = visit
  const { role } = session.person

  const { nowMs, today: day } = calendar
  const fromMs = must(startOfDay(timeZone, day))
  // `endOfDay` returns the last second of the day.
  const period = { fromMs, toMs: must(endOfDay(timeZone, day)) + 1000 }
  const [status, days, byMember, season, forks, steps] = await Promise.all([
    statusOf(run),
    run('report.days', { atMs: nowMs }),
    reportOf(run, period, 'member'),
    run('report.season', { atMs: nowMs }),
    forksIn(run),
    firstDay(visit),
  ])
  const due = await outstanding(visit, status, forks)
  return {
    html: pageText(
      visit,
      {
        title: say('today.title'),
        line: calendar.moment(nowMs),
        actions: allows(role, 'write') && (
          <>
            <Action href="/new-member" icon="newMember">
              {say('members.add')}
            </Action>
            <Action href="/weigh-in" icon="scale" isMain>
              {say('nav.weigh')}
            </Action>
          </>
        ),
      },
      <>
        <DayFigures byCrop={days.today} byMember={byMember.rows} />
        {steps}
        <Grid>
          <Card title={say('today.outstanding')} span={7}>
            <Outstanding items={due} />
          </Card>
          <Card title={say('today.sevenDays')} span={5}>
            <DayCharts days={days} />
            <h3>{say('today.season', { since: dayShown(visit, season.since) })}</h3>
            <SeasonFacts rows={season.rows} />
          </Card>
        </Grid>
        {days.today.length > 0 && (
          <Card title={say('today.deliveries', { day: calendar.day(fromMs) })}>
            <Totals rows={days.today} />
          </Card>
        )}
        <Card title={say('machine.title')}>
          <p>
            {machineWords(visit.words, status).join(' ')}
            {allows(role, 'manage') && (
              <>
                {' '}
                <a href="/machine">{say('today.toMachine')}</a>
              </>
            )}
          </p>
        </Card>
      </>,
    ),
  }
}

const dayShown = ({ timeZone, words }: StaffVisit, day: string) =>
  words.calendar.day(must(startOfDay(timeZone, day)))

/** Crops with a figure of their own; all of them are in the table. */
const MOST_FIGURES = 3

/** What members brought today. Kilograms of different crops are never added to each other. */
function DayFigures({ byCrop, byMember }: { byCrop: readonly TotalsRow[]; byMember: readonly TotalsRow[] }) {
  const words = useWords()
  const { count, mass, say, singular, plural } = words
  const brought = byCrop.filter(({ direction }) => direction === 'in')
  const counted = brought.reduce((sum, { deliveries }) => sum + deliveries, 0)
  const givers = new Set(
    byMember.filter((row) => row.direction === 'in' && row.deliveries > 0).map(({ key }) => key),
  )
  const weighed = brought.filter(({ kg }) => kg > 0).sort((a, b) => b.kg - a.kg)
  const left = notWeighed(brought)
  const noun = (n: number) => (n === 1 ? singular('delivery') : plural('delivery'))
  const figures = weighed.slice(0, left.count > 0 ? MOST_FIGURES - 1 : MOST_FIGURES)
  const span = spanOf(figures.length + (left.count > 0 ? 2 : 1))
  return (
    <Grid>
      {figures.map((row) => (
        <Figure
          label={say('today.deliveredOf', { crop: cropWords(words, row) })}
          value={mass(row.kg)}
          unit={words.unitNamed('kg')}
          note={waysNote(words, row)}
          span={span}
        />
      ))}
      <Figure
        label={say('today.delivered')}
        value={count(counted)}
        unit={noun(counted)}
        note={
          counted === 0
            ? say('today.none')
            : [
                say('today.members', { count: givers.size }),
                ...(weighed.length > figures.length
                  ? [say('today.moreCrops', { count: weighed.length - figures.length })]
                  : []),
              ].join('; ')
        }
        span={span}
      />
      {left.count > 0 && (
        <Figure
          label={say('today.notInKg')}
          value={count(left.count)}
          unit={noun(left.count)}
          note={left.why(words).join('; ')}
          span={span}
        />
      )}
    </Grid>
  )
}

/** The width of each of several figures in one row. */
export const spanOf = (figures: number) => (figures > 3 ? 3 : figures === 2 ? 6 : 4)

/** How the kilograms were found or, if all were measured in them, the number of deliveries. */
const waysNote = (words: Words, row: TotalsRow) =>
  keysOf(row.ways).every((way) => way === 'exact unit')
    ? words.counted('delivery', row.deliveries)
    : waysWords(words, row)

/** Deliveries that are in no kilograms, and why. */
function notWeighed(rows: readonly TotalsRow[]) {
  const sum = (of: (row: TotalsRow) => number) => rows.reduce((all, row) => all + of(row), 0)
  const [withoutKg, forked, claimed] = [
    sum((row) => row.without_kg),
    sum((row) => row.forked),
    sum((row) => row.claimed),
  ]
  return {
    count: withoutKg + forked + claimed,
    why: ({ say }: Words) => [
      ...(withoutKg === 0 ? [] : [say('today.withoutKg', { count: withoutKg })]),
      ...(forked === 0 ? [] : [say('today.forked', { count: forked })]),
      ...(claimed === 0 ? [] : [say('today.onlyClaimed', { count: claimed })]),
    ],
  }
}

/** The kilograms of a season by crop and direction, each with what is not in them. */
export function SeasonFacts({ rows }: { rows: readonly TotalsRow[] }) {
  const words = useWords()
  const { say } = words
  if (rows.length === 0) return <p>{say('today.noneOfSeason')}</p>
  return (
    <>
      <Facts
        rows={rows
          .filter(({ deliveries }) => deliveries > 0)
          .map((row) => [
            say('today.cropWay', { crop: cropWords(words, row), direction: say(`today.${row.direction}`) }),
            <>
              {say('today.kgIn', { kg: words.mass(row.kg), count: row.deliveries })}
              {row.without_kg + row.forked > 0 && (
                <span class="label block">{say('today.notIn', { what: missingWords(words, row) })}</span>
              )}
            </>,
          ])}
      />
      <Claims rows={rows} />
    </>
  )
}

const reportOf = (
  run: Run,
  period: { readonly fromMs: number; readonly toMs: number },
  by: 'crop' | 'member',
) => run('report.deliveries', { ...period, by })
export type TotalsRow = Awaited<ReturnType<typeof reportOf>>['rows'][number]

/** @param isExact whether every digit is shown, as the rows below them on the page do */
export function Totals({ rows, isExact = false }: { rows: readonly TotalsRow[]; isExact?: boolean }) {
  const words = useWords()
  const { count, say } = words
  const counted = rows.filter(({ deliveries }) => deliveries > 0).map((row) => (isExact ? row : rounded(row)))
  return (
    <>
      {counted.length > 0 && (
        <Table
          columns={[
            'today.crop',
            'today.direction',
            { right: 'today.count' },
            { right: 'today.kg' },
            'today.how',
            'today.missing',
          ]}
          rows={counted.map((row) => [
            cropWords(words, row),
            say(`today.${row.direction}`),
            count(row.deliveries),
            kgWords(words, row),
            waysWords(words, row),
            missingWords(words, row),
          ])}
        />
      )}
      <Claims rows={rows} />
    </>
  )
}

/** A row as people read it: the page Reports and the records keep every digit. */
const rounded = (row: TotalsRow): TotalsRow => ({
  ...row,
  kg: shownKg(row.kg),
  ways: Object.fromEntries(entriesOf(row.ways).map(([way, kg]) => [way, shownKg(kg)])),
})

/** What only the other side states; never added to the cooperative's own figures. */
const Claims = ({ rows }: { rows: readonly TotalsRow[] }) => {
  const words = useWords()
  return (
    <>
      {rows
        .filter(({ claimed }) => claimed > 0)
        .map((row) => (
          <p>{claimedWords(words, row)}</p>
        ))}
    </>
  )
}

/** The quantity that only a member or buyer stated. It is never added to the cooperative's own figures. */
const claimedWords = (words: Words, row: TotalsRow): string => {
  const { mass, say } = words
  const { direction, claimed, claimed_kg } = row
  return say('today.claimed', {
    crop: cropWords(words, row),
    direction: say(`today.${direction}`),
    kg: mass(claimed_kg),
    count: claimed,
  })
}

const forksIn = async (run: Run) => (await run('record.forks', {})).forks

/** The machine's state, shown even if nothing is wrong. */
function machineWords(
  { amount, calendar, say }: Words,
  { backups, certificate, free_bytes }: OutstandingStatus,
): string[] {
  const { newest } = backups
  return [
    newest === null ? say('machine.noBackup') : say('machine.backup', { at: calendar.stamp(newest.made_at) }),
    ...(certificate?.until == null
      ? []
      : [say('machine.certificate', { at: calendar.day(certificate.until) })]),
    say('machine.free', { gigabytes: amount(Math.round(free_bytes / 1e8) / 10) }),
  ]
}
