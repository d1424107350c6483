import { type Message, message } from '../words/message.ts'

/** Accounts of the cooperative's staff (contract §19). */

export const ROLES = ['clerk', 'manager', 'auditor'] as const
export type Role = (typeof ROLES)[number]

/** The permission that a page or form requires. */
export const PERMISSIONS = ['read', 'write', 'manage'] as const
export type Permission = (typeof PERMISSIONS)[number]

const ALLOWED: Readonly<Record<Role, readonly Permission[]>> = {
  auditor: ['read'],
  clerk: ['read', 'write'],
  manager: ['read', 'write', 'manage'],
}

export const allows = (role: Role, permission: Permission): boolean => ALLOWED[role].includes(permission)

/** Returns what a person without the permission is told. Every role has the permission to read. */
export const whoMay = (permission: Exclude<Permission, 'read'>): Message =>
  message(permission === 'manage' ? 'refused.managerOnly' : 'refused.clerkOrManager')

/** Returns a name as compared: two accounts cannot differ in capital letters and spaces alone. */
export const accountNameKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Returns a password as it is checked and hashed: the same text typed on another keyboard is the same. */
export const normalPassword = (typed: string): string => typed.normalize('NFKC')

const SHORTEST_PASSWORD = 10
/** Longer ones are refused before they are hashed. */
const LONGEST_PASSWORD = 200
/** How long a one-time code is valid. */
export const CODE_LIFE_MS = 86_400_000

/**
 * Returns why a password is not accepted; null if it is.
 * @param isCommon whether it is among the 10,000 most common
 */
export function passwordFault(
  typed: string,
  name: string,
  isCommon: (password: string) => boolean,
): Message | null {
  const password = normalPassword(typed)
  const length = [...password].length
  if (length < SHORTEST_PASSWORD) return message('password.tooShort', { count: SHORTEST_PASSWORD })
  if (length > LONGEST_PASSWORD) return message('password.tooLong', { count: LONGEST_PASSWORD })
  if (accountNameKey(password) === accountNameKey(name)) return message('password.isName')
  if (isCommon(password.toLowerCase())) return message('password.common')
  return null
}
