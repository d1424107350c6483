import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'
import { appended } from '../../support/flows/help.ts'

const a = await makeAppliance({})

const details = { kind: 'person', name: 'Grace Nakato', basis: 'contract_performance' } as const

test('the same words under the same id are one party; other words, and the id of somebody else, are refused', async () => {
  const id = uuidv7()
  const first = await a.tasks.run('party.add', 'clerk', { id, ...details })
  expect(await a.tasks.run('party.add', 'clerk', { id, ...details })).toEqual(first)
  const other = a.tasks.run('party.add', 'clerk', { id, ...details, name: 'Peter Okello' })
  await expect(other).rejects.toMatchObject({ code: 'id_conflict' })
  const grace = await a.party('person', 'Grace')
  const said = { party: uuidv7(), kind: details.kind, display_name: details.name }
  const ofHers = await appended(grace, 'party', said)
  const taken = a.tasks.run('party.add', 'clerk', { id: ofHers.id, ...details })
  await expect(taken).rejects.toMatchObject({ code: 'id_conflict' })
})
