import { PROBLEMS, Problem, REMEDIES } from '../base/problem.ts'
import { marked, quietJson, shown } from '../text/foreign.ts'
import type { Code, Text } from '../text/kinds.ts'
import { plainFigure } from '../words/english.ts'
import { OperatorFault } from '../words/fault.ts'
import type { Words } from '../words/words.ts'
import { crashReport } from './crash-report.ts'
import { aroundCodes } from './qr.ts'

/**
 * Output of commands: tables and sentences for people, one JSON document for programs. Whatever is printed is made safe here; a value
 * that could begin a line of its own passes through `safe` before.
 */

export function print(text: string): void {
  process.stdout.write(`${forTerminal(text)}\n`)
}

export function note(text: string): void {
  process.stderr.write(`${forTerminal(text)}\n`)
}

/** For what the parser of the command line says: it repeats what was typed. */
export const PARSER_OUTPUT = {
  writeOut: (text: string) => void process.stdout.write(forTerminal(text)),
  writeErr: (text: string) => void process.stderr.write(forTerminal(text)),
}

/** One JSON document on stdout, or the text for people. */
export function show(json: boolean | undefined, value: unknown, text: () => string): void {
  print(rendered(json, value, text))
}

const rendered = (json: boolean | undefined, value: unknown, text: () => string): string =>
  json ? quietJson(JSON.stringify(value, null, 2)) : text()

/** All but the colours of a QR code is text. */
const forTerminal = (text: string): string => aroundCodes(text, marked)

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
      process.stdout.write(`${forTerminal(rendered(json, value, text))}\n`, (error) => {
        if (error == null) resolve()
      })
    })
  } finally {
    process.stdout.off('error', complain)
  }
}

/** A value on one line. What people wrote must neither control the terminal nor pass for a line or a column of ours. */
export function safe(value: unknown): string {
  if (value === null || value === undefined) return ''
  return shown(typeof value === 'number' ? plainFigure(value) : String(value))
}

/** A record's time goes through `Calendar.asRecorded` first. */
export type Printed = Text | Code | number | boolean | null | undefined

export function table(headings: readonly string[], rows: readonly (readonly Printed[])[]): string {
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
export function card(rows: readonly (readonly [string, Printed])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, value]) => `${label.padEnd(width)}  ${safe(value)}`).join('\n')
}

/** @returns the exit code; the message ends with the remedy */
export function complain(error: unknown, json: boolean, { tell }: Words): number {
  if (error instanceof OperatorFault) {
    const [message, remedy] = [tell(error.what), tell(error.cure)]
    if (json) show(json, { error: { message, remedy } }, String)
    note(`granary: ${safe(message)}\n${safe(remedy)}`)
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
