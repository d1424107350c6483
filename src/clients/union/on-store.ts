import { Command } from '../../cli/command.ts'
import type { GlobalOptions } from '../../cli/context.ts'
import type { Meaning } from '../../cli/help.ts'

/** What all commands of a union share. */

export interface StoreOptions extends GlobalOptions {
  readonly store: string
}

/** The exit code if the command finished, but something needs attention. */
export const NEEDS_CARE = 3
export const USAGE = 2

/** Makes a command with the option that all have. */
export const onStore = (name: string, means: Meaning): Command =>
  new Command(name).description(means).requiredOption('--store <store>', 'help.union.store')
