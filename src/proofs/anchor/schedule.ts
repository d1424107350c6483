import { kindWords } from '../../base/error-kinds.ts'
import { OperatorFault } from '../../base/problem.ts'
import { isBatchDue } from '../../domain/anchoring.ts'
import type { Store } from '../../store/store.ts'
import type { AnchorService } from './anchor-service.ts'
import type { Sending } from './sending.ts'

/** How often it is looked whether something is due. */
const LOOK_MS = 60_000

/** Makes a batch a day, and sends what is owed, while the service runs. */
export class AnchorSchedule {
  readonly #store: Store
  readonly #anchors: AnchorService
  readonly #sending: Sending
  readonly #report: (text: string) => void
  #timer: NodeJS.Timeout | null = null
  #lastAt = performance.now()
  /** Said once, until something else is to be said. */
  #said = ''

  /** @param report told, in a sentence, what goes wrong */
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

  /** Does what is due. Never rejects: what fails is tried again at a later look. */
  async check(): Promise<void> {
    // A restored copy that nobody has confirmed may be a drill, beside the log itself.
    if (this.#store.backups.suspension !== null || this.#store.clock.isDoubted) return
    try {
      await this.#store.writer.submit(() => this.#makeIfDue())
      const sent = await this.#sending.send(false)
      if (typeof sent === 'object') this.#warn(`a root could not be published: ${sent.reason}`)
      else if (sent === 'published') this.#said = ''
    } catch (error) {
      const why = error instanceof OperatorFault ? `${error.message} ${error.remedy}` : kindWords(error)
      this.#warn(`no root could be fixed: ${why}`)
    }
  }

  #makeIfDue(): void {
    const { anchors, appliance, writer } = this.#store
    const newest = anchors.newest()
    const sinceMs = newest?.atMs ?? anchors.receivedAtMs(1)
    // After a restore the log has another name, which nobody outside has heard of yet.
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
    if (text !== this.#said) this.#report(text)
    this.#said = text
  }
}
