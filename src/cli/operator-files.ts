/**
 * The operator's own files, while the program acts as the service's user: those are read and written with the rights of
 * whoever typed the command, so that the service's user need not reach into anybody's home, and what is written there
 * belongs to that person.
 */

/** A user of the system; groups are those that it has by name. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
  /** For its groups; the number of an unknown one has none but its own. */
  readonly name: string | number
}

interface Turn {
  readonly operator: SystemUser
  readonly service: SystemUser
}

let turn: Turn | null = null

/** From now on this program is the service's user, and the operator only within {@link asOperator}. */
export function actInTurn(between: Turn): void {
  turn = between
  become(between.service)
}

/** Work on the operator's files, to be done at once: nothing else may happen meanwhile. */
export function asOperator<T>(work: () => T): T {
  if (turn === null) return work()
  become(turn.operator)
  try {
    return work()
  } finally {
    become(turn.service)
  }
}

/** The real user stays root: else there would be no way back. */
function become({ uid, gid, name }: SystemUser): void {
  process.seteuid?.(0)
  joinGroups(name, gid)
  process.setegid?.(gid)
  process.seteuid?.(uid)
}

/**
 * The groups of a user, and no others (initgroups(3), which the types of the engine have forgotten). A folder may belong to
 * a number that is nobody's on this machine: such a one has the group of the folder alone.
 */
export function joinGroups(name: string | number, gid: number): void {
  const { initgroups } = process as { initgroups?: (name: string | number, gid: number) => void }
  try {
    initgroups?.call(process, name, gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_UNKNOWN_CREDENTIAL') throw error
    process.setgroups?.([gid])
  }
}
