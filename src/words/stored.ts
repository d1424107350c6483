import { membersOf } from '../base/typed.ts'
import type { Told } from './fault.ts'
import { ENGLISH } from './language.ts'
import type { Message } from './message.ts'

/** Texts that people read and the database keeps: messages, as JSON. Earlier versions stored them in English. */

export const toStored = (told: Told): string => JSON.stringify(told)

export function fromStored(text: string): Told {
  try {
    const read: unknown = JSON.parse(text)
    return ENGLISH.has(String(membersOf(read).key)) ? (read as Message) : text
  } catch {
    return text
  }
}
