import { Problem } from '../../base/problem.ts'
import { type Doer, noteAct } from '../acts/doer.ts'
import type { Store } from '../store.ts'
import { type JobOwner, SERVICE } from './turns.ts'

/** Runs work in the transactions of the one writer. */
export interface Jobs {
  /** Runs a job without a caller in one of the next transactions; resolves when it is durable. */
  readonly submit: <T>(work: () => T) => Promise<T>
  /**
   * Like `submit`, for a caller whose credential must still be valid.
   * @throws {Problem} no_verified_subject
   */
  readonly submitFor: <T>(caller: JobOwner, work: () => T) => Promise<T>
  /** Checks outside a job that a caller's credential is still valid. @throws {Problem} no_verified_subject */
  readonly checkStillLive: (caller: JobOwner) => void
  /**
   * Like `submitFor`, for acts: a refusal is audited with its true reason before it is sent.
   * A job that wrote something before it was refused has a bug, and is rolled back instead.
   * @param detail members of the audit entry: what the caller named
   */
  readonly perform: <T>(
    caller: Doer & Partial<JobOwner>,
    action: string,
    detail: object,
    work: () => T,
  ) => Promise<T>
}

export const jobsOf = (store: Store): Jobs => ({
  submit: (work) => store.writer.submit(work),
  submitFor: (caller, work) => store.jobs.submit(caller, work),
  checkStillLive: (caller) => store.jobs.checkStillLive(caller),
  perform: async (caller, action, detail, work) => {
    const { party, credential } = caller
    // Work for which no caller waits is finished even if the credential ends.
    const owner: JobOwner = party === undefined ? SERVICE : { party, credential }
    const result = await store.jobs.submit(owner, () => {
      const before = store.writer.appends
      try {
        return work()
      } catch (error) {
        if (!(error instanceof Problem) || store.writer.appends !== before) throw error
        const because = error.because === undefined ? detail : { ...detail, because: error.because }
        noteAct(store, caller, action, because, error.code)
        return error
      }
    })
    if (result instanceof Problem) throw result
    return result
  },
})
