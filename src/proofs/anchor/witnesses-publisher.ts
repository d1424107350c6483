import { MOST_WITNESSES } from '../../domain/note.ts'
import type { Policy, PolicyWitness } from '../../domain/tlog-policy.ts'
import { type Message, message } from '../../words/message.ts'
import { Contradiction, type Publication, PublicationFault, type Publisher } from './publisher.ts'
import { WITNESS, WitnessPublisher } from './witness-publisher.ts'

/**
 * Sends checkpoints to every witness that a policy names with an address. A checkpoint counts as published once those
 * that signed it are enough by the policy; all their signatures are the receipt.
 */
export class WitnessesPublisher implements Publisher {
  readonly words: Message
  readonly #policyNow: () => Policy | PublicationFault
  readonly #answerMs: number | undefined
  #names = ''

  /**
   * @param file of the policy
   * @param policyNow reads it at each publication, so that a corrected file needs no restart
   * @param answerMs timeout of an answer
   */
  constructor(file: string, policyNow: () => Policy | PublicationFault, answerMs?: number) {
    this.words = message('publisher.witnesses', { file })
    this.#policyNow = policyNow
    this.#answerMs = answerMs
  }

  /** With the names of the witnesses that were asked last. */
  get name(): string {
    return `${WITNESS}${this.#names}`
  }

  /** @returns the signature lines of all witnesses that signed */
  async publish(publication: Publication): Promise<string> {
    const policy = this.#policyNow()
    if (policy instanceof PublicationFault) throw policy
    const { witnesses, isMetBy } = policy
    const asked = witnesses.filter(hasAddress)
    this.#names = asked.map(({ vkey }) => vkey.name).join(', ')
    if (asked.length > MOST_WITNESSES)
      throw new PublicationFault(message('policy.tooManyAsked', { most: MOST_WITNESSES }))
    const answers = await Promise.all(asked.map((witness) => this.#answerOf(witness, publication)))
    const faults = answers.flatMap(({ fault }) => (fault === null ? [] : [fault]))
    // A later or other tree of this log is no matter of votes: one that has seen it is enough.
    const contradiction = faults.find((fault) => fault instanceof Contradiction)
    if (contradiction !== undefined) throw contradiction
    const signed = answers.flatMap(({ name, lines }) => (lines === null ? [] : [{ name, lines }]))
    const names = new Set(signed.map(({ name }) => name))
    if (names.size > 0 && isMetBy(names)) return signed.map(({ lines }) => lines).join('')
    const reasons = faults.map(({ what }) => what)
    throw new PublicationFault(
      message('publisher.tooFew', {
        signed: signed.length,
        asked: answers.length,
        reason: reasons.length === 0 ? message('publisher.noneNamed') : { clauses: reasons },
      }),
    )
  }

  async #answerOf({ name, url, vkey }: AskedWitness, publication: Publication) {
    try {
      const publisher = new WitnessPublisher(url, vkey, this.#answerMs)
      return { name, lines: await publisher.publish(publication), fault: null }
    } catch (fault) {
      if (fault instanceof PublicationFault) return { name, lines: null, fault }
      throw fault
    }
  }
}

type AskedWitness = PolicyWitness & { readonly url: string }
const hasAddress = (witness: PolicyWitness): witness is AskedWitness => witness.url !== null
