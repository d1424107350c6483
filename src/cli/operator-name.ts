import { userInfo } from 'node:os'

/** The name of the acting person in the audit log. */

let person: string | null = null

/** Call before this program becomes another user. */
export function rememberOperator(name: string): void {
  person = name
}

export const operatorName = (): string => person ?? userName()

/** The user of this program; by number if it has no name, as in a bare container. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

/**
 * @param username of the user who started the program
 * @param environment trusted only from root: other users could pretend to be anybody
 */
export function whoActs(uid: number, username: string, environment: Readonly<NodeJS.ProcessEnv>): string {
  const { SUDO_USER } = environment
  return uid === 0 && SUDO_USER !== undefined && /^[\w][\w.@+-]{0,63}$/.test(SUDO_USER) ? SUDO_USER : username
}
