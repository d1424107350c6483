/**
 * Kinds of values that are shown to people. Each has its own formatter, and the compiler rejects a value of
 * another kind: a figure formatted as a code would lose its decimal point, and a time of which only the month
 * is known would become a day.
 */

declare const kind: unique symbol
export interface Of<Kind extends string> {
  readonly [kind]: Kind
}

/** Formatted text, to be shown as it is. */
export type Shown = string & Of<'shown'>
/** A word of a closed list or a registry code, as stored. */
export type Code = string & Of<'code'>
/** When a record happened. Only `Calendar.asRecorded` formats it, because its precision is in the record. */
export type Happened = string & Of<'happened'>

/** The values that a formatter of codes accepts: a code, or a word of a closed list; no other text. */
export type CodeIn<C extends string> = C extends Code
  ? C
  : C extends Of<string>
    ? never
    : string extends C
      ? never
      : C

/** Text without a kind of its own, such as a name or a note. Every output makes it safe. */
export type Raw = string & { readonly [kind]?: 'raw' }
/**
 * Text that may be shown as it is. A figure, a code or a record's time must be formatted as `Shown` first.
 */
export type Text = string & { readonly [kind]?: 'raw' | 'shown' }

/** Only for formatters, and for text that people wrote, which every output makes safe. */
export const asShown = (text: string): Shown => text as Shown

/** Returns the code in a member of a record; empty if the member holds none. */
export const codeOf = (value: unknown): Code => (typeof value === 'string' ? value : '') as Code
