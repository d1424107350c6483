/**
 * Kinds of values that people see. Each has its formatter, and the compiler refuses to give one kind to the formatter of another: a
 * figure that was taken for a code would lose its decimal point, and a time known by its month would become a day.
 */

declare const kind: unique symbol
export interface Of<Kind extends string> {
  readonly [kind]: Kind
}

/** Finished: it is shown as it is. */
export type Shown = string & Of<'shown'>
/** A word of a closed list, or a code of the registry, as it is stored. */
export type Code = string & Of<'code'>
/** When a record happened: only `Calendar.asRecorded` shows it, since its record says how exactly that is known. */
export type Happened = string & Of<'happened'>

/** What a formatter of codes takes: a code, or one of a closed list of words; no other text. */
export type CodeIn<C extends string> = C extends Code
  ? C
  : C extends Of<string>
    ? never
    : string extends C
      ? never
      : C

/** Text of no kind of its own, such as a name or a note. Every way out makes it safe. */
export type Raw = string & { readonly [kind]?: 'raw' }
/** What may be shown as it is: a figure, a code or a record's time has to become `Shown` first. */
export type Text = string & { readonly [kind]?: 'raw' | 'shown' }

/** For the formatters of this house alone, and for text that somebody wrote, which every way out makes safe. */
export const asShown = (text: string): Shown => text as Shown

/** Of a member that holds a code. */
export const codeOf = (value: unknown): Code => (typeof value === 'string' ? value : '') as Code
