import { Command } from 'commander'
import { checkRecipient, makeKeyPair } from '../backup/age.ts'
import { backupsAt, type FoundBackup, lookAt, missingFrom } from '../backup/fetching.ts'
import { openPlace, requirePlace } from '../backup/place.ts'
import { objectsThere } from '../backup/sending.ts'
import type { TaskResult } from '../operator/tasks.ts'
import { OperatorFault } from '../problem.ts'
import { Asker, isTerminal } from './ask.ts'
import { FROM, type FromOptions, sizeOf, withPlace } from './backup-common.ts'
import { createCommand } from './backup-create.ts'
import { pruneCommand } from './backup-prune.ts'
import { restoreCommand } from './backup-restore.ts'
import { verifyBackupCommand } from './backup-verify.ts'
import { type GlobalOptions, settings, withTasks } from './context.ts'
import { note, show, table } from './print.ts'

export function backupCommand(): Command {
  const command = new Command('backup').description('copies of everything, for the day the disk breaks')
  const commands = [
    keyCommand(),
    createCommand(),
    listCommand(),
    verifyBackupCommand(),
    pruneCommand(),
    restoreCommand(),
    confirmCommand(),
  ]
  for (const child of commands) command.addCommand(child)
  return command
}

interface KeyOptions extends GlobalOptions {
  readonly recipient?: string
  readonly replace?: boolean
}

function keyCommand(): Command {
  return new Command('key')
    .description('make the key that backups are encrypted with; what opens them is shown this once')
    .option('--recipient <age1...>', 'the public part of one that was made elsewhere, with age-keygen')
    .option('--replace', 'where there is one already: backups made until now still need the old one')
    .action(async (_own: object, own: Command) => {
      const options = own.optsWithGlobals<KeyOptions>()
      const pair =
        options.recipient === undefined
          ? await makeKeyPair()
          : { identity: null, recipient: await checkRecipient(options.recipient) }
      const { recipient } = pair
      await withTasks(options, (run) => run('backup.key', { recipient, replace: options.replace ?? false }))
      show(options.json, pair, () =>
        pair.identity === null
          ? `Backups are encrypted to ${recipient} from now on. Only its identity opens them.`
          : `${pair.identity}

This opens the backups. It is shown this once and is kept nowhere: write it down, or print it, and keep it away from this
machine and from the backups. Without it no backup can be restored, by anybody.
Its public part, to which backups are encrypted from now on: ${recipient}`,
      )
    })
}

function listCommand(): Command {
  return new Command('list')
    .description('what backups there are, the newest first')
    .option('--from <place>', FROM)
    .action(async (_own: object, own: Command) => {
      const options = own.optsWithGlobals<FromOptions>()
      const config = settings(options, { backupStore: options.from })
      const placeText = requirePlace(config, '--from')
      const place = openPlace(config, placeText, false)
      const backups = await withPlace(place, async () => {
        const there = await objectsThere(place)
        const lines: ReturnType<typeof lineOf>[] = []
        for (const at of await backupsAt(place)) lines.push(lineOf(await lookAt(place, at), there))
        return lines
      })
      show(options.json, { place: placeText, backups }, () =>
        table(
          ['Backup', 'Made', 'Size', 'Entries', 'Pictures', 'Remarks'],
          backups.map((b) => [
            b.id,
            b.made_at ?? '',
            b.bytes === null ? '' : sizeOf(b.bytes),
            b.entries ?? '',
            b.evidence ?? '',
            b.fault ?? '',
          ]),
        ),
      )
    })
}

function lineOf({ id, manifest, fault }: FoundBackup, there: ReadonlyMap<string, number>) {
  const missing = manifest === null ? 0 : missingFrom(manifest, there).length
  const remarks = [
    ...(fault === null ? [] : [fault]),
    ...(missing === 0 ? [] : [`${missing} of its objects are missing or cut off`]),
  ]
  return {
    id,
    made_at: manifest?.made_at ?? null,
    bytes: manifest?.bytes ?? null,
    entries: manifest?.tree_size ?? null,
    evidence: manifest?.evidence ?? null,
    evidence_missing: manifest?.evidence_missing ?? null,
    recipient: manifest?.recipient ?? null,
    fault: remarks.length === 0 ? null : remarks.join('; '),
  }
}

type Suspension = NonNullable<TaskResult<'backup.suspension'>>

/** What the restored store cannot know, and how it is entered again. */
const OWED = [
  ['credentials that were revoked', 'granary credential list, credential revoke ID'],
  ['devices that were lost or shut out', 'granary device list, device revoke ID'],
  ['consents that were withdrawn', 'granary grant list --subject PARTY, grant revoke ID'],
  ['mandates that were ended', 'granary delegation list --party PARTY, delegation revoke ID'],
  ['objections that were lodged', 'granary objection lodge --subject PARTY'],
] as const

function confirmCommand(): Command {
  return new Command('confirm')
    .description('after a restore: say that what ended since the backup was entered again')
    .option('--yes', 'it was; do not ask')
    .action(async (_own: object, own: Command) => {
      const options = own.optsWithGlobals<GlobalOptions & { yes?: boolean }>()
      const confirmed = await withTasks(options, async (run) => {
        const suspension = await run('backup.suspension', {})
        if (suspension !== null && !options.yes) await ask(suspension)
        return run('backup.confirm', {})
      })
      show(
        options.json,
        confirmed,
        () =>
          'Confirmed. Credentials and consents hold from now on; phones are told to send again what they still have.',
      )
    })
}

async function ask({ backup, made_at, restored_at, credentials, grants }: Suspension): Promise<void> {
  note(
    [
      `This folder was restored at ${restored_at} from the backup ${backup}, made at ${made_at}.`,
      'It knows nothing of what happened between. Enter again, from paper and memory:',
      ...OWED.map(([what, how]) => `  - ${what}  (${how})`),
      `When you confirm, ${credentials} credentials and ${grants} consents hold again.`,
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
