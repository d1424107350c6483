import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { commandWords } from '../cli/language.ts'
import { note } from '../cli/print.ts'
import { objectPlace } from '../config/addresses.ts'
import {
  type Config,
  dataFiles,
  type SettingName,
  type SettingsFault,
  variableNames,
} from '../config/config.ts'
import { openPublisher } from '../proofs/anchor/open.ts'
import { OperatorFault, type Told, withRemedy } from '../words/fault.ts'
import { message } from '../words/message.ts'
import { oddSettings, wordsOfOdd } from './doctor/odd-settings.ts'
import { readOwnPair } from './tls/pair.ts'
import { refuseOpenNetwork, sourceOf } from './tls/source.ts'

/** Finds the startup errors that show before the data folder is opened. */

interface StartupCheck {
  /** The check depends on these settings. If one is invalid, a check of its default would mislead. */
  readonly settings: readonly SettingName[]
  readonly run: (config: Config) => void
}

const STARTUP_CHECKS: readonly StartupCheck[] = [
  { settings: ['listen', 'tls', 'tlsCert', 'tlsKey', 'insecureLan'], run: refuseOpenNetwork },
  {
    settings: ['tls', 'tlsCert', 'tlsKey'],
    run: (config) => {
      if (sourceOf(config) === 'own') readOwnPair(config)
    },
  },
  { settings: [], run: dataFolder },
  { settings: ['objectStore'], run: objectFolder },
  { settings: ['anchorPublisher', 'anchorPublisherKey'], run: openPublisher },
]

/**
 * @param settings their errors, if any
 * @throws {OperatorFault} naming every error and remedy
 */
export function refuseAtStart(config: Config, settings?: SettingsFault): void {
  const faults: OperatorFault[] = settings === undefined ? [] : [settings]
  for (const { settings: needed, run } of STARTUP_CHECKS) {
    if (needed.some((name) => settings?.atFault.has(name))) continue
    try {
      run(config)
    } catch (error) {
      if (!(error instanceof OperatorFault)) throw error
      faults.push(error)
    }
  }
  const [first, ...others] = faults
  if (first === undefined) return
  if (others.length === 0) throw first
  const numbered = (textOf: (fault: OperatorFault) => Told) =>
    faults
      .map((fault, i) => message('startup.numbered', { number: i + 1, text: textOf(fault) }))
      .reduce((first, next) => message('value.sentences', { first, next }))
  throw new OperatorFault(
    message('startup.several', { count: faults.length, errors: numbered(({ what }) => what) }),
    numbered(({ cure }) => cure),
    Math.max(...faults.map(({ exitCode }) => exitCode)),
  )
}

/** Unknown variables are probably mistakes, but the service starts anyway. */
export function warnOfOddSettings(config: Config): void {
  for (const odd of oddSettings(variableNames(config.data))) note(commandWords(config).tell(wordsOfOdd(odd)))
}

function dataFolder(config: Config): void {
  const { root } = dataFiles(config.data)
  if (!existsSync(root)) return
  if (statSync(root).isDirectory() && mayWriteTo(root)) return
  throw new OperatorFault(message('store.notWritable', { file: root }), message('startup.folder.remedy'))
}

/** Checks the folder only while there is no database: once it has pictures, its disk may be mounted later. */
function objectFolder(config: Config): void {
  const place = objectPlace(config.objectStore)
  if (place.kind !== 'folder' || place.path === '' || existsSync(dataFiles(config.data).database)) return
  const path = resolve(place.path)
  const isUsable = existsSync(path)
    ? statSync(path).isDirectory() && mayWriteTo(path)
    : existsSync(dirname(path)) && mayWriteTo(dirname(path))
  if (isUsable) return
  throw new OperatorFault(...withRemedy('startup.objects', { path }))
}

function mayWriteTo(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
