import { Problem, type Violation } from '../base/problem.ts'
import { membersOf } from '../base/typed.ts'
import { type Draft, draftSchemas, normalizeDraft } from './record.ts'
import { RECORD_TYPES } from './types/index.ts'
import { compileCheck } from './validation.ts'

const checks = new Map<string, ReturnType<typeof compileCheck<Violation>>>(
  RECORD_TYPES.map((type) => [type, compileCheck(draftSchemas[type])]),
)

/**
 * Checks the shape of a record as sent against the schema of its type.
 * @throws {Problem} schema_violation that lists every violation
 */
export function draftOf(value: unknown): Draft {
  const violations = shapeViolations(value)
  if (violations) throw new Problem('schema_violation', { errors: violations })
  return value as Draft
}

/** A normalised record whose shape was checked ahead of its job, or its refusal. */
export type Prepared = Draft | Problem

/**
 * Checks and normalises a record as sent. It is pure, so it may run before the job, a few records at a time.
 */
export function prepare(value: unknown): Prepared {
  try {
    return normalizeDraft(draftOf(value))
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

function shapeViolations(value: unknown): readonly Violation[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ pointer: '', message: 'must be a JSON object' }]
  const type: unknown = membersOf(value).type
  const check = typeof type === 'string' ? checks.get(type) : undefined
  if (!check)
    return [
      {
        pointer: '/type',
        message: type === undefined ? 'is required' : `must be one of: ${RECORD_TYPES.join(', ')}`,
      },
    ]
  return check(value)
}
