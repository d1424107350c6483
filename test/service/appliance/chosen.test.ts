import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'

/** Settings that the office chooses: only codes of the registry are ticked. */

const a = await makeAppliance()

const choose = (chosen: { readonly crops?: string; readonly units?: string }) =>
  a.tasks.run('settings.choose', 'test', chosen)

test.each([
  [{ crops: 'maize_grain, maize_gold' }, 'maize_gold'],
  [{ units: 'kg,stone_age' }, 'stone_age'],
  // A unit is no crop.
  [{ crops: 'kg' }, 'kg'],
  [{ crops: 'maize_gold,rye_gold', units: 'kg' }, 'maize_gold, rye_gold'],
])('codes that the registry does not have are refused, and named: %o', async (chosen, named) => {
  const before = { crops: a.kernel.config.crops, units: a.kernel.config.units }
  await expect(choose(chosen)).rejects.toThrow(named)
  expect({ crops: a.kernel.config.crops, units: a.kernel.config.units }).toEqual(before)
})
