import { given, must } from '../../base/typed.ts'
import { stateAfterNews } from '../../domain/messages/sending.ts'
import { stopWord } from '../../domain/messages/stop.ts'
import { phoneNumber } from '../../identity/phone.ts'
import type { MachineKernel } from '../kernel.ts'
import { type Callback, type CallbackRequest, type GatewayCallbacks, withoutNumbers } from './gateway.ts'
import { membersWith } from './members.ts'

/**
 * Takes what the gateway says by itself. News of a message counts once, and never after its final state. An answer that ends messages
 * ends those of every member at that number, by the cooperative's own record; no other answer is kept.
 * - State: how many were taken in this minute.
 */

type Kernel = Pick<MachineKernel, 'store' | 'people' | 'config'>

/** Writes that a member wants no messages. @param by who said so */
export type EndMessages = (party: string, by: string) => Promise<void>

const MINUTE_MS = 60_000
/** Many more than a cooperative's messages need. */
const MOST_A_MINUTE = 600
/** Most that are read in one request. */
const MOST_AT_ONCE = 500

export class Callbacks {
  readonly #kernel: Kernel
  readonly #source: GatewayCallbacks
  readonly #end: EndMessages
  readonly #nowMs: () => number
  #minute = { beganAtMs: Number.NEGATIVE_INFINITY, count: 0 }

  constructor(kernel: Kernel, source: GatewayCallbacks, end: EndMessages, nowMs = () => performance.now()) {
    this.#kernel = kernel
    this.#source = source
    this.#end = end
    this.#nowMs = nowMs
  }

  takesFrom(address: string): boolean {
    return this.#source.takesFrom(address)
  }

  /** Counts a request. @returns false if there were too many */
  hasRoom(): boolean {
    const nowMs = this.#nowMs()
    if (nowMs - this.#minute.beganAtMs >= MINUTE_MS) this.#minute = { beganAtMs: nowMs, count: 0 }
    this.#minute.count++
    return this.#minute.count <= MOST_A_MINUTE
  }

  /** @returns whether it was about a message of ours, or an answer */
  async take(request: CallbackRequest): Promise<boolean> {
    const { store } = this.#kernel
    // Until a restore is confirmed, another service may be the true one.
    if (store.backups.suspension !== null) return false
    const said = (this.#source.read(request) ?? []).slice(0, MOST_AT_ONCE)
    const known = await store.writer.submitAlone(() => said.map((one) => this.#note(one)))
    for (const one of said) if ('number' in one) await this.#hear(one)
    return known.includes(true)
  }

  /** Call inside a job. */
  #note(one: Callback): boolean {
    if ('number' in one) return true
    const { messages, writer } = this.#kernel.store
    const { reference, news } = one
    const n = messages.withReference(reference)
    if (n === undefined) return false
    const state = stateAfterNews(must(messages.one(n)).state, news)
    if (state === null) return true
    const { code, words } = news as { code?: string; words?: string }
    const kept = (text: string | undefined) =>
      text === undefined ? undefined : withoutNumbers(text, { text: reference })
    messages.note(n, writer.nowMs, { state, ...given({ code: kept(code), words: kept(words) }) })
    return true
  }

  async #hear({ number, text }: Extract<Callback, { number: string }>): Promise<void> {
    const word = stopWord(text)
    if (word === null) return
    const { config, people, store } = this.#kernel
    const typed = /^[1-9]/.test(number.trim()) ? `+${number.trim()}` : number
    const phone = await phoneNumber(typed, config.country).catch(() => null)
    if (phone === null) return
    const ended = await store.writer.submitAlone(() =>
      membersWith(this.#kernel, phone)
        .filter((n) => people.recorded.of(n)?.messages !== false)
        .map((n) => store.parties.id(n)),
    )
    for (const party of ended) await this.#end(party, word)
  }
}
