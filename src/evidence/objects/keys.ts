import { isOneOf, must } from '../../base/typed.ts'

/** Keys of objects are made by Granary: parts joined by "/", the first of which is one of these. */
export const ROOTS = ['evidence', 'backups'] as const

const DIGEST = /^[0-9a-f]{64}$/
const PART = /^[a-z0-9][a-z0-9._-]{0,99}$/
const MOST_PARTS = 6
/** Prefix of the last part of keys that the store itself uses for write tests. */
const PROBE = 'probe-'

export const probeKey = (root: (typeof ROOTS)[number], name: string): string => `${root}/${PROBE}${name}`

/** Whether the text is a key: lower case, as some file systems ignore case; no part leaves the folder. */
export function isKey(text: string): boolean {
  const parts = text.split('/')
  return (
    parts.length >= 2 &&
    parts.length <= MOST_PARTS &&
    isOneOf(ROOTS, must(parts[0])) &&
    parts.every((part) => PART.test(part) && !part.includes('..')) &&
    !must(parts.at(-1)).startsWith(PROBE)
  )
}

/** @throws {Error} for a malformed key, or a digest that is not 64 lower-case hex digits: a bug of Granary */
export function checkKey(key: string, sha256?: string): void {
  if (!isKey(key)) throw new Error(`"${key}" is not a key of an object.`)
  if (sha256 !== undefined && !DIGEST.test(sha256)) throw new Error('A SHA-256 is 64 lower-case hex digits.')
}

/** @throws {Error} for a prefix that no key has */
export function checkPrefix(prefix: string): void {
  if (!/^[a-z0-9._/-]*$/.test(prefix) || /\.\.|\/\/|^[./-]/.test(prefix))
    throw new Error(`"${prefix}" is not a prefix of a key.`)
}

/**
 * Returns the path of an object in a store's folder. Objects named by digest are spread over two levels of
 * 256 folders: a folder with a hundred thousand names is slow to list and to repair.
 */
export function pathOfKey(key: string): string {
  const parts = key.split('/')
  const name = must(parts.pop())
  return [...parts, ...fan(name), name].join('/')
}

/** Returns the key of a path in a store's folder; null if no key has that path. */
export function keyOfPath(path: string): string | null {
  const parts = path.split('/')
  const name = must(parts.pop())
  for (const step of fan(name).reverse()) if (parts.pop() !== step) return null
  const key = [...parts, name].join('/')
  return isKey(key) ? key : null
}

const fan = (name: string): string[] => (DIGEST.test(name) ? [name.slice(0, 2), name.slice(2, 4)] : [])
