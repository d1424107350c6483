import { measuredFactor } from '../../domain/registry.ts'

/**
 * An invented coffee cooperative in the hills of western Uganda, with realistic amounts and prices. Nobody in
 * it exists. It is the same on every run: figures follow from a fixed seed, and dates are relative to today.
 */

export const COOPERATIVE = 'Example Hills Coffee Growers'
export const ORGANISATIONS = {
  mill: { kind: 'business', name: 'Sample Ridge Dry Mill' },
  exporter: { kind: 'business', name: 'Fable Coffee Exporters' },
  bank: { kind: 'institution', name: 'Pretend Rural Bank' },
} as const

export const REGION = 'UG-406'
export const TIME_ZONE = 'Africa/Kampala'
export const COUNTRY = 'UG'
export const CHERRY = 'coffee_arabica_fresh_cherry'
export const PARCHMENT = 'coffee_arabica_parchment'
export const PURPOSE = 'credit_assessment'
export const COOPERATIVE_PURPOSE = 'cooperative_management'

/** Shillings per kilogram. */
export const CHERRY_PRICE = 2_600
export const PARCHMENT_PRICE = 10_500

const FARMERS = `
  Grace Biira, Moses Kule, Jane Masika, Joseph Baluku, Esther Kabugho, Yokana Bwambale, Rose Mbambu,
  Erisa Masereka, Agnes Ithungu, Wilson Thembo, Joyce Muhindo, Jackson Mbusa, Sarah Nziabake, Godfrey Muhindo,
  Florence Kemigisha, Stephen Mugisha, Harriet Kyomuhendo, Charles Byaruhanga, Beatrice Biira, Amos Kule,
  Winnie Masika, Simon Baluku, Doreen Kabugho, Nelson Bwambale, Juliet Mbambu, Julius Masereka, Edith Ithungu,
  Patrick Thembo, Lydia Muhindo, Robert Mbusa, Stella Asiimwe, Daniel Kabagambe, Annet Biira, Isaac Kule,
  Prossy Masika, Ezra Baluku, Immaculate Kabugho, Fred Bwambale, Scovia Mbambu, Alfred Masereka, Teddy Ithungu,
  Gideon Thembo, Peace Tumusiime, Samson Tumwine`
  .trim()
  .split(/,\s+/)

/** The farmers who have a part of their own in the tour. */
export const GRACE = 'Grace Biira'
export const NEIGHBOUR = 'Moses Kule'
export const UNASKED = 'Jane Masika'
export const CHANGED_MIND = 'Joseph Baluku'

/** Everyone who has a part of their own, as the sentences of the tour name them. */
export const NAMES = {
  cooperative: COOPERATIVE,
  mill: ORGANISATIONS.mill.name,
  exporter: ORGANISATIONS.exporter.name,
  bank: ORGANISATIONS.bank.name,
  grace: GRACE,
  neighbour: NEIGHBOUR,
  unasked: UNASKED,
  farmer: CHANGED_MIND,
} as const

/** Kilograms of parchment per kilogram of cherry, as households in this region dry it. */
const OUTTURN = 0.208
const TIN_KG = 13.6

/** Returns the same 44 farmers on every run. Grace is the first; `story` has her part. */
export function farmers() {
  const next = generator(20_240_611)
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return FARMERS.map((name, i) => {
    const pickings = Array.from({ length: between(1, 2) }, (_, n) => {
      const daysAgo = between(19, 26) - n
      return next() < 0.3 ? tins(daysAgo, between(5, 14)) : { daysAgo, value: between(70, 230), unit: 'kg' }
    })
    const cherryKg = pickings.reduce((kg, { value, unit }) => kg + value * (unit === 'kg' ? 1 : TIN_KG), 0)
    return {
      name,
      memberNo: `EH-${String(i + 1).padStart(3, '0')}`,
      /** Whether they record harvests on a telephone; for the others, the cooperative does so by mandate. */
      hasPhone: i % 5 === 1,
      pickings,
      delivery: {
        daysAgo: between(8, 12),
        kg: Math.round(cherryKg * OUTTURN * (0.85 + next() * 0.12) * 2) / 2,
        confirmed: next() < 0.8,
      },
    }
  })
}

/** A picking in tins of twenty litres. */
export const tins = (daysAgo: number, value: number) => ({ daysAgo, value, unit: 'debe' })

/** Grace's part in the tour, and the lots. */
export const story = {
  harvest: { daysAgo: 24, kg: 412 },
  tins: { elsewhere: tins(22, 9), here: tins(20, 11) },
  obligation: { kg: 180, daysAgo: 26, dueInDays: 40 },
  confirmedByHerself: { daysAgo: 12, kg: 48 },
  corrected: { daysAgo: 10, kg: 55.5, toKg: 53.5 },
  resolvedFork: { daysAgo: 8, kg: 41, toKg: 40.6, otherKg: 41.6 },
  openFork: { daysAgo: 5, kg: 37, toKg: 39, otherKg: 32 },
  cherry: { daysAgo: 4, kg: 60, parchmentKg: 12.5 },
  lot: { declaredKg: 1_671.9, driedKg: 30.1, atTheMillKg: 1_636.9, soldKg: 960 },
  loan: {
    advance: { daysAgo: 18, amount: 400_000 },
    dueInDays: 40,
    offset: { daysAgo: 11, amount: 150_000 },
    repaid: { daysAgo: 2, amount: 200_000 },
  },
  ownLot: { daysAgo: 9, kg: 64, driedKg: 1.2, weighedKg: 62.3 },
} as const

/** The Ugandan shilling has no minor unit. */
export const shillings = (value: number) => ({ amount_minor: Math.round(value), currency: 'UGX' })

interface Named {
  readonly id: string
}

export const weighed = (value: number) => ({
  quantity: { value, unit: 'kg' },
  measurement_method: 'calibrated_weighed',
})

/** In shillings. */
export const parchmentPrice = (kg: number): number => kg * PARCHMENT_PRICE

/** The members of a delivery of parchment, weighed and priced. */
export const parchmentDelivery = (from: Named, to: Named, kg: number) => ({
  from_party: from.id,
  to_party: to.id,
  crop: PARCHMENT,
  ...weighed(kg),
  agreed_price: shillings(parchmentPrice(kg)),
})

/** The members of Grace's obligation to deliver parchment. */
export const obligationOf = (obligor: Named, obligee: Named) => ({
  kind: 'deliver_produce',
  obligor: obligor.id,
  obligee: obligee.id,
  crop: PARCHMENT,
  quantity: { value: story.obligation.kg, unit: 'kg' },
  amount: shillings(story.obligation.kg * PARCHMENT_PRICE),
})

/**
 * An invented plot of some hectares as in RFC 7946: longitude first, anticlockwise, closed. Nobody farms
 * there.
 */
export function square(west: number, south: number): object {
  const [w, s, e, n] = [west, south, west + 0.0012, south + 0.0012].map((one) => Math.round(one * 1e6) / 1e6)
  const corners = [[w, s], [e, s], [e, n], [w, n], [w, s]] // biome-ignore format: a ring
  return { type: 'Polygon', coordinates: [corners] }
}

export const ASSUMED_TO_PARCHMENT = 'coffee_arabica_fresh_cherry_to_parchment_default'
/** A factor that the registry is shipped with, from tins weighed in Nyeri, Kenya. */
export const TIN_ELSEWHERE = { id: 'debe_coffee_arabica_fresh_cherry_sample', factor: 13.6882 } as const

const TINS_WEIGHED = [
  [1, 13.4],
  [1, 13.1],
  [2, 26.9],
  [1, 13.8],
  [1, 13.3],
  [3, 40.2],
  [1, 13.6],
  [2, 26.5],
  [1, 13.2],
  [1, 13.5],
  [2, 27.1],
  [1, 13.7],
] as const

/** Returns the factor of the cooperative's own tins, from twelve weighings. @param weighedAt a day */
export function ownTinFactor(weighedAt: string) {
  const weighings = TINS_WEIGHED.map(([value, kg]) => ({
    weighed_at: weighedAt,
    value,
    kg,
    weighed_by: 'Store clerk',
    instrument: 'Platform scale, 150 kg by 50 g',
    condition: 'Level, ripe cherry',
  }))
  return {
    id: 'debe_coffee_arabica_fresh_cherry_ug-406_demo',
    kind: 'measured',
    unit: 'debe',
    crop: CHERRY,
    region: REGION,
    factor: measuredFactor(weighings),
    source: 'Twelve weighings at the invented store of this tour',
    weighings_count: weighings.length,
    weighings,
  } as const
}

/** The mulberry32 generator of pseudo-random numbers: short, and the same on every machine. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const DAY_MS = 86_400_000
const OFFSET_MS = 3 * 3_600_000

/** Times on days before today, in Kampala. */
export class Calendar {
  readonly #todayMs: number

  constructor(nowMs: number) {
    this.#todayMs = Math.floor((nowMs + OFFSET_MS) / DAY_MS) * DAY_MS
  }

  /** Returns a time such as `2026-06-28T10:15:00+03:00`. @param minutes after midnight */
  at(daysAgo: number, minutes = 600): string {
    const local = new Date(this.#todayMs - daysAgo * DAY_MS + minutes * 60_000)
    return `${local.toISOString().slice(0, 19)}+03:00`
  }
}
