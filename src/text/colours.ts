/** The colours of everything that people see in a browser, light and dark, and the look of one cooperative. */

/** What a cooperative's own colour replaces. Each is a CSS colour. */
export interface Shades {
  /** Buttons, marks, bars. */
  readonly main: string
  /** Links, and text on `wash`. */
  readonly ink: string
  /** Text on `main`. */
  readonly on: string
  /** Behind what is chosen. */
  readonly wash: string
}

/** How the pages of one cooperative look. */
export interface Look {
  /** Custom properties, for the start of a style. */
  readonly colours: string
  /** The address of its mark, which contains the digest of the picture; null if it has none. */
  readonly mark: string | null
}

/** What is good stays green, whatever the cooperative's colour is. What is drawn in SVG uses these too. */
const LIGHT = `--ground:#f6f5f1;--card:#fff;--ink:#1d2420;--quiet:#59625b;--line:#e0ded5;--edge:#8d8b80;
--good:#0b5335;--good-wash:#e7f1eb;--amber:#855600;--amber-wash:#fdf1d8;--red:#a3262a;--red-wash:#fbe9e9;--blue:#28557f;--blue-wash:#e6eff8`
const DARK = `--ground:#131715;--card:#1b201d;--ink:#e9ece9;--quiet:#a5afa8;--line:#323a35;--edge:#78837c;
--good:#86dbb3;--good-wash:#1d3228;--amber:#eabd66;--amber-wash:#352a12;--red:#f4a1a3;--red-wash:#3d1e1f;--blue:#9fc5e9;--blue-wash:#1a2a39`

const OWN = {
  light: { main: '#0f6b45', ink: '#0b5335', on: '#fff', wash: '#e7f1eb' },
  dark: { main: '#5cc796', ink: '#86dbb3', on: '#08140e', wash: '#1d3228' },
} as const satisfies Both

interface Both {
  readonly light: Shades
  readonly dark: Shades
}

const chosen = ({ main, ink, on, wash }: Shades) =>
  `--green:${main};--green-ink:${ink};--on:${on};--wash:${wash}`

/** Returns the custom properties. @param own the shades of a cooperative's own colour */
export const coloursOf = ({ light, dark }: Both = OWN): string =>
  `:root{color-scheme:light dark;${LIGHT};${chosen(light)}}
@media(prefers-color-scheme:dark){:root{${DARK};${chosen(dark)}}}
`

/** The look without a cooperative's own colour and mark. */
export const PLAIN_LOOK: Look = { colours: coloursOf(), mark: null }
