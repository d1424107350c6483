import { join, resolve } from 'node:path'
import { entriesOf, must } from '../base/typed.ts'
import { OperatorFault, ToldError, withRemedy } from '../words/fault.ts'
import { ENGLISH, languageOf, languages } from '../words/language.ts'
import { type Message, message } from '../words/message.ts'
import {
  backupEveryMs,
  isNetwork,
  listenAddress,
  noticeTarget,
  objectPlace,
  publisherPlace,
  s3Endpoint,
} from './addresses.ts'
import { withFolderSettings } from './installed.ts'
import { codesIn, placesIn } from './lists.ts'
import { hoursIn, TOPICS, topicsIn } from './message-settings.ts'
import { groupOf, kindOf } from './setting-kinds.ts'

/** Every setting, as flags or `GRANARY_*` variables. Nothing else reads the environment. */

interface SettingSpec<T> {
  readonly variable: string
  readonly meaning: string
  readonly fallback: T
  readonly read: (text: string) => T
  /** Errors and output never show the value. */
  readonly secret?: true
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
      throw new ToldError(
        maximum === Number.MAX_VALUE
          ? message('setting.atLeast', { minimum })
          : message('setting.range', { minimum, maximum }),
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
    if (!['0', '1', 'true', 'false'].includes(text)) throw new ToldError(message('setting.flag'))
    return text === '1' || text === 'true'
  },
})

const any = () => {}

/** As long as the place of a record may be. */
const LONGEST_PLACE = 200

/** Codes of rows of the registry. Whether it has them is checked where they are chosen. */
const codes = (variable: string, meaning: string): SettingSpec<string> =>
  words(variable, '', meaning, (text) => {
    if (!codesIn(text).every((code) => /^[A-Za-z0-9][\w.-]{0,79}$/.test(code)))
      throw new ToldError(message('setting.codes'))
  })

/** @param all its values, the default first */
const oneOf = (variable: string, all: readonly [string, ...string[]], meaning: string): SettingSpec<string> =>
  words(variable, all[0], meaning, (text) => {
    if (!all.includes(text))
      throw new ToldError(message('setting.oneOf', { all: ENGLISH.list(all, 'disjunction') }))
  })

const secret = (variable: string, meaning: string): SettingSpec<string> => ({
  ...words(variable, '', meaning, any),
  secret: true,
})

function timeZone(text: string): void {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: text })
  } catch {
    throw new ToldError(message('setting.timeZone'))
  }
}

const alternatives = (all: readonly { readonly code: string }[]): string =>
  ENGLISH.list(
    all.map(({ code }) => code),
    'disjunction',
  )

const SETTINGS = {
  data: words('GRANARY_DATA', './granary-data', 'The data folder.', any),
  listen: words('GRANARY_LISTEN', '127.0.0.1:7373', 'Address and port the service listens on.', (text) => {
    listenAddress(text)
  }),
  tls: words(
    'GRANARY_TLS',
    'auto',
    'auto serves TLS as soon as there is a certificate, from the private authority (granary tls init) or your own; off leaves TLS to a proxy.',
    (text) => {
      if (!['auto', 'off'].includes(text)) throw new ToldError(message('setting.tls'))
    },
  ),
  tlsCert: words('GRANARY_TLS_CERT', '', 'Certificate file (PEM) to serve TLS with, instead.', any),
  tlsKey: words('GRANARY_TLS_KEY', '', 'Key file (PEM) of that certificate.', any),
  publicUrl: words(
    'GRANARY_PUBLIC_URL',
    '',
    "The service's address as devices reach it, such as https://granary.local:7373; it is written into enrolment codes. Default: made from the listening address.",
    (text) => {
      if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
        throw new ToldError(message('setting.scheme'))
    },
  ),
  insecureLan: flag(
    'GRANARY_INSECURE_LAN',
    'Answer other machines without TLS. Anyone on the network can then read the traffic.',
  ),
  trustedProxy: words(
    'GRANARY_TRUSTED_PROXY',
    '',
    'Addresses of proxies, comma-separated, whose X-Forwarded-For is trusted.',
    (text) => {
      const wrong = text.split(',').find((part) => !isNetwork(part.trim()))
      if (wrong !== undefined) throw new ToldError(message('setting.networks', { wrong: wrong.trim() }))
    },
  ),
  timeZone: words('GRANARY_TIME_ZONE', '', "Time zone of printed dates (default: the machine's).", timeZone),
  country: words(
    'GRANARY_COUNTRY',
    '',
    "Two-letter code (ISO 3166-1) of the cooperative's country, such as UG. Phone numbers written without a country code belong to it, and printed papers cite its law.",
    (text) => {
      if (!/^[A-Z]{2}$/.test(text)) throw new ToldError(message('setting.country'))
    },
  ),
  language: words(
    'GRANARY_LANGUAGE',
    '',
    "Language in which the command writes: en, fr or sw (default: that of the locale, or English). The service's log stays English.",
    (text) => {
      if (languageOf(text)?.code !== text)
        throw new ToldError(message('setting.language', { codes: alternatives(languages()) }))
    },
  ),
  logLevel: words(
    'GRANARY_LOG_LEVEL',
    'info',
    'How much is logged: fatal, error, warn, info, debug, silent.',
    (text) => {
      if (!['fatal', 'error', 'warn', 'info', 'debug', 'silent'].includes(text))
        throw new ToldError(message('setting.logLevel'))
    },
  ),
  // The address of a webhook is often its password too.
  notice: {
    ...words(
      'GRANARY_NOTICE',
      '',
      'Whom to tell when a backup is late or failed, the disk fills up, the certificate ends soon or the clock is in doubt: the full path of a program, with its arguments after spaces, or an https address (default: no one). Try it: granary notice try.',
      (text) => {
        noticeTarget(text)
      },
    ),
    secret: true,
  },
  messages: words(
    'GRANARY_MESSAGES',
    '',
    'File that says how messages are sent to members who want them (default: none are sent). "granary message files" has some to begin with; try yours: granary message try NUMBER.',
    any,
  ),
  messageHours: words(
    'GRANARY_MESSAGE_HOURS',
    '07:00-19:00',
    'Hours of the day, in the time zone of printed dates, in which messages to members are sent.',
    (text) => {
      hoursIn(text)
    },
  ),
  messagesADay: number(
    'GRANARY_MESSAGES_A_DAY',
    5,
    'Messages that one member is sent in a day, at most; the last one says how many changes it stands for.',
    1,
    100,
  ),
  messageKinds: words(
    'GRANARY_MESSAGE_KINDS',
    '',
    `What members are sent messages about, separated by commas: ${TOPICS.join(', ')}. Empty: all of these.`,
    (text) => {
      topicsIn(text)
    },
  ),
  objectStore: words(
    'GRANARY_OBJECT_STORE',
    '',
    'Where photographs and backups are kept: file:PATH, or s3://BUCKET or s3://BUCKET/PREFIX (default: the folder objects inside the data folder).',
    (text) => {
      objectPlace(text)
    },
  ),
  backupStore: words(
    'GRANARY_BACKUP_STORE',
    '',
    'Where backups go: file:PATH on another disk, or s3://BUCKET or s3://BUCKET/PREFIX with the keys of GRANARY_S3_* (default: the object store, unless that is inside the data folder).',
    (text) => {
      objectPlace(text)
    },
  ),
  backupEvery: words(
    'GRANARY_BACKUP_EVERY',
    '24h',
    'How often the service makes a backup: 30m, 6h, 7d, or off. It needs a place and a key (granary backup key).',
    (text) => {
      backupEveryMs(text)
    },
  ),
  s3Endpoint: words(
    'GRANARY_S3_ENDPOINT',
    '',
    'Address of the S3 service, such as https://s3.example.org.',
    s3Endpoint,
  ),
  s3AccessKey: secret('GRANARY_S3_ACCESS_KEY', 'Access key of the S3 service.'),
  s3SecretKey: secret('GRANARY_S3_SECRET_KEY', 'Secret key of the S3 service.'),
  s3Region: words('GRANARY_S3_REGION', 'us-east-1', 'Region of the bucket.', (text) => {
    if (!/^[a-z0-9-]{1,64}$/.test(text)) throw new ToldError(message('setting.region'))
  }),
  anchorPublisher: words(
    'GRANARY_ANCHOR_PUBLISHER',
    '',
    'Where the roots of the log are published: folder:PATH, a folder that is copied off the premises, https://…, a witness, or policy:FILE, the witnesses of a policy file (default: nowhere).',
    (text) => {
      publisherPlace(text)
    },
  ),
  anchorPublisherKey: words(
    'GRANARY_ANCHOR_PUBLISHER_KEY',
    '',
    'The verifier key of that witness: its signature is the receipt.',
    any,
  ),
  massBalanceTolerance: number(
    'GRANARY_MASS_BALANCE_TOLERANCE',
    0.02,
    'Share of the declared mass that may be missing before a lot is flagged.',
    0,
  ),
  implausibleAboveKg: number(
    'GRANARY_IMPLAUSIBLE_ABOVE_KG',
    100_000,
    'Kilograms beyond which one harvest or delivery of a natural person is flagged.',
  ),
  officeIdleMinutes: number(
    'GRANARY_OFFICE_IDLE_MINUTES',
    30,
    'Minutes without a click after which the office page signs a person out.',
  ),
  seasonBegins: words(
    'GRANARY_SEASON_BEGINS',
    '01-01',
    "Month and day on which a season begins, such as 10-01, for a member's season totals on receipts and the office page.",
    (text) => {
      // A year without a 29 February: every year has the day.
      const atMs = Date.parse(`2001-${text}T00:00:00Z`)
      if (Number.isNaN(atMs) || new Date(atMs).toISOString().slice(5, 10) !== text)
        throw new ToldError(message('setting.monthDay'))
    },
  ),
  weighInPrints: oneOf(
    'GRANARY_WEIGH_IN_PRINTS',
    ['asked', 'saved'],
    'When Weigh in prints a receipt: asked, by its button, or saved, as soon as a delivery is saved.',
  ),
  receiptPaper: oneOf(
    'GRANARY_RECEIPT_PAPER',
    ['a5', '58', '80'],
    'Paper of receipts until a person chooses another: a5, or a roll of 58 or 80 mm.',
  ),
  crops: codes(
    'GRANARY_CROPS',
    'Codes of the crops that the cooperative deals in, separated by commas: forms list these first, on phones too. Empty: all.',
  ),
  units: codes('GRANARY_UNITS', 'The same for the units in which it measures.'),
  places: words(
    'GRANARY_PLACES',
    '',
    'Places where it takes deliveries in, separated by semicolons, which forms offer.',
    (text) => {
      if (placesIn(text).some((name) => name.length > LONGEST_PLACE))
        throw new ToldError(message('setting.places', { most: LONGEST_PLACE }))
    },
  ),
  officeManagersSecondFactor: flag(
    'GRANARY_OFFICE_MANAGERS_SECOND_FACTOR',
    'Managers must sign in to the office page with a second factor; one who has none can do nothing but turn it on.',
  ),
  delegationGraceDays: number(
    'GRANARY_DELEGATION_GRACE_DAYS',
    14,
    'Days after the end of a delegation in which an offline assertion is still accepted.',
    0,
  ),
  grantRenewalDays: number(
    'GRANARY_GRANT_RENEWAL_DAYS',
    365,
    'Age in days at which a consent is listed as due for renewal: the person should be asked again. It does not end by itself.',
  ),
  maxRecordBytes: number(
    'GRANARY_MAX_RECORD_BYTES',
    64 * 1024,
    'Largest record, in bytes. It may have one object, list or text for each 8 of these bytes.',
    1024,
  ),
  maxBatchRecords: number('GRANARY_MAX_BATCH_RECORDS', 1000, 'Records in one batch.'),
  maxBatchBytes: number(
    'GRANARY_MAX_BATCH_BYTES',
    8 * 1024 * 1024,
    'Largest batch, in bytes before compression. It may have one object, list or text for each 8 of these bytes.',
    1024,
  ),
  maxJsonDepth: number('GRANARY_MAX_JSON_DEPTH', 32, 'Nesting depth of a JSON body.'),
  maxPage: number('GRANARY_MAX_PAGE', 500, 'Records on one page.'),
  maxChain: number('GRANARY_MAX_CHAIN', 64, 'Versions of one record, counting the first.'),
  maxChildren: number('GRANARY_MAX_CHILDREN', 16, 'Corrections of one version.'),
  maxInputs: number('GRANARY_MAX_INPUTS', 256, 'Records that one lot may draw on; at most 256.'),
  maxVertices: number('GRANARY_MAX_VERTICES', 10_000, 'Positions in the outline of a plot.', 4),
  maxGrants: number('GRANARY_MAX_GRANTS', 1000, 'Active grants of one party.'),
  maxAccessRequests: number(
    'GRANARY_MAX_ACCESS_REQUESTS',
    50,
    'Open access requests of one party. A refused one counts as open until it lapses.',
  ),
  accessRequestsPerDay: number(
    'GRANARY_ACCESS_REQUESTS_PER_DAY',
    20,
    'New access requests of one party in any 24 hours.',
  ),
  accessRequestDays: number(
    'GRANARY_ACCESS_REQUEST_DAYS',
    30,
    'Days after which an access request lapses if it is not granted.',
  ),
  maxObjections: number('GRANARY_MAX_OBJECTIONS', 100, 'Standing objections of one party.'),
  maxDevices: number('GRANARY_MAX_DEVICES', 100, 'Devices of one party that are not revoked.'),
  registryPerMinute: number('GRANARY_REGISTRY_PER_MINUTE', 600, 'Registry requests per minute and address.'),
  failedAuthPerMinute: number('GRANARY_FAILED_AUTH_PER_MINUTE', 30, 'Wrong tokens per minute and address.'),
  // A fast typist loads a page and its style every second; colleagues may share the address.
  signedOutPerMinute: number(
    'GRANARY_SIGNED_OUT_PER_MINUTE',
    600,
    "Requests per minute and address to the office page and the lenders' pages by browsers that are not signed in.",
  ),
  readsPerSecond: number(
    'GRANARY_READS_PER_SECOND',
    1000,
    'Reads per second of one party, over all its credentials.',
  ),
  recordsPerDay: number(
    'GRANARY_RECORDS_PER_DAY',
    100_000,
    'Records per day of one party, over all its credentials.',
  ),
  refusedPerDay: number(
    'GRANARY_REFUSED_PER_DAY',
    10_000,
    'Refusals of records and acts per day that tell one party the reason. After that it gets 429 until the next day.',
  ),
  // About two million reads: more than an office's programs make in a day.
  readBytesPerDay: number(
    'GRANARY_READ_BYTES_PER_DAY',
    256 * 1024 * 1024,
    'Bytes per day that the reads of one party, over all its credentials, may add to the audit log.',
  ),
  // Enough for a full-size photograph from the best phones.
  maxUploadBytes: number('GRANARY_MAX_UPLOAD_BYTES', 20 * 1024 * 1024, 'Largest picture, in bytes.'),
  // A device sends one picture at a time; each broken connection leaves one unfinished.
  maxUploads: number('GRANARY_MAX_UPLOADS', 32, 'Unfinished uploads of one credential.'),
  // Hundreds of photographs, or fifty of the largest: a day's harvest, and too little to fill a disk
  // overnight.
  uploadBytesPerDay: number(
    'GRANARY_UPLOAD_BYTES_PER_DAY',
    1024 * 1024 * 1024,
    'Bytes of uploads begun per day by one party, over all its credentials.',
  ),
  // A hundred of the largest pictures at once; each briefly takes twice its size on the disk.
  maxUnfinishedBytes: number(
    'GRANARY_MAX_UNFINISHED_BYTES',
    2 * 1024 * 1024 * 1024,
    'Announced bytes of all unfinished uploads together.',
  ),
  // A phone on a slow network is silent for less than this when it changes cells.
  uploadIdleSeconds: number(
    'GRANARY_UPLOAD_IDLE_SECONDS',
    30,
    'An upload that sends nothing for this long is cut off; what has arrived is kept.',
    1,
    3600,
  ),
  // Enough for a union's office: fifty phones behind one address, with a few connections each.
  maxConnectionsPerAddress: number(
    'GRANARY_MAX_CONNECTIONS_PER_ADDRESS',
    128,
    'Connections from one address. This machine and trusted proxies have no such limit.',
  ),
  maxConnections: number(
    'GRANARY_MAX_CONNECTIONS',
    1000,
    'Connections in total, but at most half of the files that the system lets the service open. The last 16 are reserved for this machine and trusted proxies.',
    32,
  ),
  // On a 2G network the kernel buffers tens of kilobytes at a time, which need most of a minute to arrive.
  writeIdleSeconds: number(
    'GRANARY_WRITE_IDLE_SECONDS',
    120,
    'A reply is cut off when the client has read nothing of it for this long.',
    1,
    3600,
  ),
  maxUnreadBytes: number(
    'GRANARY_MAX_UNREAD_BYTES',
    128 * 1024 * 1024,
    'Memory that replies may take while they are made and read, and packs while they are made, in total; at most a quarter of the heap. Beyond this, the reply stalled longest is cut off or the next one is refused. One party has at most three quarters of it.',
    16 * 1024 * 1024,
  ),
  maxUnreadBytesPerAddress: number(
    'GRANARY_MAX_UNREAD_BYTES_PER_ADDRESS',
    32 * 1024 * 1024,
    'The same for one address. A larger reply is sent only when no other is being made or read.',
    64 * 1024,
  ),
  bytesPerDay: number(
    'GRANARY_BYTES_PER_DAY',
    256 * 1024 * 1024,
    'Bytes written per day by one party, over all its credentials. Records of a batch that are refused or already stored count only for the credential.',
  ),
  refusalMs: number(
    'GRANARY_REFUSAL_MS',
    25,
    'Refusal delay in milliseconds: a refusal takes this long or a multiple of it, so that its time does not reveal whether the id exists. Set it well above the usual response time, at most 1000; 0 turns it off.',
    0,
    1000,
  ),
  minFreeBytes: number(
    'GRANARY_MIN_FREE_BYTES',
    256 * 1024 * 1024,
    'Writing stops while less disk space is free.',
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

/**
 * Settings that a manager chooses on the office page. They take effect at once: no part of a running service
 * may keep a copy of one, or of a value computed from it.
 */
export const CHOSEN_LIVE = [
  'country',
  'timeZone',
  'backupStore',
  'backupEvery',
  'weighInPrints',
  'receiptPaper',
  'crops',
  'units',
  'places',
  'messageHours',
  'messagesADay',
  'messageKinds',
] as const satisfies SettingName[]
export type LiveName = (typeof CHOSEN_LIVE)[number]
/** As they were typed. */
export type Chosen = Partial<Record<LiveName, string>>

/**
 * Returns the settings with the chosen ones replaced, and checks them.
 * @throws {SettingsFault} if any is invalid
 */
export const withChosen = (config: Config, chosen: Chosen): Config => readConfig({ ...config, ...chosen }, {})

/** Makes the running service use these settings. @param chosen already checked */
export const takeEffect = (config: Config, chosen: Partial<Pick<Config, LiveName>>): void =>
  void Object.assign(config, chosen)

/** Returns whether the environment sets it, which overrides the settings file of the folder. */
export const isSetAbove = (name: LiveName, environment: Readonly<NodeJS.ProcessEnv> = process.env): boolean =>
  (environment[SETTINGS[name].variable] ?? '') !== ''

/** Name, variable, default, meaning, heading and kind of every setting, for the documentation. */
export const settingsTable = Object.entries(SETTINGS).map(([name, spec]) => ({
  name: name as SettingName,
  variable: spec.variable,
  fallback: spec.fallback,
  meaning: spec.meaning,
  group: groupOf(spec.variable),
  kind: kindOf(spec),
}))

/** Returns the names of all variables of the environment and of the folder's settings file. */
export const variableNames = (data: string): string[] => Object.keys(environmentFor({ data }))

/** Every fault of the settings at once. */
export class SettingsFault extends OperatorFault {
  /** The settings, with the default for each invalid one: used to look for further errors. */
  readonly config: Config
  readonly atFault: ReadonlySet<SettingName>

  constructor(faults: readonly Message[], config: Config, atFault: ReadonlySet<SettingName>) {
    super(...withRemedy('setting.invalid', { count: faults.length, faults: { clauses: faults } }), 2)
    this.config = config
    this.atFault = atFault
  }
}

/**
 * Reads all settings.
 * @param flags from the command line; they override the environment
 * @throws {SettingsFault} that names every error
 */
export function readConfig(flags: Flags, environment: NodeJS.ProcessEnv = process.env): Config {
  const faults: Message[] = []
  const atFault = new Set<SettingName>()
  const config: Record<string, unknown> = {}
  for (const [name, spec] of entriesOf<SettingName, SettingSpec<unknown>>(SETTINGS)) {
    const given = flags[name]
    const text = given === undefined ? environment[spec.variable] : String(given)
    try {
      config[name] = text === undefined || text === '' ? spec.fallback : spec.read(text)
    } catch (error) {
      if (!(error instanceof ToldError)) throw error
      faults.push(message('setting.fault', { setting: shown(spec, must(text)), fault: error.what }))
      config[name] = spec.fallback
      atFault.add(name)
    }
  }
  const combined = combinedFaults(config as Config, atFault)
  faults.push(...combined.map(({ fault }) => fault))
  for (const { among } of combined) for (const name of among) atFault.add(name)
  if (faults.length > 0) throw new SettingsFault(faults, config as Config, atFault)
  return config as Config
}

type Flags = Partial<Record<SettingName, string | number | boolean | undefined>>

/** Reads the settings from the flags, else from the environment, else from the folder's settings file. */
export const ownConfig = (flags: Flags): Config => readConfig(flags, environmentFor(flags))

/** Returns whether the environment or the settings file sets it, even to its default. */
export const isSet = (name: SettingName, flags: Flags): boolean => settingText(name, flags) !== ''

export const variableOf = (name: SettingName): string => SETTINGS[name].variable

/** Returns a setting as the environment or the folder's settings file states it, unchecked; empty if neither does. */
export const settingText = (name: SettingName, flags: Flags): string =>
  environmentFor(flags)[SETTINGS[name].variable] ?? ''

/** Returns the locale of messages, such as `fr_CM.UTF-8`, by the precedence of POSIX; empty if none is set. */
export const localeOf = ({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv = process.env): string =>
  LC_ALL || LC_MESSAGES || LANG || ''

function environmentFor({ data }: Flags): NodeJS.ProcessEnv {
  const folder = [data, process.env[SETTINGS.data.variable]].find((text) => text !== undefined && text !== '')
  const chosen = CHOSEN_LIVE.map((name) => SETTINGS[name].variable)
  return withFolderSettings(process.env, String(folder ?? SETTINGS.data.fallback), chosen)
}

/** Returns a setting without its secret, or without the user and password before an address's "@". */
function shown(spec: SettingSpec<unknown>, text: string): string {
  return spec.secret ? spec.variable : `${spec.variable}="${text.replace(/^([a-z0-9]+:\/\/)?.*@/is, '$1…@')}"`
}

interface CombinedFault {
  readonly among: readonly SettingName[]
  readonly fault: Message
}

/** Returns the faults of settings that are valid alone but not together. */
function combinedFaults(config: Config, atFault: ReadonlySet<SettingName>): CombinedFault[] {
  const faults: CombinedFault[] = []
  if ((config.tlsCert === '') !== (config.tlsKey === ''))
    faults.push({ among: ['tlsCert', 'tlsKey'], fault: message('setting.tlsPair') })
  if (config.tls === 'off' && config.tlsCert !== '')
    faults.push({
      among: ['tls', 'tlsCert'],
      fault: message('setting.tlsOff'),
    })
  for (const name of ['objectStore', 'backupStore'] as const) {
    if (objectPlace(config[name]).kind !== 's3') continue
    const missing = S3_NEEDS.filter((need) => config[need] === '' && !atFault.has(need))
    if (missing.length > 0)
      faults.push({
        among: [name, ...missing],
        fault: message('setting.needs', {
          setting: `${SETTINGS[name].variable}="${config[name]}"`,
          needed: missing.map((need) => SETTINGS[need].variable).join(', '),
        }),
      })
  }
  if (publisherPlace(config.anchorPublisher)?.kind === 'witness' && config.anchorPublisherKey === '')
    faults.push({
      among: ['anchorPublisher', 'anchorPublisherKey'],
      fault: message('setting.needsWitnessKey', {
        setting: `GRANARY_ANCHOR_PUBLISHER="${config.anchorPublisher}"`,
      }),
    })
  return faults.filter(({ among }) => !among.some((name) => atFault.has(name)))
}

const S3_NEEDS = ['s3Endpoint', 's3AccessKey', 's3SecretKey'] as const

/** Returns the environment for a child process, with every setting as a variable; it needs no flags. */
export function asEnvironment(config: Config): NodeJS.ProcessEnv {
  const own = Object.entries(SETTINGS).map(([name, { variable }]) => [
    variable,
    String(config[name as SettingName]),
  ])
  return { ...process.env, ...Object.fromEntries(own) }
}

/** Returns the environment for a program of the operator's: without any setting, because some are secret. */
export const withoutSettings = (environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('GRANARY_')))

export function dataFiles(folder: string) {
  const root = resolve(folder)
  return {
    root,
    database: join(root, 'granary.db'),
    /** The database that "granary rebuild" is making; not to be used before it replaces the current one. */
    rebuilding: join(root, 'granary.db.rebuilding'),
    /** The previous database, kept until the rebuilt one has replaced it. */
    beforeRebuild: join(root, 'granary.db.before-rebuild'),
    lock: join(root, 'granary.lock'),
    /** Settings, unless the folder is that of the installed service (`settingsFileOf`). */
    settings: join(root, 'granary.env'),
    socket: join(root, 'granary.sock'),
    /** Exists once the first-day guide is no longer shown. */
    firstDay: join(root, 'first-day-over'),
    /** Sheets being imported on the office page, each in its own folder; emptied at every start. */
    imports: join(root, 'imports'),
    /** Column maps of the sheets imported on the office page. */
    importMaps: join(root, 'import-maps.json'),
    /** Operators' files being read on the office page, each in its own folder; emptied at every start. */
    paymentFiles: join(root, 'payment-files'),
    /** The map of operators' files that the office page was given last. */
    paymentMap: join(root, 'payment-map.json'),
    /** Lists of open amounts made on the office page; the newest ones. */
    paymentLists: join(root, 'payment-lists'),
    /** Lines of operators' files that a person must decide about, and those set aside. */
    waitingPayments: join(root, 'waiting-payments.json'),
    /** Answers saved for buying points (`record point save`). */
    buyingPoints: join(root, 'buying-points.json'),
    /** Pairs of similar members whom the office has marked as two people. */
    differentPeople: join(root, 'different-people.json'),
    /** Which notices were sent, and whether the last one failed; losing the file is harmless. */
    notices: join(root, 'notices.json'),
    /** Tokens of readers to whom their feed is sent, as the office page was given them. */
    feedTokens: join(root, 'feed-tokens'),
    /** The office's own map, as files of tiles. */
    maps: join(root, 'maps'),
    /** The object store, unless another is set. */
    objects: join(root, 'objects'),
    anchorKey: join(root, 'anchor.key'),
    /** TLS files, unless the settings name the operator's own certificate. */
    tls: join(root, 'tls'),
    /** The private authority: its key, followed by its certificate in the same file. */
    tlsAuthorityKey: join(root, 'tls', 'authority.key'),
    /** The authority's certificate alone, to copy to phones; recreated from the file above. */
    tlsAuthority: join(root, 'tls', 'authority.pem'),
    /** The server's key and certificate; recreated when lost. */
    tlsServer: join(root, 'tls', 'server.key'),
    /** Unfinished uploads; losing these files is harmless. */
    uploads: join(root, 'uploads'),
    /** Caches for backups, and temporary files of one in progress; losing these files is harmless. */
    backup: join(root, 'backup'),
    /** Present while a restore is unfinished: the folder must not be used. */
    restoring: join(root, 'restoring'),
  } as const
}
