/** The invented coffee cooperative of the reference story, with realistic amounts and prices. Nobody in it exists. */

export const COOPERATIVE = 'Example Hills Coffee Growers'
export const ORGANISATIONS = {
  mill: { kind: 'business', name: 'Sample Ridge Dry Mill' },
  bank: { kind: 'institution', name: 'Pretend Rural Bank' },
} as const
export const GRACE = 'Grace Biira'
export const NEIGHBOUR = 'Moses Kule'

export const REGION = 'UG-406'
export const CHERRY = 'coffee_arabica_fresh_cherry'
export const PARCHMENT = 'coffee_arabica_parchment'
export const PURPOSE = 'credit_assessment'

/** Shillings per kilogram. */
export const CHERRY_PRICE = 2_600
export const PARCHMENT_PRICE = 10_500

/** Grace's part. */
export const story = {
  harvest: { daysAgo: 24, kg: 412 },
  tins: { elsewhere: { daysAgo: 22, value: 9 } },
  obligation: { kg: 180, daysAgo: 26, dueInDays: 40 },
  confirmedByHerself: { kg: 48 },
  corrected: { kg: 55.5, toKg: 53.5 },
  cherry: { kg: 60 },
  loan: { advance: { amount: 400_000 }, offset: { amount: 150_000 } },
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

/** The members of a delivery of parchment, weighed and priced. */
export const parchmentDelivery = (from: Named, to: Named, kg: number) => ({
  from_party: from.id,
  to_party: to.id,
  crop: PARCHMENT,
  ...weighed(kg),
  agreed_price: shillings(kg * PARCHMENT_PRICE),
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

/** A factor that the registry is shipped with, from tins weighed in Nyeri, Kenya. */
export const TIN_ELSEWHERE = { id: 'debe_coffee_arabica_fresh_cherry_sample', factor: 13.6882 } as const
