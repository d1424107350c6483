import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withWords } from '../../cli/context.ts'
import { Option } from '../../cli/help.ts'
import { card, note, safe, show } from '../../cli/print.ts'
import { INSTALLED, isOfService, startWords } from '../../config/installed.ts'
import type { TaskResult } from '../../tasks.ts'
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
      const made = toldMade(words, found)
      show(options.json, made, () => madeCard(made, words))
      if (!options.json) note(`\n${nextSteps(made, replace, options.data)}`)
    })
}

const toldMade = ({ tell }: Words, { caution, ...made }: TaskResult<'tls.init'>) => ({
  ...made,
  caution: caution === null ? null : { fault: tell(caution.fault), remedy: tell(caution.remedy) },
})

type Made = ReturnType<typeof toldMade>

const madeCard = (made: Made, { calendar }: Words): string =>
  card([
    ['Authority', `SHA-256 ${made.authority_fingerprint_sha256}`],
    ['Good until', calendar.stamp(made.authority_expires_at)],
    ['Its certificate', made.authority_file],
    ['Certificate for', made.names.join(', ')],
    ['Until', `${calendar.stamp(made.expires_at)}; renewed automatically before that`],
  ])

function nextSteps(made: Made, replaced: boolean, folder: string | undefined): string {
  const now = made.is_served
    ? 'The certificate is in use from now on.'
    : made.source === 'own'
      ? 'The certificate is not in use: GRANARY_TLS_CERT sets your own certificate.'
      : made.source === null
        ? 'The certificate is not in use: GRANARY_TLS is off.'
        : `The certificate will be in use once the service is ${made.is_running ? 're' : ''}started: ${startWords(folder, ' --listen 0.0.0.0:7373')}${isOfService(folder) ? SET_ADDRESS : ''}`
  return [
    now,
    ...(made.caution === null ? [] : [`${made.caution.fault} ${made.caution.remedy}`]),
    ...(replaced
      ? ['Every device that trusted the old authority must trust this one before it can connect again.']
      : []),
    ...(made.source === 'made' ? PHONES : []),
  ].join('\n')
}

/** The packaged service is set up with variables, not flags. */
const SET_ADDRESS = `\nFor phones to reach it, set GRANARY_LISTEN=0.0.0.0:7373 in ${INSTALLED.settings} (sudoedit).`

const PHONES = [
  'A device that scans an enrolment code (granary device enrol --qr) then trusts the authority. To use the service in a',
  "phone's browser, install the certificate from /v1/tls/authority or that file, and compare its SHA-256 with the one above.",
]

function statusCommand(): Command {
  return new Command('status').description('help.tls.status').does(async (options: GlobalOptions) => {
    const [found, words] = await withWords(options, (run) => run('tls.status', {}))
    const status = toldStatus(words, found)
    show(options.json, status, () => statusText(status, words))
    if (status.fault !== null) process.exitCode = 1
  })
}

const toldStatus = ({ tell }: Words, status: TaskResult<'tls.status'>) => ({
  ...status,
  fault: status.fault === null ? null : tell(status.fault),
  remedy: status.remedy === null ? null : tell(status.remedy),
})

type Status = ReturnType<typeof toldStatus>

function statusText(status: Status, { calendar }: Words): string {
  if (status.source === null)
    return status.setting === 'off'
      ? 'There is no TLS: GRANARY_TLS is off, so a proxy must provide it.'
      : 'There is no TLS. Make a certificate with: granary tls init'
  const lines = card([
    ['Certificate', status.source === 'made' ? 'made by the private authority' : 'your own'],
    ['File', status.path],
    ['Served', served(status)],
    ['For', status.names.join(', ')],
    ['Until', status.expires_at === null ? 'unknown' : calendar.stamp(status.expires_at)],
    ...(status.renewed_from === null
      ? []
      : [['Renewed', `by itself, from ${calendar.stamp(status.renewed_from)} on`] as const]),
    ...(status.authority_fingerprint_sha256 === null
      ? []
      : [['Authority', `SHA-256 ${status.authority_fingerprint_sha256}`] as const]),
  ])
  return status.fault === null ? lines : `${lines}\n\n${safe(status.fault)}\n${safe(status.remedy)}`
}

function served({ is_served }: Status): string {
  if (is_served === null) return 'the service is not running'
  return is_served ? 'yes' : 'no: restart the service'
}
