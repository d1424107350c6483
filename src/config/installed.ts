import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { kindWords } from '../base/error-kinds.ts'
import { readRegular } from '../base/read-regular.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { type Message, message } from '../words/message.ts'
import { readSettingsFile } from './settings-file.ts'

/** Paths and user of the Debian package (packaging/deb.mjs). */
export const INSTALLED = {
  program: '/usr/bin/granary',
  data: '/var/lib/granary',
  settings: '/etc/granary/granary.env',
  user: 'granary',
} as const

/** Returns whether this program is the package's. Any other copy works on the folder it is given. */
export const isInstalled = (program: string = process.execPath): boolean => program === INSTALLED.program

/**
 * Returns whether a folder is the installed service's, even when named explicitly: root must not write there,
 * or follow links that the service's user made.
 */
export function isServiceFolder(folder: string, data: string = INSTALLED.data): boolean {
  try {
    return realpathSync(folder) === realpathSync(data)
  } catch {
    return resolve(folder) === data
  }
}

/**
 * Returns whether a command concerns the folder of the installed service.
 * @param folder from the command line; undefined when none was given
 */
export const isOfService = (folder: string | undefined, installed: boolean = isInstalled()): boolean =>
  installed && (folder === undefined || isServiceFolder(folder))

/**
 * Returns the remedy for a missing data folder. The package makes the service's folder, so if that one is
 * missing, its records are too.
 */
export const noFolderRemedy = (folder: string | undefined, installed: boolean = isInstalled()): Message =>
  message(isOfService(folder, installed) ? 'store.noFolder.remedyInstalled' : 'store.noFolder.remedy')

/** Returns the command that starts the service. @param options for "granary serve" without a package */
export function startWords(
  folder: string | undefined,
  options = '',
  installed: boolean = isInstalled(),
): string {
  if (isOfService(folder, installed)) return 'sudo systemctl restart granary'
  return `granary serve${options}${folder === undefined ? '' : ` --data ${folder}`}`
}

export type Acting = 'service' | 'root' | 'stranger'

export function actingAs(uid: number, username: string): Acting {
  if (uid === 0) return 'root'
  return username === INSTALLED.user ? 'service' : 'stranger'
}

/** @throws {OperatorFault} naming the right command */
export function refuseStranger(command: string): never {
  throw new OperatorFault(...withRemedy('settings.administrator', null, { command }))
}

/**
 * Returns the environment plus the settings of the installed service. Variables of this command's environment
 * win.
 * @throws {OperatorFault} when the file cannot be read
 */
export function withInstalledSettings(
  environment: Readonly<NodeJS.ProcessEnv>,
  file: string = INSTALLED.settings,
): NodeJS.ProcessEnv {
  return { GRANARY_DATA: INSTALLED.data, ...readSettingsFile(textOf(file)), ...environment }
}

/** Returns the path of a data folder's settings file: the installed service's, else one in the folder. */
export const settingsFileOf = (folder: string, installed: boolean = isInstalled()): string =>
  isOfService(folder, installed) ? INSTALLED.settings : ownSettingsFile(folder)

/** Returns the settings file in the folder itself, where the service saves choices from the office page. */
export const ownSettingsFile = (folder: string): string => join(resolve(folder), 'granary.env')

/**
 * Returns the environment plus the settings file of a data folder. Variables of this command's environment
 * win. The file cannot name another data folder. The installed service already has its settings in the
 * environment (from systemd or `enter`): the file in its folder, which the service may write, sets only what
 * the office page lets people choose.
 * @param chosen variables of the settings that can be chosen there
 * @throws {OperatorFault} when the file exists but cannot be read
 */
export function withFolderSettings(
  environment: Readonly<NodeJS.ProcessEnv>,
  folder: string,
  chosen: readonly string[],
  ofService: boolean = isOfService(folder),
): NodeJS.ProcessEnv {
  const { GRANARY_DATA: _, ...set } = readSettingsFile(textIn(ownSettingsFile(folder)))
  if (!ofService) return { ...set, ...environment }
  const own = Object.entries(set).filter(([name]) => chosen.includes(name))
  return { ...Object.fromEntries(own), ...environment }
}

/** Errors of a missing folder or another user's, ignored here: opening the folder reports them better. */
const NO_FOLDER: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EACCES']

function textIn(file: string): string {
  try {
    return readRegular(file).toString()
  } catch (error) {
    const code = kindWords(error)
    if (NO_FOLDER.includes(code)) return ''
    throw new OperatorFault(...withRemedy('settings.unreadable', { file, code }))
  }
}

function textOf(file: string): string {
  try {
    return readRegular(file).toString()
  } catch (error) {
    const code = kindWords(error)
    // The service also starts without the file.
    if (code === 'ENOENT') return ''
    throw new OperatorFault(
      message('settings.unreadable', { file, code }),
      message('settings.unreadable.remedyInstalled', { file, user: INSTALLED.user }),
    )
  }
}
