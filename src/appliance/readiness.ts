import { askFreeBytes } from '../base/free-space.ts'
import { dataFiles } from '../config/config.ts'
import type { EvidenceRoom } from '../evidence/room.ts'
import { Inquiry, type InquiryResult, type InquiryTimes } from '../http/inquiry.ts'
import type { BaseKernel } from '../registry/kernel.ts'

/**
 * The timeout is shorter than those of most probes. The address is public and checks cost work, so all
 * callers share an answer for a second.
 */
const TIMES: InquiryTimes = { timeoutMs: 2_000, reuseMs: 1_000 }

export interface ReadinessParts {
  /** Free bytes on the disk with the data, read without blocking. */
  readonly askFreeBytes: () => Promise<number>
  /** Writing stops when fewer bytes are free. */
  readonly reserveBytes: number
  /** Reads from the database in a job of the writer, behind the waiting jobs; writes nothing. */
  readonly readInLine: () => Promise<void>
  /** The error of the last commit; null if it succeeded. */
  readonly lastCommitFault: () => unknown
  /** Null when the object store works, otherwise the fault. Has its own timeout. */
  readonly objectStore: () => Promise<string | null>
}

export type PartName = 'database' | 'last_commit' | 'object_store' | 'disk'

/** For each part: null when it works, otherwise the fault. */
export type ReadinessFaults = Readonly<Record<PartName, string | null>>

/** Finds out whether the service can serve. Each part is asked with a timeout, and once at a time. */
export class Readiness {
  readonly #parts: ReadinessParts
  readonly #disk: Inquiry<number>
  readonly #database: Inquiry<void>

  constructor(parts: ReadinessParts, times = TIMES) {
    this.#parts = parts
    this.#disk = new Inquiry(parts.askFreeBytes, times)
    this.#database = new Inquiry(parts.readInLine, times)
  }

  async check(): Promise<ReadinessFaults> {
    const [disk, database, object_store] = await Promise.all([
      this.#checkDisk(),
      this.#checkDatabase(),
      this.#parts.objectStore(),
    ])
    const last_commit = this.#parts.lastCommitFault() === null ? null : 'the last commit failed'
    return { database, last_commit, object_store, disk }
  }

  /** Null when the disk does not answer. */
  async freeBytes(): Promise<number | null> {
    const answer = await this.#disk.answer()
    return answer.kind === 'answered' ? answer.value : null
  }

  async #checkDisk(): Promise<string | null> {
    const answer = await this.#disk.answer()
    if (answer.kind === 'answered' && answer.value < this.#parts.reserveBytes)
      return 'nearly full; writing is stopped'
    return faultOf(answer)
  }

  /**
   * The read waits behind all jobs, so it detects a stalled writer. SQLite runs on this thread: a read from a
   * hanging disk would block every caller, so it is left out then.
   */
  async #checkDatabase(): Promise<string | null> {
    if ((await this.#disk.answer()).kind === 'late') return 'not checked: its disk does not answer'
    return faultOf(await this.#database.answer())
  }
}

function faultOf({ kind }: InquiryResult<unknown>): string | null {
  if (kind === 'answered') return null
  return kind === 'late' ? 'does not answer in time' : 'does not answer'
}

const IN_DOUBT = 'may be wrong; writing is stopped'
const BEHIND = 'shows an earlier day than the newest entry; the operator must set it'
const SUSPENDED = 'requests are refused until the operator runs "granary backup confirm"'

/** Returns what the service reports of its readiness. */
export function readinessOf({ store, config }: BaseKernel, { health }: EvidenceRoom) {
  const readiness = new Readiness({
    askFreeBytes: () => askFreeBytes(dataFiles(config.data).root),
    reserveBytes: config.minFreeBytes,
    readInLine: () => store.writer.submit(() => store.ping()),
    lastCommitFault: () => store.writer.lastError,
    objectStore: () => health.readiness(),
  })
  return {
    readiness: async () => ({
      ...(await readiness.check()),
      clock: store.clock.isDoubted ? IN_DOUBT : store.time.isBehind ? BEHIND : null,
      ...(store.backups.suspension === null ? {} : { restore: SUSPENDED }),
    }),
    askFreeBytes: () => readiness.freeBytes(),
  }
}
