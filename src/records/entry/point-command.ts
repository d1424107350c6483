import type { Fallback } from '../../cli/ask.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks, wordsOf } from '../../cli/context.ts'
import { safe, show, table } from '../../cli/print.ts'
import { list } from '../../cli/read-values.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import { OperatorFault } from '../../words/fault.ts'
import type { Field } from './fields.ts'
import { readGiven } from './gather.ts'
import type { BuyingPoint } from './point.ts'

type SaveOptions = GlobalOptions & Readonly<Record<string, string | undefined>>

/** @param fields every field of any type, once for each flag */
export function pointCommand(fields: readonly Field[], withFlags: (command: Command) => Command): Command {
  const command = new Command('point').description(
    'buying points: answers that "record add --point NAME" takes without asking',
  )
  withFlags(
    command
      .command('save')
      .description('save the answers that are always the same at one buying point')
      .argument('<name>', 'a short word'),
  )
    .option('--unit <unit>', 'the unit of a quantity that is given as a bare number')
    .option('--ask <fields>', 'what else to ask there, comma-separated, such as grade,price')
    .does(async (options: SaveOptions, name: string) => {
      const point = await withTasks(options, async (run) => {
        const words = await wordsOf(options, run)
        const { timeZone } = words.calendar
        const office = { run, timeZone, words, now: Date.now, unit: options.unit ?? null }
        const answers: Record<string, Fallback> = {}
        for (const field of fields) {
          const text = options[camel(field.flag)]
          if (text === undefined) continue
          if (PASSING.includes(field.flag))
            throw new OperatorFault(
              `--${field.flag} is not the same every time.`,
              `Leave it out; "granary record add" asks for it${field.optional ? ' if --ask names it' : ''}.`,
              2,
            )
          const { members, shown } = await readGiven(office, field, text)
          answers[field.flag] = { text: String(members[field.member]), shown }
        }
        const ask = list(options.ask ?? '')
        const unknown = ask.find((flag) => !fields.some((field) => field.flag === flag))
        if (unknown !== undefined)
          throw new OperatorFault(
            `--ask "${safe(unknown)}" is not a field.`,
            `Use some of: ${fields.map(({ flag }) => flag).join(', ')}.`,
            2,
          )
        if (options.unit !== undefined) await mustBeUnit(office.run, options.unit)
        return run('point.save', { point: { name, answers, unit: options.unit ?? null, ask } })
      })
      show(
        options.json,
        point,
        () => `Saved: ${answersOf(point)}\nUse it with: granary record add delivery --point ${safe(name)}`,
      )
    })
  command
    .command('list')
    .description('the buying points and their answers')
    .does(async (options: GlobalOptions) => {
      const { points } = await withTasks(options, (run) => run('point.list', {}))
      show(options.json, { points }, () =>
        table(
          ['Point', 'Answers'],
          points.map((point) => [point.name, answersOf(point)]),
        ),
      )
    })
  command
    .command('remove')
    .description('forget a buying point; records written there stay')
    .argument('<name>', 'as "granary record point list" shows it')
    .does(async (options: GlobalOptions, name: string) => {
      const removed = await withTasks(options, (run) => run('point.remove', { name }))
      show(options.json, removed, () => `The buying point ${safe(name)} is forgotten.`)
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
    throw new OperatorFault(
      `There is no unit "${safe(unit)}".`,
      'List them with: granary registry list units',
      2,
    )
}

const answersOf = ({ answers, unit, ask }: BuyingPoint): string =>
  [
    ...Object.entries(answers).map(([flag, { text, shown }]) => `${flag} ${safe(shown ?? text)}`),
    ...(unit === null ? [] : [`unit ${unit}`]),
    ...(ask.length === 0 ? [] : [`asks ${ask.join(', ')}`]),
  ].join('; ')
