import { must } from '../../base/typed.ts'
import type { Requester } from '../../records/gate/gate.ts'
import type { Store } from '../../store/store.ts'
import { OperatorFault } from '../../words/fault.ts'
import { asJson, type Written } from './as-json.ts'
import { asText, type TextWording } from './as-text.ts'
import { type AnswerParts, SubjectAccessReply } from './reply.ts'
import { Requests, type RequestView } from './requests.ts'

export type { TextWording } from './as-text.ts'

export type AnswerForm = 'json' | 'text'

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
  async *answer(requester: Requester, request: RequestView, form: AnswerForm): AsyncGenerator<Written> {
    let last: Written | undefined
    for await (const written of this.#written(requester, request, form)) {
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
  async *answerByOperator(operator: string, id: string, form: AnswerForm): AsyncGenerator<Written> {
    const request = await this.#store.writer.submit(() => this.requests.find(id))
    if (!request)
      throw new OperatorFault(
        `There is no request ${id}.`,
        'List open requests with: granary subject-access list',
      )
    if (request.answered_at !== null)
      throw new OperatorFault(
        `This request was answered at ${this.#wording.calendar.stamp(request.answered_at)}.`,
        'If they ask again, open a new one with: granary subject-access open --party PARTY',
      )
    const party = must(this.#store.parties.find(request.party))
    yield* this.#written({ party, partyId: request.party, credential: null, operator }, request, form)
  }

  #written(requester: Requester, request: RequestView, form: AnswerForm): AsyncGenerator<Written> {
    const pieces = new SubjectAccessReply(this.#parts, requester).pieces()
    return form === 'json' ? asJson(request, pieces) : asText(request, pieces, this.#wording)
  }
}
