import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { killAll } from '../../support/child-programs.ts'

/**
 * A folder of this run, which goes with it where somebody ends it.
 * @param parent null: where the system puts such folders
 */
export function throwAway(name: string, parent: string | null) {
  const folder = mkdtempSync(join(resolve(parent ?? tmpdir()), `granary-${name}-`))
  const cleanUp = () => {
    killAll()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      cleanUp()
      process.exit(130)
    })
  return { folder, cleanUp }
}
