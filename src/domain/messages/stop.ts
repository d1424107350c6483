/** What a member may answer to end messages. */

const STOP_WORDS: ReadonlySet<string> = new Set([
  ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
  ...['ACHA', 'ACHENI', 'KOMA', 'SIMAMISHA', 'SITISHA', 'SITAKI'],
  ...['ARRET', 'ARRETE', 'ARRETER', 'ARRETEZ', 'STOPPER', 'DESABONNER', 'DESINSCRIRE'],
])
/** A longer answer says something else. */
const MOST_WORDS = 5

/** Returns the word with which an answer ends messages; null if it ends none. */
export function stopWord(text: string): string | null {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  const words = plain.match(/[\p{L}\d]+/gu) ?? []
  const [first = ''] = words
  return words.length <= MOST_WORDS && STOP_WORDS.has(first) ? first : null
}
