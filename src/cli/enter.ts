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
import { OperatorFault } from '../words/fault.ts'
import { message } from '../words/message.ts'
import type { GlobalOptions } from './context.ts'
import { actInTurn, joinGroups, type SystemUser } from './operator-files.ts'
import { rememberOperator, userName, whoActs } from './operator-name.ts'
import { TICKET_VARIABLE, ticketWord } from './tickets.ts'

/**
 * Runs before every command of an installed Granary: `sudo granary …` acts on the service's folder, with its settings and as
 * its user, so that no file there belongs to root. A folder given with --data or GRANARY_DATA is used as is.
 * @param path of the command, such as "record add"
 * @throws {OperatorFault} when another user types it
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
  // The units name the folder, and systemd has already read the settings, which this user may not be able to read.
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
 * A folder of the service's where its user may not make one: its data folder that was moved away, or one on a disk.
 * @throws {OperatorFault}
 */
export function makeServiceFolder(folder: string, { uid, gid }: SystemUser): void {
  try {
    if (existsSync(folder)) return
    mkdirSync(folder, { mode: 0o700 })
    // Never through a link: whoever owns the folder above may have put one in its place.
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

/** Does the command name a file or a new folder of the operator's? By convention it is called <file>, or is what --out names. */
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
    throw new OperatorFault(message('command.noUser', { user }), message('command.noUser.remedy'))
  }
}

/** The user who typed "sudo"; else root. */
function operatorOf({ SUDO_UID, SUDO_GID }: Readonly<NodeJS.ProcessEnv>): SystemUser {
  const [uid, gid] = [SUDO_UID, SUDO_GID].map((text) => (/^\d{1,10}$/.test(text ?? '') ? Number(text) : null))
  return uid == null || gid == null ? { uid: 0, gid: 0, name: 0 } : { uid, gid, name: uid }
}
