import { objectPlace } from '../../config/addresses.ts'
import { type Config, dataFiles, variableNames } from '../../config/config.ts'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import type { ConnectionFigures } from '../../http/connections.ts'
import { openToInspect } from '../../store/open.ts'
import { Store } from '../../store/store.ts'
import { OperatorFault } from '../../words/fault.ts'
import { backupCaution } from '../backup/backup-status.ts'
import { openPlace } from '../backup/location.ts'
import { machineClock } from '../clock/machine-clock.ts'
import { certificateStatus } from '../tls/certificate-status.ts'
import type { TlsService } from '../tls/tls-service.ts'
import { placeAnswers } from './disk-answers.ts'

export interface PatientPorts {
  readonly config: Config
  readonly store: Store
  readonly objects: ObjectStore
  readonly tls: TlsService
  readonly ports: {
    readonly clock: () => number
    readonly connections: { readonly figures: ConnectionFigures }
  }
}

/** What a program knows of the appliance. */
interface Known {
  /** Null when the database could not be opened. */
  readonly store: Store | null
  /** Why not; null when it could. */
  readonly fault: OperatorFault | null
  readonly objects: ObjectStore | null
  /** The trusted time, while the clock is in doubt. */
  readonly clock: () => number
  /** The certificate in use; null when nothing is served. */
  readonly tls: { readonly served: { readonly notAfterMs: number } | null } | null
  /** Of the running service; null when none runs. */
  readonly connections: ConnectionFigures | null
  /** Version of a service that runs beside this program; null when none answers. */
  readonly serviceVersion: string | null
}

/**
 * Input of every check: from the running service, which alone knows its settings and its last commit, or read-only when none
 * runs. What several ask for is looked at once.
 */
export interface Patient extends Known {
  readonly config: Config
  /** Names of its environment variables, with those of the settings file in the folder: on a disk that hangs it is not read. */
  readonly variables: () => readonly string[]
  readonly certificate: () => ReturnType<typeof certificateStatus>
  readonly backupCaution: () => ReturnType<typeof backupCaution>
  /** Whether the disk of the object store answers; a store that does not is not touched. */
  readonly objectsAnswer: () => Promise<boolean>
}

/** Nothing but the settings is known unless given. */
export function patient(config: Config, known: Partial<Known> = {}): Patient {
  const all = {
    store: null,
    fault: null,
    objects: null,
    clock: Date.now,
    tls: null,
    connections: null,
    serviceVersion: null,
    ...known,
  }
  return {
    ...all,
    config,
    variables: once(() => variableNames(config.data)),
    certificate: once(() => certificateStatus(config, all.clock())),
    backupCaution: once(() => backupCaution(config)),
    objectsAnswer: once(() => placeAnswers(config, config.objectStore)),
  }
}

function once<T>(look: () => T): () => T {
  let seen: { readonly value: T } | undefined
  return () => {
    seen ??= { value: look() }
    return seen.value
  }
}

/** From a service, or from a program that has opened the folder. */
export const patientOf = ({ config, store, objects, ports, tls }: PatientPorts): Patient =>
  patient(config, {
    store,
    objects,
    clock: ports.clock,
    ...(tls.isBegun ? { tls, connections: ports.connections.figures } : {}),
  })

/** Read-only: no upgrade, no new folder. Who opens it closes its store and its objects. */
export async function openPatient(config: Config): Promise<Patient> {
  const { store, fault } = openStore(config)
  const here = patient(config, { store, fault, clock: () => store?.clock.nowMs ?? Date.now() })
  return { ...here, objects: (await here.objectsAnswer()) ? objectsOf(config) : null }
}

function openStore(config: Config): Pick<Known, 'store' | 'fault'> {
  try {
    return { store: new Store(openToInspect(dataFiles(config.data).database), machineClock()), fault: null }
  } catch (error) {
    if (error instanceof OperatorFault) return { store: null, fault: error }
    const remedy = 'Keep a copy of the data folder, and restore the last backup into a new one.'
    return { store: null, fault: new OperatorFault('The database cannot be read.', remedy) }
  }
}

/** Null when its folder cannot be used; the check for it reports that. */
function objectsOf(config: Config): ObjectStore | null {
  const place = objectPlace(config.objectStore)
  const isDefault = place.kind === 'folder' && place.path === ''
  try {
    return openPlace(config, isDefault ? `file:${dataFiles(config.data).objects}` : config.objectStore, false)
  } catch {
    return null
  }
}
