import type { Key, NamesIn } from './language.ts'
import { type Message, message, type Values } from './message.ts'
import { englishWords, type Words } from './words.ts'

/** What a person reads: a message, or English text that is not in the catalogue yet. */
export type Told = Message | string

/** One text for every reader; or one that names a command, for a terminal, and one that names a page, for the office. */
export type Advice = Told | { readonly onTerminal: Told; readonly onPage: Told }

/** What only people at the server can use: a command, its flag, or a setting. */
const OF_THE_SERVER = /GRANARY_[A-Z]|\bgranary [a-z]|(?<!\S)--[a-z]/

const isTold = (advice: Advice): advice is Told => typeof advice === 'string' || 'key' in advice
const onTerminal = (advice: Advice): Told => (isTold(advice) ? advice : advice.onTerminal)
const onPage = (advice: Advice): Told => (isTold(advice) ? advice : advice.onPage)

/** Advice for a page: none where the only one is for people at the server, unless it was made for a page. */
function cureOnPage(cure: Advice): Told {
  const told = onPage(cure)
  if (!isTold(cure)) return told
  return OF_THE_SERVER.test(englishWords().tell(told)) ? '' : told
}

/**
 * An error that says what happened in the language of its reader. Making one formats no text: the catalogue is
 * parsed when the first text is shown.
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
  readonly #onPage: readonly [what: Advice, cure: Advice]
  /** 1 failed, 2 wrong usage (contract §17); 78 the machine lacks something required. */
  readonly exitCode: number
  /** In which its times are told on a terminal: that of the service which reports it, else that of the settings. */
  timeZone: string | undefined

  constructor(what: Advice, cure: Advice, exitCode = 1) {
    super(onTerminal(what))
    this.name = 'OperatorFault'
    this.cure = onTerminal(cure)
    this.#onPage = [what, cure]
    this.exitCode = exitCode
  }

  /** The remedy in English, for logs. */
  get remedy(): string {
    return englishWords().tell(this.cure)
  }

  /** What happened and the remedy, for a reader at a page, who cannot run commands. */
  toldIn(words: Words): string {
    const [what, cure] = this.#onPage
    return [onPage(what), cureOnPage(cure)].map(words.tell).join(' ').trim()
  }
}

/** One of several things that an answer may mean: its id or code, and the name by which people tell it apart. */
export interface Choice {
  readonly id: string
  readonly name: string
}

/** An answer that cannot be used as it was typed: why, and perhaps what would be right. */
export class AnswerFault extends OperatorFault {
  /** Both as one text for a terminal, below the question or the name of a flag. */
  readonly reason: Told
  /** What the answer fits, where it fits several: a form offers them. */
  readonly choices: readonly Choice[]

  constructor(what: Advice, cure: Advice = '', choices: readonly Choice[] = []) {
    super(what, cure, 2)
    this.choices = choices
    this.reason = this.cure === '' ? this.what : message('fault.whole', { what: this.what, cure: this.cure })
  }
}

/** Everything that is wrong with one command, each error for a line of its own. */
export class SeveralFaults extends OperatorFault {
  readonly faults: readonly Told[]

  constructor(what: Advice, cure: Advice, faults: readonly Told[]) {
    super(what, cure, 2)
    this.faults = faults
  }
}

/** The key of a text whose remedy is in the catalogue too. */
type Curable = { [K in Key]: `${K}.remedy` extends Key ? K : never }[Key]
type CureOf<K extends Curable> = Extract<`${K}.remedy`, Key>
type GivenValues<K extends Key> = [NamesIn<K>] extends [never] ? null : Values<K>

/**
 * What is wrong, and its remedy, whose keys differ by `.remedy`.
 * @param args of the first text; null if it takes none, but its remedy does
 */
export const withRemedy = <K extends Curable>(
  key: K,
  ...[args, cureArgs]: [NamesIn<CureOf<K>>] extends [never]
    ? [NamesIn<K>] extends [never]
      ? []
      : [args: Values<K>]
    : [args: GivenValues<K>, cureArgs: Values<CureOf<K>>]
): [what: Message, cure: Message] => [told(key, args), told(`${key}.remedy` as CureOf<K>, cureArgs)]

const told = (key: Key, args: Message['args'] | null): Message => (args == null ? { key } : { key, args })
