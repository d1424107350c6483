import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { appended, cherry, harvestOf } from '../../../support/flows/help.ts'
import { look, told } from '../../../support/proofs/verify/scene.ts'

/** The service writes while everything is looked at; what comes late changes rows of what was there before. */

let a: Appliance
let farmer: Actor
let mill: Actor
beforeAll(async () => {
  a = await makeAppliance()
  farmer = await a.party('person', 'Grace')
  mill = await a.party('business', 'Mill')
  for (let i = 0; i < 60; i++) await appended(farmer, 'harvest', harvestOf(farmer))
})
afterAll(() => a.close())

/** A lot that arrives after the loss and the hand-over that name it: rows of both come with it. */
async function lateLot(): Promise<void> {
  const lot = uuidv7()
  await appended(farmer, 'loss', { lot_id: lot, cause: 'drying', quantity: { value: 1, unit: 'kg' } })
  await appended(farmer, 'custody_transfer', { lot_id: lot, from_party: farmer.id, to_party: mill.id })
  waiting.push(() => appended(farmer, 'lot', { id: lot, holder: farmer.id, ...cherry() }))
}
const waiting: (() => Promise<unknown>)[] = []

test('while the service writes, nothing is found that is not there, and its journal shrinks all the time', async () => {
  const { db } = a.kernel.store
  const places = new Set<unknown>()
  let journals = 0
  for (let round = 0; round < 6; round++) {
    for (let i = 0; i < 5; i++) await lateLot()
    const report = await look(db.name, {
      onProgress: ({ doing }) => {
        places.add(typeof doing === 'string' ? doing : doing.key)
        // Between two parts nothing is open, so all of the journal can go into the file and it begins anew.
        const [checkpoint] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
        expect(checkpoint?.busy).toBe(0)
        journals++
        const next = waiting.shift()
        if (next !== undefined) written.push(next())
      },
    })
    await Promise.all(written.splice(0))
    expect(told(report)).toEqual([])
    expect(report.unchecked).toEqual([])
  }
  expect(journals).toBeGreaterThan(100)
  expect(places).toContain('verify.check.derived')
})
const written: Promise<unknown>[] = []
