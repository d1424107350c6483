import { PassThrough } from 'node:stream'
import { Asker } from '../../../src/cli/ask.ts'
import type { Session } from '../../../src/records/entry/session.ts'
import { localTasks } from '../../../src/tasks.ts'
import type { Told } from '../../../src/words/fault.ts'
import { englishWords, type Words } from '../../../src/words/words.ts'
import type { Appliance } from '../appliance.ts'
import { catchOutput, type Printed } from './printed.ts'

/** A person at a terminal who typed every answer ahead. */

export interface Sitting {
  readonly printed: Printed
  /** What they saw: what was printed, and the questions. */
  readonly said: string
  /** What the work threw. */
  readonly error: unknown
}

/** @param lines the answers; where they end, somebody pressed Ctrl-C */
export async function atTerminal(
  lines: readonly string[],
  work: (asker: Asker) => Promise<unknown>,
  again?: Told,
  words?: Words,
): Promise<Sitting> {
  const input = new PassThrough()
  const output = new PassThrough()
  const { printed, release } = catchOutput()
  output.on('data', (chunk: Buffer) => {
    printed.all += chunk.toString('utf8')
  })
  const asker = new Asker(input, output, again, words)
  input.end(lines.map((line) => `${line}\n`).join(''))
  let error: unknown = null
  try {
    await work(asker)
  } catch (caught) {
    error = caught
  } finally {
    asker.close()
    release()
  }
  return { printed, said: printed.all, error }
}

/** The same for a clerk of an appliance's front office, who works with its tasks. */
export function atCounter(
  { kernel, clock }: Appliance,
  lines: readonly string[],
  work: (session: Session) => Promise<unknown>,
  {
    point = null,
    given = {},
    words = englishWords('Africa/Kampala'),
    now = () => clock.nowMs,
  }: Partial<Pick<Session, 'point' | 'given'>> & {
    readonly now?: () => number
    readonly words?: Words
  } = {},
): Promise<Sitting> {
  const tasks = localTasks(kernel)
  const run: Session['run'] = (task, args) => tasks.run(task, 'clerk', args)
  const office = { run, words, now, unit: point?.unit ?? null }
  const sitting = (asker: Asker) => work({ run, asker, given, json: false, point, office })
  return atTerminal(lines, sitting, undefined, words)
}
