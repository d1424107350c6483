import { statSync } from 'node:fs'
import type { Kernel } from '../assemble.ts'
import { dataFiles } from '../config.ts'
import { formatInstant } from '../domain/time.ts'
import { VERSION } from '../version.ts'
import { counter } from './who.ts'

export const statusTasks = {
  status: (kernel: Kernel, operator: string, _args: Record<string, never>) => {
    const { store, people, config, handles } = kernel
    const cooperative = counter(kernel, operator)
    const files = dataFiles(config.data)
    return {
      version: VERSION,
      cooperative: { party: cooperative.partyId, name: people.facts(cooperative.party).name },
      data_folder: files.root,
      log_entries: store.log.size,
      newest_entry_at: store.writer.newestMs === 0 ? null : formatInstant(store.writer.newestMs),
      clock: formatInstant(handles.clock()),
      database_bytes: sizeOf(files.database) + sizeOf(`${files.database}-wal`),
      free_bytes: handles.freeBytes(),
      parts: handles.readiness(),
    }
  },

  /** Days are written in it, at the counter and in consent. */
  'time-zone': (kernel: Kernel, _operator: string, _args: Record<string, never>) => ({
    time_zone: kernel.config.timeZone,
  }),
} as const

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}
