import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Verdicts } from '../../../../src/records/gate/verdicts.ts'
import { draftOf } from '../../../support/actors.ts'
import { makeAppliance, requesterOf } from '../../../support/appliance.ts'
import { circle } from '../../../support/domain/shapes.ts'
import { appended, granted, harvestOf, PURPOSE, read } from '../../../support/flows/help.ts'
import { polygonOf, ringOf } from '../../../support/outlines.ts'

/** Of outlines, by all that ask. */
let judged = 0

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const bank = await a.party('institution', 'Bank')
await granted(a, farmer, bank, ['harvest', 'party'])
beforeEach(() => {
  judged = 0
  const of = Verdicts.prototype.of
  vi.spyOn(Verdicts.prototype, 'of').mockImplementation(function (this: Verdicts, record, judge) {
    return of.call(this, record, () => {
      judged++
      return judge()
    })
  })
})
afterEach(() => void vi.restoreAllMocks())

// Too long to be kept in memory as a record.
const ring = circle(1_000)
const plot = { geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } }

test('an outline is judged once, however often and by whomever its record is read', async () => {
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await appended(farmer, 'harvest', harvestOf(farmer, { plot }))).id)
  for (let round = 0; round < 3; round++) {
    // What was derived is forgotten with every change.
    await appended(farmer, 'harvest', harvestOf(farmer))
    for (const reader of [farmer, bank]) {
      const page = await reader.get(`/v1/records?purpose=${PURPOSE}`)
      expect(page.body.records.filter(({ plot: shown }: { plot?: object }) => shown)).toHaveLength(3)
      await reader.get(`/v1/sync/changes?purpose=${PURPOSE}`)
      for (const id of ids) expect((await read(reader, id)).derived.flags).toEqual([])
    }
    await bank.get(`/v1/lender-view?subject=${farmer.id}&purpose=${PURPOSE}`)
  }
  expect(judged).toBe(3)
})

test('a verdict goes with a place of the log that was taken back', async () => {
  const { id } = await appended(farmer, 'harvest', harvestOf(farmer, { plot }))
  const failing = a.kernel.ports.submit(() => {
    const crossed = polygonOf(ringOf('0 0, 4 4, 4 0, 0 4, 0 0'))
    const { record } = a.kernel.intake.append(
      requesterOf(a, farmer),
      draftOf(a.clock, 'harvest', harvestOf(farmer, { plot: { geometry: crossed } })) as never,
    )
    const flags = a.kernel.gate['core'].derivation(a.kernel.store.recordGraph()).derive(record).flags
    expect(flags).toContain('geometry_invalid')
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  const next = await appended(farmer, 'harvest', harvestOf(farmer, { plot }))
  expect((await read(farmer, next.id)).derived.flags).toEqual([])
  expect((await read(farmer, id)).derived.flags).toEqual([])
})

test('the oldest verdicts go where there are too many', () => {
  const verdicts = new Verdicts(2)
  const asked: number[] = []
  const ask = (record: number) =>
    verdicts.of(record, () => {
      asked.push(record)
      return record % 2 === 0
    })
  expect([1, 2, 3, 3, 2, 1].map(ask)).toEqual([false, true, false, false, true, false])
  expect(asked).toEqual([1, 2, 3, 1])
  verdicts.forget()
  expect(ask(3)).toBe(false)
  expect(asked).toEqual([1, 2, 3, 1, 3])
})
