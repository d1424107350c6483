import { isFalseId, MOST_IDS, type OtherId } from '../domain/other-ids.ts'
import { AnswerFault } from '../words/fault.ts'
import { message } from '../words/message.ts'

/** Ids of others as people type them: `ug_nin CM90123456789A; tax 1000123456`. */

const ONE = /^([A-Za-z][A-Za-z0-9_]{1,39})[\s:=]+(\S.{0,99})$/
/** In the place of a semicolon that was forgotten, as in `ug_nin CM90123456789A tax 1000123456`. */
const ANOTHER = /\s[a-z][a-z0-9_]+[\s:=]+\S*\d/

export const idsText = (ids: readonly OtherId[]): string =>
  ids.map(({ scheme, value }) => `${scheme} ${value}`).join('; ')

/** @throws {AnswerFault} if it is not a list of ids, or a check digit is wrong: who types it has the paper at hand */
export function idsTyped(text: string): OtherId[] {
  const ids = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, scheme = '', value = ''] = ONE.exec(part) ?? []
      if (scheme === '') throw new AnswerFault(message('reading.ids', { text: part }))
      if (ANOTHER.test(value)) throw new AnswerFault(message('reading.idsApart', { text: part }))
      return { scheme: scheme.toLowerCase(), value: value.trim() }
    })
  if (ids.length > MOST_IDS) throw new AnswerFault(message('reading.manyIds', { count: MOST_IDS }))
  for (const one of ids)
    if (isFalseId(one))
      throw new AnswerFault(message('reading.falseId', { text: one.value, scheme: one.scheme }))
  return ids
}

/** Returns the ids in a cell, or why it has none. */
export const idsIn = (text: string): OtherId[] | AnswerFault => {
  try {
    return idsTyped(text)
  } catch (error) {
    if (error instanceof AnswerFault) return error
    throw error
  }
}
