import type { Village } from '../people.ts'
import type { Answer, Asked, Operation, Part, Recorder } from '../recorder.ts'

/** Where the story of the examples is told: among whom, and who writes it down. */
export interface Scene {
  readonly village: Village
  /** Asks, expects this status, and writes it down as an example of the operation, or a part of it. */
  show(
    operation: Operation,
    name: string,
    summary: string,
    status: number,
    asked?: Asked,
    part?: Part,
  ): Promise<Answer>
}

export const sceneOf = (recorder: Recorder, village: Village): Scene => ({
  village,
  show: (operation, name, summary, status, asked, part) =>
    recorder.show(village.a, operation, name, summary, status, asked, part),
})
