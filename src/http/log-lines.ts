import { type DestinationStream, type Logger, pino } from 'pino'
import { errorKind } from '../base/error-kinds.ts'
import { membersOf } from '../base/typed.ts'
import { shown } from '../text/foreign.ts'

/**
 * The members of a log line; others are dropped. Operators may send the log to support, so its lines identify
 * no one: they contain an error's kind and place, and the template of a request's route. Sentences are the
 * program's own. They may contain paths in the settings, but nothing that was received from the network.
 */
const MEMBERS: ReadonlySet<string> = new Set(['err', 'correlation_id', 'route', 'method', 'status', 'ms'])

export function makeLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    // Leaves out the host name, which often contains the owner's name.
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
 * Drops the message of an error that is logged without a sentence, and arguments for the format of a
 * sentence.
 */
function withoutMessage(this: Logger, args: unknown[], method: (...args: never[]) => void): void {
  const [first, second] = args
  const line = first instanceof Error ? { err: first } : first
  const err = typeof line === 'object' ? membersOf(line).err : undefined
  const sentence = isOwnSentence(second, err) ? second : 'unforeseen error'
  method.apply(this, (typeof line === 'string' ? [shown(line)] : [line, shown(sentence)]) as never[])
}

function isOwnSentence(sentence: unknown, err: unknown): sentence is string {
  if (typeof sentence !== 'string') return false
  return !(err instanceof Error && err.message !== '' && sentence.includes(err.message))
}
