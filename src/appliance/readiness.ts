import { Inquiry, type InquiryResult, type InquiryTimes } from '../http/inquiry.ts'

/**
 * Whoever asks for readiness has a time-out of his own, which is seldom shorter than two seconds. An answer of the last
 * second will do: the address is open to everybody, and what it asks is not free.
 */
const TIMES: InquiryTimes = { timeoutMs: 2_000, believedMs: 1_000 }

export interface ReadinessParts {
  /** Free bytes on the disk that holds the data, asked of the system without holding up anybody. */
  readonly askFreeBytes: () => Promise<number>
  /** Writing stops below so many. */
  readonly reserveBytes: number
  /** Reads from the database as a job of the writer, after those that wait already, and appends nothing. */
  readonly readInLine: () => Promise<void>
  /** What made the last commit fail; null when it succeeded. */
  readonly lastCommitFault: () => unknown
  /** Null when the object store works, or a word on what does not. It has a time-out of its own. */
  readonly objectStore: () => Promise<string | null>
}

export type PartName = 'database' | 'last_commit' | 'object_store' | 'disk'

/** Each part, and null when it works or a word on what does not. */
export type ReadinessFaults = Readonly<Record<PartName, string | null>>

/** What stands between this service and serving. Asked of each part with a time-out, and of none twice at once. */
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

  /** Null when the disk does not tell. */
  async freeBytes(): Promise<number | null> {
    const answer = await this.#disk.answer()
    return answer.kind === 'told' ? answer.value : null
  }

  async #checkDisk(): Promise<string | null> {
    const answer = await this.#disk.answer()
    if (answer.kind === 'told' && answer.value < this.#parts.reserveBytes)
      return 'nearly full; writing is stopped'
    return faultOf(answer)
  }

  /**
   * The read stands in line behind everybody's jobs, so that it waits as long as they do: a writer that does not get on
   * shows here. SQLite works on this thread, so a disk that hangs is not read from: it would hold up everybody.
   */
  async #checkDatabase(): Promise<string | null> {
    if ((await this.#disk.answer()).kind === 'late') return 'not asked: its disk does not answer'
    return faultOf(await this.#database.answer())
  }
}

function faultOf({ kind }: InquiryResult<unknown>): string | null {
  if (kind === 'told') return null
  return kind === 'late' ? 'does not answer in time' : 'does not answer'
}
