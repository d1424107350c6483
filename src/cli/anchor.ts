import { Command } from 'commander'
import type { TaskResult } from '../operator/tasks.ts'
import { OperatorFault } from '../problem.ts'
import type { Calendar } from '../text/phrases.ts'
import { type GlobalOptions, withCalendar, withTasks } from './context.ts'
import { card, note, safe, show, table } from './print.ts'

/** Done, and something is owed: a root that nobody outside has (contract §17). */
const OWED = 3

export function anchorCommand(): Command {
  const command = new Command('anchor').description(
    'roots over the log, by which nobody can change it unnoticed',
  )
  command.addCommand(runCommand())
  command.addCommand(statusCommand())
  command.addCommand(verifyCommand())
  return command
}

function runCommand(): Command {
  return new Command('run')
    .description('fix a root over the log now, and publish it; the service does both once a day by itself')
    .option('--new-key', 'sign with another key from now on, because the present one is lost')
    .action(async (_own: object, own: Command) => {
      const o = own.optsWithGlobals<GlobalOptions & { newKey?: boolean }>()
      const [done, calendar] = await withCalendar(o, (run) =>
        run('anchor.run', { newKey: o.newKey ?? false }),
      )
      show(o.json, done, () => (done.batch === null ? 'The log is empty.' : batchCard(done.batch, calendar)))
      if (done.batch === null || ['published', 'covered'].includes(done.batch.state)) return
      process.exitCode = OWED
      note(
        done.publisher === null
          ? '\nThe root is computed and not published: no publisher is set. Nobody outside can hold the log to it yet.\nName one with GRANARY_ANCHOR_PUBLISHER=folder:PATH or https://…; docs/operating.md says what they are.'
          : `\nThe root is computed and not published: ${safe(done.reason ?? 'not tried yet')}.\nIt is tried again by itself while the service runs, or with: granary anchor run`,
      )
    })
}

function statusCommand(): Command {
  return new Command('status')
    .description('the key of the log, its publisher, and the newest roots')
    .option('--limit <n>', 'so many roots', '10')
    .action(async (_own: object, own: Command) => {
      const o = own.optsWithGlobals<GlobalOptions & { limit: string }>()
      const count = /^[1-9]\d{0,2}$/.test(o.limit) ? Number(o.limit) : 0
      if (count === 0)
        throw new OperatorFault(
          `--limit "${o.limit}" is no number of roots.`,
          'Write it as --limit 10; 999 at most.',
          2,
        )
      const [status, calendar] = await withCalendar(o, (run) => run('anchor.status', { count }))
      show(o.json, status, () =>
        [
          card([
            ['Log', status.origin],
            ['Verifier key', status.vkey],
            ...status.earlier.map((vkey) => ['Earlier key', vkey] as const),
            ['Publisher', status.publisher ?? 'none: nothing is published'],
            ['Entries in the log', status.log_entries],
          ]),
          table(
            ['Fixed at', 'Entries', 'State', 'Attempts', 'Receipt, or why not'],
            status.batches.map((b) => [
              calendar.stamp(b.made_at),
              b.tree_size,
              b.state,
              b.attempts,
              (b.receipt ?? b.reason ?? '').trim(),
            ]),
          ),
        ].join('\n\n'),
      )
    })
}

function verifyCommand(): Command {
  return new Command('verify')
    .description('compare every root with the log as it is now, and the newest with what the publisher has')
    .action(async (_own: object, own: Command) => {
      const o = own.optsWithGlobals<GlobalOptions>()
      const found = await withTasks(o, (run) => run('anchor.verify', {}))
      show(o.json, found, () => verdict(found))
      if (found.faults.length > 0) process.exitCode = 1
      else if (found.compared === null) {
        process.exitCode = OWED
        note(
          found.publisher === null
            ? '\nNo publisher is set, so nobody outside could be asked: that the whole log was rolled back would not show.'
            : '\nNothing was published yet, so nobody outside could be asked.',
        )
      }
    })
}

function verdict({ batches, faults, publisher, compared }: TaskResult<'anchor.verify'>): string {
  if (faults.length > 0)
    return [
      ...faults.map(safe),
      '',
      'Do not use this log for lending decisions. Run "granary verify" to see which entries it is, and keep the folder for whoever investigates.',
    ].join('\n')
  const seen = compared === null ? '' : ` ${safe(publisher)} has the same root over ${compared} entries.`
  return `${batches} ${batches === 1 ? 'root' : 'roots'} compared with the log: all are right.${seen}`
}

function batchCard(batch: NonNullable<TaskResult<'anchor.run'>['batch']>, calendar: Calendar): string {
  return card([
    ['Fixed at', calendar.stamp(batch.made_at)],
    ['Entries', batch.tree_size],
    ['Root', batch.root],
    ['State', batch.state],
    ...(batch.receipt === null ? [] : [['Receipt', batch.receipt.trim()] as const]),
  ])
}
