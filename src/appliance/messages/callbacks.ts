import { Problem } from '../../base/problem.ts'
import { stopWord } from '../../domain/messages/stop.ts'
import { SUSPENDED_RETRY_SECONDS } from '../../http/caller.ts'
import { phoneNumber } from '../../identity/phone.ts'
import type { MachineKernel } from '../kernel.ts'
import type { Callback, CallbackRequest, GatewayCallbacks } from './gateway.ts'
import { membersWith } from './members.ts'
import { noteNews } from './news.ts'

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

  /**
   * @returns whether it was about a message of ours, or an answer
   * @throws {Problem} when the gateway is to send it again: until a restore is confirmed, or while the clock is in doubt
   */
  async take(request: CallbackRequest): Promise<boolean> {
    const { store } = this.#kernel
    // Until a restore is confirmed, another service may be the true one.
    if (store.backups.suspension !== null)
      throw new Problem('suspended_after_restore', { retryAfterSeconds: SUSPENDED_RETRY_SECONDS })
    // What is signed is as old as this clock says.
    store.clock.checkNow()
    const said = (this.#source.read(request, store.clock.nowMs) ?? []).slice(0, MOST_AT_ONCE)
    const known = await store.writer.submitAlone(() => said.map((one) => this.#note(one)))
    await tryEach(said, async (one) => {
      if ('number' in one) await this.#hear(one)
    })
    return known.includes(true)
  }

  /** Call inside a job. */
  #note(one: Callback): boolean {
    if ('number' in one) return true
    const { store } = this.#kernel
    const { reference, news } = one
    const n = store.messages.withReference(reference)
    if (n === undefined) return false
    noteNews(store, n, news, reference)
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
    await tryEach(ended, (party) => this.#end(party, word))
  }
}

/** Tries each, so that one that fails holds up no other, and throws the first failure after the last. */
async function tryEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
