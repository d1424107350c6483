import { type DestinationStream, type Logger, pino } from 'pino'
import { errorKind } from '../base/error-kinds.ts'
import { membersOf } from '../base/typed.ts'
import { shown } from '../text/foreign.ts'

/**
 * What the service logs. Lines may be sent elsewhere for help, so they identify nobody: an error's kind and place, a
 * request's route template; other members are dropped. Sentences are the program's own and may contain paths of the
 * settings, but nothing received from the network.
 */
const MEMBERS: ReadonlySet<string> = new Set(['err', 'correlation_id', 'route', 'method', 'status', 'ms'])

export function makeLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    // Without the host name, which often names the owner.
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

/** Drops the message of an error logged without a sentence, and arguments to be formatted into a sentence. */
function withoutMessage(this: Logger, args: unknown[], method: (...args: never[]) => void): void {
  const [first, second] = args
  const line = first instanceof Error ? { err: first } : first
  const err = typeof line === 'object' ? membersOf(line).err : undefined
  const sentence = isOurs(second, err) ? second : 'unforeseen error'
  method.apply(this, (typeof line === 'string' ? [shown(line)] : [line, shown(sentence)]) as never[])
}

function isOurs(sentence: unknown, err: unknown): sentence is string {
  if (typeof sentence !== 'string') return false
  return !(err instanceof Error && err.message !== '' && sentence.includes(err.message))
}
