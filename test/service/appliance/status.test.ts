import { expect, test } from 'vitest'
import { localTasks } from '../../../src/tasks.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { appended, harvestOf } from '../../support/flows/help.ts'

/** The state of the appliance is told whatever state it is in. */

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')

const status = () => localTasks(a.kernel).run('status', 'test', {})

test('what was written a moment ago is counted; where nothing can be written, status answers with what was counted before', async () => {
  const { tallies, writer } = a.kernel.store
  await tallies.caughtUp()
  const before = (await status()).records as number
  await appended(farmer, 'harvest', harvestOf(farmer))
  expect((await status()).records).toBe(before + 1)
  await appended(farmer, 'harvest', harvestOf(farmer))
  // As when the disk hangs: no transaction ends.
  let isGoing = false
  const stopped = writer.pausedUntil(() => isGoing, 5, Number.POSITIVE_INFINITY)
  const told = await status()
  expect([told.records, told.log_entries]).toEqual([before + 1, a.kernel.store.log.size])
  isGoing = true
  await stopped
  expect((await status()).records).toBe(before + 2)
})
