import type { Told } from '../../words/fault.ts'

/** The steps of a command that the office page starts: what the command reads for each, and what it prints. */

/** The state that the command reads for a step. */
export interface DeskSteps {
  /** The file's original name. */
  readonly name: string
  readonly write: boolean
  /**
   * The digest of the dry run that the person saw: nothing is written if the result differs from it. Null if
   * interrupted work is continued.
   */
  readonly looked: string | null
  /** The file for rows left to a person. */
  readonly rejects: string
}

/** What a command prints that could not do its step. */
export interface StepFault {
  readonly fault: readonly Told[]
}
