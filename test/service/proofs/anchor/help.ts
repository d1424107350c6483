import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Actor, Appliance } from '../../../support/appliance.ts'
import { appended, harvestOf } from '../../../support/flows/help.ts'

/** Where a test publishes to; it goes when the test ends. */
export function outside(): string {
  const folder = mkdtempSync(join(tmpdir(), 'published-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The key of the log, before the first root: that it is made is an entry of its commit, which no root of that commit covers. */
export const madeKey = ({ kernel }: Appliance) => kernel.ports.submit(() => kernel.anchors.key())

export const makeBatch = ({ kernel }: Appliance) => kernel.ports.submit(() => kernel.anchors.makeBatch())

/** So many harvests. @returns their ids */
export async function bring(farmer: Actor, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await appended(farmer, 'harvest', harvestOf(farmer))).id)
  return ids
}

/** A batch over something new, and its way to the publisher. */
export async function published(a: Appliance, farmer: Actor) {
  await bring(farmer, 1)
  const batch = await makeBatch(a)
  return { batch, sent: await a.kernel.sending.send(true) }
}

/** Newest first. */
export const states = ({ kernel }: Appliance) =>
  kernel.anchors.batches(100).map(({ state, attempts }) => `${state} ${attempts}`)
