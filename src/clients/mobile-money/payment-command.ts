import { existsSync } from 'node:fs'
import { given, must } from '../../base/typed.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, type Run, withWords, wordsOf } from '../../cli/context.ts'
import { writeNew } from '../../cli/new-file.ts'
import { asOperator, readOperatorFile } from '../../cli/operator-files.ts'
import { note, show } from '../../cli/print.ts'
import { type OperatorLine, type PaymentPlan, paymentPlan, type ToPay } from '../../domain/mass-payment.ts'
import { formatInstant } from '../../domain/time.ts'
import { partiesFor } from '../../identity/party-search.ts'
import { OperatorFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { ImportIds } from '../importer/identity.ts'
import { defaultRejects, saveRejects } from '../importer/import-command.ts'
import { readWhole } from '../importer/read-whole.ts'
import { rejectsCsv } from '../importer/rejects.ts'
import { ledgerOf, openDebts } from './books.ts'
import { listCsv, listOf, readList } from './list-file.ts'
import { readOperatorFile as readLines } from './operator-file.ts'
import { readOperatorMap } from './operator-map.ts'
import { faultOf, openText, type ReadResult, readJson, readText } from './report.ts'

export function paymentCommand(): Command {
  const command = new Command('payment').description('help.payment')
  command
    .command('open')
    .description('help.payment.open')
    .argument('[members...]', 'help.payment.open.members')
    .requiredOption('--out <file>', 'help.payment.open.out')
    .does(writeList)
  command
    .command('read')
    .description('help.payment.read')
    .argument('<file>', 'help.payment.read.file')
    .requiredOption('--list <file>', 'help.payment.read.list')
    .requiredOption('--map <file>', 'help.payment.read.map')
    .option('--dry-run', 'help.payment.read.dryRun')
    .option('--rejects <file>', 'help.payment.read.rejects')
    .does(readBack)
  return command
}

async function writeList(
  options: GlobalOptions & { readonly out: string },
  members: string[],
): Promise<void> {
  const { out } = options
  const copy = `${out.replace(/\.csv$/i, '')}.json`
  const [{ payer, lines, leftOut }, words] = await withWords(options, async (run) => {
    const { party: payer } = await run('party.resolve', { text: 'cooperative' })
    const chosen = new Set<string>()
    for (const text of members) {
      const { party, also } = await run('party.resolve', { text })
      for (const one of [party, ...also]) chosen.add(one)
    }
    const known = new Map((await partiesFor(run, {})).map((one) => [one.party, one]))
    const debts = (await openDebts(run, payer)).filter(({ payee }) => chosen.size === 0 || chosen.has(payee))
    const list = listOf(debts, (party) => {
      const entry = known.get(party)
      const kept = known.get(entry?.same_as ?? party) ?? entry
      return { member_no: kept?.member_no ?? null, name: kept?.name ?? party, phone: kept?.phone ?? null }
    })
    return { payer, ...list }
  })
  const remedy = message('payment.newFile')
  if (lines.length > 0) {
    for (const path of [out, copy])
      if (asOperator(() => existsSync(path)))
        throw new OperatorFault(message('command.exists', { path }), remedy)
    await writeNew(copy, [`${JSON.stringify({ payment_list: 1, payer, lines }, null, 1)}\n`], remedy)
    await writeNew(out, [listCsv(lines)], remedy)
  }
  const files = lines.length === 0 ? {} : { list: out, copy }
  show(options.json, { ...files, payer, lines, left_out: leftOut }, () =>
    openText(words, { lines, leftOut, out, copy }),
  )
}

interface ReadOptions extends GlobalOptions {
  readonly list: string
  readonly map: string
  readonly dryRun?: boolean
  readonly rejects?: string
}

async function readBack({ list, map, dryRun = false, rejects, ...options }: ReadOptions, file: string) {
  const spec = readOperatorMap(readOperatorFile(map).toString())
  const { payer, lines } = readList(list)
  const bytes = readWhole(file)
  const [[result, table], words] = await withWords(options, async (run) => {
    const { party } = await run('party.resolve', { text: 'cooperative' })
    if (party !== payer)
      throw new OperatorFault(
        message('payment.otherPayer', { file: list }),
        message('payment.otherPayer.remedy'),
      )
    const { calendar } = await wordsOf(options, run)
    const sheet = await readLines(bytes, spec, calendar.timeZone, Date.now())
    const plan = paymentPlan(sheet.lines, await ledgerOf(run, payer, lines))
    const refused = dryRun ? [] : await write(run, payer, plan)
    const faults = [
      ...plan.left.map(({ line, reason }) => faultOf(spec, line, reason)),
      ...refused.map(({ line, title }) => faultOf(spec, line, 'refused', title)),
    ].sort((a, b) => a.row - b.row)
    return [{ ...plan, faults, dryRun, lines: sheet.lines.length } satisfies ReadResult, sheet.table] as const
  })
  const { faults } = result
  const cells = Map.groupBy(table.rows, ({ row }) => row)
  const text = rejectsCsv(
    words,
    table,
    faults.flatMap((fault) => (cells.get(fault.row) ?? []).map((row) => ({ row, faults: [fault] }))),
  )
  const left =
    faults.length === 0 || dryRun ? null : (rejects ?? asOperator(() => defaultRejects(file, text)))
  if (left !== null) saveRejects(left, text)
  show(options.json, readJson(words, result), () => readText(words, result))
  if (left !== null) {
    note(`\n${words.say('payment.leftFile', { file: left })}`)
    process.exitCode = 3
  }
}

const AT_ONCE = 100

/** Writes payments, then retractions, which may be of these. @returns the refused ones */
async function write(run: Run, payer: string, { pay, retract }: PaymentPlan) {
  const secret = Buffer.from((await run('import.secret', {})).secret, 'hex')
  const ids = new ImportIds(secret)
  const drafts = [
    ...pay.map((one) => ({ line: one.line, draft: paymentOf(payer, one) })),
    ...retract.map(({ id, line }) => ({
      line,
      draft: {
        id: ids.record('mobile money', id, 'retraction'),
        type: 'retraction',
        occurred_at:
          (line.time ?? pay.find((one) => one.id === id)?.time)?.occurred_at ?? formatInstant(Date.now()),
        lawful_basis: BASIS,
        target_id: id,
        reason: 'did_not_happen',
        ...given({ note: line.note || undefined }),
      },
    })),
  ]
  const refused: { readonly line: OperatorLine; readonly title: string }[] = []
  for (let from = 0; from < drafts.length; from += AT_ONCE) {
    const some = drafts.slice(from, from + AT_ONCE)
    const results = await run('record.append-all', { records: some.map(({ draft }) => draft) })
    results.forEach((result, i) => {
      if (result.status === 'rejected')
        refused.push({ line: must(some[i]).line, title: result.problem.detail ?? result.problem.title })
    })
  }
  return refused
}

/** Money shows in each of these records. */
const BASIS = 'special_data_consent'

const paymentOf = (payer: string, { id, line, due, amount, time }: ToPay) => ({
  id,
  type: 'payment',
  ...time,
  lawful_basis: BASIS,
  payer,
  payee: due.payee,
  amount,
  method: 'mobile_money',
  purpose: due.purpose,
  settles: due.settles,
  reference: line.transaction,
  ...given({ note: line.note || undefined }),
})
