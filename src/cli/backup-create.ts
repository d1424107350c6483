import { constants, setPriority } from 'node:os'
import { Command } from 'commander'
import { type Made, makeBackup } from '../backup/create.ts'
import { openPlace, placeCaution, requirePlace } from '../backup/place.ts'
import { Scratch } from '../backup/scratch.ts'
import type { Config, dataFiles } from '../config.ts'
import { openObjectStore } from '../objects/open.ts'
import type { MadeSummary } from '../operator/backups.ts'
import { OperatorFault } from '../problem.ts'
import { VERSION } from '../version.ts'
import { reasonOf, requireDatabase, sizeOf, withPlace } from './backup-common.ts'
import { type GlobalOptions, settings, withTasks } from './context.ts'
import { note, show } from './print.ts'
import { progressOnTerminal } from './progress.ts'

interface CreateOptions extends GlobalOptions {
  readonly to?: string
  readonly scheduled?: boolean
}

/** Conventional exit codes of a program that a signal ended. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const

export function createCommand(): Command {
  return new Command('create')
    .description('make a backup, while the service works')
    .option('--to <place>', 'file:PATH on another disk, or s3://BUCKET (GRANARY_BACKUP_STORE)')
    .option('--scheduled', 'as the service does by itself: with the lowest priority')
    .action(async (_own: object, own: Command) => {
      const options = own.optsWithGlobals<CreateOptions>()
      const made = await create(options)
      const missing = made.manifest.evidence_missing
      show(options.json, { ...summaryOf(made), place: made.place }, () =>
        [
          `Made ${made.id} in ${made.place}: ${made.manifest.tree_size} entries and ${made.manifest.evidence} pictures, ${sizeOf(made.manifest.bytes)}, of which ${sizeOf(made.sentBytes)} were new.`,
          ...(missing === 0
            ? []
            : [`${missing} pictures could not be had from the object store and are not in it.`]),
        ].join('\n'),
      )
      if (missing === 0) return
      note('See to the object store (granary doctor); the next backup tries them again.')
      process.exitCode = 3
    })
}

async function create(options: CreateOptions): Promise<Made & { readonly place: string }> {
  const config = settings(options, { backupStore: options.to })
  const files = requireDatabase(config)
  const placeText = requirePlace(config, '--to')
  if (options.scheduled) makeWay()
  const scratch = new Scratch(files.backup)
  const unhear = endTidily(scratch)
  try {
    const begun = await withTasks(options, (run) => run('backup.begin', { place: placeText }))
    const { recipient } = begun
    if (recipient === null)
      throw new OperatorFault(
        'There is no key for backups yet.',
        'Make one first, and keep what it shows elsewhere: granary backup key',
      )
    const report = (made: MadeSummary | null, reason: string | null) =>
      withTasks(options, (run) =>
        run('backup.end', { begunAtMs: begun.nowMs, place: placeText, made, reason }),
      )
    const parts = { config, files, scratch, recipient, nowMs: begun.nowMs }
    const made = await make(parts, placeText, !begun.isKnownPlace).catch(async (error) => {
      // Whether that can be noted or not, why there is no backup is what matters.
      await report(null, reasonOf(error, placeText)).catch(() => {})
      throw error
    })
    await report(summaryOf(made), null)
    const caution = placeCaution(config, placeText)
    if (caution !== null && !options.scheduled) note(caution)
    return { ...made, place: placeText }
  } finally {
    unhear()
    scratch.close()
  }
}

interface Parts {
  readonly config: Config
  readonly files: ReturnType<typeof dataFiles>
  readonly scratch: Scratch
  readonly recipient: string
  readonly nowMs: number
}

async function make({ config, files, ...parts }: Parts, placeText: string, mayBeNew: boolean): Promise<Made> {
  const place = openPlace(config, placeText, mayBeNew)
  const pictures = openObjectStore(config, false)
  const progress = progressOnTerminal()
  try {
    return await withPlace(place, () =>
      makeBackup({
        ...parts,
        place,
        database: files.database,
        anchorKey: files.anchorKey,
        pictures,
        version: VERSION,
        reserveBytes: config.minFreeBytes,
        progress,
      }),
    )
  } finally {
    progress.end()
    pictures.close()
  }
}

export function summaryOf({ id, manifest, sentBytes }: Made): MadeSummary {
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

/** The service comes first. One that has gone needs no backup by it: the next service makes its own. */
function makeWay(): void {
  setPriority(constants.priority.PRIORITY_LOW)
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Listening would keep this program from ending.
  process.channel?.unref()
}

/** Cut off anywhere, nothing is lost; when asked to stop, the copy of the database goes at once too. */
function endTidily(scratch: Scratch): () => void {
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const handle = () => {
      scratch.close()
      note('\nStopped. The next backup goes on with what is stored.')
      process.exit(code)
    }
    process.once(signal, handle)
    return () => process.off(signal, handle)
  })
  return () => {
    for (const off of handlers) off()
  }
}
