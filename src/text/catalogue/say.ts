import { IntlMessageFormat } from 'intl-messageformat'
import { EN, type TextKey } from './en.ts'

const made = new Map<TextKey, IntlMessageFormat>()

/** A text of the catalogue. Values are text: the page escapes them. */
export function say(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  let message = made.get(key)
  if (message === undefined) {
    message = new IntlMessageFormat(EN[key], 'en', undefined, { ignoreTag: true })
    made.set(key, message)
  }
  return String(message.format(values))
}

/** The same of a key that the catalogue may lack; null then. */
export const sayIfKnown = (key: string): string | null => (key in EN ? say(key as TextKey) : null)
