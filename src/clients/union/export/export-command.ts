import type { Command } from '../../../cli/command.ts'
import { commandWords } from '../../../cli/language.ts'
import { show } from '../../../cli/print.ts'
import { onStore, type StoreOptions } from '../on-store.ts'
import { withStore } from '../store.ts'
import { writeExport } from './write-export.ts'

export const exportCommand = (): Command =>
  onStore('export', 'help.union.export')
    .requiredOption('--out <folder>', 'help.union.export.out')
    .does(async ({ store, out, ...options }: StoreOptions & { readonly out: string }) => {
      const manifest = await withStore(store, (engine) => writeExport(engine, out, Date.now()))
      const { say } = commandWords(options)
      show(options.json, { out, ...manifest }, () =>
        [
          say('export.done', {
            records: manifest.files.reduce((sum, { rows }) => sum + rows, 0),
            files: manifest.files.length,
            path: out,
          }),
          say('union.export.checkpoints', {
            count: manifest.checkpoints.rows,
            file: manifest.checkpoints.name,
          }),
        ].join('\n'),
      )
    })
