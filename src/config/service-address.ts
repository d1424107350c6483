import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopback, listenAddress } from './addresses.ts'
import type { Config } from './config.ts'

/** How a device recognises the service. */
export interface Pin {
  /** As `openssl x509 -fingerprint -sha256` writes it. */
  readonly fingerprint_sha256: string
  /**
   * Whose fingerprint: the private authority's, whose server certificates change, or an own certificate's.
   */
  readonly of: 'authority' | 'certificate'
}

/** The service's address for devices, and how they recognise it. */
export interface ServiceAddress {
  readonly url: string
  /** As `openssl x509 -fingerprint -sha256` writes it; null without TLS. */
  readonly fingerprint_sha256: string | null
  /** Whose fingerprint: the private authority's or an own certificate's; null without TLS. */
  readonly fingerprint_of: Pin['of'] | null
  /** False when only this machine can reach it. */
  readonly reachable_by_others: boolean
}

/** Returns the service's address for devices. @param pin null without TLS */
export function serviceAddress(config: Config, pin: Pin | null): ServiceAddress {
  const url =
    config.publicUrl === '' ? guessedUrl(config, pin !== null) : config.publicUrl.replace(/\/+$/, '')
  return {
    url,
    fingerprint_sha256: pin?.fingerprint_sha256 ?? null,
    fingerprint_of: pin?.of ?? null,
    reachable_by_others: !isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, '')),
  }
}

/** More would not help anyone to choose. */
const MOST_ADDRESSES = 8

/**
 * Returns every address at which a phone may reach the service, the most likely one first.
 * @param names the names and addresses in the certificate that is served
 */
export function deviceAddresses(config: Config, pin: Pin | null, names: readonly string[]): string[] {
  const { url } = serviceAddress(config, pin)
  const { host, port } = listenAddress(config.listen)
  const others = pin === null || !isEveryAddress(host) ? [] : names
  const urls = others
    .filter((name) => !isLoopback(name) && !name.startsWith('*'))
    .sort((a, b) => Number(isIP(a) === 0) - Number(isIP(b) === 0))
    .map((name) => `https://${name.includes(':') ? `[${name}]` : name}:${port}`)
  return [...new Set([url, ...urls])].slice(0, MOST_ADDRESSES)
}

/**
 * Returns the address of the office page: over TLS, else on this machine only (contract §19); null if none.
 */
export function officeUrl(config: Config, pin: Pin | null): string | null {
  const { url, reachable_by_others } = serviceAddress(config, pin)
  if (url.startsWith('https:') || !reachable_by_others) return url
  const { host, port } = listenAddress(config.listen)
  return isEveryAddress(host) || isLoopback(host) ? `http://127.0.0.1:${port}` : null
}

/** Returns a URL of the listening address; if that is every address, of the first one on the network. */
function guessedUrl(config: Config, isSecure: boolean): string {
  const { host, port } = listenAddress(config.listen)
  const scheme = isSecure ? 'https' : 'http'
  const seen = isEveryAddress(host) ? (firstOnTheNetwork() ?? '127.0.0.1') : host
  return `${scheme}://${seen.includes(':') ? `[${seen}]` : seen}:${port}`
}

const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'

function firstOnTheNetwork(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
