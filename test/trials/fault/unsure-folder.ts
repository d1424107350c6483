import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Scene } from '../common/scene.ts'

const ENDS_WITHIN_MS = 30_000

/**
 * SQLite goes on where the sync of the folder fails in which it made its log. The service must not: a power cut could
 * take the log's name. It has ended before.
 */
export function refusesAnUnsureFolder({ served, folder, faults, tally }: Scene): void {
  const log = join(folder, 'start')
  const failing = [
    '-f',
    '-o',
    log,
    '-e',
    'trace=fsync',
    '-e',
    'inject=fsync:error=EIO:when=1+',
    '-P',
    served.data,
  ]
  const words = [served.program, 'serve', '--data', served.data, '--listen', `127.0.0.1:${served.port}`]
  const { status, stderr } = spawnSync('strace', [...failing, process.execPath, ...words], {
    encoding: 'utf8',
    cwd: '/',
    timeout: ENDS_WITHIN_MS,
  })
  rmSync(log, { force: true })
  tally.add('injected')
  if (status !== 1 || !stderr.includes('cannot sync it'))
    faults.add(
      'a failed sync was taken for done',
      `of the folder, at the start: ended with ${status}: ${stderr}`,
    )
}
