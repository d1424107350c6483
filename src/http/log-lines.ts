import { type DestinationStream, type Logger, pino } from 'pino'
import { errorKind } from '../base/error-kinds.ts'

/**
 * What the service logs. A line is sent away for help as it is, so it names nobody: of an error its kind and place, of a
 * request its route's template, and members beside these are left out whoever logs them. Sentences are the program's own;
 * in them stand places of the settings, and nothing that came in by the network.
 */
const MEMBERS: ReadonlySet<string> = new Set(['err', 'correlation_id', 'route', 'method', 'status', 'ms'])

export function makeLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    // The machine's name is left out: it is often its owner's.
    base: { pid: process.pid },
    serializers: { err: errorKind },
    formatters: {
      log: (line: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(line).filter(([member]) => MEMBERS.has(member))),
    },
    hooks: { logMethod: withoutMessage },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/**
 * An error brings its message as the line's where it is logged without a sentence, and libraries give the message as the
 * sentence. What follows a sentence, to be put into it, is left out.
 */
function withoutMessage(this: Logger, args: unknown[], method: (...args: never[]) => void): void {
  const [first, second] = args
  const line = first instanceof Error ? { err: first } : first
  const err = typeof line === 'object' ? (line as { err?: unknown } | null)?.err : undefined
  const sentence = isOurs(second, err) ? second : 'unforeseen error'
  method.apply(this, (typeof line === 'string' ? [line] : [line, sentence]) as never[])
}

function isOurs(sentence: unknown, err: unknown): sentence is string {
  if (typeof sentence !== 'string') return false
  return !(err instanceof Error && err.message !== '' && sentence.includes(err.message))
}
