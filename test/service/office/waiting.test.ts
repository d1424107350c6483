import { expect, test } from 'vitest'
import { waitingIn } from '../../../src/office/frame/waiting.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { appended, granted, harvestOf, PURPOSE, retract } from '../../support/flows/help.ts'

/** The badges of the menu: how much waits for the staff, on which page. */

const a = await makeAppliance()
const anna = await a.party('person', 'Anna')
const bank = await a.party('institution', 'Bank')
const today = () => waitingIn(a.kernel.store)['/today']

/** Bank is shown so many harvests, each of which is then taken back. */
async function takenBack(count: number): Promise<void> {
  const harvests = []
  for (let i = 0; i < count; i++) harvests.push(await appended(anna, 'harvest', harvestOf(anna)))
  await bank.get(`/v1/records?purpose=${PURPOSE}&limit=${count}`)
  for (const { id } of harvests) await retract(anna, id)
}

test('who asks what is held, and who is to be told, are counted together until there are a hundred', async () => {
  await granted(a, anna, bank, ['harvest'])
  expect(today()).toBe(0)
  await takenBack(2)
  expect(today()).toBe(2)
  await a.tasks.run('subject-access.open', 'test', { party: anna.id })
  expect(today()).toBe(3)
  await a.tasks.run('notifications.told', 'test', { number: 1 })
  expect(today()).toBe(2)
  await takenBack(100)
  expect(today()).toBe(100)
})
