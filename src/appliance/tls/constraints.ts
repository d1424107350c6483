import { BlockList, isIP } from 'node:net'
import { listOf, type Names } from './names.ts'

/**
 * The names for which an authority may issue certificates (name constraints, RFC 5280 §4.2.1.10). Phones trust it for these
 * alone, so a stolen key cannot impersonate a bank.
 */
export interface Permitted {
  /** A domain, and everything under it. */
  readonly domains: readonly string[]
  /** Networks such as 10.0.0.0/8. */
  readonly networks: readonly string[]
}

/**
 * Domains that nobody can own, since they are valid on one network only: RFC 6761 (localhost), RFC 6762 (local), RFC 8375
 * (home.arpa), ICANN's resolution 2024.07.29.06 (internal), and lan, which many routers use and nobody was ever assigned.
 */
const LOCAL_DOMAINS = ['localhost', 'local', 'home.arpa', 'internal', 'lan'] as const

/**
 * Networks that nobody can own: RFC 1122 (loopback), RFC 1918 (private), RFC 3927 (link-local), RFC 6598 (carrier-grade NAT),
 * RFC 4291 (::1, fe80::) and RFC 4193 (private, IPv6).
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

/** Local names, plus what the operator asked for, plus this machine's own names that are not local. */
export function permittedFor(asked: Names, own: Names): Permitted {
  const local: Permitted = { domains: LOCAL_DOMAINS, networks: LOCAL_NETWORKS }
  const foreign = uncovered(local, own)
  const hosts = [...asked.hosts, ...foreign.hosts]
  const addresses = [...asked.addresses, ...foreign.addresses]
  return {
    domains: [...new Set([...LOCAL_DOMAINS, ...hosts])],
    networks: [
      ...new Set([...LOCAL_NETWORKS, ...addresses.map((one) => `${one}/${isIP(one) === 6 ? 128 : 32}`)]),
    ],
  }
}

/** The names that an authority itself lists; so they survive a restore. */
export function madeFor({ domains, networks }: Permitted): string[] {
  const [hosts, nets] = [new Set<string>(LOCAL_DOMAINS), new Set<string>(LOCAL_NETWORKS)]
  return [
    ...domains.filter((domain) => !hosts.has(domain)),
    ...networks.filter((network) => !nets.has(network)).map((network) => network.replace(/\/.*$/, '')),
  ]
}

/** Names for which the authority may not issue certificates. */
export function uncovered({ domains, networks }: Permitted, names: Names): Names {
  const blocks = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    blocks.addSubnet(address, Number(bits), familyOf(address))
  }
  return {
    hosts: names.hosts.filter(
      (host) => !domains.some((domain) => host === domain || host.endsWith(`.${domain}`)),
    ),
    addresses: names.addresses.filter((address) => !blocks.check(address, familyOf(address))),
  }
}

/** The names without those. */
export function without(names: Names, left: Names): Names {
  const out = new Set(listOf(left))
  return {
    hosts: names.hosts.filter((host) => !out.has(host)),
    addresses: names.addresses.filter((address) => !out.has(address)),
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
