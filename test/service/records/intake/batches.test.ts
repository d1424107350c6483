import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { Problem } from '../../../../src/base/problem.ts'
import { prepare } from '../../../../src/domain/draft-shape.ts'
import type { Author } from '../../../../src/records/intake/author.ts'
import { draftOf } from '../../../support/actors.ts'
import { makeAppliance, requesterOf } from '../../../support/appliance.ts'
import { audited } from '../../../support/audited.ts'
import { at, cherry, harvestOf, read } from '../../../support/flows/help.ts'

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const author: Author = { ...requesterOf(a, farmer), operator: 'test' }

const harvest = (more: object = {}) => draftOf(a.clock, 'harvest', harvestOf(farmer, more))
const appendAll = async (values: readonly unknown[]) => {
  const results = await a.kernel.ports.submit(() => a.kernel.intake.appendAll(author, values.map(prepare)))
  return results.map((result) => (result instanceof Problem ? result.code : result.status))
}

test('one bad record never costs another, and each gets its own result in the order sent', async () => {
  const taken = harvest()
  expect(await appendAll([taken])).toEqual(['accepted'])
  expect(
    await appendAll([
      harvest(),
      taken,
      { ...taken, note: 'changed' },
      null,
      harvest({ quantity: { value: 0, unit: 'kg' } }),
      harvest({ supersedes: uuidv7() }),
      harvest({ normalized_kg: 1 }),
      harvest(),
    ]),
  ).toEqual([
    'accepted',
    'replayed',
    'id_conflict',
    'schema_violation',
    'schema_violation',
    'reference_unresolved',
    'conversion_required',
    'accepted',
  ])
})

test('records may act on others of the same batch, in any order', async () => {
  const [first, second] = [harvest(), harvest()]
  const correction = harvest({ supersedes: first.id, ...cherry(7) })
  const retraction = {
    id: uuidv7(),
    type: 'retraction',
    occurred_at: at(a.clock.nowMs),
    target_id: second.id,
    reason: 'duplicate',
  }
  expect(await appendAll([retraction, correction, second, first])).toEqual(Array(4).fill('accepted'))
  expect((await read(farmer, first.id)).derived.superseded_by).toEqual([correction.id])
  expect((await read(farmer, second.id)).derived.standing).toBe('retracted')
})

test('the same batch again writes nothing', async () => {
  const batch = [harvest(), harvest(), harvest()]
  await appendAll(batch)
  const { log, audit } = a.kernel.store
  const before = [log.size, audit.size]
  expect(await appendAll(batch)).toEqual(Array(3).fill('replayed'))
  expect([log.size, audit.size]).toEqual(before)
})

test('a batch is one entry of the audit log, naming every record it brought', async () => {
  const batch = [harvest(), harvest()]
  await appendAll(batch)
  const records = batch.map(({ id }) => a.kernel.store.records.byId(id)?.seq)
  const detail = { operator: 'test' }
  expect(audited(a.kernel.store.db).at(-1)).toMatchObject({ action: 'append', detail, records })
})
