import { errorMessage } from '../../base/error-kinds.ts'
import {
  NoteFault,
  type NoteSignature,
  openNote,
  signatureLines,
  signedBy,
  type Vkey,
} from '../../domain/note.ts'
import type { Told } from '../../words/fault.ts'
import type { KeyTaking } from '../../words/language.ts'
import { type Message, message } from '../../words/message.ts'
import { Contradiction, type Publication, PublicationFault, type Publisher } from './publisher.ts'

/** Timeout of an answer: longer than a server on a slow link needs. A failed attempt is repeated anyway. */
const ANSWER_MS = 30_000
/** Enough for several signature lines. */
const MAX_ANSWER_BYTES = 64 * 1024
const SIZE_TYPE = 'text/x.tlog.size'
/** Prefix of publishers whose receipts are signatures of the checkpoint. */
export const WITNESS = 'witness '

interface WitnessReply {
  readonly status: number
  readonly type: string
  readonly text: string
}

/**
 * Sends checkpoints to a witness over HTTP (C2SP tlog-witness, https://c2sp.org/tlog-witness). The witness
 * checks that each tree is the beginning of the next, and signs it. The receipt is its signature by the key
 * that the operator named: nobody can forge it or reuse it for another checkpoint.
 */
export class WitnessPublisher implements Publisher {
  readonly name: string
  readonly words: Message
  readonly #address: string
  readonly #vkey: Vkey
  readonly #answerMs: number

  /** @param answerMs timeout of an answer */
  constructor(url: string, vkey: Vkey, answerMs = ANSWER_MS) {
    this.#vkey = vkey
    this.#answerMs = answerMs
    this.#address = new URL('add-checkpoint', url.endsWith('/') ? url : `${url}/`).href
    this.name = `${WITNESS}${this.#vkey.name}`
    this.words = message('publisher.witness', { name: this.#vkey.name, origin: new URL(url).origin })
  }

  /** @returns the witness's own signature line only, the newest of several */
  async publish(publication: Publication): Promise<string> {
    const first = await this.#send(publication, publication.knownSize)
    const answer = first.status === 409 ? await this.#sendFrom(publication, first) : first
    if (answer.status !== 200) throw this.#refused(answer)
    return this.#checked(publication.checkpoint, answer.text)
  }

  /** Retries from the tree size that the witness states: it may know an earlier or a later tree. */
  #sendFrom(publication: Publication, { type, text }: WitnessReply): Promise<WitnessReply> {
    const size = Number(/^(\d{1,15})\n?$/.exec(text)?.[1] ?? Number.NaN)
    if (!type.startsWith(SIZE_TYPE) || Number.isNaN(size)) throw this.#fault('publisher.sizeNotStated')
    if (size > publication.treeSize)
      throw new Contradiction(
        message('publisher.witnessLater', { witness: this.words, size, entries: publication.treeSize }),
      )
    return this.#send(publication, size)
  }

  async #send({ checkpoint, consistencyFrom }: Publication, fromSize: number): Promise<WitnessReply> {
    const path = consistencyFrom(fromSize)
    const lines = [`old ${fromSize}`, ...path.map((hash) => hash.toString('base64')), '', checkpoint]
    const signal = AbortSignal.timeout(this.#answerMs)
    try {
      const response = await fetch(this.#address, {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: lines.join('\n'),
        redirect: 'error',
        signal,
      })
      return {
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        text: await textOf(response),
      }
    } catch (error) {
      if (error instanceof PublicationFault) throw error
      throw new PublicationFault(
        message('publisher.noAnswer', { witness: this.words, reason: this.#reasonOf(error) }),
      )
    }
  }

  #checked(checkpoint: string, lines: string): string {
    try {
      const { text } = openNote(checkpoint)
      const { name, keyId } = this.#vkey
      const signatures = signatureLines(lines).filter(
        (signature) => signature.name === name && signature.keyId.equals(keyId),
      )
      // One is enough, however many it sends: a note has room for few.
      if (signedBy({ text, signatures }, this.#vkey))
        return lineOf(signatures.reduce((a, b) => (timeOf(b) > timeOf(a) ? b : a)))
    } catch (error) {
      if (!(error instanceof NoteFault)) throw error
    }
    throw this.#fault('publisher.notSigned')
  }

  #refused({ status }: WitnessReply): PublicationFault {
    if (status === 404) return this.#fault('publisher.unknownLog')
    if (status === 403) return this.#fault('publisher.otherKey')
    if (status === 409 || status === 422)
      return new Contradiction(message('publisher.witnessOther', { witness: this.words, status }))
    return new PublicationFault(message('publisher.refused', { witness: this.words, status }))
  }

  #fault(key: KeyTaking<'witness'>): PublicationFault {
    return new PublicationFault(message(key, { witness: this.words }))
  }

  #reasonOf(error: unknown): Told {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    if (name === 'TimeoutError')
      return message('publisher.timeout', { seconds: { amount: this.#answerMs / 1000 } })
    return cause?.code ?? errorMessage(error)
  }
}

/** Returns when a witness signed, in seconds: the first 8 bytes of its signature. */
const timeOf = ({ signature }: NoteSignature): bigint => signature.readBigUInt64BE()

/** Returns a signature line of a note. */
const lineOf = ({ name, keyId, signature }: NoteSignature): string =>
  `\u2014 ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > MAX_ANSWER_BYTES) throw new PublicationFault(message('publisher.tooLong'))
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
