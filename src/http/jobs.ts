import type { Doer } from '../store/doer.ts'
import type { Owner } from '../store/turns.ts'

/** Work in the transactions of the one writer. A room asks for those of its members that it needs. */
export interface Jobs {
  /** Runs a job of nobody's in one of the next transactions; resolves when it is durable. */
  readonly submit: <T>(work: () => T) => Promise<T>
  /** The same for a caller, whose credential must still hold then. @throws {Problem} no_verified_subject */
  readonly submitFor: <T>(caller: Owner, work: () => T) => Promise<T>
  /** Whether a caller's credential still holds, outside of any job. @throws {Problem} no_verified_subject */
  readonly checkStillLive: (caller: Owner) => void
  /**
   * `submitFor` for what a caller does: a refusal is written into the audit log, with its true reason, before it is sent. The
   * caller's credential must still hold.
   * @param detail what the caller named
   */
  readonly perform: <T>(
    caller: Doer & Partial<Owner>,
    action: string,
    detail: object,
    work: () => T,
  ) => Promise<T>
}
