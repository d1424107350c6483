import { Command } from '../../cli/command.ts'
import { settings, withTasks } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { show } from '../../cli/print.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { FROM, type FromOptions, requireDatabase, sizeOf, withBackups } from './backup-common.ts'
import { pruneBackups } from './prune.ts'
import type { Retention } from './retention.ts'
import { Scratch } from './scratch.ts'

interface PruneOptions extends FromOptions {
  readonly keepDays?: string
  readonly keep?: string
  readonly dryRun?: boolean
}

export function pruneCommand(): Command {
  return new Command('prune')
    .description('help.backup.prune')
    .option('--from <place>', FROM)
    .option('--keep-days <n>', 'help.backup.prune.keepDays')
    .option('--keep <n>', 'help.backup.prune.keep')
    .option('--dry-run', 'help.backup.prune.dryRun')
    .does(async (options: PruneOptions) => {
      const pruned = await prune(options)
      show(options.json, pruned, () => {
        const { say, tell } = commandWords(options)
        const { backups, objects, bytes, objects_waiting: count } = pruned
        return [
          say(options.dryRun ? 'backup.wouldPrune' : 'backup.pruned', {
            backups: backups.length,
            objects,
            size: tell(sizeOf(bytes)),
          }),
          ...(count === 0 ? [] : [say('backup.pruned.waiting', { count })]),
        ].join('\n')
      })
    })
}

async function prune(options: PruneOptions) {
  const retention = retentionOf(options)
  const files = requireDatabase(settings(options))
  const isDry = options.dryRun ?? false
  const { lives } = await withTasks(options, (run) => run('backup.prune', {}))
  const scratch = new Scratch(files.backup)
  try {
    const { placeText, pruned } = await withBackups(options, async ({ place, placeText, progress }) => {
      const pruning = { place, scratch, retention, lives, nowMs: Date.now(), isDry, progress }
      return { placeText, pruned: await pruneBackups(pruning) }
    })
    const { backups, objects, bytes, objectsWaiting } = pruned
    if (!isDry)
      await withTasks(options, (run) => run('backup.pruned', { place: placeText, backups, objects }))
    return { backups, objects, bytes, objects_waiting: objectsWaiting }
  } finally {
    scratch.close()
  }
}

function retentionOf({ keepDays, keep }: PruneOptions): Retention {
  if (keepDays === undefined && keep === undefined)
    throw new OperatorFault(...withRemedy('backup.keepWhich'), 2)
  return { days: countOf('--keep-days', keepDays), count: countOf('--keep', keep) }
}

function countOf(flag: string, text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1)
    throw new OperatorFault(...withRemedy('backup.badCount', { flag, text }, { flag }), 2)
  return Number(text)
}
