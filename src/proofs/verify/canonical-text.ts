import { canonicalJson } from '../../domain/canonical.ts'

/**
 * Is this text the canonical JSON (RFC 8785) of what it says? The engine's own writer is canonical but for the order of
 * members, and three times as fast as ours; a text whose members stand in order when it reads them is canonical when it
 * writes the same. Members named like numbers it orders by itself: for those, and for faults, ours decides.
 * @param value what the text says, as the engine reads it
 */
export function isCanonicalText(text: string, value: unknown): boolean {
  return (isOrdered(value) && JSON.stringify(value) === text) || canonicalJson(value) === text
}

function isOrdered(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isOrdered)
  let before = ''
  for (const member in value) {
    if (member < before) return false
    before = member
    const held = (value as Record<string, unknown>)[member]
    if (typeof held === 'object' && held !== null && !isOrdered(held)) return false
  }
  return true
}
