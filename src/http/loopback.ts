import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { isLoopback } from '../config/addresses.ts'

/** The parts of a request that matter here. */
export interface Origin {
  /** Of the connection itself, whatever headers state. */
  readonly remoteAddress: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** Headers that proxies add to requests they pass on. */
const FORWARDED =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|(x-|fastly-|fly-|true-)?client-ip|x-original-.*|x-cluster-client-ip|x-proxyuser-ip|x-envoy-.*|cf-.*|cdn-loop)$/

/**
 * The proxies that the settings name.
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
 * Whether a request was made on this machine, as far as can be told. Proxied requests never were (contract §1): those of a
 * configured proxy; those with any proxy's headers, since a proxy here may be missing from the settings; and those for
 * another host than this machine's loopback name. The last also excludes web pages in a browser here whose name leads here.
 */
export class OnThisMachine {
  readonly #isProxy: (address: string) => boolean

  /** @param trustedProxy the setting */
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
 * The loopback address used by the operator and by a proxy on this machine. Other addresses of 127.0.0.0/8 are only used on
 * purpose, and count as ordinary callers.
 */
export const isOwnAddress = (address: string): boolean => /^((::ffff:)?127\.0\.0\.1|::1)$/.test(address)

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Without port and brackets. */
const hostOf = (host: string): string =>
  /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host)?.slice(1).join('').toLowerCase() ?? ''
