import type { Command } from 'commander'
import { must } from '../../base/typed.ts'
import { englishWords } from '../../words/words.ts'
import { toldMeaning } from '../help.ts'

/** The tree of commands for completions and the manual page, read from the commands themselves. */

export interface Flag {
  /** Spellings, such as --help and -h. */
  readonly names: readonly string[]
  /** Placeholder of its value, such as `<folder>`; null for a switch. */
  readonly value: string | null
  /** Allowed values; empty when anything is allowed. */
  readonly choices: readonly string[]
  /** The default; null when there is none. */
  readonly fallback: string | null
  readonly meaning: string
}

export interface Operand {
  /** As help shows it, such as `<file>` or `[id...]`. */
  readonly shown: string
  readonly meaning: string
}

export interface Branch {
  /** Words after "granary". */
  readonly path: readonly string[]
  readonly meaning: string
  readonly flags: readonly Flag[]
  readonly operands: readonly Operand[]
  /** Allowed words for the first operand. */
  readonly choices: readonly string[]
  readonly children: readonly Branch[]
}

/** Returns a command's branch in English, without hidden commands and options. */
export function branchOf(command: Command, path: readonly string[] = []): Branch {
  const help = command.createHelp()
  const told = (described: string) => toldMeaning(englishWords(), described)
  return {
    path,
    meaning: told(command.description()),
    flags: help
      .visibleOptions(command)
      .map(({ short, long, flags, argChoices, defaultValue, description }) => ({
        names: [long, short].filter((name) => name != null),
        value: /[<[].*[>\]]$/.exec(flags)?.[0] ?? null,
        choices: argChoices ?? [],
        fallback: typeof defaultValue === 'string' ? defaultValue : null,
        meaning: told(description),
      })),
    operands: command.registeredArguments.map((one) => {
      const name = `${one.name()}${one.variadic ? '...' : ''}`
      return { shown: one.required ? `<${name}>` : `[${name}]`, meaning: told(one.description) }
    }),
    choices: command.registeredArguments[0]?.argChoices ?? [],
    children: help
      .visibleCommands(command)
      .filter((child) => child.name() !== 'help')
      .map((child) => branchOf(child, [...path, child.name()])),
  }
}

/** Returns the branch itself and all branches below it. */
export const flattened = (branch: Branch): Branch[] => [branch, ...branch.children.flatMap(flattened)]

/** Returns the words that may follow the branch's path: subcommands, or choices of its first operand. */
export const wordsAfter = ({ children, choices }: Branch): readonly string[] =>
  children.length > 0 ? children.map(({ path }) => must(path.at(-1))) : choices
