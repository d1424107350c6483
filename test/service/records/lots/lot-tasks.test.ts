import { expect, test } from 'vitest'
import { makeAppliance } from '../../../support/appliance.ts'
import { appended, deliveryOf, granted, harvestOf, read } from '../../../support/flows/help.ts'

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const { cooperative } = a
const PURPOSE = 'cooperative_management'

test('what lots drew is told of the cooperative’s own records alone, whatever others opened to it', async () => {
  const harvest: string = (await appended(farmer, 'harvest', harvestOf(farmer))).id
  const delivery: string = (await appended(farmer, 'delivery', deliveryOf(farmer, cooperative))).id
  const told = async () => {
    const { drawn } = await a.tasks.run('lot.drawn', 'test', { ids: [harvest, delivery] })
    return drawn.map(({ id, left_kg }) => [id, left_kg])
  }
  expect(await told()).toEqual([[delivery, 120]])
  await granted(a, farmer, cooperative, ['harvest'], PURPOSE)
  expect((await read(cooperative, harvest, PURPOSE)).id).toBe(harvest)
  expect(await told()).toEqual([[delivery, 120]])
})
