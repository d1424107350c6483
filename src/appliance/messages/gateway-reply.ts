import { given, ifGiven } from '../../base/typed.ts'
import type { Outcome } from '../../domain/messages/sending.ts'
import type { Means } from './gateway-settings.ts'

/** Where in what a gateway says the parts stand, and what they mean. */

/** Returns the value at the first of these places that has one, as text. */
export const foundAt = (tree: unknown, places: readonly string[]): string | undefined =>
  places.map((place) => textAt(tree, place)).find((value) => value !== undefined)

function textAt(tree: unknown, place: string): string | undefined {
  const value = valueAt(tree, place)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** @param place members and positions joined by dots */
export function valueAt(tree: unknown, place: string): unknown {
  let at = tree
  for (const step of place.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<string, unknown>)[step]
  }
  return at
}

/** Returns what the settings say that a state means; undefined if they do not name it. */
export const meansOf = (states: Readonly<Record<string, Means>>, state: string): Means | undefined =>
  Object.hasOwn(states, state) ? states[state] : undefined

/** Returns what became of a message, by the settings' word for it. */
export function meant(
  means: Means,
  code: string,
  {
    reference,
    words: said,
  }: { readonly reference?: string | undefined; readonly words?: string | undefined },
): Outcome {
  const words = ifGiven(said, (one) => ({ words: one }))
  switch (means) {
    case 'sent':
    case 'delivered':
      return { state: means, ...given({ reference }), ...words }
    case 'again':
    case 'failed':
      return { state: 'failed', again: means === 'again', code, ...words }
    case 'pauses':
      return { state: 'failed', again: true, pauses: true, code, ...words }
    case 'unknown':
      return { state: 'unknown', code }
  }
}
