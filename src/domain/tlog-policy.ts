import { ToldError } from '../words/fault.ts'
import { type Message, message } from '../words/message.ts'
import { NoteFault, parseVkey, type Vkey } from './note.ts'

/**
 * Which witnesses must have cosigned a checkpoint, as a file (C2SP tlog-policy, https://c2sp.org/tlog-policy): logs, witnesses,
 * groups of them, and the quorum. Names mean something within the file alone.
 */

export interface PolicyWitness {
  readonly name: string
  readonly vkey: Vkey
  /** Where it takes checkpoints (its "submission prefix"); null if the file does not say. */
  readonly url: string | null
}

export interface Policy {
  readonly logs: readonly Vkey[]
  readonly witnesses: readonly PolicyWitness[]
  /** Whether these witnesses, by their names, are enough. */
  readonly isMetBy: (names: ReadonlySet<string>) => boolean
}

/** What is wrong with a policy, and in which line. */
export class PolicyFault extends ToldError {
  override readonly name = 'PolicyFault'
}

/** Our own limits; the format asks for at least 32 of each. */
const MOST_LINES = 1_000
const MOST_BYTES = 256 * 1024

type Rule = Policy['isMetBy']

/** @throws {PolicyFault} naming the line */
export function parsePolicy(bytes: Buffer): Policy {
  if (bytes.length > MOST_BYTES) throw new PolicyFault(message('policy.tooLong'))
  const reading = new PolicyReader()
  // Names are octets to the format; latin1 keeps each as one character.
  const lines = bytes.toString('latin1').split('\n')
  if (lines.length > MOST_LINES) throw new PolicyFault(message('policy.tooLong'))
  for (const [i, line] of lines.entries()) reading.line(i + 1, line)
  return reading.policy
}

class PolicyReader {
  readonly #logs: Vkey[] = []
  readonly #witnesses: PolicyWitness[] = []
  readonly #rules = new Map<string, Rule>()
  /** Each name may be in one group, so that no witness counts twice. */
  readonly #members = new Set<string>()
  #quorum: Rule | null = null
  #at = 0

  line(at: number, line: string): void {
    this.#at = at
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the format forbids
    if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(line)) throw this.#fault(message('policy.control'))
    const [word, ...rest] = line.split(/[ \t]+/).filter((item) => item !== '')
    if (word === undefined || word.startsWith('#')) return
    if (word === 'log') this.#log(rest)
    else if (word === 'witness') this.#witness(rest)
    else if (word === 'group') this.#group(rest)
    else if (word === 'quorum') this.#setQuorum(rest)
    else throw this.#fault(message('policy.word', { word }))
  }

  get policy(): Policy {
    if (this.#quorum === null) throw new PolicyFault(message('policy.noQuorum'))
    return { logs: this.#logs, witnesses: this.#witnesses, isMetBy: this.#quorum }
  }

  #log([text, _url, ...more]: readonly string[]): void {
    if (text === undefined || more.length > 0) throw this.#fault(message('policy.log'))
    const vkey = this.#vkey(text)
    if (vkey.algorithm !== 'ed25519') throw this.#fault(message('policy.keyKind'))
    this.#mustBeNew(vkey, this.#logs)
    this.#logs.push(vkey)
  }

  #witness([name, text, url, ...more]: readonly string[]): void {
    if (name === undefined || text === undefined || more.length > 0)
      throw this.#fault(message('policy.witness'))
    const vkey = this.#vkey(text)
    if (vkey.algorithm === 'ed25519') throw this.#fault(message('policy.keyKind'))
    this.#mustBeNew(
      vkey,
      this.#witnesses.map((known) => known.vkey),
    )
    if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
      throw this.#fault(message('policy.url'))
    this.#define(name, (names) => names.has(name))
    this.#witnesses.push({ name, vkey, url: url ?? null })
  }

  #group([name, threshold, ...members]: readonly string[]): void {
    if (name === undefined || threshold === undefined || members.length === 0)
      throw this.#fault(message('policy.group'))
    const rules = members.map((member) => {
      const rule = this.#rules.get(member)
      if (rule === undefined) throw this.#fault(message('policy.notDefined', { name: member }))
      if (this.#members.has(member)) throw this.#fault(message('policy.twice', { name: member }))
      this.#members.add(member)
      return rule
    })
    const least = threshold === 'all' ? rules.length : threshold === 'any' ? 1 : Number(threshold)
    const isCount = /^(all|any|[1-9]\d{0,4})$/.test(threshold)
    if (!isCount || least > rules.length)
      throw this.#fault(message('policy.threshold', { most: rules.length }))
    this.#define(name, (names) => rules.filter((rule) => rule(names)).length >= least)
  }

  #setQuorum([name, ...more]: readonly string[]): void {
    if (name === undefined || more.length > 0 || this.#quorum !== null)
      throw this.#fault(message('policy.quorum'))
    const rule = name === NONE ? () => true : this.#rules.get(name)
    if (rule === undefined) throw this.#fault(message('policy.notDefined', { name }))
    this.#quorum = rule
  }

  #define(name: string, rule: Rule): void {
    if (name === NONE || this.#rules.has(name)) throw this.#fault(message('policy.nameTaken', { name }))
    this.#rules.set(name, rule)
  }

  #vkey(text: string): Vkey {
    try {
      return parseVkey(Buffer.from(text, 'latin1').toString())
    } catch (error) {
      if (error instanceof NoteFault) throw this.#fault(error.what as Message)
      throw error
    }
  }

  /**
   * Two keys are the same if their bytes are, whatever their names. Their texts are compared: `KeyObject.equals` of two kinds
   * leaves an error in OpenSSL, which the next use of a key reports as its own.
   */
  #mustBeNew(vkey: Vkey, known: readonly Vkey[]): void {
    if (known.some((one) => bytesOf(one) === bytesOf(vkey))) throw this.#fault(message('policy.sameKey'))
  }

  #fault(finding: Message): PolicyFault {
    return new PolicyFault(message('policy.inLine', { line: this.#at, finding }))
  }
}

const NONE = 'none'

/** Type and public key in base64, after the name and the 8 digits of the key id. */
const bytesOf = ({ name, text }: Vkey): string => text.slice(name.length + '+12345678+'.length)
