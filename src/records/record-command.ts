import { given, ifGiven, isOneOf, must, nonEmpty } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, type Run, withTasks, wordsOf } from '../cli/context.ts'
import { type Meaning, meaning, meaningOf, Option } from '../cli/help.ts'

import { show, tableOrNone } from '../cli/print.ts'
import { beginningOf, endOf } from '../cli/read-values.ts'
import { instantOf } from '../domain/time.ts'
import { descriptors, RECORD_TYPES, type RecordType } from '../domain/types/index.ts'
import { partiesNamed } from '../identity/party-names.ts'
import { apart } from '../text/wrap.ts'
import { OperatorFault } from '../words/fault.ts'
import { message } from '../words/message.ts'
import type { Words } from '../words/words.ts'
import { cropNames, partiesOf, whatOf } from './crop-names.ts'
import { COUNTER_TYPES, FIELDS, type Field, rightValue } from './entry/fields.ts'
import { type Act, actOn, addRecord, correctRecord } from './entry/flows.ts'
import { addPlot, type ReadPlace } from './entry/plot-flow.ts'
import { pointCommand } from './entry/point-command.ts'
import { sit } from './entry/session.ts'
import { type CounterRecord, LISTED_STANDINGS, type ListedStanding } from './record-tasks.ts'
import { showCommand, whose } from './show-command.ts'

/** The `record` command: staff of the front office enter what happened, by flags. */
export function recordCommand(readPlace: ReadPlace): Command {
  const command = new Command('record').description('help.record')
  const add = command.command('add').description('help.record.add')
  for (const type of COUNTER_TYPES) {
    const child = withFlags(add.command(type).description(must(descriptors[type].counter)), FIELDS[type])
    child.option('--point <name>', 'help.record.add.point')
    acting(child.option('--conversion <id>', CONVERSION)).action((_own: object, own: Command) =>
      sit(own, (session) => addRecord(session, type)),
    )
  }
  addPlotCommand(add, readPlace)
  const correct = command
    .command('correct')
    .description('help.record.correct')
    .argument('<id>', 'help.record.correct.id')
  const atCounter = [...COUNTER_TYPES, 'party'] as const
  const every = everyField([...atCounter, 'plot'])
  acting(withFlags(correct, every).option('--conversion <id>', CONVERSION)).action(
    (id: string, _own: object, own: Command) => sit(own, (session) => correctRecord(session, id)),
  )
  actCommand(command, 'retract', 'retraction', 'help.record.retract', 'help.record.retract.id')
  actCommand(command, 'confirm', 'confirmation', 'help.record.confirm', 'help.record.confirm.id')
  command.addCommand(showCommand())
  listCommand(command)
  const asked = everyField(atCounter)
  command.addCommand(pointCommand(asked, (save) => withFlags(save, asked)))
  return command
}

/** Adds `record add plot`, whose `--point` is a place on the map instead of a buying point. */
function addPlotCommand(add: Command, readPlace: ReadPlace): void {
  const child = withFlags(add.command('plot').description('help.record.add.plot'), FIELDS.plot)
    .option('--boundary <file>', 'help.record.add.plot.boundary')
    .option('--point <lon,lat>', 'help.record.add.plot.point')
  acting(child).action((_own: object, own: Command) =>
    sit(own, (session) => addPlot(session, readPlace), { isAtPoint: false }),
  )
}

const CONVERSION = 'help.record.add.conversion'

function actCommand(parent: Command, name: string, act: Act, description: Meaning, argument: Meaning): void {
  const command = parent.command(name).description(description).argument('<id>', argument)
  // All confirmations have the same fields.
  const fields = FIELDS[act === 'retraction' ? act : 'delivery_confirmation']
  acting(withFlags(command, fields)).action((id: string, _own: object, own: Command) =>
    sit(own, (session) => actOn(session, act, id)),
  )
}

export function withFlags(command: Command, fields: readonly Field[]): Command {
  for (const field of fields) command.option(`--${field.flag} <value>`, meaningOf(rightValue(field)))
  return command
}

const acting = (command: Command): Command =>
  command
    .option('--for <party>', 'help.record.add.for')
    .option('--delegation <id>', 'help.record.add.delegation')

/** Returns the fields of several types, one per flag. If types differ, the field has the words of all. */
function everyField(types: readonly (keyof typeof FIELDS)[]): Field[] {
  const byFlag = new Map<string, Field>()
  for (const type of types) {
    for (const field of FIELDS[type]) {
      const words = [...new Set([...(byFlag.get(field.flag)?.words ?? []), ...(field.words ?? [])])]
      byFlag.set(field.flag, { ...field, ...given({ words: nonEmpty(words) }) })
    }
  }
  return [...byFlag.values()]
}

function listCommand(command: Command): void {
  command
    .command('list')
    .description('help.record.list')
    .argument('<type>', meaning('help.record.list.type', { words: RECORD_TYPES.join(', ') }))
    .option('--party <party>', 'help.record.list.party')
    .option('--since <day>', 'help.record.list.since')
    .option('--until <day>', 'help.happenedTo')
    .addOption(
      new Option('--standing <standing>', 'help.record.list.standing')
        .choices([...LISTED_STANDINGS])
        .default('tip'),
    )
    .does(async (options: ListOptions, type: string) => {
      if (!isListed(type))
        throw new OperatorFault(
          message('show.noSuchList', { type }),
          message('show.listsOf', { types: RECORD_TYPES.join(', ') }),
          2,
        )
      const { records, more, text } = await withTasks(options, async (run) => {
        const subject =
          options.party === undefined ? null : (await run('party.resolve', { text: options.party })).party
        const words = await wordsOf(options, run)
        const { since, until } = options
        const { records, more } = await run('record.recent', {
          type,
          subject,
          standing: options.standing,
          ...given({
            fromMs: ifGiven(since, (day) => instantOf(beginningOf(day, '--since', words))),
            // `endOf` returns the last second of a day, and `toMs` is exclusive.
            toMs: ifGiven(until, (day) => instantOf(endOf(day, '--until', words)) + 1000),
          }),
        })
        const table = options.json ? '' : await recordTable(words, run, records, options.standing !== 'tip')
        return {
          records,
          more,
          text: more ? `${table}\n${words.say('show.older')}` : table,
        }
      })
      show(options.json, { records, more }, () => text)
    })
}

interface ListOptions extends GlobalOptions {
  readonly party?: string
  readonly since?: string
  readonly until?: string
  readonly standing: ListedStanding
}

const isListed = (type: string): type is RecordType => isOneOf(RECORD_TYPES, type)

/** Returns a table of records for a terminal. */
export async function recordTable(
  words: Words,
  run: Run,
  records: readonly CounterRecord[],
  withStanding: boolean,
): Promise<string> {
  const { amount, calendar, money, quantity, say } = words
  const cropOf = await cropNames(words, run)
  const named = await partiesNamed(run, records.flatMap(partiesOf))
  const rows: string[][] = []
  for (const record of records) {
    rows.push([
      apart(calendar.asRecorded(record)),
      whose(words, named, record),
      whatOf(words, record, cropOf),
      [
        ...(record.quantity === undefined ? [] : [quantity(record.quantity)]),
        ...(record.amount === undefined ? [] : [apart(money(record.amount))]),
      ].join(', '),
      record.derived.kg === null ? '' : amount(record.derived.kg),
      ...(withStanding ? [record.derived.standing] : []),
      record.derived.flags.join(' '),
      record.id,
    ])
  }
  const stands = withStanding ? [say('show.standing')] : []
  const [happened, party, what, seen] = [
    say('show.happened'),
    say('show.whose'),
    say('show.what'),
    say('show.asSeen'),
  ]
  return tableOrNone(
    words,
    [happened, party, what, seen, 'kg', ...stands, say('show.flags'), say('show.record')],
    rows,
  )
}
