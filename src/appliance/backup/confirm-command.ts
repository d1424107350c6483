import { Asker, isTerminal } from '../../cli/ask.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks, withWords, wordsOf } from '../../cli/context.ts'
import { card, note, show, table } from '../../cli/print.ts'
import type { TaskResult } from '../../tasks.ts'
import { several } from '../../words/english.ts'
import { OperatorFault } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'

type Suspension = NonNullable<TaskResult<'backup.suspension'>>
type Live = Suspension['live']

/** Changes that a backup does not contain, and the commands to enter them again. */
const TO_ENTER = [
  ['credentials that were revoked', 'granary credential list, credential revoke ID'],
  ['devices that were lost or revoked', 'granary device list, device revoke ID'],
  ['consents that were withdrawn', 'granary grant list --subject PARTY, grant revoke ID'],
  ['mandates that were ended', 'granary delegation list --party PARTY, delegation revoke ID'],
  ['access requests that were refused', 'granary access-request list, access-request refuse ID'],
  ['objections that were lodged', 'granary objection lodge --subject PARTY'],
] as const

interface ConfirmOptions extends GlobalOptions {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

export function confirmCommand(): Command {
  return new Command('confirm')
    .description('help.backup.confirm')
    .option('--yes', 'help.backup.confirm.yes')
    .option('--dry-run', 'help.backup.confirm.dryRun')
    .does(async (options: ConfirmOptions) => {
      if (options.dryRun) return list(options)
      const confirmed = await withTasks(options, async (run) => {
        const suspension = await run('backup.suspension', {})
        if (suspension !== null && !options.yes) await ask(suspension, await wordsOf(options, run))
        const done = await run('backup.confirm', {})
        return { ...done, counts: suspension?.counts, live: suspension?.live }
      })
      show(options.json, confirmed, () =>
        [
          'Confirmed. Credentials and consents are valid from now on. Phones will send again the records that they still have.',
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
  const [suspension, words] = await withWords(options, (run) => run('backup.suspension', {}))
  if (suspension === null)
    throw new OperatorFault(
      'Nothing is suspended here.',
      'Nothing needs confirming: credentials and grants are valid.',
    )
  show(options.json, suspension, () =>
    [
      card([
        ['Restored from', suspension.backup],
        ['Made at', words.calendar.stamp(suspension.made_at)],
        ...Object.entries(suspension.counts).map(([what, count]) => [`Live ${what}`, count] as const),
      ]),
      ...tablesOf(suspension.live, words),
      'If something in these lists has ended since the backup was made, end it again before you confirm.',
    ].join('\n\n'),
  )
}

const nameOf = ({ party, name }: { readonly party: string; readonly name: string | null }): string =>
  name ?? party

function tablesOf(
  { credentials, devices, grants, mandates, requests, objections }: Live,
  { calendar }: Words,
): string[] {
  return [
    ...listed(
      ['Credential', 'Of', 'Kind', 'Ends'],
      credentials.map((c) => [
        c.id,
        nameOf(c.of),
        c.kind,
        c.expires_at === null ? '' : calendar.stamp(c.expires_at),
      ]),
    ),
    ...listed(
      ['Device', 'Of', 'Name'],
      devices.map((d) => [d.id, nameOf(d.of), d.name]),
    ),
    ...listed(
      ['Consent', 'Of', 'To', 'Purpose', 'Ends'],
      grants.map((g) => [g.id, nameOf(g.of), nameOf(g.to), g.purpose, calendar.stamp(g.expires_at)]),
    ),
    ...listed(
      ['Mandate', 'Of', 'To', 'Acts', 'Ends'],
      mandates.map((m) => [
        m.id,
        nameOf(m.of),
        nameOf(m.to),
        m.acts.join(' '),
        calendar.stamp(m.valid_until),
      ]),
    ),
    ...listed(
      ['Access request', 'By', 'Lapses'],
      requests.map((r) => [r.id, nameOf(r.by), calendar.stamp(r.lapses_at)]),
    ),
    ...listed(
      ['Objection', 'Of', 'Purposes'],
      objections.map((o) => [o.id, nameOf(o.of), o.purposes?.join(' ') ?? 'all']),
    ),
  ]
}

async function ask({ backup, made_at, restored_at, counts }: Suspension, { calendar }: Words): Promise<void> {
  const { credentials, devices, grants, mandates, objections } = counts
  note(
    [
      `This folder was restored${restored_at === null ? '' : ` at ${calendar.stamp(restored_at)}`} from the backup ${backup}, made at ${calendar.stamp(made_at)}.`,
      'It contains nothing of what happened since then. Enter again, from paper and memory:',
      ...TO_ENTER.map(([what, how]) => `  - ${what}  (${how})`),
      `When you confirm, ${several(credentials, 'credential', 'credentials')}, ${several(devices, 'device', 'devices')}, ${several(grants, 'consent', 'consents')} and ${several(mandates, 'mandate', 'mandates')} become valid again; ${several(objections, 'objection remains', 'objections remain')} in force.`,
      'To list all of them and compare with paper: granary backup confirm --dry-run',
      '',
    ].join('\n'),
  )
  if (!isTerminal())
    throw new OperatorFault(
      'This command asks for a confirmation, but there is no terminal to ask on.',
      'Once you have entered everything again, add --yes.',
      2,
    )
  const asker = new Asker()
  try {
    if ((await asker.letter('Have you entered all of that again? (n/y)', 'ny')) === 'y') return
  } finally {
    asker.close()
  }
  throw new OperatorFault(
    'Nothing was confirmed.',
    'Enter what is missing, then run "granary backup confirm" again.',
  )
}

/** Leaves out an empty table: the counts above already show the zero. */
const listed = (columns: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : [table(columns, rows)]
