import { X509Certificate } from 'node:crypto'
import { type Config, dataFiles } from '../../config/config.ts'
import { Calendar } from '../../words/calendar.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
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
import { type Caution, cautioned, cautionOf, dayOf, planFor } from './plan.ts'

/** Manages the certificate that the private authority issues for this machine. */

/** The facts on which the certificate depends, apart from the files. */
export interface Where {
  readonly config: Config
  readonly machine: Machine
  readonly clockMs: number
  /** Time of the newest log entry. */
  readonly knownMs: number
}

/** Reads the files without changing them. @throws {OperatorFault} when the authority cannot be read */
export function lookAtMade({ config, machine, clockMs, knownMs }: Where) {
  const files = dataFiles(config.data)
  const authority = readAuthority(files)
  const found = readServerPair(files)
  // A certificate of another authority does not count.
  const pair = found !== null && isOf(authority, found) ? found : null
  const wanted = namesFor(machine, [...namedInSettings(config), ...madeFor(authority.permitted)])
  return { authority, pair, plan: planFor({ authority, pair, wanted, clockMs, knownMs }) }
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
      caution?.fault ?? message('tls.noneMade'),
      caution?.remedy ?? message('tls.noneMade.remedy'),
    )
  }
  const signer = { key: authority.key, certificate: authority.issuer.raw }
  const { key, certificate } = makeServerPair(signer, make.names, serverLife(make.atMs, authority))
  // The chain includes the authority, so that a device that knows only the authority's fingerprint can check
  // the chain.
  const chain = `${certificate}${authority.issuer}${authority.certificate}`
  writeServerPair(files, { key, certificate: chain })
  const written = readServerPair(files)
  if (written === null) throw new OperatorFault(...withRemedy('tls.notWritten', { path: files.tlsServer }))
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
  if (isThere && !how.replace) throw new OperatorFault(...withRemedy('tls.isThere'))
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
  if (wrong !== undefined) throw new OperatorFault(...withRemedy('tls.noName', { name: wrong }), 2)
  const word = named([...asked, ...namedInSettings(config)]).find(isOneWord)
  if (word !== undefined)
    throw new OperatorFault(...withRemedy('tls.oneWord', { word: String(word) }, { word: String(word) }), 2)
}

const NAMES_LOST = cautioned(withRemedy('tls.namesLost'))

function refuseClock({ clockMs, knownMs }: Where, isRight: boolean): void {
  if (!canDate(clockMs)) throw new OperatorFault(...withRemedy('tls.clockWrong', { shown: dayOf(clockMs) }))
  if (isRight || clockMs >= knownMs - CLOCK_MS) return
  throw new OperatorFault(...withRemedy('tls.clockBehind', { shown: dayOf(clockMs), newest: dayOf(knownMs) }))
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
