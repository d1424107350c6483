import type { Faults } from './faults.ts'
import type { Progress } from './verify.ts'

/** A part of the work, and what is made of its outcome. */
export interface Job {
  /** For people, while it is done. */
  readonly doing: string
  /** Against the others. */
  readonly weight: number
  readonly run: () => Promise<void>
}

/** Does them all, so many at once. One that cannot be done does not keep the others from being done. */
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

/** What SQLite says of a page that it cannot read. */
const DAMAGED = /SQLITE_CORRUPT|malformed|SQLITE_IOERR|disk I\/O error/

function note(doing: string, error: Error, faults: Faults, owed: string[]): void {
  const said = error.message.split('\n')[0] as string
  if (DAMAGED.test(`${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`))
    faults.add('page_damaged', doing, `This part of the file cannot be read: ${said}.`)
  else owed.push(`A part of what was to be looked at (${doing}) could not be: ${said}.`)
}
