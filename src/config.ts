import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { OperatorFault } from './problem.ts'

/** Every setting, as flags or `GRANARY_*` variables; this is the only reader of the environment. */

interface SettingSpec<T> {
  readonly variable: string
  readonly meaning: string
  readonly fallback: T
  readonly read: (text: string) => T
}

const number = (
  variable: string,
  fallback: number,
  meaning: string,
  minimum = 1,
  maximum = Number.MAX_VALUE,
): SettingSpec<number> => ({
  variable,
  meaning,
  fallback,
  read: (text) => {
    const value = Number(text)
    if (!(value >= minimum && value <= maximum))
      throw new Error(
        maximum === Number.MAX_VALUE
          ? `must be a number of at least ${minimum}`
          : `must be a number from ${minimum} to ${maximum}`,
      )
    return value
  },
})

const words = (
  variable: string,
  fallback: string,
  meaning: string,
  check: (text: string) => void,
): SettingSpec<string> => ({
  variable,
  meaning,
  fallback,
  read: (text) => {
    check(text)
    return text
  },
})

const flag = (variable: string, meaning: string): SettingSpec<boolean> => ({
  variable,
  meaning,
  fallback: false,
  read: (text) => {
    if (!['0', '1', 'true', 'false'].includes(text)) throw new Error('must be 1 or 0')
    return text === '1' || text === 'true'
  },
})

function isNetwork(text: string): boolean {
  const [address, bits, ...rest] = text.split('/')
  const family = isIP(address ?? '')
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const any = () => {}

function timeZone(text: string): void {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: text })
  } catch {
    throw new Error('must be a time zone such as Africa/Kampala')
  }
}

const SETTINGS = {
  data: words('GRANARY_DATA', './granary-data', 'The data folder.', any),
  listen: words('GRANARY_LISTEN', '127.0.0.1:7373', 'Address and port the service answers on.', (text) => {
    listenAddress(text)
  }),
  tlsCert: words('GRANARY_TLS_CERT', '', 'Certificate file (PEM) to serve TLS with.', any),
  tlsKey: words('GRANARY_TLS_KEY', '', 'Key file (PEM) of that certificate.', any),
  insecureLan: flag(
    'GRANARY_INSECURE_LAN',
    'Answer other machines without TLS. Anybody on the network can then read along.',
  ),
  trustedProxy: words(
    'GRANARY_TRUSTED_PROXY',
    '',
    'Addresses of proxies, comma-separated, whose X-Forwarded-For is believed.',
    (text) => {
      const wrong = text.split(',').find((part) => !isNetwork(part.trim()))
      if (wrong !== undefined)
        throw new Error(`must be IP addresses or networks such as 10.0.0.0/8; "${wrong.trim()}" is none`)
    },
  ),
  timeZone: words(
    'GRANARY_TIME_ZONE',
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    "Time zone of printed dates (default: the machine's).",
    timeZone,
  ),
  logLevel: words(
    'GRANARY_LOG_LEVEL',
    'info',
    'How much is logged: fatal, error, warn, info, debug, silent.',
    (text) => {
      if (!['fatal', 'error', 'warn', 'info', 'debug', 'silent'].includes(text))
        throw new Error('is no log level')
    },
  ),
  massBalanceTolerance: number(
    'GRANARY_MASS_BALANCE_TOLERANCE',
    0.02,
    'Share of the declared mass that may be missing before a lot is flagged.',
    0,
  ),
  delegationGraceDays: number(
    'GRANARY_DELEGATION_GRACE_DAYS',
    14,
    'Days after the end of a delegation in which an offline assertion is still taken.',
    0,
  ),
  maxRecordBytes: number('GRANARY_MAX_RECORD_BYTES', 64 * 1024, 'Largest record, in bytes.', 1024),
  maxJsonDepth: number('GRANARY_MAX_JSON_DEPTH', 32, 'How deep a body may nest.'),
  maxPage: number('GRANARY_MAX_PAGE', 500, 'Records a page at most.'),
  maxChain: number('GRANARY_MAX_CHAIN', 64, 'Versions a record may have, the first one counted.'),
  maxChildren: number('GRANARY_MAX_CHILDREN', 16, 'Corrections one version may have.'),
  maxInputs: number('GRANARY_MAX_INPUTS', 256, 'Records a lot may draw on; 256 at most.'),
  maxGrants: number('GRANARY_MAX_GRANTS', 1000, 'Grants of one party that are not over.'),
  maxObjections: number('GRANARY_MAX_OBJECTIONS', 100, 'Standing objections of one party.'),
  registryPerMinute: number('GRANARY_REGISTRY_PER_MINUTE', 600, 'Registry requests a minute and address.'),
  failedAuthPerMinute: number('GRANARY_FAILED_AUTH_PER_MINUTE', 30, 'Wrong tokens a minute and address.'),
  readsPerSecond: number('GRANARY_READS_PER_SECOND', 1000, 'Reads a second and credential.'),
  recordsPerDay: number('GRANARY_RECORDS_PER_DAY', 100_000, 'Records a day and credential.'),
  bytesPerDay: number('GRANARY_BYTES_PER_DAY', 256 * 1024 * 1024, 'Bytes of writing a day and credential.'),
  refusalMs: number(
    'GRANARY_REFUSAL_MS',
    25,
    'Milliseconds a refusal takes, or a multiple of them, so that its time does not tell whether the id exists: well above the usual time of an answer, 1000 at most; 0 answers at once.',
    0,
    1000,
  ),
  minFreeBytes: number(
    'GRANARY_MIN_FREE_BYTES',
    256 * 1024 * 1024,
    'Writing stops while less disk is free.',
    0,
  ),
} as const

export type Config = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K]['fallback'] extends infer T
    ? T extends string
      ? string
      : T extends number
        ? number
        : boolean
    : never
}
export type SettingName = keyof typeof SETTINGS

/** Name, variable, default and meaning of every setting, for the documentation. */
export const settingsTable = Object.entries(SETTINGS).map(([name, spec]) => ({
  name,
  variable: spec.variable,
  fallback: spec.fallback,
  meaning: spec.meaning,
}))

/**
 * Reads all settings together.
 * @param flags what was given on the command line; it wins over the environment
 * @throws {OperatorFault} naming every fault at once
 */
export function readConfig(
  flags: Partial<Record<SettingName, string | boolean | undefined>>,
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  const faults: string[] = []
  const config: Record<string, unknown> = {}
  for (const [name, spec] of Object.entries(SETTINGS)) {
    const given = flags[name as SettingName]
    const text = given === undefined ? environment[spec.variable] : String(given)
    try {
      config[name] = text === undefined || text === '' ? spec.fallback : spec.read(text)
    } catch (error) {
      faults.push(`${spec.variable}="${text}" ${(error as Error).message}`)
    }
  }
  if (faults.length === 0) faults.push(...combinedFaults(config as Config))
  if (faults.length > 0)
    throw new OperatorFault(
      `${faults.length === 1 ? 'A setting is' : 'Some settings are'} not usable: ${faults.join('; ')}.`,
      'Correct the flag or variable; the README lists every setting.',
      2,
    )
  return config as Config
}

function combinedFaults(config: Config): string[] {
  const faults: string[] = []
  if ((config.tlsCert === '') !== (config.tlsKey === ''))
    faults.push('GRANARY_TLS_CERT and GRANARY_TLS_KEY go together')
  const { host } = listenAddress(config.listen)
  if (!isLoopback(host) && config.tlsCert === '' && !config.insecureLan)
    faults.push(
      `GRANARY_LISTEN="${config.listen}" would answer other machines without TLS; give --tls-cert and --tls-key, or say --insecure-lan if that is meant`,
    )
  return faults
}

/** @throws {Error} when it is no `host:port` */
export function listenAddress(text: string): { host: string; port: number } {
  const match = /^(\[[0-9a-fA-F:]+\]|[^:]+):(\d{1,5})$/.exec(text)
  const port = Number(match?.[2])
  if (!match || port > 65_535) throw new Error('must be ADDRESS:PORT, such as 127.0.0.1:7373')
  return { host: (match[1] as string).replace(/^\[|\]$/g, ''), port }
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address === 'localhost' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address)
}

/** The files of a data folder. */
export function dataFiles(folder: string) {
  const root = resolve(folder)
  return {
    root,
    database: join(root, 'granary.db'),
    lock: join(root, 'granary.lock'),
    socket: join(root, 'granary.sock'),
  } as const
}
