import { type Config, type SettingName, settingsTable } from '../../config.ts'
import { isLoopback, listenAddress, objectPlace, publisherPlace } from '../../places.ts'

/**
 * Settings as a support bundle tells them. Numbers and switches are told; of every other setting, whether it is set, and
 * where it helps, of what kind it is: a word of this file's own. No value of theirs is passed on.
 */
export interface ToldSetting {
  readonly variable: string
  readonly is_default: boolean
  /** A number or switch, or one of the words below; left out where nothing more is told. */
  readonly value?: number | boolean | string
}

/** Of a value, a word that says of what kind it is. */
const KINDS: { readonly [K in SettingName]?: (config: Config) => string } = {
  listen: ({ listen }) => {
    const { host } = listenAddress(listen)
    if (isLoopback(host)) return 'this machine alone'
    return host === '0.0.0.0' || host === '::' ? 'every address' : 'one address'
  },
  publicUrl: ({ publicUrl }) =>
    publicUrl === '' ? 'none' : publicUrl.startsWith('https:') ? 'https' : 'http',
  objectStore: ({ objectStore }) => objectPlace(objectStore).kind,
  backupStore: ({ backupStore }) => (backupStore === '' ? 'none' : objectPlace(backupStore).kind),
  anchorPublisher: ({ anchorPublisher }) => publisherPlace(anchorPublisher)?.kind ?? 'none',
  s3Endpoint: ({ s3Endpoint }) =>
    s3Endpoint === '' ? 'none' : s3Endpoint.startsWith('https:') ? 'https' : 'http',
  logLevel: ({ logLevel }) =>
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'].find((one) => one === logLevel) ?? '',
  tls: ({ tls }) => (tls === 'off' ? 'off' : 'auto'),
  backupEvery: ({ backupEvery }) => /^(off|\d{1,5}[mhd])$/.exec(backupEvery)?.[1] ?? '',
}

export const toldSettings = (config: Config): ToldSetting[] =>
  settingsTable.map(({ name, variable, fallback, kind }) => {
    const told = { variable, is_default: config[name] === fallback }
    const value = config[name]
    if (kind === 'number' || kind === 'flag') return { ...told, value }
    const word = KINDS[name]?.(config)
    return word === undefined ? told : { ...told, value: word }
  })
