import { stripVTControlCharacters } from 'node:util'
import { OperatorFault, PROBLEMS, Problem } from '../problem.ts'

/** What commands print: tables and sentences for people, one JSON document for programs. */

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** One JSON document on stdout, or the text for people. */
export function show(json: boolean | undefined, value: unknown, text: () => string): void {
  print(json ? JSON.stringify(value, null, 2) : text())
}

/** Names in records are anybody's text: nothing of it may steer the terminal. */
export function safe(value: unknown): string {
  if (value === null || value === undefined) return ''
  return stripVTControlCharacters(String(value)).replace(/[\p{Cc}\p{Cf}]/gu, ' ')
}

export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  if (rows.length === 0) return '(none)'
  const cells = rows.map((row) => row.map(safe))
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...cells.map((row) => (row[i] ?? '').length)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n')
}

/** Label and value, a line each. */
export function card(rows: readonly (readonly [string, unknown])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, value]) => `${label.padEnd(width)}  ${safe(value)}`).join('\n')
}

/** @returns the exit code; what is said ends with the remedy */
export function complain(error: unknown, json: boolean): number {
  if (error instanceof OperatorFault) {
    if (json) print(JSON.stringify({ error: { message: error.message, remedy: error.remedy } }))
    note(`granary: ${safe(error.message)}\n${safe(error.remedy)}`)
    return error.exitCode
  }
  if (error instanceof Problem) {
    const { detail, errors } = error.extra
    if (json)
      print(JSON.stringify({ error: { code: error.code, title: PROBLEMS[error.code][1], detail, errors } }))
    note(`granary: ${PROBLEMS[error.code][1]}.`)
    if (detail !== undefined) note(safe(detail))
    for (const { pointer, message } of errors ?? []) note(`  ${safe(pointer)}: ${safe(message)}`)
    note('Nothing was written. Correct what is named above and try again.')
    return 1
  }
  const { code, message } = error as NodeJS.ErrnoException
  note(`granary: something unforeseen went wrong${code ? ` (${code})` : ''}: ${safe(message)}`)
  note('Nothing acknowledged is lost. Try again; if it stays so, report it with this text.')
  return 1
}
