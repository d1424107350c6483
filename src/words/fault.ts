import type { Message } from './message.ts'
import { englishWords, type Words } from './words.ts'

/** What a person is told: a message, or English text that is not in the catalogue yet. */
export type Told = Message | string

/**
 * An error that its reader can do something about: what happened, and the remedy. Making one formats no text: the
 * catalogue is parsed when somebody is told.
 */
export class OperatorFault extends Error {
  readonly what: Told
  readonly cure: Told
  /** 1 failed, 2 wrong usage (contract §17); 78 the machine lacks something required. */
  readonly exitCode: number

  constructor(what: Told, cure: Told, exitCode = 1) {
    super()
    this.name = 'OperatorFault'
    this.what = what
    this.cure = cure
    this.exitCode = exitCode
  }

  /** What happened in English, for logs. Empty while `Error` records the stack, which some versions of Node head with it. */
  override get message(): string {
    return (this.what as Told | undefined) === undefined ? '' : englishWords().tell(this.what)
  }

  /** The remedy in English, for logs. */
  get remedy(): string {
    return englishWords().tell(this.cure)
  }

  /** What happened and the remedy, for a reader. */
  toldIn(words: Words): string {
    return `${words.tell(this.what)} ${words.tell(this.cure)}`.trim()
  }
}
