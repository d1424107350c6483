import { Command } from 'commander'
import type { TaskResult } from '../operator/tasks.ts'
import { OperatorFault } from '../problem.ts'
import { type Calendar, several } from '../text/phrases.ts'
import { Asker, isTerminal } from './ask.ts'
import { calendarOf, type GlobalOptions, withCalendar, withTasks } from './context.ts'
import { card, note, show, table } from './print.ts'

type Suspension = NonNullable<TaskResult<'backup.suspension'>>
type Live = Suspension['live']

/** What the restored store cannot know, and how it is entered again. */
const OWED = [
  ['credentials that were revoked', 'granary credential list, credential revoke ID'],
  ['devices that were lost or shut out', 'granary device list, device revoke ID'],
  ['consents that were withdrawn', 'granary grant list --subject PARTY, grant revoke ID'],
  ['mandates that were ended', 'granary delegation list --party PARTY, delegation revoke ID'],
  ['objections that were lodged', 'granary objection lodge --subject PARTY'],
] as const

interface ConfirmOptions extends GlobalOptions {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

export function confirmCommand(): Command {
  return new Command('confirm')
    .description('after a restore: say that what ended since the backup was entered again')
    .option('--yes', 'it was; do not ask')
    .option('--dry-run', 'only list all that holds again when it is confirmed, to compare with paper')
    .action(async (_own: object, own: Command) => {
      const options = own.optsWithGlobals<ConfirmOptions>()
      if (options.dryRun) return list(options)
      const confirmed = await withTasks(options, async (run) => {
        const suspension = await run('backup.suspension', {})
        if (suspension !== null && !options.yes) await ask(suspension, await calendarOf(run))
        const done = await run('backup.confirm', {})
        return { ...done, counts: suspension?.counts, live: suspension?.live }
      })
      show(options.json, confirmed, () =>
        [
          'Confirmed. Credentials and consents hold from now on; phones are told to send again what they still have.',
          ...(confirmed.vkey === null
            ? []
            : [
                `The log has a new verifier key since the restore. Write it on your sheet:\n\n${confirmed.vkey}`,
              ]),
        ].join('\n'),
      )
    })
}

async function list(options: ConfirmOptions): Promise<void> {
  const [suspension, calendar] = await withCalendar(options, (run) => run('backup.suspension', {}))
  if (suspension === null)
    throw new OperatorFault(
      'Nothing is suspended here.',
      'There is nothing to confirm: credentials and grants hold.',
    )
  show(options.json, suspension, () =>
    [
      card([
        ['Restored from', suspension.backup],
        ['Made at', calendar.stamp(suspension.made_at)],
        ...Object.entries(suspension.counts).map(([what, count]) => [`Live ${what}`, count] as const),
      ]),
      ...tablesOf(suspension.live, calendar),
      'Whatever ended since that backup was made is in these lists too: end it again before you confirm.',
    ].join('\n\n'),
  )
}

const nameOf = ({ party, name }: { readonly party: string; readonly name: string | null }): string =>
  name ?? party

function tablesOf(
  { credentials, devices, grants, mandates, objections }: Live,
  calendar: Calendar,
): string[] {
  return [
    table(
      ['Credential', 'Of', 'Kind', 'Ends'],
      credentials.map((c) => [
        c.id,
        nameOf(c.of),
        c.kind,
        c.expires_at === null ? '' : calendar.stamp(c.expires_at),
      ]),
    ),
    table(
      ['Device', 'Of', 'Name'],
      devices.map((d) => [d.id, nameOf(d.of), d.name]),
    ),
    table(
      ['Consent', 'Of', 'To', 'Purpose', 'Ends'],
      grants.map((g) => [g.id, nameOf(g.of), nameOf(g.to), g.purpose, calendar.stamp(g.expires_at)]),
    ),
    table(
      ['Mandate', 'Of', 'To', 'Acts', 'Ends'],
      mandates.map((m) => [
        m.id,
        nameOf(m.of),
        nameOf(m.to),
        m.acts.join(' '),
        calendar.stamp(m.valid_until),
      ]),
    ),
    table(
      ['Objection', 'Of', 'Purposes'],
      objections.map((o) => [o.id, nameOf(o.of), o.purposes?.join(' ') ?? 'all']),
    ),
  ]
}

async function ask({ backup, made_at, restored_at, counts }: Suspension, calendar: Calendar): Promise<void> {
  const { credentials, devices, grants, mandates, objections } = counts
  note(
    [
      `This folder was restored${restored_at === null ? '' : ` at ${calendar.stamp(restored_at)}`} from the backup ${backup}, made at ${calendar.stamp(made_at)}.`,
      'It knows nothing of what happened between. Enter again, from paper and memory:',
      ...OWED.map(([what, how]) => `  - ${what}  (${how})`),
      `When you confirm, ${several(credentials, 'credential', 'credentials')}, ${several(devices, 'device', 'devices')}, ${several(grants, 'consent', 'consents')} and ${several(mandates, 'mandate', 'mandates')} hold again; ${several(objections, 'objection', 'objections')} stand.`,
      'All of them in one list, to compare with paper: granary backup confirm --dry-run',
      '',
    ].join('\n'),
  )
  if (!isTerminal())
    throw new OperatorFault('Nobody is there to be asked.', 'When it is all entered again, say --yes.', 2)
  const asker = new Asker()
  try {
    if ((await asker.letter('Is all of that entered again? (n/y)', 'ny')) === 'y') return
  } finally {
    asker.close()
  }
  throw new OperatorFault(
    'Nothing was confirmed.',
    'Enter what is missing, and give "granary backup confirm" again.',
  )
}
