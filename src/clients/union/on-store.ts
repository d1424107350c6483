import { Command } from '../../cli/command.ts'
import type { GlobalOptions } from '../../cli/context.ts'

export interface StoreOptions extends GlobalOptions {
  readonly store: string
}

/** Makes a command with the option that all have. */
export const onStore = (name: string, means: Parameters<Command['description']>[0]): Command =>
  new Command(name).description(means).requiredOption('--store <store>', 'help.union.store')
