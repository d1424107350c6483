import { Inquiry, type InquiryResult, type InquiryTimes } from '../http/inquiry.ts'

/** Timeout below those of most probes. An answer is shared for a second: the address is public, and checks cost work. */
const TIMES: InquiryTimes = { timeoutMs: 2_000, reuseMs: 1_000 }

export interface ReadinessParts {
  /** On the disk with the data; does not block. */
  readonly askFreeBytes: () => Promise<number>
  /** Writing stops below this. */
  readonly reserveBytes: number
  /** Reads from the database in a job of the writer, behind the waiting jobs; writes nothing. */
  readonly readInLine: () => Promise<void>
  /** The error of the last commit; null if it succeeded. */
  readonly lastCommitFault: () => unknown
  /** Null when the object store works, else what is wrong. Has its own timeout. */
  readonly objectStore: () => Promise<string | null>
}

export type PartName = 'database' | 'last_commit' | 'object_store' | 'disk'

/** Each part: null when it works, else what is wrong. */
export type ReadinessFaults = Readonly<Record<PartName, string | null>>

/** Whether the service can serve. Asks each part with a timeout, and only once at a time. */
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
   * The read queues behind all jobs, so a stalled writer shows. SQLite works on this thread, so a hanging disk is not read:
   * that would block everybody.
   */
  async #checkDatabase(): Promise<string | null> {
    if ((await this.#disk.answer()).kind === 'late') return 'not asked: its disk does not answer'
    return faultOf(await this.#database.answer())
  }
}

function faultOf({ kind }: InquiryResult<unknown>): string | null {
  if (kind === 'answered') return null
  return kind === 'late' ? 'does not answer in time' : 'does not answer'
}
