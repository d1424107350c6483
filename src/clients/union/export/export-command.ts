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
      const { files, checkpoints } = manifest
      const records = files.reduce((sum, { rows }) => sum + rows, 0)
      const done = { records, files: files.length, path: out }
      const kept = { count: checkpoints.rows, file: checkpoints.name }
      show(options.json, { out, ...manifest }, () =>
        [say('export.done', done), say('union.export.checkpoints', kept)].join('\n'),
      )
    })
