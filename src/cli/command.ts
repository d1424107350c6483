import { type ErrorOptions, type Help, Command as Plain } from 'commander'
import type { Key } from '../words/language.ts'
import type { Words } from '../words/words.ts'
import { type Meaning, ToldHelp, toldMeaning } from './help.ts'
import { commandWords } from './language.ts'

/** A command whose action receives its options with those of the commands above it, then its operands. */
export class Command extends Plain {
  declare readonly commands: readonly Command[]
  declare parent: Command | null

  override createCommand(name?: string): Command {
    return new Command(name)
  }

  override description(): string
  override description(meaning: Meaning): this
  override description(meaning?: Meaning): this | string {
    return meaning === undefined ? super.description() : super.description(meaning)
  }

  override option(flags: string, meaning: Meaning, fallback?: unknown): this {
    return super.option(flags, meaning, fallback as string | undefined)
  }

  override requiredOption(flags: string, meaning: Meaning): this {
    return super.requiredOption(flags, meaning)
  }

  override argument(name: string, meaning: Meaning): this {
    return super.argument(name, meaning)
  }

  does<Options extends object, Operands extends readonly unknown[]>(
    act: (options: Options, ...operands: Operands) => Promise<void> | void,
  ): this {
    // The last two arguments are the command's own options and the command itself.
    return this.action((...given) =>
      act(this.optsWithGlobals<Options>(), ...(given.slice(0, -2) as unknown as Operands)),
    )
  }

  override createHelp(): Help {
    return new ToldHelp(this)
  }

  override error(text: string, options?: ErrorOptions): never {
    const words = commandWords(this.optsWithGlobals())
    const command = nameOf(this)
    this.showHelpAfterError(
      this.parent === null ? words.say('help.fault.all') : words.say('help.fault.usage', { command }),
    )
    return super.error(
      text
        .split('\n')
        .map((line) => this.#toldFault(words, line))
        .concat(this.#alternatives(words, options))
        .join('\n'),
      options,
    )
  }

  #toldFault(words: Words, line: string): string {
    for (const [pattern, key] of FAULTS) {
      const args = pattern.exec(line)?.groups
      if (args === undefined) continue
      const argument = this.registeredArguments.find((one) => one.name() === args.name)
      return words.tell({
        key,
        args: { ...args, ...(argument && { meaning: toldMeaning(words, argument.description) }) },
      })
    }
    return line
  }

  /** Returns what an unknown command may be. Of the commands above all others, there are too many. */
  #alternatives({ say }: Words, options: ErrorOptions | undefined): string[] {
    if (options?.code !== 'commander.unknownCommand' || this.parent === null) return []
    return [say('help.fault.commands', { names: this.commands.map((one) => one.name()).join(', ') })]
  }
}

/** Returns a command as it is typed, such as "granary record add". */
const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`

/** The parser's faults; the groups are the arguments of the text. */
const FAULTS: readonly (readonly [RegExp, Key])[] = [
  [/^error: missing required argument '(?<name>.*)'$/, 'help.fault.noArgument'],
  [/^error: option '(?<flags>.*)' argument missing$/, 'help.fault.noValue'],
  [/^error: required option '(?<flags>.*)' not specified$/, 'help.fault.noOption'],
  [/^error: unknown option '(?<flag>.*)'$/, 'help.fault.unknownOption'],
  [/^error: unknown command '(?<name>.*)'$/, 'help.fault.unknownCommand'],
  [/^\(Did you mean one of (?<names>.*)\?\)$/, 'help.fault.similarOnes'],
  [/^\(Did you mean (?<name>.*)\?\)$/, 'help.fault.similar'],
  [
    /^error: option '(?<flags>.*)' argument '(?<value>.*)' is invalid\. Allowed choices are (?<choices>.*)\.$/,
    'help.fault.badOption',
  ],
  [
    /^error: command-argument value '(?<value>.*)' is invalid for argument '(?<name>.*)'\. Allowed choices are (?<choices>.*)\.$/,
    'help.fault.badArgument',
  ],
  [
    /^error: too many arguments.*\. Expected (?<expected>\d+) .* but got (?<received>\d+): (?<given>.*)\.$/,
    'help.fault.tooMany',
  ],
]
