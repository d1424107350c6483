import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { Life } from './due.ts'
import { canonicalAddress, type Names } from './names.ts'

/** A key and the certificates for it, as they are served. */
export interface ServingPair extends Life {
  /** PEM. */
  readonly key: string
  /** PEM: the certificate, and what leads from it to an authority. */
  readonly chain: string
  readonly names: Names
  /** SHA-256 of the certificate, as `openssl x509 -fingerprint -sha256` writes it. */
  readonly fingerprint: string
}

/** @throws {Error} when they are no key and certificate in PEM form that go together */
export function servingPair(key: string, chain: string): ServingPair {
  const certificate = new X509Certificate(chain)
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    throw new Error('the key is not that of the certificate')
  // A chain that is cut off behind the first certificate is found here.
  createSecureContext({ key, cert: chain, minVersion: MIN_VERSION })
  return {
    key,
    chain,
    names: namesIn(certificate),
    fingerprint: certificate.fingerprint256,
    ...lifeOf(certificate),
  }
}

/** Every certificate of a text, in its order. @throws {Error} when one of them is none */
export const certificatesOf = (text: string): X509Certificate[] =>
  [...text.matchAll(/-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/g)].map(
    ([pem]) => new X509Certificate(pem),
  )

/** Older ones are broken (RFC 8996). */
export const MIN_VERSION = 'TLSv1.2'

export const lifeOf = ({ validFromDate, validToDate }: X509Certificate): Life => ({
  notBeforeMs: validFromDate.getTime(),
  notAfterMs: validToDate.getTime(),
})

/** Other kinds of names are no server's. */
function namesIn({ subjectAltName = '' }: X509Certificate): Names {
  const entries = subjectAltName.split(', ')
  const of = (kind: string) =>
    entries.filter((entry) => entry.startsWith(kind)).map((entry) => entry.slice(kind.length))
  return { hosts: of('DNS:'), addresses: of('IP Address:').map(canonicalAddress) }
}
