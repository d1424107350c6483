import { X509Certificate } from 'node:crypto'
import { type Config, dataFiles } from '../config.ts'
import { OperatorFault } from '../problem.ts'
import { Calendar } from '../text/phrases.ts'
import { madeFor, type Permitted, permittedFor } from './constraints.ts'
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
import { type Caution, dayOf, type Plan, planFor } from './plan.ts'

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
  return {
    authority,
    pair,
    plan: planFor({ authority, pair, wanted, clockMs, knownMs, calendar: calendarOf(config) }),
  }
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
  // The authority goes along in every handshake: a device that knows its fingerprint alone can check it.
  const chain = `${certificate}${authority.issuer}${authority.certificate}`
  writeServerPair(files, { key, certificate: chain })
  const written = readServerPair(files)
  if (written === null)
    throw new OperatorFault(
      `The certificate in ${files.tlsServer} is not what was written there.`,
      'See to the disk. Where it is broken, restore the last backup on another.',
    )
  return { authority, pair: written, made: make.reason, caution }
}

/** The copy is for people and programs beside; the service does without. */
function copied(files: TlsFiles, authority: Authority): Caution | null {
  try {
    keepCopy(files, authority)
    return null
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    return { fault: error.message, remedy: error.remedy }
  }
}

/** How an authority is asked for, beside its names. */
export interface Founding {
  /** Makes one where there is one already, for the names of that one too. */
  readonly replace: boolean
  /** The names of the one before are not kept. */
  readonly forgetNames: boolean
  /** Somebody has looked at the clock, and it is the log that was written by a wrong one. */
  readonly clockIsRight: boolean
}

/**
 * Makes a private authority, and the certificate of this machine.
 * @param asked host names and addresses it is for besides those that this machine has
 * @throws {OperatorFault} when there is one and it is not to be replaced; when a name is none, or the clock is wrong
 */
export function foundAuthority(where: Where, asked: readonly string[], how: Founding): Kept {
  const { config, machine, clockMs } = where
  const files = dataFiles(config.data)
  const isThere = hasAuthority(files)
  if (isThere && !how.replace)
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
  refuseClock(where, how.clockIsRight)
  const before = isThere && !how.forgetNames ? permittedBefore(files) : NOTHING
  const names = named([...asked, ...(before === null ? [] : madeFor(before))])
  const permitted = permittedFor(names, namesFor(machine, settings))
  writeAuthority(files, makeAuthority(labelOf(where), permitted, authorityLife(clockMs)))
  const kept = keepMade(where)
  return before === null ? { ...kept, caution: kept.caution ?? NAMES_LOST } : kept
}

const NOTHING: Permitted = { domains: [], networks: [] }

const NAMES_LOST: Caution = {
  fault: 'For which names the authority of before was made cannot be read any more.',
  remedy:
    'See whether the certificate is for every name by which phones come. Where one lacks: granary tls init --replace --name NAME.',
}

function refuseClock({ config, clockMs, knownMs }: Where, isRight: boolean): void {
  const calendar = calendarOf(config)
  if (!canDate(clockMs))
    throw new OperatorFault(
      `The clock of this machine is wrong: it shows ${dayOf(calendar, clockMs)}, and certificates are dated by it.`,
      'Set the clock, and give the command again. granary doctor says more.',
    )
  if (isRight || clockMs >= knownMs - CLOCK_MS) return
  throw new OperatorFault(
    `The clock shows ${dayOf(calendar, clockMs)}, the newest entry in the log is of ${dayOf(calendar, knownMs)}, and certificates are dated by the clock.`,
    'Set the clock, if it is wrong, and give the command again. If it was wrong when that entry was written, and is right now: add --clock-is-right.',
  )
}

/** Who replaced an authority finds two in the list of a phone, and tells them apart by the day. */
const labelOf = ({ config, machine, clockMs }: Where): string =>
  `${machine.hostName.slice(0, 24)}, ${calendarOf(config).date(clockMs)}`

const calendarOf = ({ timeZone }: Config) => new Calendar(timeZone)

/** A clock that is set right by a little is no wrong one. */
const CLOCK_MS = 60_000

const isOf = ({ issuer }: Authority, { chain }: ServingPair): boolean =>
  new X509Certificate(chain).verify(issuer.publicKey)
