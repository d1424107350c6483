import { errorCode } from '../../base/error-kinds.ts'
import { diskRefusal, Problem } from '../../base/problem.ts'

/** Whether the database is at fault; a violated constraint or guard is the fault of the job. */
export function isDatabaseFault(error: unknown): boolean {
  const code = String(errorCode(error))
  return code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT')
}

/** Translates SQLite's errors into refusals. Any other error is returned unchanged and becomes a bare 500. */
export function refusal(error: unknown): unknown {
  const code = errorCode(error)
  if (error instanceof Problem || typeof code !== 'string') return error
  if (code.startsWith('SQLITE_BUSY')) return new Problem('overloaded', { retryAfterSeconds: 1 })
  return diskRefusal(error) ?? error
}
