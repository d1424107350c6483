import { membersOf } from '../../base/typed.ts'
import type { LawfulBasis } from '../../domain/shapes.ts'
import type { FieldKind } from '../../domain/types/fields.ts'
import { fieldsOf, type OwnFields, type RecordMember, type RecordType } from '../../domain/types/index.ts'
import { plain, quoted } from '../../text/wrap.ts'
import { amount, type Calendar, kg, money, say, several, singular } from '../../words/english.ts'
import { atStart } from '../../words/party-name.ts'
import { METHODS } from '../../words/ways.ts'
import type { Wording } from '../objection-words.ts'
import { howWords, owedWords, reasonWords, spaced } from './code-words.ts'
import type { PartyPointer } from './redact.ts'
import type { ToldRecord } from './reply.ts'

/** A record, described to its subject. */

export interface TextWording extends Wording {
  crop(code: string): string
  unit(code: string): string
  region(code: string): string
}

export function keptOn(words: Wording, basis: LawfulBasis): string {
  const { name, law } = words.basis(basis)
  return `Kept on the ground "${name}"${law === null ? '' : ` (${law.section})`}.`
}

const STANDS: Readonly<Record<string, string>> = {
  tip: 'It stands.',
  superseded: 'It was corrected later.',
  forked: 'Corrections of it contradict each other, so it counts in nothing.',
  retracted: 'It was taken back.',
}

const REMEMBERED = 10_000

export class RecordWords {
  readonly #words: TextWording
  readonly #calendar: Calendar
  readonly #me: string
  /** Cached words: thousands of records name the same few parties, crops and units. */
  readonly #known = new Map<string, string>()

  constructor(words: TextWording, calendar: Calendar, me: string) {
    this.#words = words
    this.#calendar = calendar
    this.#me = me
  }

  /** Returns "you", a name, or "another person" if the party was left out. */
  who(party: unknown): string {
    if (party === this.#me) return 'you'
    if (typeof party !== 'string') return 'another person'
    return this.#once(`party ${party}`, () => this.#words.nameOf(party, this.#me) ?? 'another person')
  }

  /** A subject may know who was shown their records, persons included. */
  reader(party: string): string {
    return this.#words.nameOf(party, null) ?? 'somebody without a name here'
  }

  what(record: ToldRecord): string {
    const goods = () => this.#goods(record)
    const fromTo = () => `from ${this.who(record.from_party)} to ${this.who(record.to_party)}`
    const type = record.type as RecordType
    switch (type) {
      case 'party':
        return `Entry in the register: ${this.#register(record)}.`
      case 'harvest':
        return `Harvest by ${this.who(record.producer)}: ${goods()}.${this.#plot(record)}`
      case 'lot':
        return `Lot held by ${this.who(record.holder)}: ${goods()}.`
      case 'delivery':
        return `Delivery ${fromTo()}: ${goods()}${this.#money(', at a price of ', record.agreed_price)}.`
      case 'delivery_confirmation':
        return `A delivery was confirmed ${howWords(record.channel)}.`
      case 'custody_transfer':
        return `A lot was handed over ${fromTo()}${record.quantity === undefined ? '' : `, weighed: ${goods()}`}.`
      case 'loss':
        return `Part of a lot was lost (${reasonWords(record.cause)}): ${goods()}.`
      case 'obligation':
        return `From ${this.who(record.obligor)} to ${this.who(record.obligee)}: ${owedWords(record.kind)}${
          record.quantity === undefined ? '' : `, ${goods()}`
        }${this.#money(', ', record.amount)}${this.#day(', due by ', record.due_at)}.`
      case 'retraction':
        return `An earlier record was taken back (${reasonWords(record.reason)}).`
      case 'plot':
        return this.#land(record)
      case 'due_diligence':
        return this.#statement(record)
      default:
        return this.#said(type, record)
    }
  }

  /** Describes a record of a type that has no sentence here: each member with its name. */
  #said(type: RecordType, record: ToldRecord): string {
    const said = fieldsOf(type)
      .filter(({ member }) => record[member] !== undefined)
      .map(({ member, kind }) => `${atStart(say(`entry.${member}`))}: ${this.#value(kind, record, member)}.`)
    return `${atStart(singular(type))}. ${said.join(' ')}`
  }

  #value(kind: FieldKind, record: ToldRecord, member: RecordMember): string {
    const value: unknown = record[member]
    switch (kind) {
      case 'party':
        return this.who(value)
      case 'crop':
        return plain(this.#words.crop(String(value)), 60)
      case 'quantity':
        return this.#goods(record)
      case 'money':
        return this.#money('', value as ToldRecord['amount'])
      case 'day':
      case 'stamp':
        return this.#day('', value)
      case 'word':
        return spaced(value)
      case 'plots':
      case 'inputs':
        return amount((value as readonly unknown[]).length)
      default:
        return quoted(typeof value === 'object' ? JSON.stringify(value) : String(value), 2_000)
    }
  }

  /** Describes who recorded it, its lawful basis, its standing, and its other members. */
  how(record: ToldRecord, leftOut: readonly PartyPointer[]): string {
    const isForAnother = record.on_behalf_of !== undefined || leftOut.includes('/on_behalf_of')
    const acting = isForAnother ? ` for ${this.who(record.on_behalf_of)}` : ''
    const received = this.#calendar.day(String(record.received_at))
    return [
      `Recorded by ${this.who(record.asserted_by)}${acting}, written down ${this.#calendar.day(String(record.recorded_at))}, received ${received}.`,
      keptOn(this.#words, record.lawful_basis),
      STANDS[record.derived.standing] ?? '',
      ...this.#more(record),
    ].join(' ')
  }

  /** Describes the members that are not in the first sentence. */
  #more(record: ToldRecord): string[] {
    const said = (label: string, member: string) =>
      record[member] === undefined ? [] : [`${label}: ${quoted(String(record[member]), 2_000)}.`]
    const counted = (member: string, words: (count: number) => string) =>
      Array.isArray(record[member]) ? [`${words(record[member].length)}.`] : []
    const { confirmation, flags = [] } = record.derived
    return [
      ...said('Season', 'season'),
      ...said('Grade', 'grade'),
      ...said('Place', 'location'),
      ...said('Note', 'note'),
      ...(record.measurement_method === undefined
        ? []
        : [`${METHODS[String(record.measurement_method)] ?? spaced(record.measurement_method)}.`]),
      ...counted('inputs', (count) => `Made from ${several(count, 'record', 'records')}`),
      ...counted('plot_ids', (count) => `Grown on ${several(count, 'plot', 'plots')}`),
      ...counted('evidence', (count) => `With ${several(count, 'picture', 'pictures')}`),
      ...(confirmation?.confirmed ? ['The other side confirmed it.'] : []),
      ...(flags.length === 0 ? [] : [`Marked: ${flags.map(spaced).join(', ')}.`]),
    ]
  }

  #goods(record: ToldRecord): string {
    const { quantity, crop: code } = record
    const crop =
      typeof code === 'string'
        ? this.#once(`crop ${code}`, () => ` of ${plain(this.#words.crop(code), 60)}`)
        : ''
    if (quantity === undefined) return `no quantity${crop}`
    const called = quantity.label === undefined ? '' : ` (called ${quoted(quantity.label, 40)})`
    const reckoned =
      record.normalized_kg === undefined ? '' : `, reckoned as ${kg(Number(record.normalized_kg))} kg`
    const unit = this.#once(`unit ${quantity.unit}`, () => plain(this.#words.unit(quantity.unit), 40))
    return `${amount(quantity.value)} ${unit}${called}${crop}${reckoned}`
  }

  #once(key: string, ask: () => string): string {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const text = ask()
    if (this.#known.size < REMEMBERED) this.#known.set(key, text)
    return text
  }

  #register(record: ToldRecord): string {
    return [
      `name ${quoted(String(record.display_name), 100)}`,
      `kind ${spaced(record.kind)}`,
      ...(record.phone === undefined ? [] : [`telephone ${plain(String(record.phone))}`]),
      ...(record.region === undefined ? [] : [`region ${this.#words.region(String(record.region))}`]),
      ...(record.member_no === undefined ? [] : [`member number ${plain(String(record.member_no), 40)}`]),
    ].join(', ')
  }

  #land(record: ToldRecord): string {
    const { name, country, region, crops, area_ha: area, geometry } = record
    return [
      `Plot${name === undefined ? '' : ` ${quoted(name, 60)}`} farmed by ${this.who(record.holder)}, in ${plain(String(country), 2)}`,
      ...(region === undefined ? [] : [`region ${this.#words.region(region)}`]),
      ...(crops === undefined
        ? []
        : [`with ${crops.map((code) => plain(this.#words.crop(code), 60)).join('; ')}`]),
      ...(area === undefined ? [] : [`${amount(area)} ${area === 1 ? 'hectare' : 'hectares'}`]),
      ...(geometry === undefined ? [] : [`on the map at ${coordinatesOf(geometry)}`]),
    ]
      .join(', ')
      .concat('.')
  }

  #statement(record: ToldRecord): string {
    const { filed_by, filed_at, reference_number, verification_number } = record
    const verification =
      verification_number === undefined
        ? ''
        : `, verification number ${plain(String(verification_number), 40)}`
    return `${atStart(this.who(filed_by))} filed a due diligence statement of a lot in the European Union${this.#day(' on ', filed_at)}: number ${plain(String(reference_number), 40)}${verification}.`
  }

  #plot(record: ToldRecord): string {
    const { plot } = record
    if (plot === undefined || typeof plot === 'string') return ''
    const name = plot.name === undefined ? '' : ` ${quoted(plot.name, 60)}`
    const corners = plot.geometry === undefined ? '' : `, on the map at ${coordinatesOf(plot.geometry)}`
    return ` Plot${name}${corners}.`
  }

  #money(before: string, value: OwnFields['amount']): string {
    return value === undefined ? '' : `${before}${money(value)}`
  }

  #day(before: string, value: unknown): string {
    return typeof value === 'string' ? `${before}${this.#calendar.day(value)}` : ''
  }
}

/** Returns the numbers as sent: longitude before latitude. */
function coordinatesOf(geometry: unknown): string {
  const numbers = [membersOf(geometry).coordinates].flat(9)
  return numbers.every((n) => typeof n === 'number') ? numbers.join(' ') : 'coordinates that cannot be read'
}
