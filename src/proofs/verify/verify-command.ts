import { constants, setPriority } from 'node:os'
import { isFromSources } from '../../base/own-program.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, settings } from '../../cli/context.ts'
import { asOperator } from '../../cli/operator-files.ts'
import { safe, show, table } from '../../cli/print.ts'
import { shareBar } from '../../cli/progress.ts'
import { dataFiles } from '../../config/config.ts'
import { openObjectStore } from '../../evidence/objects/open.ts'
import { openToInspect } from '../../store/open.ts'
import { Calendar } from '../../words/calendar.ts'
import { englishWords } from '../../words/words.ts'
import type { VerifyReport } from './faults.ts'
import { MADE_AGAIN } from './kinds.ts'
import { findOutside } from './outside.ts'
import { verify } from './verify.ts'

interface VerifyOptions extends GlobalOptions {
  readonly checkpoint?: string
  readonly evidence: boolean
  readonly quick?: true
  readonly scratch?: string
}

export function verifyCommand(): Command {
  return new Command('verify')
    .description('help.verify')
    .option('--checkpoint <file>', 'help.verify.checkpoint')
    .option('--no-evidence', 'help.verify.noEvidence')
    .option('--quick', 'help.verify.quick')
    .option('--scratch <folder>', 'help.verify.scratch')
    .action(async (_own: object, command: Command) => {
      const options = command.optsWithGlobals<VerifyOptions>()
      const report = await verifyFolder(options)
      show(options.json, report, () => textOf(report))
      // A fault weighs more than a part that could not be checked.
      if (!report.clean) process.exitCode = 1
      else if (report.unchecked.length > 0) process.exitCode = 3
    })
}

async function verifyFolder(options: VerifyOptions): Promise<VerifyReport> {
  if (!isFromSources) yieldToOthers()
  const config = settings(options)
  const { database } = dataFiles(config.data)
  // Report a missing folder as such, not as missing files in it.
  openToInspect(database).close()
  const outside = asOperator(() => findOutside(config, options.checkpoint))
  const objects = options.evidence ? openObjectStore(config, false) : null
  const bar = process.stderr.isTTY || process.send !== undefined ? shareBar(englishWords()) : null
  try {
    return await verify({
      database,
      objects,
      ...outside,
      scratch:
        options.quick === true
          ? null
          : options.scratch === undefined
            ? { folder: dataFiles(config.data).root, reserveBytes: config.minFreeBytes }
            : { folder: options.scratch, reserveBytes: 0 },
      onProgress: (progress) => bar?.show(progress),
      calendar: new Calendar(config.timeZone),
    })
  } finally {
    bar?.end()
    objects?.close()
  }
}

/** Lowers the priority, so that the service on the same machine goes first. */
function yieldToOthers(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // If the system refuses, it runs with normal priority.
  }
}

const REMEDY =
  'Do not use this folder for lending decisions. Stop the service, keep a copy of the whole folder for the investigation, and restore the last backup from before the fault (granary backup list) into a new folder. Verify that one too.'

const REBUILD_REMEDY =
  'Do not use this folder for lending decisions until its rows are made again; the log itself is intact. Keep a copy of the whole folder for the investigation, stop the service, and run: granary rebuild'

/** Most faults of one kind shown to people; programs get 100. */
const MOST_SHOWN = 10

function textOf({ clean, seconds, checks, faults, more, unchecked, remarks }: VerifyReport): string {
  const rows = checks.map(({ check, looked_at, faults: found }) => [
    check,
    looked_at.toLocaleString('en-GB'),
    found === 0 ? 'none' : found.toLocaleString('en-GB'),
  ])
  const told = [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, alike]) => {
    const unlisted = more.find((rest) => rest.kind === kind)?.count ?? 0
    const others = unlisted + Math.max(0, alike.length - MOST_SHOWN)
    return [
      `${alike[0]?.check}: ${safe(alike[0]?.meaning)}`,
      ...alike.slice(0, MOST_SHOWN).map(({ where, finding }) => `  ${safe(where)}: ${safe(finding)}`),
      ...(others === 0 ? [] : [`  and ${others.toLocaleString('en-GB')} more of this kind`]),
    ].join('\n')
  })
  return [
    table(['Checked', 'Number', 'Faults'], rows),
    `It took ${seconds.toLocaleString('en-GB')} seconds.`,
    ...told,
    ...(remarks.length === 0 ? [] : [remarks.map(safe).join('\n')]),
    ...(unchecked.length === 0
      ? []
      : [`Not checked:\n${unchecked.map((text) => `  ${safe(text)}`).join('\n')}`]),
    clean
      ? unchecked.length === 0
        ? 'Nothing was altered.'
        : 'Nothing that was checked was altered.'
      : [...faults, ...more].every(({ kind }) => MADE_AGAIN.has(kind))
        ? REBUILD_REMEDY
        : REMEDY,
  ].join('\n\n')
}
