import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import type { Config } from '../config.ts'
import { isLoopback, listenAddress } from '../places.ts'

/** Where devices find the service, and by what they know it. */
export interface ServiceAddress {
  readonly url: string
  /** Of the certificate, as `openssl x509 -fingerprint -sha256` writes it; null without TLS. */
  readonly fingerprint_sha256: string | null
  /** False where only this machine can reach it. */
  readonly reachable_by_others: boolean
}

export function serviceAddress(config: Config): ServiceAddress {
  const url = config.publicUrl === '' ? guessedUrl(config) : config.publicUrl.replace(/\/+$/, '')
  return {
    url,
    fingerprint_sha256: config.tlsCert === '' ? null : fingerprintOf(config.tlsCert),
    reachable_by_others: !isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, '')),
  }
}

/** Listening on every address says none: the first one that other machines see is taken. */
function guessedUrl(config: Config): string {
  const { host, port } = listenAddress(config.listen)
  const scheme = config.tlsCert === '' ? 'http' : 'https'
  const seen = host === '0.0.0.0' || host === '::' ? (firstOnTheNetwork() ?? '127.0.0.1') : host
  return `${scheme}://${seen.includes(':') ? `[${seen}]` : seen}:${port}`
}

function firstOnTheNetwork(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

function fingerprintOf(file: string): string | null {
  try {
    return new X509Certificate(readFileSync(file)).fingerprint256
  } catch {
    return null
  }
}
