import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withWords } from '../../cli/context.ts'
import { Option } from '../../cli/help.ts'
import { card, note, safe, show } from '../../cli/print.ts'
import type { TaskResult } from '../../cli/tasks.ts'
import { INSTALLED, isOfService, startWords } from '../../config/installed.ts'
import { type InWords, inWords } from '../../words/in-words.ts'
import type { PlainKey } from '../../words/language.ts'
import type { Words } from '../../words/words.ts'

interface InitOptions extends GlobalOptions {
  readonly name: readonly string[]
  readonly replace?: boolean
  readonly forgetNames?: boolean
  readonly clockIsRight?: boolean
}

export function tlsCommand(): Command {
  const command = new Command('tls').description('help.tls')
  command.addCommand(initCommand())
  command.addCommand(statusCommand())
  return command
}

function initCommand(): Command {
  return new Command('init')
    .description('help.tls.init')
    .addOption(
      new Option('--name <name>', 'help.tls.init.name')
        .argParser((name: string, names: readonly string[]) => [...names, name])
        .default([]),
    )
    .option('--replace', 'help.tls.init.replace')
    .option('--forget-names', 'help.tls.init.forgetNames')
    .option('--clock-is-right', 'help.tls.init.clockIsRight')
    .does(async ({ name: names, ...flags }: InitOptions) => {
      const { replace = false, forgetNames = false, clockIsRight = false, ...options } = flags
      const [found, words] = await withWords(options, (run) =>
        run('tls.init', { names, replace, forgetNames, clockIsRight }),
      )
      const made = inWords(words, found)
      show(options.json, made, () => madeCard(made, words))
      if (!options.json) note(`\n${nextSteps(words, made, replace, options.data)}`)
    })
}

type MadeAuthority = InWords<TaskResult<'tls.init'>>

const madeCard = (made: MadeAuthority, { say, calendar }: Words): string =>
  card([
    [say('sheet.authority'), `SHA-256 ${made.authority_fingerprint_sha256}`],
    [say('tls.label.goodUntil'), calendar.stamp(made.authority_expires_at)],
    [say('tls.label.copy'), made.authority_file],
    [say('tls.label.for'), made.names.join(', ')],
    [say('tls.label.until'), say('tls.untilRenewed', { at: calendar.stamp(made.expires_at) })],
  ])

function nextSteps(
  { say }: Words,
  made: MadeAuthority,
  replaced: boolean,
  folder: string | undefined,
): string {
  return [
    ...whenInUse(say, made, folder),
    ...(made.caution === null
      ? []
      : [say('value.sentences', { first: made.caution.fault, next: made.caution.remedy })]),
    ...(replaced ? [say('tls.trustAgain')] : []),
    ...(made.source === 'made' ? [say('tls.phones')] : []),
  ].join('\n')
}

function whenInUse(say: Words['say'], made: MadeAuthority, folder: string | undefined): readonly string[] {
  if (made.is_served) return [say('tls.inUse')]
  if (made.source === 'own') return [say('tls.ownInUse')]
  if (made.source === null) return [say('tls.isOff')]
  const command = startWords(folder, ' --listen 0.0.0.0:7373')
  return [
    say(made.is_running ? 'tls.onceRestarted' : 'tls.onceStarted', { command }),
    // The packaged service is set up with variables, not flags.
    ...(isOfService(folder) ? [say('tls.setAddress', { file: INSTALLED.settings })] : []),
  ]
}

function statusCommand(): Command {
  return new Command('status').description('help.tls.status').does(async (options: GlobalOptions) => {
    const [found, words] = await withWords(options, (run) => run('tls.status', {}))
    const status = inWords(words, found)
    show(options.json, status, () => statusText(status, words))
    if (status.fault !== null) process.exitCode = 1
  })
}

type TlsStatus = InWords<TaskResult<'tls.status'>>

function statusText(status: TlsStatus, { say, calendar }: Words): string {
  if (status.source === null) return say(status.setting === 'off' ? 'tls.noneOff' : 'tls.none')
  const lines = card([
    [say('machine.certificateTitle'), say(status.source === 'made' ? 'tls.byAuthority' : 'tls.yourOwn')],
    [say('tls.label.file'), status.path],
    [say('tls.label.served'), say(served(status))],
    [say('tls.label.names'), status.names.join(', ')],
    [
      say('tls.label.until'),
      status.expires_at === null ? say('tls.unknown') : calendar.stamp(status.expires_at),
    ],
    ...(status.renewed_from === null
      ? []
      : [
          [
            say('tls.label.renewed'),
            say('tls.renewedFrom', { at: calendar.stamp(status.renewed_from) }),
          ] as const,
        ]),
    ...sha256Line(say('tls.label.sha256'), status.certificate_fingerprint_sha256),
    ...sha256Line(say('sheet.authority'), status.authority_fingerprint_sha256),
  ])
  return status.fault === null ? lines : `${lines}\n\n${safe(status.fault)}\n${safe(status.remedy)}`
}

const sha256Line = (label: string, sha256: string | null) =>
  sha256 === null ? [] : [[label, `SHA-256 ${sha256}`] as const]

function served({ is_served }: TlsStatus): PlainKey {
  if (is_served === null) return 'tls.notRunning'
  return is_served ? 'tls.served' : 'tls.notServed'
}
