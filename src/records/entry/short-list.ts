import { message, type Value } from '../../words/message.ts'

const SHOWN = 8

/** Returns the first few texts, and how many more there are. */
export function shortList(texts: readonly string[], between: ', ' | '; ' = ', '): Value {
  const some = texts.slice(0, SHOWN).join(between)
  const count = texts.length - SHOWN
  if (count <= 0) return some
  return message(between === ', ' ? 'reading.andMore' : 'reading.andMoreApart', { some, count })
}
