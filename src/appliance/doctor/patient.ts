import { objectPlace } from '../../config/addresses.ts'
import { type Config, dataFiles, variableNames } from '../../config/config.ts'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import type { ConnectionFigures } from '../../http/connections.ts'
import { openToInspect } from '../../store/file/open.ts'
import { Store } from '../../store/store.ts'
import { OperatorFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { backupCaution } from '../backup/backup-status.ts'
import { openPlace } from '../backup/location.ts'
import { machineClock } from '../clock/machine-clock.ts'
import type { MachineKernel } from '../kernel.ts'
import { certificateStatus } from '../tls/certificate-status.ts'
import { placeAnswers } from './disk-answers.ts'

/** The facts about the appliance that a program has. */
interface KnownFacts {
  /** Null when the database could not be opened. */
  readonly store: Store | null
  /** Why the database could not be opened; null when it could. */
  readonly fault: OperatorFault | null
  readonly objects: ObjectStore | null
  /** While the clock is in doubt, the trusted time. */
  readonly clock: () => number
  /** The certificate in use; null when this program is no running service. */
  readonly tls: { readonly served: { readonly notAfterMs: number } | null } | null
  /** The connections of the running service; null when this program is none. */
  readonly connections: ConnectionFigures | null
  /** The version of a service that runs next to this program; null when none answers. */
  readonly serviceVersion: string | null
}

/**
 * The input of every check. The running service makes it, because only the service knows its settings and its
 * last commit. When none runs, the command opens the folder read-only. A fact that several checks need is
 * read once.
 */
export interface Patient extends KnownFacts {
  readonly config: Config
  /**
   * Names of environment variables and of those in the settings file of the folder, unless the disk hangs.
   */
  readonly variables: () => readonly string[]
  readonly certificate: () => ReturnType<typeof certificateStatus>
  readonly backupCaution: () => ReturnType<typeof backupCaution>
  /** Whether the disk of the object store answers. If it does not, no check may use the store. */
  readonly objectsAnswer: () => Promise<boolean>
}

/** @param known every other fact counts as unknown */
export function patient(config: Config, known: Partial<KnownFacts> = {}): Patient {
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

/** The patient of a service, or of a program that has opened the folder. */
export const patientOf = ({ config, store, objects, ports, tls }: MachineKernel): Patient =>
  patient(config, {
    store,
    objects,
    clock: ports.clock,
    ...(tls.isServing ? { tls, connections: ports.connections.figures } : {}),
  })

/** Opens a folder read-only, without an upgrade. The caller closes the store and the objects. */
export async function openPatient(config: Config): Promise<Patient> {
  const { store, fault } = openStore(config)
  const here = patient(config, { store, fault, clock: () => store?.clock.nowMs ?? Date.now() })
  return { ...here, objects: (await here.objectsAnswer()) ? objectsOf(config) : null }
}

function openStore(config: Config): Pick<KnownFacts, 'store' | 'fault'> {
  try {
    return { store: new Store(openToInspect(dataFiles(config.data).database), machineClock()), fault: null }
  } catch (error) {
    if (error instanceof OperatorFault) return { store: null, fault: error }
    const remedy = message('check.database.restore')
    return { store: null, fault: new OperatorFault(message('check.database.unreadable'), remedy) }
  }
}

/** Null when the folder of the object store cannot be used; check 4 reports that. */
function objectsOf(config: Config): ObjectStore | null {
  const place = objectPlace(config.objectStore)
  const isDefault = place.kind === 'folder' && place.path === ''
  try {
    return openPlace(config, isDefault ? `file:${dataFiles(config.data).objects}` : config.objectStore, false)
  } catch {
    return null
  }
}
