import { membersOf } from '../base/typed.ts'
import type { Told } from './fault.ts'
import { ENGLISH } from './language.ts'
import type { Message } from './message.ts'
import { englishWords } from './words.ts'

/** Texts that people read and the database keeps: messages, as JSON. Earlier versions stored them in English. */

export const toStored = (told: Told): string => JSON.stringify(told)

export function fromStored(text: string): Told {
  try {
    const read: unknown = JSON.parse(text)
    if (!ENGLISH.has(String(membersOf(read).key))) return text
    // Another version may have stored it with other values.
    englishWords().tell(read as Message)
    return read as Message
  } catch {
    return text
  }
}
