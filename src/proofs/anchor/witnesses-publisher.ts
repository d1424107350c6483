import type { Policy, PolicyWitness } from '../../domain/tlog-policy.ts'
import { type Message, message } from '../../words/message.ts'
import { type Publication, PublicationFault, type Publisher } from './publisher.ts'
import { WITNESS, WitnessPublisher } from './witness-publisher.ts'

/**
 * Sends checkpoints to every witness that a policy names with an address. A checkpoint counts as published once those
 * that signed it are enough by the policy; all their signatures are the receipt.
 */
export class WitnessesPublisher implements Publisher {
  readonly name: string
  readonly words: Message
  readonly #isMetBy: Policy['isMetBy']
  readonly #asked: readonly { readonly witness: PolicyWitness; readonly publisher: WitnessPublisher }[]

  /** @param answerMs timeout of an answer */
  constructor({ witnesses, isMetBy }: Policy, answerMs?: number) {
    this.#isMetBy = isMetBy
    this.#asked = witnesses.flatMap((witness) =>
      witness.url === null
        ? []
        : [{ witness, publisher: new WitnessPublisher(witness.url, witness.vkey, answerMs) }],
    )
    const names = this.#asked.map(({ witness }) => witness.vkey.name)
    this.name = `${WITNESS}${names.join(', ')}`
    this.words = message('publisher.witnesses', { names: names.join(', ') })
  }

  /** @returns the signature lines of all witnesses that signed */
  async publish(publication: Publication): Promise<string> {
    const answers = await Promise.all(
      this.#asked.map(async ({ witness, publisher }) => ({
        witness,
        ...(await publisher.publish(publication).then(
          (lines) => ({ lines, fault: null }),
          (error: unknown) => {
            if (error instanceof PublicationFault) return { lines: null, fault: error }
            throw error
          },
        )),
      })),
    )
    const signed = answers.flatMap(({ witness, lines }) => (lines === null ? [] : [{ witness, lines }]))
    const names = new Set(signed.map(({ witness }) => witness.name))
    if (names.size > 0 && this.#isMetBy(names)) return signed.map(({ lines }) => lines).join('')
    const [first] = answers.flatMap(({ fault }) => (fault === null ? [] : [fault.what]))
    throw new PublicationFault(
      message('publisher.tooFew', {
        signed: signed.length,
        asked: answers.length,
        reason: first ?? message('publisher.noneNamed'),
      }),
    )
  }
}
