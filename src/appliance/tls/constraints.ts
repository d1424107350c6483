import { BlockList, isIP } from 'node:net'
import { isHost, type Names, named } from './names.ts'

/**
 * The names for which an authority may issue certificates (name constraints, RFC 5280 §4.2.1.10): domains,
 * each with everything under it, and networks such as 10.0.0.0/8. Phones trust the authority only for these,
 * so a thief of its key cannot impersonate a bank.
 */
export type Permitted = readonly string[]

/**
 * Domains that nobody can own, because they are valid on only one network: RFC 6761 (localhost), RFC 6762
 * (local), RFC 8375 (home.arpa), ICANN's resolution 2024.07.29.06 (internal), and lan, which many routers use
 * and which was never assigned.
 */
const LOCAL_DOMAINS = ['localhost', 'local', 'home.arpa', 'internal', 'lan'] as const

/**
 * Networks that nobody can own: RFC 1122 (loopback), RFC 1918 (private), RFC 3927 (link-local), RFC 6598
 * (carrier-grade NAT), RFC 4291 (::1, fe80::) and RFC 4193 (private, IPv6).
 */
const LOCAL_NETWORKS = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
] as const

const LOCAL: Permitted = [...LOCAL_DOMAINS, ...LOCAL_NETWORKS]

/** Local names, the names for which the operator asked, and this machine's own names that are not local. */
export function permittedFor(asked: Names, own: Names): Permitted {
  const more = named([...asked, ...uncovered(LOCAL, own)])
  return [...new Set([...LOCAL, ...more.map(permitting)])]
}

/** The names in addition to the local ones. The authority lists them itself, so they survive a restore. */
export const madeFor = (permitted: Permitted): string[] =>
  permitted.filter((one) => !LOCAL.includes(one)).map(addressOf)

/** Those of the names for which the authority may not issue certificates. */
export function uncovered(permitted: Permitted, names: Names): Names {
  const networks = new BlockList()
  for (const network of permitted.filter(isNetwork))
    networks.addSubnet(addressOf(network), Number(network.split('/')[1]), familyOf(network))
  const isCovered = (name: string) =>
    isHost(name)
      ? permitted.some((domain) => name === domain || name.endsWith(`.${domain}`))
      : networks.check(name, familyOf(name))
  return names.filter((name) => !isCovered(name))
}

export const isNetwork = (permitted: string): boolean => permitted.includes('/')

const permitting = (name: string): string => (isHost(name) ? name : `${name}/${isIP(name) === 6 ? 128 : 32}`)
const addressOf = (network: string): string => network.replace(/\/.*$/, '')
const familyOf = (network: string) => (network.includes(':') ? 'ipv6' : 'ipv4')
