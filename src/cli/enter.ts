import { execFileSync } from 'node:child_process'
import { existsSync, lchownSync, mkdirSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import type { Command } from 'commander'
import { kindWords } from '../base/error-kinds.ts'
import { must } from '../base/typed.ts'
import {
  actingAs,
  INSTALLED,
  isInstalled,
  isServiceFolder,
  refuseStranger,
  withInstalledSettings,
} from '../config/installed.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { message } from '../words/message.ts'
import type { GlobalOptions } from './context.ts'
import { actInTurn, joinGroups, type SystemUser } from './operator-files.ts'
import { rememberOperator, userName, whoActs } from './operator-name.ts'
import { TICKET_VARIABLE, ticketWord } from './tickets.ts'

/**
 * Runs before every command of an installed Granary. `sudo granary …` then acts on the service's folder, with
 * the service's settings and as its user, so that no file there belongs to root. Has no effect on a folder
 * that is named with --data or GRANARY_DATA, unless it is the service's.
 * @param path of the command, such as "record add"
 * @throws {OperatorFault} when the user is neither root nor the service's user
 */
export function enter(command: Command, path: string): void {
  const ticket = process.env[TICKET_VARIABLE]
  if (ticket !== undefined) rememberOperator(ticketWord(ticket))
  const { data } = command.optsWithGlobals<GlobalOptions>()
  const named = data ?? process.env.GRANARY_DATA
  if (!isMainThread || !isInstalled() || (named !== undefined && !isServiceFolder(named))) return
  const [uid, username] = [must(process.getuid?.()), userName()]
  const acting = actingAs(uid, username)
  if (acting === 'stranger') refuseStranger(path)
  // The systemd units name the folder, and systemd has already read the settings, which the service's user
  // may not be able to read.
  if (acting === 'service' && named !== undefined) return
  if (ticket === undefined) rememberOperator(whoActs(uid, username, process.env))
  Object.assign(process.env, withInstalledSettings(process.env))
  if (acting === 'service') return
  const service = serviceUser()
  if (path === 'backup restore') makeServiceFolder(INSTALLED.data, service)
  if (namesFile(command) || WRITES_HERE.includes(path))
    actInTurn({ operator: operatorOf(process.env), service })
  else becomeForGood(service)
}

/**
 * Makes a folder for the service where its user may not make one: its data folder, if that was moved away, or
 * a folder on another disk.
 * @throws {OperatorFault} when the folder cannot be made
 */
export function makeServiceFolder(folder: string, { uid, gid }: SystemUser): void {
  try {
    if (existsSync(folder)) return
    mkdirSync(folder, { mode: 0o700 })
    // Never through a link: the owner of the folder above may have replaced the new folder by one.
    lchownSync(folder, uid, gid)
  } catch (error) {
    throw new OperatorFault(
      message('store.folderNotMade', { folder, code: kindWords(error) }),
      message('store.folderNotMade.remedyAbove'),
    )
  }
}

/** These commands may also write files that the arguments do not name, outside the data folder. */
const WRITES_HERE = ['support-bundle', 'setup']

/**
 * Whether the command names a file or a new folder of the operator. By convention, the argument or the value
 * of the option is called <file>, or the option is --out.
 */
export function namesFile(command: Command): boolean {
  return (
    command.registeredArguments.some(
      (argument, i) => argument.name() === 'file' && command.args[i] !== undefined,
    ) ||
    command.options.some(
      (option) =>
        (option.flags.includes('<file>') || option.long === '--out') &&
        ![undefined, '-'].includes(command.getOptionValue(option.attributeName())),
    )
  )
}

function becomeForGood({ uid, gid, name }: SystemUser): void {
  joinGroups(name, gid)
  process.setgid?.(gid)
  process.setuid?.(uid)
}

function serviceUser(): SystemUser {
  const { user } = INSTALLED
  try {
    const id = (which: string) =>
      Number(execFileSync('/usr/bin/id', [which, user], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g'), name: user }
  } catch {
    throw new OperatorFault(...withRemedy('command.noUser', { user }))
  }
}

/** Returns the user who typed "sudo", or else root. */
function operatorOf({ SUDO_UID, SUDO_GID }: Readonly<NodeJS.ProcessEnv>): SystemUser {
  const [uid, gid] = [SUDO_UID, SUDO_GID].map((text) => (/^\d{1,10}$/.test(text ?? '') ? Number(text) : null))
  return uid == null || gid == null ? { uid: 0, gid: 0, name: 0 } : { uid, gid, name: uid }
}
