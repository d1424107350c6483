import { readFileSync } from 'node:fs'
import { errorCode } from '../base/error-kinds.ts'
import { must } from '../base/typed.ts'
import { OperatorFault } from '../words/fault.ts'
import { message } from '../words/message.ts'

/**
 * The operator's own files, while the program runs as the service's user: read and written with the rights of the person who
 * typed the command. So the service needs no access to homes, and new files belong to that person.
 */

/** A user of the system, with the groups that list it by name. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
  /** Name, to look up its groups; a user without one has only the group of the folder. */
  readonly name: string | number
}

interface Turn {
  readonly operator: SystemUser
  readonly service: SystemUser
}

let turn: Turn | null = null
/** As whom this program acts now, while there is a turn. */
let acting: SystemUser | null = null

/** From now on this program runs as the service's user, and as the operator only within {@link asOperator}. */
export function actInTurn(between: Turn): void {
  turn = between
  acting = between.service
  become(between.service)
}

/** Synchronous work on the operator's files: nothing else may run meanwhile. */
export const asOperator = <T>(work: () => T): T => (turn === null ? work() : as(turn.operator, work))

/** Whether another program of this machine has the number that a file notes. One that was killed leaves the file behind. */
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

/** Synchronous work on what belongs to the machine: the settings file, a folder on a disk. Without a turn: as this user. */
export const asRoot = <T>(work: () => T): T => (turn === null ? work() : as(ROOT, work))

/** Afterwards it acts as before: such work may be part of other such work. */
function as<T>(user: SystemUser, work: () => T): T {
  const before = must(acting)
  const turnTo = (next: SystemUser) => {
    acting = next
    become(next)
  }
  turnTo(user)
  try {
    return work()
  } finally {
    turnTo(before)
  }
}

/** The service's user, while this program acts for it and for the operator in turn. */
export const serviceInTurn = (): SystemUser | null => turn?.service ?? null

/** Reads one of the operator's files. @throws {OperatorFault} */
export function readOperatorFile(file: string): Buffer {
  try {
    return asOperator(() => readFileSync(file))
  } catch {
    throw new OperatorFault(message('command.notReadable', { file }), message('command.notReadable.remedy'))
  }
}

/** The real user stays root; otherwise the program could not switch back. */
function become({ uid, gid, name }: SystemUser): void {
  process.seteuid?.(0)
  joinGroups(name, gid)
  process.setegid?.(gid)
  process.seteuid?.(uid)
}

/**
 * Sets exactly the groups of a user (initgroups(3), missing from Node's types). A folder may belong to a number without a
 * user here; then only the group of the folder is set.
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
