import { uuidv7 } from 'uuidv7'
import { Asker, isTerminal } from '../../cli/ask.ts'
import type { Command } from '../../cli/command.ts'
import { type GlobalOptions, type Run, withTasks, wordsOf } from '../../cli/context.ts'
import { card, note, show } from '../../cli/print.ts'
import { type Message, message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import type { CounterRecord } from '../record-tasks.ts'
import {
  type FlagsEntry,
  type Gathered,
  type GivenFlags,
  mustHaveNone,
  readFlags,
  whyRefused,
  wrongFlag,
} from './flags.ts'
import { mustBeFreeNumber } from './party-called.ts'
import type { BuyingPoint } from './point.ts'
import { noPoint } from './point-tasks.ts'
import { type FrontOffice, usualDay } from './read.ts'

/** One entry by a clerk: what flags gave, whom to ask whether a warning is right, where to write. */
export interface EntrySession {
  readonly office: FrontOffice
  readonly run: Run
  readonly given: GivenFlags
  /** Null without a terminal: then warnings are only shown. */
  readonly asker: (() => Asker) | null
  readonly json: boolean | undefined
  /** What the buying point saved, by flag; null if it is unknown. */
  readonly usual: GivenFlags | null
  /** For whom the record is written, and under which mandate. */
  readonly behalf: Readonly<Record<string, string>>
  /** What is wrong with the flags that are no members of the record. */
  readonly faults: readonly Message[]
}

/** @param options.isAtPoint whether `--point` names a buying point */
export async function sit(
  command: Command,
  work: (session: EntrySession) => Promise<void>,
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
    const faults: Message[] = []
    const point = isAtPoint ? await pointGiven(run, given, faults) : null
    await work({
      office: { run, words, now: () => words.calendar.nowMs, unit: unitAt(point) },
      ...{ run, given, json: options.json, faults, usual: usualAt(words, point) },
      asker: isTerminal() ? () => new Asker(undefined, undefined, undefined, words) : null,
      behalf: await behalfGiven(run, given, faults),
    })
  })
}

/** Null without a buying point, undefined if nobody saved the one that is named. */
type PointGiven = BuyingPoint | null | undefined

async function pointGiven(run: Run, { point: name }: GivenFlags, faults: Message[]): Promise<PointGiven> {
  if (name === undefined) return null
  const { points } = await run('point.list', {})
  const point = points.find((one) => one.name === name)
  if (point === undefined) faults.push(wrongFlag('point', name, whyRefused(noPoint(name))))
  return point
}

/** Of an unknown point, the unit is unknown too: a bare number may be right. */
const unitAt = (point: PointGiven): string | null => (point === undefined ? 'kg' : (point?.unit ?? null))

/** The day is usual at a buying point alone; elsewhere it must be given. */
function usualAt(words: Words, point: PointGiven): GivenFlags | null {
  if (!point) return point === null ? {} : null
  const saved = Object.entries(point.answers).map(([flag, { text }]) => [flag, text])
  return { date: usualDay(words), ...Object.fromEntries(saved) }
}

async function behalfGiven(run: Run, given: GivenFlags, faults: Message[]): Promise<EntrySession['behalf']> {
  const { for: text, delegation } = given
  if (text === undefined && delegation === undefined) return {}
  const missing = (['for', 'delegation'] as const).filter((flag) => given[flag] === undefined)
  for (const flag of missing)
    faults.push(message('counter.flagMissing', { flag, right: message(`help.record.add.${flag}`) }))
  if (text === undefined) return {}
  try {
    const { party } = await run('party.resolve', { text })
    return { on_behalf_of: party, ...(delegation !== undefined && { delegation_id: delegation }) }
  } catch (error) {
    faults.push(wrongFlag('for', text, whyRefused(error)))
    return {}
  }
}

/**
 * @param mustFit the check of a flag that depends on what the log holds: a member number must be free
 * @throws {SeveralFaults} that names every flag that is missing or wrong
 */
export async function gather(
  { office, given, faults, run }: EntrySession,
  entry: Omit<FlagsEntry, 'given'>,
  mustFit: { readonly flag: string; readonly check: (members: Gathered['members']) => Promise<void> } = {
    flag: 'member-no',
    check: (members) => mustBeFreeNumber(run, { ...entry.old, ...members }),
  },
): Promise<Gathered> {
  const gathered = await readFlags(office, { ...entry, given })
  const { flag, check } = mustFit
  const text = given[flag]
  const unfit =
    text === undefined
      ? []
      : await check(gathered.members).then(
          () => [],
          (error: unknown) => [wrongFlag(flag, text, whyRefused(error))],
        )
  mustHaveNone([...gathered.faults, ...unfit, ...faults])
  return gathered
}

/**
 * Shows the record and writes it. A person at a terminal is asked first if it needs a second look.
 * @param judged the members to check for warnings: for a correction, only what it changes
 * @param more further warnings of the caller
 */
export async function write(
  session: EntrySession,
  heading: string,
  shown: Gathered['shown'],
  members: Record<string, unknown>,
  judged: Record<string, unknown> = members,
  more: readonly string[] = [],
): Promise<void> {
  const { say, tell } = session.office.words
  await mustBeFreeNumber(session.run, members)
  note(`\n${heading}\n\n${card(shown).replace(/^/gm, '  ')}\n`)
  const found = await session.run('record.warnings', { draft: judged })
  const warnings = [...found.warnings.map(tell), ...more]
  for (const warning of warnings) note(`  ${say('counter.lookAgain', { warning })}`)
  if (warnings.length > 0 && !(await isSure(session))) {
    note(say('counter.dropped'))
    return
  }
  const draft = { id: uuidv7(), ...members, ...session.behalf }
  const { record } = await session.run('record.append', { draft })
  show(session.json, record, () => written(session.office.words, record))
}

/** Asks whether to write despite a warning; the default is no. A script is only shown the warning. */
async function isSure({ asker, office }: EntrySession): Promise<boolean> {
  if (asker === null) return true
  const own = asker()
  try {
    return await own.isYes(office.words.say('counter.isRight'))
  } finally {
    own.close()
  }
}

function written({ say }: Words, { id, type, derived }: CounterRecord): string {
  const { flags } = derived
  return [
    say('counter.written', { id }),
    ...(flags.length === 0 ? [] : [say('counter.flags', { flags: flags.join(', ') })]),
    ...(type === 'delivery' || type === 'payment' ? [say('counter.receipt', { id })] : []),
  ].join('\n')
}
