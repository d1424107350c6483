import { Problem } from '../problem.ts'
import type { Store } from './store.ts'
import type { Owner } from './turns.ts'

/**
 * Jobs done for a caller. Each looks first whether the caller's credential still holds: a reply may take many jobs and a
 * request may wait for its turn, and a credential that has ended meanwhile has ended.
 */

/**
 * Inside a job or between jobs.
 * @throws {Problem} no_verified_subject
 */
export function checkStillLive(
  { credentials, writer }: Store,
  { credential }: Pick<Owner, 'credential'>,
): void {
  if (credential !== null && credentials.lapse(credential, writer.nowMs) !== null)
    throw new Problem('no_verified_subject')
}

/** Runs a small job for a caller. Resolves when it is durable. @throws {Problem} no_verified_subject */
export function submitFor<T>(store: Store, caller: Owner, work: () => T): Promise<T> {
  return store.writer.submit(() => {
    checkStillLive(store, caller)
    return work()
  }, caller)
}

/** The same for one slice of a long work. */
export function sliceFor<T>(store: Store, caller: Owner, work: () => T): Promise<T> {
  return store.writer.submitSlice(() => {
    checkStillLive(store, caller)
    return work()
  }, caller)
}

/**
 * Does a long work for a caller in slices, each a job of its own of some milliseconds.
 * @param begin begins the work; it gives what is called again and again, inside a job, until that gives something. Called
 * inside the first job, which may have to be run again from its beginning
 * @returns what the last slice gave, when that is durable
 * @throws {Problem} no_verified_subject
 */
export async function inSlices<T>(store: Store, caller: Owner, begin: () => () => T | null): Promise<T> {
  let slice: () => T | null
  // What turns out to be a little is done with the first, which shares its commit with others' small jobs.
  let done = await submitFor(store, caller, () => {
    slice = begin()
    return slice()
  })
  while (done === null) done = await sliceFor(store, caller, () => slice())
  return done
}
