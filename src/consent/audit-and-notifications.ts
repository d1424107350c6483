import { given, must } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, type Run, withWords, wordsOf } from '../cli/context.ts'
import { note, show, tableOrNone } from '../cli/print.ts'
import { beginningOf, endOf } from '../cli/read-values.ts'
import { parseInstant } from '../domain/time.ts'
import { codeOf } from '../text/kinds.ts'
import { apart } from '../text/wrap.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { nounName, shortName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import type { AuditLine } from './audit-tasks.ts'
import { deedOf, toldOf } from './audit-words.ts'

/** Commands for duties of the operator: disclosure notifications, and the account of who saw what. */
export function auditAndNotificationsCommands(): Command[] {
  return [auditCommand(), notificationsCommand()]
}

interface AuditOptions extends GlobalOptions {
  readonly party?: string
  readonly staff?: string
  readonly record?: string
  readonly about?: string
  readonly refused?: boolean
  readonly since?: string
  readonly until?: string
  readonly limit: string
}

const DEFAULT_LINES = 100
const LINES_AT_ONCE = 500

function auditCommand(): Command {
  return new Command('audit')
    .description('help.audit')
    .option('--party <party>', 'help.audit.party')
    .option('--staff <name>', 'help.audit.staff')
    .option('--record <id>', 'help.audit.record')
    .option('--about <party>', 'help.audit.about')
    .option('--refused', 'help.audit.refused')
    .option('--since <date>', 'help.audit.since')
    .option('--until <date>', 'help.audit.until')
    .option('--limit <n>', 'help.audit.limit', String(DEFAULT_LINES))
    .does(async (o: AuditOptions) => {
      const limit = Number(o.limit)
      if (!Number.isSafeInteger(limit) || limit < 1)
        throw new OperatorFault(...withRemedy('audit.limit', { text: o.limit }), 2)
      const [{ entries, more }, words] = await withWords(o, (run) => linesOf(run, o, limit))
      const { say } = words
      show(o.json, { entries, more }, () =>
        tableOrNone(
          words,
          [
            say('member.when'),
            say('member.who'),
            say('member.act'),
            say('member.purpose'),
            say('audit.outcome'),
            say('audit.records'),
          ],
          entries.map((e) => [
            words.calendar.stamp(e.at),
            whoOf(words, e),
            whatOf(words, e),
            e.purpose ?? '',
            outcomeOf(words, e),
            recordsOf(words, e),
          ]),
        ),
      )
      if (more) note(say('audit.moreLines'))
    })
}

async function linesOf(run: Run, o: AuditOptions, limit: number) {
  const words = await wordsOf(o, run)
  const sinceMs = o.since === undefined ? null : parseInstant(beginningOf(o.since, '--since', words))
  // The end of a day is its last second, which is included.
  const lastMs = o.until === undefined ? null : parseInstant(endOf(o.until, '--until', words))
  const untilMs = lastMs === null ? null : lastMs + 1000
  const entries: AuditLine[] = []
  for (let before: number | null = null; ; ) {
    const page: { entries: AuditLine[]; next: number | null } = await run('audit', {
      count: Math.min(LINES_AT_ONCE, limit - entries.length),
      ...given({ party: o.party, staff: o.staff, record: o.record, about: o.about }),
      ...(o.refused ? { refused: true } : {}),
      ...given({ sinceMs: sinceMs ?? undefined, untilMs: untilMs ?? undefined, before: before ?? undefined }),
    })
    entries.push(...page.entries)
    before = page.next
    if (before === null || entries.length >= limit) return { entries, more: before !== null }
  }
}

function whoOf(words: Words, { action, name, party, operator, staff }: AuditLine): string {
  const { say } = words
  if (staff !== null) return say('audit.byStaff', { name: staff })
  if (operator !== null) return say('audit.byOperator', { name: operator })
  const called = name && shortName(name, words)
  return called ?? party ?? say(action === 'sign_of_life' ? 'audit.service' : 'audit.noOne')
}

/** Returns words for the act, with its ids, words and times. */
const whatOf = (words: Words, line: AuditLine): string =>
  [deedOf(words, line), ...toldOf(words, line)].join(' ')

const outcomeOf = ({ say }: Words, { outcome, repeated }: AuditLine): string =>
  repeated === null
    ? outcome
    : say('audit.outcomeRepeated', { outcome, repeated: say('audit.repeated', { count: repeated }) })

const FEW = 3

const recordsOf = ({ say }: Words, { record_ids }: AuditLine): string =>
  record_ids.length <= FEW ? record_ids.join(' ') : say('answer.recordCount', { count: record_ids.length })

function notificationsCommand(): Command {
  const command = new Command('notifications').description('help.notifications')
  command
    .command('list')
    .description('help.notifications.list')
    .option('--all', 'help.notifications.list.all')
    .does(async (o: GlobalOptions & { all?: boolean }) => {
      const [notifications, words] = await withWords(o, (run) => allNotifications(run, o.all ?? false))
      const { calendar, say, worded } = words
      show(o.json, { notifications }, () =>
        tableOrNone(
          words,
          [
            say('tell.line.number'),
            say('tell.line.since'),
            say('grant.line.to'),
            say('members.phone'),
            say('tell.line.shown'),
            say('tell.line.change'),
            say('tell.line.told'),
          ],
          notifications.map((n) => [
            n.number,
            calendar.stamp(n.raised_at),
            nounName(n.name, words) ?? n.recipient,
            n.phone,
            say('tell.shown', {
              what: worded(codeOf(n.record_type)),
              day: apart(calendar.asRecorded(n)),
              id: n.record_id,
            }),
            say(`tell.changed.${n.change}`, { id: n.because_id }),
            n.told_at === null ? say('answer.notYet') : calendar.stamp(n.told_at),
          ]),
        ),
      )
    })
  command
    .command('told')
    .description('help.notifications.told')
    .argument('<id>', 'help.notifications.told.id')
    .does(async (o: GlobalOptions, id: string) => {
      if (!/^[1-9]\d{0,14}$/.test(id))
        throw new OperatorFault(...withRemedy('tell.notNumber', { text: id }), 2)
      const number = Number(id)
      const [told, words] = await withWords(o, (run) => run('notifications.told', { number }))
      show(o.json, told, () =>
        words.say('tell.isTold', {
          name: nounName(told.name, words) ?? told.recipient,
          at: words.calendar.stamp(must(told.told_at)),
        }),
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
