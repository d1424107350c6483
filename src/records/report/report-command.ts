import { given, isOneOf } from '../../base/typed.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks, wordsOf } from '../../cli/context.ts'
import { dayOf } from '../../cli/day.ts'
import { Option } from '../../cli/help.ts'
import { show, table } from '../../cli/print.ts'
import { beginningOf, endOf } from '../../cli/read-values.ts'
import { instantOf } from '../../domain/time.ts'
import { csvOf } from '../../text/csv.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { PlainKey } from '../../words/language.ts'
import { WAYS } from '../../words/ways.ts'
import type { Words } from '../../words/words.ts'
import { partyCalled } from '../entry/party-called.ts'
import { PAYMENT_KEYS, type PaymentKey } from './payment-report.ts'
import { paymentCsv, paymentText } from './payment-text.ts'
import { type Direction, REPORT_KEYS, type ReportKey } from './report.ts'
import { csvRows } from './report-csv.ts'
import type { Report } from './report-tasks.ts'

interface ReportOptions extends GlobalOptions {
  readonly from?: string
  readonly to?: string
  readonly of?: (typeof KINDS)[number]
  readonly by?: ReportKey | PaymentKey
  readonly csv?: boolean
  readonly party?: string
}

/** Commands that print totals of deliveries, of today and of any period. */
export function reportCommands(): Command[] {
  const today = new Command('today').description('help.today')
  const report = new Command('report')
    .description('help.report')
    .requiredOption('--from <day>', 'help.report.from')
    .requiredOption('--to <day>', 'help.lastDay')
    .addOption(new Option('--of <what>', 'help.report.of').choices([...KINDS]).default('deliveries'))
    .addOption(
      new Option('--by <what>', 'help.report.by').choices([...new Set([...REPORT_KEYS, ...PAYMENT_KEYS])]),
    )
    .option('--party <party>', 'help.report.party')
  for (const command of [today, report]) command.option('--csv', 'help.report.csv').does(print)
  return [today, report]
}

async function print({
  from,
  to,
  of = 'deliveries',
  by,
  csv,
  party: called,
  ...options
}: ReportOptions): Promise<void> {
  await withTasks(options, async (run) => {
    const words = await wordsOf(options, run)
    const { timeZone } = words.calendar
    const today = dayOf(timeZone, Date.now())
    const fromMs = instantOf(beginningOf(from ?? today, '--from', timeZone))
    const lastMs = instantOf(endOf(to ?? today, '--to', timeZone))
    if (lastMs < fromMs) throw new OperatorFault(...withRemedy('report.turned'), 2)
    const party = called === undefined ? undefined : (await partyCalled({ run, words }, called)).party
    // `endOf` returns the last second of a day.
    const asked = { fromMs, toMs: lastMs + 1000, ...given({ party }) }
    const [first, last] = [from ?? today, to ?? today]
    const period = first === last ? first : words.say('report.period', { first, last })
    if (of === 'payments') {
      const key = keyAmong(PAYMENT_KEYS, by ?? 'purpose')
      const { rows } = await run('report.payments', { ...asked, by: key })
      if (csv) show(options.json, { rows }, () => csvOf(paymentCsv(rows, key)))
      else show(options.json, { rows }, () => paymentText(words, rows, key, period))
      return
    }
    const key = keyAmong(REPORT_KEYS, by ?? 'crop')
    const { rows } = await run('report.deliveries', { ...asked, by: key })
    if (csv) show(options.json, { rows }, () => csvOf(csvRows(rows, key)))
    else show(options.json, { rows }, () => textOf(words, rows, key, period))
  })
}

function keyAmong<K extends string>(keys: readonly K[], by: string): K {
  if (isOneOf(keys, by)) return by
  throw new OperatorFault(...withRemedy('report.noSuchKey', { by }, { keys: keys.join(', ') }), 2)
}

const KINDS = ['deliveries', 'payments'] as const

const TITLES: Readonly<Record<Direction, PlainKey>> = {
  in: 'report.in',
  out: 'report.out',
  'between others': 'report.between',
}

export function textOf(words: Words, rows: Report['rows'], by: ReportKey, period: string): string {
  const { count, kg, say } = words
  if (rows.length === 0) return say('report.none', { period })
  const directions = [...new Set(rows.map(({ direction }) => direction))]
  return [
    say('report.title', { period }),
    ...directions.flatMap((direction) => {
      const some = rows.filter((row) => row.direction === direction)
      const ways = WAYS.filter((way) => some.some((row) => row.ways[way] !== undefined))
      const key = by === 'crop' ? [] : [say(LABELS[by])]
      return [
        '',
        say(TITLES[direction]),
        '',
        table(
          [
            ...key,
            say('report.crop'),
            say('report.deliveries'),
            say('report.kilograms'),
            ...ways.map(words.way),
            say('reports.confirmed'),
            ...(some.some((row) => row.quantity !== null) ? [say('report.measured')] : []),
            say('report.notCounted'),
            say('report.claimed'),
          ],
          some.map((row) => [
            ...(by === 'crop' ? [] : [keyText(words, row, by)]),
            words.crop({ id: row.crop, name: row.crop_name }),
            count(row.deliveries).padStart(10),
            kg(row.kg).padStart(9),
            ...ways.map((way) =>
              (row.ways[way] === undefined ? '' : kg(row.ways[way])).padStart(words.way(way).length),
            ),
            kg(row.confirmed_kg).padStart(9),
            ...(some.some((one) => one.quantity !== null)
              ? [row.quantity === null ? '' : `${kg(row.quantity.value)} ${row.quantity.unit}`]
              : []),
            notCounted(words, row),
            row.claimed === 0
              ? ''
              : say('report.claimedIn', { kg: kg(row.claimed_kg), count: count(row.claimed) }),
          ]),
        ),
      ]
    }),
    '',
    say('report.apart'),
    say('report.claims'),
  ].join('\n')
}

const LABELS: Readonly<Record<Exclude<ReportKey, 'crop'>, PlainKey>> = {
  day: 'reports.day',
  week: 'reports.week',
  month: 'reports.month',
  season: 'reports.season',
  member: 'reports.member',
  place: 'reports.place',
}

function keyText(
  { say }: Words,
  { key, known_by, name, member_no }: Report['rows'][number],
  by: ReportKey,
): string {
  if (known_by !== undefined) return say(`reports.known.${known_by}`, { key })
  if (by === 'member') return `${member_no ?? ''} ${name ?? `(${say('reports.noName')})`}`.trim()
  return key === '' ? `(${say('reports.noPlace')})` : key
}

function notCounted({ say }: Words, { without_kg, forked }: Report['rows'][number]): string {
  return [
    ...(without_kg === 0 ? [] : [say('report.withoutKg', { count: without_kg })]),
    ...(forked === 0 ? [] : [say('report.forked', { count: forked })]),
  ].join('; ')
}
