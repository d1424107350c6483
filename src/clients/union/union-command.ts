import { Command } from '../../cli/command.ts'
import type { GlobalOptions } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { show } from '../../cli/print.ts'
import { family } from '../../cli/task-command.ts'
import { makeStore } from './store.ts'

/** `granary union`: one store of what one reader may read at many appliances (contract §28). */

export interface StoreOptions extends GlobalOptions {
  readonly store: string
}

export const unionCommand = (): Command => family('union', 'help.union', [initCommand()])

/** Makes a command with the option that all have. */
export const onStore = (name: string, means: Parameters<Command['description']>[0]): Command =>
  new Command(name).description(means).requiredOption('--store <store>', 'help.union.store')

const initCommand = (): Command =>
  onStore('init', 'help.union.init').does(async (options: StoreOptions) => {
    const kind = await makeStore(options.store)
    const { say } = commandWords(options)
    show(options.json, { store: kind }, () => say('union.made'))
  })
