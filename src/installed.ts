import { readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { OperatorFault } from './problem.ts'
import { readSettingsFile } from './settings-file.ts'

/** Where the Debian package puts things, and to whom they belong (packaging/deb.mjs). */
export const INSTALLED = {
  program: '/usr/bin/granary',
  data: '/var/lib/granary',
  settings: '/etc/granary/granary.env',
  user: 'granary',
} as const

/** Is this the program that the package installed? Any other acts on the folder it is told, as whoever started it. */
export const isInstalled = (program: string = process.execPath): boolean => program === INSTALLED.program

/** Named or not, it is the service's: root must not write in it, nor follow what its user has put there. */
export function isServiceFolder(folder: string, data: string = INSTALLED.data): boolean {
  try {
    return realpathSync(folder) === realpathSync(data)
  } catch {
    return resolve(folder) === data
  }
}

/**
 * Is a command about the folder of the installed service?
 * @param folder named on the command line; undefined: none was
 */
export const isOfService = (folder: string | undefined, installed: boolean = isInstalled()): boolean =>
  installed && (folder === undefined || isServiceFolder(folder))

/** How the service is started, as whoever reads it types it. @param options of "granary serve", where no package was installed */
export function startWords(
  folder: string | undefined,
  options = '',
  installed: boolean = isInstalled(),
): string {
  if (isOfService(folder, installed)) return 'sudo systemctl restart granary'
  return `granary serve${options}${folder === undefined ? '' : ` --data ${folder}`}`
}

/** As whom a command acts on the installed data folder. */
export type Acting = 'service' | 'root' | 'stranger'

export function actingAs(uid: number, username: string): Acting {
  if (uid === 0) return 'root'
  return username === INSTALLED.user ? 'service' : 'stranger'
}

/** @throws {OperatorFault} which says how it is done */
export function refuseStranger(command: string): never {
  throw new OperatorFault(
    `The records on this machine belong to its service, and only an administrator acts on them.`,
    `Run it as one: sudo granary ${command}. A folder of your own is named with --data.`,
  )
}

/**
 * The environment with the settings of the installed service. What was given for this one command wins.
 * @throws {OperatorFault} when the file cannot be read
 */
export function withInstalledSettings(
  environment: Readonly<NodeJS.ProcessEnv>,
  file: string = INSTALLED.settings,
): NodeJS.ProcessEnv {
  return { GRANARY_DATA: INSTALLED.data, ...readSettingsFile(textOf(file)), ...environment }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // The service, too, begins without it.
    if (code === 'ENOENT') return ''
    throw new OperatorFault(
      `The settings in ${file} cannot be read (${code}).`,
      `Put their owner right: sudo chown root:${INSTALLED.user} ${file}; sudo chmod 640 ${file}`,
    )
  }
}
