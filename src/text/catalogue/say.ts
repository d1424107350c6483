import { IntlMessageFormat } from 'intl-messageformat'
import { shown } from '../foreign.ts'
import { asShown, type Shown, type Text } from '../kinds.ts'
import { EN, type TextKey } from './en.ts'

const made = new Map<TextKey, IntlMessageFormat>()

/**
 * Returns a text of the catalogue. Values may be text from other people: they stay on one line and are made
 * safe.
 */
export function say(key: TextKey, values: Readonly<Record<string, Text | number>> = {}): Shown {
  let message = made.get(key)
  if (message === undefined) {
    message = new IntlMessageFormat(EN[key], 'en', undefined, { ignoreTag: true })
    made.set(key, message)
  }
  const safe = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? shown(value) : value,
  ])
  return asShown(String(message.format(Object.fromEntries(safe))))
}

/** Returns the text of a key, or null if the catalogue lacks it. */
export const sayIfKnown = (key: string): Shown | null => (key in EN ? say(key as TextKey) : null)
