import { userInfo } from 'node:os'

/** By what name the audit log knows who acts. */

let person: string | null = null

/** Said before this program becomes another user. */
export function rememberOperator(name: string): void {
  person = name
}

export const operatorName = (): string => person ?? userName()

/** Whose program this is; a user that the system knows by no name, as in a bare container, goes by the number. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

/**
 * @param username of who started the program
 * @param environment believed only from root: anybody else could call himself what he likes
 */
export function whoActs(uid: number, username: string, environment: Readonly<NodeJS.ProcessEnv>): string {
  const { SUDO_USER } = environment
  return uid === 0 && SUDO_USER !== undefined && /^[\w][\w.@+-]{0,63}$/.test(SUDO_USER) ? SUDO_USER : username
}
