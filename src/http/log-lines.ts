import { type DestinationStream, type Logger, pino } from 'pino'
import { errorKind } from '../error-kinds.ts'

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

/** An error that is logged alone would bring its message as the line's. */
function withoutMessage(this: Logger, args: unknown[], method: (...args: never[]) => void): void {
  const [first, second] = args
  const isBare = first instanceof Error
  const line = isBare ? [{ err: first }, typeof second === 'string' ? second : 'unforeseen error'] : args
  method.apply(this, line as never[])
}
