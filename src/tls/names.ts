import { isIP } from 'node:net'

/** What a certificate is for: host names in small letters, and addresses as Node writes them. */
export interface Names {
  readonly hosts: readonly string[]
  readonly addresses: readonly string[]
}

/** What is known of a machine. */
export interface Machine {
  readonly hostName: string
  /** Every address of every interface. */
  readonly addresses: readonly string[]
}

/** More would make every handshake long; a machine with so many addresses has its own certificate. */
const MOST_ADDRESSES = 32

/** A name of letters, digits and hyphens (RFC 952, RFC 1123 §2.1); what others resolve is not asked for. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** @returns null when it is no host name and no address */
export function nameOf(text: string): { readonly kind: 'host' | 'address'; readonly name: string } | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return { kind: 'address', name: canonicalAddress(bare) }
  const host = text.toLowerCase().replace(/\.$/, '')
  const isHost = host.length <= 253 && host.split('.').every((label) => LABEL.test(label))
  // Four numbers that are no address are no name either.
  return isHost && !/(^|\.)\d+$/.test(host) ? { kind: 'host', name: host } : null
}

/** One writing for each address, without the interface that it is reached by. */
export function canonicalAddress(address: string): string {
  const bare = address.replace(/%.*$/, '')
  return isIP(bare) === 6 ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare
}

/** What is no name is left out. */
export function named(texts: readonly string[]): Names {
  const names = texts.map(nameOf).filter((name) => name !== null)
  const of = (wanted: 'host' | 'address') =>
    names.filter(({ kind }) => kind === wanted).map(({ name }) => name)
  return { hosts: of('host'), addresses: of('address') }
}

/**
 * What the certificate of this machine is for: its name, the same on the local network (RFC 6762), what was asked for, and
 * its addresses. Left out are addresses that phones cannot use or that change by themselves: those of one link alone
 * (fe80::), and public ones of IPv6, which a machine draws anew each day (RFC 8981) unless somebody named one; and a name
 * of one word (see `isOneWord`).
 * @param asked host names and addresses that somebody named
 */
export function namesFor({ hostName, addresses }: Machine, asked: readonly string[]): Names {
  const [more, own] = [named(asked), named([hostName]).hosts]
  const onTheLink = own.map((host) => `${host.split('.')[0]}.local`)
  const lasting = addresses.map(canonicalAddress).filter(isLasting).sort()
  return {
    hosts: unlike(['localhost', ...own.filter((host) => !isOneWord(host)), ...onTheLink, ...more.hosts]),
    addresses: unlike(['127.0.0.1', '::1', ...more.addresses, ...lasting]).slice(0, MOST_ADDRESSES),
  }
}

/**
 * An authority that is permitted a name is permitted every name under it (RFC 5280 §4.2.1.10). For a machine that is called
 * "farm" or "coop", those would be all of a public domain.
 */
export const isOneWord = (host: string): boolean => !host.includes('.') && host !== 'localhost'

const isLasting = (address: string): boolean => isIP(address) === 4 || /^f[cd]/.test(address)

const unlike = (texts: readonly string[]): string[] => [...new Set(texts)]

export const listOf = ({ hosts, addresses }: Names): string[] => [...hosts, ...addresses]

/** Names of `wanted` that are not among `there`. */
export function missingFrom(there: Names, wanted: Names): string[] {
  const has = new Set(listOf(there))
  return listOf(wanted).filter((name) => !has.has(name))
}
