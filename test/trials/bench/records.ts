/** Records as a coffee cooperative's own staff write them: about 670 bytes each once stored. */

const hex = (value: number, digits: number) => Math.floor(value).toString(16).padStart(digits, '0')

/** A UUIDv7 of this millisecond (RFC 9562 §5.7). */
export function idAt(ms: number, random: () => number): string {
  const time = hex(ms, 12)
  const a = hex(random() * 0x1000, 3)
  const b = hex(0x8000 + random() * 0x4000, 4)
  // Chance has 32 bits: half of these digits at a time, or the last of them would all be zero.
  const c = hex(random() * 0x100_0000, 6) + hex(random() * 0x100_0000, 6)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a}-${b}-${c}`
}

export interface Cast {
  readonly cooperative: string
  readonly buyer: string
  readonly farmers: readonly string[]
}

/** What is sent; the members the service sets are not among them. */
export interface DraftRecord {
  readonly id: string
  readonly occurred_at: string
  readonly type: 'delivery' | 'harvest' | 'lot'
  readonly [member: string]: unknown
}

const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)] as T
const tenths = (value: number) => Math.round(value * 10) / 10

const STORES = ['Kapsoen collection point', 'Sipi washing station', 'Chema store', 'Bukwo road scale']
const NOTES = [
  'Moisture read twice, second reading kept; bags counted by the store keeper',
  'Came with the afternoon lorry, weighed after the rain had stopped',
  'Two bags sorted again at the table before weighing; floaters taken out',
]
const BAG_KG = 60

function measured(unit: 'kg' | 'bag_60kg', kg: number): object {
  return unit === 'kg'
    ? { quantity: { value: kg, unit }, normalized_kg: kg, conversion_id: 'kg_exact' }
    : {
        quantity: { value: kg / BAG_KG, unit, label: 'gunia' },
        normalized_kg: kg,
        conversion_id: 'bag_60kg_as_stated',
      }
}

function massOf(random: () => number): object {
  return random() < 0.7
    ? measured('kg', tenths(20 + random() * 300))
    : measured('bag_60kg', BAG_KG * (1 + Math.floor(random() * 6)))
}

/** How long after it happened somebody enters a thing. */
export const ENTERED_AFTER_MS = 90_000

const head = (ms: number, random: () => number) => ({
  id: idAt(ms, random),
  occurred_at: new Date(ms).toISOString(),
  recorded_at: new Date(ms + ENTERED_AFTER_MS).toISOString(),
})

const circumstances = (random: () => number) => ({
  lawful_basis: 'contract_performance',
  measurement_method: 'coop_weighed',
  grade: `screen ${14 + Math.floor(random() * 5)}`,
  note: pick(NOTES, random),
})

/** A farmer brings parchment to the cooperative. */
export function delivery(cast: Cast, ms: number, random: () => number): DraftRecord {
  return {
    ...head(ms, random),
    type: 'delivery',
    from_party: pick(cast.farmers, random),
    to_party: cast.cooperative,
    crop: 'coffee_arabica_parchment',
    location: pick(STORES, random),
    ...massOf(random),
    ...circumstances(random),
  }
}

/** Part of a lot leaves for the buyer. */
function dispatch(cast: Cast, lotId: string, ms: number, random: () => number): DraftRecord {
  return {
    ...head(ms, random),
    type: 'delivery',
    from_party: cast.cooperative,
    to_party: cast.buyer,
    lot_id: lotId,
    crop: 'coffee_arabica_parchment',
    location: pick(STORES, random),
    ...measured('bag_60kg', BAG_KG),
    ...circumstances(random),
  }
}

export function harvest(cast: Cast, ms: number, random: () => number): DraftRecord {
  return {
    ...head(ms, random),
    type: 'harvest',
    producer: pick(cast.farmers, random),
    crop: 'coffee_arabica_fresh_cherry',
    season: '2026 main season, first and second picking together',
    plot: { name: `plot ${1 + Math.floor(random() * 3)} above the stream, next to the school road` },
    ...massOf(random),
    ...circumstances(random),
  }
}

/** The cooperative forms a lot of what was brought. */
export function lot(
  cast: Cast,
  inputs: readonly { record_id: string; kg: number }[],
  ms: number,
  random: () => number,
): DraftRecord {
  const kg = inputs.length > 0 ? tenths(inputs.reduce((sum, input) => sum + input.kg, 0)) : 600
  return {
    ...head(ms, random),
    type: 'lot',
    holder: cast.cooperative,
    crop: 'coffee_arabica_parchment',
    location: pick(STORES, random),
    ...(inputs.length > 0 ? { inputs } : {}),
    ...measured('kg', kg),
    ...circumstances(random),
  }
}

/** Of a hundred records: so many are lots and dispatches out of them; the rest deliveries and harvests. */
const MIX = { lots: 2, dispatches: 10, deliveries: 50 } as const

/**
 * An endless season. Each lot draws on a few deliveries, and a handful of dispatches leave it.
 * @param drawing whether lots say what they were made of
 */
export class Season {
  readonly #cast: Cast
  readonly #random: () => number
  readonly #drawing: boolean
  #brought: { record_id: string; kg: number }[] = []
  #lots: string[] = []

  constructor(cast: Cast, random: () => number, drawing: boolean) {
    this.#cast = cast
    this.#random = random
    this.#drawing = drawing
  }

  next(ms: number): DraftRecord {
    const dice = this.#random() * 100
    if (dice < MIX.lots) return this.#lot(ms)
    if (dice < MIX.lots + MIX.dispatches) {
      const from = pick(this.#lots, this.#random)
      if (from !== undefined) return dispatch(this.#cast, from, ms, this.#random)
    }
    if (dice < MIX.lots + MIX.dispatches + MIX.deliveries) {
      const brought = delivery(this.#cast, ms, this.#random)
      this.#brought = [
        ...this.#brought.slice(-3),
        { record_id: brought.id, kg: brought.normalized_kg as number },
      ]
      return brought
    }
    return harvest(this.#cast, ms, this.#random)
  }

  #lot(ms: number): DraftRecord {
    const made = lot(this.#cast, this.#drawing ? this.#brought : [], ms, this.#random)
    this.#brought = []
    this.#lots = [...this.#lots.slice(-2), made.id]
    return made
  }
}
