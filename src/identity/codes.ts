import { randomBytes } from 'node:crypto'

/** Enrolment codes: read off a screen or a slip of paper, so in letters that are not taken for each other. */

const PREFIX = 'gryenr_'
/** Crockford's base 32: no i, l, o or u. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
/** 100 bits: at 30 wrong tokens a minute and address, nothing that lives for hours is guessed. */
const LENGTH = 20
const GROUP = 5

/** A new code, such as `gryenr_7k3m9-q2xvw-…`. */
export function makeCode(): string {
  // 32 letters divide 256 evenly: each is as likely as the others.
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length])
  const groups: string[] = []
  for (let at = 0; at < LENGTH; at += GROUP) groups.push(letters.slice(at, at + GROUP).join(''))
  return PREFIX + groups.join('-')
}

/** The code as it is hashed, however it was typed; null when it is none. */
export function readCode(token: string): string | null {
  if (!token.toLowerCase().startsWith(PREFIX)) return null
  const letters = token
    .slice(PREFIX.length)
    .toLowerCase()
    .replaceAll('-', '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter))
    ? PREFIX + letters
    : null
}
