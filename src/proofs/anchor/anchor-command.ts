import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks, withWords } from '../../cli/context.ts'
import { card, note, safe, show, tableOrNone } from '../../cli/print.ts'
import type { TaskResult } from '../../tasks.ts'
import { OperatorFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'

/** Exit code: the command succeeded, but a root is not published (contract §17). */
const OWED = 3

export function anchorCommand(): Command {
  const command = new Command('anchor').description('roots of the log, which reveal any later change of it')
  command.addCommand(runCommand())
  command.addCommand(statusCommand())
  command.addCommand(verifyCommand())
  return command
}

function runCommand(): Command {
  return new Command('run')
    .description('fix a root of the log now and publish it; the service does both once a day')
    .option('--new-key', 'sign with a new key from now on, because the current one is lost')
    .does(async (o: GlobalOptions & { newKey?: boolean }) => {
      const [done, words] = await withWords(o, (run) => run('anchor.run', { newKey: o.newKey ?? false }))
      show(o.json, done, () => (done.batch === null ? 'The log is empty.' : batchCard(done.batch, words)))
      if (done.batch === null || ['published', 'covered'].includes(done.batch.state)) return
      process.exitCode = OWED
      note(
        done.publisher === null
          ? '\nThe root is computed but not published, since no publisher is set. Nobody outside can check the log against it yet.\nSet GRANARY_ANCHOR_PUBLISHER to folder:PATH or https://…; docs/operating.md explains both.'
          : `\nThe root is computed but not published: ${safe(done.reason ?? 'not tried yet')}.\nThe running service tries again, or you can: granary anchor run`,
      )
    })
}

function statusCommand(): Command {
  return new Command('status')
    .description('the key of the log, its publisher, and the newest roots')
    .option('--limit <n>', 'number of roots', '10')
    .does(async (o: GlobalOptions & { limit: string }) => {
      const count = /^[1-9]\d{0,2}$/.test(o.limit) ? Number(o.limit) : 0
      if (count === 0)
        throw new OperatorFault(
          message('anchor.badLimit', { text: o.limit }),
          message('anchor.badLimit.remedy'),
          2,
        )
      const [status, words] = await withWords(o, (run) => run('anchor.status', { count }))
      show(o.json, status, () =>
        [
          card([
            ['Log', status.origin],
            ['Verifier key', status.vkey],
            ...status.earlier.map((vkey) => ['Earlier key', vkey] as const),
            ['Publisher', status.publisher ?? 'none, so nothing is published'],
            ['Entries in the log', status.log_entries],
          ]),
          tableOrNone(
            words,
            ['Fixed at', 'Entries', 'State', 'Attempts', 'Receipt, or why not'],
            status.batches.map((b) => [
              words.calendar.stamp(b.made_at),
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
    .description("compare every root with the log, and the newest one with the publisher's copy")
    .does(async (o: GlobalOptions) => {
      const found = await withTasks(o, (run) => run('anchor.verify', {}))
      show(o.json, found, () => verdict(found))
      if (found.faults.length > 0) process.exitCode = 1
      else if (found.compared === null) {
        process.exitCode = OWED
        note(
          found.publisher === null
            ? '\nNo publisher is set, so there is no copy outside to compare with: a rollback of the whole log would not be noticed.'
            : '\nNothing was published yet, so there is no copy outside to compare with.',
        )
      }
    })
}

function verdict({ batches, faults, publisher, compared }: TaskResult<'anchor.verify'>): string {
  if (faults.length > 0)
    return [
      ...faults.map(safe),
      '',
      'Do not use this log for lending decisions. Run "granary verify" to see which entries are affected, and keep the folder for the investigation.',
    ].join('\n')
  const seen = compared === null ? '' : ` ${safe(publisher)} has the same root over ${compared} entries.`
  return `${batches} ${batches === 1 ? 'root' : 'roots'} compared with the log: all match.${seen}`
}

function batchCard(batch: NonNullable<TaskResult<'anchor.run'>['batch']>, { calendar }: Words): string {
  return card([
    ['Fixed at', calendar.stamp(batch.made_at)],
    ['Entries', batch.tree_size],
    ['Root', batch.root],
    ['State', batch.state],
    ...(batch.receipt === null ? [] : [['Receipt', batch.receipt.trim()] as const]),
  ])
}
