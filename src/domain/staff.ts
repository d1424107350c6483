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

/** Returns a sentence for a person without the permission; empty for `read`, which every role has. */
export const whoMay = (permission: Permission): string =>
  permission === 'manage'
    ? 'Only a manager may do this.'
    : permission === 'write'
      ? 'Only a clerk or a manager may do this.'
      : ''

/** Returns a name as compared: two accounts cannot differ in capital letters and spaces alone. */
export const accountNameKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

const SHORTEST_PASSWORD = 10
/** Longer ones are refused before they are hashed. */
const LONGEST_PASSWORD = 200
/** How long a one-time code is valid. */
export const CODE_LIFE_MS = 86_400_000

/**
 * Returns why a password is not accepted, in a sentence; null if it is.
 * @param isCommon whether it is among the 10,000 most common
 */
export function passwordFault(
  password: string,
  name: string,
  isCommon: (password: string) => boolean,
): string | null {
  const length = [...password].length
  if (length < SHORTEST_PASSWORD) return `Use at least ${SHORTEST_PASSWORD} characters.`
  if (length > LONGEST_PASSWORD) return `Use at most ${LONGEST_PASSWORD} characters.`
  if (accountNameKey(password) === accountNameKey(name)) return 'The password must not be the name.'
  if (isCommon(password.toLowerCase())) return 'Too many people use that password. Choose another.'
  return null
}
