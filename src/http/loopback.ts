import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { isLoopback } from '../config/addresses.ts'

/** The parts of a request that show where it was made. */
export interface Origin {
  /** The peer's address of the connection itself; headers cannot change it. */
  readonly remoteAddress: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** Headers that proxies add to requests that they forward. */
const FORWARDED =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|(x-|fastly-|fly-|true-)?client-ip|x-original-.*|x-cluster-client-ip|x-proxyuser-ip|x-envoy-.*|cf-.*|cdn-loop)$/

/**
 * Returns a function that recognizes the addresses of the proxies in the settings.
 * @param trustedProxy addresses and networks, comma-separated (`GRANARY_TRUSTED_PROXY`)
 */
export function proxiesIn(trustedProxy: string): (address: string) => boolean {
  const proxies = new BlockList()
  for (const part of trustedProxy.split(',').map((text) => text.trim())) {
    const [address = '', bits] = part.split('/')
    if (address === '') continue
    const family = familyOf(address)
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:/, '')
    return proxies.check(plain, familyOf(plain))
  }
}

/**
 * Determines whether a request was made on this machine. Forwarded requests do not count as made here
 * (contract §1): those of a configured proxy; those with a header of any proxy, since a proxy on this machine
 * may be missing from the settings; and those for a host other than a loopback name. The last rule also
 * excludes web pages in a browser on this machine, if their own host name resolves to this machine.
 */
export class OnThisMachine {
  readonly #isProxy: (address: string) => boolean

  /** @param trustedProxy as in `proxiesIn` */
  constructor(trustedProxy: string) {
    this.#isProxy = proxiesIn(trustedProxy)
  }

  made({ remoteAddress, headers }: Origin): boolean {
    if (remoteAddress === undefined || !isLoopback(remoteAddress)) return false
    if (this.#isProxy(remoteAddress)) return false
    if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false
    return isLoopback(hostOf(headers.host ?? ''))
  }
}

/**
 * Whether this is the loopback address that the operator and a proxy on this machine use. Programs use other
 * addresses of 127.0.0.0/8 only on purpose; these count as ordinary callers.
 */
export const isOwnAddress = (address: string): boolean => /^((::ffff:)?127\.0\.0\.1|::1)$/.test(address)

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Returns the host without port and brackets. */
const hostOf = (host: string): string =>
  /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host)?.slice(1).join('').toLowerCase() ?? ''
