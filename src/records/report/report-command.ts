import { given, isOneOf } from '../../base/typed.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks, wordsOf } from '../../cli/context.ts'
import { Option } from '../../cli/help.ts'
import { show } from '../../cli/print.ts'
import { beginningOf, endOf } from '../../cli/read-values.ts'
import { instantOf } from '../../domain/time.ts'
import { csvOf } from '../../text/csv.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { partyCalled } from '../entry/party-called.ts'
import { PAYMENT_KEYS, type PaymentKey } from './payment-report.ts'
import { REPORT_KEYS, type ReportKey } from './report.ts'
import { deliveryCsv, paymentCsv } from './report-csv.ts'
import { deliveryText, paymentText } from './report-text.ts'

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
    const { today } = words.calendar
    const fromMs = instantOf(beginningOf(from ?? today, '--from', words))
    const lastMs = instantOf(endOf(to ?? today, '--to', words))
    if (lastMs < fromMs) throw new OperatorFault(...withRemedy('report.turned'), 2)
    const party = called === undefined ? undefined : (await partyCalled({ run, words }, called)).party
    // `endOf` returns the last second of a day.
    const asked = { fromMs, toMs: lastMs + 1000, ...given({ party }) }
    const [first, last] = [from ?? today, to ?? today]
    const period = first === last ? first : words.say('report.period', { first, last })
    if (of === 'payments') {
      const key = keyAmong(PAYMENT_KEYS, by ?? 'purpose')
      const { rows } = await run('report.payments', { ...asked, by: key })
      show(options.json, { rows }, () =>
        csv ? csvOf(paymentCsv(rows, key)) : paymentText(words, rows, key, period),
      )
      return
    }
    const key = keyAmong(REPORT_KEYS, by ?? 'crop')
    const { rows } = await run('report.deliveries', { ...asked, by: key })
    show(options.json, { rows }, () =>
      csv ? csvOf(deliveryCsv(rows, key)) : deliveryText(words, rows, key, period),
    )
  })
}

function keyAmong<K extends string>(keys: readonly K[], by: string): K {
  if (isOneOf(keys, by)) return by
  throw new OperatorFault(...withRemedy('report.noSuchKey', { by }, { keys: keys.join(', ') }), 2)
}

const KINDS = ['deliveries', 'payments'] as const
