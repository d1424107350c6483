import { canonicalJson } from '../../domain/canonical.ts'

/**
 * Whether this text is the canonical JSON (RFC 8785) of its value. The engine's own writer is canonical except for the order
 * of members, and three times as fast as ours: a text with its members in order is canonical if the engine writes the
 * same. It reorders members named like numbers; for those, and for faults, our writer decides.
 * @param value the text as parsed by the engine
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
