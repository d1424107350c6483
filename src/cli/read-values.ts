import { parseInstant } from '../domain/time.ts'
import { OperatorFault } from '../problem.ts'

/** How words on a command line become values. Each complains with what would be right. */

/** A day (`2026-12-31`, taken as its end in UTC) or an RFC 3339 timestamp. @returns RFC 3339 */
export function endOf(text: string, flag: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return instantText(`${text}T23:59:59Z`, flag)
  return instantText(text, flag)
}

/** A day (taken as its beginning in UTC) or an RFC 3339 timestamp. @returns RFC 3339 */
export function beginningOf(text: string, flag: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return instantText(`${text}T00:00:00Z`, flag)
  return instantText(text, flag)
}

function instantText(text: string, flag: string): string {
  if (parseInstant(text) !== null) return text
  throw new OperatorFault(
    `${flag} "${text}" is no date.`,
    'Write it as 2026-12-31, or as 2026-12-31T16:00:00+03:00.',
    2,
  )
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
