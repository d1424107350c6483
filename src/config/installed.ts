import { readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { errorCode } from '../base/error-kinds.ts'
import { OperatorFault } from '../base/problem.ts'
import { readSettingsFile } from './settings-file.ts'

/** Paths and user of the Debian package (packaging/deb.mjs). */
export const INSTALLED = {
  program: '/usr/bin/granary',
  data: '/var/lib/granary',
  settings: '/etc/granary/granary.env',
  user: 'granary',
} as const

/** Is this the program of the package? Any other acts on the folder it is given, as the user who started it. */
export const isInstalled = (program: string = process.execPath): boolean => program === INSTALLED.program

/** The service's folder, even when named explicitly: root must not write there or follow links that its user made. */
export function isServiceFolder(folder: string, data: string = INSTALLED.data): boolean {
  try {
    return realpathSync(folder) === realpathSync(data)
  } catch {
    return resolve(folder) === data
  }
}

/**
 * Does a command concern the folder of the installed service?
 * @param folder from the command line; undefined when none was given
 */
export const isOfService = (folder: string | undefined, installed: boolean = isInstalled()): boolean =>
  installed && (folder === undefined || isServiceFolder(folder))

/** What to do where there is no data folder. The package made that of the service: if it is gone, so are its records. */
export const noFolderRemedy = (folder: string | undefined, installed: boolean = isInstalled()): string =>
  isOfService(folder, installed)
    ? 'Move it back to where it was, or restore a backup: sudo granary backup restore --from PLACE --identity -'
    : 'Name the right one with --data, or make a new one with: granary init --name "Your cooperative"'

/** The command that starts the service. @param options of "granary serve", when no package is installed */
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

/** @throws {OperatorFault} with the right command */
export function refuseStranger(command: string): never {
  throw new OperatorFault(
    `The records on this machine belong to its service; only an administrator may use this command.`,
    `Run: sudo granary ${command}. For a folder of your own, add --data.`,
  )
}

/**
 * The environment plus the settings of the installed service. Variables given to this command win.
 * @throws {OperatorFault} when the file cannot be read
 */
export function withInstalledSettings(
  environment: Readonly<NodeJS.ProcessEnv>,
  file: string = INSTALLED.settings,
): NodeJS.ProcessEnv {
  return { GRANARY_DATA: INSTALLED.data, ...readSettingsFile(textOf(file)), ...environment }
}

/** The settings file of a data folder: that of the installed service, else one in the folder. */
export const settingsFileOf = (folder: string, installed: boolean = isInstalled()): string =>
  isOfService(folder, installed) ? INSTALLED.settings : ownSettingsFile(folder)

/** In the folder itself, where the service may write: what was chosen at the office page. */
export const ownSettingsFile = (folder: string): string => join(resolve(folder), 'granary.env')

/**
 * The environment plus the settings file of a data folder. Variables given to this command win. The file cannot move the
 * folder that it lies in. Settings of the installed service are in the environment already (systemd, or `enter`): the file in
 * its folder, which the service itself may write, sets only what is chosen at the office page.
 * @param chosen the variables of those settings
 * @throws {OperatorFault} when the file is there and cannot be read
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

/** Of a folder that is missing, or another user's, its opening tells more. */
const NO_FOLDER: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EACCES']

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    if (NO_FOLDER.includes(code)) return ''
    throw new OperatorFault(
      `The settings in ${file} cannot be read (${code}).`,
      'Make it a plain file that this user can read, or remove it and run granary setup again.',
    )
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    // The service also starts without it.
    if (code === 'ENOENT') return ''
    throw new OperatorFault(
      `The settings in ${file} cannot be read (${code}).`,
      `Restore its owner and mode: sudo chown root:${INSTALLED.user} ${file}; sudo chmod 640 ${file}`,
    )
  }
}
