import { must } from '../../base/typed.ts'
import type { Requester } from '../../records/gate/gate.ts'
import type { Store } from '../../store/store.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'
import { asJson, type Written } from './as-json.ts'
import { asParts, asText, type TextWording } from './as-text.ts'
import { READ_TOGETHER } from './record-rows.ts'
import { type AnswerParts, SubjectAccessReply } from './reply.ts'
import { Requests, type RequestView } from './requests.ts'

export type { TextWording } from './as-text.ts'

/** For programs, for people as text, or for people as the parts of a page. */
export type AnswerForm = 'json' | 'text' | 'parts'

/** Subject access requests, and their answers for programs or people. */
export class SubjectAccess {
  readonly requests: Requests
  readonly #store: Store
  readonly #parts: AnswerParts
  readonly #wording: TextWording
  readonly #underWay = new Set<number>()

  constructor(parts: AnswerParts, wording: TextWording) {
    this.requests = new Requests(parts.store)
    this.#store = parts.store
    this.#parts = parts
    this.#wording = wording
  }

  /**
   * Starts an answer. A party gets one at a time: each is as much work as many requests.
   * @returns a function to call when the answer has ended; null if another is in progress
   */
  begin(party: number): (() => void) | null {
    if (this.#underWay.has(party)) return null
    this.#underWay.add(party)
    return () => this.#underWay.delete(party)
  }

  /**
   * Writes the answer in jobs of a few milliseconds. The request counts as answered when the reader has
   * received the last piece; if the answer is cut off, the request stays open.
   */
  async *answer(
    words: Words,
    requester: Requester,
    request: RequestView,
    form: AnswerForm,
  ): AsyncGenerator<Written> {
    let last: Written | undefined
    for await (const written of this.#written(words, requester, request, form)) {
      last = written
      yield written
    }
    const counts = last?.counts
    if (counts)
      await this.#store.jobs.submit(requester, () => this.requests.answered(requester, request.id, counts))
  }

  /**
   * Writes the operator's answer to a person without a device. The request counts as answered only when the
   * operator confirms receiving the answer: what was written to the socket may not have arrived.
   * @throws {OperatorFault} when there is no such request, or it was answered
   */
  async *answerByOperator(
    words: Words,
    operator: string,
    id: string,
    form: AnswerForm,
  ): AsyncGenerator<Written> {
    const request = await this.#store.writer.submit(() => this.requests.named(id))
    if (request.answered_at !== null)
      throw new OperatorFault(...withRemedy('answer.wasAnswered', { at: { stamp: request.answered_at } }))
    const party = must(this.#store.parties.find(request.party))
    const requester = { party, partyId: request.party, credential: null, operator }
    yield* this.#written(words, requester, request, form)
  }

  #written(
    words: Words,
    requester: Requester,
    request: RequestView,
    form: AnswerForm,
  ): AsyncGenerator<Written> {
    const reply = new SubjectAccessReply(this.#parts, requester)
    if (form === 'json') return asJson(words, request, reply.pieces())
    const wording = requester.operator === undefined ? this.#wording : atOffice(this.#wording)
    const parts = asParts(words, request, reply.pieces(READ_TOGETHER), wording)
    return form === 'parts' ? parts : asText(parts)
  }
}

/** The front office names every organisation, as on its other papers (contract §1). */
const atOffice = (wording: TextWording): TextWording => ({
  ...wording,
  nameOf: (party, viewer) => wording.nameOf(party, viewer, [party]),
  granteeOf: (grant, viewer) =>
    wording.granteeOf(grant, viewer) ?? wording.nameOf(grant.grantee, viewer, [grant.grantee]),
})
