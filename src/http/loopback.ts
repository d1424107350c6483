import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { isLoopback } from '../config/addresses.ts'

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
 * Which addresses the settings name as proxies.
 * @param trustedProxy addresses and networks, comma-separated (`GRANARY_TRUSTED_PROXY`)
 */
export function proxiesIn(trustedProxy: string): (address: string) => boolean {
  const proxies = new BlockList()
  for (const part of trustedProxy.split(',').map((text) => text.trim())) {
    const [address, bits] = part.split('/') as [string, string?]
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
 * Whether a request was made on this machine, as far as can be told. What a proxy passed on never was (contract §1): not
 * what comes from one that is named in the settings, and, since a proxy on this machine may have been forgotten there, not
 * what bears the mark of any, nor what asks for another host than this machine by its loopback name. The last also keeps
 * out web pages that a browser on this machine has open under a name which leads here.
 */
export class OnThisMachine {
  readonly #isProxy: (address: string) => boolean

  /** @param trustedProxy as the setting has it */
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
 * The loopback address itself, where the operator and a proxy on this machine come from. The other addresses of 127.0.0.0/8
 * have to be chosen on purpose, and count as callers like any other.
 */
export const isOwnAddress = (address: string): boolean => /^((::ffff:)?127\.0\.0\.1|::1)$/.test(address)

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Without its port and brackets. */
const hostOf = (host: string): string =>
  /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host)?.slice(1).join('').toLowerCase() ?? ''
