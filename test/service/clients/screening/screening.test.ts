import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  runScreening,
  type ScreeningOptions,
  type ScreeningResult,
} from '../../../../src/clients/screening/run.ts'
import { readWhisp } from '../../../../src/clients/screening/whisp-file.ts'
import { sha256 } from '../../../../src/domain/sha256.ts'
import type { ScreeningAsked } from '../../../../src/records/plots/screening-tasks.ts'
import { type Actor, makeAppliance } from '../../../support/appliance.ts'
import { audited } from '../../../support/audited.ts'
import { inEnglish, WORDS } from '../../../support/clients/importer/support.ts'
import {
  libraryCsv,
  type Screened,
  serviceCsv,
  serviceGeoJson,
} from '../../../support/clients/screening/whisp.ts'
import { appended, deliveryOf, expectBare404, granted, PURPOSE, read } from '../../../support/flows/help.ts'
import { polygonOf, squareAt } from '../../../support/outlines.ts'
import { told as faultsTold, look, putToRest } from '../../../support/proofs/verify/scene.ts'

/** A pack's plots to Whisp and back: what is kept of its result, for whom, and what is not. */

// biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; tests assert on them
type Answer = any

const a = await makeAppliance({ readsPerSecond: '100000' })
const anna = await a.party('person', 'Anna')
const ben = await a.party('person', 'Ben')
const bank = await a.party('institution', 'Bank')
afterAll(() => a.close())

const square = (west: number) => polygonOf(squareAt(west, 1.000001, 0.001))
let next = 32.1
const place = (): number => {
  next += 0.01
  return next
}
const plotOf = (holder: Actor, geometry: object, more: object = {}): Promise<Answer> =>
  appended(a.cooperative, 'plot', { plot: uuidv7(), holder: holder.id, country: 'UG', geometry, ...more })
/** The cooperative corrects a plot. */
const corrected = ({ id: supersedes, ...plot }: Answer, more: object): Promise<Answer> => {
  const { derived: _d, received_at: _r, asserted_by: _a, ...rest } = plot
  return appended(a.cooperative, 'plot', { ...rest, supersedes, ...more })
}
/** Its plots, each with 100 kg, in a pack; the features that Whisp is given. */
async function screeningFileOf(plots: readonly Answer[]): Promise<Answer[]> {
  const inputs: object[] = []
  for (const { plot } of plots) {
    const kg = { crop: 'coffee_arabica_parchment', quantity: { value: 100, unit: 'kg' }, plot_ids: [plot] }
    const { id } = await appended(a.cooperative, 'delivery', deliveryOf(anna, a.cooperative, kg))
    inputs.push({ record_id: id, kg: 100 })
  }
  const quantity = { value: 100 * plots.length, unit: 'kg' }
  const lot = { holder: a.cooperative.id, crop: 'coffee_arabica_parchment', quantity, inputs }
  const { id } = await appended(a.cooperative, 'lot', lot)
  let text = ''
  for await (const piece of a.tasks.stream('lot.pack', 'clerk', { lot: id, withPrices: false }))
    if (piece.file === 'screening-1.geojson') text += piece.text
  return JSON.parse(text).features
}
const screenedBy = (features: readonly Answer[]): Screened[] =>
  features.map(({ properties, geometry }) => ({ external_id: properties.external_id, geo: geometry }))

const kept = (asked: ScreeningAsked) => a.tasks.run('plot.screening', 'clerk', asked)
/** What a screening comes to, told in English. */
async function imported(text: string, more: Partial<ScreeningOptions> = {}): Promise<ScreeningResult> {
  const bytes = new TextEncoder().encode(text)
  const result = await runScreening({
    ...{ file: readWhisp(bytes, null, Date.parse('2027-01-01T00:00:00Z')), keep: kept },
    ...{ sha256: sha256(bytes).toString('hex'), basis: 'legal_obligation', dryRun: false },
    ...{ onProgress: () => {}, signal: new AbortController().signal, ...more },
  })
  const stopped = result.stopped && WORDS.tell(result.stopped)
  return { ...result, stopped, faults: inEnglish(result.faults) }
}
const faultsOf = ({ faults }: ScreeningResult) => faults.map(({ row, message }) => [row, message])
const inferenceFor = async (who: Actor, id: string): Promise<Answer> =>
  who.get(`/v1/inferences/${id}?purpose=${PURPOSE}`)
const countOf = (): number => a.kernel.store.log.size

describe('there and back', () => {
  let home: Answer
  let result: ScreeningResult
  let text: string

  beforeAll(async () => {
    home = await plotOf(anna, square(place()), { name: 'Home' })
    const hill = await plotOf(ben, { type: 'Point', coordinates: [place(), 1.123456789] }, { area_ha: 1 })
    const features = await screeningFileOf([home, hill])
    expect(features.map((one) => one.properties.external_id).sort()).toEqual([home.id, hill.id].sort())
    text = libraryCsv(screenedBy(features))
    result = await imported(text)
  })

  test('every verdict is a prediction of Whisp over the record of the plot, and says in which file it is', async () => {
    expect(result).toMatchObject({
      stopped: null,
      faults: [],
      rows: { total: 2, new: 2, there: 0, faulty: 0 },
    })
    const { predictions } = result.plots.find(({ plot }) => plot === home.id) as Answer
    expect(Object.keys(predictions)).toEqual(['risk_pcrop', 'risk_acrop', 'risk_timber'])
    const answer = await inferenceFor(a.cooperative, predictions.risk_timber)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      record_class: 'inference',
      model_id: 'whisp',
      model_version: `3.0.0a11, result file sha256:${sha256(new TextEncoder().encode(text)).toString('hex')}`,
      inputs: [home.id],
      output: { name: 'risk_timber', value: 'more_info_needed' },
      occurred_at: '2026-02-17T16:29:27.000Z',
      lawful_basis: 'legal_obligation',
      asserted_by: a.cooperative.id,
      derived: { inference_depth: 1, stale: false, flags: [] },
    })
    expect(answer.body).not.toHaveProperty('confidence')
  })

  test('it is no judgement of ours: the plot is as it was, and no list or feed has it', async () => {
    const { derived } = await read(a.cooperative, home.id)
    expect([derived.standing, derived.flags]).toEqual(['tip', ['asserted_by_outsider']])
    const ids = result.plots.flatMap(({ predictions }) => Object.values(predictions))
    expect(ids).toHaveLength(6)
    for (const who of [a.cooperative, anna])
      for (const path of [`/v1/records?purpose=${PURPOSE}&limit=500`, '/v1/sync/changes?limit=500']) {
        const answer = await who.get(path)
        expect(answer.status, answer.text).toBe(200)
        expect(answer.text).toContain(home.id)
        for (const id of ids) expect(answer.text).not.toContain(id)
      }
  })

  test('whoever farms the plot can read it and learns of it; the others do not', async () => {
    const { predictions } = result.plots.find(({ plot }) => plot === home.id) as Answer
    const id = predictions.risk_pcrop
    expect((await inferenceFor(anna, id)).body.output).toEqual({ name: 'risk_pcrop', value: 'low' })
    for (const other of [ben, bank]) expectBare404(await inferenceFor(other, id))
    const answer = await anna.post('/v1/subject-access-requests', undefined, { accept: 'text/plain' })
    expect(answer.text.replace(/\s+/g, ' ')).toContain('the model "whisp", version "3.0.0a11')
    await granted(a, anna, bank, ['inference', 'plot'], PURPOSE)
    expect((await inferenceFor(bank, id)).status).toBe(200)
  })

  test('the audit log says who brought it in', () => {
    const brought = audited(a.kernel.store.db).filter(({ action }) => action === 'append_inference')
    expect(brought).toHaveLength(6)
    for (const { credential, outcome, detail } of brought)
      expect([credential, outcome, detail]).toEqual([null, 'done', { operator: 'clerk' }])
  })

  test('again, it writes nothing, under the names of the first time', async () => {
    const before = countOf()
    const again = await imported(text)
    expect(again.rows).toEqual({ total: 2, new: 0, there: 2, faulty: 0 })
    expect(again.plots.map(({ predictions }) => predictions)).toEqual(
      result.plots.map(({ predictions }) => predictions),
    )
    expect(countOf()).toBe(before)
  })
})

describe('a plot that is not as it was', () => {
  test('drawn again: what was kept is stale and stays; a further result for the old outline is not kept', async () => {
    const plot = await plotOf(anna, square(place()))
    const screened = screenedBy(await screeningFileOf([plot]))
    const text = serviceCsv(screened)
    const [row] = (await imported(text)).plots as Answer[]
    await corrected(plot, { geometry: square(place()) })
    const { body } = await inferenceFor(a.cooperative, row.predictions.risk_pcrop)
    expect(body.derived).toMatchObject({ stale: true, stale_reason: 'input_superseded' })
    expect((await imported(text)).rows).toMatchObject({ there: 1, faulty: 0 })
    const before = countOf()
    expect(faultsOf(await imported(serviceGeoJson(screened)))).toEqual([
      [1, 'names a plot whose outline was changed after the screening'],
    ])
    expect(countOf()).toBe(before)
  })

  test('named anew with the same outline, the current record is what it rests on', async () => {
    const plot = await plotOf(anna, square(place()))
    const screened = screenedBy(await screeningFileOf([plot]))
    const now = await corrected(plot, { name: 'Valley' })
    const [row] = (await imported(serviceGeoJson(screened))).plots as Answer[]
    const { body } = await inferenceFor(a.cooperative, row.predictions.risk_pcrop)
    expect([body.inputs, body.derived.stale]).toEqual([[now.id], false])
  })

  test("taken back, in dispute, not there, not a plot, or a stranger's word: a fault, and the next row is kept", async () => {
    const [gone, forked, sound] = [
      await plotOf(anna, square(place())),
      await plotOf(anna, square(place())),
      await plotOf(anna, square(place())),
    ]
    await appended(a.cooperative, 'retraction', { target_id: gone.id, reason: 'entered_in_error' })
    for (const name of ['East', 'West']) await corrected(forked, { name })
    const strange = await appended(ben, 'plot', {
      plot: uuidv7(),
      holder: ben.id,
      country: 'UG',
      geometry: square(place()),
    })
    const delivery = await appended(a.cooperative, 'delivery', deliveryOf(anna, a.cooperative))
    const row = (external_id: string, geo: object = sound.geometry): Screened => ({ external_id, geo })
    const text = libraryCsv([
      row(gone.id, gone.geometry),
      row(forked.id, forked.geometry),
      row(strange.id, strange.geometry),
      row(strange.plot, strange.geometry),
      row(uuidv7()),
      row(delivery.id),
      row('17-A'),
      row(sound.id),
    ])
    const result = await imported(text)
    const unknown = 'names no plot in this store'
    expect(faultsOf(result)).toEqual([
      [2, 'names a plot that was retracted'],
      [3, 'names a plot with corrections that contradict each other'],
      [4, unknown],
      [5, unknown],
      [6, unknown],
      [7, unknown],
      [8, unknown],
    ])
    expect(result.rows).toEqual({ total: 8, new: 1, there: 0, faulty: 7 })
    // What a member states of their own plot counts once they open it to the cooperative.
    await granted(a, ben, a.cooperative, ['plot'], 'cooperative_management')
    expect((await imported(text)).rows).toEqual({ total: 8, new: 1, there: 1, faulty: 6 })
  })

  test('its rows exchanged, by their outlines', async () => {
    const [one, other] = screenedBy(
      await screeningFileOf([await plotOf(anna, square(place())), await plotOf(ben, square(place()))]),
    )
    const text = libraryCsv([
      { external_id: one?.external_id as string, geo: other?.geo ?? null },
      { external_id: other?.external_id as string, geo: other?.geo ?? null },
    ])
    const result = await imported(text)
    expect(faultsOf(result)).toEqual([
      [
        2,
        'names a plot whose outline is not the one in the file: it was changed since, or is that of another plot',
      ],
    ])
    expect(result.rows.new).toBe(1)
  })

  test('by the stable id of the plot it is kept while the outline shows which is meant', async () => {
    const plot = await plotOf(anna, square(place()))
    const [feature] = await screeningFileOf([plot])
    const by = (geo: object | null) => [{ external_id: plot.plot, geo }]
    expect(faultsOf(await imported(libraryCsv(by(null))))).toEqual([
      [
        2,
        'names a plot without a version, and the file has no outline that shows which version was screened',
      ],
    ])
    expect(faultsOf(await imported(libraryCsv(by(square(place())))))).toHaveLength(1)
    const [row] = (await imported(libraryCsv(by(feature.geometry)))).plots as Answer[]
    expect((await inferenceFor(a.cooperative, row.predictions.risk_pcrop)).body.inputs).toEqual([plot.id])
  })
})

test('of a long file an interrupted run keeps whole rows, the next one the rest, and a dry run none', async () => {
  const plot = await plotOf(anna, square(place()))
  const rows = Array.from({ length: 120 }, () => ({ external_id: uuidv7(), geo: plot.geometry }))
  const text = libraryCsv([{ external_id: plot.id, geo: plot.geometry }, ...rows])
  const before = countOf()
  expect((await imported(text, { dryRun: true })).rows).toEqual({
    total: 121,
    new: 1,
    there: 0,
    faulty: 120,
  })
  expect(countOf()).toBe(before)
  const stop = new AbortController()
  const progress: unknown[] = []
  const onProgress = (...told: unknown[]) => {
    progress.push(told)
    if (told[0] === 'stored') stop.abort()
  }
  const first = await imported(text, { signal: stop.signal, onProgress })
  expect([first.stopped, first.rows.new, first.rows.faulty]).toEqual(['It was interrupted.', 1, 49])
  expect(progress).toEqual([
    ['read', 50, 121],
    ['read', 100, 121],
    ['read', 121, 121],
    ['stored', 50, 121],
  ])
  const rest = await imported(text)
  expect([rest.stopped, rest.rows.there, rest.rows.faulty]).toEqual([null, 1, 120])
  expect(countOf()).toBe(before + 3)
})

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
    const now = await corrected(plot, { name: 'Moor' })
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

test('granary verify finds nothing wrong with any of it', async () => {
  const rest = putToRest(a)
  onTestFinished(() => rest.end())
  const report = await look(rest.database, {})
  expect(faultsTold(report)).toEqual([])
})
