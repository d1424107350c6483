import { closeSync, constants, lstatSync, openSync, readlinkSync, writeFileSync } from 'node:fs'
import { errorCode } from '../base/error-kinds.ts'
import { NotAFile, readRegular, TooLarge } from '../base/read-regular.ts'
import { must } from '../base/typed.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'

/**
 * Reads and writes the operator's own files with the rights of the person who typed the command, while the
 * program otherwise runs as the service's user. So the service needs no access to home folders, and new files
 * belong to that person.
 */

/** A user of the system, with the groups that list it by name. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
  /** The name by which to find the user's groups; a number, if the user has no name on this machine. */
  readonly name: string | number
}

interface Turn {
  readonly operator: SystemUser
  readonly service: SystemUser
}

let turn: Turn | null = null
/** The user as whom this program acts now; null unless it acts in turn. */
let acting: SystemUser | null = null

/**
 * From now on this program runs as the service's user, and as the operator only within {@link asOperator}.
 */
export function actInTurn(between: Turn): void {
  turn = between
  acting = between.service
  become(between.service)
}

/** Works on the operator's files. The work is synchronous, so that nothing else runs with these rights. */
export const asOperator = <T>(work: () => T): T => (turn === null ? work() : as(turn.operator, work))

/**
 * Whether another program with this process id is running. A program that was killed leaves the file with its
 * process id behind.
 */
export function isOtherProgram(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

const ROOT: SystemUser = { uid: 0, gid: 0, name: 0 }

/**
 * Works, synchronously, on files of the machine: the settings file, or a folder on another disk. If the
 * program does not act in turn, it works as its own user.
 */
export const asRoot = <T>(work: () => T): T => (turn === null ? work() : as(ROOT, work))

/** Works as a user, then acts again as the user before: such work may be nested. */
function as<T>(user: SystemUser, work: () => T): T {
  const before = must(acting)
  const switchTo = (next: SystemUser) => {
    acting = next
    become(next)
  }
  switchTo(user)
  try {
    return work()
  } finally {
    switchTo(before)
  }
}

/** Returns the service's user while this program acts for the service and the operator in turn; else null. */
export const serviceInTurn = (): SystemUser | null => turn?.service ?? null

interface FileReading {
  /** Checked before it is read. */
  readonly mostBytes?: number
  /** Makes the fault of a file that cannot be read. */
  readonly unreadable?: (error: unknown) => Error
  /** For a path that is not a file. */
  readonly exitCode?: number
}

/**
 * Reads one of the operator's files: a regular file, because a pipe might never end.
 * @throws {OperatorFault} when it is not a file, cannot be read, or is larger
 */
export function readOperatorFile(
  file: string,
  { mostBytes = Number.POSITIVE_INFINITY, unreadable, exitCode }: FileReading = {},
): Buffer {
  try {
    return asOperator(() => readRegular(file, mostBytes))
  } catch (error) {
    if (error instanceof NotAFile)
      throw new OperatorFault(...withRemedy('command.notAFile', { file, kind: error.kind }), exitCode)
    if (error instanceof TooLarge)
      throw new OperatorFault(...withRemedy('command.tooLarge', { file, most: mostBytes / 1024 / 1024 }))
    throw unreadable?.(error) ?? new OperatorFault(...withRemedy('command.notReadable', { file }))
  }
}

/*
 * Output never goes through a link that someone else may have placed under the name: new files are made with
 * O_EXCL (`new-file.ts`), and these are the rules for files that are replaced and for folders. Links in the path
 * above are the operator's own choice, such as a folder on another disk.
 */

const REPLACED =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Writes a file of the operator, in place of one with this name. @throws the system's error, as for a link */
export function replaceOperatorFile(file: string, text: string): void {
  const fd = asOperator(() => openSync(file, REPLACED, 0o600))
  try {
    writeFileSync(fd, text)
  } finally {
    closeSync(fd)
  }
}

/** @throws {OperatorFault} if a folder for output is a link. Call when it was made, as the operator */
export function refuseLink(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new OperatorFault(...withRemedy('command.linkedFolder', { path: folder, to: readlinkSync(folder) }))
}

/** Sets the effective user only: the real user stays root, so that the program can switch back. */
function become({ uid, gid, name }: SystemUser): void {
  process.seteuid?.(0)
  joinGroups(name, gid)
  process.setegid?.(gid)
  process.seteuid?.(uid)
}

/**
 * Sets exactly the groups of a user (initgroups(3), missing from Node's types). A folder may belong to a user
 * id that has no name on this machine; then only the group of the folder is set.
 */
export function joinGroups(name: string | number, gid: number): void {
  const { initgroups } = process as { initgroups?: (name: string | number, gid: number) => void }
  try {
    initgroups?.call(process, name, gid)
  } catch (error) {
    if (errorCode(error) !== 'ERR_UNKNOWN_CREDENTIAL') throw error
    process.setgroups?.([gid])
  }
}
