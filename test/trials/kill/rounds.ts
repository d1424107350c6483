import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from '../common/check.ts'
import { Served } from '../common/served.ts'
import { pause } from '../soak/stop.ts'
import type { House } from './house.ts'

/** One round each: something is killed with SIGKILL wherever it stands, and what is left must be whole. */

/** How long the service lives beside a command, at most. */
const BESIDE_MS = 1_500
/** From the start of a restore to where it is killed, at most: so long the first time, twice as long each time after. */
const RESTORE_MS = 400
const WORK_MS = [60, 700] as const
/** It is taken in many slices. */
const LONG_BATCH = 400

/** What a folder says of itself that is not there, or was not restored to the end. */
const UNUSABLE = /There is no data folder|was started but not finished/

type Round = (house: House) => Promise<void>

const between = (house: House, [least, most]: readonly [number, number]) =>
  least + house.random.below(most - least)

/** The service, while people write, send batches and pictures, and consent; and in the middle of a long batch. */
export const writing: Round = async (house) => {
  house.people.start()
  const long = house.people.workload.batch(LONG_BATCH)
  await pause(between(house, WORK_MS))
  await house.killService()
  await long
}

/** The command that fixes and publishes a root, or the service that it hands its work to, or both. */
export const anchoring: Round = async (house) => {
  const { served, faults } = house.scene
  house.people.start()
  const killed = house.killCommand('anchor', 'run')
  if (house.random.chance(0.5)) {
    await pause(between(house, [50, BESIDE_MS]))
    await house.killService()
  }
  await killed
  await house.people.stop()
  await house.mend()
  await house.must(served, [0], 'anchor', 'run')
  const verified = await house.must(served, [0], 'anchor', 'verify')
  if (verified?.faults.length > 0) faults.add('a root does not verify', JSON.stringify(verified.faults))
}

/** The making of a backup, or the service beside it, or both. */
export const backup: Round = async (house) => {
  const { served, tally } = house.scene
  house.people.start()
  const killed = house.killCommand('backup', 'create')
  if (house.random.chance(0.3)) {
    await pause(between(house, [50, BESIDE_MS]))
    await house.killService()
  }
  await killed
  await house.people.stop()
  await house.mend()
  const made = await house.must(served, [0], 'backup', 'create')
  if (made !== null) tally.add('backups')
}

/** A restore, until one is let through: what it leaves must not pass for a folder, or be whole. */
export const restoring: Round = async (house) => {
  const { scene, beside } = house
  const { served, tally, faults } = scene
  if ((await house.must(served, [0], 'backup', 'create')) === null) return
  const identity = join(beside, 'identity')
  writeFileSync(identity, house.identity)
  const data = join(beside, `restored-${tally.of('kills')}`)
  const restored = await Served.at(served.program, data, {
    GRANARY_BACKUP_STORE: `file:${join(beside, '../backups')}`,
  })
  let isWhole = false
  for (let attempt = 0; attempt < 3 && !isWhole; attempt++) {
    const afterMs = house.random.below(RESTORE_MS * 2 ** attempt)
    const ended = await restored.commandKilled(afterMs, 'backup', 'restore', '--identity', identity)
    house.note(ended)
    const looked = await restored.command('party', 'list')
    isWhole = looked.code === 0
    // Half of one is refused by every Granary, and the same command begins it anew.
    if (!isWhole && !UNUSABLE.test(looked.err)) faults.add('half a restore passes for a folder', looked.err)
  }
  if (!isWhole) await house.must(restored, [0], 'backup', 'restore', '--identity', identity)
  await house.must(restored, [0, 3], 'verify')
  // Nothing was acknowledged since the backup was made: all of it is there.
  check({ ...scene, served: restored })
  tally.add('restores')
  rmSync(data, { recursive: true, force: true })
}
