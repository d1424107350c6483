import type { Message } from './message.ts'
import { englishWords, type Words } from './words.ts'

/** What a person is told: a message, or English text that is not in the catalogue yet. */
export type Told = Message | string

/** An error that its reader can do something about: what happened, and the remedy. */
export class OperatorFault extends Error {
  readonly what: Told
  readonly cure: Told
  /** 1 failed, 2 wrong usage (contract §17); 78 the machine lacks something required. */
  readonly exitCode: number

  constructor(what: Told, cure: Told, exitCode = 1) {
    super(englishWords().tell(what))
    this.name = 'OperatorFault'
    this.what = what
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
