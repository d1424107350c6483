import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { parseVkey } from '../../../../src/domain/note.ts'
import { checkProof } from '../../../../src/domain/proof-file.ts'
import { FRONT_OFFICE_PURPOSE } from '../../../../src/identity/who.ts'
import type { Pack } from '../../../../src/records/pack/pack-tasks.ts'
import type { PackText } from '../../../../src/records/pack/plot-parts.ts'
import { type Actor, makeAppliance } from '../../../support/appliance.ts'
import { appended, deliveryOf, granted, harvestOf, read } from '../../../support/flows/help.ts'
import { ringOf, roundAt, squareAt } from '../../../support/outlines.ts'

/** The files of a lot's pack, as the service makes them. */

const kg = (value: number) => ({ crop: 'coffee_arabica_parchment', quantity: { value, unit: 'kg' } })
const square = (west: number, hole = false) => {
  const outer = squareAt(west, 1.000001, 0.001)
  return { type: 'Polygon', coordinates: hole ? [outer, squareAt(west + 0.0004, 1.000401, 0.0002)] : [outer] }
}
const plotOf = (holder: Actor, more: object) =>
  appended(a.cooperative, 'plot', { plot: uuidv7(), holder: holder.id, country: 'UG', ...more })
const delivered = (from: Actor, value: number, more: object = {}) =>
  appended(a.cooperative, 'delivery', deliveryOf(from, a.cooperative, { ...kg(value), ...more }))
const lotOf = (inputs: [{ id: string }, number][]) =>
  appended(a.cooperative, 'lot', {
    holder: a.cooperative.id,
    ...kg(inputs.reduce((sum, [, part]) => sum + part, 0)),
    inputs: inputs.map(([{ id }, part]) => ({ record_id: id, kg: part })),
  })

async function packOf(lot: string, withPrices = false) {
  const files = new Map<string, string>()
  let last: string | undefined
  for await (const { file, text } of a.tasks.stream('lot.pack', 'clerk', { lot, withPrices })) {
    // Texts of a file come one after another.
    if (files.has(file)) expect(last).toBe(file)
    files.set(file, (files.get(file) ?? '') + text)
    last = file
  }
  expect([...files.keys()].at(-1)).toBe('pack.json')
  const textOf = (name: string): string => files.get(name) as string
  return { files, textOf, pack: JSON.parse(textOf('pack.json')) as Pack }
}

const proofsOf = (text: string): { readonly record: { readonly id: string } }[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const a = await makeAppliance()
const anna = await a.party('person', 'Anna')
const ben = await a.party('person', '=Ben')

describe('the pack of a lot', () => {
  test('has exactly these files for two members', async () => {
    const hers = await plotOf(anna, { name: 'Home', geometry: square(32.000001), area_ha: 1.23 })
    const his = await plotOf(ben, {
      name: 'Hill',
      geometry: { type: 'Point', coordinates: [32.5123456, 1.1234567, 1200] },
      area_ha: 1.5,
    })
    const harvest = await appended(
      a.cooperative,
      'harvest',
      harvestOf(anna, { ...kg(60), plot_ids: [hers.plot], occurred_at: '2026-06-01T10:00:00.000Z' }),
    )
    const delivery = await delivered(ben, 40, { occurred_at: '2026-06-03T10:00:00.000Z' })
    const lot = await lotOf([
      [harvest, 60],
      [delivery, 40],
    ])
    const { files, textOf, pack } = await packOf(lot.id)
    const proved = [lot, harvest, delivery, hers, his].map(({ id }) => id)
    expect([...files.keys()].sort()).toEqual([
      'pack.json',
      'plots-1.geojson',
      'plots.csv',
      'proofs-1.jsonl',
      'screening-1.geojson',
      'summary.html',
      'summary.txt',
    ])
    expect(pack).toMatchObject({
      lot: lot.id,
      goods: { crop: 'coffee_arabica_parchment', hs: '09.01', scientific_name: 'Coffea arabica' },
      countries: ['UG'],
      harvested: { first: '2026-06-01T10:00:00.000Z', last: '2026-06-01T10:00:00.000Z', records: 1 },
      delivered: { records: 1 },
      kg: 100,
      kg_by: { named: 60, holder: 40, unknown: 0 },
      complete: true,
      plots: { shown: 2, in_files: 2, not_shown: 0 },
      faults: [],
      statements: [],
      proofs: { given: 5, with_price: 0, missing: 0 },
    })
    const map = JSON.parse(textOf('plots-1.geojson'))
    expect(map.features.map((one: { properties: object }) => one.properties)).toEqual([
      { ProducerName: 'Anna', ProducerCountry: 'UG', ProductionPlace: 'Home' },
      { ProducerName: '=Ben', ProducerCountry: 'UG', ProductionPlace: 'Hill', Area: 1.5 },
    ])
    const screening = JSON.parse(textOf('screening-1.geojson'))
    expect(screening.features).toEqual([
      { type: 'Feature', properties: { external_id: hers.id }, geometry: map.features[0].geometry },
      {
        type: 'Feature',
        properties: { external_id: his.id },
        geometry: { type: 'Point', coordinates: [32.512346, 1.123457] },
      },
    ])
    expect(textOf('plots.csv').split('\n')).toEqual([
      'plot_id,record_id,holder_id,holder,name,country,region,crops,known,geometry,area_ha,in_files,flags,eu_faults',
      `${hers.plot},${hers.id},${anna.id},Anna,Home,UG,,,named,Polygon,1.23,yes,asserted_by_outsider,`,
      `${his.plot},${his.id},${ben.id},'=Ben,Hill,UG,,,holder,Point,1.5,yes,asserted_by_outsider,`,
      '',
    ])
    const summary = textOf('summary.txt')
    for (const told of [
      lot.id,
      '09.01',
      'Coffea arabica',
      '1 Jun 2026',
      '60 from',
      '40 where',
      'None was found.',
    ])
      expect(summary).toContain(told)
    const { vkey } = JSON.parse((await a.cooperative.get('/v1/anchors/key')).text)
    const proofs = proofsOf(textOf('proofs-1.jsonl'))
    expect(proofs.map(({ record }) => record.id).sort()).toEqual(proved.sort())
    for (const proof of proofs) {
      expect(checkProof(proof, parseVkey(vkey)).proved).toBe(true)
      const { derived: _, ...stored } = await read(a.cooperative, proof.record.id)
      expect(proof.record).toEqual(stored)
      const forged = { ...proof, record: { ...proof.record, note: 'another' } }
      expect(checkProof(forged, parseVkey(vkey)).proved).toBe(false)
    }
  })

  test('lists each fault with what to do, and leaves out what cannot be drawn', async () => {
    const eve = await a.party('person', 'Eve')
    const bowTie = ringOf('32.2 1.000001, 32.201 1.001, 32.201 1.000001, 32.2 1.001, 32.2 1.000001')
    const bad = await plotOf(eve, { geometry: { type: 'Polygon', coordinates: [bowTie] }, name: 'Bow' })
    const holed = await plotOf(eve, { geometry: square(32.300001, true), name: 'Ring' })
    const point = await plotOf(eve, {
      geometry: { type: 'Point', coordinates: [32.400001, 1.000001] },
      name: 'Dot',
    })
    const lot = await lotOf([
      [await delivered(eve, 10), 10],
      [{ id: uuidv7() }, 5],
    ])
    const { textOf, pack } = await packOf(lot.id)
    expect(pack.complete).toBe(false)
    expect(pack.plots).toEqual({ shown: 3, in_files: 1, not_shown: 0 })
    expect(pack.kg_by).toEqual({ named: 0, holder: 10, unknown: 5 })
    const idsOf = (code: string) => pack.faults.find((fault) => fault.code === code)?.record_ids
    expect(idsOf('geometry_invalid')).toEqual([bad.id])
    expect(idsOf('hole')).toEqual([holed.id])
    expect(idsOf('area_missing')).toEqual([point.id])
    expect(idsOf('reference_unresolved')).toEqual([lot.id])
    const summary = textOf('summary.txt')
    for (const told of [
      'To do: Draw or walk',
      'crosses itself',
      'Bow, Eve',
      'Ring, Eve',
      'Enter the missing',
    ])
      expect(summary).toContain(told)
    expect(textOf('plots-1.geojson')).not.toContain('Bow')
    const table = textOf('plots.csv').split('\n')
    const endOf = (name: string) =>
      table
        .find((row) => row.includes(`,${name},`))
        ?.split(',')
        .slice(-3)
    expect(endOf('Bow')).toEqual(['no', 'asserted_by_outsider geometry_invalid', 'geometry_invalid'])
    expect(endOf('Ring')).toEqual(['no', 'asserted_by_outsider', 'hole'])
    expect(endOf('Dot')).toEqual(['yes', 'asserted_by_outsider', 'area_missing'])
  })

  test('has no proof that shows a price, unless it is asked for', async () => {
    const agreed_price = { amount_minor: 4_200_000, currency: 'UGX' }
    const priced = await delivered(anna, 10, { agreed_price, lawful_basis: 'special_data_consent' })
    const lot = await lotOf([[priced, 10]])
    const { files, textOf, pack } = await packOf(lot.id)
    expect(pack.proofs).toMatchObject({ with_price: 1, missing: 0 })
    expect(proofsOf(textOf('proofs-1.jsonl')).map(({ record }) => record.id)).not.toContain(priced.id)
    expect([...files.values()].join()).not.toContain('4200000')
    expect(textOf('summary.txt')).toContain('--with-prices')
    const all = await packOf(lot.id, true)
    expect(all.textOf('proofs-1.jsonl')).toContain('4200000')
  })

  test('has the numbers of the statement that was filed for the lot', async () => {
    const lot = await lotOf([[await delivered(anna, 10), 10]])
    expect((await packOf(lot.id)).textOf('summary.txt')).toContain('None is recorded.')
    await appended(a.cooperative, 'due_diligence', {
      lot_id: lot.id,
      reference: '26UGABCDEF1234',
      verification: 'QWERTY12',
      filed_by: a.cooperative.id,
      filed_at: '2026-06-10T10:00:00.000Z',
    })
    const { textOf, pack } = await packOf(lot.id)
    expect(pack.statements).toMatchObject([
      {
        ...{ kind: 'dds', status: 'submitted' },
        reference: '26UGABCDEF1234',
        verification: 'QWERTY12',
        filed_at: '2026-06-10T10:00:00.000Z',
      },
    ])
    expect(textOf('summary.txt')).toContain(
      'Reference 26UGABCDEF1234, verification QWERTY12, filed 10 Jun 2026',
    )
  })
})

describe('consent that ends while a pack is made', () => {
  const grantFrom = (giver: Actor): Promise<string> =>
    granted(a, giver, a.cooperative, ['plot', 'party'], FRONT_OFFICE_PURPOSE)
  /** A lot on plots that their holder wrote, of which more than one text is made. */
  const grown = async () => {
    const fay = await a.party('person', 'Fay')
    const grant = await grantFrom(fay)
    for (let i = 0; i < 6; i++)
      await appended(fay, 'plot', {
        ...{ plot: uuidv7(), holder: fay.id, country: 'UG', name: `Fays home ${i}` },
        geometry: roundAt(32.5, 1.2, 0.001, 2_000),
      })
    // Her own word too: the cooperative's would stand for no plot that only she states.
    const hers = await appended(fay, 'delivery', deliveryOf(fay, a.cooperative, kg(10)))
    const lot = await lotOf([[hers, 10]])
    return { fay, grant, lot: lot.id }
  }
  const ending: [string, (giver: Actor, grant: string) => Promise<{ readonly status: number }>][] = [
    ['the grant is taken back', (giver, grant) => giver.post(`/v1/grants/${grant}/revocation`, {})],
    ['the farmer objects', (giver) => giver.post('/v1/objections', { id: uuidv7(), channel: 'app' })],
  ]

  test.each(ending)(
    '%s: no more of it leaves, wherever the pack stands, and the reason is told',
    async (how, end) => {
      const { fay, grant, lot } = await grown()
      const whole = await packOf(lot)
      expect(whole.textOf('plots-1.geojson')).toContain('Fays home 5')
      const isFile = (name: string) => (text: PackText) => text.file.startsWith(name)
      // A text of the map, the table, a proof: each the last one that leaves.
      for (const [n, isLast] of [isFile('plots-1'), isFile('plots.csv'), isFile('proofs')].entries()) {
        const own = n === 0 ? grant : await grantFrom(fay)
        const got: PackText[] = []
        const rest = async () => {
          for await (const text of a.tasks.stream('lot.pack', 'clerk', { lot, withPrices: true })) {
            got.push(text)
            if (isLast(text) && got.filter(isLast).length === 1)
              expect((await end(fay, own)).status).toBeLessThan(300)
          }
        }
        await expect(rest()).rejects.toThrow('The consent behind this pack changed')
        expect(isLast(got.at(-1) as PackText)).toBe(true)
        expect(got.filter(isLast)).toHaveLength(1)
      }
      // An objection alone shuts no grant: whoever asks again gets what is open then.
      const isShut = how === 'the grant is taken back'
      const { files, pack } = await packOf(lot)
      expect(pack.plots).toMatchObject(isShut ? { shown: 0, not_shown: 6 } : { shown: 6, not_shown: 0 })
      expect([...files.values()].join().includes('Fays home')).toBe(!isShut)
    },
  )
})

describe('memory', () => {
  const MIB = 2 ** 20
  const memory = () => a.kernel.memory
  const lotWithPlot = async (plots: number) => {
    const gil = await a.party('person', 'Gil')
    const geometry = roundAt(33, 1.2, 0.001, 2_000)
    for (let i = 0; i < plots; i++) await plotOf(gil, { geometry, name: `Ridge ${i}` })
    return (await lotOf([[await delivered(gil, 10), 10]])).id
  }

  test('of a long pack outlines are not there together; after it, and after a reader that goes, nothing is', async () => {
    const lot = await lotWithPlot(50)
    const map = (await packOf(lot)).textOf('plots-1.geojson').length
    expect(map).toBeGreaterThan(MIB)
    const held: number[] = []
    for await (const _ of a.tasks.stream('lot.pack', 'clerk', { lot, withPrices: false }))
      held.push(memory().bytes)
    expect(Math.min(...held)).toBeGreaterThan(0)
    expect([Math.max(...held) < map, memory().bytes]).toEqual([true, 0])
    for await (const _ of a.tasks.stream('lot.pack', 'clerk', { lot, withPrices: false })) break
    expect(memory().bytes).toBe(0)
  })

  test('beside what takes all of it a pack is refused, and made once that has gone', async () => {
    const lot = await lotWithPlot(5)
    const another = {}
    expect(memory().hold(another, [], memory().most - 1_000)).toBeNull()
    await expect(packOf(lot)).rejects.toThrow('no memory left for this one')
    memory().leave(another)
    expect((await packOf(lot)).pack.plots.shown).toBe(5)
    expect(memory().bytes).toBe(0)
  })
})

describe('what the cooperative may not read', () => {
  const refused = async (lot: string): Promise<PackText[]> => {
    const got: PackText[] = []
    await expect(async () => {
      for await (const text of a.tasks.stream('lot.pack', 'clerk', { lot, withPrices: true })) got.push(text)
    }).rejects.toThrow(`The cooperative has no lot ${lot}.`)
    return got
  }

  test('a lot of others, what is no lot and what is not there: nothing, in the same words', async () => {
    const mill = await a.party('business', 'Mill')
    const theirs = await appended(mill, 'lot', { holder: mill.id, ...kg(10) })
    const delivery = await delivered(anna, 10)
    for (const id of [theirs.id, delivery.id, uuidv7(), '../etc', '']) expect(await refused(id)).toEqual([])
  })

  test('is in the audit log as the disclosure it is', async () => {
    const delivery = await delivered(anna, 10)
    const lot = await lotOf([[delivery, 10]])
    await packOf(lot.id)
    const { entries } = await a.tasks.run('audit', 'test', { count: 50 })
    const of = (action: string) => entries.filter((entry) => entry.action === action)
    expect(of('origin')[0]).toMatchObject({ outcome: 'disclosed' })
    expect(of('lot.pack')).not.toHaveLength(0)
    expect(of('proof').flatMap(({ record_ids }) => record_ids)).toEqual(
      expect.arrayContaining([lot.id, delivery.id]),
    )
  })
})
