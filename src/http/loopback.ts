import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { isLoopback } from '../places.ts'

/** What is looked at of a request. */
export interface Origin {
  /** Of the connection itself, whatever headers say. */
  readonly remoteAddress: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** By what proxies say that they pass on what somebody else asked. */
const FORWARDED =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|(x-|fastly-|fly-|true-)?client-ip|x-original-.*|x-cluster-client-ip|x-proxyuser-ip|x-envoy-.*|cf-.*|cdn-loop)$/

/**
 * Whether a request was made on this machine, as far as can be told. What a proxy passed on never was (contract §1): not
 * what comes from one that is named in the settings, and, since a proxy on this machine may have been forgotten there, not
 * what bears the mark of any, nor what asks for another host than this machine by its loopback name. The last also keeps
 * out web pages that a browser on this machine has open under a name which leads here.
 */
export class OnThisMachine {
  readonly #proxies = new BlockList()

  /** @param trustedProxy addresses and networks, comma-separated (`GRANARY_TRUSTED_PROXY`) */
  constructor(trustedProxy: string) {
    for (const part of trustedProxy.split(',').map((text) => text.trim())) {
      const [address, bits] = part.split('/') as [string, string?]
      if (address === '') continue
      const family = familyOf(address)
      if (bits === undefined) this.#proxies.addAddress(address, family)
      else this.#proxies.addSubnet(address, Number(bits), family)
    }
  }

  made({ remoteAddress, headers }: Origin): boolean {
    if (remoteAddress === undefined || !isLoopback(remoteAddress)) return false
    const address = remoteAddress.replace(/^::ffff:/, '')
    if (this.#proxies.check(address, familyOf(address))) return false
    if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false
    return isLoopback(hostOf(headers.host ?? ''))
  }
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Without its port and brackets. */
const hostOf = (host: string): string =>
  /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host)?.slice(1).join('').toLowerCase() ?? ''
