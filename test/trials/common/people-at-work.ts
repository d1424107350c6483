import { seeded } from '../../support/records/gate/random.ts'
import { pause } from '../soak/stop.ts'
import type { Scene } from './scene.ts'
import { Stopwatch } from './suite.ts'
import { begin, carryOn } from './uploading.ts'
import { Workload } from './workload.ts'

/** Several people who do one thing after the other, and who send again what was not acknowledged. */

/** Whoever was turned away waits a little. */
const REST_MS = 30
const SETTLED_WITHIN_MS = 30_000

export class PeopleAtWork {
  readonly workload: Workload
  readonly #scene: Scene
  readonly #count: number
  readonly #restMs: number
  #isStopped = true
  #works: Promise<unknown> = Promise.resolve()

  /** @param restMs so long each of them rests at most between two workload */
  constructor(scene: Scene, count = 6, restMs = REST_MS) {
    this.#scene = scene
    this.#count = count
    this.#restMs = restMs
    this.workload = new Workload(scene, seeded(scene.seed * 1_000 + 7))
  }

  start(): void {
    this.#isStopped = false
    const random = seeded(this.#scene.seed * 1_000 + 8)
    const work = async () => {
      while (!this.#isStopped) {
        await this.workload.some()
        await pause(random.below(this.#restMs + 1))
      }
    }
    this.#works = Promise.all(Array.from({ length: this.#count }, work)).catch((error: Error) => {
      this.#isStopped = true
      this.#scene.faults.add('what was acknowledged is not there', String(error.stack))
    })
  }

  /** Resolves when nobody waits for an answer any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#works
  }

  /** Sends everything again that was not acknowledged, until it is. Nothing is harmed any more. */
  async settle(): Promise<void> {
    const { account, faults } = this.#scene
    const watch = new Stopwatch()
    const { workload } = this
    try {
      for (const doubtful of [...account.doubtful]) await workload.send(doubtful)
      for (const batch of account.batches) if (!batch.isAcknowledged) await workload.sendBatch(batch)
      for (const upload of account.uploads)
        while (upload.storedSha256 === null && !upload.isGone && watch.ms < SETTLED_WITHIN_MS)
          if (!(await carryOn(workload, upload, upload.picture.length))) await pause(REST_MS)
      await this.#beginAnew()
    } catch (error) {
      faults.add('what was acknowledged is not there', String((error as Error).stack))
    }
    if (this.#scene.faults.count > 0) return
    const left = account.uploads.filter(({ storedSha256 }) => storedSha256 === null).length
    if (left + account.doubtful.size > 0)
      faults.add(
        'the service does not take what it should',
        `${left} uploads, ${account.doubtful.size} others`,
      )
  }

  /** What was refused for bytes that a power cut has spoilt. */
  async #beginAnew(): Promise<void> {
    const { account, tally } = this.#scene
    for (const [i, { isGone, token, picture }] of account.uploads.entries()) {
      if (!isGone) continue
      const upload = await begin(this.workload, token, picture)
      if (upload === null) continue
      await carryOn(this.workload, upload, picture.length)
      account.uploads[i] = upload
      tally.add('uploads begun anew')
    }
  }
}
