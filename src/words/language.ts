import { IntlMessageFormat } from 'intl-messageformat'
import { must } from '../base/typed.ts'
import { shown } from '../text/foreign.ts'
import { asShown, type Shown, type Text } from '../text/kinds.ts'
import type { Catalogue } from './catalogue.ts'
import { catalogues } from './catalogues.ts'
import type { Key } from './keys.ts'

/** The languages in which Granary speaks to people. Each is one file of this folder (CONTRIBUTING.md). */

export type { ArgumentsOf, Key, KeyTaking, NamesIn, PlainKey } from './keys.ts'

/** French groups digits by U+202F, which receipt printers and old phones lack. */
const ordinarySpaces = (text: string) => text.replaceAll('\u202f', '\u00a0')

/** One language: its texts, and how it writes numbers, months and lists. Made once for all readers. */
export class Language {
  readonly code: string
  readonly #load: () => Catalogue
  #loaded: Catalogue | undefined
  readonly #messages = new Map<string, IntlMessageFormat>()
  readonly #months = new Map<'short' | 'long', readonly string[]>()
  #signs: { readonly group: string; readonly decimal: string } | undefined
  #countries: Intl.DisplayNames | undefined
  #plurals: Intl.PluralRules | undefined
  readonly #lists = new Map<'conjunction' | 'disjunction', Intl.ListFormat>()

  /** @param load parses the catalogue when the first reader comes */
  constructor(code: string, load: () => Catalogue) {
    this.code = code
    this.#load = load
  }

  get #catalogue(): Catalogue {
    this.#loaded ??= this.#load()
    return this.#loaded
  }

  get locale(): string {
    return this.#catalogue.locale
  }

  get name(): string {
    return this.#catalogue.name
  }

  has(key: string): key is Key {
    return Object.hasOwn(this.#catalogue.messages, key)
  }

  /** Whether a speaker of the language has reviewed all texts whose keys begin like this. */
  isReviewed(beginnings: readonly string[]): boolean {
    return !this.#catalogue.unreviewed.some((key) => beginnings.some((some) => key.startsWith(some)))
  }

  /** Returns a text. Values may be text from other people: they stay on one line and are made safe. */
  say(key: Key, values: Readonly<Record<string, Text | number>> = {}): Shown {
    let message = this.#messages.get(key)
    if (message === undefined) {
      const text = must(this.#catalogue.messages[key])
      message = new IntlMessageFormat(text, this.locale, undefined, { ignoreTag: true })
      this.#messages.set(key, message)
    }
    const safe: Record<string, string | number> = {}
    for (const [name, value] of Object.entries(values))
      safe[name] = typeof value === 'string' ? shown(value) : value
    return asShown(ordinarySpaces(String(message.format(safe))))
  }

  /** The names of the months, January first. */
  months(length: 'short' | 'long'): readonly string[] {
    let names = this.#months.get(length)
    if (names === undefined) {
      // The bare language: British English shortens September to "Sept".
      const { language } = new Intl.Locale(this.locale)
      const format = new Intl.DateTimeFormat(language, {
        month: length,
        timeZone: 'UTC',
        calendar: 'gregory',
      })
      names = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 15)))
      this.#months.set(length, names)
    }
    return names
  }

  /** Whether the noun after this figure is singular. */
  isOne(figure: number): boolean {
    this.#plurals ??= new Intl.PluralRules(this.locale)
    return this.#plurals.select(figure) === 'one'
  }

  /** The name of a country. @param code ISO 3166-1, such as UG */
  country(code: string): string {
    this.#countries ??= new Intl.DisplayNames(new Intl.Locale(this.locale).language, { type: 'region' })
    return this.#countries.of(code) ?? code
  }

  /** Between thousands, and before decimals. */
  get signs(): { readonly group: string; readonly decimal: string } {
    if (this.#signs === undefined) {
      const parts = new Intl.NumberFormat(this.locale, { useGrouping: 'always' }).formatToParts(1234.5)
      const sign = (type: Intl.NumberFormatPartTypes) =>
        ordinarySpaces(must(parts.find((part) => part.type === type)).value)
      this.#signs = { group: sign('group'), decimal: sign('decimal') }
    }
    return this.#signs
  }

  /** Joins a list: `a, b and c`, or `a, b or c`. */
  list(parts: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
    let lists = this.#lists.get(type)
    if (lists === undefined) {
      lists = new Intl.ListFormat(this.locale, { type })
      this.#lists.set(type, lists)
    }
    return lists.format(parts)
  }
}

const LANGUAGES: ReadonlyMap<string, Language> = new Map(
  Object.entries(catalogues).map(([code, load]) => [code.toLowerCase(), new Language(code, load)]),
)

/** Every language that ships, English first. */
export const languages = (): readonly Language[] => [...LANGUAGES.values()]

export const ENGLISH: Language = must(LANGUAGES.get('en'))

/** The language with this code, as `fr` or `fr-CM`; undefined if there is none. */
export function languageOf(code: string): Language | undefined {
  const tag = code.toLowerCase()
  return LANGUAGES.get(tag) ?? LANGUAGES.get(tag.split(/[-_.@]/)[0] ?? '')
}
