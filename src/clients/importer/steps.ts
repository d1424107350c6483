import type { DeskSteps, StepFault } from '../sheets/steps.ts'
import type { GivenAnswers, Question } from './guess/replay.ts'
import type { BriefReport } from './report.ts'

/** The steps of an import that the office page starts. */

export interface ImportSteps extends DeskSteps {
  readonly given: GivenAnswers
  /** The map as text; null if it is to be guessed. */
  readonly map: string | null
  readonly correct: boolean
  readonly acceptMatches: boolean
}

export type StepQuestion = { readonly question: Question }
export type StepReport = {
  readonly map: string
  readonly report: BriefReport
  readonly isWritten: boolean
  readonly looked: string | null
}

/** What a step of the command prints. */
export type StepResult = StepQuestion | StepFault | StepReport
