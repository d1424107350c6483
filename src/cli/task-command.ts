import { entriesOf } from '../base/typed.ts'
import type { Words } from '../words/words.ts'
import type { Args, Asked, AskedOf } from './asked.ts'
import { Command } from './command.ts'
import { type GlobalOptions, type Run, type Stream, withTasks, wordsOf } from './context.ts'
import { Argument, type Meaning, Option } from './help.ts'
import { commandWords } from './language.ts'
import { show, showSurely } from './print.ts'
import type { TaskArgs, TaskName, TaskResult } from './tasks.ts'

/** Commands made from the arguments of their tasks (`asked.ts`). */

/** Where a command runs its tasks. */
export interface Desk {
  readonly run: Run
  readonly stream: Stream
  readonly words: Words
  readonly options: GlobalOptions
}

/** What a command shows. */
export interface Outcome {
  /** The document for programs. */
  readonly json: unknown
  /** The text for people. */
  readonly text: () => string
  /** What a person is told if the text, which is shown only once, could not be written. */
  readonly ifLost?: string
  /** Shows people more, after the text. */
  readonly more?: () => void
}

/** Makes a command from what it asks and what it does; nothing is shown of null. */
export function asking<A extends AskedOf>(
  name: string,
  means: Meaning,
  asked: A,
  act: (desk: Desk, args: Args<A>) => Promise<Outcome | null>,
): Command {
  const command = new Command(name).description(means)
  for (const one of Object.values(asked))
    if (isOperand(one)) command.addArgument(operandOf(one))
    else command.addOption(optionOf(one))
  return command.does(async (options: GlobalOptions & Typed, ...operands: (string | undefined)[]) => {
    // What is typed wrongly is told before the folder is opened. The service's time may differ, so it is read again there.
    argsOf(asked, options, operands, commandWords(options))
    const outcome = await withTasks(options, async (run, stream) => {
      const words = await wordsOf(options, run)
      return act({ run, stream, words, options }, argsOf(asked, options, operands, words))
    })
    if (outcome !== null) await showOutcome(options, outcome)
  })
}

/** Makes a command that runs one task with what it asks, and prints the result. */
export const commandOf = <T extends TaskName, A extends AskedOf>(
  name: string,
  means: Meaning,
  task: T,
  asked: Args<A> extends TaskArgs<T> ? A : never,
  text: (result: TaskResult<T>, words: Words, args: Args<A>) => string,
): Command =>
  asking<A>(name, means, asked, async ({ run, words }, args) => {
    const json = await run(task, args as TaskArgs<T>)
    return { json, text: () => text(json, words, args) }
  })

/** Makes a command that only has others below it. */
export function family(name: string, means: Meaning, commands: readonly Command[]): Command {
  const command = new Command(name).description(means)
  for (const one of commands) command.addCommand(one)
  return command
}

async function showOutcome({ json }: GlobalOptions, outcome: Outcome): Promise<void> {
  const { ifLost, text, more } = outcome
  if (ifLost === undefined) show(json, outcome.json, text)
  else await showSurely(json, outcome.json, text, ifLost)
  if (!json) more?.()
}

type Typed = Readonly<Record<string, unknown>>

const isOperand = ({ typed }: Asked<unknown>): boolean => !typed.startsWith('-')

function operandOf({ typed, meaning, choices }: Asked<unknown>) {
  const operand = new Argument(typed, meaning)
  return choices === undefined ? operand : operand.choices(choices)
}

function optionOf({ typed, meaning, choices, fallback, need }: Asked<unknown>) {
  const option = new Option(typed, meaning)
  if (choices !== undefined) option.choices(choices)
  if (fallback !== undefined) option.default(fallback)
  else if (need === 'must' && typed.includes('<')) option.makeOptionMandatory()
  return option
}

/** Reads what was typed. */
export function argsOf<A extends AskedOf>(
  asked: A,
  options: Typed,
  operands: readonly (string | undefined)[],
  words: Words,
): Args<A> {
  const left = [...operands]
  const read = entriesOf<string, Asked<unknown>>(asked).flatMap(([key, one]) => {
    const option = isOperand(one) ? null : optionOf(one)
    const given = option === null ? left.shift() : options[option.attributeName()]
    if (option?.isBoolean()) return [[key, given === true]]
    if (given === undefined) return one.need === 'null' ? [[key, null]] : []
    return [[key, one.read(String(given), option?.long ?? '', words)]]
  })
  return Object.fromEntries(read) as Args<A>
}
