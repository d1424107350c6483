import { isIP } from 'node:net'

/** The names in a certificate: lower-case host names first, then addresses as Node writes them. */
export type Names = readonly string[]

/** The names and addresses of a machine. */
export interface Machine {
  readonly hostName: string
  /** Every address of every interface. */
  readonly addresses: readonly string[]
}

/**
 * More would make every handshake long. A machine with more addresses probably has a certificate of its own.
 */
const MOST_ADDRESSES = 32

/** Letters, digits and hyphens (RFC 952, RFC 1123 §2.1). */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export const isHost = (name: string): boolean => isIP(name) === 0

/** @returns null when the text is neither a host name nor an address */
export function nameOf(text: string): string | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return canonicalAddress(bare)
  const host = text.toLowerCase().replace(/\.$/, '')
  const isValid = host.length <= 253 && host.split('.').every((label) => LABEL.test(label))
  // A host name may not end in a number: 1.2.3.999 is neither an address nor a name.
  return isValid && !/(^|\.)\d+$/.test(host) ? host : null
}

/** The one spelling of an address that the certificate uses, without the interface. */
export function canonicalAddress(address: string): string {
  const bare = address.replace(/%.*$/, '')
  return isIP(bare) === 6 ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare
}

/** Sorts host names before addresses, and drops invalid and repeated names. */
export function named(texts: readonly string[]): Names {
  const names = [...new Set(texts.map(nameOf).filter((name) => name !== null))]
  return [...names.filter(isHost), ...names.filter((name) => !isHost(name))]
}

/**
 * The names for the certificate of this machine: its host name, the same name under .local (RFC 6762), the
 * names asked for, and its addresses. It leaves out names of one word (see `isOneWord`). Unless the operator
 * asked for them, it also leaves out link-local addresses (fe80::), which phones cannot use, and public IPv6
 * addresses, which change daily (RFC 8981).
 * @param asked host names and addresses for which the operator asked
 */
export function namesFor({ hostName, addresses }: Machine, asked: readonly string[]): Names {
  const own = named([hostName]).filter(isHost)
  const onTheLink = own.map((host) => `${host.split('.')[0]}.local`)
  const names = named([
    ...['localhost', ...own.filter((host) => !isOneWord(host)), ...onTheLink, '127.0.0.1', '::1'],
    ...asked,
    ...addresses.map(canonicalAddress).filter(isLasting).sort(),
  ])
  return names.slice(0, names.filter(isHost).length + MOST_ADDRESSES)
}

/**
 * An authority that may certify a name may also certify every name under it (RFC 5280 §4.2.1.10). For a
 * machine with the name "farm" or "coop", that would be a whole public domain.
 */
export const isOneWord = (name: string): boolean =>
  isHost(name) && !name.includes('.') && name !== 'localhost'

const isLasting = (address: string): boolean => isIP(address) === 4 || /^f[cd]/.test(address)

export const without = (names: Names, others: Names): Names => names.filter((name) => !others.includes(name))
