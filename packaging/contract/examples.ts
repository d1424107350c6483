import type { ProblemCode } from '../../src/base/problem.ts'
import recorded from './examples.json' with { type: 'json' }

/**
 * Examples in the contract: requests to a real service, and its replies. `npm run examples` records `examples.json` anew; a
 * test fails if that file differs from what the service answers.
 */

/** A request. A binary body is given as its length. */
export interface Sent {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly bytes?: number
}

/** A reply, with the headers that matter to clients. */
export interface RecordedExample {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly media_type?: string
  readonly body?: unknown
  /** The lines of a text. */
  readonly text?: readonly string[]
  readonly bytes?: number
}

export const linesOf = (text: string): readonly string[] => text.split('\n')
export const textOf = (lines: readonly string[]): string => lines.join('\n')

export interface Exchange {
  /** Unique per operation; names both request and answer. */
  readonly name: string
  readonly summary: string
  readonly request: Sent
  readonly answer: RecordedExample
}

export interface Refusal {
  readonly summary: string
  /** The operation that provoked it; others refuse in the same words. */
  readonly operation: string
  readonly request: Sent
  readonly answer: RecordedExample
}

export interface Examples {
  /** By method and path, such as `GET /v1/records/{id}`. */
  readonly operations: Readonly<Record<string, readonly Exchange[]>>
  readonly problems: Readonly<Partial<Record<ProblemCode, Refusal>>>
}

export const EXAMPLES = recorded as unknown as Examples
