import { X509Certificate } from 'node:crypto'
import { type Config, dataFiles } from '../../config/config.ts'
import { Calendar } from '../../words/english.ts'
import { OperatorFault } from '../../words/fault.ts'
import { madeFor, permittedFor } from './constraints.ts'
import { authorityLife, canDate, serverLife } from './due.ts'
import {
  type Authority,
  hasAuthority,
  keepCopy,
  permittedBefore,
  readAuthority,
  readServerPair,
  type TlsFiles,
  writeAuthority,
  writeServerPair,
} from './files.ts'
import { namedInSettings } from './machine.ts'
import { makeAuthority, makeServerPair } from './make.ts'
import { isOneWord, type Machine, named, nameOf, namesFor } from './names.ts'
import type { ServingPair } from './pair.ts'
import { type Caution, cautionOf, dayOf, type Plan, planFor } from './plan.ts'

/** Manages the certificate that the private authority issues for this machine. */

/** The facts on which the certificate depends, apart from the files. */
export interface Where {
  readonly config: Config
  readonly machine: Machine
  readonly clockMs: number
  /** Time of the newest log entry. */
  readonly knownMs: number
}

export interface MadeStatus {
  readonly authority: Authority
  /** Null when there is no complete pair. */
  readonly pair: ServingPair | null
  readonly plan: Plan
}

/** Reads the files without changing them. @throws {OperatorFault} when the authority cannot be read */
export function lookAtMade({ config, machine, clockMs, knownMs }: Where): MadeStatus {
  const files = dataFiles(config.data)
  const authority = readAuthority(files)
  const found = readServerPair(files)
  // A certificate of another authority does not count.
  const pair = found !== null && isOf(authority, found) ? found : null
  const wanted = namesFor(machine, [...namedInSettings(config), ...madeFor(authority.permitted)])
  return {
    authority,
    pair,
    plan: planFor({ authority, pair, wanted, clockMs, knownMs, calendar: calendarOf(config) }),
  }
}

export interface Kept {
  readonly authority: Authority
  readonly pair: ServingPair
  /** Why the certificate was just made; null when it existed already. */
  readonly made: string | null
  readonly caution: Caution | null
}

/** Makes a new certificate if one is due. @throws {OperatorFault} when there is none and none can be made */
export function keepMade(where: Where): Kept {
  const files = dataFiles(where.config.data)
  const { authority, pair, plan } = lookAtMade(where)
  const { make } = plan
  const caution = plan.caution ?? copied(files, authority)
  if (make === null) {
    if (pair !== null) return { authority, pair, made: null, caution }
    throw new OperatorFault(
      caution?.fault ?? 'No certificate can be made.',
      caution?.remedy ?? 'Set the clock.',
    )
  }
  const signer = { key: authority.key, certificate: authority.issuer.raw }
  const { key, certificate } = makeServerPair(signer, make.names, serverLife(make.atMs, authority))
  // The chain includes the authority, so that a device that knows only the authority's fingerprint can check
  // the chain.
  const chain = `${certificate}${authority.issuer}${authority.certificate}`
  writeServerPair(files, { key, certificate: chain })
  const written = readServerPair(files)
  if (written === null)
    throw new OperatorFault(
      `The file ${files.tlsServer} does not contain the certificate that was written to it.`,
      'Check the disk. If it is failing, restore the last backup to another disk.',
    )
  return { authority, pair: written, made: make.reason, caution }
}

/** Keeps a copy of the authority's certificate for other programs. The service does not need it. */
function copied(files: TlsFiles, authority: Authority): Caution | null {
  try {
    keepCopy(files, authority)
    return null
  } catch (error) {
    return cautionOf(error)
  }
}

/** Options for a new authority, apart from its names. */
export interface Founding {
  /** Replace an existing authority, and keep its names. */
  readonly replace: boolean
  /** Drop the names of the previous authority. */
  readonly forgetNames: boolean
  /**
   * The operator confirms that the clock is right: later entries in the log were written by a wrong clock.
   */
  readonly clockIsRight: boolean
}

/**
 * Makes a private authority, and the certificate of this machine.
 * @param asked host names and addresses in addition to those of this machine
 * @throws {OperatorFault} when there is an authority that may not be replaced, a name is invalid, or the
 *   clock is wrong
 */
export function foundAuthority(where: Where, asked: readonly string[], how: Founding): Kept {
  const { config, machine, clockMs } = where
  const files = dataFiles(config.data)
  const isThere = hasAuthority(files)
  if (isThere && !how.replace)
    throw new OperatorFault(
      'There already is a private authority, which phones trust.',
      'granary tls status shows the authority. If its key has leaked or it no longer works, run granary tls init --replace. Every phone must then trust the new authority before the phone can reach the service.',
    )
  refuseNames(config, asked)
  refuseClock(where, how.clockIsRight)
  const settings = namedInSettings(config)
  const before = isThere && !how.forgetNames ? permittedBefore(files) : []
  const names = named([...asked, ...madeFor(before ?? [])])
  const permitted = permittedFor(names, namesFor(machine, settings))
  writeAuthority(files, makeAuthority(labelOf(where), permitted, authorityLife(clockMs)))
  const kept = keepMade(where)
  return before === null ? { ...kept, caution: kept.caution ?? NAMES_LOST } : kept
}

/** @throws {OperatorFault} when an authority cannot be made for one of these names */
export function refuseNames(config: Config, asked: readonly string[]): void {
  const wrong = asked.find((text) => nameOf(text) === null)
  if (wrong !== undefined)
    throw new OperatorFault(
      `"${wrong}" is neither a host name nor an address.`,
      'Write it as --name granary.example.org or --name 192.168.1.5, without https:// and port.',
      2,
    )
  const word = named([...asked, ...namedInSettings(config)]).find(isOneWord)
  if (word !== undefined)
    throw new OperatorFault(
      `An authority for "${word}" could issue certificates for every name that ends in .${word}, even for names of other owners.`,
      `Name the machine ${word}.local or ${word}.lan in --name or GRANARY_PUBLIC_URL.`,
      2,
    )
}

const NAMES_LOST: Caution = {
  fault: 'The names of the previous authority can no longer be read.',
  remedy:
    'Check that the certificate includes every name that phones use. If a name is missing: granary tls init --replace --name NAME.',
}

function refuseClock({ config, clockMs, knownMs }: Where, isRight: boolean): void {
  const calendar = calendarOf(config)
  if (!canDate(clockMs))
    throw new OperatorFault(
      `The clock of this machine is wrong: it shows ${dayOf(calendar, clockMs)}, and certificates are dated by it.`,
      'Set the clock, and run the command again. For details: granary doctor.',
    )
  if (isRight || clockMs >= knownMs - CLOCK_MS) return
  throw new OperatorFault(
    `The clock shows ${dayOf(calendar, clockMs)}, but the newest log entry is of ${dayOf(calendar, knownMs)}. Certificates are dated by the clock.`,
    'If the clock is wrong, set it and run the command again. If it is right now but was wrong when that entry was written, add --clock-is-right.',
  )
}

/** After a replacement a phone lists two authorities. The day in the label tells them apart. */
const labelOf = ({ config, machine, clockMs }: Where): string =>
  `${machine.hostName.slice(0, 24)}, ${calendarOf(config).date(clockMs)}`

const calendarOf = ({ timeZone }: Config) => new Calendar(timeZone)

/**
 * Tolerance: after a small correction of the clock, the newest entry may be slightly later than the clock.
 */
const CLOCK_MS = 60_000

const isOf = ({ issuer }: Authority, { chain }: ServingPair): boolean =>
  new X509Certificate(chain).verify(issuer.publicKey)
