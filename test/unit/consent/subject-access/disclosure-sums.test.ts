import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Disclosure } from '../../../../src/consent/disclosures/disclosure-shapes.ts'
import { DisclosureSums } from '../../../../src/consent/subject-access/disclosure-sums.ts'
import { englishWords } from '../../../../src/words/words.ts'

/** To whom records were shown, added up for paper. */

const { calendar } = englishWords('Africa/Kampala')
const summed = (all: readonly Disclosure[]) => {
  const sums = new DisclosureSums(calendar, 'coop')
  for (const [n, disclosure] of all.entries()) sums.add({ n, disclosure })
  return sums.all
}
const shown = (to: string | null, at: string, more: Partial<Disclosure> = {}): Disclosure => ({
  ...{ to, at, purpose: 'insurance', ground: 'own', grant_id: null, record_ids: ['r1'] },
  ...more,
})

describe('disclosures are added up', () => {
  test('by reader, purpose, ground and month of the clocks here; a record counts once', () => {
    const all = [
      shown('bank', '2026-06-30T20:59:59.000Z', { record_ids: ['r1', 'r2'] }),
      shown('bank', '2026-06-02T08:00:00.000Z', { record_ids: ['r2', 'r3'] }),
      // It is July in Kampala.
      shown('bank', '2026-06-30T21:00:00.000Z'),
      shown('bank', '2026-06-05T08:00:00.000Z', { purpose: 'research' }),
      shown('bank', '2026-06-06T08:00:00.000Z', { ground: 'consent', grant_id: 'g' }),
    ]
    expect(
      summed(all).map(({ purpose, ground, times, records }) => [purpose, ground, times, records]),
    ).toEqual([
      ['insurance', 'own', 2, 3],
      ['research', 'own', 1, 1],
      ['insurance', 'consent', 1, 1],
      ['insurance', 'own', 1, 1],
    ])
    expect(summed(all)[0]).toMatchObject({ firstAt: all[1]?.at, lastAt: all[0]?.at })
  })

  test('a reading that relied on several grants counts once', () => {
    const sums = new DisclosureSums(calendar, 'coop')
    const at = '2026-06-02T08:00:00.000Z'
    for (const grant_id of ['g1', 'g2'])
      sums.add({
        n: 7,
        disclosure: shown('bank', at, { ground: 'consent', grant_id, record_ids: [grant_id] }),
      })
    expect(sums.all).toMatchObject([{ times: 1, records: 2 }])
  })

  test('those of the cooperative are one line a month, and what is by consent is apart', () => {
    const all = [
      shown('coop', '2026-06-02T08:00:00.000Z', { purpose: 'cooperative_management' }),
      shown('coop', '2026-06-03T08:00:00.000Z', { ground: 'printed_for_the_subject', record_ids: ['r2'] }),
      shown('coop', '2026-07-03T08:00:00.000Z'),
      // What the person granted to it is no work of its own: it has a line with its purpose, also in a month of nothing else.
      shown('coop', '2026-07-04T08:00:00.000Z', { ground: 'consent', grant_id: 'g' }),
      shown('coop', '2026-08-04T08:00:00.000Z', { ground: 'consent', grant_id: 'g' }),
      // A person who is not named is not the cooperative.
      shown(null, '2026-06-02T08:00:00.000Z'),
    ]
    expect(
      summed(all).map(({ to, purpose, ground, times, records, isByGrant }) => [
        ...[to, purpose, ground],
        ...[times, records, isByGrant],
      ]),
    ).toEqual([
      ['coop', null, null, 2, 2, false],
      [null, 'insurance', 'own', 1, 1, false],
      ['coop', null, null, 1, 1, false],
      ['coop', 'insurance', 'consent', 1, 1, true],
      ['coop', 'insurance', 'consent', 1, 1, true],
    ])
  })

  test('nothing is lost or counted twice, in whichever order they come', () => {
    const some = fc.array(
      fc.record({
        to: fc.constantFrom('bank', 'mill', 'coop', null),
        at: fc
          .date({ min: new Date('2026-01-01'), max: new Date('2026-04-01'), noInvalidDate: true })
          .map((at) => at.toISOString()),
        purpose: fc.constantFrom('insurance', 'research', null),
        ground: fc.constantFrom('own' as const, 'consent' as const),
        grant_id: fc.constantFrom('g', null),
        record_ids: fc.uniqueArray(fc.constantFrom('r1', 'r2', 'r3', 'r4'), { minLength: 1 }),
      }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(some, (all) => {
        const sums = summed(all)
        expect(sums.reduce((sum, { times }) => sum + times, 0)).toBe(all.length)
        for (const sum of sums) {
          const its = all.filter(
            ({ to, purpose, ground, grant_id, at }) =>
              to === sum.to &&
              calendar.isoDay(at).slice(0, 7) === calendar.isoDay(sum.firstAt).slice(0, 7) &&
              (grant_id !== null) === sum.isByGrant &&
              ((to === 'coop' && grant_id === null) || (purpose === sum.purpose && ground === sum.ground)),
          )
          const days = its.map(({ at }) => at).sort()
          expect(sum).toMatchObject({
            times: its.length,
            records: new Set(its.flatMap(({ record_ids }) => record_ids)).size,
            firstAt: days[0],
            lastAt: days.at(-1),
          })
        }
        const inOrder = [...sums].sort((a, b) => a.month - b.month || (a.firstAt < b.firstAt ? -1 : 1))
        expect(sums.map(({ firstAt }) => firstAt)).toEqual(inOrder.map(({ firstAt }) => firstAt))
        expect(new Set(summed(all.toReversed()).map((sum) => JSON.stringify(sum)))).toEqual(
          new Set(sums.map((sum) => JSON.stringify(sum))),
        )
      }),
    )
  })
})
