import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { given } from '../../base/typed.ts'
import { Asker, isTerminal } from '../../cli/ask.ts'
import type { Command } from '../../cli/command.ts'
import { type GlobalOptions, type Run, withTasks, wordsOf } from '../../cli/context.ts'
import { explainProblem, note, show } from '../../cli/print.ts'
import type { Words } from '../../words/words.ts'
import type { CounterRecord } from '../record-tasks.ts'
import { type Given, readBack } from './gather.ts'
import { mustBeFreeNumber } from './party-called.ts'
import type { BuyingPoint } from './point.ts'
import { noPoint } from './point-tasks.ts'
import type { FrontOffice } from './read.ts'

/** One session of a clerk: whom to ask, what flags gave, where to write. */
export interface Session {
  readonly office: FrontOffice
  readonly run: Run
  readonly given: Given
  readonly asker: Asker | null
  readonly json: boolean | undefined
  /** The buying point, if one was named. */
  readonly point: BuyingPoint | null
}

/**
 * Runs one session of a clerk.
 * @param isEnough whether the flags give everything; then nothing is asked, even on a terminal
 * @param options.isAtPoint whether `--point` names a buying point
 */
export async function sit(
  command: Command,
  isEnough: (given: Given) => boolean,
  work: (session: Session) => Promise<void>,
  { isAtPoint = true }: { readonly isAtPoint?: boolean } = {},
): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions & Record<string, string | undefined>>()
  const given = Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`),
      value,
    ]),
  )
  await withTasks(options, async (run) => {
    const words = await wordsOf(options, run)
    const point = given.point === undefined || !isAtPoint ? null : await pointCalled(run, given.point)
    const office = { run, words, now: () => words.calendar.nowMs, unit: point?.unit ?? null }
    const asker = isTerminal() && !isEnough(given) ? askerIn(words) : null
    try {
      await work({ run, given, asker, json: options.json, office, point })
    } finally {
      asker?.close()
    }
  })
}

const askerIn = (words: Words): Asker => new Asker(undefined, undefined, undefined, words)

async function pointCalled(run: Run, name: string): Promise<BuyingPoint> {
  const { points } = await run('point.list', {})
  const point = points.find((one) => one.name === name)
  if (point === undefined) throw noPoint(name)
  return point
}

/** Result of an entry; `again` if the clerk wants to change it, or it was refused. */
export type Ending = 'written' | 'dropped' | 'again'

/**
 * Shows the record and writes it. On a terminal the clerk is asked first, and may correct what was refused.
 * @param judged the members to check for warnings: for a correction, only what it changes
 * @param more further warnings of the caller
 */
export async function write(
  session: Session,
  heading: string,
  shown: readonly (readonly [string, string])[],
  members: Record<string, unknown>,
  judged: Record<string, unknown> = members,
  more: readonly string[] = [],
): Promise<Ending> {
  const { asker } = session
  const { words } = session.office
  const { say, tell } = words
  await mustBeFreeNumber(session.run, members)
  note(readBack(heading, shown))
  const found = await session.run('record.warnings', { draft: judged })
  const warnings = [...found.warnings.map(tell), ...more]
  for (const warning of warnings) note(`  ${say('counter.lookAgain', { warning })}`)
  const answer =
    warnings.length > 0
      ? await sureAnswer(words, asker)
      : asker
        ? await asker.letter(say('counter.writeThis'), 'ycn')
        : 'y'
  if (answer === 'c') return 'again'
  if (answer === 'n') {
    note(say('counter.dropped'))
    return 'dropped'
  }
  try {
    const draft = { id: uuidv7(), ...members, ...(await behalf(session)) }
    const { record } = await session.run('record.append', { draft })
    show(session.json, record, () => written(words, record))
    return 'written'
  } catch (error) {
    if (!asker || !(error instanceof Problem)) throw error
    note(explainProblem(words, error))
    return 'again'
  }
}

/**
 * Asks whether to write despite a warning, even if flags gave everything; the default is no. A script is only
 * shown the warning.
 */
async function sureAnswer(words: Words, asker: Asker | null): Promise<string> {
  if (asker) return asker.letter(words.say('counter.isRightOrChange'), 'ncy')
  if (!isTerminal()) return 'y'
  const own = askerIn(words)
  try {
    return await own.letter(words.say('counter.isRight'), 'ny')
  } finally {
    own.close()
  }
}

async function behalf({ given: { for: text, delegation: delegation_id }, run }: Session): Promise<object> {
  if (text === undefined) return {}
  const { party } = await run('party.resolve', { text })
  return { on_behalf_of: party, ...given({ delegation_id }) }
}

function written({ say }: Words, { id, type, derived }: CounterRecord): string {
  const { flags } = derived
  return [
    say('counter.written', { id }),
    ...(flags.length === 0 ? [] : [say('counter.flags', { flags: flags.join(', ') })]),
    ...(type === 'delivery' || type === 'payment' ? [say('counter.receipt', { id })] : []),
  ].join('\n')
}

/** Returns the flags about who acts, not what is written: they apply to every round of questions. */
export const actingFlags = ({ for: principal, delegation }: Given): Given => ({ for: principal, delegation })
