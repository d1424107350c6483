import { type Draft, draftSchemas } from '../domain/record.ts'
import { RECORD_TYPES } from '../domain/types/index.ts'
import { compileCheck } from '../domain/validation.ts'
import { Problem, type Violation } from '../problem.ts'

const checks = new Map(RECORD_TYPES.map((type) => [type as string, compileCheck(draftSchemas[type])]))

/**
 * Checks the shape of a record as sent, by its type's schema.
 * @throws {Problem} schema_violation, listing every violation
 */
export function draftOf(value: unknown): Draft {
  const violations = shapeViolations(value)
  if (violations) throw new Problem('schema_violation', { errors: violations })
  return value as Draft
}

function shapeViolations(value: unknown): readonly Violation[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ pointer: '', message: 'must be a JSON object' }]
  const type: unknown = (value as { type?: unknown }).type
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
