import { diskRefusal, Problem } from '../base/problem.ts'

/** Broken constraints and guards do not count: they are the fault of the job. */
export function isDatabaseFault(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code)
  return code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT')
}

/** Translates SQLite's errors into problems; an unforeseen error passes through and becomes a bare 500. */
export function refusal(error: unknown): unknown {
  const code = (error as { code?: unknown }).code
  if (error instanceof Problem || typeof code !== 'string') return error
  if (code.startsWith('SQLITE_BUSY')) return new Problem('overloaded', { retryAfterSeconds: 1 })
  return diskRefusal(error) ?? error
}
