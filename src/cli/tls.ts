import { Command } from 'commander'
import { INSTALLED, isOfService, startWords } from '../installed.ts'
import type { TaskResult } from '../operator/tasks.ts'
import type { Calendar } from '../text/phrases.ts'
import { type GlobalOptions, withCalendar } from './context.ts'
import { card, note, safe, show } from './print.ts'

interface InitOptions extends GlobalOptions {
  readonly name: readonly string[]
  readonly replace?: boolean
  readonly forgetNames?: boolean
  readonly clockIsRight?: boolean
}

export function tlsCommand(): Command {
  const command = new Command('tls').description('the certificate by which devices know the service')
  command.addCommand(initCommand())
  command.addCommand(statusCommand())
  return command
}

function initCommand(): Command {
  return new Command('init')
    .description('make a private authority, which makes certificates for this machine and renews them')
    .option(
      '--name <name>',
      'a host name or address it is for besides those that this machine has; may be given again',
      (name: string, names: readonly string[]) => [...names, name],
      [],
    )
    .option('--replace', 'where there is one already: every phone must then trust the new one')
    .option('--forget-names', 'with --replace: not for the names that were given for the one before')
    .option('--clock-is-right', 'the log has later entries, and they were written by a wrong clock')
    .action(async (_own: object, own: Command) => {
      const { name: names, ...given } = own.optsWithGlobals<InitOptions>()
      const { replace = false, forgetNames = false, clockIsRight = false, ...options } = given
      const [made, calendar] = await withCalendar(options, (run) =>
        run('tls.init', { names, replace, forgetNames, clockIsRight }),
      )
      show(options.json, made, () => madeCard(made, calendar))
      if (!options.json) note(`\n${whatFollows(made, replace, options.data)}`)
    })
}

type Made = TaskResult<'tls.init'>

const madeCard = (made: Made, calendar: Calendar): string =>
  card([
    ['Authority', `SHA-256 ${made.authority_fingerprint_sha256}`],
    ['Good until', calendar.stamp(made.authority_expires_at)],
    ['Its certificate', made.authority_file],
    ['Certificate for', made.names.join(', ')],
    ['Until', `${calendar.stamp(made.expires_at)}; renewed before by itself`],
  ])

function whatFollows(made: Made, replaced: boolean, folder: string | undefined): string {
  const now = made.is_served
    ? 'It is served from now on.'
    : made.source === 'own'
      ? 'It is not served: GRANARY_TLS_CERT names an own certificate.'
      : made.source === null
        ? 'It is not served: GRANARY_TLS is off.'
        : `It is served when the service is started${made.is_running ? ' anew' : ''}: ${startWords(folder, ' --listen 0.0.0.0:7373')}${isOfService(folder) ? SET_ADDRESS : ''}`
  return [
    now,
    ...(made.caution === null ? [] : [`${made.caution.fault} ${made.caution.remedy}`]),
    ...(replaced
      ? ['Whatever trusted the authority of before must trust this one before it can come again.']
      : []),
    ...(made.source === 'made' ? PHONES : []),
  ].join('\n')
}

/** Of the package, whose service has no command line. */
const SET_ADDRESS = `\nPhones reach it when ${INSTALLED.settings} says GRANARY_LISTEN=0.0.0.0:7373 (sudoedit).`

const PHONES = [
  'A device that reads an enrolment code (granary device enrol --qr) knows the authority by it. A phone whose browser is to',
  'open the service installs the certificate from /v1/tls/authority, or from that file: compare its SHA-256 with the above.',
]

function statusCommand(): Command {
  return new Command('status')
    .description('which certificate is served, for which names, until when, and what is wrong with it')
    .action(async (_own: object, own: Command) => {
      const options = own.optsWithGlobals<GlobalOptions>()
      const [status, calendar] = await withCalendar(options, (run) => run('tls.status', {}))
      show(options.json, status, () => statusText(status, calendar))
      if (status.fault !== null) process.exitCode = 1
    })
}

type Status = TaskResult<'tls.status'>

function statusText(status: Status, calendar: Calendar): string {
  if (status.source === null)
    return status.setting === 'off'
      ? 'No TLS is served: GRANARY_TLS is off, and a proxy has to see to it.'
      : 'No TLS is served. Make a certificate with: granary tls init'
  const lines = card([
    ['Certificate', status.source === 'made' ? 'made by the private authority' : 'an own one'],
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
  if (is_served === null) return 'the service does not run'
  return is_served ? 'yes' : 'no: restart the service'
}
