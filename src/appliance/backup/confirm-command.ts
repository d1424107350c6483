import { keysOf } from '../../base/typed.ts'
import { askYes, isTerminal } from '../../cli/ask.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withWords, wordsOf } from '../../cli/context.ts'
import { card, note, show, table } from '../../cli/print.ts'
import type { TaskResult } from '../../cli/tasks.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { type CalledParty, fullName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'
import { notSuspended } from './backup-tasks.ts'

type Suspension = NonNullable<TaskResult<'backup.suspension'>>
type Live = Suspension['live']

/** Changes that a backup does not contain, and the commands to enter them again. */
const TO_ENTER = [
  ['backup.enter.credentials', 'granary credential list, credential revoke ID'],
  ['backup.enter.devices', 'granary device list, device revoke ID'],
  ['backup.enter.grants', 'granary grant list --subject PARTY, grant revoke ID'],
  ['backup.enter.mandates', 'granary delegation list --party PARTY, delegation revoke ID'],
  ['backup.enter.requests', 'granary access-request list, access-request refuse ID'],
  ['backup.enter.objections', 'granary objection lodge --subject PARTY'],
  ['backup.enter.staff', 'granary staff list, staff end NAME, staff role NAME ROLE, staff reset NAME'],
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
      const [confirmed, { say }] = await withWords(options, async (run) => {
        const suspension = await run('backup.suspension', {})
        if (suspension !== null && !options.yes) await ask(suspension, await wordsOf(options, run))
        const done = await run('backup.confirm', {})
        return { ...done, counts: suspension?.counts, live: suspension?.live }
      })
      show(options.json, confirmed, () =>
        [
          say('backup.confirmed'),
          ...(confirmed.vkey === null ? [] : [`${say('backup.confirmed.vkey')}\n\n${confirmed.vkey}`]),
        ].join('\n'),
      )
    })
}

async function list(options: ConfirmOptions): Promise<void> {
  const [suspension, words] = await withWords(options, (run) => run('backup.suspension', {}))
  if (suspension === null) throw notSuspended()
  const { calendar, say } = words
  show(options.json, suspension, () =>
    [
      card([
        [say('backup.line.restoredFrom'), suspension.backup],
        [say('backup.line.madeAt'), calendar.stamp(suspension.made_at)],
        ...keysOf(suspension.counts).map(
          (what) => [say(`backup.live.${what}`), suspension.counts[what]] as const,
        ),
      ]),
      ...tablesOf(suspension.live, words),
      say('backup.confirm.endFirst'),
    ].join('\n\n'),
  )
}

function tablesOf(
  { credentials, devices, grants, mandates, requests, objections, staff }: Live,
  words: Words,
): string[] {
  const { calendar, say } = words
  const nameOf = ({ party, name }: { readonly party: string; readonly name: CalledParty }): string =>
    fullName(name, words) ?? party
  const [of, to] = [say('mandate.line.of'), say('grant.line.to')]
  const [begins, ends] = [say('mandate.line.from'), say('backup.line.ends')]
  return [
    ...listed(
      [say('backup.line.credential'), of, say('entry.kind'), ends],
      credentials.map((c) => [
        c.id,
        nameOf(c.of),
        c.kind,
        c.expires_at === null ? '' : calendar.stamp(c.expires_at),
      ]),
    ),
    ...listed(
      [say('devices.device'), of, say('signIn.name')],
      devices.map((d) => [d.id, nameOf(d.of), d.name]),
    ),
    ...listed(
      [say('consent.title'), of, to, say('member.purpose'), begins, ends],
      grants.map((g) => [
        g.id,
        nameOf(g.of),
        nameOf(g.to),
        g.purpose,
        calendar.stamp(g.valid_from),
        calendar.stamp(g.expires_at),
      ]),
    ),
    ...listed(
      [say('mandate.line.mandate'), of, to, say('mandate.line.acts'), begins, ends],
      mandates.map((m) => [
        m.id,
        nameOf(m.of),
        nameOf(m.to),
        m.acts.join(' '),
        calendar.stamp(m.valid_from),
        calendar.stamp(m.valid_until),
      ]),
    ),
    ...listed(
      [say('backup.line.request'), say('backup.line.by'), say('requests.lapses')],
      requests.map((r) => [r.id, nameOf(r.by), calendar.stamp(r.lapses_at)]),
    ),
    ...listed(
      [say('objection.line.objection'), of, say('objection.line.purposes')],
      objections.map((o) => [o.id, nameOf(o.of), o.purposes?.join(' ') ?? say('word.any')]),
    ),
    ...listed(
      [say('staff.title'), say('staff.role')],
      staff.map(({ name, role }) => [name, say(`role.${role}`)]),
    ),
  ]
}

async function ask({ backup, made_at, restored_at, counts }: Suspension, words: Words): Promise<void> {
  const { calendar, say } = words
  const made = calendar.stamp(made_at)
  note(
    [
      say('backup.confirm.restoredAt', { backup, made, restored: calendar.stamp(restored_at) }),
      say('backup.confirm.enter'),
      ...TO_ENTER.map(([what, how]) => `  - ${say(what)}  (${how})`),
      say('backup.confirm.valid', counts),
      say('backup.confirm.compare'),
      '',
    ].join('\n'),
  )
  if (!isTerminal()) throw new OperatorFault(...withRemedy('backup.confirm.noTerminal'), 2)
  if (await askYes(words, say('backup.confirm.ask'))) return
  throw new OperatorFault(...withRemedy('backup.confirm.not'))
}

/** Leaves out an empty table: the counts above already show the zero. */
const listed = (columns: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : [table(columns, rows)]
