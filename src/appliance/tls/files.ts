import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from '../../base/error-kinds.ts'
import { syncFolderNow } from '../../base/sync-folder.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { dataFiles } from '../../config/config.ts'
import { OperatorFault } from '../../words/fault.ts'
import type { Permitted } from './constraints.ts'
import type { Life } from './due.ts'
import { type Pair, permittedBy } from './make.ts'
import { certificatesOf, lifeOf, type ServingPair, servingPair } from './pair.ts'

/**
 * The folder `tls` of the data folder. A key shares one file with its certificate, so that a power cut cannot separate them;
 * files are replaced as a whole.
 */

export type TlsFiles = Pick<
  ReturnType<typeof dataFiles>,
  'tls' | 'tlsAuthorityKey' | 'tlsAuthority' | 'tlsServer'
>

export interface Authority extends Life {
  /** Key of the issuer; the root's key is discarded. */
  readonly key: KeyObject
  readonly issuer: X509Certificate
  /** The root, which phones trust. */
  readonly certificate: X509Certificate
  readonly permitted: Permitted
}

/**
 * There is an authority, or part of one. Its phones must not meet a service without TLS, or with another authority, because
 * a file or a permission was lost.
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

/** @throws {OperatorFault} when it cannot be read or parsed */
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
      `The private authority ${path} cannot be read (${errorCode(error) ?? 'it is none'}).`,
      'Give the user that runs Granary access to it (chown, chmod 600), or restore it from a backup. If it is lost, run granary tls init --replace; phones must then trust the new authority.',
    )
  }
}

/** Fingerprint that phones know it by; null when there is none or it cannot be read. */
export function authorityFingerprint(files: TlsFiles): string | null {
  try {
    return readAuthority(files).certificate.fingerprint256
  } catch {
    return null
  }
}

/** The names that an authority was made for, even if its key is lost; null when unknown. */
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

/** @returns null when it is missing or incomplete: then a new one is made */
export function readServerPair({ tlsServer }: TlsFiles): ServingPair | null {
  try {
    const text = readFileSync(tlsServer, 'utf8')
    return servingPair(text, certificatesOf(text).join(''))
  } catch {
    return null
  }
}

/** @throws {OperatorFault} when it cannot be written; so do the two below */
export function writeAuthority(files: TlsFiles, { key, certificate }: Pair): void {
  onDisk(files.tls, () => {
    mkdirSync(files.tls, { recursive: true, mode: 0o700 })
    chmodSync(files.tls, 0o700)
    syncFolderNow(dirname(files.tls))
  })
  write(files.tlsAuthorityKey, key + certificate)
}

/** Writes the certificate beside it, without the key, unless it is there. */
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
    throw new OperatorFault(
      `${path} cannot be written (${errorCode(error)}).`,
      'Check that the disk has room, and that the user that runs Granary may write there.',
    )
  }
}
