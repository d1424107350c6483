import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scene } from '../common/scene.ts'
import type { Commanded } from '../common/served.ts'
import { pause } from '../soak/stop.ts'
import type { Place } from './harm.ts'

/**
 * Backups to a store that fails: the command ends, says why, and leaves nothing that would be taken for a backup. When
 * the store is back the next one is made and verifies.
 */

/** Failed; done but something is owed. A harm that retries get over is none. */
const MAY_END_WITH = [0, 1, 3]
/** The store is harmed a moment before the command asks it, and longer than one try takes. */
const BEGIN_MS = 200
const STACK = /\n\s+at .+:\d+/

/** Those who send pictures to the same store meanwhile. */
export interface Others {
  harmed(isHarmed: boolean): void
  recovered(from: string): Promise<void>
}

/** @param to where backups go, as the command is told it */
export async function backups(
  scene: Scene,
  place: Place,
  to: string,
  folder: string,
  others: Others,
): Promise<void> {
  const { served, faults, tally, say } = scene
  const key = await served.command('backup', 'key')
  if (key.code !== 0) {
    faults.add('no key for backups can be made', key.err)
    return
  }
  const identity = join(folder, 'identity.txt')
  writeFileSync(identity, `${(JSON.parse(key.out) as { identity: string }).identity}\n`, { mode: 0o600 })
  const made = async (when: string) => {
    const { code, err } = await served.command('backup', 'create', '--to', to)
    if (code !== 0) faults.add('a backup cannot be made', `${when}: ${err}`)
    const verified = await served.command('backup', 'verify', '--from', to, '--identity', identity)
    if (verified.code !== 0) faults.add('a backup does not verify', `${when}: ${verified.err}${verified.out}`)
    tally.add('backups verified')
  }
  await made('before any harm')
  for (const harm of place.backupHarms) {
    others.harmed(true)
    harm.begin()
    await pause(BEGIN_MS)
    judge(harm.name, await served.command('backup', 'create', '--to', to), scene)
    harm.end()
    await others.recovered(harm.name)
    await made(`after ${harm.name}`)
    tally.add('harms')
    say(`backups to ${place.name}: ${harm.name}; ${faults.count} faults`)
    if (faults.count > 0) return
  }
}

function judge(harm: string, { code, out, err }: Commanded, { faults, tally }: Scene): void {
  tally.add(`backup ended with ${code}`)
  if (code === null || !MAY_END_WITH.includes(code))
    faults.add('a backup to a harmed store ends otherwise', `${harm}: ${code}: ${err}`)
  if (STACK.test(`${out}${err}`)) faults.add('a backup shows what is behind it', `${harm}: ${err}`)
  if (code === 1 && err.trim() === '') faults.add('a backup fails without a word', harm)
}
