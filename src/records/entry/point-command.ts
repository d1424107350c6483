import type { Fallback } from '../../cli/ask.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks, withWords, wordsOf } from '../../cli/context.ts'
import { meaning } from '../../cli/help.ts'
import { safe, show, tableOrNone } from '../../cli/print.ts'
import { list } from '../../cli/read-values.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import { OperatorFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import type { Field } from './fields.ts'
import { readGiven } from './gather.ts'
import type { BuyingPoint } from './point.ts'

type SaveOptions = GlobalOptions & Readonly<Record<string, string | undefined>>

/** @param fields every field of any type, once for each flag */
export function pointCommand(fields: readonly Field[], withFlags: (command: Command) => Command): Command {
  const command = new Command('point').description('help.record.point')
  withFlags(
    command
      .command('save')
      .description('help.record.point.save')
      .argument('<name>', 'help.record.point.save.name'),
  )
    .option('--unit <unit>', 'help.record.point.save.unit')
    .option('--ask <fields>', 'help.record.point.save.ask')
    .does(async (options: SaveOptions, name: string) => {
      const { point, words } = await withTasks(options, async (run) => {
        const words = await wordsOf(options, run)
        const office = { run, words, now: () => words.calendar.nowMs, unit: options.unit ?? null }
        const answers: Record<string, Fallback> = {}
        for (const field of fields) {
          const text = options[camel(field.flag)]
          if (text === undefined) continue
          if (PASSING.includes(field.flag))
            throw new OperatorFault(
              message('point.changes', { flag: field.flag }),
              message(field.optional ? 'point.changes.askFor' : 'point.changes.leaveOut'),
              2,
            )
          const { members, shown } = await readGiven(office, field, text)
          answers[field.flag] = { text: String(members[field.member]), shown }
        }
        const ask = list(options.ask ?? '')
        const unknown = ask.find((flag) => !fields.some((field) => field.flag === flag))
        if (unknown !== undefined)
          throw new OperatorFault(
            message('point.noField', { text: unknown }),
            message('point.useFields', { fields: fields.map(({ flag }) => flag).join(', ') }),
            2,
          )
        if (options.unit !== undefined) await mustBeUnit(office.run, options.unit)
        const saved = { name, answers, unit: options.unit ?? null, ask }
        return { point: await run('point.save', { point: saved }), words }
      })
      show(options.json, point, () =>
        [
          words.say('point.saved', { answers: answersOf(words, point) }),
          words.say('point.use', { name }),
        ].join('\n'),
      )
    })
  command
    .command('list')
    .description('help.record.point.list')
    .does(async (options: GlobalOptions) => {
      const [{ points }, words] = await withWords(options, (run) => run('point.list', {}))
      show(options.json, { points }, () =>
        tableOrNone(
          words,
          [words.say('point.point'), words.say('point.answers')],
          points.map((point) => [point.name, answersOf(words, point)]),
        ),
      )
    })
  command
    .command('remove')
    .description('help.record.point.remove')
    .argument('<name>', meaning('help.asShown', { command: 'granary record point list' }))
    .does(async (options: GlobalOptions, name: string) => {
      const [removed, words] = await withWords(options, (run) => run('point.remove', { name }))
      show(options.json, removed, () => words.say('point.removed', { name }))
    })
  return command
}

/** Flags whose values are never the same for two records. */
const PASSING = [
  'date',
  'quantity',
  'lot',
  'obligation',
  'input',
  'price',
  'amount',
  'due',
  'member-no',
  'name',
  'phone',
]

const camel = (flag: string): string =>
  flag.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())

async function mustBeUnit(run: Parameters<Parameters<typeof withTasks>[1]>[0], unit: string): Promise<void> {
  if (!(await rowsOf(run, 'units')).some(({ id }) => id === unit))
    throw new OperatorFault(message('reading.noUnit', { text: unit }), message('point.listUnits'), 2)
}

const answersOf = ({ say }: Words, { answers, unit, ask }: BuyingPoint): string =>
  [
    ...Object.entries(answers).map(([flag, { text, shown }]) => `${flag} ${safe(shown ?? text)}`),
    ...(unit === null ? [] : [say('point.unit', { unit })]),
    ...(ask.length === 0 ? [] : [say('point.asks', { fields: ask.join(', ') })]),
  ].join('; ')
