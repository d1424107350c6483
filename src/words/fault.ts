import type { Message } from './message.ts'
import { englishWords, type Words } from './words.ts'

/** What a person is told: a message, or English text that is not in the catalogue yet. */
export type Told = Message | string

/**
 * An error that says what happened in the language of its reader. Making one formats no text: the catalogue is
 * parsed when somebody is told.
 */
export class ToldError extends Error {
  readonly what: Told

  constructor(what: Told) {
    super()
    this.what = what
  }

  /** What happened in English, for logs. Empty while `Error` records the stack, which some versions of Node head with it. */
  override get message(): string {
    return (this.what as Told | undefined) === undefined ? '' : englishWords().tell(this.what)
  }
}

/** An error that its reader can do something about: what happened, and the remedy. */
export class OperatorFault extends ToldError {
  readonly cure: Told
  /** 1 failed, 2 wrong usage (contract §17); 78 the machine lacks something required. */
  readonly exitCode: number

  constructor(what: Told, cure: Told, exitCode = 1) {
    super(what)
    this.name = 'OperatorFault'
    this.cure = cure
    this.exitCode = exitCode
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
