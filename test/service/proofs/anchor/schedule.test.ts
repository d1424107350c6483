import { afterEach, beforeEach, expect, test } from 'vitest'
import { AnchorSchedule } from '../../../../src/proofs/anchor/schedule.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { scraped } from '../../../support/appliance/metrics/scraping.ts'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { DAY_MS } from '../../../support/flows/help.ts'
import { bring, madeKey, outside, states } from './help.ts'

let a: Appliance
let farmer: Actor
let said: string[]
let schedule: AnchorSchedule
async function lives(settings: Parameters<typeof makeAppliance>[0]): Promise<void> {
  a = await makeAppliance(settings)
  farmer = await a.party('person', 'Grace')
  said = []
  const { store, anchors, sending } = a.kernel
  schedule = new AnchorSchedule({ store, anchors, sending }, (text) => said.push(text))
}
beforeEach(() => lives({ anchorPublisher: `folder:${outside()}` }))
afterEach(() => a.close())

const figure = async (name: string) =>
  Number(new RegExp(`^${name} (.*)$`, 'm').exec(await scraped(a.app))?.[1])

test('a root a day is fixed and published, and none when nothing has come', async () => {
  await madeKey(a)
  await schedule.check()
  expect(states(a)).toEqual([])
  a.clock.nowMs += DAY_MS
  await schedule.check()
  expect(states(a)).toEqual(['published 1'])
  await schedule.check()
  a.clock.nowMs += 5 * DAY_MS
  await schedule.check()
  expect(states(a)).toEqual(['published 1'])
  await bring(farmer, 1)
  await schedule.check()
  expect([states(a), said]).toEqual([['published 1', 'published 1'], []])
})

test('a clock that was set back for years does not end it', async () => {
  a.clock.nowMs += DAY_MS
  await schedule.check()
  a.clock.nowMs -= 3_000 * DAY_MS
  await bring(farmer, 1)
  // Time stands at the newest entry; the day is told by the clock that nobody sets.
  await schedule.check()
  expect(states(a)).toHaveLength(1)
  const now = performance.now
  performance.now = () => now.call(performance) + DAY_MS
  await schedule.check()
  performance.now = now
  expect(states(a)).toHaveLength(2)
})

test('after a restore nothing is published until it is confirmed, and then at once, under the new name', async () => {
  a.clock.nowMs += DAY_MS
  await schedule.check()
  const tasks = localTasks(a.kernel)
  await tasks.run('backup.restored', 'test', { backup: '20260628t071500z-0123abcd', madeAtMs: a.clock.nowMs })
  await schedule.check()
  expect(states(a)).toEqual(['published 1'])
  // What the publisher has is of the name before: nothing contradicts, and nothing was compared.
  expect(await a.kernel.sending.compare()).toBeNull()
  await tasks.run('backup.confirm', 'test', {})
  await schedule.check()
  expect(states(a)).toEqual(['published 1', 'published 1'])
  expect(await a.kernel.sending.compare()).toMatchObject({ treeSize: a.kernel.store.log.size })
})

test('what goes wrong is said once, and metrics tell of it', async () => {
  await a.close()
  await lives({ anchorPublisher: 'folder:/nowhere/at/all' })
  a.clock.nowMs += DAY_MS
  await schedule.check()
  await schedule.check()
  expect(said).toEqual([expect.stringContaining('could not be published: the folder /nowhere/at/all')])
  expect(states(a)).toEqual(['failed 1'])
  expect([await figure('kernel_anchor_batches_failed'), await figure('kernel_anchor_stale')]).toEqual([1, 0])
  a.clock.nowMs += 2 * DAY_MS
  expect(await figure('kernel_anchor_stale')).toBe(1)
  expect(await figure('kernel_anchor_unanchored_age_days')).toBe(3)
  expect(await figure('kernel_anchor_root_age_days')).toBeNaN()
})

test('metrics tell the age of the newest root, and of the oldest entry it does not cover', async () => {
  a.clock.nowMs += DAY_MS
  await schedule.check()
  a.clock.nowMs += DAY_MS / 2
  expect(await figure('kernel_anchor_root_age_days')).toBe(0.5)
  expect(await figure('kernel_anchor_unanchored_age_days')).toBeNaN()
  await bring(farmer, 2)
  a.clock.nowMs += DAY_MS / 4
  expect(await figure('kernel_anchor_unanchored_age_days')).toBe(0.25)
  expect(await figure('kernel_anchor_configured')).toBe(1)
})
