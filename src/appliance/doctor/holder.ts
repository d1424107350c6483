import { OperatorFault } from '../../base/problem.ts'
import { objectPlace } from '../../config/addresses.ts'
import { type Config, dataFiles, variableNames } from '../../config/config.ts'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import type { ConnectionFigures } from '../../http/connections.ts'
import { openToInspect } from '../../store/open.ts'
import { Store } from '../../store/store.ts'
import { openPlace } from '../backup/location.ts'
import { machineClock } from '../clock/machine-clock.ts'
import type { TlsService } from '../tls/tls-service.ts'
import { placeAnswers } from './disk-answers.ts'

export interface HolderPorts {
  readonly config: Config
  readonly store: Store
  readonly objects: ObjectStore
  readonly tls: TlsService
  readonly ports: {
    readonly clock: () => number
    readonly connections: { readonly figures: ConnectionFigures }
  }
}

/**
 * Input of the checks that need the settings and the database: from the running service, which alone knows its settings and
 * its last commit, or read-only when none runs.
 */
export interface Holder {
  readonly config: Config
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
  /** Names of its environment variables. */
  readonly variables: readonly string[]
}

/** From a service, or from a program that has opened the folder. */
export const holderOf = ({ config, store, objects, ports, tls }: HolderPorts): Holder => ({
  config,
  store,
  fault: null,
  objects,
  clock: ports.clock,
  tls: tls.isBegun ? tls : null,
  connections: tls.isBegun ? ports.connections.figures : null,
  variables: variableNames(config.data),
})

/** Read-only: no upgrade, no new folder. */
export async function openHolder(config: Config): Promise<Holder & { readonly close: () => void }> {
  let store: Store | null = null
  let fault: OperatorFault | null = null
  try {
    store = new Store(openToInspect(dataFiles(config.data).database), machineClock())
  } catch (error) {
    fault =
      error instanceof OperatorFault
        ? error
        : new OperatorFault(
            'The database cannot be read.',
            'Keep a copy of the data folder, and restore the last backup into a new one.',
          )
  }
  const objects = (await placeAnswers(config, config.objectStore)) ? storeOf(config) : null
  return {
    config,
    store,
    fault,
    objects,
    clock: () => store?.clock.nowMs ?? Date.now(),
    tls: null,
    connections: null,
    variables: variableNames(config.data),
    close: () => {
      objects?.close()
      store?.close()
    },
  }
}

/** Null when its folder cannot be used; the check for it reports that. */
function storeOf(config: Config): ObjectStore | null {
  const place = objectPlace(config.objectStore)
  const isDefault = place.kind === 'folder' && place.path === ''
  try {
    return openPlace(config, isDefault ? `file:${dataFiles(config.data).objects}` : config.objectStore, false)
  } catch {
    return null
  }
}
