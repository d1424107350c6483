import type { Readable } from 'node:stream'
import { Problem } from '../base/problem.ts'
import { isOverWithin } from '../base/within.ts'
import type { Session } from './upload-folder.ts'

/** Shorter than the timeouts of clients, and longer than a picture usually takes to be kept. */
const FREED_MS = 10_000

/** An upload that is not finished, while the service runs. One request at a time works on it. */
export class Unfinished {
  readonly session: Session
  /** How many bytes of it are here. */
  received: number
  /** When bytes last came, or when it began; after a restart, when the service started. By the machine's clock. */
  movedAtMs: number
  #turn: Promise<void> | null = null
  #body: Readable | null = null

  constructor(session: Session, received: number, movedAtMs: number) {
    this.session = session
    this.received = received
    this.movedAtMs = movedAtMs
  }

  get isWhole(): boolean {
    return this.received === this.session.bytes
  }

  /** A clock that was set back counts anew from there, else nothing would stand still for years. */
  noteClock(clockMs: number): void {
    this.movedAtMs = Math.min(this.movedAtMs, clockMs)
  }

  get isBusy(): boolean {
    return this.#turn !== null
  }

  /** Within its turn. @param received how many bytes are here now */
  moved(received: number, clockMs: number): void {
    if (received > this.received) this.movedAtMs = clockMs
    this.received = received
  }

  /** @throws {Problem} upload_locked while another request works on it */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#turn) throw new Problem('upload_locked', { retryAfterSeconds: 1 })
    const { promise, resolve: end } = Promise.withResolvers<void>()
    this.#turn = promise
    try {
      return await work()
    } finally {
      this.#turn = null
      end()
    }
  }

  /** Within its turn: the body may be cut off while it is read. */
  async reading<T>(body: Readable, work: () => Promise<T>): Promise<T> {
    this.#body = body
    try {
      return await work()
    } finally {
      this.#body = null
    }
  }

  /** Cuts off a body that is being read; what came of it is kept. */
  cutOff(): void {
    this.#body?.destroy()
  }

  /**
   * The same for a client that comes back: whoever works on it ends first. A body is cut off, for the client has lost
   * that connection and the server may not have noticed; other work is waited for.
   * @throws {Problem} upload_locked when that takes too long: an object store can be slow
   */
  async afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const untilMs = performance.now() + FREED_MS
    while (this.#turn) {
      this.cutOff()
      if (!(await isOverWithin(untilMs - performance.now(), this.#turn)))
        throw new Problem('upload_locked', { retryAfterSeconds: FREED_MS / 1000 })
    }
    return this.inTurn(work)
  }
}
