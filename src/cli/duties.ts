import { Command } from 'commander'
import { parseInstant } from '../domain/time.ts'
import type { AuditLine } from '../operator/audit.ts'
import { OperatorFault } from '../problem.ts'
import type { Calendar } from '../text/phrases.ts'
import { calendarOf, type GlobalOptions, type Run, withCalendar } from './context.ts'
import { note, safe, show, table } from './print.ts'
import { beginningOf } from './read-values.ts'

/** What the operator owes: word to those who were shown what was corrected since, and an account of who saw what. */
export function dutiesCommands(): Command[] {
  return [auditCommand(), notificationsCommand()]
}

interface AuditOptions extends GlobalOptions {
  readonly party?: string
  readonly record?: string
  readonly about?: string
  readonly refused?: boolean
  readonly since?: string
  readonly limit: string
}

const DEFAULT_LINES = 100
const LINES_AT_ONCE = 500

function auditCommand(): Command {
  return new Command('audit')
    .description('who saw, did and was refused what, newest first')
    .option('--party <party>', 'only by this party: id, member number, or "cooperative"')
    .option('--record <id>', 'only what concerns this record: who saw it')
    .option(
      '--about <party>',
      'only what concerns this party: its records shown or refused, consent, mandates, objections, devices, tokens',
    )
    .option('--refused', 'only what was refused, with the true reason')
    .option('--since <date>', 'from this day on, or a timestamp')
    .option('--limit <n>', 'so many lines at most', String(DEFAULT_LINES))
    .action(async (_own: object, own: Command) => {
      const o = own.optsWithGlobals<AuditOptions>()
      const limit = Number(o.limit)
      if (!Number.isSafeInteger(limit) || limit < 1)
        throw new OperatorFault(`--limit "${o.limit}" is no number of lines.`, 'Write it as --limit 100.', 2)
      const [{ entries, more }, calendar] = await withCalendar(o, (run) => linesOf(run, o, limit))
      show(o.json, { entries, more }, () =>
        table(
          ['When', 'Who', 'What', 'Purpose', 'Outcome', 'Records'],
          entries.map((e) => [
            calendar.stamp(e.at),
            whoOf(e),
            whatOf(e, calendar),
            e.purpose ?? '',
            outcomeOf(e),
            recordsOf(e),
          ]),
        ),
      )
      if (more) note(`There is more: give a higher --limit, or ask for less.`)
    })
}

async function linesOf(run: Run, o: AuditOptions, limit: number) {
  const { timeZone } = await calendarOf(run)
  const sinceMs = o.since === undefined ? null : parseInstant(beginningOf(o.since, '--since', timeZone))
  const entries: AuditLine[] = []
  for (let before: number | null = null; ; ) {
    const page: { entries: AuditLine[]; next: number | null } = await run('audit', {
      count: Math.min(LINES_AT_ONCE, limit - entries.length),
      ...(o.party === undefined ? {} : { party: o.party }),
      ...(o.record === undefined ? {} : { record: o.record }),
      ...(o.about === undefined ? {} : { about: o.about }),
      ...(o.refused ? { refused: true } : {}),
      ...(sinceMs === null ? {} : { sinceMs }),
      ...(before === null ? {} : { before }),
    })
    entries.push(...page.entries)
    before = page.next
    if (before === null || entries.length >= limit) return { entries, more: before !== null }
  }
}

function whoOf({ action, name, party, operator }: AuditLine): string {
  if (operator !== null) return `operator ${operator}`
  return name ?? party ?? (action === 'sign_of_life' ? 'the service' : 'nobody')
}

/** The act, and what it tells: ids, words and times. */
function whatOf({ action, detail }: AuditLine, calendar: Calendar): string {
  const told = Object.values(detail)
    .filter((value) => typeof value === 'string')
    .map((text) => (STORED_TIME.test(text) ? calendar.stamp(text) : text))
  return [action.replaceAll('_', ' '), ...told].join(' ')
}

const STORED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const outcomeOf = ({ outcome, repeated }: AuditLine) =>
  repeated === null ? outcome : `${outcome}, ${repeated} more times`

const FEW = 3

function recordsOf({ record_ids }: AuditLine): string {
  return record_ids.length <= FEW ? record_ids.join(' ') : `${record_ids.length} records`
}

function notificationsCommand(): Command {
  const command = new Command('notifications').description(
    'word owed to those who were shown a record that was corrected or taken back since',
  )
  command
    .command('list')
    .description('what is owed, oldest first')
    .option('--all', 'also those that were told')
    .action(async (_own: object, own: Command) => {
      const o = own.optsWithGlobals<GlobalOptions & { all?: boolean }>()
      const [notifications, calendar] = await withCalendar(o, (run) => allNotifications(run, o.all ?? false))
      show(o.json, { notifications }, () =>
        table(
          ['No', 'Owed since', 'To', 'Phone', 'What was shown', 'Since then', 'Told'],
          notifications.map((n) => [
            n.number,
            calendar.stamp(n.raised_at),
            n.name ?? n.recipient,
            n.phone,
            `${n.record_type.replaceAll('_', ' ')} of ${calendar.date(n.occurred_at)}, ${n.record_id}`,
            `${n.change}, ${n.because_id}`,
            n.told_at === null ? 'not yet' : calendar.stamp(n.told_at),
          ]),
        ),
      )
    })
  command
    .command('told')
    .description('note that somebody was told')
    .argument('<id>', 'the number that "granary notifications list" shows')
    .action(async (id: string, _own: object, own: Command) => {
      const o = own.optsWithGlobals<GlobalOptions>()
      if (!/^[1-9]\d{0,14}$/.test(id))
        throw new OperatorFault(
          `"${id}" is no number of a notification.`,
          'Give the number that "granary notifications list" shows, such as: granary notifications told 12',
          2,
        )
      const number = Number(id)
      const [told, calendar] = await withCalendar(o, (run) => run('notifications.told', { number }))
      show(
        o.json,
        told,
        () =>
          `Noted: ${safe(told.name ?? told.recipient)} was told at ${calendar.stamp(told.told_at as string)}.`,
      )
    })
  return command
}

type Notifications = Awaited<ReturnType<typeof onePage>>['notifications']
const onePage = (run: Run, after: number, all: boolean) => run('notifications.list', { after, all })

async function allNotifications(run: Run, all: boolean): Promise<Notifications> {
  const found: Notifications = []
  for (let after = 0; ; ) {
    const page: Awaited<ReturnType<typeof onePage>> = await onePage(run, after, all)
    found.push(...page.notifications)
    after = page.notifications[page.notifications.length - 1]?.number ?? after
    if (!page.more) return found
  }
}
