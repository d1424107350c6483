import { uuidv7 } from 'uuidv7'
import { describe, expect, test, vi } from 'vitest'
import { type OriginFound, OriginOfLot } from '../../../../src/records/gate/origin.ts'
import { Share } from '../../../../src/records/gate/share.ts'
import { plotJson } from '../../../../src/records/views/origin-view.ts'
import type { Actor } from '../../../support/any-appliance.ts'
import { makeAppliance, requesterOf } from '../../../support/appliance.ts'
import { appended, deliveryOf, granted, PURPOSE } from '../../../support/flows/help.ts'
import { pointAt, polygonOf, rectangle, squareAt } from '../../../support/outlines.ts'

/** GET /v1/records/{lot}/origin: what a lot is made of, for those who may read it, and nothing for others. */

const kg = (value: number) => ({ crop: 'coffee_fresh_cherry', quantity: { value, unit: 'kg' } })
const square = (west: number) => {
  const [south, side] = [1.000001, 0.001]
  const ring = squareAt(west, south, side)
  return { type: 'Polygon', coordinates: [ring] }
}
const plotOf = (holder: Actor, west: number, more: object = {}) =>
  appended(a.cooperative, 'plot', {
    plot: uuidv7(),
    holder: holder.id,
    country: 'UG',
    name: 'Home',
    geometry: square(west),
    ...more,
  })
const delivered = (from: Actor, value: number, more: object = {}) =>
  appended(a.cooperative, 'delivery', deliveryOf(from, a.cooperative, { ...kg(value), ...more }))
const lotOf = (inputs: [{ id: string }, number][], more: object = {}) =>
  appended(a.cooperative, 'lot', {
    holder: a.cooperative.id,
    ...kg(inputs.reduce((sum, [, part]) => sum + part, 0)),
    inputs: inputs.map(([{ id }, part]) => ({ record_id: id, kg: part })),
    ...more,
  })
const originOf = (who: Actor, id: string, headers: Record<string, string> = {}) =>
  who.get(`/v1/records/${id}/origin?purpose=${PURPOSE}`, headers)
const MAP = { accept: 'application/geo+json' }

const a = await makeAppliance()
const anna = await a.party('person', 'Anna')
const ben = await a.party('person', 'Ben')
const mill = await a.party('business', 'Mill')
const bank = await a.party('institution', 'Bank')
const hers: { id: string; plot: string } = await plotOf(anna, 32.000001)
const his: { id: string; plot: string } = await plotOf(ben, 32.010001)
const ofHers: { id: string } = await delivered(anna, 60, { plot_ids: [hers.plot] })
const lot: { id: string } = await lotOf([
  [ofHers, 60],
  [await delivered(ben, 40), 40],
])

describe('the origin of a lot', () => {
  test('for its owner has every plot', async () => {
    const { status, body } = await originOf(a.cooperative, lot.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      lot: lot.id,
      kg: 100,
      kg_by: { named: 60, holder: 40, unknown: 0 },
      complete: true,
      records: 2,
      faults: [],
      not_shown: { plots: 0, faults: 0, kg: 0 },
      due_diligence: [],
    })
    expect(
      new Map(body.plots.map((plot: { plot: string; known: string }) => [plot.plot, plot.known])),
    ).toEqual(
      new Map([
        [hers.plot, 'named'],
        [his.plot, 'holder'],
      ]),
    )
    expect(body.plots[0].geometry.type).toBe('Polygon')
  })

  test('on a map has the names of the Commission’s file description, in six decimals', async () => {
    const answer = await originOf(a.cooperative, lot.id, MAP)
    expect(answer.headers['content-type']).toContain('application/geo+json')
    expect(answer.body.type).toBe('FeatureCollection')
    expect(answer.body.features).toHaveLength(2)
    for (const { properties, geometry } of answer.body.features) {
      expect(Object.keys(properties).sort()).toEqual(['ProducerCountry', 'ProducerName', 'ProductionPlace'])
      expect(['Anna', 'Ben']).toContain(properties.ProducerName)
      for (const n of geometry.coordinates.flat(3))
        expect(Math.abs(n * 1e6 - Math.round(n * 1e6))).toBeLessThan(1e-3)
    }
    const small = await plotOf(ben, 0, {
      geometry: { type: 'Point', coordinates: [32.5123456, 1.1234567] },
      area_ha: 1.5,
      crops: ['maize_grain'],
    })
    const maize = await lotOf(
      [[await delivered(ben, 10, { crop: 'maize_grain', plot_ids: [small.plot] }), 10]],
      { crop: 'maize_grain' },
    )
    const [point] = (await originOf(a.cooperative, maize.id, MAP)).body.features
    expect(point).toMatchObject({
      properties: { Area: 1.5 },
      geometry: { type: 'Point', coordinates: [32.512346, 1.123457] },
    })
  })

  test.each<[string, boolean]>([
    ['application/geo+json, application/json;q=0.5', true],
    ['application/json, application/geo+json;q=0.5', false],
    ['*/*', false],
    ['text/html', false],
  ])('for who accepts %s is a map: %s', async (accept, isMap) => {
    const { status, body } = await originOf(a.cooperative, lot.id, { accept })
    expect([status, body.type]).toEqual([200, isMap ? 'FeatureCollection' : undefined])
  })

  test('for a reader by grants has counts and kilograms of what they may not read', async () => {
    const { status, body } = await originOf(bank, lot.id)
    expect([status, body]).toEqual([404, expect.objectContaining({ title: 'Not Found' })])
    await granted(a, a.cooperative, bank, ['lot'])
    const closed = await originOf(bank, lot.id)
    expect(closed.body).toMatchObject({
      kg: 100,
      kg_by: { named: 60, holder: 40 },
      plots: [],
      records: 2,
      not_shown: { plots: 2, kg: 100 },
    })
    for (const hidden of [hers.id, hers.plot, his.id, his.plot, anna.id, ben.id, ofHers.id, 'Home', '32.0'])
      expect(closed.text).not.toContain(hidden)
    await granted(a, anna, bank, ['plot'])
    const opened = await originOf(bank, lot.id)
    expect(opened.body.plots.map((plot: { plot: string }) => plot.plot)).toEqual([hers.plot])
    expect(opened.body.not_shown).toEqual({ plots: 1, faults: 0, kg: 40 })
    // The name is a further record.
    const [feature] = (await originOf(bank, lot.id, MAP)).body.features
    expect(feature.properties).toEqual({ ProducerCountry: 'UG', ProductionPlace: 'Home' })
    await granted(a, anna, bank, ['plot', 'party'])
    expect((await originOf(bank, lot.id, MAP)).body.features[0].properties.ProducerName).toBe('Anna')
  })

  test('has the faults of plots that the EU’s information system refuses, and is complete with them', async () => {
    const carol = await a.party('person', 'Carol')
    const outer = rectangle(33.1, 1.1, 33.101, 1.101)
    const pond = rectangle(33.1004, 1.1004, 33.1006, 1.1006)
    const stated: [string, object][] = [
      ['hole', { geometry: polygonOf(outer, pond), decimals: 6 }],
      ['area_missing', { geometry: pointAt(33.300001, 1.100001) }],
      ['none', { geometry: square(33.400001) }],
    ]
    const ids = new Map<string, string>()
    const inputs: [{ id: string }, number][] = []
    for (const [code, more] of stated) {
      const { id, plot } = await plotOf(carol, 0, more)
      ids.set(code, id)
      inputs.push([await delivered(carol, 10, { plot_ids: [plot] }), 10])
    }
    const refused = await lotOf(inputs)
    const { body } = await originOf(a.cooperative, refused.id)
    const shown = new Map<string | undefined, unknown>(
      body.plots.map((plot: { record_id: string; eu_faults: string[]; on_map: boolean }) => [
        plot.record_id,
        [plot.eu_faults, plot.on_map],
      ]),
    )
    expect(shown).toEqual(
      new Map([
        [ids.get('hole'), [['hole'], false]],
        [ids.get('area_missing'), [['area_missing'], true]],
        [ids.get('none'), [[], true]],
      ]),
    )
    const faults = ['area_missing', 'hole'].map((code) => ({ code, count: 1, record_ids: [ids.get(code)] }))
    expect(body).toMatchObject({ complete: true, kg: 30, faults })
    expect((await originOf(a.cooperative, refused.id, MAP)).body.features).toHaveLength(2)
  })

  test('shows the statement that stands for an earlier one, and those of before under their names', async () => {
    const sold = await lotOf([[await delivered(anna, 5, { plot_ids: [hers.plot] }), 5]])
    const file = (more: object, by: Actor = a.cooperative) =>
      appended(by, 'due_diligence', {
        ...{ lot_id: sold.id, filed_by: a.cooperative.id, filed_at: '2026-06-01T00:00:00Z' },
        ...more,
      })
    const shown = async () => (await originOf(a.cooperative, sold.id)).body.due_diligence
    const before = await file({ reference_number: '26UGA1234567890', verification_number: 'V1' })
    const blind = await file({ contingency: true, internal_reference: 'Container 7' })
    expect(await shown()).toMatchObject([
      {
        ...{ record_id: before.id, kind: 'dds', status: 'submitted' },
        ...{ reference_number: '26UGA1234567890', verification_number: 'V1' },
      },
      { record_id: blind.id, contingency: true, internal_reference: 'Container 7' },
    ])
    const known = await file({
      ...{ replaces: blind.id, reference: 'S6UGABCDEF1234', verification: 'QWERTY12', kind: 'sd' },
      status: 'available',
    })
    await file({ reference: 'OTHERS', replaces: before.id, filed_by: ben.id }, ben)
    const now = await shown()
    expect(now.map((one: { record_id: string }) => one.record_id)).toEqual([before.id, known.id])
    expect(now[1]).toEqual({
      ...{ record_id: known.id, kind: 'sd', status: 'available', reference: 'S6UGABCDEF1234' },
      ...{ verification: 'QWERTY12', replaces: blind.id, filed_by: a.cooperative.id },
      filed_at: '2026-06-01T00:00:00.000Z',
    })
    const { id: again } = await file({
      ...{ supersedes: known.id, replaces: blind.id, reference: 'S6UGABCDEF1234', kind: 'sd' },
      status: 'withdrawn',
    })
    expect(again).not.toBe(known.id)
    expect((await shown()).map((one: { record_id: string }) => one.record_id)).toEqual([before.id])
  })

  test.each([
    ['/reference', {}],
    ['/reference', { reference: ' ' }],
    ['/reference', { reference: ' ', contingency: true }],
    ['/reference_number', { reference_number: '\u00a0 ' }],
    ['/reference', { kind: 'sd', reference: '26UGABCDEF1234' }],
    ['/reference_number', { kind: 'sd', reference_number: '26UGABCDEF1234' }],
    ['/reference_number', { reference: 'A', reference_number: 'A' }],
    ['/verification_number', { reference: 'A', verification: 'ABCDE', verification_number: 'ABCDE' }],
    ['/contingency', { reference: 'A', contingency: false }],
  ])('refuses a statement for its %s', async (pointer, more) => {
    const refused = await a.cooperative.append('due_diligence', {
      ...{ lot_id: lot.id, filed_by: mill.id, filed_at: '2026-06-01T00:00:00Z', ...more },
    })
    expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
      422,
      'schema_violation',
      pointer,
    ])
  })

  test('is audited as what it discloses: the lot, each plot and each name', async () => {
    const reader = await a.party('institution', 'Auditor')
    await granted(a, a.cooperative, reader, ['lot'])
    await granted(a, anna, reader, ['plot', 'party'])
    await originOf(reader, lot.id, MAP)
    const { entries } = await a.tasks.run('audit', 'test', { count: 20 })
    const entry = entries.find(({ action }) => action === 'origin')
    expect(entry).toMatchObject({ outcome: 'disclosed', purpose: PURPOSE })
    const about = (await reader.get(`/v1/records?type=party&subject=${anna.id}&purpose=${PURPOSE}`)).body
      .records
    const shown = [lot.id, hers.id, ...about.map((record: { id: string }) => record.id)]
    expect([...(entry?.record_ids ?? [])].sort()).toEqual(shown.sort())
  })
})

test('the office gets the outlines of the first 200 plots, and of the others no more than their lines', async () => {
  const many = await a.party('person', 'Many')
  for (let i = 0; i < 203; i++) await plotOf(many, 35 + i / 100)
  const made = await lotOf([[await delivered(many, 10), 10]])
  const drawn = async (withOutlines: boolean) => {
    const origin = await a.tasks.run('lot.origin', 'clerk', { id: made.id, withOutlines })
    expect(origin.plots).toHaveLength(203)
    return origin.plots.map(({ geometry }) => geometry !== undefined)
  }
  expect(await drawn(true)).toEqual([...Array(200).fill(true), ...Array(3).fill(false)])
  expect(await drawn(false)).toEqual(Array(203).fill(false))
})

describe('while it is worked out', () => {
  const green = (value: number) => ({ crop: 'coffee_green', quantity: { value, unit: 'kg' } })

  /** Begins an origin in slices as small as can be. */
  const begun = (reader: Actor, id: string) => {
    const requester = { ...requesterOf(a, reader), operator: 'test' }
    const asked = { id, withNames: false, render: plotJson, grown: () => {} }
    return new OriginOfLot(a.kernel.gate['core'], requester, PURPOSE, asked)
  }
  /** Makes this many slices, then `meanwhile` happens, then the rest. Null if it was done before. */
  const interrupted = async (walk: OriginOfLot, slices: number, meanwhile: () => Promise<unknown>) => {
    const slice = () => a.kernel.ports.submit(() => walk.next())
    const spent = vi.spyOn(Share.prototype, 'isSpent', 'get').mockReturnValue(true)
    try {
      for (let done = 0; done < slices; done++) if ((await slice()) !== null) return null
      await meanwhile()
      let found: OriginFound | 'none' | null = null
      while (found === null) found = await slice()
      return found as OriginFound
    } finally {
      spent.mockRestore()
    }
  }

  test('a correction of what was followed leaves it incomplete', async () => {
    const plot = await plotOf(anna, 33.000001, { crops: ['maize_grain'] })
    const delivery = await delivered(anna, 60, green(60))
    const made = await lotOf([[delivery, 60]], { crop: 'coffee_green' })
    // Before, no plot was known; after, the lot draws more than there is.
    const found = await interrupted(begun(a.cooperative, made.id), 1, () =>
      appended(a.cooperative, 'delivery', {
        ...deliveryOf(anna, a.cooperative, { ...green(10), plot_ids: [plot.plot] }),
        supersedes: delivery.id,
      }),
    )
    expect(found).toMatchObject({ complete: false })
    expect(found?.faults.map(({ code }) => code)).toContain('changed_meanwhile')
    const { body } = await originOf(a.cooperative, made.id)
    expect([body.complete, body.faults.map(({ code }: { code: string }) => code)]).toEqual([
      false,
      ['input_overdrawn'],
    ])
  })

  test('a consent that ends at any slice opens nothing, and what another consent opens is there once', async () => {
    const [carol, dan] = [await a.party('person', 'Carol'), await a.party('person', 'Dan')]
    const plots = await Promise.all([plotOf(carol, 34.000001), plotOf(dan, 34.010001)])
    const made = await lotOf([
      [await delivered(carol, 20, { plot_ids: [plots[0].plot] }), 20],
      [await delivered(dan, 30, { plot_ids: [plots[1].plot] }), 30],
    ])
    let ends = 0
    for (let slices = 1; ; slices++) {
      const buyer = await a.party('business', `Buyer ${slices}`)
      await granted(a, a.cooperative, buyer, ['lot'])
      const ofCarol = await granted(a, carol, buyer, ['plot'])
      await granted(a, dan, buyer, ['plot'])
      const found = await interrupted(begun(buyer, made.id), slices, () =>
        carol.post(`/v1/grants/${ofCarol}/revocation`, {}),
      )
      if (found === null) break
      ends++
      const texts: string[] = []
      for await (const some of found.texts.all()) texts.push(...some)
      expect([slices, texts.map((text) => JSON.parse(text).plot)]).toEqual([slices, [plots[1].plot]])
      expect(found.notShown).toEqual({ plots: 1, faults: 0, kg: 20 })
      expect(found).toMatchObject({ complete: true, origin: { kg: 50 } })
    }
    expect(ends).toBeGreaterThan(3)
  })
})
