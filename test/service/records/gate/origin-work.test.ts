import { uuidv7 } from 'uuidv7'
import { expect, test, vi } from 'vitest'
import { OriginOfLot } from '../../../../src/records/gate/origin.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import { countingCpuMs, countingThreadMs, quietMs } from '../../../support/cpu-time.ts'
import { PURPOSE } from '../../../support/flows/help.ts'
import { roundAt } from '../../../support/outlines.ts'
import { type Draft, draftAt, kg, LOT, lotFrom, written } from '../../../support/records/large-lots.ts'

/** The origin of a lot as large as a season of a cooperative, and of one that is too large for one map. */

const FARMERS = 1_200
const PLOTS = 1_500
const DELIVERIES = 3_000

const a = await makeAppliance({
  ...{ recordsPerDay: '1000000', bytesPerDay: '10000000000', maxRecordBytes: '400000' },
})

interface Farm extends Draft {
  readonly plot: string
  readonly geometry: { readonly coordinates: number[][][] }
}
const draft = (type: string, fields: object): Draft => draftAt(a, type, fields)

/** The nth plot: none lies on another. */
function plotOf(holder: string, n: number, corners: number): Draft {
  const radius = corners / 500_000
  const [west, south] = [32 + (n % 50) * 3 * radius, 1 + Math.floor(n / 50) * 3 * radius]
  const geometry = roundAt(west, south, radius, corners)
  return draft('plot', { plot: uuidv7(), holder, country: 'UG', name: `Plot ${n}`, geometry })
}

const originOf = (lot: string, headers: Record<string, string> = {}) =>
  a.cooperative.get(`/v1/records/${lot}/origin?purpose=${PURPOSE}`, headers)

test(`a lot of ${DELIVERIES} deliveries, ${FARMERS} farmers and ${PLOTS} plots takes little, in short slices`, async () => {
  const farmers = Array.from({ length: FARMERS }, () => uuidv7())
  const of = (n: number): string => farmers[n % FARMERS] as string
  const plots = await written(
    a,
    Array.from({ length: PLOTS }, (_, n) => plotOf(of(n), n, 24)),
  )
  // The first delivery of each farmer stands for all their plots, the others name one.
  const deliveries = await written(
    a,
    Array.from({ length: DELIVERIES }, (_, n) =>
      draft('delivery', {
        ...{ from_party: of(n), to_party: a.cooperative.id, ...kg(10) },
        ...(n < FARMERS ? {} : { plot_ids: [plots[n % FARMERS]?.plot] }),
      }),
    ),
  )
  const lot = await lotFrom(a, deliveries)

  const next = OriginOfLot.prototype.next
  let slices: number[] = []
  const spied = vi.spyOn(OriginOfLot.prototype, 'next').mockImplementation(function (this: OriginOfLot) {
    const workedMs = countingThreadMs()
    try {
      return next.call(this)
    } finally {
      slices.push(workedMs())
    }
  })
  const counted = countingCpuMs()
  const { body } = await originOf(lot)
  // Usually less than 300.
  expect(counted()).toBeLessThan(3_000)
  const ofPlots = DELIVERIES - FARMERS
  expect(body).toMatchObject({
    kg: 10 * DELIVERIES,
    kg_by: { named: 10 * ofPlots, holder: 10 * FARMERS, unknown: 0 },
    records: DELIVERIES + DELIVERIES / LOT,
    complete: true,
    faults: [],
  })
  expect(body.plots.length).toBe(PLOTS)

  const packed = countingCpuMs()
  const files = new Map<string, number>()
  for await (const { file, text } of a.tasks.stream('lot.pack', 'clerk', { lot, withPrices: false }))
    files.set(file, (files.get(file) ?? 0) + text.length)
  // Usually little more than 1,000; its buyer waits 5 seconds at most.
  expect(packed()).toBeLessThan(12_000)
  expect(files.get('pack.json')).toBeGreaterThan(0)

  // A slice is usually 5 milliseconds, and 20 where something else is done between. One of several times is quiet.
  let longest = Number.POSITIVE_INFINITY
  for (let time = 0; time < 5 && longest >= 50; time++) {
    slices = []
    await originOf(lot)
    longest = Math.min(longest, quietMs(Math.max(...slices)))
    expect(slices.length).toBeGreaterThan(10)
  }
  expect(longest).toBeLessThan(50)
  spied.mockRestore()
})

test('a map of more than 25 MB, in bytes, is refused rather than cut', async () => {
  const most = 25_000_000
  // Letters of three bytes each.
  const name = 'ለ'.repeat(200)
  const farm = (n: number) => ({ ...plotOf(uuidv7(), n, 9_900), name }) as unknown as Farm
  const lengthOf = ({ geometry }: Farm) => {
    const properties = { ProducerCountry: 'UG', ProductionPlace: name }
    const lines = geometry.coordinates.map((ring) => ring.map((place) => place.map((n) => n.toFixed(6))))
    return JSON.stringify({
      ...{ type: 'Feature', properties, geometry: { ...geometry, coordinates: lines } },
    }).replaceAll(/"(\d+\.\d{6})"/g, '$1').length
  }
  const bytesOf = (one: Farm) => lengthOf(one) + Buffer.byteLength(name) - name.length
  const fitting: Farm[] = []
  let bytes = JSON.stringify({ type: 'FeatureCollection', features: [] }).length - 1
  for (let next = farm(0); bytes + bytesOf(next) + 1 <= most; next = farm(fitting.length)) {
    fitting.push(next)
    bytes += bytesOf(next) + 1
  }
  // One more fills it by its characters, and is too much by its bytes.
  const last = farm(fitting.length)
  while (bytes + lengthOf(last) + 1 > most) last.geometry.coordinates[0]?.splice(1, 5)
  expect(bytes + bytesOf(last) + 1).toBeGreaterThan(most)
  await written(a, [...fitting, last])

  const mapOf = async (plots: readonly Farm[]) => {
    const parts = Array.from({ length: Math.ceil(plots.length / 64) }, (_, n) =>
      draft('delivery', {
        ...{ from_party: uuidv7(), to_party: a.cooperative.id, ...kg(10) },
        plot_ids: plots.slice(64 * n, 64 * (n + 1)).map(({ plot }) => plot),
      }),
    )
    return originOf(await lotFrom(a, await written(a, parts)), { accept: 'application/geo+json' })
  }
  const map = await mapOf(fitting)
  expect(map.status).toBe(200)
  expect([map.body.features.length, Buffer.byteLength(map.text)]).toEqual([fitting.length, bytes])
  const { status, body } = await mapOf([...fitting, last])
  // Not the whole answer: it would be printed.
  expect([status, body.code]).toEqual([400, 'origin_too_large'])
})
