/** Keys of objects: names of our own making, parts joined by "/". The first part is one of these. */
export const ROOTS = ['evidence', 'backups'] as const
export type Root = (typeof ROOTS)[number]

const PART = /^[a-z0-9][a-z0-9._-]{0,99}$/
const MOST_PARTS = 6
/** Last parts that begin so are the store's own, by which it tries what it may do. */
const PROBE = 'probe-'

export const probeKey = (root: Root, name: string): string => `${root}/${PROBE}${name}`

/** Lower case only, since some file systems take "A" and "a" for one; no part that leads elsewhere. */
export function isKey(text: string): boolean {
  const parts = text.split('/')
  return (
    parts.length >= 2 &&
    parts.length <= MOST_PARTS &&
    (ROOTS as readonly string[]).includes(parts[0] as string) &&
    parts.every((part) => PART.test(part) && !part.includes('..')) &&
    !(parts.at(-1) as string).startsWith(PROBE)
  )
}

/** @throws {Error} for a key that no part of Granary should have made */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`"${key}" is no key of an object.`)
}

/** @throws {Error} for a prefix that can be the beginning of no key */
export function checkPrefix(prefix: string): void {
  if (!/^[a-z0-9._/-]*$/.test(prefix) || /\.\.|\/\/|^[./-]/.test(prefix))
    throw new Error(`"${prefix}" is no prefix of a key.`)
}

const DIGEST = /^[0-9a-f]{64}$/

/** @throws {Error} when it is not 64 lower-case hex digits */
export function checkDigest(sha256: string): void {
  if (!DIGEST.test(sha256)) throw new Error('A SHA-256 is 64 lower-case hex digits.')
}

/**
 * Where an object lies below the folder of a store. Objects named by their digest are spread over two levels of 256
 * folders, because a folder with a hundred thousand names is slow to list and to repair.
 */
export function pathOfKey(key: string): string {
  const parts = key.split('/')
  const name = parts.pop() as string
  return [...parts, ...fan(name), name].join('/')
}

/** The key of a path below the folder of a store, or null when no key leads there. */
export function keyOfPath(path: string): string | null {
  const parts = path.split('/')
  const name = parts.pop() as string
  for (const step of fan(name).reverse()) if (parts.pop() !== step) return null
  const key = [...parts, name].join('/')
  return isKey(key) ? key : null
}

const fan = (name: string): string[] => (DIGEST.test(name) ? [name.slice(0, 2), name.slice(2, 4)] : [])
