import { RECORD_TYPES, type RecordBody, type RecordType } from '../../../../src/domain/types/index.ts'
import { rectangle } from '../../../support/outlines.ts'
import { actsOnAnother } from '../../../support/record-types.ts'
import { firstOf, type OracleDelegation } from '../../../support/records/gate/oracle.ts'
import { DAY, READERS, type World } from './world.ts'

/** Records as people would send them: mostly sensible, often mistaken, sometimes none of their business. */

export const BASES = [
  'consent',
  'consent',
  'consent',
  'special_data_consent',
  'special_data_consent',
  'public_duty',
  'contract_performance',
  'legal_obligation',
  'legal_authorisation',
  'public_duty',
  'law_enforcement',
  'national_security',
  'medical',
] as const
export const KINDS = ['person', 'cooperative', 'business', 'institution', 'agency', 'unknown'] as const

/** Mostly of one form, so that deliveries fit their lots; sometimes of another form or crop. */
const CROPS = ['coffee_green', 'coffee_green', 'coffee_green', 'coffee_parchment', 'maize_grain'] as const

export interface Attempt {
  readonly asserter: string
  readonly draft: Readonly<Record<string, unknown>> & { readonly occurred_at: string }
  readonly mandate: OracleDelegation | null
  readonly act: 'assert' | 'correct' | 'confirm'
  /** The type that a mandate must cover: of the record itself, or of the one acted on. */
  readonly covers: string
  readonly target: RecordBody | null
}

export function anAttempt(w: World): Attempt {
  const { random } = w
  const mandate = w.delegations.length > 0 && random.chance(0.4) ? random.pick(w.delegations) : null
  const type: RecordType =
    mandate && random.chance(0.7)
      ? random.pick(mandate.types as readonly RecordType[])
      : random.pick([...RECORD_TYPES, 'lot', 'loss', 'delivery', 'custody_transfer', 'retraction'])
  const target = targetOf(w, type, mandate)
  const asserter = mandate?.delegate ?? whoever(w, type, target)
  const draft = {
    id: type === 'lot' && w.promised.length > 0 && random.chance(0.5) ? random.pick(w.promised) : w.id(),
    type,
    occurred_at: new Date(w.nowMs - random.below(random.chance(0.2) ? 40 : 4) * DAY).toISOString(),
    ...(mandate ? { on_behalf_of: mandate.principal, delegation_id: mandate.id } : {}),
    ...(target && !actsOnAnother(type) ? { supersedes: target.id } : {}),
    ...fieldsOf(w, type, target, mandate?.principal ?? asserter),
  }
  const act = isConfirmation(type) ? 'confirm' : target ? 'correct' : 'assert'
  return { asserter, draft, mandate, act, covers: target?.type ?? type, target }
}

/** What is corrected, retracted or confirmed; mostly something that the writer or his principal may act on. */
function targetOf(w: World, type: string, mandate: OracleDelegation | null): RecordBody | null {
  const { random } = w
  const acting = actsOnAnother(type)
  if (!acting && random.chance(0.7)) return null
  const fitting = w.records.filter((r) =>
    type === 'retraction'
      ? r.type !== 'retraction' || random.chance(0.02)
      : r.type === (acting ? confirmedBy(type) : type),
  )
  const seen = fitting.filter((r) => w.shown.some((s) => s.id === r.id && !s.own))
  if (seen.length > 0 && random.chance(0.3)) return random.pick(seen)
  const shared = writtenForAnother(w).filter(
    (r) => fitting.includes(r) && (!mandate || firstOf(w, r).on_behalf_of === mandate.principal),
  )
  if (shared.length > 0 && random.chance(0.4)) return random.pick(shared)
  const theirs = mandate
    ? fitting.filter((r) =>
        isConfirmation(type)
          ? partiesOf(r).includes(mandate.principal)
          : [firstOf(w, r).asserted_by, firstOf(w, r).on_behalf_of].includes(mandate.principal),
      )
    : fitting
  const among = theirs.length > 0 ? theirs : fitting
  if (among.length === 0) return null
  return random.chance(0.4) ? (among[among.length - 1] as RecordBody) : random.pick(among)
}

/** Records of chains that one party began for another: both may correct them, and neither is owed word of it. */
export const writtenForAnother = (w: World): RecordBody[] =>
  w.records.filter((r) => firstOf(w, r).on_behalf_of !== undefined)

function whoever(w: World, type: string, target: RecordBody | null): string {
  const { random } = w
  const lots = w.records.filter((r) => r.type === 'lot')
  if (
    !target &&
    ['custody_transfer', 'loss', 'due_diligence'].includes(type) &&
    lots.length > 0 &&
    random.chance(0.6)
  )
    return random.pick(lots).holder as string
  if (!target || random.chance(0.15)) return random.pick(w.parties)
  const first = firstOf(w, target)
  if (!isConfirmation(type))
    return random.chance(0.5) ? (first.on_behalf_of ?? first.asserted_by) : first.asserted_by
  const parties = partiesOf(target)
  return parties.find((party) => party !== target.asserted_by) ?? random.pick(parties)
}

const isConfirmation = (type: string): boolean => type.endsWith('_confirmation')
const confirmedBy = (type: string): string => type.replace('_confirmation', '')
const partiesOf = (r: RecordBody) =>
  [r.from_party ?? r.payer ?? r.obligor, r.to_party ?? r.payee ?? r.obligee].filter(
    (party) => party !== undefined,
  )

function fieldsOf(w: World, type: RecordType, target: RecordBody | null, by: string): object {
  const { random } = w
  const anybody = () => random.pick(w.parties)
  /** The writer has often a part in what it writes. */
  const writer = () => (random.chance(0.4) ? by : anybody())
  const known = (wanted: string) => w.records.filter((r) => r.type === wanted)
  const basis = { lawful_basis: random.pick(BASES) }
  const quantity = { value: 1 + random.below(500), unit: 'kg' }
  const { grade } = w
  switch (type) {
    case 'party':
      return {
        ...basis,
        party: target && random.chance(0.8) ? target.party : writer(),
        kind: random.pick(KINDS),
        display_name: 'N',
        ...(random.chance(0.15) ? { same_as: anybody() } : {}),
      }
    case 'harvest':
      return { ...basis, producer: writer(), crop: 'coffee_green', quantity, ...grownOn(w) }
    case 'lot':
      return {
        ...basis,
        holder: writer(),
        crop: random.pick(CROPS),
        quantity,
        grade,
        inputs: [
          ...random.some([...known('harvest'), ...known('delivery')], 0.25).map((r) => r.id),
          ...random.some(known('lot'), 0.1).map((r) => r.id),
          ...random.some(w.inferences, 0.05).map(({ body }) => body.id),
        ].map((record_id) => ({ record_id, kg: 5 })),
      }
    case 'delivery': {
      const priced = random.chance(0.2)
      return {
        ...basis,
        ...(priced
          ? {
              agreed_price: { amount_minor: 5, currency: 'UGX' },
              ...(random.chance(0.9) ? { lawful_basis: 'special_data_consent' } : {}),
            }
          : {}),
        from_party: writer(),
        to_party: anybody(),
        crop: random.pick(CROPS),
        quantity,
        grade,
        ...grownOn(w),
        lot_id: aLot(w),
        ...(known('obligation').length > 0 ? { obligation_id: random.pick(known('obligation')).id } : {}),
      }
    }
    case 'custody_transfer':
      return {
        ...basis,
        lot_id: theirLot(w, by) ?? aLot(w),
        from_party: random.chance(0.9) ? by : anybody(),
        // Those who are given leave to read are handed lots too, and then read them as their own.
        to_party: random.chance(0.5) ? random.pick(w.parties.slice(0, READERS)) : anybody(),
      }
    case 'loss':
      return { ...basis, lot_id: theirLot(w, by) ?? aLot(w), quantity, cause: 'drying' }
    case 'plot':
      return {
        ...basis,
        plot: w.id(),
        name: `P${w.records.length}x`,
        holder: writer(),
        ...aSquare(random),
      }
    case 'due_diligence':
      return {
        ...basis,
        lot_id: theirLot(w, by) ?? aLot(w),
        reference: 'R1',
        filed_by: anybody(),
        filed_at: '2026-06-01T00:00:00Z',
      }
    case 'obligation':
      return {
        lawful_basis: random.chance(0.95) ? 'special_data_consent' : random.pick(BASES),
        kind: 'deliver_produce',
        obligor: writer(),
        obligee: anybody(),
        crop: 'coffee_green',
        quantity,
        ...(random.chance(0.5) ? { amount: { amount_minor: 5, currency: 'UGX' } } : {}),
      }
    case 'payment': {
      const payer = writer()
      const payee = random.pick(w.parties.filter((party) => party !== payer))
      const debts = random.some([...known('obligation'), ...known('delivery')], 0.2)
      const settles = debts.map((r) => ({ record_id: r.id, amount_minor: 1 + random.below(4) }))
      return {
        lawful_basis: random.chance(0.95) ? 'special_data_consent' : random.pick(BASES),
        ...(random.chance(0.5) ? { payer, payee } : { payer: payee, payee: payer }),
        amount: { amount_minor: 1 + random.below(9), currency: 'UGX' },
        method: random.pick(['cash', 'mobile_money', 'offset']),
        purpose: 'other',
        ...(settles.length === 0 ? {} : { settles: settles.slice(0, 64) }),
      }
    }
    case 'obligation_confirmation':
      return { obligation_id: target?.id ?? w.id(), channel: 'app' }
    case 'payment_confirmation':
      return { payment_id: target?.id ?? w.id(), channel: 'app' }
    case 'delivery_confirmation':
      return { delivery_id: target?.id ?? w.id(), channel: 'app' }
    case 'retraction':
      return { target_id: target?.id ?? w.id(), reason: 'other' }
  }
}

/** Mostly it does not say on which plots; sometimes on one that nobody has stated. */
function grownOn(w: World): { readonly plot_ids?: readonly string[] } {
  const { random } = w
  if (random.chance(0.6)) return {}
  const plots = w.records.flatMap((r) => (r.type === 'plot' ? [r.plot as string] : []))
  return { plot_ids: [...new Set([random.pick([...plots, random.id(0)]), ...random.some(plots, 0.1)])] }
}

/** Few places, so that plots lie on each other. */
export function aSquare(random: World['random']) {
  const [x, y] = [32.000001 + random.below(3) / 1000, 1.000001 + random.below(3) / 1000]
  const [east, north] = [x + random.pick([0.001, 0.002]), y + 0.001]
  const ring = rectangle(x, y, east, north)
  return {
    geometry: { type: 'Polygon', coordinates: [ring] },
    area_ha: 1 + random.below(3),
    country: random.pick(['UG', 'UG', 'UG', 'ET']),
    ...(random.chance(0.2) ? { decimals: random.pick([5, 6, 7]) } : {}),
  }
}

/** Mostly a lot that the party holds or was handed. */
function theirLot(w: World, party: string): string | null {
  const handed = w.records.filter((r) => r.type === 'custody_transfer' && r.to_party === party)
  const theirs = w.records.filter(
    (r) => r.type === 'lot' && (r.holder === party || handed.some((t) => t.lot_id === r.id)),
  )
  return theirs.length > 0 && w.random.chance(0.8) ? w.random.pick(theirs).id : null
}

/** A lot that is there, or one whose id is given out before it arrives; seldom something that is no lot. */
function aLot(w: World): string {
  const { random } = w
  const lots = w.records.filter((r) => r.type === 'lot')
  if (lots.length > 0 && random.chance(0.75)) return random.pick(lots).id
  if (random.chance(0.05)) return random.pick([...w.records, ...w.inferences.map(({ body }) => body)]).id
  const id = w.id()
  w.promised.push(id)
  return id
}
