import { errorCode } from '../../base/error-kinds.ts'
import {
  type Chosen,
  type Config,
  dataFiles,
  isSetAbove,
  type LiveName,
  takeEffect,
  variableOf,
  withChosen,
} from '../../config/config.ts'
import { isInstalled, isOfService, ownSettingsFile, startWords } from '../../config/installed.ts'
import { noteAct } from '../../store/doer.ts'
import type { Store } from '../../store/store.ts'
import { typed } from '../../words/english.ts'
import { OperatorFault } from '../../words/fault.ts'
import { writeSettings } from './settings-edit.ts'

/** Settings that are chosen while the service runs, and take effect at once. */

export interface ChoosingPorts {
  readonly config: Config
  readonly store: Store
}

/** Flags of `granary setup` that set them. */
export const SETTING_FLAGS = {
  country: '--country',
  timeZone: '--time-zone',
  backupStore: '--backup-store',
  backupEvery: '--backup-every',
} as const satisfies Readonly<Record<LiveName, string>>

/** The command that sets them at the server, and has the service take them. */
export function commandFor(config: Pick<Config, 'data'>, chosen: Chosen): string {
  const installed = isOfService(config.data)
  const root = dataFiles(config.data).root
  const flags = Object.entries(chosen).map(
    ([name, value]) => `${SETTING_FLAGS[name as LiveName]} ${typed(value)}`,
  )
  const words = [installed ? 'sudo granary' : 'granary', 'setup', ...flags]
  return installed
    ? `${words.join(' ')} && ${startWords(undefined)}`
    : `${words.join(' ')} --data ${typed(root)}`
}

/**
 * Writes them into the settings file of the data folder, and goes by them from then on: once they are on the disk, a start finds
 * them too.
 * @throws {OperatorFault} when they cannot be, or cannot be written here, with the command that does it
 */
export async function choose(
  { config, store }: ChoosingPorts,
  operator: string,
  chosen: Chosen,
): Promise<void> {
  const wanted = withChosen(config, chosen)
  const names = (Object.keys(chosen) as LiveName[]).filter((name) => wanted[name] !== config[name])
  if (names.length === 0) return
  const changed: Chosen = Object.fromEntries(names.map((name) => [name, wanted[name]]))
  const above = names.find((name) => isSetAbove(name))
  if (above !== undefined)
    throw new OperatorFault(
      `${variableOf(above)} is set at the server, which wins.`,
      aboveRemedy(config, changed),
    )
  const file = ownSettingsFile(config.data)
  try {
    writeSettings(file, changed)
  } catch (error) {
    if (error instanceof OperatorFault) throw error
    throw new OperatorFault(
      `The settings file ${file} cannot be written (${errorCode(error)}).`,
      `Type this at the server: ${commandFor(config, changed)}`,
    )
  }
  takeEffect(config, changed)
  await store.writer.submit(() =>
    noteAct(
      store,
      { credential: null, operator },
      'settings',
      Object.fromEntries(names.map((name) => [variableOf(name), wanted[name]])),
    ),
  )
}

const aboveRemedy = (config: Config, chosen: Chosen): string =>
  isInstalled()
    ? `Type this there: ${commandFor(config, chosen)}`
    : 'Take it out of the environment that the service is started with, and start it again.'
