import { must } from '../base/typed.ts'
import { plain, quoted, together } from '../text/wrap.ts'
import { amount, Calendar, isSymbol as isSign, several, unitWords } from '../words/english.ts'
import { namesByOthers, nounName, shortName } from '../words/party-name.ts'
import { isMismatch, type Way, wayOf } from '../words/ways.ts'
import type { ApiRecord, Factor, Frame, NameShown, Quantity } from './data.ts'

/**
 * Turns codes and ids into words. Remembers the flags and factors used, so that the page explains exactly
 * those. It never returns an id.
 */
export class Lexicon {
  readonly calendar: Calendar
  readonly #frame: Frame
  readonly #subject: string | null
  readonly #flags = new Set<string>()
  readonly #withheld = new Set<string>()
  readonly #factors = new Map<string, Factor>()

  constructor(frame: Frame, subject: string | null) {
    this.#frame = frame
    this.#subject = subject
    this.calendar = new Calendar(frame.timeZone)
  }

  get isOwn(): boolean {
    return this.#subject === this.#frame.reader
  }

  /** Flags on the page, sorted. */
  get flagsShown(): readonly string[] {
    return [...this.#flags].sort()
  }

  /** Number of different flags that could not be shown. */
  get flagsWithheld(): number {
    return this.#withheld.size
  }

  get factorsShown(): readonly Factor[] {
    return [...this.#factors.values()]
  }

  name(party: string): NameShown | undefined {
    return this.#frame.names.get(party)
  }

  /** The party of the page, by the cooperative's name for it, else by its own name in quotation marks. */
  get subject(): string {
    const called = this.#subject === null ? undefined : this.name(this.#subject)?.called
    if (called === undefined || called.by === null) return 'this party'
    return together(called.by === 'cooperative' ? must(shortName(called, 40)) : quoted(must(called.name)))
  }

  /** Returns a party's name for use within a sentence. */
  party(party: string): string {
    if (party === this.#subject) return this.subject
    if (party === this.#frame.reader) return 'the reader'
    const name = this.name(party)
    return name === undefined ? 'another party' : nameShown(name)
  }

  crop(code: string): string {
    const row = this.#frame.reference.crops.get(code)
    return row === undefined ? `${quoted(code, 30)} (no listed crop)` : plain(row.name, 60)
  }

  unit(code: string): string {
    const row = this.#frame.reference.units.get(code)
    if (row === undefined) return `${quoted(code, 30)} (no listed unit)`
    return unitWords(code, plain(row.name, 40))
  }

  quantity({ value, unit, label }: Quantity): string {
    const sign = isSign(unit) ? '' : 'x '
    return `${amount(value)} ${sign}${this.unit(unit)}${label === undefined ? '' : ` (called ${quoted(label, 24)})`}`
  }

  recordType(code: string): string {
    return plain(this.#frame.reference.recordTypes.get(code)?.name ?? spaced(code), 40)
  }

  /** Returns words for the quantity and the crop. */
  goods({ quantity, crop }: ApiRecord): string {
    const what = crop === undefined ? 'produce of any kind' : this.crop(crop)
    return quantity === undefined ? what : `${this.quantity(quantity)} of ${what}`
  }

  /** Returns how the kilograms were found; null if there are none. */
  way(record: ApiRecord): Way | null {
    return wayOf(record, this.#factorOf(record)?.kind)
  }

  /** Returns a sentence on the factor behind the kilograms; empty without one. */
  factor(record: ApiRecord): string {
    const factor =
      record.normalized_kg === undefined || record.derived.kg === null ? undefined : this.#factorOf(record)
    if (factor === undefined) return ''
    this.#factors.set(factor.id, factor)
    const form =
      factor.to_crop === undefined || factor.to_crop === record.crop ? '' : ` of ${this.crop(factor.to_crop)}`
    const sample =
      factor.kind === 'measured' ? `, from ${several(factor.weighings_count, 'weighing', 'weighings')}` : ''
    const rate = `eckoned at ${amount(factor.factor)} kg${form} per ${this.unit(factor.unit)}${sample}`
    return isMismatch(record) ? `Said to be r${rate}, which gives another figure` : `R${rate}`
  }

  /** Returns words for how the kilograms were found, with the factor. */
  wayInFull(record: ApiRecord): string {
    const factor = this.factor(record)
    const way = this.way(record) ?? 'no kilograms given'
    return factor === '' ? way : `${way}, ${factor.charAt(0).toLowerCase()}${factor.slice(1)}`
  }

  /** Returns the crop and form that the kilograms are of: a factor may convert cherry to green bean. */
  formOf(record: ApiRecord): string | undefined {
    const factor = record.normalized_kg === undefined ? undefined : this.#factorOf(record)
    return factor?.to_crop ?? record.crop
  }

  /** Returns flags as words and codes. A flag without a meaning in the registry is counted, not shown. */
  flags(codes: readonly string[]): string | null {
    const known = codes.filter((code) => this.#frame.reference.flags.has(code))
    const withheld = codes.filter((code) => !known.includes(code))
    for (const code of known) this.#flags.add(code)
    for (const code of withheld) this.#withheld.add(code)
    const words = known.map(flagWords)
    if (withheld.length > 0) words.push(`${several(withheld.length, 'flag', 'flags')} withheld`)
    return words.length === 0 ? null : `Flags: ${words.join('; ')}`
  }

  #factorOf({ conversion_id }: ApiRecord): Factor | undefined {
    return conversion_id === undefined ? undefined : this.#frame.reference.factors.get(conversion_id)
  }
}

/** `thin sample [thin_sample]` */
export function flagWords(code: string): string {
  return together(`${spaced(code)} [${code}]`)
}

function spaced(code: string): string {
  return code.replaceAll('_', ' ')
}

const MOST_NAMES = 2

/** Returns a name for use within a sentence. If those who recorded a party disagree, no name is preferred. */
export const nameShown = ({ called, byOthers }: NameShown): string =>
  together(nounName(called, 40) ?? namesByOthers(byOthers, MOST_NAMES, 40))
