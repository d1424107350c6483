/** What a member may answer to end messages. */

/** They mean nothing else, whatever few words come after. */
const CLEAR_WORDS: ReadonlySet<string> = new Set([
  ...['STOP', 'STOPALL', 'UNSUBSCRIBE'],
  ...['DESABONNER', 'DESINSCRIRE'],
])
/** They may begin an ordinary answer too: "Acha nitakupigia", "End of month is fine". */
const OTHER_WORDS: ReadonlySet<string> = new Set([
  ...['CANCEL', 'END', 'QUIT'],
  ...['ACHA', 'ACHENI', 'KOMA', 'SIMAMISHA', 'SITISHA', 'SITAKI'],
  ...['ARRET', 'ARRETE', 'ARRETER', 'ARRETEZ', 'STOPPER'],
])
/** Words of politeness, and about messages. */
const BESIDE: ReadonlySet<string> = new Set([
  ...['PLEASE', 'PLS', 'SENDING', 'ME', 'MY', 'THE', 'THESE', 'MESSAGE', 'MESSAGES', 'SMS', 'TEXTS'],
  ...['TAFADHALI', 'KUNITUMIA', 'KUTUMA', 'UJUMBE', 'JUMBE', 'MESEJI', 'HIZI', 'TENA'],
  ...['SVP', 'S', 'IL', 'VOUS', 'TE', 'PLAIT', 'DE', 'M', 'ENVOYER', 'CES', 'DES', 'LES'],
])
/** A longer answer says something else. */
const MOST_WORDS = 5

/** Returns the word with which an answer ends messages; null if it ends none. */
export function stopWord(text: string): string | null {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  const words = plain.match(/[\p{L}\d]+/gu) ?? []
  const [first = ''] = words
  if (words.length <= MOST_WORDS && CLEAR_WORDS.has(first)) return first
  const said = words.filter((word) => CLEAR_WORDS.has(word) || OTHER_WORDS.has(word))
  const isAll = words.every((word) => said.includes(word) || BESIDE.has(word))
  return isAll ? (said[0] ?? null) : null
}
