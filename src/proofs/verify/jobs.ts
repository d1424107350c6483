import type { Faults } from './faults.ts'
import type { Progress } from './verify.ts'

/** A part of the work, and what to do with its outcome. */
export interface Job {
  /** Shown to people meanwhile. */
  readonly doing: string
  /** Relative to the others. */
  readonly weight: number
  readonly run: () => Promise<void>
}

/** Does all jobs, several at once. A job that cannot be done does not stop the others. */
export async function runJobs(
  jobs: Iterable<Job>,
  atOnce: number,
  faults: Faults,
  owed: string[],
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const all = [...jobs]
  const of = all.reduce((sum, { weight }) => sum + weight, 0)
  const queue = all.values()
  let done = 0
  const work = async () => {
    for (const { doing, weight, run } of queue) {
      try {
        await run()
      } catch (error) {
        note(doing, error as Error, faults, owed)
      }
      done += weight
      onProgress({ doing, done, of })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** SQLite's errors about a page that it cannot read. */
const DAMAGED = /SQLITE_CORRUPT|malformed|SQLITE_IOERR|disk I\/O error/
/** Errors that do not come from the content of the file: other programs, the machine, a thread that ended. */
const HINDERED =
  /SQLITE_(BUSY|LOCKED|CANTOPEN|NOMEM|FULL|PROTOCOL)|is locked|unable to open|out of memory|allocation failed|thread of the verification|ERR_WORKER|\bE(ACCES|MFILE|NFILE|NOMEM|NOSPC)\b/

const HINDERED_WORDS = 'A part of what was to be looked at'
/** Whether an error means that a part could not be checked this time. */
export const isHindered = (owed: string): boolean => owed.startsWith(HINDERED_WORDS)

function note(doing: string, error: Error, faults: Faults, owed: string[]): void {
  const said = error.message.split('\n')[0] as string
  const known = `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`
  if (DAMAGED.test(known)) faults.add('page_damaged', doing, `This part of the file cannot be read: ${said}.`)
  else if (HINDERED.test(known)) owed.push(`${HINDERED_WORDS} (${doing}) could not be: ${said}.`)
  // The program can check whatever it wrote. So this is a fault: otherwise a row that breaks the check would hide others.
  else faults.add('part_unfollowable', doing, `Looking at this part ended with: ${said}.`)
}
