import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import { readRegular } from '../../base/read-regular.ts'
import type { Config } from '../../config/config.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Life } from './due.ts'
import { canonicalAddress, type Names } from './names.ts'

/** A key and its certificates, in the form that a server uses. */
export interface ServingPair extends Life {
  /** PEM. */
  readonly key: string
  /** PEM: the certificate, followed by its chain to an authority. */
  readonly chain: string
  readonly names: Names
  /** SHA-256 of the certificate, in the form of `openssl x509 -fingerprint -sha256`. */
  readonly fingerprint: string
}

/** @throws {Error} unless the texts are a matching key and certificate in PEM form */
export function servingPair(key: string, chain: string): ServingPair {
  const certificate = new X509Certificate(chain)
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    throw new Error('the key does not match the certificate')
  // This detects a chain that is cut off after the first certificate.
  createSecureContext({ key, cert: chain, ...PROTOCOL })
  return {
    key,
    chain,
    names: namesIn(certificate),
    fingerprint: certificate.fingerprint256,
    ...lifeOf(certificate),
  }
}

/** All certificates in a text, in order. @throws {Error} when one is invalid */
export const certificatesOf = (text: string): X509Certificate[] =>
  [...text.matchAll(/-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/g)].map(
    ([pem]) => new X509Certificate(pem),
  )

/** Older versions are broken (RFC 8996). All suites have forward secrecy, none CBC mode (RFC 9325 §4.2). */
export const PROTOCOL = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE+AESGCM',
    'ECDHE+CHACHA20',
  ].join(':'),
} as const

export const lifeOf = ({ validFromDate, validToDate }: X509Certificate): Life => ({
  notBeforeMs: validFromDate.getTime(),
  notAfterMs: validToDate.getTime(),
})

/** The host names and addresses in a certificate. Servers use no other kinds of names. */
function namesIn({ subjectAltName = '' }: X509Certificate): Names {
  const entries = subjectAltName.split(', ')
  const of = (kind: string) =>
    entries.filter((entry) => entry.startsWith(kind)).map((entry) => entry.slice(kind.length))
  return [...of('DNS:'), ...of('IP Address:').map(canonicalAddress)]
}

/**
 * Reads the operator's own certificate and its key from their paths.
 * @throws {OperatorFault} when they cannot be read or do not match, for example while one of them is being
 *   replaced
 */
export function readOwnPair({ tlsCert, tlsKey }: Pick<Config, 'tlsCert' | 'tlsKey'>): ServingPair {
  const [chain, key] = [readPem(tlsCert), readPem(tlsKey)]
  try {
    return servingPair(key, chain)
  } catch (error) {
    throw new OperatorFault(
      ...withRemedy('tls.noPair', {
        certificate: tlsCert,
        key: tlsKey,
        error: errorCode(error) ?? errorMessage(error),
      }),
    )
  }
}

function readPem(file: string): string {
  try {
    return readRegular(file).toString()
  } catch (error) {
    throw new OperatorFault(...withRemedy('tls.cannotRead', { path: file, error: String(errorCode(error)) }))
  }
}
