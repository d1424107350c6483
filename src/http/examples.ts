import type { ProblemCode } from '../base/problem.ts'
import recorded from './examples.json?packed'
import { unpacked } from './packed.ts'

/**
 * Examples of the contract: what a real service was asked, and what it answered. `npm run examples` asks one again and
 * writes `examples.json`; a test fails while that file says anything else than the service does.
 */

/** What was sent. A body that is no text is told by its length. */
export interface Sent {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly bytes?: number
}

/** What came back: of its headers those that clients are to look at. */
export interface RecordedExample {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly media_type?: string
  readonly body?: unknown
  /** Of a text, its lines. */
  readonly text?: readonly string[]
  readonly bytes?: number
}

export const linesOf = (text: string): readonly string[] => text.split('\n')
export const textOf = (lines: readonly string[]): string => lines.join('\n')

export interface Exchange {
  /** One an operation; request and answer bear it both. */
  readonly name: string
  readonly summary: string
  readonly request: Sent
  readonly answer: RecordedExample
}

export interface Refusal {
  readonly summary: string
  /** Where it was provoked; other operations utter it in the same words. */
  readonly operation: string
  readonly request: Sent
  readonly answer: RecordedExample
}

export interface Examples {
  /** By method and path, such as `GET /v1/records/{id}`. */
  readonly operations: Readonly<Record<string, readonly Exchange[]>>
  readonly problems: Readonly<Partial<Record<ProblemCode, Refusal>>>
}

export const readExamples = (): Examples => JSON.parse(unpacked(recorded).toString('utf8')) as Examples
