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
import { noteAct } from '../../store/acts/doer.ts'
import { typed } from '../../text/shell.ts'
import { OperatorFault } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import type { MachineKernel } from '../kernel.ts'
import { writeSettings } from './settings-edit.ts'

/** Changes settings while the service runs. They take effect at once. */

/** The flag that sets a setting, such as `--time-zone` for `timeZone`. */
export const flagOf = (setting: string): string =>
  `--${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The command that sets these settings on the server, and starts the service with them. */
export function commandFor(config: Pick<Config, 'data'>, chosen: Chosen): string {
  const installed = isOfService(config.data)
  const root = dataFiles(config.data).root
  const flags = Object.entries(chosen).map(([name, value]) => `${flagOf(name)} ${typed(value)}`)
  const words = [installed ? 'sudo granary' : 'granary', 'setup', ...flags]
  return installed
    ? `${words.join(' ')} && ${startWords(undefined)}`
    : `${words.join(' ')} --data ${typed(root)}`
}

/**
 * Writes the chosen settings into the settings file of the data folder, and uses them from then on. They are
 * on the disk before they are used, so the next start uses them too.
 * @throws {OperatorFault} when a value is invalid, or cannot be written here; the remedy is the command that
 *   sets it
 */
export async function choose(
  { config, store }: MachineKernel,
  operator: string,
  chosen: Chosen,
): Promise<void> {
  const wanted = withChosen(config, chosen)
  const names = (Object.keys(chosen) as LiveName[]).filter((name) => wanted[name] !== config[name])
  if (names.length === 0) return
  const changed: Chosen = Object.fromEntries(names.map((name) => [name, String(wanted[name])]))
  const above = names.find((name) => isSetAbove(name))
  if (above !== undefined)
    throw new OperatorFault(
      message('setting.above', { variable: variableOf(above) }),
      aboveRemedy(config, changed),
    )
  const cure = message('setting.locked.remedy', { command: commandFor(config, changed) })
  // The page is for a manager, who may pass the command on.
  writeSettings(ownSettingsFile(config.data), changed, { onTerminal: cure, onPage: cure })
  takeEffect(config, Object.fromEntries(names.map((name) => [name, wanted[name]])))
  await store.writer.submit(() =>
    noteAct(
      store,
      { credential: null, operator },
      'settings',
      Object.fromEntries(names.map((name) => [variableOf(name), wanted[name]])),
    ),
  )
}

const aboveRemedy = (config: Config, chosen: Chosen): Message =>
  isInstalled()
    ? message('setting.above.remedy', { command: commandFor(config, chosen) })
    : message('setting.above.environment')
