import { PROBLEMS, Problem, type ProblemCode } from '../base/problem.ts'
import { given, nonEmpty } from '../base/typed.ts'
import { marked, quietJson, shown } from '../text/foreign.ts'
import type { Code, Text } from '../text/kinds.ts'
import { OperatorFault, SeveralFaults } from '../words/fault.ts'
import { plainFigure } from '../words/figure.ts'
import type { PlainKey } from '../words/language.ts'
import { namesAsText } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import { crashReport } from './crash-report.ts'
import { sendToParent } from './progress.ts'
import { aroundCodes } from './qr.ts'

/**
 * Output of commands: tables and sentences for people, one JSON document for programs. This module makes all
 * printed text safe. A value that could start a new line must be passed through `safe` first.
 */

export function print(text: string): void {
  process.stdout.write(`${forTerminal(text)}\n`)
}

export function note(text: string): void {
  process.stderr.write(`${forTerminal(text)}\n`)
}

/** Output of the parser of the command line; its messages repeat what was typed. */
export const PARSER_OUTPUT = {
  writeOut: (text: string) => void process.stdout.write(forTerminal(text)),
  writeErr: (text: string) => void process.stderr.write(forTerminal(text)),
}

/** Prints one JSON document, or the text for people. */
export function show(json: boolean | undefined, value: unknown, text: () => string): void {
  print(rendered(json, value, text))
}

const rendered = (json: boolean | undefined, value: unknown, text: () => string): string =>
  json ? quietJson(JSON.stringify(value, namesAsText, 2)) : text()

/** Makes everything safe except QR codes, whose colours are control characters. */
const forTerminal = (text: string): string => aroundCodes(text, marked)

/**
 * Shows something that is shown only once. Resolves when the text is written.
 * @param lost message if the text could not be written; the program then ends with exit code 1
 */
export async function showSurely(
  json: boolean | undefined,
  value: unknown,
  text: () => string,
  lost: string,
): Promise<void> {
  const reportLost = () => {
    note(`granary: ${lost}`)
    process.exit(1)
  }
  // Added before the listener that ignores a closed output pipe.
  process.stdout.prependOnceListener('error', reportLost)
  try {
    await new Promise<void>((resolve) => {
      process.stdout.write(`${forTerminal(rendered(json, value, text))}\n`, (error) => {
        if (error == null) resolve()
      })
    })
  } finally {
    process.stdout.off('error', reportLost)
  }
}

/**
 * Returns a value as text on one line. Text that people wrote must neither control the terminal nor look like
 * a line or a column of this program.
 */
export function safe(value: unknown): string {
  if (value === null || value === undefined) return ''
  return shown(typeof value === 'number' ? plainFigure(value) : String(value))
}

/** What a table or card can show. Format a record's time with `Calendar.asRecorded` first. */
export type Printed = Text | Code | number | boolean | null | undefined

/** Returns a table that may have no rows. */
export const tableOrNone = (
  { say }: Words,
  headings: readonly string[],
  rows: readonly (readonly Printed[])[],
): string => (rows.length === 0 ? say('terminal.none') : table(headings, rows))

/** Returns the same from columns: each has the key of its heading, and its cell in each row. */
export const tableOf = <R>(
  words: Words,
  rows: readonly R[],
  columns: readonly (readonly [PlainKey, (row: R) => Printed])[],
): string =>
  tableOrNone(
    words,
    columns.map(([heading]) => words.say(heading)),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  )

export function table(headings: readonly string[], rows: readonly (readonly Printed[])[]): string {
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

/** Returns a card for each of several things. */
export const cards = ({ say }: Words, all: readonly (readonly (readonly [string, Printed])[])[]): string =>
  all.length === 0 ? say('terminal.none') : all.map(card).join('\n\n')

/** Returns one line for each label and value. */
export function card(rows: readonly (readonly [string, Printed])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, value]) => `${label.padEnd(width)}  ${safe(value)}`).join('\n')
}

/** Prints an error with its remedy, for its reader. @returns the exit code */
export function complain(error: unknown, json: boolean, words: Words): number {
  const { tell } = words
  if (error instanceof OperatorFault) {
    const [message, remedy] = [tell(error.what), tell(error.cure)]
    const faults = error instanceof SeveralFaults ? error.faults.map(tell) : []
    sendToParent({ fault: { what: error.what, cure: error.cure } })
    if (json) show(json, { error: { message, ...given({ faults: nonEmpty(faults) }), remedy } }, String)
    note([`granary: ${safe(message)}`, ...faults.map((one) => `  ${safe(one)}`), safe(remedy)].join('\n'))
    return error.exitCode
  }
  if (error instanceof Problem) {
    const { detail, errors } = error.extra
    if (json)
      show(json, { error: { code: error.code, title: PROBLEMS[error.code][1], detail, errors } }, String)
    note(explainProblem(words, error))
    return 1
  }
  const { what, cure, at } = crashReport(error)
  const [message, remedy] = [tell(what), tell(cure)]
  if (json) show(json, { error: { message, remedy } }, String)
  note(`granary: ${message}\n${remedy}`)
  for (const place of at) note(`    at ${place}`)
  return 1
}

/** Remedies for refusals that the request did not cause. */
export const REMEDIES: Partial<Record<ProblemCode, PlainKey>> = {
  storage_full: 'command.problem.full',
  clock_in_doubt: 'command.problem.clock',
}

function explainProblem({ say }: Words, { code, extra: { detail, errors } }: Problem): string {
  return [
    `granary: ${say(`problem.${code}`)}.`,
    ...(detail === undefined ? [] : [safe(detail)]),
    ...(errors ?? []).map(({ pointer, message }) => `  ${safe(pointer)}: ${safe(message)}`),
    say(REMEDIES[code] ?? 'command.problem.remedy'),
  ].join('\n')
}
