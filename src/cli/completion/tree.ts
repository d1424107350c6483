import type { Command } from 'commander'
import { must } from '../../base/typed.ts'

/** The command tree for completions and the manual, read from the command itself. */

export interface Flag {
  /** Such as --data, and -h. */
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
  /** Such as `<file>` and `[id...]`. */
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

/** Leaves out hidden ones. */
export function branchOf(command: Command, path: readonly string[] = []): Branch {
  const help = command.createHelp()
  return {
    path,
    meaning: command.description(),
    flags: help
      .visibleOptions(command)
      .map(({ short, long, flags, argChoices, defaultValue, description }) => ({
        names: [long, short].filter((name) => name != null),
        value: /[<[].*[>\]]$/.exec(flags)?.[0] ?? null,
        choices: argChoices ?? [],
        fallback: typeof defaultValue === 'string' ? defaultValue : null,
        meaning: description,
      })),
    operands: command.registeredArguments.map((one) => {
      const name = `${one.name()}${one.variadic ? '...' : ''}`
      return { shown: one.required ? `<${name}>` : `[${name}]`, meaning: one.description }
    }),
    choices: command.registeredArguments[0]?.argChoices ?? [],
    children: help
      .visibleCommands(command)
      .filter((child) => child.name() !== 'help')
      .map((child) => branchOf(child, [...path, child.name()])),
  }
}

/** The branch itself, and all below it. */
export const flattened = (branch: Branch): Branch[] => [branch, ...branch.children.flatMap(flattened)]

/** What may follow its path: subcommands, or words of its operand. */
export const wordsAfter = ({ children, choices }: Branch): readonly string[] =>
  children.length > 0 ? children.map(({ path }) => must(path.at(-1))) : choices
