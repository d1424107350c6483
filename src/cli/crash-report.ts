import { createHash } from 'node:crypto'
import { type ErrorKind, errorKind } from '../base/error-kinds.ts'
import { VERSION } from '../base/version.ts'
import { type Message, message } from '../words/message.ts'
import { commandWords } from './language.ts'

/** A crash report contains no data of users, but enough to find the error in the program. */
export interface CrashReport {
  readonly what: Message
  readonly cure: Message
  /** Stack frames, innermost first. */
  readonly at: readonly string[]
}

const REPORT_DIGITS = 8

export function crashReport(error: unknown): CrashReport {
  const kind = errorKind(error)
  return {
    what: message('command.crash', { code: kind.code ?? kind.type, report: reportNumber(kind) }),
    cure: message('command.crash.remedy'),
    at: placesOf(kind),
  }
}

/** Equal for the same error of the same version on any machine, so that reports can be compared. */
function reportNumber(kind: ErrorKind): string {
  const text = [VERSION, kind.type, kind.code ?? '', ...placesOf(kind)].join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, REPORT_DIGITS)
}

const placesOf = (kind: ErrorKind): readonly string[] => [
  ...(kind.at ?? []),
  ...(kind.cause === undefined ? [] : placesOf(kind.cause)),
]

/** Ends the program with exit code 1 and a crash report on any uncaught error. */
export function reportCrashes(): void {
  const end = (error: unknown) => {
    const { what, cure, at } = crashReport(error)
    const { tell } = commandWords({})
    const lines = [`granary: ${tell(what)}`, tell(cure), ...at.map((place) => `    at ${place}`)]
    // The process ends at once, so this must write synchronously.
    try {
      process.stderr.write(`${lines.join('\n')}\n`)
    } finally {
      process.exit(1)
    }
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}
