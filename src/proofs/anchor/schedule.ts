import { kindWords } from '../../base/error-kinds.ts'
import { isBatchDue } from '../../domain/anchoring.ts'
import type { Store } from '../../store/store.ts'
import { OperatorFault } from '../../words/fault.ts'
import type { AnchorService } from './anchor-service.ts'
import type { Sending } from './sending.ts'

/** How often the schedule checks what is due. */
const LOOK_MS = 60_000

/** While the service runs, makes a batch a day and publishes it. */
export class AnchorSchedule {
  readonly #store: Store
  readonly #anchors: AnchorService
  readonly #sending: Sending
  readonly #report: (text: string) => void
  #timer: NodeJS.Timeout | null = null
  #lastAt = performance.now()
  /** Kept so that the same warning is not repeated. */
  #lastWarning = ''

  /** @param report receives each fault, as a sentence */
  constructor(
    parts: { readonly store: Store; readonly anchors: AnchorService; readonly sending: Sending },
    report: (text: string) => void,
  ) {
    this.#store = parts.store
    this.#anchors = parts.anchors
    this.#sending = parts.sending
    this.#report = report
  }

  start(): void {
    this.#timer = setInterval(() => void this.check(), LOOK_MS).unref()
    void this.check()
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  /** Makes and publishes a batch if one is due. Never rejects: the next check tries again. */
  async check(): Promise<void> {
    // An unconfirmed restore may be a drill, while the real log runs elsewhere.
    if (this.#store.backups.suspension !== null || this.#store.clock.isDoubted) return
    try {
      await this.#store.writer.submit(() => this.#makeIfDue())
      const sent = await this.#sending.send(false)
      if (typeof sent === 'object') this.#warn(`a root could not be published: ${sent.message}`)
      else if (sent === 'published') this.#lastWarning = ''
    } catch (error) {
      const why = error instanceof OperatorFault ? `${error.message} ${error.remedy}` : kindWords(error)
      this.#warn(`no root could be made: ${why}`)
    }
  }

  #makeIfDue(): void {
    const { anchors, appliance, writer } = this.#store
    const newest = anchors.newest()
    const sinceMs = newest?.atMs ?? anchors.receivedAtMs(1)
    // A restore renames the log, and no outsider knows the new name yet.
    const isNamedAnew = newest !== undefined && !newest.incarnation.equals(appliance.incarnation)
    const isDue = isBatchDue({
      isNamedAnew,
      hasGrown: this.#anchors.hasGrown,
      clockMs: sinceMs === undefined ? 0 : writer.nowMs - sinceMs,
      runMs: performance.now() - this.#lastAt,
    })
    if (!isDue) return
    this.#anchors.makeBatch()
    this.#lastAt = performance.now()
  }

  #warn(text: string): void {
    if (text !== this.#lastWarning) this.#report(text)
    this.#lastWarning = text
  }
}
