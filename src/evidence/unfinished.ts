import type { Readable } from 'node:stream'
import { Problem } from '../base/problem.ts'
import { isOverWithin } from '../base/within.ts'
import type { UploadSession } from './upload-folder.ts'

/** Longest wait for other work on an upload: less than clients wait, and enough to store most pictures. */
const FREED_MS = 10_000

/** An unfinished upload. One request at a time works on it. */
export class Unfinished {
  readonly session: UploadSession
  /** Bytes received. */
  received: number
  /** When bytes last arrived, or the upload or the service started, if later; by the machine's clock. */
  movedAtMs: number
  #turn: Promise<void> | null = null
  #body: Readable | null = null

  constructor(session: UploadSession, received: number, movedAtMs: number) {
    this.session = session
    this.received = received
    this.movedAtMs = movedAtMs
  }

  get isWhole(): boolean {
    return this.received === this.session.bytes
  }

  /** If the clock was set back, counts from its new time; else an upload might not stall for years. */
  noteClock(clockMs: number): void {
    this.movedAtMs = Math.min(this.movedAtMs, clockMs)
  }

  get isBusy(): boolean {
    return this.#turn !== null
  }

  /** Call inside `inTurn`. @param received bytes received by now */
  moved(received: number, clockMs: number): void {
    if (received > this.received) this.movedAtMs = clockMs
    this.received = received
  }

  /** Runs the work alone. @throws {Problem} upload_locked while another request works on the upload */
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

  /** Call inside `inTurn`. `cutOff` may end the body meanwhile. */
  async reading<T>(body: Readable, work: () => Promise<T>): Promise<T> {
    this.#body = body
    try {
      return await work()
    } finally {
      this.#body = null
    }
  }

  /** Cuts off a body being read; the received bytes are kept. */
  cutOff(): void {
    this.#body?.destroy()
  }

  /**
   * Like `inTurn`, for a client that reconnects: first ends the work in progress. A body is cut off, because
   * the client has lost that connection and the server may not have noticed; other work is awaited.
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
