import { IntlMessageFormat } from 'intl-messageformat'
import { shown } from '../foreign.ts'
import { asShown, type Shown, type Text } from '../kinds.ts'
import { EN, type TextKey } from './en.ts'

const made = new Map<TextKey, IntlMessageFormat>()

/** A text of the catalogue. A value may be what somebody else wrote: it stays on its line, and shows what is hidden in it. */
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

/** The same of a key that the catalogue may lack; null then. */
export const sayIfKnown = (key: string): Shown | null => (key in EN ? say(key as TextKey) : null)
