import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ScreeningAsked } from '../../../../src/records/plots/screening-tasks.ts'
import { type Actor, makeAppliance } from '../../../support/appliance.ts'
import { broughtIn, faultsOf, place, square } from '../../../support/clients/screening/bring-in.ts'
import { libraryCsv } from '../../../support/clients/screening/whisp.ts'
import { appended } from '../../../support/flows/help.ts'

/** Rows of a result of Whisp that cannot be kept, because of another row or of what a prediction can hold. */

// biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; tests assert on them
type Answer = any

const a = await makeAppliance({ readsPerSecond: '100000' })
const anna = await a.party('person', 'Anna')
const ben = await a.party('person', 'Ben')
afterAll(() => a.close())

const plotOf = (holder: Actor, geometry: object): Promise<Answer> =>
  appended(a.cooperative, 'plot', { plot: uuidv7(), holder: holder.id, country: 'UG', geometry })
const kept = (asked: ScreeningAsked) => a.tasks.run('plot.screening', 'clerk', asked)
const imported = (text: string, more: object = {}) => broughtIn(text, { keep: kept, ...more })
const countOf = (): number => a.kernel.store.log.size

describe('two rows for one plot, by different ids: nobody can tell which counts', () => {
  const twice = 'names a plot that another row also names, by another of its ids'

  test('both are at fault, in whichever order and part of the file they stand, and nothing is kept of them', async () => {
    const [plot, other] = [await plotOf(anna, square(place())), await plotOf(ben, square(place()))]
    const { geometry: geo } = plot
    const strangers = Array.from({ length: 120 }, () => ({ external_id: uuidv7(), geo }))
    const rows = [
      { external_id: plot.id, geo, risk_pcrop: 'low' },
      { external_id: other.id, geo: other.geometry },
      ...strangers,
      { external_id: plot.plot, geo, risk_pcrop: 'high' },
    ]
    const before = countOf()
    for (const some of [rows, rows.toReversed()])
      for (const dryRun of [true, false]) {
        const result = await imported(libraryCsv(some), { dryRun })
        const at = [some[0] === rows[0] ? 2 : 124, some[0] === rows[0] ? 124 : 2]
        const told = result.faults.filter(({ message }) => message === twice)
        expect(told.map(({ row, also }) => [row, also])).toEqual(
          [
            [at[0], [at[1]]],
            [at[1], [at[0]]],
          ].sort(([a], [b]) => Number(a) - Number(b)),
        )
        expect(result.rows).toEqual({ total: 123, new: 1, there: 0, faulty: 122 })
      }
    // Of the other plot, once for each file.
    expect(countOf()).toBe(before + 6)
  })

  test('two versions of one record too, the outline being the same', async () => {
    const plot = await plotOf(anna, square(place()))
    const { id: _i, derived: _d, received_at: _r, asserted_by: _a, ...rest } = plot
    const now = await appended(a.cooperative, 'plot', { ...rest, supersedes: plot.id, name: 'Moor' })
    const rows = [plot, now].map(({ id }) => ({ external_id: id, geo: plot.geometry }))
    expect(faultsOf(await imported(libraryCsv(rows)))).toEqual([
      [2, twice],
      [3, twice],
    ])
  })

  test('whoever hands the rows over without having compared them gets the second one back', async () => {
    const plot = await plotOf(anna, square(place()))
    const made = { at: '2026-06-01T00:00:00.000Z', version: '3', outline: plot.geometry }
    const rows = [
      { plot: plot.id, verdicts: { risk_pcrop: 'low' }, ...made },
      { plot: plot.plot, verdicts: { risk_pcrop: 'high' }, ...made },
    ] as const
    const asked = { sha256: 'a'.repeat(64), basis: 'legal_obligation', dryRun: false, rows } as const
    const before = countOf()
    for (const there of [false, true])
      expect(await kept(asked)).toMatchObject([{ fault: null, there }, { fault: 'plot_twice' }])
    expect(countOf()).toBe(before + 1)
  })
})

test('a plot that many records state, named by the id that they share, is a fault of its row; the next is kept', async () => {
  const b = await makeAppliance({ maxInputs: '1' })
  onTestFinished(() => b.close())
  const carl = await b.party('person', 'Carl')
  const geometry = square(place())
  const fields = { plot: uuidv7(), holder: carl.id, country: 'UG', geometry }
  const [one] = [await appended(b.cooperative, 'plot', fields), await appended(b.cooperative, 'plot', fields)]
  const next = await appended(b.cooperative, 'plot', { ...fields, plot: uuidv7() })
  const keep = (asked: ScreeningAsked) => b.tasks.run('plot.screening', 'clerk', asked)
  const rowsOf = (...ids: string[]) => libraryCsv(ids.map((external_id) => ({ external_id, geo: geometry })))
  const result = await imported(rowsOf(one.plot, next.id), { keep })
  expect(result.stopped).toBeNull()
  expect(result.rows).toEqual({ total: 2, new: 1, there: 0, faulty: 1 })
  expect(result.faults).toMatchObject([
    {
      row: 2,
      message: 'names a plot that has more records than one prediction may cite',
      remedy: 'Name it by the id of one record, as a pack’s screening file does.',
    },
  ])
  expect((await imported(rowsOf(one.id), { keep })).rows.new).toBe(1)
})

test('a long file is handed over in parts of some length, ids included', async () => {
  const rows = Array.from({ length: 30 }, (_, n) => ({
    external_id: `${n}${'x'.repeat(100_000)}`,
    geo: null,
  }))
  const lengths: number[] = []
  const keep = (asked: ScreeningAsked) => {
    lengths.push(JSON.stringify(asked.rows).length)
    return kept(asked)
  }
  const result = await imported(libraryCsv(rows), { keep })
  expect([result.stopped, result.rows.faulty]).toEqual([null, 30])
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(3_000_000)
  expect(Math.max(...lengths)).toBeLessThan(1_100_000)
})
