import { Command } from './command.ts'
import { bashCompletion } from './completion/bash.ts'
import { fishCompletion } from './completion/fish.ts'
import { branchOf } from './completion/tree.ts'
import { zshCompletion } from './completion/zsh.ts'
import { Argument } from './help.ts'
import { manPage } from './man-page.ts'
import { print } from './print.ts'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

export function completionCommand(): Command {
  return new Command('completion')
    .description('help.completion')
    .addArgument(new Argument('<shell>', 'help.completion.shell').choices(Object.keys(SHELLS)))
    .action((shell: keyof typeof SHELLS, _own: object, command: Command) => {
      print(SHELLS[shell](branchOf(rootOf(command))).trimEnd())
    })
}

/** Prints the manual page, for packagers. */
export function manCommand(): Command {
  return new Command('man')
    .description('help.man')
    .action((_own: object, command: Command) => print(manPage(branchOf(rootOf(command))).trimEnd()))
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent)
}
