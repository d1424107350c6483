import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { isOverWithin } from '../../base/within.ts'
import { objectPlace } from '../../config/addresses.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { MARKER } from '../../evidence/objects/prepared-folder.ts'

/** Finds out whether a disk answers, without hanging if it does not. */

const DISK_MS = 5_000

/**
 * Child processes read a byte of the file and touch it. On a hanging disk they block instead of this program,
 * which cannot exit while one of its threads is blocked. A read is not enough, because the cache may answer
 * it. Any error, such as a missing file, counts as an answer.
 */
export async function diskAnswers(file: string, timeoutMs = DISK_MS): Promise<boolean> {
  return (
    (await ends('head', ['-c', '1', file], timeoutMs)) && (await ends('touch', ['-a', '-c', file], timeoutMs))
  )
}

async function ends(program: string, args: readonly string[], timeoutMs: number): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'ignore' })
  child.unref()
  const isEnded = await isOverWithin(timeoutMs, once(child, 'exit'))
  if (!isEnded) child.kill('SIGKILL')
  return isEnded
}

/** Whether the disk of a place for objects answers. A bucket always does: its client has timeouts. */
export async function placeAnswers(config: Config, place: string): Promise<boolean> {
  const where = objectPlace(place)
  if (where.kind === 's3') return true
  return diskAnswers(join(where.path === '' ? dataFiles(config.data).objects : resolve(where.path), MARKER))
}
