import { Problem, type Violation } from '../base/problem.ts'
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
  const errors = shapeViolations(value)
  if (errors) throw new Problem('schema_violation', { errors })
  return value as Draft
}

/** A normalised record whose shape was checked ahead of its job, or its refusal. */
export type Prepared = Draft | Problem

/**
 * Checks and normalises a record as sent. It is pure, so it may run before the job, a few records at a time.
 */
export function prepare(value: unknown): Prepared {
  const errors = shapeViolations(value)
  return errors ? new Problem('schema_violation', { errors }) : normalizeDraft(value as Draft)
}

function shapeViolations(value: unknown): readonly Violation[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ pointer: '', message: 'must be a JSON object' }]
  const type: unknown = 'type' in value ? value.type : undefined
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
