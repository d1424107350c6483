import { randomBytes } from 'node:crypto'

/** Enrolment codes. People read them from a screen or paper, so easily confused letters are left out. */

const PREFIX = 'gryenr_'
/** Crockford's base 32: no i, l, o or u. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
/** 100 bits: too many to guess. */
const LENGTH = 20
const GROUP = 5

/** Returns a new code, such as `gryenr_7k3m9-q2xvw-...`. */
export function makeCode(): string {
  // 32 divides 256, so all letters are equally likely.
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length])
  const groups: string[] = []
  for (let at = 0; at < LENGTH; at += GROUP) groups.push(letters.slice(at, at + GROUP).join(''))
  return PREFIX + groups.join('-')
}

/** Normalizes a typed code for hashing; null if it is not a code. */
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
