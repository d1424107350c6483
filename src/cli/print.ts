import { stripVTControlCharacters } from 'node:util'
import { OperatorFault, PROBLEMS, Problem, REMEDIES } from '../base/problem.ts'
import { crashReport } from './crash-report.ts'

/** Output of commands: tables and sentences for people, one JSON document for programs. */

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** One JSON document on stdout, or the text for people. */
export function show(json: boolean | undefined, value: unknown, text: () => string): void {
  print(rendered(json, value, text))
}

const rendered = (json: boolean | undefined, value: unknown, text: () => string): string =>
  json ? quiet(JSON.stringify(value, null, 2)) : text()

/**
 * Shows something that is shown only once; resolves when it has been written.
 * @param lost message if it could not be written; the program then ends with 1
 */
export async function showSurely(
  json: boolean | undefined,
  value: unknown,
  text: () => string,
  lost: string,
): Promise<void> {
  const complain = () => {
    note(`granary: ${lost}`)
    process.exit(1)
  }
  // Added before the listener that ignores a closed output pipe.
  process.stdout.prependOnceListener('error', complain)
  try {
    await new Promise<void>((resolve) => {
      process.stdout.write(`${rendered(json, value, text)}\n`, (error) => {
        if (error == null) resolve()
      })
    })
  } finally {
    process.stdout.off('error', complain)
  }
}

/** JSON with terminal control characters escaped. */
const quiet = (json: string): string =>
  json.replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, (c) =>
    [...Array(c.length).keys()].map((i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  )

/** Names in records are untrusted text, and must not control the terminal. */
export function safe(value: unknown): string {
  if (value === null || value === undefined) return ''
  return stripVTControlCharacters(String(value)).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
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

/** One line per label and value. */
export function card(rows: readonly (readonly [string, unknown])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, value]) => `${label.padEnd(width)}  ${safe(value)}`).join('\n')
}

/** Untrusted text of several lines. */
export const safeLines = (text: string): string => text.split('\n').map(safe).join('\n')

/** @returns the exit code; the message ends with the remedy */
export function complain(error: unknown, json: boolean): number {
  if (error instanceof OperatorFault) {
    if (json) show(json, { error: { message: error.message, remedy: error.remedy } }, String)
    note(`granary: ${safe(error.message)}\n${safe(error.remedy)}`)
    return error.exitCode
  }
  if (error instanceof Problem) {
    const { detail, errors } = error.extra
    if (json)
      show(json, { error: { code: error.code, title: PROBLEMS[error.code][1], detail, errors } }, String)
    note(explainProblem(error))
    return 1
  }
  const words = crashReport(error)
  if (json) show(json, { error: { message: words.message, remedy: words.remedy } }, String)
  note(`granary: ${words.message}\n${words.remedy}`)
  for (const place of words.at) note(`    at ${place}`)
  return 1
}

export function explainProblem({ code, extra: { detail, errors } }: Problem): string {
  return [
    `granary: ${PROBLEMS[code][1]}.`,
    ...(detail === undefined ? [] : [safe(detail)]),
    ...(errors ?? []).map(({ pointer, message }) => `  ${safe(pointer)}: ${safe(message)}`),
    REMEDIES[code] ?? 'Nothing was written. Correct the errors above and try again.',
  ].join('\n')
}
