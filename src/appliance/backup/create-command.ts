import { constants, setPriority } from 'node:os'
import { VERSION } from '../../base/version.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, type Run, settings, withTasks } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { note, show } from '../../cli/print.ts'
import { progressOnTerminal } from '../../cli/progress.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { openObjectStore } from '../../evidence/objects/open.ts'
import { type ObjectStore, reasonOf } from '../../evidence/objects/store.ts'
import { OperatorFault, type Told, withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import type { Life } from './ages.ts'
import { onSignal, requireDatabase, sizeOf } from './backup-common.ts'
import type { backupTasks, MadeSummary } from './backup-tasks.ts'
import { listBackups } from './choosing.ts'
import { type MadeBackup, makeBackup } from './create.ts'
import { backupPlace, openPlace, placeCaution, requirePlace, withPlace } from './location.ts'
import { Scratch, WAIT_S } from './scratch.ts'

interface CreateOptions extends GlobalOptions {
  readonly to?: string
  readonly scheduled?: boolean
  readonly ifReady?: boolean
}

export function createCommand(): Command {
  return new Command('create')
    .description('help.backup.create')
    .option('--to <place>', 'help.backup.create.to')
    .option('--scheduled', 'help.backup.create.scheduled')
    .option('--if-ready', 'help.backup.create.ifReady')
    .does(async (options: CreateOptions) => {
      const words = commandWords(options)
      const { say, tell } = words
      const obstacle = options.ifReady ? await whyNotReady(options) : null
      if (obstacle !== null) {
        const reason = tell(obstacle)
        show(options.json, { skipped: reason }, () => say('backup.skipped', { reason }))
        return
      }
      const made = await createBackup(options)
      const missing = made.manifest.evidence_missing
      show(options.json, { ...summaryOf(made), place: made.place }, () => madeWords(made, words))
      if (missing === 0) return
      note(say('backup.made.again'))
      process.exitCode = 3
    })
}

export function madeWords(
  { id, place, manifest, sentBytes }: MadeBackup & { readonly place: string },
  { say, tell }: Words,
): string {
  const missing = manifest.evidence_missing
  return [
    say('backup.made', {
      id,
      place,
      entries: manifest.tree_size,
      pictures: manifest.evidence,
      size: tell(sizeOf(manifest.bytes)),
      fresh: tell(sizeOf(sentBytes)),
    }),
    ...(missing === 0 ? [] : [say('backup.made.missing', { count: missing })]),
  ].join('\n')
}

/** Why no backup can be made yet, in a sentence with the remedy; null when everything is ready. */
async function whyNotReady(options: CreateOptions): Promise<Message | null> {
  if (backupPlace(settings(options, { backupStore: options.to })) === null)
    return message('backup.skipped.noPlace')
  const { backups } = await withTasks(options, (run) => run('status', {}))
  if (!backups.has_key) return message('backup.skipped.noKey')
  if (backups.suspended_since_restore_of !== null) return message('backup.skipped.suspended')
  return null
}

/**
 * @param config with the place of backups
 * @param again a sentence for the operator after Ctrl-C
 */
export async function createBackup(
  options: CreateOptions,
  config: Config = settings(options, { backupStore: options.to }),
  again: Told = '',
): Promise<MadeBackup & { readonly place: string }> {
  const files = requireDatabase(config)
  const placeText = requirePlace(config, '--to')
  const words = commandWords(options)
  // A backup has the lowest priority, so that the service is not slowed down, even if an operator started the
  // backup.
  setPriority(constants.priority.PRIORITY_LOW)
  if (options.scheduled) stopWithTheService()
  const inStore = <T>(work: (run: Run) => Promise<T>) => withTasks(options, work, options.scheduled)
  const waits = () => note(words.say('backup.waits', { count: WAIT_S }))
  const scratch = new Scratch(files.backup, options.scheduled ? null : waits)
  const removeHandlers = cleanUpOnSignal(scratch, again, words)
  try {
    const started = await inStore((run) =>
      run('backup.begin', { place: placeText, isNamed: options.to !== undefined }),
    )
    const { recipient } = started
    if (recipient === null) throw new OperatorFault(...withRemedy('backup.noKey'))
    const report = (made: MadeSummary | null, reason: Told | null) =>
      inStore((run) => run('backup.end', { begunAtMs: started.nowMs, place: placeText, made, reason }))
    const made = await make(config, options, scratch, { ...started, recipient }).catch(async (error) => {
      // Even if the failure cannot be recorded, the operator must see the error of the backup.
      await report(null, reasonOf(error, placeText)).catch(() => {})
      throw error
    })
    await report(summaryOf(made), null)
    const caution = placeCaution(config, placeText)
    if (caution !== null && !options.scheduled) note(words.tell(caution))
    return { ...made, place: placeText }
  } finally {
    removeHandlers()
    scratch.close()
  }
}

type Begun = ReturnType<(typeof backupTasks)['backup.begin']> & { readonly recipient: string }

async function make(
  config: Config,
  options: CreateOptions,
  scratch: Scratch,
  { recipient, nowMs, isKnownPlace, isSuspended, lives }: Begun,
): Promise<MadeBackup> {
  const placeText = requirePlace(config, '--to')
  if (options.scheduled && !isKnownPlace) refuseOwnDisk(config, placeText)
  const { database, anchorKey, tlsAuthorityKey } = dataFiles(config.data)
  const place = openPlace(config, placeText, !isKnownPlace)
  const pictures = openObjectStore(config, false)
  const progress = progressOnTerminal(commandWords(options))
  const making = {
    ...{ database, anchorKey, tlsAuthorityKey, scratch, place, pictures, recipient, nowMs, progress },
    ...{ version: VERSION, reserveBytes: config.minFreeBytes },
  }
  try {
    return await withPlace(
      place,
      async () => {
        if (isSuspended) await refuseOriginalPlace(place, lives)
        return makeBackup(making)
      },
      // The remedy when the previous disk is gone for good.
      message('backup.newDisk'),
    )
  } finally {
    progress.end()
    pictures.close()
  }
}

/** Refuses a new place on the disk of the data: nobody sees the warning of a scheduled run. */
function refuseOwnDisk(config: Config, placeText: string): void {
  const caution = placeCaution(config, placeText)
  if (caution === null) return
  throw new OperatorFault(...withRemedy('backups.newAndSameDisk', { caution }))
}

/** Refuses the place of the original store: a trial restore must not add its backups there. */
async function refuseOriginalPlace(place: ObjectStore, lives: readonly Life[]): Promise<void> {
  const earlier = new Set(lives.slice(0, -1).map(({ incarnation }) => incarnation))
  const backups = await listBackups(place, () => null)
  if (!backups.some(({ incarnation }) => incarnation !== null && earlier.has(incarnation))) return
  throw new OperatorFault(...withRemedy('backup.placeOfOriginal', { place: place.name }))
}

function summaryOf({ id, manifest, sentBytes }: MadeBackup): MadeSummary {
  return {
    id,
    made_at: manifest.made_at,
    bytes: manifest.bytes,
    sent_bytes: sentBytes,
    entries: manifest.tree_size,
    evidence: manifest.evidence,
    evidence_missing: manifest.evidence_missing,
  }
}

/** Stops this run when the service has ended. The next service makes its own backup. */
function stopWithTheService(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // An open channel would keep this program from ending.
  process.channel?.unref()
}

/**
 * On a signal, deletes the copy of the database at once. The backup loses nothing.
 * @returns removes the handlers
 */
function cleanUpOnSignal(scratch: Scratch, again: Told, { say, tell }: Words): () => void {
  return onSignal(() => {
    scratch.close()
    note(`\n${say('backup.stopped')} ${tell(again)}`.trimEnd())
  })
}
