import { possibleHandOvers } from '../../src/domain/derived/hand-overs.ts'
import { speakersOn, spokenFor } from '../../src/domain/derived/members.ts'
import type {
  ConversionFacts,
  Lot,
  PlotsNear,
  Surroundings,
  Transfer,
  Version,
  VersionOf,
  World,
} from '../../src/domain/derived/world.ts'
import { euFaults } from '../../src/domain/eu-outline.ts'
import { isValidGeometry } from '../../src/domain/geometry.ts'
import { type Box, hectaresOf } from '../../src/domain/outline.ts'
import { overlap } from '../../src/domain/overlap.ts'
import { touches } from '../../src/domain/touch.ts'
import { RECORD_TYPES, type RecordBody, type RecordType } from '../../src/domain/types/index.ts'
import type { Mention, Relation } from '../../src/domain/types/relations.ts'
import { worldBorders } from '../../src/registry/borders.ts'

/** Readable records, and a world over an array of them. Uses none of the rules it helps to test. */

/** The n-th id: valid, and in the order of n. */
export const uuid = (n: number): string => `01990000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

const party = (n: number): string => uuid(0xa0000 + n)
export const ANNA = party(1)
export const BEN = party(2)
export const COOP = party(3)
export const TRADER = party(4)
export const STRANGER = party(5)

const HOUR_MS = 3_600_000
const START_MS = Date.UTC(2026, 5, 1)
/** The instant so many hours after the tests' own beginning of time, as records state it. */
export const hour = (n: number): string => new Date(START_MS + n * HOUR_MS).toISOString()

export const kg = (value: number) => ({ quantity: { value, unit: 'kg' } })
export const of = (value: number, unit: string) => ({ quantity: { value, unit } })

/** What is drawn on which records, in kilograms. */
export const outOf = (...inputs: readonly (readonly [id: string, kg: number])[]) => ({
  inputs: inputs.map(([record_id, kg]) => ({ record_id, kg })),
})

/** The record that a confirmation names. */
export const confirmedIn = (body: RecordBody): string | undefined =>
  body.type === 'obligation_confirmation' ? body.obligation_id : (body.delivery_id ?? body.payment_id)

/** What one record says of others, as the database's link table would hold it. */
export function linksOf(body: RecordBody): readonly (readonly [Relation, string])[] {
  const named: (readonly [Relation, string | undefined])[] = [
    ['supersedes', body.supersedes],
    ['retracts', body.target_id],
    ['confirms', confirmedIn(body)],
    ['lot', body.lot_id],
    ['fulfils', body.type === 'delivery' ? body.obligation_id : undefined],
    ['plot', body.type === 'plot' ? body.plot : undefined],
    ['holds', body.type === 'plot' ? body.holder : undefined],
  ]
  const inputs = body.inputs ?? []
  const links = named.filter((link): link is readonly [Relation, string] => link[1] !== undefined)
  return [
    ...links,
    ...inputs.map(({ record_id }) => ['input', record_id] as const),
    ...(body.settles ?? []).map(({ record_id }) => ['settles', record_id] as const),
  ]
}

/** The types each delegation is over; one that is not told of is over none. */
export type Mandates = Readonly<Record<string, readonly RecordType[]>>

/** When mandates ended, those that did. */
export type Ended = Readonly<Record<string, number>>

/** Everything there is, in the order it arrived. */
export class MemoryWorld implements World {
  readonly versions: readonly Version[]
  readonly #mandates: Mandates
  readonly #cooperative: string
  readonly #byId = new Map<string, Version>()
  readonly #byRoot = new Map<number, Version[]>()
  readonly #naming = new Map<string, Version[]>()

  readonly #ended: Ended

  /**
   * @param cooperative what it states of somebody's plot is found as its holder's own
   * @param ended mandates that ended, and when
   */
  constructor(
    arrived: readonly RecordBody[],
    mandates: Mandates,
    cooperative: string = COOP,
    ended: Ended = {},
  ) {
    this.#ended = ended
    this.#mandates = mandates
    this.#cooperative = cooperative
    const seqOf = new Map(arrived.map((body, at) => [body.id, at + 1]))
    const bodies = new Map(arrived.map((body) => [body.id, body]))
    this.versions = arrived.map((body, at) => {
      let [first, depth] = [body, 1]
      for (; first.supersedes !== undefined; depth++) first = bodies.get(first.supersedes) as RecordBody
      return {
        seq: at + 1,
        id: body.id,
        type: body.type,
        root: seqOf.get(first.id) as number,
        depth,
        occurredAtMs: Date.parse(body.occurred_at),
        recordedAtMs: Date.parse(body.recorded_at),
        receivedAtMs: Date.parse(body.received_at),
        body,
      } as Version
    })
    for (const version of this.versions) {
      this.#byId.set(version.id, version)
      push(this.#byRoot, version.root, version)
      for (const [relation, id] of linksOf(version.body)) push(this.#naming, `${relation} ${id}`, version)
    }
  }

  byId(id: string): Version | undefined {
    return this.#byId.get(id)
  }

  near(id: string): Version | undefined {
    return this.byId(id)
  }

  mayOwn(asserting: Version, id: string, isWholePrincipal = false): readonly string[] {
    const named = this.byId(id)
    if (isWholePrincipal) return spokenFor(asserting)
    return named === undefined ? [] : speakersOn(this, asserting, named.type)
  }

  /** Never told, so that every rule does its whole work: what the service does without is compared with that. */
  isAlone(): boolean {
    return false
  }

  chain(root: number): readonly Version[] {
    return this.#byRoot.get(root) ?? []
  }

  naming(relation: Relation, ids: readonly string[]): readonly Version[] {
    return [...new Set(ids.flatMap((id) => this.#naming.get(`${relation} ${id}`) ?? []))]
  }

  mentions(relation: Mention, ids: readonly string[], by: Iterable<string>): readonly Version[] {
    const parties = new Set(by)
    return this.naming(relation, ids).filter(
      ({ body }) =>
        parties.has(body.asserted_by) ||
        (body.on_behalf_of && parties.has(body.on_behalf_of)) ||
        (body.type === 'plot' && body.asserted_by === this.#cooperative && parties.has(body.holder)),
    )
  }

  isMentioned(relation: Mention, id: string, by: readonly string[]): boolean {
    return this.mentions(relation, [id], by).length > 0
  }

  plotsNear(_: Box, by: readonly string[]): PlotsNear {
    const plots = this.versions.filter(
      (version) =>
        version.type === 'plot' &&
        by.some((party) => [version.body.asserted_by, version.body.on_behalf_of].includes(party)),
    )
    return { plots: plots as readonly VersionOf<'plot'>[], isCrowded: false }
  }

  atSameInstant({ type, occurredAtMs }: Version): readonly Version[] {
    return this.versions.filter((version) => version.type === type && version.occurredAtMs === occurredAtMs)
  }

  handOvers(lotRoot: number): readonly Transfer[] {
    return possibleHandOvers(this, lotRoot)
  }

  mayHaveReceived(party: string, lotRoot: number): boolean {
    return this.handOvers(lotRoot).some(({ body }) => body.to_party === party)
  }

  mandateCovers(delegationId: string, type: RecordType): boolean {
    return this.#mandates[delegationId]?.includes(type) ?? false
  }

  wasInForce(delegationId: string, atMs: number): boolean {
    return delegationId in this.#mandates && atMs < (this.#ended[delegationId] ?? Number.POSITIVE_INFINITY)
  }

  version(id: string): Version {
    const version = this.#byId.get(id)
    if (version === undefined) throw new Error(`the test has no record ${id}`)
    return version
  }

  lot(id: string): Lot {
    const version = this.version(id)
    if (version.type !== 'lot') throw new Error(`record ${id} is no lot`)
    return version
  }

  obligation(id: string): VersionOf<'obligation'> {
    const version = this.version(id)
    if (version.type !== 'obligation') throw new Error(`record ${id} is no obligation`)
    return version
  }
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

type Members = Readonly<Record<string, unknown>>

/** Circumstances of a record: hours for `at`, and who said it. */
export interface Told {
  readonly at?: number
  readonly by?: string
  readonly for?: string
  /** The types its mandate is over; every one unless told otherwise. */
  readonly over?: readonly RecordType[]
  /** Fixes the id, where its order matters. */
  readonly id?: string
}

/** In a tale: the id of the record that was told first, or last, of several. */
export const firstOf = (...ids: readonly [string, ...unknown[]]): string => ids[0]
export const lastOf = (...ids: readonly [...unknown[], string]): string => ids[ids.length - 1] as string

/** In a tale: a record, and what follows it. @returns its id */
export function followed(id: string, follows: (id: string) => unknown): string {
  follows(id)
  return id
}

/** Tells a story record by record; every method returns the new record's id. */
export class Story {
  readonly #bodies: RecordBody[] = []
  readonly #mandates: Record<string, readonly RecordType[]> = { mandate: RECORD_TYPES }
  #count = 0

  get bodies(): readonly RecordBody[] {
    return this.#bodies
  }

  world(): MemoryWorld {
    return new MemoryWorld(this.#bodies, this.#mandates)
  }

  record(type: RecordType, by: string, members: Members, told: Told = {}): string {
    this.#count++
    const at = hour(told.at ?? this.#count)
    const body: Record<string, unknown> = {
      id: told.id ?? uuid(this.#count),
      type,
      record_class: 'observation',
      occurred_at: at,
      recorded_at: at,
      received_at: hour((told.at ?? this.#count) + 1),
      asserted_by: told.by ?? by,
      lawful_basis: 'contract_performance',
      ...(told.for === undefined ? {} : { on_behalf_of: told.for, delegation_id: this.#mandate(told.over) }),
      ...members,
    }
    for (const [member, value] of Object.entries(body)) if (value === undefined) delete body[member]
    this.#bodies.push(body as RecordBody)
    return body.id as string
  }

  /** A mandate over these types. */
  #mandate(types: readonly RecordType[] | undefined): string {
    if (types === undefined) return 'mandate'
    const id = ['mandate over', ...types].join(' ')
    this.#mandates[id] = types
    return id
  }

  partyRecord(about: string, members: Members = {}, told: Told = {}): string {
    return this.record(
      'party',
      about,
      { party: about, kind: 'person', display_name: 'Somebody', ...members },
      told,
    )
  }

  harvest(producer: string, members: Members = {}, told: Told = {}): string {
    return this.record('harvest', producer, { producer, crop: 'cherry', ...kg(100), ...members }, told)
  }

  lot(holder: string, members: Members = {}, told: Told = {}): string {
    return this.record('lot', holder, { holder, crop: 'cherry', ...kg(100), ...members }, told)
  }

  delivery(from: string, to: string, members: Members = {}, told: Told = {}): string {
    const own = { from_party: from, to_party: to, crop: 'cherry', ...kg(10) }
    return this.record('delivery', from, { ...own, ...members }, told)
  }

  handOver(lot: string, from: string, to: string, members: Members = {}, told: Told = {}): string {
    const own = { lot_id: lot, from_party: from, to_party: to }
    return this.record('custody_transfer', from, { ...own, ...members }, told)
  }

  loss(lot: string, by: string, members: Members = {}, told: Told = {}): string {
    return this.record('loss', by, { lot_id: lot, ...kg(1), cause: 'drying', ...members }, told)
  }

  obligation(obligor: string, obligee: string, members: Members = {}, told: Told = {}): string {
    const own = { kind: 'deliver_produce', obligor, obligee, crop: 'cherry', ...kg(100) }
    return this.record('obligation', obligor, { ...own, ...members }, told)
  }

  confirm(delivery: string, by: string, members: Members = {}, told: Told = {}): string {
    const own = { delivery_id: delivery, channel: 'in_person' }
    return this.record('delivery_confirmation', by, { ...own, ...members }, told)
  }

  plot(holder: string, members: Members = {}, told: Told = {}): string {
    return this.record('plot', holder, { plot: uuid(0xf0), holder, country: 'UG', ...members }, told)
  }

  filed(lot: string, by: string, members: Members = {}, told: Told = {}): string {
    const own = { lot_id: lot, reference: '26UGA123456789', filed_by: by, filed_at: hour(1) }
    return this.record('due_diligence', by, { ...own, ...members }, told)
  }

  retract(target: string, told: Told = {}): string {
    const { asserted_by } = this.body(target)
    return this.record('retraction', asserted_by, { target_id: target, reason: 'entered_in_error' }, told)
  }

  /** The same again with other members, said by the same asserter of the same event unless told otherwise. */
  correct(target: string, members: Members = {}, told: Told = {}): string {
    const { id, on_behalf_of, delegation_id, ...before } = this.body(target)
    const times = told.at === undefined ? {} : { occurred_at: hour(told.at), recorded_at: hour(told.at) }
    const said = {
      ...before,
      ...times,
      asserted_by: told.by ?? before.asserted_by,
      supersedes: target,
      ...members,
    }
    return this.record(before.type as RecordType, before.asserted_by, said, told)
  }

  body(id: string): RecordBody {
    const body = this.#bodies.find((candidate) => candidate.id === id)
    if (body === undefined) throw new Error(`the story has no record ${id}`)
    return body
  }
}

const conversion = (
  id: string,
  kind: ConversionFacts['kind'],
  unit: string,
  factor: number,
  more: Partial<ConversionFacts> = {},
): ConversionFacts => ({ id, kind, unit, factor, weighings_count: 0, ...more })

/** Factors that stand in the tests' registry. */
const CONVERSIONS: readonly ConversionFacts[] = [
  conversion('bag', 'published_standard', 'bag', 60),
  conversion('tin', 'assumed_default', 'tin', 20, { crop: 'cherry' }),
  conversion('thin-basket', 'measured', 'basket', 12, { crop: 'cherry', weighings_count: 9 }),
  conversion('good-basket', 'measured', 'basket', 12, { crop: 'cherry', weighings_count: 10 }),
  conversion('to-green', 'published_standard', 'kg', 0.2, { crop: 'cherry', to_crop: 'green' }),
  conversion('maize-to-green', 'published_standard', 'kg', 1, { crop: 'maize', to_crop: 'green' }),
  conversion('back-to-cherry', 'published_standard', 'kg', 5, { crop: 'green', to_crop: 'cherry' }),
  conversion('ugandan-bag', 'published_standard', 'bag', 60, {
    ...{ crop: 'cherry', region: 'UG' },
    ...{ valid_from: hour(2), valid_to: hour(5) },
  }),
]

export interface Facts {
  readonly conversions?: readonly ConversionFacts[]
  /** Party to region. */
  readonly regions?: Readonly<Record<string, string>>
  readonly delegations?: Readonly<
    Record<string, { readonly basis: string; readonly endedAtMs: number | null }>
  >
  /** Whose a device is, and since which hour. */
  readonly devices?: Readonly<Record<string, { readonly of: string; readonly at: number }>>
  /** Hash of a picture to the party that handed it in. */
  readonly evidence?: Readonly<Record<string, string>>
  readonly tolerance?: number
  readonly cooperative?: string
  /** Everybody else is a person. */
  readonly organisations?: readonly string[]
}

const KNOWN = {
  units: ['kg', 'g', 't', 'bag', 'tin', 'basket'],
  crops: ['cherry', 'green', 'maize'],
  regions: ['UG', 'UG-102', 'KE'],
}

export function surroundingsOf(facts: Facts = {}): Surroundings {
  const conversions = facts.conversions ?? CONVERSIONS
  return {
    conversion: (id) => conversions.find((conversion) => conversion.id === id),
    isKnownCode: (kind, code) => KNOWN[kind].includes(code),
    commodityOf: (crop) => (['cherry', 'green'].includes(crop) ? 'coffee' : crop),
    regionOf: (who) => facts.regions?.[who],
    isCooperative: (who) => who === facts.cooperative,
    delegation: (id) => facts.delegations?.[id],
    enrolledAtMs: (device, who) => {
      const known = facts.devices?.[device]
      return known?.of === who ? Date.parse(hour(known.at)) : null
    },
    isStoredEvidence: (sha256, who) => facts.evidence?.[sha256] === who,
    isValidOutline: (_, geometry) => isValidGeometry(geometry),
    euFaults: (_, plot) => euFaults(plot),
    drawnHectares: (_, geometry) => hectaresOf(geometry),
    isOutsideCountry: (_, [lon, lat], country) => worldBorders().isFarOutside(lon, lat, country),
    outlinesOverlap: (a, b) => overlap(a.geometry, b.geometry),
    outlinesTouch: (a, b) => touches(a.geometry, b.geometry),
    massBalanceTolerance: facts.tolerance ?? 0.02,
    isNaturalPerson: (who) => !facts.organisations?.includes(who),
    implausibleAboveKg: 100_000,
  }
}
