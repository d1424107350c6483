import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks, withWords, wordsOf } from '../../cli/context.ts'
import { meaning } from '../../cli/help.ts'
import { safe, show, tableOrNone } from '../../cli/print.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import { OperatorFault } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import type { Field } from './fields.ts'
import { mustHaveNone, whyRefused, wrongFlag } from './flags.ts'
import type { BuyingPoint } from './point.ts'
import { type FrontOffice, readField } from './read.ts'

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
    .does(async (options: SaveOptions, name: string) => {
      const { point, words } = await withTasks(options, async (run) => {
        const words = await wordsOf(options, run)
        const office = { run, words, now: () => words.calendar.nowMs, unit: options.unit ?? null }
        const answers = await answersGiven(office, fields, options)
        const saved = { name, answers, unit: options.unit ?? null }
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

/** @throws {SeveralFaults} that names every flag that no buying point can save, the unit among them */
async function answersGiven(
  office: FrontOffice,
  fields: readonly Field[],
  options: SaveOptions,
): Promise<BuyingPoint['answers']> {
  const answers: Record<string, BuyingPoint['answers'][string]> = {}
  const faults: Message[] = []
  for (const field of fields) {
    const { flag, member } = field
    const text = options[camel(flag)]
    if (text === undefined) continue
    if (PASSING.includes(flag)) faults.push(message('point.changes', { flag }))
    else
      await readField(office, field, text).then(
        (reading) => {
          if (reading !== null)
            answers[flag] = { text: String(reading.members[member]), shown: reading.shown }
        },
        (error: unknown) => faults.push(wrongFlag(flag, text, whyRefused(error))),
      )
  }
  const unit = options.unit
  if (unit !== undefined)
    await mustBeUnit(office.run, unit).catch((error: unknown) =>
      faults.push(wrongFlag('unit', unit, whyRefused(error))),
    )
  mustHaveNone(faults)
  return answers
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

const answersOf = ({ say }: Words, { answers, unit }: BuyingPoint): string =>
  [
    ...Object.entries(answers).map(([flag, { shown }]) => `${flag} ${safe(shown)}`),
    ...(unit === null ? [] : [say('point.unit', { unit })]),
  ].join('; ')
