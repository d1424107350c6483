import { languages } from 'field-words'
import type { Arguments } from '../../../words/arguments.ts'
import { figure, type Signs } from '../../../words/figure.ts'
import { figureToType } from '../../../words/figure-typed.ts'
import { spanOf } from '../../../words/span.ts'
import { type Compiled, filled, safeText } from '../rules/text.ts'

/** The page's texts in the reader's language: those of the catalogue whose keys begin with `field.` or `span.`, the first of a month, and names of rows. */

export type FieldKey = Extract<keyof Arguments, `field.${string}` | `span.${string}` | 'date.first'>
type Plain = { [K in FieldKey]: [keyof Arguments[K]] extends [never] ? K : never }[FieldKey]
/** The values that a text names. */
export type ArgumentsOf<K extends FieldKey> = K extends Plain
  ? []
  : [values: { readonly [N in keyof Arguments[K]]: string | number }]

export interface Offered {
  readonly code: string
  readonly name: string
}

/** One of a list: its code, and its text. */
export type Option = readonly [value: string, text: string]

export class Words {
  readonly code: string
  readonly locale: string
  readonly #texts: Readonly<Record<string, Compiled>>
  readonly signs: Signs
  readonly #plurals: Intl.PluralRules
  /** Made once: making one takes longer than all else of a line of the list. */
  readonly #times: Intl.DateTimeFormat
  readonly #days: Intl.DateTimeFormat
  readonly #collator: Intl.Collator

  constructor(code: string, locale: string, texts: Readonly<Record<string, Compiled>>) {
    this.code = code
    this.locale = locale
    this.#texts = texts
    this.#plurals = new Intl.PluralRules(locale)
    this.#times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
    this.#days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
    this.#collator = new Intl.Collator(locale, { numeric: true })
    const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(12345.5)
    const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    this.signs = { group: sign('group').replace(/\s/, ' '), decimal: sign('decimal') }
  }

  /** Returns a text of the catalogue. Values may be text of other people: it is made safe. */
  readonly say = <K extends FieldKey>(key: K, ...[values]: ArgumentsOf<K>): string =>
    filled(this.#texts[key] ?? key, (values ?? {}) as Readonly<Record<string, string | number>>, {
      plural: (count) => this.#plurals.select(count),
      figure: this.amount,
    })

  /** Returns what is said of a code, such as that of a refusal; undefined if nothing is. */
  readonly sayOf = (group: 'field.refused', code: string): string | undefined => {
    const text = this.#texts[`${group}.${code}`]
    return typeof text === 'string' ? text : undefined
  }

  /** Returns a figure with exactly its digits. */
  readonly amount = (value: number): string => figure(value, this.signs)

  /** Returns a figure as people type it, so that it is read as the same value. */
  readonly plain = (value: number): string => figureToType(value, this.signs)

  /** Returns kilograms with two decimals at least. */
  readonly kg = (value: number): string => figure(value, this.signs, 2)

  /** Returns the name of a row; the cooperative's own name for one that does not ship. */
  readonly crop = ({ id, name }: { id: string; name: string }): string => this.#nameOf('crop', id, name)
  readonly unit = ({ id, name }: { id: string; name: string }): string => this.#nameOf('unit', id, name)

  #nameOf(group: string, id: string, name: string): string {
    const text = this.#texts[`${group}.${id}`]
    return typeof text === 'string' && this.code !== 'en' ? text : safeText(name)
  }

  /** Returns what a list offers, by its texts. */
  readonly sorted = (options: readonly Option[]): readonly Option[] =>
    [...options].sort(([, one], [, other]) => this.#collator.compare(one, other))

  /** Returns a time in the phone's own time zone. */
  readonly time = (ms: number): string => this.#dated(this.#times, ms)

  /** Returns a difference of times in the unit that people use for it. */
  readonly span = (ms: number): string => {
    const { unit, count } = spanOf(ms)
    return this.say(`span.${unit}`, { count })
  }

  readonly day = (ms: number): string => this.#dated(this.#days, ms)

  /** The first of a month as the language writes it, which `Intl` does not know. */
  #dated(format: Intl.DateTimeFormat, ms: number): string {
    const parts = format.formatToParts(ms)
    const textOf = ({ type, value }: Intl.DateTimeFormatPart) =>
      type === 'day' && value === '1' ? this.say('date.first') : value
    return parts.map(textOf).join('')
  }
}

export const offered: readonly Offered[] = languages

/** Loads a language: the chosen one, else the first of the browser's that there is, else English. */
export async function wordsFor(chosen: string | undefined): Promise<Words> {
  const wanted = [...(chosen === undefined ? [] : [chosen]), ...navigator.languages].map((tag) =>
    tag.toLowerCase(),
  )
  const found = wanted
    .map((tag) =>
      languages.find(({ code }) => code.toLowerCase() === tag || code.toLowerCase() === tag.split('-')[0]),
    )
    .find((language) => language !== undefined)
  const language = found ?? languages.find(({ code }) => code === 'en')
  if (language === undefined) throw new Error('no language')
  return new Words(language.code, language.locale, (await language.load()).default)
}
