import { createHash } from 'node:crypto'
import { type ErrorKind, errorKind } from '../error-kinds.ts'
import { VERSION } from '../version.ts'

/** What is said of a fault that nobody foresaw: nothing of what it was about, and enough to find it in the program. */
export interface LastWords {
  readonly message: string
  readonly remedy: string
  /** Functions and lines of the program, the innermost first. */
  readonly at: readonly string[]
}

const REPORT_DIGITS = 8

export function lastWords(error: unknown): LastWords {
  const kind = errorKind(error)
  return {
    message: `something unforeseen went wrong (${kind.code ?? kind.type}, report ${reportNumber(kind)}).`,
    remedy:
      'Nothing acknowledged is lost. Try again; if it stays so, send the report number and the lines below, with "granary support-bundle", to whoever helps you.',
    at: placesOf(kind),
  }
}

/** The same for the same fault of the same version, wherever it happens: two who met it can tell. */
function reportNumber(kind: ErrorKind): string {
  const text = [VERSION, kind.type, kind.code ?? '', ...placesOf(kind)].join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, REPORT_DIGITS)
}

const placesOf = (kind: ErrorKind): readonly string[] => [
  ...(kind.at ?? []),
  ...(kind.cause === undefined ? [] : placesOf(kind.cause)),
]

/** Whatever ends this program without being caught anywhere says so in these words, and ends it with 1. */
export function sayLastWords(): void {
  const end = (error: unknown) => {
    const { message, remedy, at } = lastWords(error)
    const lines = [`granary: ${message}`, remedy, ...at.map((place) => `    at ${place}`)]
    // Written at once: there may be no later.
    try {
      process.stderr.write(`${lines.join('\n')}\n`)
    } finally {
      process.exit(1)
    }
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}
