import { isLoopback, listenAddress, objectPlace, publisherPlace } from '../../config/addresses.ts'
import { type Config, type SettingName, settingsTable } from '../../config/config.ts'
import { languageOf } from '../../words/language.ts'

/**
 * Settings in a support bundle. Numbers and switches are shown; of any other only whether it is set and, if useful, its kind
 * in a word from this file. Their values are never passed on.
 */
export interface SettingSummary {
  readonly variable: string
  readonly is_default: boolean
  /** A number or switch, or one of the words below; left out when nothing more is shown. */
  readonly value?: number | boolean | string
}

/** A word for the kind of a value. */
const KINDS: { readonly [K in SettingName]?: (config: Config) => string } = {
  listen: ({ listen }) => {
    const { host } = listenAddress(listen)
    if (isLoopback(host)) return 'this machine only'
    return host === '0.0.0.0' || host === '::' ? 'every address' : 'one address'
  },
  publicUrl: ({ publicUrl }) =>
    publicUrl === '' ? 'none' : publicUrl.startsWith('https:') ? 'https' : 'http',
  objectStore: ({ objectStore }) => objectPlace(objectStore).kind,
  backupStore: ({ backupStore }) => (backupStore === '' ? 'none' : objectPlace(backupStore).kind),
  anchorPublisher: ({ anchorPublisher }) => publisherPlace(anchorPublisher)?.kind ?? 'none',
  s3Endpoint: ({ s3Endpoint }) =>
    s3Endpoint === '' ? 'none' : s3Endpoint.startsWith('https:') ? 'https' : 'http',
  language: ({ language }) => languageOf(language)?.code ?? 'none',
  logLevel: ({ logLevel }) =>
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'].find((one) => one === logLevel) ?? '',
  tls: ({ tls }) => (tls === 'off' ? 'off' : 'auto'),
  backupEvery: ({ backupEvery }) => /^(off|\d{1,5}[mhd])$/.exec(backupEvery)?.[1] ?? '',
}

export const settingsSummary = (config: Config): SettingSummary[] =>
  settingsTable.map(({ name, variable, fallback, kind }) => {
    const told = { variable, is_default: config[name] === fallback }
    const value = config[name]
    if (kind === 'number' || kind === 'flag') return { ...told, value }
    const word = KINDS[name]?.(config)
    return word === undefined ? told : { ...told, value: word }
  })
