import fc from 'fast-check'
import { descriptors, type RecordBody, type RecordType } from '../../../../src/domain/types/index.ts'
import {
  ANNA,
  BEN,
  COOP,
  type Ended,
  type Facts,
  hour,
  type Mandates,
  STRANGER,
  TRADER,
  uuid,
} from '../../world.ts'

/**
 * Small worlds in which everything happens at once: few parties, few lots and obligations, few instants, and
 * references that lead forwards, astray or nowhere. Bodies keep to what the service lets in (a version supersedes one
 * of its own type, nobody retracts a retraction) and to nothing else.
 */

const PARTIES = [ANNA, BEN, COOP, TRADER, STRANGER]
/** Every number as likely as another: fast-check's leaning towards small ones would draw the same few cases. */
const nat = fc.noBias(fc.nat({ max: 0xffff }))

/** One record before its references are drawn: numbers that mean something only once the others are known. */
const Seed = fc.record({
  kind: nat,
  rank: nat,
  from: nat,
  to: nat,
  teller: nat,
  mandate: nat,
  at: nat,
  lag: nat,
  lot: nat,
  owed: nat,
  target: nat,
  inputs: fc.array(fc.tuple(nat, nat), { maxLength: 3 }),
  mass: nat,
  cited: nat,
  extras: nat,
})
type Seed = typeof Seed extends fc.Arbitrary<infer T> ? T : never

/** Every choice of the types that plain references lead to. */
const REFERRED: readonly RecordType[] = ['harvest', 'lot', 'delivery', 'obligation', 'plot']
const COVERAGES: readonly (readonly RecordType[])[] = Array.from({ length: 2 ** REFERRED.length }, (_, n) =>
  REFERRED.filter((_type, bit) => n & (1 << bit)),
)
/** A delegation of this kind over each of these choices. */
const delegation = (kind: string, n: number): string => `${kind} ${n % COVERAGES.length}`
const each = <T>(kind: string, tell: (over: readonly RecordType[]) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(COVERAGES.map((over, n) => [delegation(kind, n), tell(over)]))

export const MANDATES: Mandates = { ...each('paper', (over) => over), ...each('bylaw', (over) => over) }

/** When the mandates by bylaw ended. */
const BYLAW_ENDED_MS = Date.parse(hour(4))
export const ENDED: Ended = each('bylaw', () => BYLAW_ENDED_MS)

export const FACTS: Facts = {
  regions: { [ANNA]: 'UG-102', [BEN]: 'KE', [COOP]: 'UG' },
  delegations: {
    ...each('paper', () => ({ basis: 'in_person_signature', endedAtMs: null })),
    ...each('bylaw', () => ({ basis: 'organisational_bylaw', endedAtMs: BYLAW_ENDED_MS })),
  },
  devices: { [uuid(0xd1)]: { of: ANNA, at: 3 } },
  evidence: { ['a'.repeat(64)]: ANNA },
  organisations: [COOP, TRADER],
}

/** Records in no particular order of id; they may arrive in any order, before what they correct too. */
export const randomBodies: fc.Arbitrary<readonly RecordBody[]> = fc
  .tuple(nat, fc.array(Seed, { minLength: 2, maxLength: 48, size: 'max' }))
  .map(([theme, seeds]) => grow(seeds, pick(THEMES, theme)))

/** Worlds of little else than lots, what they draw on, and plots. */
export const bodiesOfLots: fc.Arbitrary<readonly RecordBody[]> = fc
  .array(Seed, { minLength: 12, maxLength: 48, size: 'max' })
  .map((seeds) => grow(seeds, LOTS))

/** The same where most goes well, so that much can be followed to a plot, and is not all of one kind. */
export const bodiesOfOrderlyLots: fc.Arbitrary<readonly RecordBody[]> = fc
  .array(Seed, { minLength: 12, maxLength: 48, size: 'max' })
  .map((seeds) => grow(seeds.map(orderly), ORDERLY_LOTS))

/** Worlds of debts between two parties, and what they pay each other. */
export const bodiesOfMoney: fc.Arbitrary<readonly RecordBody[]> = fc
  .array(Seed, { minLength: 12, maxLength: 40, size: 'max' })
  .map((seeds) =>
    grow(
      seeds.map((seed) => ({ ...seed, from: 2 * seed.from, to: 6 * seed.to })),
      MONEY,
    ),
  )

type Kind = RecordType | 'correction'

function theme(weights: Readonly<Partial<Record<Kind, number>>>): readonly Kind[] {
  return Object.entries(weights).flatMap(([kind, weight]) => Array<Kind>(weight).fill(kind as Kind))
}

/** What happens mostly in one world: everything, one or two lots changing hands, or deliveries on an obligation. */
const THEMES = [
  theme({
    harvest: 2,
    lot: 4,
    delivery: 6,
    delivery_confirmation: 3,
    custody_transfer: 6,
    loss: 2,
    obligation: 2,
    payment: 2,
    payment_confirmation: 1,
    obligation_confirmation: 1,
    retraction: 5,
    party: 1,
    plot: 3,
    due_diligence: 1,
    correction: 8,
  }),
  theme({ harvest: 1, lot: 2, custody_transfer: 12, delivery: 3, loss: 3, retraction: 1, correction: 4 }),
  theme({ lot: 1, obligation: 2, delivery: 10, delivery_confirmation: 6, retraction: 3, correction: 5 }),
  theme({ lot: 8, plot: 5, harvest: 4, delivery: 5, custody_transfer: 1, retraction: 2, correction: 5 }),
  theme({ plot: 12, harvest: 3, delivery: 3, due_diligence: 2, lot: 1, retraction: 2, correction: 6 }),
]

const MONEY = theme({
  obligation: 3,
  delivery: 3,
  delivery_confirmation: 2,
  obligation_confirmation: 3,
  payment: 15,
  payment_confirmation: 7,
  retraction: 1,
  correction: 7,
})

const LOTS = theme({ lot: 8, plot: 6, harvest: 4, delivery: 6, retraction: 1, correction: 3 })

const ORDERLY_LOTS = theme({ lot: 5, plot: 4, harvest: 5, delivery: 5, retraction: 1, correction: 1 })

/** Numbers that lead to the usual choice; one record in eight keeps its own. */
function orderly(seed: Seed): Seed {
  if (oneIn(8, seed.rank)) return seed
  return {
    ...seed,
    // One holder's, told by those they are about, without a mandate.
    from: 6 * seed.from,
    teller: 3 * seed.teller + 1,
    mandate: 5 * seed.mandate + 1,
    // Cherry in kilograms without a conversion: much comes in, little is drawn, and a lot is less than went into it.
    mass: pick(ORDERLY_LOTS, seed.kind) === 'lot' ? seed.mass % 3 : 3 + (seed.mass % 6),
    inputs: seed.inputs.map(([n, kg]) => [n, oneIn(5, kg) ? kg : 1]),
    cited: oneIn(3, seed.cited) ? seed.cited + 1 : seed.cited,
    extras: seed.extras % 384,
  }
}

const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T
const oneIn = (n: number, number: number): boolean => number % n === 0
const NOWHERE = uuid(0xffff)

function grow(seeds: readonly Seed[], kinds: readonly Kind[]): RecordBody[] {
  const ids = seeds.map((seed, at) => uuid((seed.rank << 8) | at))
  const planned: { type: RecordType; parent: number | undefined }[] = []
  for (const seed of seeds) {
    const kind = pick(kinds, seed.kind)
    const parents = planned.flatMap(({ type }, candidate) => (isActing(type) ? [] : [candidate]))
    if (kind !== 'correction') planned.push({ type: kind, parent: undefined })
    else if (parents.length === 0) planned.push({ type: 'lot', parent: undefined })
    else {
      // Towards the last ones, so that chains grow long, and often the same one again, so that they fork.
      const deliveries = parents.filter((candidate) => planned[candidate]?.type === 'delivery')
      const choices = [
        parents.slice(-3),
        parents.slice(0, 4),
        deliveries.length > 0 ? deliveries.slice(0, 2) : parents,
      ]
      const parent = pick(pick(choices, seed.target), seed.target >> 2)
      planned.push({ type: planned[parent]?.type as RecordType, parent })
    }
  }
  const idsOf = (...types: RecordType[]) =>
    planned.flatMap(({ type }, at) => (types.includes(type) ? [ids[at] as string] : []))
  // Corrections more often than others: that is what resolves a fork.
  const retractable = (n: number) =>
    planned.flatMap(({ type, parent }, at) =>
      type !== 'retraction' && (parent !== undefined || oneIn(2, n)) ? [ids[at] as string] : [],
    )
  const bodies: RecordBody[] = []
  for (const [at, seed] of seeds.entries()) {
    const { type, parent } = planned[at] as (typeof planned)[number]
    const before = parent === undefined ? undefined : bodies[parent]
    const alike = parent === undefined ? bodies.filter((one) => one.type === type && isWeighed(one)) : []
    const said =
      alike.length > 0 && oneIn(3, seed.target >> 4)
        ? again(pick(alike, seed.target >> 6), seed)
        : body(ids[at] as string, type, seed, before, { of: idsOf, retractable })
    bodies.push({ ...said, id: ids[at] as string })
  }
  return bodies
}

const isWeighed = ({ type }: RecordBody): boolean => type === 'harvest' || type === 'delivery'

/** The same once more, or nearly so. */
function again({ supersedes: _, ...said }: RecordBody, { extras }: Seed): RecordBody {
  const other = pick(
    [{}, {}, {}, { asserted_by: COOP }, { lawful_basis: 'medical' }, { crop: 'teff' }],
    extras,
  )
  return { ...said, ...other } as RecordBody
}

const isActing = (type: RecordType): boolean => descriptors[type].actsOn !== undefined

interface Ids {
  of(...types: RecordType[]): string[]
  retractable(n: number): string[]
}

function body(
  id: string,
  type: RecordType,
  seed: Seed,
  before: RecordBody | undefined,
  ids: Ids,
): RecordBody {
  const { asserted_by: _, on_behalf_of: __, delegation_id: ___, ...repeated } = before ?? { asserted_by: '' }
  const own = before !== undefined && oneIn(2, seed.extras >> 3) ? repeated : members(type, seed, ids)
  const stated = { ...own, ...(type === 'lot' ? { inputs: inputs(seed, ids) } : {}) } as Record<
    string,
    unknown
  >
  const leading =
    stated.producer ?? stated.holder ?? stated.from_party ?? stated.obligor ?? stated.payer ?? stated.party
  const asserted = oneIn(3, seed.teller) || leading === undefined ? pick(PARTIES, seed.teller >> 2) : leading
  const mandate = oneIn(5, seed.mandate)
    ? {
        on_behalf_of: oneIn(2, seed.mandate >> 3) ? (leading ?? BEN) : pick(PARTIES, seed.mandate >> 4),
        delegation_id: delegation(pick(['paper', 'bylaw', 'unknown'], seed.mandate >> 7), seed.mandate >> 9),
      }
    : {}
  // Lots come early, so that much happens to them; corrected, they may begin after it.
  const at = seed.at % (type === 'lot' && before === undefined ? 3 : 7)
  return {
    ...stated,
    id,
    type,
    record_class: 'observation',
    occurred_at: hour(at),
    recorded_at: hour(at + pick([0, 0, 0, 1, -1], seed.lag)),
    received_at: hour(at + pick([0, 2, 2, 720, 721], seed.lag >> 3)),
    asserted_by: asserted as string,
    ...precision(seed),
    lawful_basis: oneIn(7, seed.extras >> 2) ? 'contract_performance' : 'consent',
    ...mandate,
    ...(before === undefined ? {} : { supersedes: before.id }),
    ...(oneIn(23, seed.extras) ? { device_id: pick([uuid(0xd1), uuid(0xd2)], seed.extras >> 5) } : {}),
    ...(oneIn(29, seed.extras)
      ? { evidence: [{ sha256: pick(['a', 'b'], seed.extras >> 5).repeat(64), media_type: 'image/png' }] }
      : {}),
  } as Record<string, unknown> as RecordBody
}

/** Mostly exact, so that records meet at an instant. */
const precision = ({ extras }: Seed): object => {
  const stated = pick([undefined, 'instant', 'instant', 'instant', 'day', 'month'], extras >> 4)
  return stated === undefined ? {} : { occurred_at_precision: stated }
}

function members(type: RecordType, seed: Seed, ids: Ids): object {
  const from_party = pick(PARTIES.slice(0, 3), seed.from)
  const to_party = pick([ANNA, BEN, COOP, ANNA, BEN, COOP, TRADER], seed.to)
  const named = (n: number, ...types: RecordType[]) => reference(ids.of(...types), n)
  const lot = { lot_id: named(seed.lot, 'lot') }
  switch (type) {
    case 'party':
      return { party: from_party, kind: 'person', display_name: 'Somebody' }
    case 'harvest':
      return { producer: from_party, ...crop(seed), ...mass(seed), ...grownOn(seed) }
    case 'lot':
      return { holder: pick(PARTIES.slice(0, 2), seed.from), ...crop(seed), ...mass(seed) }
    case 'delivery':
      return {
        from_party: pick(PARTIES.slice(0, 2), seed.from),
        to_party: pick(PARTIES.slice(1, 3), seed.to),
        ...crop(seed),
        ...mass(seed),
        ...(oneIn(3, seed.lot >> 8) ? {} : lot),
        ...(oneIn(3, seed.owed >> 8) ? {} : { obligation_id: named(seed.owed, 'obligation') }),
        ...grownOn(seed),
        ...(oneIn(2, seed.extras >> 6) ? {} : { agreed_price: price(seed) }),
      }
    case 'custody_transfer':
      return { from_party, to_party, ...lot, ...(oneIn(2, seed.extras) ? mass(seed) : {}) }
    case 'loss':
      return { ...lot, ...mass(seed), cause: 'drying' }
    case 'obligation':
      return {
        kind: 'deliver_produce',
        obligor: pick(PARTIES.slice(0, 2), seed.from),
        obligee: pick(PARTIES.slice(1, 3), seed.to),
        ...(oneIn(4, seed.extras) ? {} : crop(seed)),
        ...(oneIn(5, seed.extras) ? {} : mass(seed)),
        ...(oneIn(4, seed.extras >> 6) ? {} : { amount: price(seed) }),
      }
    case 'delivery_confirmation':
      return { delivery_id: named(seed.target, 'delivery'), ...given(seed) }
    case 'obligation_confirmation':
      return { obligation_id: named(seed.target, 'obligation'), ...given(seed) }
    case 'payment': {
      // What an obligation is from or, the other way about, a delivery.
      const pair = [ANNA, pick([BEN, BEN, COOP], seed.to)]
      const [payer, payee] = oneIn(3, seed.owed) ? [pair[1], pair[0]] : pair
      const paid = parts(seed, ids)
      return {
        payer,
        payee,
        amount: price(seed),
        method: pick(['cash', 'cash', 'mobile_money', 'offset'], seed.cited),
        purpose: 'other',
        ...(paid.length === 0 ? {} : { settles: paid }),
      }
    }
    case 'payment_confirmation':
      return { payment_id: named(seed.target, 'payment'), ...given(seed) }
    case 'plot':
      return {
        plot: pick(PLOTS, seed.target),
        holder: from_party,
        country: pick(['UG', 'UG', 'UG', 'SS'], seed.extras >> 3),
        ...(oneIn(3, seed.extras)
          ? { crops: pick([['cherry'], ['maize', 'green'], ['teff'], []], seed.extras >> 2) }
          : {}),
        ...outline(seed),
      }
    case 'due_diligence':
      return { ...lot, reference: '26UG1', filed_by: to_party, filed_at: hour(5) }
    case 'retraction':
      return { target_id: pick(ids.retractable(seed.target), seed.target >> 1) ?? NOWHERE, reason: 'other' }
  }
}

/** How a confirmation was given; now and then on paper. */
const given = ({ extras, cited }: Seed): object => ({
  channel: pick(['app', 'in_person'], extras),
  ...(oneIn(3, cited) ? { signed_by: pick([ANNA, BEN, ANNA, BEN, COOP], cited >> 2) } : {}),
})

/** Mostly one of the first three, so that links meet; now and then of the wrong type, or of nothing. */
function reference(fitting: readonly string[], n: number): string {
  if (fitting.length === 0 || oneIn(19, n)) return NOWHERE
  return pick(oneIn(2, n) ? fitting.slice(0, 2) : fitting, n >> 1)
}

function inputs(seed: Seed, ids: Ids): { record_id: string; kg: number }[] {
  const drawable = ids.of(
    'harvest',
    'lot',
    'delivery',
    ...(oneIn(7, seed.extras) ? (['obligation'] as const) : []),
  )
  return seed.inputs.map(([n, kg]) => ({
    record_id: reference(drawable, n),
    kg: pick([0, 5, 60.1, 120.2], kg),
  }))
}

/** Amounts that are easily met and passed, and two that a number cannot add up. */
const price = ({ mass: n, extras }: Seed) => ({
  amount_minor: oneIn(43, extras) ? Number.MAX_SAFE_INTEGER : pick([10, 10, 20, 30], n >> 6),
  currency: pick(['UGX', 'UGX', 'UGX', 'UGX', 'KES'], extras >> 9),
})

/** Debts of either direction, in equal parts more often than not, so that offsets balance. */
function parts(seed: Seed, ids: Ids): { record_id: string; amount_minor: number }[] {
  const payable = ids.of('obligation', 'delivery', ...(oneIn(7, seed.extras) ? (['lot'] as const) : []))
  return seed.inputs.map(([n, amount]) => ({
    record_id: reference(payable, n),
    amount_minor: oneIn(29, amount) ? Number.MAX_SAFE_INTEGER : pick([10, 20, 10, 20, 40], amount),
  }))
}

/** The stable ids of all plots there are. */
const PLOTS = [uuid(0xf1), uuid(0xf2), uuid(0xf3), uuid(0xf4)]

const grownOn = ({ target, cited }: Seed): object =>
  oneIn(2, cited)
    ? {
        plot_ids: oneIn(3, target)
          ? [pick(PLOTS, target)]
          : [pick(PLOTS, target), pick([...PLOTS, NOWHERE], target >> 3)],
      }
    : {}

/** Sides and places in steps of some 120 m on the equator: neighbours often share an edge, or lie on each other. */
const STEP = 0.001083
/** A square step in hectares, by the length of a degree there. */
const STEP_HA = (STEP * 111_319.5 * STEP * 110_574.3) / 10_000

function outline({ inputs: drawn, mass: n, cited, lag }: Seed): object {
  const [x, y] = [32 + STEP * (n % 4), STEP * ((n >> 3) % 4)]
  const [wide, high] = [1 + ((n >> 6) % 3), 1 + ((n >> 8) % 2)]
  const [east, north] = [x + STEP * wide, y + STEP * high]
  const at = (lon: number, lat: number) =>
    oneIn(5, lag >> 2) ? [round(lon, 5), round(lat, 5)] : [round(lon, 6), round(lat, 6)]
  const square = [at(x, y), at(east, y), at(east, north), at(x, north), at(x, y)]
  const bow = [at(x, y), at(east, north), at(east, y), at(x, north), at(x, y)]
  const kind = pick(['polygon', 'polygon', 'polygon', 'point', 'bow', 'none'], cited >> 3)
  const area_ha = pick(
    [undefined, wide * high * STEP_HA, wide * high * STEP_HA * 1.05, 8, 0, -1],
    drawn.length + (lag >> 4),
  )
  const stated = area_ha === undefined ? {} : { area_ha }
  if (kind === 'none') return stated
  if (kind === 'point')
    return { ...stated, geometry: { type: 'Point', coordinates: at(x + STEP / 2, y + STEP / 2) } }
  return { ...stated, geometry: { type: 'Polygon', coordinates: [kind === 'bow' ? bow : square] } }
}

const round = (degrees: number, decimals: number): number => Number(degrees.toFixed(decimals))

const crop = ({ extras }: Seed) => ({
  crop: pick(['cherry', 'cherry', 'cherry', 'green', 'teff'], extras >> 7),
})

/** Kilograms that do not add up exactly in binary, other units, and factors that fit or do not. */
function mass({ mass: n, cited }: Seed): object {
  const value = pick([0.1, 0.2, 0.3, 10, 60, 99.9, 100, 102, 120], n)
  const unit = pick(['kg', 'kg', 'kg', 'kg', 'g', 't', 'bag', 'tin', 'basket', 'heap'], n >> 4)
  const quantity = { value, unit }
  if (!oneIn(3, cited)) return { quantity }
  const conversion_id = pick(
    ['bag', 'tin', 'thin-basket', 'good-basket', 'to-green', 'back-to-cherry', 'ugandan-bag', 'none'],
    cited >> 2,
  )
  if (oneIn(4, cited >> 5)) return { quantity, conversion_id }
  const normalized_kg = pick([value, value * 60, value * 0.2, value * 20, value * 12, 7], cited >> 7)
  return { quantity, conversion_id, normalized_kg }
}
