import type { Shades } from '../text/colours.ts'

/**
 * A cooperative's own colour, and the colours of pages that follow from it. Contrast is that of WCAG 2.2
 * §1.4.3: text needs at least 4.5 to 1 against what it is on.
 */

/** `#` and six hexadecimal digits in lower case. */
export type Colour = string & { readonly colour: true }

export const LEAST_CONTRAST = 4.5

/** What pages are made of, in light and in dark (`src/text/colours.ts`). */
const LIGHT_PAGES = ['#ffffff', '#f6f5f1'].map((text) => text as Colour)
const DARK_PAGES = ['#1b201d', '#131715'].map((text) => text as Colour)
const WHITE = '#ffffff' as Colour
const BLACK = '#000000' as Colour
/** Text on a button in dark. */
const DARK_TEXT = '#0b0f0d' as Colour

/** Returns the colour that a person typed, such as `#0F6B45` or `0f6b45`; null if it is none. */
export function colourIn(text: string): Colour | null {
  const [, digits] = /^\s*#?([0-9a-f]{6})\s*$/i.exec(text) ?? []
  return digits === undefined ? null : (`#${digits.toLowerCase()}` as Colour)
}

type Channels = readonly [number, number, number]

const channelsOf = (colour: Colour): Channels => {
  const all = Number.parseInt(colour.slice(1), 16)
  return [all >> 16, (all >> 8) & 255, all & 255]
}

/** Relative luminance, 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance(colour: Colour): number {
  const [r, g, b] = channelsOf(colour).map((channel) => {
    const part = channel / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Channels
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the contrast of two colours, 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

/** Returns a mixture. @param part of the second colour, 0 to 1 */
function mixed(a: Colour, b: Colour, part: number): Colour {
  const other = channelsOf(b)
  const channels = channelsOf(a).map((channel, i) => Math.round(channel + ((other[i] ?? 0) - channel) * part))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}` as Colour
}

const isReadable = (colour: Colour, grounds: readonly Colour[], least = LEAST_CONTRAST): boolean =>
  grounds.every((ground) => contrast(colour, ground) >= least)

/** The first mixture with `towards` that can be read on all of these; at worst `towards` itself. */
function readable(colour: Colour, towards: Colour, grounds: readonly Colour[], least?: number): Colour {
  for (let percent = 0; percent < 100; percent += 2) {
    const one = mixed(colour, towards, percent / 100)
    if (isReadable(one, grounds, least)) return one
  }
  return towards
}

export interface TooLight {
  /** Its contrast with white. */
  readonly contrast: number
  /** The same colour, as much darker as it needs to be. */
  readonly instead: Colour
}

/** Returns why a colour cannot be used: in light, it is the colour of links, and of buttons with white text. */
export const colourFault = (colour: Colour): TooLight | null =>
  isReadable(colour, LIGHT_PAGES)
    ? null
    : { contrast: contrast(colour, WHITE), instead: readable(colour, BLACK, LIGHT_PAGES) }

/** Returns the shades in light. @param colour without fault */
export function lightShades(colour: Colour): Shades {
  const wash = mixed(WHITE, colour, 0.1)
  return { main: colour, ink: readable(colour, BLACK, [...LIGHT_PAGES, wash]), on: WHITE, wash }
}

/** A dark page needs a lighter colour: contrast of text by itself, and of a button's text. */
export function darkShades(colour: Colour): Shades {
  const main = readable(colour, WHITE, [...DARK_PAGES, DARK_TEXT], 6)
  const wash = mixed(DARK_PAGES[0] as Colour, colour, 0.28)
  return { main, ink: readable(main, WHITE, [...DARK_PAGES, wash], 7), on: DARK_TEXT, wash }
}
