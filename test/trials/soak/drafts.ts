import { PAYMENT_METHODS, PAYMENT_PURPOSES } from '../../../src/domain/payment-words.ts'
import { LAWFUL_BASES, MEASUREMENT_METHODS } from '../../../src/domain/shapes.ts'
import { LOSS_CAUSES } from '../../../src/domain/types/loss.ts'
import { OBLIGATION_KINDS } from '../../../src/domain/types/obligation.ts'
import { RETRACTION_REASONS } from '../../../src/domain/types/retraction.ts'
import type { Random } from '../../support/records/gate/random.ts'
import { type DeviceClock, writtenInstant } from './clock.ts'
import type { Draft, Expectation } from './ledger.ts'
import type { Memory } from './memory.ts'

/** Records as devices write them, of every type, naming one another in any order. */

/** A principal that this party may write for. */
export interface Mandate {
  readonly id: string
  readonly principal: string
}

export interface Writer {
  readonly party: string
  readonly deviceId: string
  readonly random: Random
  readonly clock: DeviceClock
  /** Records that it wrote or was brought. */
  readonly memory: Memory
  /** Records somebody spoke of, that may never come. */
  readonly hearsay: Memory
  /** Everybody, those included whom no record has told of yet. */
  readonly people: readonly string[]
  readonly mandates: readonly Mandate[]
}

export interface Written {
  readonly draft: Draft
  readonly expects: Expectation
}

/** Written about by several, so that references meet. */
const SPOKEN_OF: ReadonlySet<string> = new Set(['lot', 'delivery', 'obligation', 'harvest'])
const CROPS = ['coffee_arabica_parchment', 'coffee_arabica_fresh_cherry', 'maize_grain', 'some_unknown_crop']

type Fields = Readonly<Record<string, unknown>>

/** The next record of this writer. */
export function writtenBy(w: Writer): Written {
  const written = anAct(w) ?? plain(w)
  w.memory.note({ ...written.draft, asserted_by: w.party })
  if (SPOKEN_OF.has(written.draft.type)) w.hearsay.note(written.draft)
  return written
}

/** Corrects, retracts or confirms something that it knows of; undefined where it does not, or has no mind to. */
function anAct(w: Writer): Written | undefined {
  const { random, memory, party } = w
  const isOurs = (record: Draft) => random.chance(0.03) || record.asserted_by === party
  const roll = random.below(100)
  if (roll < 16) {
    const target = memory.some(random, PLAIN, isOurs)
    return target && acting(w, target.type, { ...correctedFields(w, target), supersedes: target.id })
  }
  if (roll < 24) {
    const target = memory.some(random, [...PLAIN, 'delivery_confirmation', 'payment_confirmation'], isOurs)
    return (
      target && acting(w, 'retraction', { target_id: target.id, reason: random.pick(RETRACTION_REASONS) })
    )
  }
  if (roll < 36) {
    const isTheirs = (r: Draft) =>
      r.asserted_by !== party && [r.from_party, r.to_party, r.payer, r.payee].includes(party)
    const type = random.pick(['delivery', 'delivery', 'payment'])
    const target = memory.some(random, [type], random.chance(0.95) ? isTheirs : undefined)
    return target && acting(w, `${type}_confirmation`, { [`${type}_id`]: target.id, channel: 'app' })
  }
  return undefined
}

const acting = (w: Writer, type: string, fields: Fields): Written => ({
  draft: { ...envelope(w), type, ...fields },
  expects: 'acting',
})

/** What the service sets, and what a correction says anew. */
const NOT_COPIED = [
  ...[
    'id',
    'derived',
    'received_at',
    'recorded_at',
    'asserted_by',
    'device_id',
    'record_class',
    'occurred_at',
  ],
  ...['supersedes', 'on_behalf_of', 'delegation_id', 'note', 'occurred_at_precision'],
]

function correctedFields(w: Writer, target: Draft): Fields {
  const kept = Object.fromEntries(Object.entries(target).filter(([member]) => !NOT_COPIED.includes(member)))
  return { ...kept, ...('quantity' in kept ? measured(w) : {}), note: `corrected ${w.random.below(1e6)}` }
}

/** A record that needs nobody's leave: it must be taken whatever it names. */
export function plain(w: Writer, type = w.random.pick(PLAIN_AS_OFTEN)): Written {
  const { random, mandates } = w
  const mandate = mandates.length > 0 && random.chance(0.2) ? random.pick(mandates) : null
  const by = mandate?.principal ?? w.party
  const draft = {
    ...envelope(w),
    type,
    lawful_basis: random.pick(LAWFUL_BASES),
    ...(mandate ? { on_behalf_of: mandate.principal, delegation_id: mandate.id } : {}),
    ...(FIELDS[type](w, by) as Fields),
  }
  return { draft, expects: 'taken' }
}

function envelope({ clock, random, deviceId }: Writer): Fields & { readonly id: string } {
  const nowMs = clock.nowMs()
  return {
    id: random.id(nowMs),
    occurred_at: writtenInstant(nowMs - random.below(3 * 86_400_000), random),
    ...(random.chance(0.7) ? { recorded_at: writtenInstant(nowMs, random) } : {}),
    ...(random.chance(0.2) ? { occurred_at_precision: random.pick(['instant', 'day', 'season']) } : {}),
    ...(random.chance(0.2) ? { device_id: deviceId } : {}),
    ...(random.chance(0.3) ? { note: `written in the field ${'x'.repeat(random.below(400))}` } : {}),
  }
}

function measured({ random }: Writer): Fields {
  const value = 1 + random.below(5_000) / 10
  const unit = random.pick(['kg', 'kg', 'bag_60kg', 'debe'])
  return {
    quantity: { value, unit, ...(unit === 'debe' ? { label: 'debe kubwa' } : {}) },
    ...(unit === 'kg' ? { normalized_kg: value, conversion_id: 'kg_exact' } : {}),
    ...(random.chance(0.5) ? { measurement_method: random.pick(MEASUREMENT_METHODS) } : {}),
  }
}

/** The id of a record of this type that the writer knows or heard of, or of none at all. */
function someId({ random, memory, hearsay, clock }: Writer, type: string): string {
  const from = random.chance(0.7) ? memory : hearsay
  return from.some(random, [type])?.id ?? random.id(clock.nowMs())
}

const anybody = ({ random, people }: Writer, by: string) => (random.chance(0.5) ? by : random.pick(people))

function twoParties(w: Writer, by: string): readonly [string, string] {
  const other = w.random.pick(w.people)
  return w.random.chance(0.5) ? [by, other] : [other, by]
}

const MONEY = { amount_minor: 125_000, currency: 'UGX' }

const FIELDS = {
  party: (w: Writer, by: string) => ({
    party: anybody(w, by),
    kind: w.random.pick(['person', 'person', 'unknown', 'business']),
    display_name: `Somebody ${w.random.below(1_000)}`,
  }),
  harvest: (w: Writer, by: string) => ({
    producer: anybody(w, by),
    crop: w.random.pick(CROPS),
    ...measured(w),
    season: '2026 main season',
    ...(w.random.chance(0.2) ? { evidence: [{ sha256: 'ab'.repeat(32), media_type: 'image/jpeg' }] } : {}),
  }),
  lot: (w: Writer, by: string) => ({
    holder: anybody(w, by),
    crop: w.random.pick(CROPS),
    ...measured(w),
    inputs: Array.from({ length: w.random.below(4) }, () => ({
      record_id: someId(w, w.random.pick(['harvest', 'delivery', 'lot'])),
      kg: w.random.below(100),
    })),
  }),
  delivery: (w: Writer, by: string) => {
    const [from, to] = twoParties(w, by)
    return {
      from_party: from,
      to_party: to,
      crop: w.random.pick(CROPS),
      ...measured(w),
      ...(w.random.chance(0.5) ? { lot_id: someId(w, 'lot') } : {}),
      ...(w.random.chance(0.3) ? { obligation_id: someId(w, 'obligation') } : {}),
      ...(w.random.chance(0.2) ? { agreed_price: MONEY, lawful_basis: 'special_data_consent' } : {}),
    }
  },
  custody_transfer: (w: Writer, by: string) => ({
    lot_id: someId(w, 'lot'),
    from_party: w.random.chance(0.9) ? by : w.random.pick(w.people),
    to_party: w.random.pick(w.people),
    ...(w.random.chance(0.5) ? measured(w) : {}),
  }),
  loss: (w: Writer) => ({ lot_id: someId(w, 'lot'), ...measured(w), cause: w.random.pick(LOSS_CAUSES) }),
  obligation: (w: Writer, by: string) => {
    const [obligor, obligee] = twoParties(w, by)
    return {
      kind: w.random.pick(OBLIGATION_KINDS),
      obligor,
      obligee,
      lawful_basis: 'special_data_consent',
      crop: w.random.pick(CROPS),
      ...(w.random.chance(0.7) ? measured(w) : { amount: MONEY }),
      due_at: writtenInstant(w.clock.nowMs() + 30 * 86_400_000, w.random),
    }
  },
  payment: (w: Writer, by: string) => {
    const others = w.people.filter((party) => party !== by)
    const [payer, payee] = w.random.chance(0.5) ? [by, w.random.pick(others)] : [w.random.pick(others), by]
    const settles = Array.from({ length: w.random.below(4) }, () => ({
      record_id: someId(w, w.random.pick(['delivery', 'obligation'])),
      amount_minor: w.random.pick([1, 50_000, 125_000, Number.MAX_SAFE_INTEGER]),
    }))
    return {
      ...{ payer, payee, amount: MONEY, lawful_basis: 'special_data_consent' },
      method: w.random.pick(PAYMENT_METHODS),
      purpose: w.random.pick(PAYMENT_PURPOSES),
      ...(settles.length === 0 ? {} : { settles }),
      ...(w.random.chance(0.3) ? { reference: `MP${w.random.below(1_000)}` } : {}),
    }
  },
} satisfies Record<string, (w: Writer, by: string) => Fields>

type PlainType = keyof typeof FIELDS
const PLAIN = Object.keys(FIELDS) as PlainType[]
/** Types by how often each is written. */
const PLAIN_AS_OFTEN: readonly PlainType[] = [
  ...['harvest', 'harvest', 'harvest', 'delivery', 'delivery', 'delivery', 'delivery', 'lot', 'lot'],
  ...['custody_transfer', 'custody_transfer', 'loss', 'loss', 'obligation', 'obligation', 'party'],
  ...['payment', 'payment'],
] as PlainType[]
