import type { Message } from '../../words/message.ts'

/** Receives reports about the progress of long work. */
export interface Progress {
  /** @param what a few words; each call starts a new count */
  step(what: Message, of: number, unit: 'bytes' | 'pictures' | 'objects'): void
  add(amount: number): void
}
