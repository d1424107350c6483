import { must } from '../base/typed.ts'
import { formOf } from '../domain/quantity.ts'
import type { Shown } from '../text/kinds.ts'
import { plain, quoted, together } from '../text/wrap.ts'
import type { Calendar } from '../words/calendar.ts'
import { ENGLISH } from '../words/language.ts'
import { asHeading, namesByOthers, nounName, shortName } from '../words/party-name.ts'
import { isMismatch, type Way, wayOf } from '../words/ways.ts'
import { isSymbol, unitWords, type Words } from '../words/words.ts'
import type { ApiRecord, Factor, Frame, NameShown, Quantity } from './data.ts'

/**
 * Turns codes and ids into words of the reader's language. Remembers the flags and factors used, so that the
 * page explains exactly those. It never returns an id.
 */
export class Lexicon {
  readonly words: Words
  /** Whether the words are for a page in a browser. */
  readonly isPage: boolean
  readonly #frame: Frame
  readonly #subject: string | null
  readonly #flags = new Set<string>()
  readonly #withheld = new Set<string>()
  readonly #factors = new Map<string, Factor>()

  constructor(words: Words, frame: Frame, subject: string | null, isPage = false) {
    this.words = words
    this.isPage = isPage
    this.#frame = frame
    this.#subject = subject
  }

  get calendar(): Calendar {
    return this.words.calendar
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

  /** Whether the page shows English words to a reader of another language: codes and sources of factors. */
  get showsEnglish(): boolean {
    const codes = this.isPage ? 0 : this.#flags.size
    return this.words.language !== ENGLISH && codes + this.#factors.size > 0
  }

  name(party: string): NameShown | undefined {
    return this.#frame.names.get(party)
  }

  /** The party of the page, by the cooperative's name for it, else by its own name in quotation marks. */
  get subject(): string {
    const called = this.#subject === null ? undefined : this.name(this.#subject)?.called
    if (called === undefined || called.by === null) return this.words.say('view.party.this')
    return together(
      called.by === 'cooperative' ? must(shortName(called, this.words, 40)) : quoted(must(called.name)),
    )
  }

  /** Whether the party is the reader, and the page is not about it. */
  isReader(party: string): boolean {
    return party === this.#frame.reader && party !== this.#subject
  }

  /** Whether it is the party of the page, or one whose name the reader may read. */
  isNamed(party: string): boolean {
    return party === this.#subject || this.name(party) !== undefined
  }

  /** Returns a party's name for use within a sentence. */
  party(party: string): string {
    if (party === this.#subject) return this.subject
    if (party === this.#frame.reader) return this.words.say('view.party.reader')
    const name = this.name(party)
    if (name !== undefined) return this.nameShown(name)
    const { cooperative, cooperativeName } = this.#frame
    // The head of the page names it.
    return party === cooperative && cooperativeName !== ''
      ? quoted(cooperativeName, 40)
      : this.words.say('view.party.another')
  }

  /** Returns the same at the start of a sentence. */
  partyAtStart(party: string): string {
    return asHeading(this.name(party)?.called ?? { by: null }, this.party(party))
  }

  /** Returns a name for use within a sentence. If those who recorded a party disagree, no name is preferred. */
  nameShown({ called, byOthers }: NameShown): string {
    return together(nounName(called, this.words, 40) ?? namesByOthers(byOthers, MOST_NAMES, this.words, 40))
  }

  crop(code: string): string {
    const row = this.#frame.reference.crops.get(code)
    return row === undefined
      ? this.words.say('view.crop.unlisted', { code: quoted(code, 30) })
      : plain(this.words.crop({ id: code, name: row.name }), 60)
  }

  unit(code: string): string {
    const row = this.#frame.reference.units.get(code)
    if (row === undefined) return this.words.say('view.unit.unlisted', { code: quoted(code, 30) })
    return unitWords(code, plain(this.words.unit({ id: code, name: row.name }), 40))
  }

  quantity({ value, unit, label }: Quantity): string {
    const { amount, say } = this.words
    const name = this.unit(unit)
    const quantity = isSymbol(unit)
      ? `${amount(value)} ${name}`
      : say('view.times', { amount: amount(value), unit: name })
    return label === undefined ? quantity : say('view.called', { quantity, label: quoted(label, 24) })
  }

  recordType(code: string): string {
    const row = this.#frame.reference.recordTypes.get(code)
    return plain(row === undefined ? spaced(code) : this.words.recordType({ id: code, name: row.name }), 40)
  }

  /** Returns the purpose of the page, with its meaning. */
  get purpose(): string {
    const { purpose, reference } = this.#frame
    const { say } = this.words
    const row = reference.purposes.get(purpose)
    if (row === undefined) return say('view.purpose.unlisted', { purpose: quoted(purpose, 64) })
    const name = this.words.purpose({ id: purpose, name: row.name })
    const meaning = this.words.purposeMeaning({ id: purpose, meaning: row.meaning })
    return say('view.purpose.listed', { name: plain(name, 60), meaning: plain(meaning, 300) })
  }

  /** Returns words for the quantity and the crop. */
  goods({ quantity, crop }: ApiRecord): string {
    const what = crop === undefined ? this.words.say('view.anyProduce') : this.crop(crop)
    return quantity === undefined ? what : this.#of(this.quantity(quantity), what)
  }

  #of(quantity: string, crop: string): Shown {
    return this.words.say('view.goods', { quantity, crop })
  }

  /** Returns how the kilograms were found; null if there are none. */
  way(record: ApiRecord): Way | null {
    return wayOf(record, this.#factorOf(record)?.kind)
  }

  /** Returns the name of that way; empty if there are no kilograms. */
  wayName(record: ApiRecord): string {
    const way = this.way(record)
    return way === null ? '' : this.words.way(way)
  }

  /** Returns a sentence on the factor behind the kilograms; empty without one. */
  factor(record: ApiRecord): string {
    const rate = this.#rate(record)
    if (rate === null) return ''
    return this.words.say(isMismatch(record) ? 'view.reckoned.otherwise' : 'view.reckoned', { rate })
  }

  /** Returns words for how the kilograms were found, with the factor. */
  wayInFull(record: ApiRecord): string {
    const way = this.wayName(record) || this.words.say('view.way.none')
    const rate = this.#rate(record)
    if (rate === null) return way
    return this.words.say(isMismatch(record) ? 'view.way.otherwise' : 'view.way.reckoned', { way, rate })
  }

  /** Returns the factor behind the kilograms, with the number of its weighings; null without one. */
  #rate(record: ApiRecord): string | null {
    const factor =
      record.normalized_kg === undefined || record.derived.kg === null ? undefined : this.#factorOf(record)
    if (factor === undefined) return null
    this.#factors.set(factor.id, factor)
    const { amount, say } = this.words
    const [kg, unit] = [amount(factor.factor), this.unit(factor.unit)]
    const rate =
      factor.to_crop === undefined || factor.to_crop === record.crop
        ? say('view.rate', { kg, unit })
        : say('view.rateOf', { kg, crop: this.crop(factor.to_crop), unit })
    return factor.kind === 'measured' ? say('view.sampled', { rate, count: factor.weighings_count }) : rate
  }

  /** Returns an equation for the factor, with its source. */
  factorLine({ unit, crop, to_crop, factor, source }: Factor): string {
    const one = this.quantity({ value: 1, unit })
    const kg = this.quantity({ value: factor, unit: 'kg' })
    return this.words.say('view.factor', {
      one: crop === undefined ? one : this.#of(one, this.crop(crop)),
      kg: to_crop === undefined ? kg : this.#of(kg, this.crop(to_crop)),
      source: plain(source, 240),
    })
  }

  /**
   * Returns the crop and form that the kilograms are of: a factor may convert cherry to green bean. Null if it is of another
   * crop than the record.
   */
  formOf(record: ApiRecord): string | null | undefined {
    const factor = record.normalized_kg === undefined ? undefined : this.#factorOf(record)
    return formOf(record.crop, factor)
  }

  /** Returns those of the flags that have a meaning in the registry. */
  known(codes: readonly string[]): string[] {
    return codes.filter((code) => this.#frame.reference.flags.has(code))
  }

  /** Returns flags as words, in plain text with their codes. A flag without a meaning in the registry is counted, not shown. */
  flags(codes: readonly string[]): string | null {
    const known = this.known(codes)
    const withheld = codes.filter((code) => !known.includes(code))
    for (const code of known) this.#flags.add(code)
    for (const code of withheld) this.#withheld.add(code)
    const { say, series } = this.words
    const flags = known.map((code) => this.#flag(code))
    if (withheld.length > 0) flags.push(say('view.flags.someWithheld', { count: withheld.length }))
    return flags.length === 0 ? null : say('view.flags', { flags: series(flags) })
  }

  /** Returns what a flag on the page means. */
  flagMeaning(code: string): string {
    const own = this.#frame.reference.flags.get(code)?.meaning ?? ''
    const meaning = plain(this.words.flagMeaning({ id: code, meaning: own }))
    return this.words.say('view.flags.meaning', { flag: this.#flag(code), meaning })
  }

  /** `thin sample [thin_sample]`; on a page in a browser, in words alone. */
  #flag(code: string): string {
    const name = this.words.flag({ id: code, name: spaced(code) })
    return together(this.isPage ? name : `${name} [${code}]`)
  }

  #factorOf({ conversion_id }: ApiRecord): Factor | undefined {
    return conversion_id === undefined ? undefined : this.#frame.reference.factors.get(conversion_id)
  }
}

const MOST_NAMES = 2

function spaced(code: string): string {
  return code.replaceAll('_', ' ')
}
