import type { GrantableType } from '../domain/types/index.ts'
import { say } from './catalogue/say.ts'
import { several } from './phrases.ts'

/** Returns a count with its noun: `3 deliveries`. */
export const counted = (type: GrantableType, count: number): string =>
  several(count, singular(type), plural(type))

export const singular = (type: GrantableType): string => say(`noun.${type}`)

export const plural = (type: GrantableType): string => say(`nouns.${type}`)

/** Joins a list: `a, b and c`. */
export function listed(parts: readonly string[]): string {
  const last = parts[parts.length - 1] ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}
