import type { Doer } from '../store/doer.ts'
import type { Owner } from '../store/turns.ts'

/** Runs work in the transactions of the one writer. A room receives only the members that it needs. */
export interface Jobs {
  /** Runs a job without a caller in one of the next transactions; resolves when it is durable. */
  readonly submit: <T>(work: () => T) => Promise<T>
  /**
   * Like `submit`, for a caller whose credential must still be valid.
   * @throws {Problem} no_verified_subject
   */
  readonly submitFor: <T>(caller: Owner, work: () => T) => Promise<T>
  /** Checks outside a job that a caller's credential is still valid. @throws {Problem} no_verified_subject */
  readonly checkStillLive: (caller: Owner) => void
  /**
   * Like `submitFor`, for acts: a refusal is audited with its true reason before it is sent.
   * @param detail members of the audit entry: what the caller named
   */
  readonly perform: <T>(
    caller: Doer & Partial<Owner>,
    action: string,
    detail: object,
    work: () => T,
  ) => Promise<T>
}
