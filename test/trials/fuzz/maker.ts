import { EVERY_FIELD } from '../../../src/domain/types/index.ts'
import type { Random } from '../../support/records/gate/random.ts'
import type { Contract, Schema } from './contract.ts'
import { ODD_IDS, ODD_INSTANTS, ODD_NUMBERS, ODD_TEXTS } from './oddities.ts'
import type { World } from './world.ts'

/** Makes values that a schema allows, naming what is there wherever the member's name tells what belongs in it. */

const PARTY_MEMBERS = new Set([
  ...EVERY_FIELD.flatMap(({ kind, member }): string[] => (kind === 'party' ? [member] : [])),
  ...['principal', 'delegate', 'grantee', 'subject'],
])
/** Of which type the record is that a member names. */
const RECORD_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  lot_id: ['lot'],
  obligation_id: ['obligation'],
  delivery_id: ['delivery'],
}
const ANY_RECORD = new Set(['record_id', 'target_id', 'supersedes', 'inputs'])
const CODE_MEMBERS: Readonly<Record<string, string>> = {
  crop: 'crops',
  unit: 'units',
  region: 'regions',
  conversion_id: 'conversions',
}
const OPTIONAL_SHARE = 0.3
const FEW_ITEMS = 3
const DAY_MS = 86_400_000
const YEARS_BACK_MS = 3 * 365 * DAY_MS
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789 ÄéŋŒ語'

export interface Making {
  readonly contract: Contract
  readonly world: World
  readonly random: Random
  /** The id of whatever is made now. */
  readonly freshId: string
  /** Ids of what others of this run made, or will have tried to. */
  readonly recentIds: readonly string[]
}

export class Maker {
  readonly #making: Making

  constructor(making: Making) {
    this.#making = making
  }

  /** @param name of the member it is for */
  value(unresolved: Schema, name = ''): unknown {
    const { random, contract } = this.#making
    const schema = contract.resolved(unresolved)
    const choices = schema.oneOf ?? schema.anyOf
    if (choices) return this.value(random.pick(choices), name)
    if (schema.enum) return random.pick(schema.enum)
    switch (schema.type) {
      case 'object':
        return this.#object(schema)
      case 'array':
        return this.#array(schema, name)
      case 'string':
        return this.#text(schema, name)
      case 'number':
      case 'integer':
        return this.#number(schema)
      case 'boolean':
        return random.chance(0.5)
      default:
        // Whatever is ignored when it is sent.
        return random.pick([null, 'x', 1, {}, '2026-06-28T07:15:00.000Z'])
    }
  }

  #object({ properties = {}, required = [] }: Schema): Record<string, unknown> {
    const { random } = this.#making
    const made: Record<string, unknown> = {}
    for (const [name, schema] of Object.entries(properties))
      if (required.includes(name) || random.chance(OPTIONAL_SHARE)) made[name] = this.value(schema, name)
    return made
  }

  #array(
    { items = {}, minItems = 0, maxItems = 100, ...rest }: Schema & { uniqueItems?: boolean },
    name: string,
  ) {
    const { random } = this.#making
    const most = Math.min(maxItems, minItems + FEW_ITEMS)
    const count = random.chance(0.02) ? Math.min(maxItems, 256) : minItems + random.below(most - minItems + 1)
    const made = Array.from({ length: count }, () => this.value(items, name))
    return rest.uniqueItems === true ? [...new Set(made)] : made
  }

  #text(schema: Schema, name: string): string {
    const { world, random } = this.#making
    if (schema.format === 'date-time') return this.instant()
    if (schema.format === 'uuid' || schema.pattern?.includes('-7[0-9a-f]{3}-')) return this.#id(name)
    if (schema.pattern === '^[0-9a-f]{64}$') return this.sha256()
    if (name === 'purpose' || name === 'purposes') return random.pick(world.purposes)
    if (schema.pattern?.startsWith('^\\+')) return `+2567${random.below(90_000_000) + 10_000_000}`
    if (schema.pattern === '^[A-Z]{3}$') return random.pick(['UGX', 'EUR', 'JPY', 'XXX', 'KWD'])
    const codes = world.codes[CODE_MEMBERS[name] ?? '']
    if (codes && random.chance(0.9)) return random.pick(codes)
    if (name === 'cursor' || name === 'since') return this.cursor()
    return this.#words(schema.minLength ?? 0, schema.maxLength ?? 40)
  }

  #words(least: number, most: number): string {
    const { random } = this.#making
    if (random.chance(0.1)) {
      const odd = random.pick(ODD_TEXTS)
      if (odd.length >= least && odd.length <= most) return odd
    }
    const length = random.chance(0.03) ? most : least + random.below(Math.min(most - least, 30) + 1)
    return Array.from({ length }, () => LETTERS[random.below(LETTERS.length)]).join('')
  }

  #number({ minimum, maximum, exclusiveMinimum, type }: Schema): number {
    const { random } = this.#making
    const low = minimum ?? exclusiveMinimum ?? -1e6
    const high = maximum ?? 1e6
    const isWhole = type === 'integer'
    const dice = random.below(10)
    const allowed = (n: number) =>
      n >= low && n <= high && n !== exclusiveMinimum && (!isWhole || Number.isSafeInteger(n))
    if (dice === 0 && allowed(low)) return low
    if (dice === 1 && allowed(high)) return high
    const edges = dice === 2 ? ODD_NUMBERS.filter(allowed) : []
    if (edges.length > 0) return random.pick(edges)
    const span = Math.min(high - low, 5_000)
    return isWhole ? Math.ceil(low) + random.below(span) : low + (1 + random.below(1_000 * span)) / 1_000
  }

  instant(): string {
    const { world, random } = this.#making
    if (random.chance(0.06)) return random.pick(ODD_INSTANTS)
    const back = random.chance(0.7) ? DAY_MS : YEARS_BACK_MS
    const at = new Date(world.beganMs - random.below(back) + (random.chance(0.1) ? back : 0)).toISOString()
    return random.chance(0.2) ? at.replace(/\.\d+Z$/, random.pick(['Z', '+03:00', '-11:30', '.5Z'])) : at
  }

  sha256(): string {
    const { world, random } = this.#making
    if (world.pictures.length > 0 && random.chance(0.7)) return random.pick(world.pictures)
    return Array.from({ length: 64 }, () => random.below(16).toString(16)).join('')
  }

  cursor(): string {
    const { world, random } = this.#making
    if (world.cursors.length === 0) return 'x'
    const cursor = random.pick(world.cursors)
    if (random.chance(0.6)) return cursor
    const at = random.below(cursor.length)
    return random.pick([cursor.slice(0, at), `${cursor}A`, `${cursor.slice(0, at)}-${cursor.slice(at + 1)}`])
  }

  /** Of a party, a record, or whatever else the member's name says. */
  #id(name: string): string {
    const { world, random, freshId, recentIds } = this.#making
    if (name === 'id') return random.chance(0.9) ? freshId : random.pick([...recentIds, freshId])
    if (random.chance(0.02)) return random.pick(ODD_IDS)
    if (random.chance(0.1) && recentIds.length > 0) return random.pick(recentIds)
    if (PARTY_MEMBERS.has(name)) return random.pick(world.parties)
    if (name === 'delegation_id') return random.pick(world.delegations.map(({ id }) => id)) ?? freshId
    if (name === 'device_id') return random.pick(world.devices) ?? freshId
    const types = RECORD_MEMBERS[name]
    if (types || ANY_RECORD.has(name)) return this.recordId(types)
    return random.pick(world.parties)
  }

  /** @param types left out: any, an inference too */
  recordId(types?: readonly string[]): string {
    const { world, random, freshId } = this.#making
    if (types === undefined && world.inferences.length > 0 && random.chance(0.1))
      return random.pick(world.inferences)
    const fitting = types ? world.records.filter(({ type }) => types.includes(type)) : world.records
    return fitting.length === 0 ? freshId : random.pick(fitting).id
  }
}
