import type { Command } from 'commander'

/** The command as completions and the manual see it: nothing in it is written twice. */

export interface Flag {
  /** Such as --data, and -h. */
  readonly names: readonly string[]
  /** As it is explained: `<folder>`; null where it takes no value. */
  readonly value: string | null
  /** Words that the value may be; empty where it is anything. */
  readonly choices: readonly string[]
  /** What it is where it is left out; null where there is no default. */
  readonly fallback: string | null
  readonly meaning: string
}

export interface Operand {
  /** Such as `<file>` and `[id...]`. */
  readonly shown: string
  readonly meaning: string
}

export interface Branch {
  /** Words behind "granary". */
  readonly path: readonly string[]
  readonly meaning: string
  readonly flags: readonly Flag[]
  readonly operands: readonly Operand[]
  /** Words that the first operand may be. */
  readonly choices: readonly string[]
  readonly children: readonly Branch[]
}

/** Without what is hidden. */
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

/** What may stand next behind its path: its subcommands, or the words of its operand. */
export const wordsAfter = ({ children, choices }: Branch): readonly string[] =>
  children.length > 0 ? children.map(({ path }) => path.at(-1) as string) : choices
