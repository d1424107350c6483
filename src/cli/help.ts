import { type Command, Help, Argument as PlainArgument, Option as PlainOption } from 'commander'
import { must } from '../base/typed.ts'
import type { Key, PlainKey } from '../words/language.ts'
import { type Message, message } from '../words/message.ts'
import type { Words } from '../words/words.ts'
import { commandWords } from './language.ts'

/** Describes a command, an option or an operand: a text of the catalogue, told when help is shown. */
export type Meaning = PlainKey | Encoded

/** A message as JSON; commander carries strings only. */
type Encoded = string & { readonly [ENCODED]: true }
declare const ENCODED: unique symbol

export const meaningOf = (told: Message): Meaning => JSON.stringify(told) as Encoded
export const meaning = <K extends Key>(...parts: Parameters<typeof message<K>>): Meaning =>
  meaningOf(message(...parts))

export const Option = PlainOption as new (flags: string, meaning: Meaning) => PlainOption
export const Argument = PlainArgument as new (name: string, meaning: Meaning) => PlainArgument

/** Commander's own texts. */
const OWN: Readonly<Record<string, PlainKey>> = {
  'Usage:': 'help.title.usage',
  'Arguments:': 'help.title.arguments',
  'Options:': 'help.title.options',
  'Commands:': 'help.title.commands',
  '[options]': 'help.word.options',
  '[command]': 'help.word.command',
  'display help for command': 'help.help',
}

/** Returns a description as text. @param described as commander carries it */
export const toldMeaning = ({ tell }: Words, described: string): string =>
  tell(
    described.startsWith('{')
      ? (JSON.parse(described) as Message)
      : { key: OWN[described] ?? (described as PlainKey) },
  )

/** What help shows of an option or an operand, as commander has it. */
interface Described {
  readonly description: string
  readonly argChoices?: readonly string[] | undefined
  readonly defaultValue?: unknown
}

/** Help in the language of the person who typed the command. */
export class ToldHelp extends Help {
  readonly #command: Command
  #words: Words | undefined

  constructor(command: Command) {
    super()
    this.#command = command
  }

  override prepareContext(context: Parameters<Help['prepareContext']>[0]): void {
    super.prepareContext(context)
    this.#words = commandWords(this.#command.optsWithGlobals())
  }

  override commandDescription(command: Command): string {
    return toldMeaning(must(this.#words), command.description())
  }

  override subcommandDescription(command: Command): string {
    return this.commandDescription(command)
  }

  override optionDescription({ description, argChoices, defaultValue }: Described): string {
    const words = must(this.#words)
    const meaning = toldMeaning(words, description)
    const choices = argChoices?.map((choice) => JSON.stringify(choice)).join(', ')
    const fallback = typeof defaultValue === 'string' ? JSON.stringify(defaultValue) : undefined
    if (choices === undefined)
      return fallback === undefined ? meaning : words.say('help.withDefault', { meaning, fallback })
    return fallback === undefined
      ? words.say('help.withChoices', { meaning, choices })
      : words.say('help.withChoicesAndDefault', { meaning, choices, fallback })
  }

  override argumentDescription(argument: Described): string {
    return this.optionDescription(argument)
  }

  override styleTitle(title: string): string {
    return this.#own(title)
  }

  override styleOptionText(text: string): string {
    return this.#own(text)
  }

  override styleArgumentText(text: string): string {
    return this.#own(text)
  }

  override styleSubcommandText(text: string): string {
    return this.#own(text)
  }

  #own(text: string): string {
    const key = OWN[text]
    return key === undefined ? text : must(this.#words).say(key)
  }
}
