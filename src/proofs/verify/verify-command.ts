import { constants, setPriority } from 'node:os'
import { isFromSources } from '../../base/own-program.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, settings } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { asOperator } from '../../cli/operator-files.ts'
import { show, table } from '../../cli/print.ts'
import { shareBar } from '../../cli/progress.ts'
import { dataFiles } from '../../config/config.ts'
import { openObjectStore } from '../../evidence/objects/open.ts'
import { openToInspect } from '../../store/file/open.ts'
import { englishWords, type Words } from '../../words/words.ts'
import { type ToldReport, toldReport, type VerifyReport } from './faults.ts'
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
      const words = commandWords(options)
      const report = await verifyFolder(options, words)
      // The document for programs is English in every language, as its members are.
      const told = toldReport(options.json ? englishWords(words.calendar.timeZone) : words, report)
      show(options.json, told, () => textOf(words, told))
      // A fault weighs more than a part that could not be checked.
      if (!report.clean) process.exitCode = 1
      else if (report.unchecked.length > 0) process.exitCode = 3
    })
}

async function verifyFolder(options: VerifyOptions, words: Words): Promise<VerifyReport> {
  if (!isFromSources) yieldToOthers()
  const config = settings(options)
  const { database } = dataFiles(config.data)
  // Report a missing folder as such, not as missing files in it.
  openToInspect(database).close()
  const outside = asOperator(() => findOutside(config, options.checkpoint))
  const objects = options.evidence ? openObjectStore(config, false) : null
  const bar = process.stderr.isTTY || process.send !== undefined ? shareBar(words) : null
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

/** Most faults of one kind shown to people; programs get 100. */
const MOST_SHOWN = 10

function textOf({ say, count, amount }: Words, report: ToldReport): string {
  const { clean, seconds, checks, faults, more, unchecked, remarks } = report
  const rows = checks.map(({ check, looked_at, faults: found }) => [
    check,
    count(looked_at),
    found === 0 ? say('verify.none') : count(found),
  ])
  const told = [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, alike]) => {
    const unlisted = more.find((rest) => rest.kind === kind)?.count ?? 0
    const others = unlisted + Math.max(0, alike.length - MOST_SHOWN)
    return [
      ...alike
        .slice(0, 1)
        .map(({ check, meaning }) => say('verify.line', { where: check, finding: meaning })),
      ...alike.slice(0, MOST_SHOWN).map((fault) => `  ${say('verify.line', fault)}`),
      ...(others === 0 ? [] : [`  ${say('verify.more', { count: count(others) })}`]),
    ].join('\n')
  })
  const isMadeAgain = [...faults, ...more].every(({ kind }) => MADE_AGAIN.has(kind))
  return [
    table([say('verify.column.checked'), say('verify.column.number'), say('verify.column.faults')], rows),
    say('verify.took', { seconds: amount(seconds) }),
    ...told,
    ...(remarks.length === 0 ? [] : [remarks.join('\n')]),
    ...(unchecked.length === 0
      ? []
      : [[say('verify.unchecked'), ...unchecked.map((text) => `  ${text}`)].join('\n')]),
    clean
      ? say(unchecked.length === 0 ? 'verify.clean' : 'verify.cleanInPart')
      : say(isMadeAgain ? 'verify.rebuildRemedy' : 'verify.remedy'),
  ].join('\n\n')
}
