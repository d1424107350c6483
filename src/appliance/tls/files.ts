import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, systemCode } from '../../base/error-kinds.ts'
import { syncFolderNow } from '../../base/sync-folder.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { dataFiles } from '../../config/config.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Permitted } from './constraints.ts'
import type { Life } from './due.ts'
import { type Pair, permittedBy } from './make.ts'
import { certificatesOf, lifeOf, type ServingPair, servingPair } from './pair.ts'

/**
 * Reads and writes the folder `tls` of the data folder. A key shares a file with its certificate, so that a
 * power cut cannot separate them. Files are replaced as a whole.
 */

export type TlsFiles = Pick<
  ReturnType<typeof dataFiles>,
  'tls' | 'tlsAuthorityKey' | 'tlsAuthority' | 'tlsServer'
>

export interface Authority extends Life {
  /** The key of the issuer. The key of the root is discarded. */
  readonly key: KeyObject
  readonly issuer: X509Certificate
  /** The certificate of the root, which phones trust. */
  readonly certificate: X509Certificate
  readonly permitted: Permitted
}

/**
 * Is there an authority, or part of one? If a file or a permission is lost, phones must not meet a service
 * without TLS or with another authority, so a part counts.
 */
export const hasAuthority = ({ tlsAuthorityKey, tlsAuthority, tlsServer }: TlsFiles): boolean =>
  [tlsAuthorityKey, tlsAuthority, tlsServer].some(isThere)

/** A path that may not be read counts as present. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** @throws {OperatorFault} when the authority cannot be read or parsed */
export function readAuthority({ tlsAuthorityKey: path }: TlsFiles): Authority {
  try {
    const text = readFileSync(path, 'utf8')
    const [key, [issuer, certificate]] = [createPrivateKey(text), certificatesOf(text)]
    if (!issuer?.checkPrivateKey(key) || !certificate || !issuer.verify(certificate.publicKey))
      throw new Error('no authority')
    const permitted = permittedBy(issuer.raw)
    if (permitted === null) throw new Error('no authority')
    return { key, issuer, certificate, permitted, ...lifeOf(issuer) }
  } catch (error) {
    throw new OperatorFault(
      ...withRemedy('tls.noAuthority', { path, error: systemCode(error) ?? message('tls.empty') }),
    )
  }
}

/** The fingerprint by which phones know the authority; null when there is none or it cannot be read. */
export function authorityFingerprint(files: TlsFiles): string | null {
  try {
    return readAuthority(files).certificate.fingerprint256
  } catch {
    return null
  }
}

/** The names for which an authority was made, even if its key is lost; null when they are unknown. */
export function permittedBefore({ tlsAuthorityKey, tlsAuthority, tlsServer }: TlsFiles): Permitted | null {
  for (const path of [tlsAuthorityKey, tlsAuthority, tlsServer])
    try {
      const root = certificatesOf(readFileSync(path, 'utf8')).at(-1)
      const permitted = root === undefined ? null : permittedBy(root.raw)
      if (permitted !== null) return permitted
    } catch {
      // Try the next file.
    }
  return null
}

/** @returns null when the pair is missing or incomplete: then the service makes a new one */
export function readServerPair({ tlsServer }: TlsFiles): ServingPair | null {
  try {
    const text = readFileSync(tlsServer, 'utf8')
    return servingPair(text, certificatesOf(text).join(''))
  } catch {
    return null
  }
}

/** @throws {OperatorFault} when a file cannot be written; so do the two functions below */
export function writeAuthority(files: TlsFiles, { key, certificate }: Pair): void {
  onDisk(files.tls, () => {
    mkdirSync(files.tls, { recursive: true, mode: 0o700 })
    chmodSync(files.tls, 0o700)
    syncFolderNow(dirname(files.tls))
  })
  write(files.tlsAuthorityKey, key + certificate)
}

/**
 * Writes the authority's certificate, without the key, into a file of its own, unless it is there already.
 */
export function keepCopy(files: TlsFiles, { certificate }: Authority): void {
  const pem = certificate.toString()
  const path = files.tlsAuthority
  const there = onDisk(path, () => (existsSync(path) ? readFileSync(path, 'utf8') : null))
  if (there !== pem) write(path, pem)
}

export function writeServerPair(files: TlsFiles, { key, certificate }: Pair): void {
  write(files.tlsServer, key + certificate)
}

const write = (path: string, text: string) => onDisk(path, () => writeWhole(path, text))

function onDisk<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new OperatorFault(...withRemedy('tls.cannotWrite', { path, error: String(errorCode(error)) }))
  }
}
