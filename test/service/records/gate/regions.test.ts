import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeAppliance } from '../../../support/appliance.ts'
import { appended } from '../../../support/flows/help.ts'

test('a factor of a region does not tell a stranger where a person lives', async () => {
  const a = await makeAppliance()
  const anna = await a.party('person', 'Anna', { region: 'UG-102' })
  const ben = await a.party('person', 'Ben')
  const rows = (await a.cooperative.get('/v1/registry/conversions')).body.rows
  const regional = rows.filter((row: { region?: string; crop?: string }) => row.region && row.crop)
  expect(regional.length).toBeGreaterThan(1)
  for (const { id, crop, unit, factor } of regional) {
    const flagsAbout = async (producer: string) => {
      const quantity = { value: 1, unit }
      const claim = { producer, crop, quantity, normalized_kg: factor, conversion_id: id }
      return (await appended(ben, 'harvest', claim)).derived.flags
    }
    expect(await flagsAbout(anna.id), id).toEqual(await flagsAbout(uuidv7()))
  }
})
