import type { Doer } from '../store/doer.ts'
import type { Owner } from '../store/turns.ts'

/** Work in the transactions of the one writer. A room takes only the members it needs. */
export interface Jobs {
  /** Runs a job without a caller in one of the next transactions; resolves when it is durable. */
  readonly submit: <T>(work: () => T) => Promise<T>
  /** The same for a caller, whose credential must still hold. @throws {Problem} no_verified_subject */
  readonly submitFor: <T>(caller: Owner, work: () => T) => Promise<T>
  /** Checks a caller's credential outside of a job. @throws {Problem} no_verified_subject */
  readonly checkStillLive: (caller: Owner) => void
  /**
   * Like `submitFor`, for acts: a refusal is audited with its true reason before it is sent.
   * @param detail what the caller named
   */
  readonly perform: <T>(
    caller: Doer & Partial<Owner>,
    action: string,
    detail: object,
    work: () => T,
  ) => Promise<T>
}
