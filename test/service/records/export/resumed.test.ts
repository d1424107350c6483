import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Manifest } from '../../../../src/records/export/folder.ts'
import { type Actor, makeAppliance } from '../../../support/appliance.ts'
import { temporaryFolder } from '../../../support/command.ts'
import { appended, granted } from '../../../support/flows/help.ts'
import { recordsIn } from '../../../support/records/export/duck.ts'
import { exportInto } from '../../../support/records/export/export-into.ts'

/** An export that was interrupted, and what the next one makes of it. */

const HOUR = 3_600_000
const MONTHS = 3

let grants: string[] = []
let out: string

const a = await makeAppliance()
const bank = await a.party('institution', 'Bank')
const farmers: Actor[] = [await a.party('person', 'Grace'), await a.party('person', 'Moses')]
for (let month = 0; month < MONTHS; month++)
  for (const farmer of farmers)
    for (const type of ['harvest', 'delivery']) {
      const parties =
        type === 'harvest' ? { producer: farmer.id } : { from_party: farmer.id, to_party: a.cooperative.id }
      await appended(type === 'harvest' ? farmer : a.cooperative, type, {
        ...parties,
        occurred_at: new Date(Date.UTC(2026, 2 + month, 4)).toISOString(),
        crop: 'coffee_fresh_cherry',
        quantity: { value: 5, unit: 'kg' },
      })
    }

beforeEach(async () => {
  out = join(temporaryFolder(), 'out')
  for (const i of grants.keys()) await revoke(i)
  grants = []
  for (const farmer of farmers) {
    grants.push(await granted(a, farmer, bank, ['harvest', 'delivery'], 'research'))
  }
})

class Interrupted extends Error {}

/** @param most it is interrupted when so many records were written */
const exported = (most = Number.POSITIVE_INFINITY): Promise<Manifest> =>
  exportInto(out, a.tasks, { for: bank.id, purpose: 'research' }, (_doing, rows) => {
    if (rows >= most) throw new Interrupted()
  })

const revoke = async (i: number): Promise<void> => {
  const answer = await (farmers[i] as Actor).post(`/v1/grants/${grants[i]}/revocation`, {})
  expect(answer.status).toBeLessThan(300)
}

async function listed(): Promise<string[]> {
  const answer = await bank.get('/v1/records?purpose=research&standing=any&limit=500')
  return answer.body.records.map(({ id }: { id: string }) => id).sort()
}

const held = async (): Promise<string[]> => [...(await recordsIn(out)).keys()].sort()

/** Interrupts it while the last type is written, so that files of the first are whole. */
async function interruptedRun(): Promise<void> {
  await expect(exported(10)).rejects.toThrow(Interrupted)
  expect(existsSync(join(out, '.unfinished', 'files.jsonl'))).toBe(true)
  expect(existsSync(join(out, 'manifest.json'))).toBe(false)
}

test('the next run goes on, and says when the first began', async () => {
  await interruptedRun()
  const begunAt = new Date(a.clock.nowMs).toISOString()
  a.clock.nowMs += HOUR
  const { made_at } = await exported()
  expect(made_at).toBe(begunAt)
  expect(await held()).toEqual(await listed())
})

test('what was closed meanwhile is not in the files, nor anywhere in the folder', async () => {
  await interruptedRun()
  await revoke(0)
  await exported()
  const now = await listed()
  expect(await held()).toEqual(now)
  expect(now).toHaveLength(2 * MONTHS + 1)
  await revoke(1)
  const { closed } = await exported()
  expect(closed?.rows).toBe(2 * MONTHS)
  expect(await held()).toEqual(await listed())
})

test('after a day it begins anew', async () => {
  await interruptedRun()
  a.clock.nowMs += 25 * HOUR
  const { made_at } = await exported()
  expect(made_at).toBe(new Date(a.clock.nowMs).toISOString())
  expect(await held()).toEqual(await listed())
})
