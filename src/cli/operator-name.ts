import { userInfo } from 'node:os'

/** The name in the audit log of the person who acts. */

let person: string | null = null

/** Call before this program becomes another user. */
export function rememberOperator(name: string): void {
  person = name
}

export const operatorName = (): string => person ?? userName()

/** Returns the name of this program's user; their number if they have no name, as in a bare container. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

/**
 * Returns the name of the person who acts: the user who typed "sudo", or else the user of this program.
 * @param username of the user who started the program
 * @param environment trusted only if root started the program: other users could claim to be anyone
 */
export function whoActs(uid: number, username: string, environment: Readonly<NodeJS.ProcessEnv>): string {
  const { SUDO_USER } = environment
  return uid === 0 && SUDO_USER !== undefined && /^[\w][\w.@+-]{0,63}$/.test(SUDO_USER) ? SUDO_USER : username
}
