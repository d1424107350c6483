/** Text of other people on a phone's screen (docs/decisions/foreign-text.md): one line, and nothing unseen in it. */

/** What changes direction, hides or breaks the line. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** Joiners of scripts, and how an emoji is drawn. */
const NEEDED = new Set(['\u200c', '\u200d', '\ufe0e', '\ufe0f'])

const markOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

export const safeText = (text = ''): string =>
  text.replace(/[\t\n\r]+/g, ' ').replace(UNSEEN, (one) => (NEEDED.has(one) ? one : markOf(one)))

/** Signs that look like the one between a name and a number. */
const DOTS = /[\u00b7\u0387\u16eb\u2022\u2023\u2027\u2219\u22c5\u25cf\u25e6\u2e31\u2e33\u30fb\uff65]/g

/** Returns a member as people know them. No name can look as if it ended with a number. */
export const nameWith = (name: string, ...more: readonly (string | undefined)[]): string =>
  [name, ...more]
    .map((part) => safeText(part).replace(DOTS, '-'))
    .filter((part) => part !== '')
    .join(' · ')

/** A part of a message: text, `#`, an argument, or a choice by a plural form or a word. */
export type MessagePart = string | 0 | readonly [name: string] | ChoicePart
type ChoicePart = readonly [name: string, cases: Readonly<Record<string, readonly MessagePart[]>>, isWord?: 1]
export type Compiled = string | readonly MessagePart[]

export type Values = Readonly<Record<string, string | number>>

interface Forms {
  readonly plural: (count: number) => string
  readonly figure: (value: number) => string
}

/** Fills a message that the build compiled (`packaging/field.ts`). */
export function filled(message: Compiled, values: Values, forms: Forms): string {
  if (typeof message === 'string') return message
  return message.map((part) => partOf(part, values, forms, undefined)).join('')
}

function partOf(part: MessagePart, values: Values, forms: Forms, count: number | undefined): string {
  if (typeof part === 'string') return part
  if (part === 0) return count === undefined ? '#' : forms.figure(count)
  const value = values[part[0]] ?? ''
  const cases = part[1]
  if (cases === undefined) return typeof value === 'number' ? forms.figure(value) : safeText(value)
  const isWord = part[2] === 1
  const chosen = isWord ? cases[String(value)] : (cases[`=${value}`] ?? cases[forms.plural(Number(value))])
  const inner = isWord ? count : Number(value)
  return (chosen ?? cases.other ?? []).map((one) => partOf(one, values, forms, inner)).join('')
}
