import type { Command } from '../../cli/command.ts'
import { commandWords } from '../../cli/language.ts'
import { show } from '../../cli/print.ts'
import { family } from '../../cli/task-command.ts'
import { exportCommand } from './export/export-command.ts'
import { onStore, type StoreOptions } from './on-store.ts'
import { reportCommand } from './report/report-command.ts'
import { makeStore } from './store.ts'

/** `granary union`: one store of what one reader may read at many appliances (contract §28). */

export const unionCommand = (): Command =>
  family('union', 'help.union', [initCommand(), exportCommand(), reportCommand()])

const initCommand = (): Command =>
  onStore('init', 'help.union.init').does(async (options: StoreOptions) => {
    const kind = await makeStore(options.store)
    const { say } = commandWords(options)
    show(options.json, { store: kind }, () => say('union.made'))
  })
