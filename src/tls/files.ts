import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { dataFiles } from '../config.ts'
import { OperatorFault } from '../problem.ts'
import { syncFolderNow } from '../sync-folder.ts'
import type { Permitted } from './constraints.ts'
import type { Life } from './due.ts'
import { type Pair, permittedBy } from './make.ts'
import { lifeOf, type ServingPair, servingPair } from './pair.ts'

/**
 * The folder `tls` of the data folder. A key stands in one file with its certificate, so that no power cut leaves one
 * without the other; files are replaced whole.
 */

export type TlsFiles = Pick<
  ReturnType<typeof dataFiles>,
  'tls' | 'tlsAuthorityKey' | 'tlsAuthority' | 'tlsServer'
>

/** The private authority. */
export interface Authority extends Life {
  readonly key: KeyObject
  readonly certificate: X509Certificate
  readonly permitted: Permitted
}

/** There is an authority, or what is left of one. */
export const hasAuthority = ({ tlsAuthorityKey }: TlsFiles): boolean => existsSync(tlsAuthorityKey)

/** @throws {OperatorFault} when it cannot be read, or is none */
export function readAuthority({ tlsAuthorityKey: path }: TlsFiles): Authority {
  try {
    const text = readFileSync(path, 'utf8')
    const [key, certificate] = [createPrivateKey(text), new X509Certificate(text)]
    const permitted = permittedBy(certificate.raw)
    if (!certificate.checkPrivateKey(key) || permitted === null) throw new Error('no authority')
    return { key, certificate, permitted, ...lifeOf(certificate) }
  } catch (error) {
    throw new OperatorFault(
      `The private authority ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'it is none'}).`,
      'Give the user that runs Granary the right to it (chown, chmod 600), or put it back from a backup. Where it is lost: granary tls init --replace; phones must then trust the new one.',
    )
  }
}

/** By what phones know it; null where there is none, or none that can be read. */
export function authorityFingerprint(files: TlsFiles): string | null {
  try {
    return readAuthority(files).certificate.fingerprint256
  } catch {
    return null
  }
}

/** @returns null when it is not there, or not whole: then another is made */
export function readServerPair({ tlsServer }: TlsFiles): ServingPair | null {
  try {
    const text = readFileSync(tlsServer, 'utf8')
    return servingPair(text, certificatesIn(text))
  } catch {
    return null
  }
}

/** @throws {OperatorFault} when the disk does not take it; so do the two below */
export function writeAuthority(files: TlsFiles, { key, certificate }: Pair): void {
  onDisk(files.tls, () => {
    mkdirSync(files.tls, { recursive: true, mode: 0o700 })
    chmodSync(files.tls, 0o700)
    syncFolderNow(dirname(files.tls))
  })
  writeWhole(files.tlsAuthorityKey, key + certificate)
}

/** Puts the certificate alone beside it, where it is not. */
export function keepCopy(files: TlsFiles, { certificate }: Authority): void {
  const pem = certificate.toString()
  const there = existsSync(files.tlsAuthority) ? readFileSync(files.tlsAuthority, 'utf8') : null
  if (there !== pem) writeWhole(files.tlsAuthority, pem)
}

export function writeServerPair(files: TlsFiles, { key, certificate }: Pair): void {
  writeWhole(files.tlsServer, key + certificate)
}

function writeWhole(path: string, text: string): void {
  onDisk(path, () => {
    const unfinished = `${path}.new`
    const file = openSync(unfinished, 'w', 0o600)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(unfinished, path)
    syncFolderNow(dirname(path))
  })
}

function onDisk(path: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    throw new OperatorFault(
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      'See that the disk has room, and that the user that runs Granary may write there.',
    )
  }
}

const certificatesIn = (text: string): string =>
  text.slice(Math.max(0, text.indexOf('-----BEGIN CERTIFICATE')))
