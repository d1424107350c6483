import { PassThrough } from 'node:stream'
import { Asker } from '../../../src/cli/ask.ts'
import type { EntrySession } from '../../../src/records/entry/session.ts'
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

/** A clerk of an appliance's front office, who gives flags at a terminal, and answers what needs a second look. */
export function atCounter(
  { kernel, clock }: Appliance,
  given: EntrySession['given'],
  work: (session: EntrySession) => Promise<unknown>,
  lines: readonly string[] = [],
): Promise<Sitting> {
  const tasks = localTasks(kernel)
  const run: EntrySession['run'] = (task, args) => tasks.run(task, 'clerk', args)
  const words = englishWords('Africa/Kampala')
  const office = { run, words, now: () => clock.nowMs, unit: null }
  return atTerminal(lines, (asker) =>
    work({ run, asker: () => asker, given, json: false, usual: {}, behalf: {}, faults: [], office }),
  )
}
