import {
  isLoopback,
  listenAddress,
  noticeTarget,
  objectPlace,
  publisherPlace,
} from '../../config/addresses.ts'
import { type Config, type SettingName, settingsTable } from '../../config/config.ts'
import { languageOf } from '../../words/language.ts'

/** For each setting, the word for the kind of its value. */
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
  notice: ({ notice }) => noticeTarget(notice)?.kind ?? 'none',
  s3Endpoint: ({ s3Endpoint }) =>
    s3Endpoint === '' ? 'none' : s3Endpoint.startsWith('https:') ? 'https' : 'http',
  language: ({ language }) => languageOf(language)?.code ?? 'none',
  logLevel: ({ logLevel }) =>
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'].find((one) => one === logLevel) ?? '',
  tls: ({ tls }) => (tls === 'off' ? 'off' : 'auto'),
  backupEvery: ({ backupEvery }) => /^(off|\d{1,5}[mhd])$/.exec(backupEvery)?.[1] ?? '',
}

/**
 * The settings in a support bundle. Numbers and switches are shown. For any other setting the bundle shows
 * whether it has its default and, if useful, the kind of its value in a word from this file, but never the
 * value.
 */
export const settingsSummary = (config: Config) =>
  settingsTable.map(({ name, variable, fallback, kind }) => {
    const summary = { variable, is_default: config[name] === fallback }
    const value = config[name]
    if (kind === 'number' || kind === 'flag') return { ...summary, value }
    const word = KINDS[name]?.(config)
    return word === undefined ? summary : { ...summary, value: word }
  })
