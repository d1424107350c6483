import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { type Config, dataFiles } from '../../config.ts'
import { MARKER } from '../../objects/durable.ts'
import { objectPlace } from '../../places.ts'
import { type Found, unknown } from './check.ts'
import { inTime } from './patience.ts'

/** Whether a disk answers, asked so that nobody hangs with one that does not. */

const DISK_MS = 5_000

/**
 * Programs of their own read a byte of the file and touch it: on a disk that hangs they wait and not this one, which could not
 * even end any more while one of its threads does. A disk may still tell what it remembers when it takes nothing any more, so
 * that reading alone says little. What is wrong otherwise, a file that is not there too, is for others to meet.
 */
export async function diskAnswers(file: string, patienceMs = DISK_MS): Promise<boolean> {
  return (
    (await ends('head', ['-c', '1', file], patienceMs)) &&
    (await ends('touch', ['-a', '-c', file], patienceMs))
  )
}

async function ends(program: string, args: readonly string[], patienceMs: number): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'ignore' })
  child.unref()
  const ended = new Promise<boolean>((done) => {
    for (const how of ['error', 'exit']) child.once(how, () => done(true))
  })
  const isEnded = await inTime(ended, patienceMs, false)
  if (!isEnded) child.kill('SIGKILL')
  return isEnded
}

/** The same of a place for objects. A bucket hangs nobody: whoever asks it has patience of his own. */
export async function placeAnswers(config: Config, place: string): Promise<boolean> {
  const where = objectPlace(place)
  if (where.kind === 's3') return true
  return diskAnswers(join(where.path === '' ? dataFiles(config.data).objects : resolve(where.path), MARKER))
}

/** What a check says of a place that does not. */
export const asleep = (what: string): Found =>
  unknown(
    `That could not be looked at: the disk of ${what} does not answer.`,
    'See to that disk: its cable, its power, the machine it belongs to. Then run the doctor again.',
    { disk_answers: false },
  )
