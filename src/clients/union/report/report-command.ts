import { isOneOf } from '../../../base/typed.ts'
import type { Command } from '../../../cli/command.ts'
import { Option } from '../../../cli/help.ts'
import { commandWords } from '../../../cli/language.ts'
import { show } from '../../../cli/print.ts'
import { htmlOf } from '../../../text/html.tsx'
import { textOf } from '../../../text/parts.ts'
import { OperatorFault, withRemedy } from '../../../words/fault.ts'
import { onStore, type StoreOptions } from '../on-store.ts'
import { withStore } from '../store.ts'
import { decidedMonths } from './months.ts'
import { reportParts, titleOf } from './page.ts'
import { DIMENSIONS, type Dimension, firstUnreported, reportRows, SUBJECTS, type Subject } from './rows.ts'
import { csvText, told, writeParquet, writeText } from './told.ts'

interface ReportOptions extends StoreOptions {
  readonly by: string
  readonly of: Subject
  readonly csv?: string
  readonly parquet?: string
  readonly html?: string
}

export const reportCommand = (): Command =>
  onStore('report', 'help.union.report')
    .requiredOption('--by <dimensions>', 'help.union.report.by')
    .addOption(new Option('--of <what>', 'help.union.report.of').choices([...SUBJECTS]).default('deliveries'))
    .option('--csv <file>', 'help.union.report.csv')
    .option('--parquet <file>', 'help.union.report.parquet')
    .option('--html <file>', 'help.union.report.html')
    .does(report)

async function report({ store, by, of, csv, parquet, html, ...options }: ReportOptions): Promise<void> {
  const dimensions = dimensionsIn(by, of)
  const nowMs = Date.now()
  const months = await withStore(store, (engine) => decidedMonths(engine, nowMs))
  const rows = reportRows(months.decided, dimensions, of)
  const words = commandWords(options)
  const made = { of, rows, months, until: firstUnreported(nowMs) }
  const parts = reportParts(made, words)
  const title = titleOf(made, words)
  if (csv !== undefined) writeText(csv, csvText(of, rows))
  if (parquet !== undefined) writeParquet(parquet, of, rows)
  if (html !== undefined) writeText(html, htmlOf(parts, { title, language: words.language.code }).html)
  const shown = rows.map((row) => told(of, row))
  const said = { rows: shown, until: made.until, not_included: months.waiting }
  show(options.json, said, () => textOf(parts))
}

function dimensionsIn(by: string, of: Subject): Dimension[] {
  const asked = by.split(',').map((one) => one.trim())
  const known = asked.filter((one) => isOneOf(DIMENSIONS, one))
  if (known.length < asked.length || new Set(known).size < known.length)
    throw new OperatorFault(...withRemedy('union.report.by', { by }), 2)
  if (of === 'payments' && known.includes('crop'))
    throw new OperatorFault(...withRemedy('union.report.noCrop'), 2)
  return known
}
