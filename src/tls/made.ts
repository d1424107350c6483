import { X509Certificate } from 'node:crypto'
import { type Config, dataFiles } from '../config.ts'
import { OperatorFault } from '../problem.ts'
import { madeFor, permittedFor } from './constraints.ts'
import { authorityLife, canDate, serverLife } from './due.ts'
import {
  type Authority,
  hasAuthority,
  keepCopy,
  readAuthority,
  readServerPair,
  writeAuthority,
  writeServerPair,
} from './files.ts'
import { namedInSettings } from './machine.ts'
import { makeAuthority, makeServerPair } from './make.ts'
import { isOneWord, type Machine, named, nameOf, namesFor } from './names.ts'
import type { ServingPair } from './pair.ts'
import { type Caution, type Plan, planFor } from './plan.ts'

/** The certificate that the private authority makes for this machine. */

/** What it follows from, beside what lies on the disk. */
export interface Where {
  readonly config: Config
  readonly machine: Machine
  readonly clockMs: number
  /** Of the newest entry in the log. */
  readonly knownMs: number
}

export interface MadeStanding {
  readonly authority: Authority
  /** Null where none is whole. */
  readonly pair: ServingPair | null
  readonly plan: Plan
}

/** Reads alone. @throws {OperatorFault} when the authority cannot be read */
export function lookAtMade({ config, machine, clockMs, knownMs }: Where): MadeStanding {
  const files = dataFiles(config.data)
  const authority = readAuthority(files)
  const found = readServerPair(files)
  // One that another authority signed is none of this one's.
  const pair = found !== null && isOf(authority, found) ? found : null
  const wanted = namesFor(machine, [...namedInSettings(config), ...madeFor(authority.permitted)])
  return { authority, pair, plan: planFor({ authority, pair, wanted, clockMs, knownMs }) }
}

export interface Kept {
  readonly authority: Authority
  readonly pair: ServingPair
  /** Why it was made just now; null: it was there. */
  readonly made: string | null
  readonly caution: Caution | null
}

/** Makes another where one is due. @throws {OperatorFault} when there is none, and none can be made */
export function keepMade(where: Where): Kept {
  const files = dataFiles(where.config.data)
  const { authority, pair, plan } = lookAtMade(where)
  const { make, caution } = plan
  keepCopy(files, authority)
  if (make === null) {
    if (pair !== null) return { authority, pair, made: null, caution }
    throw new OperatorFault(
      caution?.fault ?? 'No certificate can be made.',
      caution?.remedy ?? 'Set the clock.',
    )
  }
  const signer = { key: authority.key, certificate: authority.certificate.raw }
  const { key, certificate } = makeServerPair(signer, make.names, serverLife(make.atMs, authority))
  // The authority goes along in every handshake: a device that knows its fingerprint alone can check it.
  writeServerPair(files, { key, certificate: certificate + authority.certificate.toString() })
  const written = readServerPair(files)
  if (written === null)
    throw new OperatorFault(
      `The certificate in ${files.tlsServer} is not what was written there.`,
      'See to the disk. Where it is broken, restore the last backup on another.',
    )
  return { authority, pair: written, made: make.reason, caution }
}

/**
 * Makes a private authority, and the certificate of this machine.
 * @param asked host names and addresses it is for besides those that this machine has
 * @throws {OperatorFault} when there is one and it is not to be replaced; when a name is none, or the clock is wrong
 */
export function foundAuthority(where: Where, asked: readonly string[], replace: boolean): Kept {
  const { config, machine, clockMs, knownMs } = where
  const files = dataFiles(config.data)
  if (hasAuthority(files) && !replace)
    throw new OperatorFault(
      'There is a private authority already, and phones trust it.',
      'granary tls status shows it. If its key has leaked or it no longer serves: granary tls init --replace. Every phone must then trust the new one, and cannot reach the service before.',
    )
  const wrong = asked.find((text) => nameOf(text) === null)
  if (wrong !== undefined)
    throw new OperatorFault(
      `"${wrong}" is no host name and no address.`,
      'Write it as --name granary.example.org or --name 192.168.1.5, without https:// and port.',
      2,
    )
  const settings = namedInSettings(config)
  const word = named([...asked, ...settings]).hosts.find(isOneWord)
  if (word !== undefined)
    throw new OperatorFault(
      `An authority for "${word}" could speak for every name that ends in .${word}, whoever owns it.`,
      `Name the machine ${word}.local or ${word}.lan, in --name or GRANARY_PUBLIC_URL.`,
      2,
    )
  if (!canDate(clockMs) || clockMs < knownMs - CLOCK_MS)
    throw new OperatorFault(
      'The clock of this machine is wrong, and certificates are dated by it.',
      'Set the clock, and give the command again. granary doctor says more.',
    )
  const permitted = permittedFor(named(asked), namesFor(machine, settings))
  writeAuthority(files, makeAuthority(labelOf(where), permitted, authorityLife(clockMs)))
  return keepMade(where)
}

/** Who replaced an authority finds two in the list of a phone, and tells them apart by the day. */
const labelOf = ({ machine, clockMs }: Where): string =>
  `${machine.hostName.slice(0, 24)}, ${new Date(clockMs).toISOString().slice(0, 10)}`

/** A clock that is set right by a little is no wrong one. */
const CLOCK_MS = 60_000

const isOf = ({ certificate }: Authority, { chain }: ServingPair): boolean =>
  new X509Certificate(chain).verify(certificate.publicKey)
